// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file longer than 2 GiB whose checksums take more memory than the JVM has. Nearly all of it is a
 * hole, which takes no room on the disk.
 */
@EnabledOnOs(OS.LINUX)
class LargeFileTest {

  private static final int WINDOW = 2048;
  private static final long TWO_GIB = 1L << 31;
  private static final long LENGTH = TWO_GIB + (1 << 20) + 5;

  /** Of the zeros that the hole has. */
  private static final String HOLE = Oracle.sum("CRC32C", new byte[WINDOW]);

  @TempDir private Path directory;
  private Path folder;
  private Path file;
  private Path out;

  @BeforeEach
  void writeTheFile() throws IOException {
    folder = Files.createDirectory(directory.resolve("folder"));
    file = folder.resolve("file");
    out = directory.resolve("out");
    write(0, Oracle.random(7, 1000));
    write(TWO_GIB - 500, Oracle.random(8, 1000));
    write(LENGTH - 1000, Oracle.random(9, 1000));
  }

  private void write(long offset, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      assertThat(channel.write(ByteBuffer.wrap(bytes), offset)).isEqualTo(bytes.length);
    }
  }

  private void assertEndsWith(int status, String error, String... args) throws Exception {
    List<String> options = new ArrayList<>(ChildJvm.QUIET);
    options.addAll(List.of("-Xmx24m", "-XX:MaxDirectMemorySize=8m"));
    ChildJvm.Ended ended = ChildJvm.run(ChildJvm.command(options, Main.class, args), out);
    assertThat(ended.err()).isEqualTo(error);
    assertThat(ended.status()).isEqualTo(status);
  }

  @Test
  void isSummedVerifiedAndScannedInLittleMemory() throws Exception {
    assertEndsWith(0, "", "sum", "-b", "" + WINDOW, "--format", "json", file.toString());
    assertChecksumsAreRight();

    flip(TWO_GIB + 3);
    String found =
        "window %d, bytes %d to %d:".formatted(TWO_GIB / WINDOW, TWO_GIB, TWO_GIB + WINDOW - 1);
    assertEndsWith(1, "", "verify", file.toString());
    assertThat(Files.readString(out)).contains("1 mismatched", found);
    assertEndsWith(1, "", "verify", "--range", TWO_GIB + ":1", file.toString());
    assertThat(Files.readString(out)).contains("1 mismatched", found);
    String count = "chunksum: of 1 file, 1 mismatched, 0 could not be checked\n";
    assertEndsWith(1, count, "scan", "-j", "2", folder.toString());
    assertThat(Files.readString(out)).contains("1 mismatched", found);
  }

  private void assertChecksumsAreRight() throws IOException {
    long window = 0;
    int ofRandomBytes = 0;
    try (FileChannel channel = FileChannel.open(file);
        JsonParser json = new JsonFactory().createParser(out.toFile())) {
      while (json.nextToken() != JsonToken.START_ARRAY) {
        assertThat(json.currentToken()).isNotNull();
      }
      for (; json.nextToken() == JsonToken.VALUE_STRING; window++) {
        String sum = json.getText();
        if (!sum.equals(HOLE)) {
          assertThat(sum).as("window %d", window).isEqualTo(sumOf(channel, window));
          ofRandomBytes++;
        }
      }
    }
    assertThat(window).isEqualTo((LENGTH + WINDOW - 1) / WINDOW);
    assertThat(ofRandomBytes).as("windows that are not all zeros").isEqualTo(1 + 2 + 2);
  }

  private static String sumOf(FileChannel channel, long window) throws IOException {
    long offset = window * WINDOW;
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(WINDOW, LENGTH - offset));
    while (bytes.hasRemaining()) {
      assertThat(channel.read(bytes, offset + bytes.position())).isPositive();
    }
    return Oracle.sum("CRC32C", bytes.array());
  }

  private void flip(long offset) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, offset);
      channel.write(ByteBuffer.wrap(new byte[] {(byte) ~one.get(0)}), offset);
    }
  }
}
