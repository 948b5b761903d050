// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.format.s3.ObjectChecksum;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compiles and runs the examples of docs/s3-and-lists.md. */
class S3AndListsPageTest {

  private static final byte[] CONTENT = TestBytes.random(20_72, 100_000);

  @TempDir private Path classes;
  @TempDir private Path folder;

  @Test
  void theExamplesCombinePartsAndFindWhatChanged() throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "s3-and-lists.md"));
    Map<String, String> sources = Map.of("Upload", examples.get(0), "Check", examples.get(3));
    try (Compiled compiled = Examples.compile(classes, sources)) {
      List<Object> parts = new ArrayList<>();
      for (byte[] part : Parts.ofLength(CONTENT, 30_000)) {
        parts.add(compiled.make("Upload$Part", checksum(part).toString(), part.length));
      }
      assertThat(compiled.call("Upload", "object", parts)).isEqualTo(checksum(CONTENT));
      assertThat(compiled.call("Upload", "object", List.of())).hasToString("AAAAAAAAAAA=");
      assertThat(compiled.call("Check", "changed", folder, writeList()))
          .isEqualTo(List.of("changed"));
    }
  }

  @Test
  void aListThatCannotBeUnderstoodDoesNotCountAsUnchanged() throws Exception {
    String source = Examples.in(Path.of("docs", "s3-and-lists.md")).get(3);
    String list = Files.readString(writeList());
    Map<String, byte[]> others =
        Map.of(
            "nothing", new byte[0],
            "comment", "# sums\n".getBytes(StandardCharsets.UTF_8),
            "utf-16", list.getBytes(StandardCharsets.UTF_16),
            "mark", ("\uFEFF" + list.substring(7)).getBytes(StandardCharsets.UTF_8),
            "md5sum", "25f9e794323b453885f5181f1b624d0b  same\n".getBytes(StandardCharsets.UTF_8));
    try (Compiled compiled = Examples.compile(classes, Map.of("Check", source))) {
      for (Map.Entry<String, byte[]> other : others.entrySet()) {
        Path file = Files.write(folder.resolve(other.getKey()), other.getValue());
        assertThatThrownBy(() -> compiled.call("Check", "changed", folder, file))
            .as(other.getKey())
            .hasCauseInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void objectsThatArriveInPartsHaveSeveralChecksumsInOnePass() throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "s3-and-lists.md"));
    Map<String, String> source = Map.of("Received", examples.get(1));
    try (Compiled compiled = Examples.compile(classes, source)) {
      ChecksumType[] types = {ChecksumType.CRC64NVME, ChecksumType.MD5};
      Object sums = compiled.make("Received", (Object) types);
      for (byte[] content : List.of(new byte[0], CONTENT)) {
        for (byte[] part : Parts.ofLength(content, 30_000)) {
          ByteBuffer bytes = ByteBuffer.wrap(part);
          Compiled.callOn(sums, "accept", bytes);
          assertThat(bytes.position()).isZero();
        }
        String md5 =
            Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(content));
        assertThat(Compiled.callOn(sums, "finish").toString())
            .isEqualTo("{CRC64NVME=" + crc64(content) + ", MD5=" + md5 + "}");
      }
    }
  }

  /** Also of types that have no algorithm but the one that the example makes. */
  @ParameterizedTest
  @CsvSource({"MD5, MD5", "SHA256, SHA-256", "SHA1, SHA-1", "SHA512, SHA-512"})
  void whatClientsDeclareIsComparedWithWhatArrives(String name, String digest) throws Exception {
    byte[] sum = MessageDigest.getInstance(digest).digest(CONTENT);
    String value = Base64.getEncoder().encodeToString(sum);
    ChecksumType type = ObjectChecksum.typeOfHeader("x-amz-checksum-" + name).orElseThrow();
    assertThat(isWhatArrived(type, value, CONTENT)).isEqualTo(true);
    assertThat(isWhatArrived(type, value, new byte[5])).isEqualTo(false);
    assertThat(isWhatArrived(type, value + "-1", CONTENT)).isEqualTo(false);
    ChecksumType unknown = ObjectChecksum.typeOfHeader("x-amz-checksum-xxhash3").orElseThrow();
    assertThatThrownBy(() -> isWhatArrived(unknown, "AAAAAAAAAAA=", CONTENT))
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  private Object isWhatArrived(ChecksumType type, String value, byte[] body) throws Exception {
    String example = Examples.in(Path.of("docs", "s3-and-lists.md")).get(2);
    try (Compiled compiled = Examples.compile(classes, Map.of("Declared", example))) {
      Object declared = compiled.make("Declared", type, value);
      Compiled.callOn(declared, "accept", body, 0, body.length);
      return Compiled.callOn(declared, "isWhatArrived");
    }
  }

  private static String crc64(byte[] content) {
    return content.length == 0 ? "AAAAAAAAAAA=" : checksum(content).toString();
  }

  private static ObjectChecksum checksum(byte[] content) {
    ChunkChecksum crc = ChunkChecksum.of(ChecksumType.CRC64NVME, content.length);
    return ObjectChecksum.of(
        ChecksumType.CRC64NVME, crc.compute(ChunkBuffer.wrap(content)).checksum(0));
  }

  private Path writeList() throws Exception {
    String sha256 = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT));
    Files.write(folder.resolve("same"), CONTENT);
    Files.write(folder.resolve("changed"), new byte[7]);
    return Files.writeString(
        folder.resolve("SHA256SUMS"), "# sums\n" + sha256 + "  same\n" + sha256 + " *changed\n");
  }
}
