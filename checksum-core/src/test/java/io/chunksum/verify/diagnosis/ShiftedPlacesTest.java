// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Places around a window, compared with those at which a plain loop finds its digest. */
class ShiftedPlacesTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  @ParameterizedTest
  @CsvSource({"MD5, 48, 1", "MD5, 48, 8", "SHA-256, 48, 3", "MD5, 700, 5", "SHA-256, 2400, 2"})
  void everyPlaceWithTheDigestIsFound(String name, int length, int copies) throws Exception {
    Random random = new Random(SEED);
    byte[] bytes = new byte[5000];
    random.nextBytes(bytes);
    byte[] content = new byte[length];
    random.nextBytes(content);
    int start = 2345 / length * length;
    for (int i = 0; i < copies; i++) {
      int at = random.nextInt(bytes.length - length + 1);
      System.arraycopy(content, 0, bytes, at, length);
    }
    bytes[start] = (byte) ~content[0]; // So that it is not in its place.
    List<Long> shifts = new ArrayList<>();
    byte[] digest = digest(name, content, 0, length);
    for (int at = 0; at + length <= bytes.length; at++) {
      if (Arrays.equals(digest(name, bytes, at, length), digest)) {
        shifts.add((long) at - start);
      }
    }
    assertThat(places(name, bytes, start, digest, length).shifts())
        .describedAs("seed %d", SEED)
        .containsExactlyInAnyOrderElementsOf(shifts);
  }

  /** All copies come after the window's own place; few of them are whole windows apart. */
  @ParameterizedTest
  @CsvSource({"8, 8", "9, 0", "800, 0"})
  void moreThanEightPlacesSayNothing(int copies, int found) throws Exception {
    byte[] content = new byte[48];
    new Random(1).nextBytes(content);
    int apart = content.length + 7;
    byte[] bytes = new byte[apart * (copies + 1)];
    for (int i = 1; i <= copies; i++) {
      System.arraycopy(content, 0, bytes, i * apart, content.length);
    }
    byte[] digest = digest("MD5", content, 0, content.length);
    assertThat(places("MD5", bytes, 0, digest, content.length).shifts()).hasSize(found);
  }

  /** Eight are found among the first that are tried, and the ninth is not among those. */
  @Test
  void eightPlacesAreNotTakenForAllOfThem() throws Exception {
    byte[] content = new byte[48];
    new Random(2).nextBytes(content);
    byte[] bytes = new byte[10 * content.length + 21];
    for (int i = 1; i <= 8; i++) {
      System.arraycopy(content, 0, bytes, 1 + i * content.length, content.length);
    }
    byte[] digest = digest("MD5", content, 0, content.length);
    assertThat(places("MD5", bytes, 0, digest, content.length).shifts()).hasSize(8);
    System.arraycopy(content, 0, bytes, bytes.length - content.length, content.length);
    assertThat(places("MD5", bytes, 0, digest, content.length).shifts()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"CRC32C", "CRC64NVME", "MD5"})
  void theWindowsOwnPlaceIsNotOneOfThem(String name) {
    byte[] content = new byte[48];
    new Random(3).nextBytes(content);
    byte[] bytes = new byte[10 * content.length];
    for (int i = 0; i < 9; i++) {
      System.arraycopy(content, 0, bytes, i * content.length, content.length);
    }
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(name).orElseThrow();
    byte[] sum = Evidence.checksum(algorithm, content, 0, content.length);
    int own = 4 * content.length;
    assertThat(places(name, bytes, own, sum, content.length).shifts())
        .containsExactlyInAnyOrder(-192L, -144L, -96L, -48L, 48L, 96L, 144L, 192L);
    System.arraycopy(content, 0, bytes, 9 * content.length, content.length);
    assertThat(places(name, bytes, own, sum, content.length).shifts()).isEmpty();
  }

  private static ShiftedPlaces places(
      String name, byte[] bytes, int start, byte[] digest, int length) {
    ChecksumAlgorithm algorithm = ChecksumAlgorithms.find(name.replace("-", "")).orElseThrow();
    ChecksumData sums = ChecksumData.of(algorithm.type(), length, digest);
    Evidence evidence =
        new Evidence(
            algorithm, sums, 0, bytes.length, ChunkBuffer.wrap(bytes)::read, Surroundings.NONE);
    return ShiftedPlaces.of(
        new BadWindow(0, start, length, digest, new byte[0], bytes, 0, evidence.sumBits(length)),
        evidence);
  }

  private static byte[] digest(String name, byte[] bytes, int offset, int length)
      throws GeneralSecurityException {
    MessageDigest digest = MessageDigest.getInstance(name);
    digest.update(bytes, offset, length);
    return digest.digest();
  }

  @Test
  void allPlacesButTheWindowsOwnAreTriedIfThereIsTime() {
    assertThat(worthTrying(1000, -3, 5)).containsExactly(-3, -2, -1, 1, 2, 3, 4, 5);
    assertThat(worthTrying(1000, 0, 2)).containsExactly(1, 2);
    assertThat(worthTrying(1000, 0, 0)).isEmpty();
  }

  @Test
  void ifThereIsTimeForFewShiftsTheyAreOfBytesAndSectors() {
    assertThat(worthTrying(20, -600, 1 << 20))
        .containsExactly(
            -512, -8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8, 512, 1024, 2048);
    assertThat(worthTrying(0, -600, 600)).containsExactly(-1, 1);
    assertThat(worthTrying(9, 0, 512)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 512);
  }

  /** Without the sectors, those left out are at least as far away as those tried. */
  @ParameterizedTest
  @CsvSource({"100000, -70000, 60000", "3000, -70000, 70000", "1000, -5000, -600", "50, -9, 600"})
  void theNearestPlacesAreTried(long count, int least, int most) {
    List<Integer> shifts = worthTrying(count, least, most);
    long places = most - least + (most < 0 ? 1L : 0L);
    assertThat(shifts).hasSize((int) Math.min(count, places));
    Set<Integer> left = IntStream.rangeClosed(least, most).boxed().collect(Collectors.toSet());
    left.removeAll(shifts);
    left.remove(0);
    int farthest =
        shifts.stream()
            .mapToInt(Math::abs)
            .filter(by -> by % 512 != 0 || Integer.bitCount(by) != 1)
            .max()
            .orElseThrow();
    assertThat(left).allMatch(by -> Math.abs(by) >= farthest);
  }

  private static List<Integer> worthTrying(long count, int least, int most) {
    return ShiftedPlaces.worthTrying(count, -least, most - least + 1).stream()
        .mapToObj(place -> place + least)
        .toList();
  }
}
