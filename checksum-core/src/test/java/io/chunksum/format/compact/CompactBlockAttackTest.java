// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.management.ThreadMXBean;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import io.chunksum.data.MalformedChecksumDataException;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Gives the decoder damaged blocks, and some that were made wrong and have the right CRC. */
class CompactBlockAttackTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  private static final int RANDOM_INPUTS = 50_000;

  /** What wrapping may allocate whatever the input: the view, and an exception. */
  private static final long FREE_BYTES = 32 * 1024;

  /** And for each byte; the most is that of keys of one letter, read and thrown away. */
  private static final long FACTOR = 64;

  /** What the records of a block may take: the texts that are repeated, and all of the above. */
  private static final long RECORDS_FREE_BYTES = 256 * 1024;

  /** And for each byte; the most is that of chunks whose checksums have one byte each. */
  private static final long RECORDS_FACTOR = 320;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static List<List<ChunkInfo>> samples() {
    return Blocks.samples().stream()
        .filter(chunks -> CompactBlockCodec.encode(chunks).length < 500)
        .toList();
  }

  private static MalformedChecksumDataException refused(byte[] input) {
    MalformedChecksumDataException refused =
        catchThrowableOfType(
            MalformedChecksumDataException.class, () -> CompactBlockCodec.decode(input));
    assertThat(refused).as(HexFormat.of().formatHex(input)).isNotNull();
    assertThat(refused.offset()).isBetween(0L, (long) input.length);
    return refused;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyChangedBitIsFound(List<ChunkInfo> chunks) {
    byte[] block = CompactBlockCodec.encode(chunks);
    for (int bit = 0; bit < block.length * 8; bit++) {
      byte[] input = block.clone();
      input[bit / 8] ^= (byte) (1 << bit % 8);
      refused(input);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyMissingAndSurplusByteIsFound(List<ChunkInfo> chunks) {
    byte[] block = CompactBlockCodec.encode(chunks);
    for (int at = 0; at < block.length; at++) {
      refused(Arrays.copyOf(block, at));
      refused(Arrays.copyOfRange(block, at + 1, block.length));
      byte[] less = Arrays.copyOf(block, block.length - 1);
      System.arraycopy(block, at + 1, less, at, block.length - at - 1);
      byte[] more = Arrays.copyOf(block, block.length + 1);
      System.arraycopy(block, at, more, at + 1, block.length - at);
      refused(less);
      refused(more);
    }
    refused(Arrays.copyOf(block, block.length + 1));
  }

  /**
   * The whole block once more after itself, with its own CRC: the CRC of CRC and data is the same.
   */
  @Test
  void rightCrcDoesNotMakeUpForSurplusBytes() {
    byte[] block = CompactBlockCodec.encode(Blocks.inARow("1", 1, 9));
    assertThat(refused(Blocks.sealed(block))).hasMessageContaining("bytes of checksums");
  }

  @ParameterizedTest
  @CsvSource({
    // Each begins after the version, where the names are.
    "'', compact block ends too early",
    "03, names of unknown kind 3",
    "00, compact block ends too early",
    "01 8080808080808080 80 01, number of more than 63 bits",
    "01 05 8080808008, number of more than 31 bits",
    "02 05 61, 5 parts in 1 bytes",
    "02 01 ff 00, text is not UTF-8 (at byte 6)",
    // Runs.
    "00 05 01 02, 5 parts in 2 bytes",
    "00 01 00 09 00, run with flags 0",
    "00 01 10 09 00, run with flags 16",
    "00 01 01 06 01 00 00, unknown checksum type 6",
    "00 01 01 03 00 09 00, bytesPerChecksum of CRC32C is 0",
    "00 01 01 00 04 43524332 04, compact block ends too early",
    "00 01 01 00 01 21 04 01 00 00, not a name",
    "00 01 01 00 03 4d4435 10 01 00 00, built-in",
    "00 01 01 00 01 58 00 01 00 00, checksumLength",
    "00 01 05 03 01 01 01 00 00000000, run of 1 chunks",
    "00 01 05 03 01 00 01 00 00000000, run of 0 chunks",
    "00 01 05 01 01 02 05 00, run of 2 chunks",
    "00 01 05 03 01 02 00 00, run of 2 chunks",
    "00 01 09 03 01 05 04 00 00000000, run of 1 chunks of 5 bytes",
    "00 01 0d 03 01 02 01 01 00 0000000000000000, the last of 1",
    "00 01 0d 03 01 02 01 00 00 00000000, the last of 0",
    "00 01 03 01 01 ffffffffffffffff7f 01 00, beyond 2^63",
    "00 01 05 03 01 03 ffffffffffffffff7f 00, beyond 2^63",
    "00 01 01 03 01 09 00, checksums of more windows",
    "00 01 05 03 01 ffffffff07 01 00, checksums of more windows",
    "01 05 01 01 01 03 01 01 00 000000, '4 bytes of checksums, but there are 3'",
    "01 05 01 01 01 03 01 01 00 0000000000, '4 bytes of checksums, but there are 5'",
    "00 01 01 04 01 02 00 0000, checksums of more windows",
    "00 01 01 03 01 808080808080808040 00, checksums of more windows",
    // Extras.
    "00 01 01 01 01 09 00, 0 names for 1 chunks",
    "00 01 01 01 01 09 01 00 04 00, 0 names for 1 chunks",
    "01 05 01 01 01 01 01 09 02 000000, 2 parts in 3 bytes",
    "01 05 01 01 01 01 01 09 01 01 01 00, extras of chunk 1 of 1",
    "01 05 01 01 01 01 01 09 02 00 01 00 ffffffff07 01 00, extras of chunk 2147483648 of 1",
    "01 05 01 01 01 01 01 09 01 00 00 00, chunk with flags 0",
    "01 05 01 01 01 01 01 09 01 00 08 00, chunk with flags 8",
    "01 05 01 01 01 01 01 09 01 00 01 09, 9 parts in 0 bytes",
    "01 05 01 01 01 01 01 09 01 00 01 02 c328, text is not UTF-8",
    "01 05 01 01 01 01 01 09 01 00 02 02 00, 2 parts in 1 bytes",
    "01 05 01 01 01 01 01 09 01 00 02 01 00 05, 4 bytes where 0 are left",
    "01 05 01 01 01 02 01 00 01 00 04 05, 20 bytes where 0 are left",
  })
  void whatIsMadeWrongIsNamed(String hex, String problem) {
    assertThat(refused(Blocks.sealed(block(hex)))).as(hex).hasMessageContaining(problem);
  }

  /** The base is there once, and in the name of every chunk. */
  @Test
  void baseTooLongToBeRepeatedIsRefused() throws Exception {
    String rest = "00" + "01 05 03 01 02 01" + "00" + "0000000000000000";
    String base = "a".repeat(32_768);
    String longest = "02 808002" + "61".repeat(32_768) + rest;
    assertThat(CompactBlockCodec.decode(Blocks.sealed(block(longest))))
        .extracting(ChunkInfo::name)
        .containsExactly(base + "_chunk_0", base + "_chunk_1");
    String tooLong = "02 818002" + "61".repeat(32_769) + rest;
    assertThat(refused(Blocks.sealed(block(tooLong))))
        .hasMessageContaining("a common name prefix of 32769 bytes, for 2 chunks");
  }

  /** A block without its CRC; the hex begins after the version. */
  private static byte[] block(String hex) {
    return HexFormat.of().parseHex(("43534201" + hex).replace(" ", ""));
  }

  @Test
  void frameThatIsNoneIsNamed() {
    assertThat(refused(new byte[0])).hasMessageContaining("too short");
    assertThat(refused(new byte[7])).hasMessageContaining("too short");
    assertThat(refused(new byte[8])).hasMessageContaining("not a compact block");
    assertThat(refused(Blocks.sealed((byte) 'C', (byte) 'S', (byte) 'B', (byte) 2)))
        .hasMessageContaining("unknown version 2")
        .hasMessageContaining("(at byte 3)");
    byte[] damaged = CompactBlockCodec.encode(List.of());
    damaged[damaged.length - 1]++;
    assertThat(refused(damaged)).hasMessageContaining("its CRC does not match");
  }

  /** Bytes with the right CRC: some are blocks, none does harm. */
  @Test
  void randomChangesUnderTheRightCrcAreWithstood() {
    Random random = new Random(SEED);
    List<byte[]> blocks = samples().stream().map(CompactBlockCodec::encode).toList();
    int taken = 0;
    for (int i = 0; i < RANDOM_INPUTS; i++) {
      byte[] block = blocks.get(random.nextInt(blocks.size()));
      byte[] input = Arrays.copyOf(block, block.length - 4);
      for (int changes = random.nextInt(3); changes >= 0; changes--) {
        input[4 + random.nextInt(Math.min(30, input.length - 4))] = (byte) random.nextInt();
      }
      taken += attack(Blocks.sealed(input)) ? 1 : 0;
    }
    assertThat(taken).as("seed %d", SEED).isBetween(RANDOM_INPUTS / 100, RANDOM_INPUTS * 9 / 10);
  }

  private static boolean attack(byte[] input) {
    try {
      assertAllocates(FREE_BYTES + FACTOR * input.length, () -> new CompactBlock().wrap(input));
      assertAllocates(
          RECORDS_FREE_BYTES + RECORDS_FACTOR * input.length,
          () -> CompactBlockCodec.decode(input));
      List<ChunkInfo> chunks = CompactBlockCodec.decode(input);
      assertThat(CompactBlockCodec.decode(CompactBlockCodec.encode(chunks))).isEqualTo(chunks);
      return true;
    } catch (MalformedChecksumDataException e) {
      return false;
    } catch (Throwable e) {
      String hex = HexFormat.of().formatHex(input, 0, Math.min(input.length, 500));
      throw new AssertionError(hex + "; -Dchunksum.test.seed=" + SEED, e);
    }
  }

  private static void assertAllocates(long most, ThrowingCallable call) throws Throwable {
    long allocated = allocatedBy(call);
    // The JVM itself allocates when a path is taken for the first time.
    for (int i = 0; i < 3 && allocated > most; i++) {
      allocated = allocatedBy(call);
    }
    assertThat(allocated).isLessThanOrEqualTo(most);
  }

  private static long allocatedBy(ThrowingCallable call) throws Throwable {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      call.call();
    } catch (MalformedChecksumDataException e) {
      // Checked elsewhere.
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  /** Names as long as they can be: of the longest number, and of texts that may be repeated. */
  @ParameterizedTest
  @CsvSource({
    "01 ffffffffffffffff7f, 100000",
    "02 00, 100000",
    "02 02 d096, 32768",
    "02 20 d096d096d096d096d096d096d096d096d096d096d096d096d096d096d096d096, 2048",
  })
  void manySmallChunksTakeABoundedMultipleOfTheirSize(String base, int chunks) {
    assertThat(attack(smallChunks(base, chunks))).isTrue();
  }

  @Test
  void aFewBytesDoNotStandForManyNames() {
    String base = "d096" + "78".repeat(253);
    assertThat(attack(smallChunks("02 ff01" + base, 257))).isTrue();
    assertThat(refused(smallChunks("02 ff01" + base, 258)))
        .hasMessageContaining("a common name prefix of 255 bytes, for 258 chunks");
    List<ChunkInfo> chunks = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      String name = "\u0416".repeat(127) + "_chunk_" + i;
      chunks.add(Blocks.chunk(name, 0, 0, ChecksumType.NONE, 0));
    }
    assertThat(attack(CompactBlockCodec.encode(chunks))).isTrue();
  }

  @Test
  void chunksOfOneByteTakeABoundedMultipleOfTheirSize() {
    int chunks = 100_000;
    ByteArrayOutputStream block = longNames("01 ffffffffffffffff7f");
    // One run, of type "X", whose checksums are of 1 byte, with one window of 1 byte for each
    // chunk.
    block.writeBytes(HexFormat.of().parseHex("01050001580101"));
    writeVarint(chunks, block);
    block.writeBytes(new byte[] {1, 0});
    block.writeBytes(new byte[chunks]);
    assertThat(attack(Blocks.sealed(block.toByteArray()))).isTrue();
  }

  @Test
  void manyNamesOfTypesTakeABoundedMultipleOfTheirSize() {
    int runs = 50_000;
    ByteArrayOutputStream block = longNames("01 ffffffffffffffff7f");
    writeVarint(runs, block);
    for (int i = 0; i < runs; i++) {
      // Of type "X", whose checksums are of 1 byte, with one chunk of no bytes.
      block.writeBytes(HexFormat.of().parseHex("01000158010100"));
    }
    block.write(0);
    assertThat(attack(Blocks.sealed(block.toByteArray()))).isTrue();
  }

  /** Chunks without checksums, of two bytes each, whose numbers have ten digits. */
  private static byte[] smallChunks(String base, int chunks) {
    ByteArrayOutputStream block = longNames(base);
    writeVarint(chunks, block);
    // The first has the settings of all.
    block.writeBytes(new byte[] {1, 1, 0, 0});
    block.writeBytes(new byte[2 * (chunks - 1) + 1]);
    return Blocks.sealed(block.toByteArray());
  }

  /** The start of a block whose names have a base in hex and numbers of ten digits. */
  private static ByteArrayOutputStream longNames(String base) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.writeBytes(block(base));
    writeVarint(2_000_000_000, block);
    return block;
  }

  private static void writeVarint(int number, ByteArrayOutputStream out) {
    int rest = number;
    for (; rest >= 0x80; rest >>>= 7) {
      out.write((rest & 0x7F) | 0x80);
    }
    out.write(rest);
  }

  @Test
  void manySmallEntriesTakeABoundedMultipleOfTheirSize() {
    ChunkInfo tagged =
        Blocks.with(
            Blocks.chunk("a", 0, 8, ChecksumType.CRC32, 4),
            Collections.nCopies(30_000, new KeyValue("k", Optional.empty())),
            Optional.empty());
    assertThat(attack(CompactBlockCodec.encode(List.of(tagged)))).isTrue();
  }
}
