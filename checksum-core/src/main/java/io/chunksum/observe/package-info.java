// SPDX-License-Identifier: Apache-2.0

/**
 * Alongside the pipeline: counts what calculators and verifiers do, for a metrics system to read.
 * Knows nothing of chunks or of any metrics system.
 */
@NullMarked
package io.chunksum.observe;

import org.jspecify.annotations.NullMarked;
