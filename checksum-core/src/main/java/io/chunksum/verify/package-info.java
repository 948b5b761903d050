// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 6: takes a chunk and the checksums stored for it, gives a {@link
 * io.chunksum.verify.VerifyResult}: whether they agree, and if not, every window in which they do
 * not. How much of it is checked is up to a {@link io.chunksum.verify.VerifyPolicy} where a sender
 * is to be trusted, and to a {@link io.chunksum.verify.ReadPolicy} where readers are not to pay for
 * all.
 */
@NullMarked
package io.chunksum.verify;

import org.jspecify.annotations.NullMarked;
