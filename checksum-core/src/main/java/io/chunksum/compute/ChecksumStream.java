// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.CopyCounter;
import io.chunksum.internal.TakenBytes;
import io.chunksum.window.WindowSplitter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checksums the windows of a chunk whose bytes arrive part by part: any number of {@link #update}
 * or {@link #accept(byte[], int, int) accept} calls, then {@link #finish}. Each window's checksum
 * goes to the consumer before the call that completes the window returns. Memory use does not grow
 * with the chunk.
 *
 * <p>How the bytes are divided among the calls makes no difference. Payload bytes are read in
 * place; memory that the algorithm cannot read in place goes through scratch arrays of 16 KiB at
 * most, and {@link #bytesCopied()} counts that.
 *
 * <p>Mutable, for one thread at a time. If a call throws midway, because the consumer does or the
 * bytes are in memory that is gone, the chunk is lost: call {@link #reset} or {@link #resume}
 * before the next. Allocates nothing after construction, except for what it keeps: the scratch
 * array, room for the checksums of many windows once they come at once, and for digests while
 * {@link DigestLanes} are in use, up to 260 KB. To {@link #peek} into a digest makes a clone of it.
 */
public final class ChecksumStream implements PieceConsumer {

  /** Whether the type is NONE: bytes are counted and not read. */
  private final boolean readsNothing;

  /** 1 for NONE: windows of one byte are never open. */
  private final int bytesPerChecksum;

  private final WindowSplitter splitter;
  private final StreamEngine engine;
  private final CopyCounter copied;
  private final TakenBytes taken =
      new TakenBytes("a call has failed midway, and the chunk is lost, or has not returned");

  /** Digests several windows together; null for all but the JDK's digests. */
  private final @Nullable WindowGroups groups;

  /**
   * Creates a stream at the start of a chunk.
   *
   * @param algorithm what to compute; with NONE, bytes are only counted, and no window has a
   *     checksum
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param consumer receives the checksums
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     StreamingChecksum#of}
   */
  public ChecksumStream(
      ChecksumAlgorithm algorithm, int bytesPerChecksum, ChecksumConsumer consumer) {
    this(algorithm, bytesPerChecksum, consumer, new CopyCounter());
  }

  /** Creates a stream that counts what it copies where its owner reads it. */
  ChecksumStream(
      ChecksumAlgorithm algorithm,
      int bytesPerChecksum,
      ChecksumConsumer consumer,
      CopyCounter copied) {
    ChecksumData.checkWindowSize(algorithm.type(), bytesPerChecksum);
    this.readsNothing = algorithm.type().isNone();
    this.bytesPerChecksum = readsNothing ? 1 : bytesPerChecksum;
    this.engine =
        new StreamEngine(
            StreamingChecksum.of(algorithm),
            this.bytesPerChecksum,
            Objects.requireNonNull(consumer, "consumer"),
            copied);
    this.splitter = new WindowSplitter(this.bytesPerChecksum, engine);
    this.groups = WindowGroups.of(algorithm, this.bytesPerChecksum, copied);
    this.copied = copied;
  }

  /** The lanes that its windows may go through; null if there can be none. */
  @Nullable LaneRunner lanes() {
    return groups == null ? null : groups.lanes();
  }

  /**
   * Takes the next bytes of the chunk.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  public void update(ChunkBuffer bytes) {
    update(bytes, 0, bytes.length());
  }

  /**
   * Takes a range of bytes as the next bytes of the chunk.
   *
   * @param bytes holds the range; read during the call and not kept
   * @param offset offset of its first byte in {@code bytes}
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside {@code bytes}; nothing is taken
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  public void update(ChunkBuffer bytes, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, bytes.length());
    long newCount = taken.begin(length);
    long done = readsNothing ? length : 0;
    if (groups != null && hasTwoWindows(length)) {
      done = Math.min(length, bytesToBoundary());
      bytes.forEachPiece(offset, done, splitter);
      done += groups.digest(bytes, offset + done, length - done, engine);
    }
    bytes.forEachPiece(offset + done, length - done, splitter);
    taken.set(newCount);
  }

  /**
   * Takes the next bytes of the chunk from an array.
   *
   * @param array the array, only read and not kept
   * @param offset index of the first byte
   * @param length number of bytes
   * @throws IndexOutOfBoundsException if the range is not inside the array; nothing is taken
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  @Override
  public void accept(byte[] array, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, array.length);
    long newCount = taken.begin(length);
    int done = readsNothing ? length : 0;
    if (groups != null && hasTwoWindows(length)) {
      done = Math.min(length, bytesToBoundary());
      splitter.accept(array, offset, done);
      done += groups.digest(array, offset + done, length - done, engine);
    }
    splitter.accept(array, offset + done, length - done);
    taken.set(newCount);
  }

  /**
   * Takes the next bytes of the chunk from a buffer of any kind and byte order. Its position, limit
   * and order may change during the call, and are afterwards what they were, even if the consumer
   * or the algorithm throws.
   *
   * @param view the bytes from its position to its limit, only read and not kept
   * @throws IllegalStateException if an earlier call has failed midway
   * @throws ArithmeticException if the chunk would exceed 2<sup>63</sup>−1 bytes; nothing is taken
   *     then
   */
  @Override
  public void accept(ByteBuffer view) {
    if (view.hasArray()) {
      accept(view.array(), view.arrayOffset() + view.position(), view.remaining());
      return;
    }
    int start = view.position();
    int end = view.limit();
    ByteOrder order = view.order();
    long newCount = taken.begin(end - start);
    try {
      takeInPlace(view, end);
    } finally {
      view.limit(end).position(start).order(order);
    }
    taken.set(newCount);
  }

  private void takeInPlace(ByteBuffer view, int end) {
    if (groups != null && hasTwoWindows(view.remaining())) {
      int boundary = view.position() + Math.min(view.remaining(), bytesToBoundary());
      splitter.accept(view.limit(boundary));
      view.limit(end).position(boundary);
      view.position(boundary + groups.digest(view, engine));
    }
    if (!readsNothing) {
      splitter.accept(view);
    }
  }

  /** Whether the next bytes hold full windows that could be digested together. */
  private boolean hasTwoWindows(long length) {
    return length - bytesToBoundary() >= 2L * bytesPerChecksum;
  }

  /** Bytes that the open window still needs; 0 if none is open. */
  private int bytesToBoundary() {
    int open = splitter.openLength();
    return open == 0 ? 0 : bytesPerChecksum - open;
  }

  /**
   * Ends the chunk: closes a trailing window, if any. The next update begins a new chunk.
   *
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public void finish() {
    taken.begin(0);
    splitter.finish();
    engine.beginChunk();
    taken.set(0);
  }

  /**
   * Forgets the chunk in progress. The next update begins a new one.
   *
   * @throws IllegalStateException if the consumer calls it, whose chunk goes on
   */
  public void reset() {
    engine.checkNotDelivering();
    taken.beginAnew();
    splitter.reset();
    engine.reset(0);
    taken.set(0);
  }

  /**
   * Forgets the chunk in progress and starts inside another, whose bytes before that point are not
   * seen. If the point is inside a window, the checksum of that window covers only its bytes from
   * there on; the consumer still receives the whole window's index and length.
   *
   * @param offset number of bytes of the chunk that are not seen, not negative
   * @throws IllegalArgumentException if {@code offset} is negative
   * @throws IllegalStateException if the consumer calls it, whose chunk goes on
   */
  public void resume(long offset) {
    engine.checkNotDelivering();
    if (offset < 0) {
      throw new IllegalArgumentException("offset must not be negative: " + offset);
    }
    taken.beginAnew();
    splitter.resume((int) (offset % bytesPerChecksum));
    engine.reset(offset / bytesPerChecksum);
    taken.set(offset);
  }

  /**
   * Writes the checksum of the open window's bytes taken so far, without changing anything. If no
   * window is open, that is the checksum of no bytes.
   *
   * @param target receives the checksum
   * @param offset index of the first byte written
   * @return true if it was written; false, on every call, if the algorithm cannot do that, see
   *     {@link StreamingChecksum#peek}
   * @throws IndexOutOfBoundsException if it does not fit
   * @throws IllegalStateException if an earlier call has failed midway
   */
  public boolean peek(byte[] target, int offset) {
    taken.checkWhole();
    return engine.peek(target, offset);
  }

  /**
   * Returns how much of the open window has been taken.
   *
   * @return number of bytes, including those not seen; 0 if no window is open
   */
  public int openLength() {
    return splitter.openLength();
  }

  /**
   * Returns the number of payload bytes that had to be copied because the algorithm could not read
   * them in place: direct buffers for digests, read-only heap buffers for CRCs and digests.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    return CopiedBytes.of(copied);
  }

  /**
   * Returns the total of {@link #bytesCopied()}, without creating an object.
   *
   * @return bytes since construction, of all kinds of memory
   */
  public long totalBytesCopied() {
    return copied.total();
  }
}
