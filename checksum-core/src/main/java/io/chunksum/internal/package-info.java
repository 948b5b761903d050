// SPDX-License-Identifier: Apache-2.0

/** Byte order, file opening and the like, shared by the stages. Not exported. */
@NullMarked
package io.chunksum.internal;

import org.jspecify.annotations.NullMarked;
