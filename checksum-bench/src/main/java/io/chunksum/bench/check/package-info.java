// SPDX-License-Identifier: Apache-2.0

/** Holds ratios within one run of JMH to limits. */
@NullMarked
package io.chunksum.bench.check;

import org.jspecify.annotations.NullMarked;
