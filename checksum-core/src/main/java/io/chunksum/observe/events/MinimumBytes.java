// SPDX-License-Identifier: Apache-2.0

package io.chunksum.observe.events;

import java.util.Set;
import jdk.jfr.SettingControl;

/** A number of bytes that a recording can set, written as a plain number. */
public final class MinimumBytes extends SettingControl {

  private static final long DEFAULT = 1 << 20;

  private volatile long bytes = DEFAULT;

  /** Creates a control set to 1 MiB. */
  public MinimumBytes() {}

  long bytes() {
    return bytes;
  }

  /** Returns the smallest number that any running recording asks for. */
  @Override
  public String combine(Set<String> settings) {
    return Long.toString(settings.stream().mapToLong(MinimumBytes::parse).min().orElse(DEFAULT));
  }

  @Override
  public void setValue(String value) {
    bytes = parse(value);
  }

  @Override
  public String getValue() {
    return Long.toString(bytes);
  }

  /** Invalid values give the default: an exception here would reach the code that computes. */
  private static long parse(String value) {
    try {
      return Long.parseLong(value.trim());
    } catch (NumberFormatException e) {
      return DEFAULT;
    }
  }
}
