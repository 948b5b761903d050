// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles the methods of docs/datanode-replay.md, word for word, and takes a chunk through them.
 */
class DatanodeReplayTest {

  private static final Path DOCUMENT = Path.of("docs", "datanode-replay.md");

  private static final String BEFORE =
      """
      import io.chunksum.*;
      import io.chunksum.algorithm.*;
      import io.chunksum.buffer.*;
      import io.chunksum.data.*;
      import io.chunksum.netty.*;
      import io.chunksum.proto.*;
      import io.chunksum.scan.*;
      import io.chunksum.verify.*;
      import io.chunksum.window.*;
      import io.netty.buffer.*;
      import java.io.*;
      import java.nio.channels.FileChannel;
      import java.nio.file.*;
      import java.util.*;

      public class Example {
      """;

  private static final String AFTER =
      """
        public static List<String> run(Path file) throws Exception {
          byte[] content = new byte[100_000];
          ChunkBuffer payload = ChunkBuffer.wrap(content);
          byte[] header = header("1_chunk_2", 50, payload);
          ChunkInfo chunk = check(header, payload);
          List<String> said = new ArrayList<>();
          ChunkFileVerifier verifier = new ChunkFileVerifier();
          said.add(refusal(header, content));
          said.add(refusal(none(content), content));
          said.add(replay(verifier, file, chunk).mismatchCount() + " missing");

          content[57_123] ^= 1;
          Files.write(file, new byte[50]);
          Files.write(file, content, StandardOpenOption.APPEND);
          VerifyResult flipped = replay(verifier, file, chunk);
          said.add(flipped.toString());
          said.add(damage(chunk, flipped).toString());
          ByteBuf read = Unpooled.wrappedBuffer(content);
          said.add(verify(verifier, List.of(read), chunk).toString());
          read.release();

          content[57_123] ^= 1;
          Files.write(file, new byte[50]);
          Files.write(file, content, StandardOpenOption.APPEND);
          said.add(replay(verifier, file, chunk).toString());
          try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
            cut.truncate(50 + 90_000);
          }
          said.add(replay(verifier, file, chunk).toString());
          return said;
        }

        private static byte[] none(byte[] content) {
          ChunkInfo chunk = new ChunkInfo("1_chunk_2", 50, content.length, ChecksumData.none(0));
          return ChunkInfoCodec.OZONE.encodeToArray(chunk);
        }

        private static String refusal(byte[] header, byte[] content) {
          try {
            check(header, ChunkBuffer.wrap(Arrays.copyOf(content, 90_000)));
            return "kept";
          } catch (IOException e) {
            return e.getMessage();
          }
        }
      }
      """;

  @Test
  void theExamplesCompileAndDoWhatTheDocumentSays(@TempDir Path folder) throws Exception {
    String source = BEFORE + String.join("\n", Examples.in(DOCUMENT)) + AFTER;
    List<?> said;
    try (Compiled compiled = Examples.compile(folder, Map.of("Example", source))) {
      said = (List<?>) compiled.call("Example", "run", folder.resolve("block"));
    }
    String flipped =
        "CRC32C mismatch in chunk 1_chunk_2: window 3, bytes 49152 to 65535: expected ";
    String cut = "CRC32C mismatch in chunk 1_chunk_2: window 5, bytes 81920 to 98303: expected ";
    assertThat(said).hasSize(8);
    assertThat(said.get(0))
        .asString()
        .startsWith(cut)
        .endsWith("(the first of 2 mismatches); missing from byte 90000 onward");
    assertThat(said.get(1)).asString().contains("chunk 1_chunk_2 is not checked");
    assertThat(said.get(2)).isEqualTo("7 missing");
    assertThat(said.get(3)).asString().startsWith(flipped);
    assertThat(said.get(4)).isEqualTo("[ByteRange[offset=49202, length=16384]]");
    assertThat(said.get(5)).isEqualTo(said.get(3));
    assertThat(said.get(6)).isEqualTo("all 7 windows match");
    assertThat(said.get(7)).isEqualTo(said.get(0));
    assertThat(Files.readString(Path.of("..").resolve(DOCUMENT)))
        .contains("\n" + said.get(3) + "\n" + said.get(7) + "\n");
  }
}
