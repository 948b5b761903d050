// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.Closeable;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The line on a terminal that shows how much of a file has been read, or how much of its bad
 * windows has been diagnosed. It appears after a second, is redrawn at most five times a second,
 * and is erased at the end. Without a clock, nothing is drawn.
 */
final class Progress implements Closeable {

  /** Stands for an unknown number of bytes. */
  static final long UNKNOWN = -1;

  private static final long FIRST_DRAWN_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long REDRAWN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Columns of the narrowest terminal; a line that is longer would not be erased. */
  private static final int COLUMNS = 40;

  private final PrintWriter terminal;

  /** Null if nothing is drawn. */
  private final @Nullable LongSupplier nanoClock;

  private final long begun;
  private long nextDrawn;
  private long done;
  private long total;

  /** Characters on the line. */
  private int drawn;

  Progress(PrintWriter terminal, @Nullable LongSupplier nanoClock, long total) {
    this.terminal = terminal;
    this.nanoClock = nanoClock;
    this.total = total;
    this.begun = nanoClock == null ? 0 : nanoClock.getAsLong();
    this.nextDrawn = begun + FIRST_DRAWN_NANOS;
  }

  /** Returns whether anything is ever drawn. */
  boolean isDrawn() {
    return nanoClock != null;
  }

  /** Corrects the number of bytes to read. */
  void total(long bytes) {
    total = bytes;
  }

  /** Records that more bytes were read. */
  void add(long bytes) {
    if (nanoClock == null) {
      return;
    }
    done += bytes;
    long now = nanoClock.getAsLong();
    if (now - nextDrawn >= 0) {
      nextDrawn = now + REDRAWN_NANOS;
      draw(text(done, total, now - begun));
    }
  }

  private void draw(String text) {
    terminal.print("\r" + text + " ".repeat(Math.max(0, drawn - text.length())));
    terminal.flush();
    drawn = text.length();
  }

  /** Erases the line; more progress draws it again. */
  void erase() {
    if (drawn > 0) {
      draw("");
      terminal.print("\r");
      terminal.flush();
    }
  }

  @Override
  public void close() {
    erase();
  }

  /** Returns what is drawn: plain characters, as much as there is room for on any terminal. */
  static String text(long done, long total, long nanos) {
    boolean isOfTotal = total >= done && total > 0; // The file may have grown in the meantime.
    String part =
        isOfTotal ? "%d%% of %s".formatted((long) (100.0 * done / total), size(total)) : size(done);
    if (done == 0) { // At a rate that is not known yet.
      return part;
    }
    double perSecond = done / (nanos / 1e9);
    String rate = rate(perSecond);
    if (!isOfTotal) {
      return part + ", " + rate;
    }
    String left = time((long) Math.ceil((total - done) / perSecond)) + " left";
    return Stream.of(part + ", " + rate + ", " + left, part + ", " + left)
        .filter(text -> text.length() < COLUMNS)
        .findFirst()
        .orElse(part);
  }

  private static String rate(double perSecond) {
    return perSecond < 1 << 20
        ? String.format(Locale.ROOT, "%.0f KiB/s", perSecond / (1 << 10))
        : String.format(Locale.ROOT, "%.0f MiB/s", perSecond / (1 << 20));
  }

  private static String size(long bytes) {
    String[] units = {"KiB", "MiB", "GiB", "TiB"};
    double value = bytes / 1024.0;
    int unit = 0;
    while (value >= 1024 && unit < units.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
  }

  private static String time(long seconds) {
    return seconds < 3600
        ? String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60)
        : String.format(
            Locale.ROOT, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
  }
}
