// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.hadoop;

import static io.chunksum.tests.hadoop.FileChecksumTest.crc;
import static io.chunksum.tests.hadoop.FileChecksumTest.sums;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.hadoop.EcBlockGroup;
import io.chunksum.tests.TestBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Erasure-coded block groups: the CRC of their data, and what belongs to each cell. */
class EcBlockGroupTest {

  private static final ChecksumAlgorithm CRC32C = ChecksumAlgorithms.of(ChecksumType.CRC32C);

  /** Stripes whose cells do not end where windows do, with any number of parity replicas. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 99, 100, 101, 299, 300, 301, 650, 900})
  void blockGroupOfAnyLengthComposes(int length) {
    byte[] data = TestBytes.random(4, length);
    for (int parity : new int[] {0, 1, 4}) {
      List<ChecksumData> stripes = new ArrayList<>();
      for (int at = 0; at < length; at += 300) {
        stripes.add(stripe(data, at, Math.min(length, at + 300), parity));
      }
      EcBlockGroup group = new EcBlockGroup(3, parity, 100, length);
      CrcValue expected = length == 0 ? CrcValue.empty(CRC32C) : crc(data, 0, length);
      assertThat(group.crcValue(CRC32C, stripes)).isEqualTo(expected);
      refusesOtherLengthsAndNumbers(stripes, group);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 99, 100, 101, 299, 300, 301, 650, 900})
  void cellsHaveTheirOwnChecksums(int length) {
    byte[] data = TestBytes.random(4, length);
    EcBlockGroup group = new EcBlockGroup(3, 2, 100, length);
    for (int at = 0; at < length; at += 300) {
      int end = Math.min(length, at + 300);
      ChecksumData stripe = stripe(data, at, end, 2);
      for (int replica = 1; replica <= 3; replica++) {
        int from = Math.min(end, at + 100 * (replica - 1));
        byte[] cell = Arrays.copyOfRange(data, from, Math.min(end, from + 100));
        assertCell(group, stripe, at / 300, replica, cell);
      }
      for (int parity = 0; parity < 2; parity++) {
        byte[] cell = TestBytes.random(parity, Math.min(100, end - at));
        assertCell(group, stripe, at / 300, 4 + parity, cell);
      }
      int surplus = (length + 299) / 300;
      for (int[] wrong : new int[][] {{0, 0}, {0, 6}, {-1, 1}, {surplus, 1}}) {
        assertThatThrownBy(() -> group.cellChecksums(stripe, wrong[0], wrong[1]))
            .isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
    for (ChecksumData wrong : List.of(sums(ChecksumType.CRC32C, 30, 0), ChecksumData.none(0))) {
      assertThatIllegalArgumentException().isThrownBy(() -> group.cellChecksums(wrong, 0, 1));
    }
  }

  private static void assertCell(
      EcBlockGroup group, ChecksumData stripe, int index, int replica, byte[] cell) {
    assertThat(group.cellChecksums(stripe, index, replica))
        .isEqualTo(ChunkChecksum.of(CRC32C, 30).compute(ChunkBuffer.wrap(cell)));
  }

  private static ChecksumData stripe(byte[] data, int from, int to, int parity) {
    byte[] packed = new byte[0];
    for (int cell = from; cell < to; cell += 100) {
      packed = joined(packed, Arrays.copyOfRange(data, cell, Math.min(cell + 100, to)));
    }
    for (int i = 0; i < parity; i++) {
      packed = joined(packed, TestBytes.random(i, Math.min(100, to - from)));
    }
    return ChecksumData.of(ChecksumType.CRC32C, 30, packed);
  }

  private static byte[] joined(byte[] packed, byte[] cell) {
    ChecksumData sums = ChunkChecksum.of(CRC32C, 30).compute(ChunkBuffer.wrap(cell));
    byte[] both = Arrays.copyOf(packed, packed.length + sums.packed().remaining());
    sums.packed().get(both, packed.length, both.length - packed.length);
    return both;
  }

  private static void refusesOtherLengthsAndNumbers(
      List<ChecksumData> stripes, EcBlockGroup group) {
    List<ChecksumData> more = new ArrayList<>(stripes);
    more.add(sums(ChecksumType.CRC32C, 30, 30));
    String surplus = "more than the " + stripes.size() + " stripes of " + group.length() + " bytes";
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group.crcValue(CRC32C, more))
        .withMessage(surplus);
    more.set(stripes.size(), sums(ChecksumType.CRC32C, 30, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group.crcValue(CRC32C, more))
        .withMessage(surplus);
    if (stripes.isEmpty()) {
      return;
    }
    List<ChecksumData> less = stripes.subList(1, stripes.size());
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, less));
    ChecksumData last = more.get(stripes.size() - 1);
    more.remove(stripes.size());
    ChecksumData oneMore =
        ChecksumData.of(
            last.type(), 30, Arrays.copyOf(last.toByteArray(), Integer.BYTES * (last.count() + 1)));
    for (ChecksumData wrong : List.of(last.range(0, last.count() - 1), oneMore)) {
      more.set(stripes.size() - 1, wrong);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> group.crcValue(CRC32C, more))
          .withMessageEndingWith(" needs %d checksums, and has %d", last.count(), wrong.count());
      assertThatIllegalArgumentException()
          .isThrownBy(() -> group.cellChecksums(wrong, stripes.size() - 1, 1));
    }
    more.set(stripes.size() - 1, ChecksumData.none(0));
    assertThatIllegalArgumentException().isThrownBy(() -> group.crcValue(CRC32C, more));
  }

  /** No data of that size is needed: any CRCs will do. */
  @Test
  void stripeMayBeLongerThan2GiB() {
    int cell = 1 << 30;
    byte[] crcs = TestBytes.random(5, 5 * Integer.BYTES);
    ChecksumData stripe = ChecksumData.of(ChecksumType.CRC32C, cell, crcs);
    CrcValue expected = CrcValue.empty(CRC32C);
    for (int i = 0; i < 3; i++) {
      expected = expected.append(CrcValue.of(CRC32C, stripe.value(i), cell));
    }
    EcBlockGroup group = new EcBlockGroup(3, 2, cell, 3L * cell);
    assertThat(group.crcValue(CRC32C, List.of(stripe))).isEqualTo(expected);
  }

  /** More than an int can count, nearly all of them without a byte. */
  @Test
  void thereMayBeAnyNumberOfReplicas() {
    ChecksumData stripe = ChecksumData.of(ChecksumType.CRC32C, 30, TestBytes.random(7, 8));
    EcBlockGroup group = new EcBlockGroup(Integer.MAX_VALUE, 1, 100, 30);
    assertThat(group.cellChecksums(stripe, 0, 1)).isEqualTo(stripe.range(0, 1));
    assertThat(group.cellChecksums(stripe, 0, 2).count()).isZero();
    assertThatThrownBy(() -> group.cellChecksums(stripe, 0, Integer.MIN_VALUE))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** A copy in each replica, which is one of data, or cells of a byte. */
  @Test
  void theSmallestBlockGroupsCompose() {
    byte[] data = TestBytes.random(6, 250);
    List<ChecksumData> copied =
        List.of(stripe(data, 0, 100, 0), stripe(data, 100, 200, 0), stripe(data, 200, 250, 0));
    assertThat(new EcBlockGroup(1, 0, 100, 250).crcValue(CRC32C, copied))
        .isEqualTo(crc(data, 0, 250));
    List<ChecksumData> striped = new ArrayList<>();
    for (int at = 0; at < 250; at += 3) {
      byte[] cells = Arrays.copyOfRange(data, at, Math.min(at + 3, 250));
      striped.add(ChunkChecksum.of(CRC32C, 1).compute(ChunkBuffer.wrap(cells)));
    }
    assertThat(new EcBlockGroup(3, 0, 1, 250).crcValue(CRC32C, striped))
        .isEqualTo(crc(data, 0, 250));
  }

  @Test
  void blockGroupThatCannotBeIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(0, 2, 100, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(3, -1, 100, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(3, 2, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new EcBlockGroup(3, 2, 100, -1));
  }
}
