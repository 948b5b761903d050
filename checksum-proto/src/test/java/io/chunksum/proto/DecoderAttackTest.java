// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.KeyValue;
import io.chunksum.data.MalformedChecksumDataException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Gives the decoders bytes that nobody meant to write. They must give a value that survives a round
 * trip, or the one named exception, and must not take more memory than the input is worth. Long,
 * because each way to attack is tried on all of the decoders.
 */
class DecoderAttackTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  private static final int RANDOM_INPUTS = 100_000;

  /**
   * What decoding may allocate whatever the input: two exceptions with their stack traces, and the
   * 4 KiB that protobuf reads ropes through. A declared length from 64 KiB up that is believed is
   * over it.
   */
  private static final long FREE_BYTES = 32 * 1024;

  private static final long FACTOR = 8;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A decoder and a message that it takes. */
  enum Target {
    CRC32C {
      @Override
      byte[] valid() {
        return ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.CRC32C, 3));
      }
    },
    SHA256 {
      @Override
      byte[] valid() {
        return ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.SHA256, 2));
      }
    },
    CHUNK_INFO {
      @Override
      byte[] valid() {
        return CHUNKS.encodeToArray(CHUNK);
      }

      @Override
      Object decode(ByteString input) throws MalformedChecksumDataException {
        return CHUNKS.decode(input);
      }
    },
    BLOCK_DATA {
      @Override
      byte[] valid() {
        return BlockDataCodec.encodeToArray(BLOCK);
      }

      @Override
      Object decode(ByteString input) throws MalformedChecksumDataException {
        return BlockDataCodec.decode(input);
      }
    };

    abstract byte[] valid();

    Object decode(ByteString input) throws MalformedChecksumDataException {
      return ChecksumDataCodec.decode(input);
    }
  }

  private static final ChunkInfoCodec CHUNKS = ChunkInfoCodec.OZONE;

  private static final ChunkInfo CHUNK =
      new ChunkInfo("17_chunk_1", 1 << 20, 2 * Sums.WINDOW + 5, Sums.of(ChecksumType.CRC32C, 3));

  private static final BlockData BLOCK =
      new BlockData(
          new BlockId(1, 17, OptionalLong.of(3), OptionalInt.of(1)),
          OptionalLong.empty(),
          List.of(new KeyValue("TYPE", "KEY"), new KeyValue("incremental", "")),
          List.of(
              new ChunkInfo(
                  "17_chunk_1",
                  0,
                  9,
                  Sums.of(ChecksumType.CRC32C, 1),
                  List.of(new KeyValue("k", Optional.empty())),
                  Optional.of(Sums.of(ChecksumType.CRC32C, 2)))),
          OptionalLong.of(9));

  private static byte[] encode(Object value) {
    if (value instanceof BlockData block) {
      return BlockDataCodec.encodeToArray(block);
    }
    return value instanceof ChunkInfo chunk
        ? CHUNKS.encodeToArray(chunk)
        : ChecksumDataCodec.encodeToArray((ChecksumData) value);
  }

  /**
   * Decodes and says whether the input was taken. Everything not allowed is an AssertionError.
   *
   * @param turn number of the attack: every second one is repeated in another form of memory
   */
  private static boolean attack(Target target, byte[] input, int turn) {
    try {
      boolean taken = attack(target, Form.LITERAL.of(input), input.length);
      if (turn % 2 == 0) {
        Form other = turn % 4 == 0 ? Form.DIRECT : Form.SUBSTRING_OF_ROPE;
        assertThat(attack(target, other.of(input), input.length)).as("%s", other).isEqualTo(taken);
      }
      return taken;
    } catch (Exception | Error e) {
      throw new AssertionError(
          "%s of bytes %s; -Dchunksum.test.seed=%d".formatted(target, Wire.hex(input), SEED), e);
    }
  }

  private static boolean attack(Target target, ByteString input, int length) throws Exception {
    Object value;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    long allocated;
    try {
      value = target.decode(input);
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    } catch (MalformedChecksumDataException e) {
      assertMemoryIsBounded(target, input, THREADS.getCurrentThreadAllocatedBytes() - before);
      // Plain comparisons: these lines run some 300,000 times.
      if (e.offset() < 0 || e.offset() > length) {
        throw new AssertionError("offset " + e.offset(), e);
      }
      if (!String.valueOf(e.getMessage()).endsWith("(at byte " + e.offset() + ")")) {
        throw new AssertionError("message without its offset", e);
      }
      return false;
    }
    assertMemoryIsBounded(target, input, allocated);
    assertThat(target.decode(ByteString.copyFrom(encode(value)))).isEqualTo(value);
    return true;
  }

  private static void assertMemoryIsBounded(Target target, ByteString input, long measured) {
    long bound = FREE_BYTES + FACTOR * input.size();
    long allocated = measured;
    // The JVM itself allocates when a path is taken for the first time.
    for (int i = 0; i < 3 && allocated > bound; i++) {
      allocated = allocatedBy(target, input);
    }
    if (allocated > bound) {
      throw new AssertionError(allocated + " bytes allocated for " + input.size());
    }
  }

  @SuppressWarnings("CheckReturnValue") // Only the memory counts here.
  private static long allocatedBy(Target target, ByteString input) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      target.decode(input);
    } catch (MalformedChecksumDataException e) {
      // Checked elsewhere.
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @BeforeAll
  static void memoryIsMeasured() {
    assertThat(THREADS.isThreadAllocatedMemoryEnabled()).isTrue();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    byte[] some = new byte[1 << 20];
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .isGreaterThanOrEqualTo(some.length);
  }

  @ParameterizedTest
  @EnumSource(Target.class)
  void everyByteSetToEveryValueIsWithstood(Target target) {
    int taken = 0;
    int refused = 0;
    byte[] valid = target.valid();
    for (int at = 0; at < valid.length; at++) {
      byte[] input = valid.clone();
      for (int change = 1; change < 256; change++) {
        input[at] = (byte) (valid[at] ^ change);
        if (attack(target, input, change)) {
          taken++;
        } else {
          refused++;
        }
      }
    }
    // A bit of a checksum may be any; a bit of the frame may not.
    assertThat(taken).isGreaterThan(12 * 255);
    assertThat(refused).isGreaterThan(5 * 255);
  }

  @ParameterizedTest
  @EnumSource(Target.class)
  void everyTruncationIsWithstood(Target target) {
    byte[] valid = target.valid();
    int taken = 0;
    for (int length = 0; length <= valid.length; length++) {
      if (attack(target, Arrays.copyOf(valid, length), 2 * length)) {
        taken++;
      }
      attack(target, Arrays.copyOfRange(valid, length, valid.length), 2 * length);
    }
    assertThat(taken)
        .isEqualTo(
            switch (target) {
              case CRC32C -> 4; // The whole message, and what ends after its head or an entry.
              case SHA256 -> 3;
              case CHUNK_INFO -> 1; // Only the whole message.
              case BLOCK_DATA -> 5; // What ends after the id or any later field.
            });
  }

  @ParameterizedTest
  @EnumSource(Target.class)
  void everyByteInsertedAnywhereIsWithstood(Target target) {
    int refused = 0;
    byte[] valid = target.valid();
    for (int at = 0; at <= valid.length; at++) {
      byte[] input = new byte[valid.length + 1];
      System.arraycopy(valid, 0, input, 0, at);
      System.arraycopy(valid, at, input, at + 1, valid.length - at);
      for (int value = 0; value < 256; value++) {
        input[at] = (byte) value;
        if (!attack(target, input, value)) {
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(valid.length * 200);
  }

  @Test
  void randomBytesAreWithstood() {
    Random random = new Random(SEED);
    int refused = 0;
    for (int i = 0; i < RANDOM_INPUTS / 2; i++) {
      byte[] input = new byte[random.nextInt(64)];
      random.nextBytes(input);
      if (!attack(i % 2 == 0 ? Target.CRC32C : Target.CHUNK_INFO, input, i / 2)) {
        refused++;
      }
    }
    assertThat(refused).as("seed %d", SEED).isGreaterThan(RANDOM_INPUTS / 4);
  }

  /** Bytes that begin like a message go deeper than noise does. */
  @Test
  void randomFieldsAreWithstood() {
    Random random = new Random(SEED + 1);
    int taken = 0;
    int refused = 0;
    for (int i = 0; i < RANDOM_INPUTS / 2; i++) {
      boolean chunk = i % 2 == 0;
      Wire message = chunk ? randomChunk(random) : randomSums(random);
      byte[] input = message.toArray();
      if (random.nextInt(4) == 0 && input.length > 0) {
        input[random.nextInt(input.length)] = (byte) random.nextInt();
      }
      if (attack(chunk ? Target.CHUNK_INFO : Target.CRC32C, input, i / 2)) {
        taken++;
      } else {
        refused++;
      }
    }
    // Both ends are reached often, or the fields made here are not worth much.
    assertThat(taken).as("seed %d", SEED).isGreaterThan(RANDOM_INPUTS / 50);
    assertThat(refused).as("seed %d", SEED).isGreaterThan(RANDOM_INPUTS / 50);
  }

  private static Wire randomSums(Random random) {
    ChecksumType type = Sums.ALL_TYPES.get(random.nextInt(Sums.ALL_TYPES.size()));
    Wire message = new Wire();
    int fields = random.nextInt(7);
    if (random.nextInt(8) != 0) {
      message.varint(1, Sums.numberOf(type)).varint(2, 1 + random.nextInt(100));
    }
    for (int i = 0; i < fields; i++) {
      byte[] entry = new byte[random.nextInt(12) == 0 ? random.nextInt(40) : Sums.lengthOf(type)];
      random.nextBytes(entry);
      switch (random.nextInt(12)) {
        case 0 -> message.varint(1, random.nextInt(8));
        case 1 -> message.varint(2, random.nextLong() >>> random.nextInt(64));
        case 2 -> message.tag(3, Wire.BYTES).raw(random.nextInt() >>> random.nextInt(32));
        case 3 -> message.anything(1 + random.nextInt(20), random.nextInt(6));
        default -> message.bytes(3, entry);
      }
    }
    return message;
  }

  private static Wire randomChunk(Random random) {
    Wire message = new Wire();
    int count = random.nextInt(4);
    Wire sums =
        random.nextInt(3) == 0
            ? randomSums(random)
            : new Wire().raw(ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.MD5, count)));
    message.bytes(1, (byte) random.nextInt(), (byte) 'c').varint(2, random.nextInt(1000));
    message.varint(3, (long) count * Sums.WINDOW - random.nextInt(3));
    switch (random.nextInt(12)) {
      case 0 -> message.varint(2, random.nextLong() >>> random.nextInt(64));
      case 1 -> message.varint(3, random.nextLong() >>> random.nextInt(64));
      case 2 -> message.tag(5, Wire.BYTES).raw(random.nextInt() >>> random.nextInt(32));
      case 3 -> message.tag(1, Wire.BYTES).raw(random.nextInt() >>> random.nextInt(32));
      case 4 -> message.anything(1 + random.nextInt(20), random.nextInt(6));
      default -> {}
    }
    return message.bytes(5, sums);
  }

  /**
   * Lengths that are not there: from one that would be cheap to believe to the largest there is.
   */
  @Test
  void declaredLengthsAreNotBelieved() {
    for (int field = 1; field <= 7; field++) {
      for (int bits = 6; bits < 64; bits++) {
        long length = (1L << bits) - 1;
        Wire field1 = new Wire().tag(field, Wire.BYTES).raw(length).raw(new byte[10]);
        byte[] alone = field1.toArray();
        byte[] after =
            Sums.head(ChecksumType.CRC32).bytes(3, new byte[4]).raw(field1.toArray()).toArray();
        byte[] inChunk = new Wire().raw(Target.CHUNK_INFO.valid()).raw(field1.toArray()).toArray();
        byte[] nested = new Wire().bytes(5, after).toArray();
        for (Target target : new Target[] {Target.CRC32C, Target.CHUNK_INFO}) {
          assertThat(attack(target, alone, 2 * bits)).isFalse();
          assertThat(attack(target, after, 2 * bits)).isFalse();
          assertThat(attack(target, inChunk, 2 * bits)).isFalse();
          assertThat(attack(target, nested, 2 * bits)).isFalse();
        }
      }
    }
  }

  /**
   * Some versions of protobuf skip a group in a group by a call in a call, until the stack
   * overflows; others give up 100 groups further on, with a message of their own.
   */
  @ParameterizedTest
  @EnumSource(Target.class)
  void nestedGroupsAreRefusedAtTheFirst(Target target) {
    byte[] groups = new byte[1_000_000];
    Arrays.fill(groups, (byte) 0x7B); // Begins a group of number 15.
    byte[] valid = target.valid();
    byte[] input = new Wire().raw(valid).raw(groups).toArray();
    for (Form form : Form.values()) {
      MalformedChecksumDataException refused =
          catchThrowableOfType(
              MalformedChecksumDataException.class, () -> target.decode(form.of(input)));
      assertThat(refused)
          .as("%s", form)
          .hasMessage("field 15 begins or ends a group (at byte %d)", valid.length);
    }
  }

  /** What is really there may be taken, but not several times over. */
  @ParameterizedTest
  @EnumSource(Form.class)
  void largeInputTakesASmallMultipleOfItsSize(Form form) throws Exception {
    byte[] fewHeads = ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.SHA256, 30_000));
    byte[] manyHeads = ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.CRC32, 170_000));
    Wire empty = Sums.head(ChecksumType.CRC32);
    for (int i = 0; i < 500_000; i++) {
      empty.bytes(3);
    }
    byte[] chunk =
        CHUNKS.encodeToArray(
            new ChunkInfo(
                "c".repeat(300_000),
                0,
                100_000L * Sums.WINDOW,
                Sums.of(ChecksumType.CRC32C, 100_000)));
    // What is refused takes little memory, so make sure of which are.
    assertThat(Target.CRC32C.decode(form.of(fewHeads)))
        .isEqualTo(Sums.of(ChecksumType.SHA256, 30_000));
    assertThat(Target.CRC32C.decode(form.of(manyHeads)))
        .isEqualTo(Sums.of(ChecksumType.CRC32, 170_000));
    assertThatThrownBy(() -> Target.CRC32C.decode(form.of(empty.toArray())))
        .isInstanceOf(MalformedChecksumDataException.class);
    assertThat(CHUNKS.encodeToArray((ChunkInfo) Target.CHUNK_INFO.decode(form.of(chunk))))
        .isEqualTo(chunk);
    for (byte[] input : new byte[][] {fewHeads, manyHeads, empty.toArray()}) {
      assertThat(allocatedBy(Target.CRC32C, form.of(input)))
          .isLessThan(FREE_BYTES + 4L * input.length);
    }
    assertThat(allocatedBy(Target.CHUNK_INFO, form.of(chunk)))
        .isLessThan(FREE_BYTES + 4L * chunk.length);
  }

  /** Entries and chunks of the fewest bytes, each of which becomes some objects. */
  @ParameterizedTest
  @EnumSource(Form.class)
  void manySmallPartsTakeABoundedMultipleOfTheirSize(Form form) throws Exception {
    Wire keys = new Wire().bytes(1, new Wire().varint(1, 1).varint(2, 1));
    Wire chunks = new Wire().raw(keys.toArray());
    Wire chunk = new Wire().bytes(1).varint(2, 0).varint(3, 0).bytes(5, Wire.hex("08011000"));
    for (int i = 0; i < 50_000; i++) {
      keys.bytes(3, new Wire().bytes(1, (byte) 'k'));
      chunks.bytes(4, chunk);
    }
    BlockData ofKeys = (BlockData) Target.BLOCK_DATA.decode(form.of(keys.toArray()));
    assertThat(ofKeys.metadata()).hasSize(50_000);
    BlockData ofChunks = (BlockData) Target.BLOCK_DATA.decode(form.of(chunks.toArray()));
    assertThat(ofChunks.chunks()).hasSize(50_000);
    for (Wire message : List.of(keys, chunks)) {
      assertThat(allocatedBy(Target.BLOCK_DATA, form.of(message.toArray())))
          .isLessThan(FREE_BYTES + 32L * message.size());
    }
  }
}
