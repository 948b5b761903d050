// SPDX-License-Identifier: Apache-2.0

/**
 * Two or three threads at once on what the javadoc calls safe to share, many million times. A
 * result that contradicts the javadoc is {@code FORBIDDEN} and fails the run.
 */
@org.jspecify.annotations.NullMarked
package io.chunksum.stress;
