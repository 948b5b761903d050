// SPDX-License-Identifier: Apache-2.0

/** What JMH measured: results read from its JSON, where they come from, and arithmetic on them. */
@NullMarked
package io.chunksum.bench.results;

import org.jspecify.annotations.NullMarked;
