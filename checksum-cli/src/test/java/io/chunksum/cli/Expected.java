// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects that the command must print, made from the bytes of a file before and after. */
final class Expected {

  private static final int MAX_KEPT = 1000;

  private Expected() {}

  static Map<String, @Nullable Object> sum(
      String file, byte[] content, String type, int bytesPerChecksum) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("file", file);
    object.put("length", (long) content.length);
    object.put("type", type);
    object.put("bytesPerChecksum", (long) bytesPerChecksum);
    object.put("checksums", Oracle.sums(type, content, bytesPerChecksum));
    return object;
  }

  /** A whole file, of a type other than NONE. */
  static Map<String, @Nullable Object> verify(
      String file, byte[] recorded, byte[] now, String type, int bytesPerChecksum) {
    int windows = Oracle.windows(recorded, bytesPerChecksum);
    List<@Nullable Object> mismatches =
        mismatches(recorded, now, type, bytesPerChecksum, 0, windows);
    if (now.length > recorded.length) {
      mismatches.add(mismatch(windows, recorded.length, now.length - recorded.length, null, null));
    }
    return verified(file, recorded, now, type, bytesPerChecksum, windows, mismatches);
  }

  static Map<String, @Nullable Object> verified(
      String file,
      byte[] recorded,
      byte[] now,
      String type,
      int bytesPerChecksum,
      long windows,
      List<@Nullable Object> mismatches) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("file", file);
    object.put("length", (long) now.length);
    object.put("expectedLength", (long) recorded.length);
    object.put("type", type);
    object.put("bytesPerChecksum", (long) bytesPerChecksum);
    object.put("windows", windows);
    object.put("ok", mismatches.isEmpty());
    object.put("mismatchCount", (long) mismatches.size());
    object.put("mismatches", mismatches.subList(0, Math.min(MAX_KEPT, mismatches.size())));
    return object;
  }

  /** The bad ones among the windows from one index to another. */
  static List<@Nullable Object> mismatches(
      byte[] recorded, byte[] now, String type, int bytesPerChecksum, long from, long to) {
    List<@Nullable Object> mismatches = new ArrayList<>();
    for (long i = from; i < to; i++) {
      byte[] before = Oracle.window(recorded, i, bytesPerChecksum);
      byte[] after = Oracle.window(now, i, bytesPerChecksum);
      // In a longer file, only what was there before belongs to the last window.
      after = Arrays.copyOf(after, Math.min(after.length, before.length));
      if (!Arrays.equals(before, after)) {
        String actual = after.length == 0 ? null : Oracle.sum(type, after);
        mismatches.add(
            mismatch(i, i * bytesPerChecksum, before.length, Oracle.sum(type, before), actual));
      }
    }
    return mismatches;
  }

  static Map<String, @Nullable Object> mismatch(
      long window, long offset, long length, @Nullable String expected, @Nullable String actual) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    object.put("window", window);
    object.put("offset", offset);
    object.put("length", length);
    object.put("expected", expected);
    object.put("actual", actual);
    object.put("diagnosis", null);
    return object;
  }
}
