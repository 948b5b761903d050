// SPDX-License-Identifier: Apache-2.0

/** Makes a page of tables and charts from JMH results. */
@NullMarked
package io.chunksum.bench.report;

import org.jspecify.annotations.NullMarked;
