// SPDX-License-Identifier: Apache-2.0

/**
 * Beside the pipeline: counts what calculators and verifiers do, for a metrics system to read.
 * Knows nothing of chunks, and nothing of any metrics system.
 */
@NullMarked
package io.chunksum.observe;

import org.jspecify.annotations.NullMarked;
