// SPDX-License-Identifier: Apache-2.0

/**
 * Benchmarks. Run them with {@code java -jar checksum-bench/target/benchmarks.jar}. Not
 * null-marked: JMH fills the fields.
 */
package io.chunksum.bench;
