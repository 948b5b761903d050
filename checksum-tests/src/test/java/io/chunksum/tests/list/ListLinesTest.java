// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.tests.AllocatedBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where lines begin and end, however the bytes of a list arrive. */
class ListLinesTest {

  /** What precedes a name. */
  private static final String SUM = "d41d8cd98f00b204e9800998ecf8427e  ";

  /** Number of bytes that a reader asks for at a time. */
  private static final int BUFFER = 8 * 1024;

  /** Gives at most so many bytes at a time, and fails once, when it is at an offset. */
  private static final class SlowInput extends InputStream {
    private final ByteArrayInputStream bytes;
    private final int atOnce;
    private int untilFailure;

    SlowInput(String list, int atOnce, int untilFailure) {
      this.bytes = new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8));
      this.atOnce = atOnce;
      this.untilFailure = untilFailure;
    }

    @Override
    public int read() {
      throw new AssertionError("byte by byte takes too long");
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (untilFailure == 0) {
        untilFailure = -1;
        throw new IOException("unplugged");
      }
      int most = Math.min(length, atOnce);
      int count =
          bytes.read(target, offset, untilFailure > 0 ? Math.min(most, untilFailure) : most);
      if (untilFailure > 0) {
        untilFailure -= count;
      }
      return count;
    }
  }

  private static List<String> names(InputStream list) throws IOException {
    try (ListReader reader = new ListReader(ListForm.MD5SUM, list)) {
      return names(reader);
    }
  }

  private static List<String> names(ListReader reader) throws IOException {
    List<String> names = new ArrayList<>();
    addNames(reader, names);
    return names;
  }

  private static void addNames(ListReader reader, List<String> names) throws IOException {
    for (Optional<ListedFile> next = reader.next(); next.isPresent(); next = reader.next()) {
      names.add(next.get().name());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, BUFFER - 1, Integer.MAX_VALUE})
  void linesMayEndAnywhereInWhatIsReadAtOnce(int atOnce) throws IOException {
    for (int buffers : new int[] {1, 2, 7}) {
      for (int length = buffers * BUFFER - 3; length <= buffers * BUFFER + 3; length++) {
        String first = "a".repeat(length - SUM.length());
        for (String end : List.of("\n", "\r\n", "\n\n", "\n#\n")) {
          String list = SUM + first + end + SUM + "b" + end + SUM + first + "c";
          assertThat(names(new SlowInput(list, atOnce, -1)))
              .as("%d bytes", length)
              .containsExactly(first, "b", first + "c");
          assertThat(names(new SlowInput(list + end, atOnce, -1)))
              .as("%d bytes", length)
              .containsExactly(first, "b", first + "c");
        }
      }
    }
  }

  @Test
  void theLongestLineMayEndAnywhereInWhatIsReadAtOnce() throws IOException {
    String longest = "a".repeat(64 * 1024 - SUM.length());
    for (int before = BUFFER - 3; before <= BUFFER + 3; before++) {
      String first = "b".repeat(before - SUM.length() - 1);
      for (String last : List.of(longest, longest + "a", longest + "\r", longest + "a\r")) {
        String list = SUM + first + "\n" + SUM + last;
        boolean fits = last.length() == longest.length();
        List<String> expected = fits ? List.of(first, last, "c") : List.of(first, "c");
        assertThat(names(new SlowInput(list + "\n" + SUM + "c", 1000, -1))).isEqualTo(expected);
        assertThat(names(new SlowInput(list, BUFFER, -1))).hasSize(fits ? 2 : 1);
      }
    }
  }

  @Test
  void aLineThatNeverEndsTakesTheMemoryOfTheLongest() throws IOException {
    int length = 16 << 20;
    InputStream list = new SlowInput("a".repeat(length), Integer.MAX_VALUE, -1);
    assertThat(names(new SlowInput("a", 1, -1))).isEmpty(); // Loads classes.
    long before = AllocatedBytes.soFar();
    assertThat(names(list)).isEmpty();
    assertThat(AllocatedBytes.soFar() - before).isLessThan(length / 16);
  }

  /** What came before is still part of its line: the rest of a line may look like another one. */
  @Test
  void aReaderGoesOnAfterAFailure() throws IOException {
    String list = SUM + "a\n\\" + SUM + "b\\\\\n" + SUM + "#c\n";
    for (int failure = 0; failure <= list.length(); failure++) {
      ListReader reader = new ListReader(ListForm.MD5SUM, new SlowInput(list, 1, failure));
      List<String> names = new ArrayList<>();
      assertThatThrownBy(() -> addNames(reader, names))
          .isInstanceOf(IOException.class)
          .hasMessage("unplugged");
      addNames(reader, names);
      assertThat(names).as("failure at %d", failure).containsExactly("a", "b\\", "#c");
      assertThat(reader.malformedLines()).isZero();
      assertThat(reader.lines()).isEqualTo(3);
    }
  }

  @Test
  void nothingIsReadOfAListThatIsClosed() throws IOException {
    ListReader reader =
        new ListReader(ListForm.MD5SUM, new SlowInput(SUM + "a\n" + SUM + "b", 99, -1));
    assertThat(reader.next()).isPresent();
    reader.close();
    assertThatThrownBy(reader::next)
        .isInstanceOf(IOException.class)
        .hasMessage("the list is closed");
    assertThat(reader.lines()).isEqualTo(1);
  }
}
