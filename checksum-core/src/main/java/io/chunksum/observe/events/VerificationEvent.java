// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A call of a verifier that took long. */
@Name("io.chunksum.Verification")
@Label("Checksum Verification")
@Description("A chunk, or several, that took longer to verify than the threshold")
@Category("Chunksum")
@Threshold("20 ms")
final class VerificationEvent extends WorkEvent {}
