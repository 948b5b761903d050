// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.internal.CopyCounter;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairDigesterTest {

  private static final long SEED = Long.getLong("chunksum.test.seed", 1L);

  private static final int ENTRY = 32;
  private static final int MARGIN = 7;
  private static final byte UNTOUCHED = (byte) 0xC3;

  private final Random random = new Random(SEED);

  /** Notes who is given how many bytes, and digests them. */
  private static final class Noting extends MessageDigest {
    private final String name;
    private final List<String> notes;
    private final MessageDigest digest = sha256();

    Noting(String name, List<String> notes) {
      super("SHA-256");
      this.name = name;
      this.notes = notes;
    }

    @Override
    protected void engineUpdate(byte input) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      notes.add(name + length);
      digest.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      return digest.digest();
    }

    @Override
    protected int engineGetDigestLength() {
      return ENTRY;
    }

    @Override
    protected void engineReset() {
      digest.reset();
    }
  }

  /** Two windows of one length, in pieces that end at these offsets of each window. */
  private static class InPieces implements WindowSource {
    private final byte[] content;
    private final boolean direct;
    private final boolean readOnly;
    private final int[] ends;

    InPieces(byte[] content, boolean direct, boolean readOnly, int... ends) {
      this.content = content;
      this.direct = direct;
      this.readOnly = readOnly;
      this.ends = ends;
    }

    @Override
    public int length(int window) {
      return content.length / 2;
    }

    @Override
    public int contiguousLength(int window, int offset) {
      return Arrays.stream(ends).filter(end -> end > offset).findFirst().orElse(length(window))
          - offset;
    }

    @Override
    public boolean locate(int window, int offset, int length, MemoryConsumer consumer) {
      int at = window * length(window) + offset;
      if (direct) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(content.length).put(0, content);
        consumer.accept(buffer.order(ByteOrder.LITTLE_ENDIAN), at, length);
      } else if (!readOnly) {
        consumer.accept(content, at, length);
      }
      return !readOnly;
    }

    @Override
    public boolean locateAll(int first, int count, MemoryConsumer consumer) {
      return ends.length == 0 && locate(first, 0, count * length(first), consumer);
    }

    @Override
    public void read(int window, int offset, int length, byte[] target, int targetOffset) {
      System.arraycopy(content, window * length(window) + offset, target, targetOffset, length);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private void check(PairDigester digester, byte[] one, byte[] other, boolean inTurn) {
    byte[] target = new byte[MARGIN + 2 * ENTRY + MARGIN];
    Arrays.fill(target, UNTOUCHED);
    byte[] expected = target.clone();
    System.arraycopy(sha256().digest(one), 0, expected, MARGIN, ENTRY);
    System.arraycopy(sha256().digest(other), 0, expected, MARGIN + ENTRY, ENTRY);
    ScatteredWindows source = new ScatteredWindows(random, List.of(one, other));
    digester.digest(source, 0, inTurn, target, MARGIN);
    assertThat(target)
        .as("%d and %d bytes, in turn %s, seed %d", one.length, other.length, inTurn, SEED)
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theDigestsAreThoseOfMessageDigest(boolean inTurn) {
    PairDigester digester = PairDigester.sha256();
    for (int length = 0; length <= 300; length++) {
      check(digester, random(length), random(length), inTurn);
      check(digester, random(length), random(random.nextInt(300)), inTurn);
    }
    for (int round = 0; round < 30; round++) {
      int length = random.nextInt(20_000);
      check(digester, random(length), random(length), inTurn);
      check(digester, random(length), random(random.nextInt(20_000)), inTurn);
    }
  }

  private static List<String> notes(WindowSource source, boolean inTurn) {
    List<String> notes = new ArrayList<>();
    PairDigester digester =
        new PairDigester(new Noting("a", notes), new Noting("b", notes), new CopyCounter());
    digester.digest(source, 0, inTurn, new byte[2 * ENTRY], 0);
    return notes;
  }

  @Test
  void aBlockIsTakenInTurnAndTheRestAtTheEnd() {
    assertThat(notes(new InPieces(random(300), false, false), true))
        .containsExactly("a64", "b64", "a64", "b64", "a22", "b22");
  }

  @Test
  void blocksAreWholeAgainAfterTheEndOfAPiece() {
    assertThat(notes(new InPieces(random(480), false, false, 100, 110), true))
        .containsExactly(
            "a64", "b64", "a36", "a10", "a18", "b36", "b10", "b18", "a64", "b64", "a48", "b48");
  }

  @Test
  void piecesOfOneBlockAreTakenInTurn() {
    assertThat(notes(new InPieces(random(2 * 150), false, false, 64, 128), true))
        .containsExactly("a64", "b64", "a64", "b64", "a22", "b22");
  }

  @Test
  void whatMustBeCopiedIsCopiedUpToTheEndOfABlock() {
    for (boolean direct : new boolean[] {false, true}) {
      InPieces source = new InPieces(random(2 * 5000), direct, !direct, 100);
      assertThat(notes(source, false))
          .containsExactly("a100", "a4060", "a840", "b100", "b4060", "b840");
    }
  }

  @Test
  void notInTurnEachWindowIsTakenWhole() {
    assertThat(notes(new InPieces(random(300), false, false), false))
        .containsExactly("a150", "b150");
  }

  @Test
  void onlyWhatIsNotInArraysIsCopiedAndItIsCountedByMemory() {
    CopyCounter copied = new CopyCounter();
    PairDigester digester = PairDigester.sha256(PairDigester.preferredProvider(), copied);
    byte[] digests = new byte[2 * ENTRY];
    digester.digest(new InPieces(random(1000), false, false, 30), 0, true, digests, 0);
    assertThat(copied.direct()).isZero();
    assertThat(copied.readOnlyHeap()).isZero();
    digester.digest(new InPieces(random(20_000), true, false), 0, true, digests, 0);
    digester.digest(new InPieces(random(2000), true, false, 30), 0, false, digests, 0);
    assertThat(copied.direct()).isEqualTo(22_000);
    assertThat(copied.readOnlyHeap()).isZero();
    digester.digest(new InPieces(random(30_000), false, true), 0, true, digests, 0);
    assertThat(copied.direct()).isEqualTo(22_000);
    assertThat(copied.readOnlyHeap()).isEqualTo(30_000);
  }

  @Test
  void aSourceThatThrowsSpoilsNothingForTheNext() {
    PairDigester digester = PairDigester.sha256();
    WindowSource broken =
        new InPieces(random(1000), false, true, 100) {
          @Override
          public void read(int window, int offset, int length, byte[] target, int targetOffset) {
            if (window == 1 && offset > 0) {
              throw new IllegalStateException("no more");
            }
            super.read(window, offset, length, target, targetOffset);
          }
        };
    assertThatIllegalStateException()
        .isThrownBy(() -> digester.digest(broken, 0, true, new byte[2 * ENTRY], 0));
    check(digester, random(500), random(500), true);
    assertThatIllegalStateException()
        .isThrownBy(() -> digester.digest(broken, 0, true, new byte[2 * ENTRY], 0));
    byte[] content = random(1000);
    byte[] target = new byte[2 * ENTRY];
    digester.digest(new InPieces(content, false, true, 100), 0, true, target, 0);
    assertThat(target)
        .startsWith(sha256().digest(Arrays.copyOf(content, 500)))
        .endsWith(sha256().digest(Arrays.copyOfRange(content, 500, 1000)));
  }

  @Test
  void noMemoryOfAWindowIsKept() {
    PairDigester digester = PairDigester.sha256();
    WeakReference<byte[]> digested = digestAnArray(digester);
    for (int i = 0; i < 100 && digested.get() != null; i++) {
      System.gc();
    }
    assertThat(digested.get()).isNull();
    check(digester, random(100), random(100), true);
  }

  private static WeakReference<byte[]> digestAnArray(PairDigester digester) {
    byte[] array = new byte[1000];
    digester.digest(new InPieces(array, false, false), 0, true, new byte[2 * ENTRY], 0);
    return new WeakReference<>(array);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    PairDigester digester = PairDigester.sha256();
    InPieces source = new InPieces(random(200), false, false);
    byte[] target = new byte[2 * ENTRY];
    for (int offset : new int[] {-1, 1, ENTRY}) {
      assertThatThrownBy(() -> digester.digest(source, 0, true, target, offset))
          .isInstanceOf(IndexOutOfBoundsException.class);
    }
    assertThat(target).containsOnly(0);
  }
}
