// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** How far a scan has come. */
@Name("io.chunksum.ScanProgress")
@Label("Scan Progress")
@Description("How far a scan of stored files has come")
@Category("Chunksum")
@StackTrace(false)
final class ScanProgressEvent extends Event {

  @Label("Scan")
  @Nullable String scan;

  @Label("Files")
  @Description("Files done")
  long files;

  @Label("Bytes")
  @Description("Bytes verified")
  @DataAmount
  long bytes;

  @Label("Mismatched Files")
  long mismatched;

  @Label("Failed Files")
  @Description("Files that could not be checked")
  long failed;

  @Label("Elapsed")
  @Timespan
  long elapsed;
}
