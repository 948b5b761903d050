// SPDX-License-Identifier: Apache-2.0

/**
 * Stage 6: takes a chunk and the checksums stored for it, and gives a {@link
 * io.chunksum.verify.VerifyResult}: whether they agree, and if not, every window in which they
 * differ. How much is checked is decided by a {@link io.chunksum.verify.ReceivePolicy} where a
 * sender is to be trusted, and by a {@link io.chunksum.verify.ReadPolicy} where readers should not
 * pay for checking everything.
 *
 * <p>A {@link io.chunksum.verify.ChunkVerifier} verifies a run of windows: its {@code RunVerifier}
 * computes, and a {@code RunComparison} compares with an {@code ExpectedRun} as it does, and notes
 * what is wrong in a {@code MismatchTally}. The verifiers of several chunks, of one chunk in
 * several threads, of blocks, and those that ask a policy are built on these.
 */
@NullMarked
package io.chunksum.verify;

import org.jspecify.annotations.NullMarked;
