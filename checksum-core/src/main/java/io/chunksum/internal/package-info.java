// SPDX-License-Identifier: Apache-2.0

/**
 * Byte order, arithmetic of CRCs, arrays, digests, counts of bytes, calls in progress, texts in
 * messages, opening files and starting threads, shared by the stages. Not exported.
 */
@NullMarked
package io.chunksum.internal;

import org.jspecify.annotations.NullMarked;
