// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.list.FileSum;
import io.chunksum.format.list.ListForm;
import io.chunksum.format.list.ListReader;
import io.chunksum.format.list.ListedFile;
import io.chunksum.format.s3.ObjectChecksum;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checksums in text: lists as GNU's programs write them, and the headers of S3. */
class TextFuzzTest {

  private static final List<ChecksumType> S3_TYPES =
      List.of(
          ChecksumType.NONE,
          ChecksumType.CRC32,
          ChecksumType.CRC32C,
          ChecksumType.CRC64NVME,
          ChecksumType.of("SHA1", 20),
          ChecksumType.MD5,
          ChecksumType.SHA256);

  /** A line of one byte is a buffer, a text and more for a moment; nothing of it is kept. */
  private static final long GARBAGE_FACTOR = 512;

  private static List<ListedFile> read(ListForm form, byte[] list) throws IOException {
    try (ListReader reader = new ListReader(form, new ByteArrayInputStream(list))) {
      List<ListedFile> files = new ArrayList<>();
      for (Optional<ListedFile> next = reader.next(); next.isPresent(); next = reader.next()) {
        files.add(next.get());
      }
      assertThat(reader.lines()).isGreaterThanOrEqualTo(files.size() + reader.malformedLines());
      return files;
    }
  }

  @FuzzTest
  void list(byte[] input) throws IOException {
    for (ListForm form : ListForm.values()) {
      List<ListedFile> files =
          Decoding.attack(input, GARBAGE_FACTOR, list -> read(form, list)).orElseThrow();
      for (ListedFile file : files) {
        if (file.type().equals(FileSum.CKSUM) && file.name().endsWith("\r")) {
          assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(file::toLine);
          continue;
        }
        boolean plain =
            file.type().equals(FileSum.CKSUM) || (form != ListForm.CKSUM && !file.name().isEmpty());
        String line = plain ? file.toLine() : file.toTaggedLine();
        assertThat(read(form, bytes(line))).containsExactly(file);
      }
    }
  }

  /** The bytes of a line; a low surrogate alone stands for a byte that is not UTF-8. */
  private static byte[] bytes(String line) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    line.codePoints()
        .forEach(character -> {
          if ((character & ~0xFF) == Character.MIN_LOW_SURROGATE) {
            bytes.write(character);
          } else {
            bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
          }
        });
    return bytes.toByteArray();
  }

  @FuzzTest
  void objectChecksum(byte[] input) throws IOException {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    for (ChecksumType type : S3_TYPES) {
      Optional<ObjectChecksum> found =
          Decoding.attack(input, bytes -> ObjectChecksum.parse(type, text));
      assertThat(found.map(ObjectChecksum::toString)).isIn(Optional.empty(), Optional.of(text));
      assertThat(found.map(checksum -> checksum.checksum().remaining()))
          .isIn(Optional.empty(), Optional.of(Math.max(1, type.checksumLength())));
    }
  }

  @FuzzTest
  void eTag(byte[] input) throws IOException {
    String text = new String(input, StandardCharsets.ISO_8859_1);
    Decoding.roundTrip(
        input,
        bytes -> ObjectChecksum.parseETag(new String(bytes, StandardCharsets.ISO_8859_1)),
        checksum -> checksum.eTag().getBytes(StandardCharsets.ISO_8859_1));
    Optional<ObjectChecksum> found =
        Decoding.attack(input, bytes -> ObjectChecksum.parseETag(text));
    assertThat(found.map(ObjectChecksum::type))
        .isIn(Optional.empty(), Optional.of(ChecksumType.MD5));
  }
}
