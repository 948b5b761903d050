// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: makes chunks from Netty buffers. The only package that uses Netty, which is optional:
 * without netty-buffer at run time, everything else works.
 */
@NullMarked
package io.chunksum.netty;

import org.jspecify.annotations.NullMarked;
