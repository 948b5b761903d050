// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Standard input, output and error of the command. Text is UTF-8 on every platform. */
final class Console {

  /**
   * The control characters of ASCII and of ISO 6429 (some terminals obey its second half too), line
   * and paragraph separators, and characters that change the direction of the text that follows.
   * And halves of pairs: each stands for a byte of a name that is not UTF-8.
   */
  private static final Pattern CONTROL =
      Pattern.compile(
          "[\\p{Cc}\\p{Cs}\\x{2028}\\x{2029}"
              + "\\x{61C}\\x{200E}\\x{200F}\\x{202A}-\\x{202E}\\x{2066}-\\x{2069}]");

  private final InputStream in;
  private final FailureKeeper outFailure;
  private final PrintWriter out;
  private final PrintWriter err;

  /** The file that standard output may be appended to; null if not known. */
  private @Nullable Path outFile;

  /** Null unless standard error is a terminal, where a line can be overwritten. */
  private @Nullable LongSupplier progressClock;

  Console(InputStream in, OutputStream out, OutputStream err) {
    this.in = in;
    this.outFailure = new FailureKeeper(out);
    this.out = new PrintWriter(new OutputStreamWriter(outFailure, StandardCharsets.UTF_8));
    this.err = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8), true);
  }

  InputStream in() {
    return in;
  }

  /** For results. What {@link #print} does not print is buffered until {@link #flush}. */
  PrintWriter out() {
    return out;
  }

  /** For everything else, line by line. */
  PrintWriter err() {
    return err;
  }

  /**
   * Tells where to look for the end of what standard output is appended to.
   *
   * @param file a name of standard output, whatever it is
   */
  void appendsTo(Path file) {
    outFile = file;
  }

  /**
   * If standard output is appended to a file that ends inside a line, which whoever wrote it did
   * not get to finish, ends that line.
   */
  void endLineCutOff() {
    if (outFile != null && endsInsideLine(outFile)) {
      out.print('\n');
    }
  }

  private static boolean endsInsideLine(Path file) {
    if (!Files.isRegularFile(file)) {
      return false; // Reading from a pipe would take its bytes.
    }
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      long size = channel.size();
      return size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != '\n';
    } catch (IOException e) {
      return false; // Some systems do not let us read the file that standard output goes to.
    }
  }

  /**
   * Turns on progress, because standard error is a terminal.
   *
   * @param nanoClock the time, as returned by {@link System#nanoTime}
   */
  void showProgress(LongSupplier nanoClock) {
    progressClock = nanoClock;
  }

  /**
   * Starts to show how much of a file has been read; nothing is drawn unless progress is on.
   *
   * @param total bytes to read, or {@link Progress#UNKNOWN}
   */
  Progress progress(long total) {
    return new Progress(err, progressClock, total);
  }

  /** Prints one line of results, at once: the next may take hours. */
  void print(String line) {
    printWithNext(line);
    out.flush();
  }

  /** Prints one line of results, with the one that follows. */
  void printWithNext(String line) {
    out.println(printable(line));
  }

  /** Prints one line about a problem. */
  void error(String problem) {
    out.flush();
    err.println(printable("chunksum: " + problem));
  }

  /** A name may contain line breaks and other characters that control a terminal. */
  private static String printable(String line) {
    return isPrintableAscii(line) ? line : escaped(line);
  }

  /** Saves the search by a pattern for most lines. */
  private static boolean isPrintableAscii(String line) {
    for (int i = 0; i < line.length(); i++) {
      if (line.charAt(i) < ' ' || line.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static String escaped(String line) {
    return CONTROL.matcher(line).replaceAll(match -> escaped(match.group().charAt(0)));
  }

  /** Returns a replacement string, in which a literal backslash must be doubled. */
  private static String escaped(int control) {
    boolean isByte = control < 0x100 || (control >= 0xDC80 && control <= 0xDCFF);
    return isByte ? "\\\\x%02x".formatted(control & 0xFF) : "\\\\u%04x".formatted(control);
  }

  /** Prints one line about a failure that no command anticipated, and returns its status. */
  int unforeseen(Throwable e) {
    error(
        e instanceof OutOfMemoryError
            ? Problems.of(e)
            : "internal error: " + e.getClass().getSimpleName() + ": " + Problems.oneLine(e));
    return ExitStatus.ERROR;
  }

  /** Flushes the results; returns {@code status}, or a failure if they could not all be written. */
  int flush(int status) {
    if (out.checkError()) {
      IOException failure = outFailure.first;
      error(
          "cannot write to standard output" + (failure == null ? "" : ": " + Problems.of(failure)));
      return ExitStatus.combine(status, ExitStatus.ERROR);
    }
    return status;
  }

  /** Keeps why bytes could not be written, which a {@link PrintWriter} only notes. */
  private static final class FailureKeeper extends OutputStream {

    private final OutputStream target;
    private @Nullable IOException first;

    FailureKeeper(OutputStream target) {
      this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        target.write(bytes, offset, length);
      } catch (IOException e) {
        first = first == null ? e : first;
        throw e;
      }
    }

    @Override
    public void flush() throws IOException {
      target.flush();
    }
  }
}
