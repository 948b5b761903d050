// SPDX-License-Identifier: Apache-2.0

/** Checks ratios within one JMH run against limits. */
@NullMarked
package io.chunksum.bench.check;

import org.jspecify.annotations.NullMarked;
