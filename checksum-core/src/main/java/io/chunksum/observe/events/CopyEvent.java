// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.SettingDefinition;
import org.jspecify.annotations.Nullable;

/** A call that could not read its bytes in place. */
@Name("io.chunksum.Copy")
@Label("Checksum Copy")
@Description("A call that had to copy at least the minimum of payload bytes")
@Category("Chunksum")
final class CopyEvent extends Event {

  @Label("Checksum Type")
  @Nullable String type;

  @Label("Bytes per Checksum")
  @DataAmount
  int bytesPerChecksum;

  @Label("Bytes")
  @DataAmount
  long bytes;

  @Label("Bytes Copied")
  @DataAmount
  long bytesCopied;

  /** Filters by the setting that recordings know as {@code minimum}. */
  @SettingDefinition
  @Name("minimum")
  @Label("Minimum of Bytes Copied")
  boolean isEnough(MinimumBytes minimum) {
    return bytesCopied >= minimum.bytes();
  }
}
