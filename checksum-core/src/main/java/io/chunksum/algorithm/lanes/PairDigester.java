// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.buffer.MemoryConsumer;
import io.chunksum.internal.CopyCounter;
import io.chunksum.internal.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Objects;

/**
 * Computes SHA-256 of two windows at a time, wherever their bytes are: two {@code MessageDigest}s
 * take a block in turn.
 *
 * <p>A processor's instructions for SHA-256 have to wait for one another. It looks ahead and fills
 * such gaps with what follows, but not as far as the next message: the next block must be another
 * message's.
 *
 * <p>Mutable, for one thread at a time. Allocates nothing after construction but, for windows that
 * are not in arrays, 8 KiB to copy them to.
 */
public final class PairDigester {

  private static final String ALGORITHM = "SHA-256";

  private static final int BLOCK = LaneKernel.BLOCK_BYTES;

  /** Bytes of each window that are copied at a time: both stay in the first-level cache. */
  private static final int STAGE_BYTES = 4096;

  private final Input first;
  private final Input second;
  private final Row row = new Row();

  PairDigester(MessageDigest first, MessageDigest second, CopyCounter copied) {
    this.first = new Input(first, copied);
    this.second = new Input(second, copied);
  }

  /**
   * Finds the preferred provider of SHA-256.
   *
   * @return the provider of the digests that are made now
   * @throws IllegalStateException if this JVM has no SHA-256
   */
  public static Provider preferredProvider() {
    return Digests.of(ALGORITHM).getProvider();
  }

  /**
   * Creates a digester that uses the preferred provider, and tells nobody what it copies.
   *
   * @return a new one
   * @throws IllegalStateException if this JVM has no SHA-256
   */
  public static PairDigester sha256() {
    return sha256(preferredProvider(), new CopyCounter());
  }

  /**
   * Creates a digester.
   *
   * @param provider whose digests to use; it may have been removed meanwhile
   * @param copied counts the bytes that have to be copied to an array
   * @return a new one
   * @throws IllegalArgumentException if the provider has no SHA-256
   */
  public static PairDigester sha256(Provider provider, CopyCounter copied) {
    try {
      return new PairDigester(
          MessageDigest.getInstance(ALGORITHM, provider),
          MessageDigest.getInstance(ALGORITHM, provider),
          copied);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalArgumentException("no SHA-256 from " + provider, e);
    }
  }

  /**
   * Digests two windows.
   *
   * @param source holds the windows
   * @param window index of the first of the two
   * @param inTurn whether a block of each is taken in turn, rather than one whole window after the
   *     other
   * @param target receives the digests, one after the other
   * @param offset index of the first byte written
   * @throws IndexOutOfBoundsException if the digests do not fit
   */
  public void digest(WindowSource source, int window, boolean inTurn, byte[] target, int offset) {
    int digestLength = first.digest.getDigestLength();
    Objects.checkFromIndexSize(offset, 2 * digestLength, target.length);
    try {
      first.begin(source, window);
      second.begin(source, window + 1);
      source.locateAll(window, 2, row); // If it shows nothing, each is found by itself.
      if (inTurn) {
        takeInTurn(source);
      }
      first.takeRest(source);
      second.takeRest(source);
      Digests.finish(first.digest, target, offset, digestLength);
      Digests.finish(second.digest, target, offset + digestLength, digestLength);
    } finally {
      first.clear();
      second.clear();
    }
  }

  /** Takes blocks of both as long as both have one. */
  private void takeInTurn(WindowSource source) {
    while (first.findBlocks(source) && second.findBlocks(source)) {
      takeInTurn(first, second, Math.min(first.ready, second.ready) / BLOCK * BLOCK);
    }
  }

  private static void takeInTurn(Input first, Input second, int length) {
    MessageDigest digest = first.digest;
    MessageDigest other = second.digest;
    byte[] array = first.array;
    byte[] otherArray = second.array;
    int at = first.at;
    int otherAt = second.at;
    for (int i = 0; i < length; i += BLOCK) {
      digest.update(array, at + i, BLOCK);
      other.update(otherArray, otherAt + i, BLOCK);
    }
    first.skip(length);
    second.skip(length);
  }

  /**
   * Two windows of one length, side by side: locating both at once saves time if they are short.
   */
  private final class Row implements MemoryConsumer {

    @Override
    public void accept(byte[] array, int offset, int count) {
      int half = count / 2;
      first.accept(array, offset, half);
      second.accept(array, offset + half, half);
    }

    @Override
    public void accept(ByteBuffer buffer, int index, int count) {
      int half = count / 2;
      first.accept(buffer, index, half);
      second.accept(buffer, index + half, half);
    }
  }

  /** One of the two windows, and what is left of it. */
  private static final class Input implements MemoryConsumer {

    private static final byte[] NO_ARRAY = {};

    private final MessageDigest digest;
    private final CopyCounter copied;
    private byte[] stage = NO_ARRAY;
    private int window;
    private int length;

    /** Number of bytes that the digest has taken. */
    private int taken;

    /** Holds the next bytes after those taken, from an index on, and how many there are. */
    private byte[] array = NO_ARRAY;

    private int at;
    private int ready;

    Input(MessageDigest digest, CopyCounter copied) {
      this.digest = digest;
      this.copied = copied;
    }

    void begin(WindowSource source, int newWindow) {
      window = newWindow;
      length = source.length(newWindow);
      taken = 0;
      ready = 0;
    }

    /** Gets ready for whole blocks, and takes what is before them; false if there are no more. */
    boolean findBlocks(WindowSource source) {
      while (taken < length && (ready < BLOCK || taken % BLOCK > 0)) {
        if (ready == 0) {
          find(source);
        } else {
          take(Math.min(ready, BLOCK - taken % BLOCK));
        }
      }
      return taken < length;
    }

    void takeRest(WindowSource source) {
      while (taken < length) {
        if (ready == 0) {
          find(source);
        }
        take(ready);
      }
    }

    private void take(int count) {
      digest.update(array, at, count);
      skip(count);
    }

    void skip(int count) {
      at += count;
      ready -= count;
      taken += count;
    }

    /** Finds the next bytes, in place if they are in an array. */
    private void find(WindowSource source) {
      int run = source.contiguousLength(window, taken);
      if (!source.locate(window, taken, run, this)) {
        int count = Math.min(run, roomOnStage());
        source.read(window, taken, count, stage, 0);
        copied.addReadOnlyHeap(count);
        accept(stage, 0, count);
      }
    }

    @Override
    public void accept(byte[] newArray, int offset, int count) {
      array = newArray;
      at = offset;
      ready = count;
    }

    @Override
    public void accept(ByteBuffer buffer, int index, int available) {
      int count = Math.min(available, roomOnStage());
      buffer.get(index, stage, 0, count);
      copied.addDirect(count);
      accept(stage, 0, count);
    }

    /** Makes the stage if there is none, and returns how much ends where a block does. */
    private int roomOnStage() {
      if (stage.length == 0) {
        stage = new byte[STAGE_BYTES];
      }
      return STAGE_BYTES - taken % BLOCK;
    }

    /** Lets go of the memory, and forgets a window that could not be taken to its end. */
    void clear() {
      array = NO_ARRAY;
      digest.reset();
    }
  }
}
