// SPDX-License-Identifier: Apache-2.0

package io.chunksum.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowSplitterTest {

  private static final byte[] CONTENT = new byte[24];

  static {
    for (int i = 0; i < CONTENT.length; i++) {
      CONTENT[i] = (byte) (i + 1);
    }
  }

  /** Collects the windows, how many slices each came in, and how many came together. */
  private static final class Collector implements WindowConsumer {
    final List<byte[]> windows = new ArrayList<>();
    final List<Integer> slices = new ArrayList<>();
    final List<Integer> together = new ArrayList<>();
    private final ByteArrayOutputStream open = new ByteArrayOutputStream();
    private int openSlices;

    @Override
    public void slice(byte[] array, int offset, int length) {
      assertThat(length).isPositive();
      open.write(array, offset, length);
      openSlices++;
    }

    @Override
    public void slice(ByteBuffer view) {
      assertThat(view.remaining()).isPositive();
      for (int i = view.position(); i < view.limit(); i++) {
        open.write(view.get(i));
      }
      // A consumer may move the view, as CRC32.update does, or leave it.
      if (openSlices++ == 0) {
        view.position(view.limit());
      }
    }

    @Override
    public void windows(byte[] array, int offset, int length, int count) {
      assertThat(count).isGreaterThan(1);
      assertThat(openSlices).isZero();
      for (int i = 0; i < count; i++) {
        slice(array, offset + i * length, length);
        endOfWindow(length);
      }
      together.add(count);
    }

    @Override
    public void windows(ByteBuffer view, int length, int count) {
      assertThat(view.remaining()).isEqualTo(length * count);
      byte[] bytes = new byte[length * count];
      view.get(view.position(), bytes);
      if (together.isEmpty()) {
        view.position(view.limit());
      }
      windows(bytes, 0, length, count);
    }

    @Override
    public void endOfWindow(int length) {
      assertThat(length).isEqualTo(open.size());
      windows.add(open.toByteArray());
      slices.add(openSlices);
      open.reset();
      openSlices = 0;
    }
  }

  /** Collects the lengths of windows, the first bytes of which it may not get. */
  private record LengthCollector(List<Integer> lengths) implements WindowConsumer {

    @Override
    public void slice(byte[] array, int offset, int length) {
      assertThat(length).isPositive();
    }

    @Override
    public void slice(ByteBuffer view) {
      assertThat(view.remaining()).isPositive();
    }

    @Override
    public void windows(byte[] array, int offset, int length, int count) {
      lengths.addAll(Collections.nCopies(count, length));
    }

    @Override
    public void windows(ByteBuffer view, int length, int count) {
      lengths.addAll(Collections.nCopies(count, length));
    }

    @Override
    public void endOfWindow(int length) {
      lengths.add(length);
    }
  }

  private static List<byte[]> cut(int length, int window) {
    List<byte[]> windows = new ArrayList<>();
    for (int at = 0; at < length; at += window) {
      windows.add(Arrays.copyOfRange(CONTENT, at, Math.min(at + window, length)));
    }
    return windows;
  }

  @Test
  void aWindowOnItsOwnIsASlice() {
    Collector collector = new Collector();
    WindowSplitter splitter = new WindowSplitter(4, collector);
    splitter.accept(CONTENT, 0, 4);
    splitter.accept(ByteBuffer.wrap(CONTENT, 4, 4));
    splitter.accept(CONTENT, 8, 7);
    splitter.accept(ByteBuffer.wrap(CONTENT, 15, 6));
    splitter.accept(CONTENT, 21, 3);
    assertThat(collector.windows).containsExactlyElementsOf(cut(24, 4));
    assertThat(collector.slices).containsExactly(1, 1, 1, 2, 1, 2);
    assertThat(collector.together).isEmpty();
  }

  @Test
  void everySplitIntoThreePiecesGivesTheSameWindows() {
    for (int window = 1; window <= CONTENT.length + 1; window++) {
      for (int first = 0; first <= CONTENT.length; first++) {
        for (int second = first; second <= CONTENT.length; second++) {
          Collector collector = new Collector();
          WindowSplitter splitter = new WindowSplitter(window, collector);
          splitter.accept(CONTENT, 0, first);
          splitter.accept(ByteBuffer.wrap(CONTENT, first, second - first));
          splitter.accept(CONTENT, second, CONTENT.length - second);
          splitter.finish();
          assertThat(collector.windows)
              .as("window %d, cuts %d %d", window, first, second)
              .containsExactlyElementsOf(cut(CONTENT.length, window));
        }
      }
    }
  }

  @Test
  void aSliceIsAsLongAsPieceAndWindowAllow() {
    Collector collector = new Collector();
    WindowSplitter splitter = new WindowSplitter(8, collector);
    splitter.accept(CONTENT, 0, 3);
    splitter.accept(ByteBuffer.wrap(CONTENT, 3, 15));
    splitter.accept(CONTENT, 18, 6);
    splitter.finish();
    assertThat(collector.slices).containsExactly(2, 1, 2);
  }

  @Test
  void allWholeWindowsOfAPieceComeTogether() {
    Collector collector = new Collector();
    WindowSplitter splitter = new WindowSplitter(3, collector);
    splitter.accept(CONTENT, 0, 7);
    splitter.accept(ByteBuffer.wrap(CONTENT, 7, 9));
    splitter.accept(ByteBuffer.wrap(CONTENT, 16, 2));
    splitter.accept(CONTENT, 18, 6);
    assertThat(collector.windows).containsExactlyElementsOf(cut(24, 3));
    assertThat(collector.together).containsExactly(2, 2, 2);
    assertThat(collector.slices).containsExactly(1, 1, 2, 1, 1, 2, 1, 1);
    splitter.accept(ByteBuffer.wrap(CONTENT, 0, 6));
    splitter.accept(ByteBuffer.wrap(CONTENT, 6, 9));
    assertThat(collector.together).containsExactly(2, 2, 2, 2, 3);
  }

  @Test
  void finishWithoutAnOpenWindowDoesNothing() {
    Collector collector = new Collector();
    WindowSplitter splitter = new WindowSplitter(8, collector);
    splitter.finish();
    splitter.accept(CONTENT, 0, 16);
    splitter.finish();
    splitter.finish();
    assertThat(collector.windows).hasSize(2);
  }

  @Test
  void resetForgetsTheOpenWindow() {
    Collector collector = new Collector();
    WindowSplitter splitter = new WindowSplitter(8, collector);
    splitter.accept(CONTENT, 0, 5);
    splitter.reset();
    splitter.finish();
    assertThat(collector.windows).isEmpty();
  }

  @Test
  void windowsOfNoBytesAreRefused() {
    assertThatThrownBy(() -> new WindowSplitter(0, new Collector()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aSplitterThatResumesInsideAWindowEndsItWhereItEnds() {
    List<Integer> lengths = new ArrayList<>();
    WindowSplitter splitter = new WindowSplitter(10, new LengthCollector(lengths));
    splitter.accept(CONTENT, 0, 3);
    splitter.resume(7);
    assertThat(splitter.openLength()).isEqualTo(7);
    splitter.accept(CONTENT, 0, 2);
    assertThat(lengths).isEmpty();
    splitter.accept(CONTENT, 2, 12);
    assertThat(lengths).containsExactly(10, 10);
    splitter.accept(ByteBuffer.wrap(CONTENT, 0, 19));
    assertThat(lengths).containsExactly(10, 10, 10, 10);
    assertThat(splitter.openLength()).isZero();
    splitter.accept(ByteBuffer.wrap(CONTENT, 0, 21));
    assertThat(lengths).containsExactly(10, 10, 10, 10, 10, 10);
    assertThat(splitter.openLength()).isEqualTo(1);
    splitter.finish();
    assertThat(lengths).containsExactly(10, 10, 10, 10, 10, 10, 1);
    assertThat(splitter.openLength()).isZero();
    for (int taken : new int[] {-1, 10}) {
      assertThatThrownBy(() -> splitter.resume(taken))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
  }
}
