// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.lanes.WindowSource;
import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.compute.DigestLanes.Engine;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When windows are fetched into the cache before lanes read them. */
class ColdWindowsTest {

  private final DigestLanes lanes = DigestLanes.find(ChecksumType.MD5).orElseThrow();

  @AfterEach
  void restore() {
    lanes.use(Engine.MESSAGE_DIGEST);
  }

  /** What is fetched first, and is more than a second-level cache holds, is located in parts. */
  @ParameterizedTest
  @CsvSource({"8388608, false", "8388609, true"})
  void partsOfMoreThan8MiBAreTakenToBeInNoCache(long allBytes, boolean inNone) {
    lanes.pin(PlainLanes.choice(2, Double.POSITIVE_INFINITY));
    LaneRunner runner =
        Objects.requireNonNull(LaneRunner.of(ChecksumAlgorithms.of(ChecksumType.MD5)));
    OneArray windows = new OneArray(9);
    int bytes = windows.array.length;
    runner.prepare(9, bytes, allBytes);
    runner.digest(windows, 9, bytes);
    assertThat(windows.locatedAlone > 0).isEqualTo(inNone);
  }

  /** Windows in one array, of which some are looked for one by one. */
  private static final class OneArray implements WindowSource {

    private static final int WINDOW = 64 * 1024;
    private final byte[] array;
    private int locatedAlone;

    OneArray(int windows) {
      array = new byte[windows * WINDOW];
    }

    @Override
    public int length(int window) {
      return WINDOW;
    }

    @Override
    public int contiguousLength(int window, int offset) {
      return WINDOW - offset;
    }

    @Override
    public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
      locatedAlone++;
      consumer.accept(array, window * WINDOW + offset, length);
      return true;
    }

    @Override
    public boolean locateAll(int first, int count, MemoryConsumer consumer) {
      consumer.accept(array, first * WINDOW, count * WINDOW);
      return true;
    }

    @Override
    public void read(int window, int offset, int length, byte[] target, int targetOffset) {
      System.arraycopy(array, window * WINDOW + offset, target, targetOffset, length);
    }
  }
}
