// SPDX-License-Identifier: Apache-2.0

/**
 * Byte order, arithmetic of CRCs, opening files, starting threads and counting, shared by the
 * stages. Not exported.
 */
@NullMarked
package io.chunksum.internal;

import org.jspecify.annotations.NullMarked;
