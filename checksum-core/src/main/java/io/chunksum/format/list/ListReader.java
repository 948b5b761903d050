// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a list of checksums from front to back. Like GNU coreutils, it skips empty lines and lines
 * that begin with {@code #}, and ignores a carriage return at the end of a line; malformed lines
 * are counted. Unlike coreutils, it does not cut a line at a NUL. Memory does not grow with the
 * list.
 *
 * <p>Names are in UTF-8. A byte of a name that is not valid UTF-8 becomes the low surrogate U+DC00
 * plus its value, so that the name is that of no other file. Code that opens the files must expect
 * names that are not valid, or are empty.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class ListReader implements Closeable {

  /** Bytes in the longest line accepted: a name has far fewer, even escaped. */
  private static final int MAX_LINE_BYTES = 64 * 1024;

  private final InputStream input;
  private final LineParser parser;
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();

  /** Read from the input; those from {@code at} up to {@code end} are not in a line yet. */
  private final byte[] buffer = new byte[8 * 1024];

  private int at;
  private int end;
  private boolean closed;

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean tooLong;

  /**
   * Whether the line has been read in part; also if reading failed, so that it can be tried again.
   */
  private boolean begun;

  private long lines;
  private long malformedLines;

  /**
   * Creates a reader.
   *
   * @param form which lines are allowed
   * @param input the list; closed with the reader
   */
  public ListReader(ListForm form, InputStream input) {
    this.input = Objects.requireNonNull(input, "input");
    this.parser = new LineParser(Objects.requireNonNull(form, "form"));
  }

  /**
   * Reads the next listed file.
   *
   * @return the file; empty at the end of the list
   * @throws IOException if reading fails; if the input can be read on, as after a timeout, the next
   *     call does so
   */
  public Optional<ListedFile> next() throws IOException {
    while (nextLine()) {
      lines++;
      byte[] bytes = line.toByteArray();
      int length = bytes.length;
      if (length > 0 && bytes[0] == '#') {
        continue;
      }
      if (length > 0 && bytes[length - 1] == '\r') {
        length--;
      }
      if (length > 0) {
        Optional<ListedFile> found = parse(bytes, length);
        if (found.isPresent()) {
          return found;
        }
        malformedLines++;
      }
    }
    return Optional.empty();
  }

  private Optional<ListedFile> parse(byte[] bytes, int length) {
    return tooLong ? Optional.empty() : parser.parse(decode(bytes, length));
  }

  /** Replacing invalid bytes by a valid character could give the name of another file. */
  private String decode(byte[] bytes, int length) {
    ByteBuffer encoded = ByteBuffer.wrap(bytes, 0, length);
    CharBuffer text = CharBuffer.allocate(length); // There are no more characters than bytes.
    utf8.reset();
    CoderResult result = utf8.decode(encoded, text, true);
    while (result.isMalformed()) {
      for (int i = 0; i < result.length(); i++) {
        text.put((char) (Character.MIN_LOW_SURROGATE | (encoded.get() & 0xFF)));
      }
      result = utf8.decode(encoded, text, true);
    }
    utf8.flush(text);
    return text.flip().toString();
  }

  /** Reads a line without its line break; returns false at the end of the list. */
  private boolean nextLine() throws IOException {
    if (!begun) {
      line.reset();
      tooLong = false;
    }
    while (at < end || fill()) {
      begun = true;
      int start = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      add(start, at - start);
      if (at < end) {
        at++;
        begun = false;
        return true;
      }
    }
    boolean isLast = begun;
    begun = false;
    return isLast;
  }

  /** Reads more of the list; returns false at its end. */
  private boolean fill() throws IOException {
    if (closed) {
      throw new IOException("the list is closed");
    }
    at = 0;
    end = 0; // Also if reading fails.
    end = Math.max(0, input.read(buffer));
    return end > 0;
  }

  /** Adds bytes of the buffer to the line, as far as it may grow. */
  private void add(int start, int length) {
    int room = MAX_LINE_BYTES - line.size();
    tooLong |= length > room;
    line.write(buffer, start, Math.min(length, room));
  }

  /**
   * Returns the number of lines read so far.
   *
   * @return number of lines, including empty ones and comments
   */
  public long lines() {
    return lines;
  }

  /**
   * Returns the number of malformed lines read so far.
   *
   * @return number of lines that should list a file and do not
   */
  public long malformedLines() {
    return malformedLines;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    at = end; // Drops what was read ahead.
    input.close();
  }
}
