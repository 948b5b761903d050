// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles and runs the first example of the README, word for word. */
class ReadmeTest {

  /** What the example takes for granted: the pieces of a chunk, one bit of which gets damaged. */
  private static final String BEFORE =
      """
      import io.chunksum.*;
      import io.chunksum.algorithm.*;
      import io.chunksum.buffer.*;
      import io.chunksum.compute.*;
      import io.chunksum.data.*;
      import io.chunksum.proto.*;
      import io.chunksum.verify.*;
      import com.google.protobuf.ByteString;
      import java.nio.ByteBuffer;
      import java.util.*;

      public class Example {
        static final List<String> alarms = new ArrayList<>();

        static void alarm(long window, long offset, long length, String expected, String actual) {
          alarms.add(window + " " + offset + " " + length);
        }

        public static String run(List<ByteBuffer> pieces, ByteBuffer out) throws Exception {
      """;

  private static final String AFTER =
      """
          pieces.get(1).put(0, (byte) 1);
          crc32c.verify(chunk, sums).mismatches().forEach(
              m -> alarm(m.window(), m.offset(), m.length(), m.expectedHex(), m.actualHex()));
          return result + "; " + alarms + "; " + out.slice(0, 12).equals(sums.packed());
        }
      }
      """;

  @Test
  void theFirstExampleCompilesAndDoesWhatItSays(@TempDir Path folder) throws Exception {
    String example = Examples.in(Path.of("README.md")).get(0);
    assertThat(example.lines().filter(line -> !line.isBlank()).count()).isLessThanOrEqualTo(12);

    List<ByteBuffer> pieces =
        List.of(ByteBuffer.allocateDirect(20_000), ByteBuffer.allocate(20_000));
    Map<String, String> sources = Map.of("Example", BEFORE + example + AFTER);
    try (Compiled compiled = Examples.compile(folder, sources)) {
      Object said = compiled.call("Example", "run", pieces, ByteBuffer.allocate(12));
      assertThat(said).isEqualTo("all 3 windows match; [1 16384 16384]; true");
    }
  }
}
