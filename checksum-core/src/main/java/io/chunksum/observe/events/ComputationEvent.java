// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A call of a calculator that took long. */
@Name("io.chunksum.Computation")
@Label("Checksum Computation")
@Description("Checksums of a chunk, or of several, that took longer to compute than the threshold")
@Category("Chunksum")
@Threshold("20 ms")
final class ComputationEvent extends WorkEvent {}
