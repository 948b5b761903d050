// SPDX-License-Identifier: Apache-2.0

/** Measures benchmarks, and checks ratios of their times, and their garbage, against limits. */
@NullMarked
package io.chunksum.bench.check;

import org.jspecify.annotations.NullMarked;
