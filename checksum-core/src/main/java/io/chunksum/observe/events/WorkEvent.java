// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import org.jspecify.annotations.Nullable;

/** One call that computes checksums. */
abstract class WorkEvent extends Event implements Events.CallEvent {

  @Label("Checksum Type")
  @Nullable String type;

  @Label("Bytes per Checksum")
  @DataAmount
  int bytesPerChecksum;

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Windows")
  long windows;

  @Label("Bytes Copied")
  @DataAmount
  long bytesCopied;

  @Override
  public void end(
      String typeName, int windowBytes, long byteCount, long windowCount, long copiedCount) {
    type = typeName;
    bytesPerChecksum = windowBytes;
    bytes = byteCount;
    windows = windowCount;
    bytesCopied = copiedCount;
    FlightRecorderEvents.commit(this);
  }
}
