// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A verification whose result is not ok. */
@Name("io.chunksum.Mismatch")
@Label("Checksum Mismatch")
@Description("Data and stored checksums disagree, or could not be compared")
@Category("Chunksum")
final class MismatchEvent extends Event {

  @Label("Verdict")
  @Nullable String verdict;

  @Label("Checksum Type")
  @Nullable String type;

  @Label("Bytes per Checksum")
  @DataAmount
  int bytesPerChecksum;

  @Label("Chunk")
  @Description("The chunk's name; or its file, where it begins there, and its name")
  @Nullable String chunk;

  @Label("Windows")
  @Description("Windows that were to be checked")
  long windows;

  @Label("Mismatches")
  long mismatches;

  @Label("Mismatch Bytes")
  @DataAmount
  long mismatchBytes;

  @Label("First Window")
  long firstWindow;

  @Label("First Offset")
  @Description("Where the first mismatch begins, in bytes from the start of the chunk or file")
  @DataAmount
  long firstOffset;

  @Label("Expected")
  @Description("The stored checksum of the first mismatch, in hex")
  @Nullable String expected;

  @Label("Actual")
  @Description("The checksum found at the first mismatch, in hex")
  @Nullable String actual;

  @Label("Message")
  @Nullable String message;
}
