// SPDX-License-Identifier: Apache-2.0

/** Byte order, text forms and opening of files shared by the stages. Not exported. */
@NullMarked
package io.chunksum.internal;

import org.jspecify.annotations.NullMarked;
