// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a {@link StreamingChecksum} must do with each kind of buffer. */
abstract class BuffersContract extends RunsContract {

  /** For the contracts of this package. */
  BuffersContract() {}

  /** Takes a part of a buffer as Chunksum does: in place, or else from an array. */
  static void take(StreamingChecksum checksum, ByteBuffer buffer, int from, int to) {
    int start = buffer.position();
    ByteBuffer view = buffer.duplicate().limit(start + to).position(start + from);
    if (!checksum.updateInPlace(view)) {
      byte[] bytes = new byte[to - from];
      view.get(bytes);
      checksum.update(bytes, 0, bytes.length);
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void everyKindOfBufferGivesTheReferenceValueAndIsNotMoved(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (int length = 0; length <= LONGEST; length++) {
      ByteOrder order = length % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
      ByteBuffer buffer = kind.of(first(length)).order(order);
      int position = buffer.position();
      buffer.position(0).mark().position(position); // A move and back to a mark would replace it.
      int limit = buffer.limit();
      checksum.update(buffer);
      String as = String.format("%s of %d bytes, %s", kind, length, order);
      assertThat(finish(checksum)).as(as).isEqualTo(reference(first(length)));
      assertThat(buffer.position()).as(as).isEqualTo(position);
      assertThat(buffer.limit()).as(as).isEqualTo(limit);
      assertThat(buffer.order()).as(as).isEqualTo(order);
      assertThat(buffer.reset().position()).as("mark of %s", as).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aViewIsTakenWholeOrNotAtAll(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer view = kind.of(sample);
    int position = view.position();
    boolean taken = checksum.updateInPlace(view);
    if (!taken) {
      assertThat(view.position()).as("%s", kind).isEqualTo(position);
      assertThat(view.remaining()).as("%s", kind).isEqualTo(LONGEST);
    }
    assertThat(finish(checksum))
        .as("%s, taken: %s", kind, taken)
        .isEqualTo(reference(taken ? sample : new byte[0]));
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void aViewMayComeBeforeAndAfterOtherBytes(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer buffer = kind.of(sample);
    byte[] expected = reference(sample);
    for (int split = 0; split <= LONGEST; split++) {
      take(checksum, buffer, 0, split);
      take(checksum, buffer, split, LONGEST);
      assertThat(finish(checksum)).as("%s split at %d", kind, split).isEqualTo(expected);
      take(checksum, buffer, 0, split);
      checksum.update(sample, split, LONGEST - split);
      assertThat(finish(checksum))
          .as("%s up to %d, then an array", kind, split)
          .isEqualTo(expected);
      checksum.update(sample, 0, split);
      take(checksum, buffer, split, LONGEST);
      assertThat(finish(checksum)).as("array up to %d, then %s", split, kind).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void resetForgetsAView(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer buffer = kind.of(sample);
    for (int length : new int[] {1, 64, 65, LONGEST}) {
      take(checksum, buffer, 0, length);
      checksum.reset();
      assertThat(finish(checksum))
          .as("%s of %d bytes, then none", kind, length)
          .isEqualTo(reference(new byte[0]));
      take(checksum, buffer, 0, length);
      checksum.reset();
      take(checksum, buffer, 0, 7);
      assertThat(finish(checksum))
          .as("%s of %d bytes, then of 7", kind, length)
          .isEqualTo(reference(first(7)));
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void peekShowsWhatAViewHad(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    ByteBuffer buffer = kind.of(sample);
    byte[] shown = new byte[checksum.type().checksumLength()];
    byte[] expected = reference(sample);
    boolean able = checksum.peek(shown, 0);
    for (int length = 0; length <= LONGEST; length++) {
      take(checksum, buffer, 0, length);
      assertThat(checksum.peek(shown, 0)).as("%s of %d bytes", kind, length).isEqualTo(able);
      if (able) {
        assertThat(shown).as("%s of %d bytes", kind, length).isEqualTo(reference(first(length)));
      }
      take(checksum, buffer, length, LONGEST);
      assertThat(finish(checksum)).as("%s, peek at %d", kind, length).isEqualTo(expected);
    }
  }

  @Test
  void peekShowsWhatLongContentHad() {
    StreamingChecksum checksum = algorithm().newChecksum();
    byte[] content = longContent();
    byte[] ofAll = reference(content);
    byte[] shown = new byte[checksum.type().checksumLength()];
    boolean able = checksum.peek(shown, 0);
    for (int length : new int[] {1000, 1024, 4097, LONG}) {
      byte[] expected = reference(Arrays.copyOf(content, length));
      for (BufferKind kind : BufferKind.values()) {
        ByteBuffer buffer = kind.of(content);
        take(checksum, buffer, 0, length);
        assertThat(checksum.peek(shown, 0)).as("%s of %d bytes", kind, length).isEqualTo(able);
        if (able) {
          assertThat(shown).as("%s of %d bytes", kind, length).isEqualTo(expected);
        }
        take(checksum, buffer, length, LONG);
        assertThat(finish(checksum)).as("%s, peek at %d", kind, length).isEqualTo(ofAll);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(BufferKind.class)
  void contentIsOnlyReadAndNotKept(BufferKind kind) {
    StreamingChecksum checksum = algorithm().newChecksum();
    for (byte[] content : List.of(sample, TestBytes.random(20_08, 10_000))) {
      int length = content.length;
      byte[] array = content.clone();
      checksum.update(array, 0, length);
      ByteBuffer buffer = kind.of(content);
      checksum.update(buffer);
      assertThat(array).isEqualTo(content);
      assertThat(buffer).as("%s", kind).isEqualTo(ByteBuffer.wrap(content));
      Arrays.fill(array, (byte) 0);
      if (!buffer.isReadOnly()) {
        buffer.duplicate().put(array);
      }
      byte[] twice = Arrays.copyOf(content, 2 * length);
      System.arraycopy(content, 0, twice, length, length);
      assertThat(finish(checksum))
          .as("array, then %s, of %d bytes each", kind, length)
          .isEqualTo(reference(twice));
    }
  }
}
