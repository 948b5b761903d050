// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.aeron;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Verifies frames of Aeron recordings, one batch per call: a replay that has read a few hundred of
 * them learns how many bytes it may pass on, and what is wrong with the frame after them.
 *
 * <pre>{@code
 * int end = verifier.verify(batch);          // batch: frames from its position on
 * replay(batch.slice(batch.position(), end - batch.position()));
 * switch (verifier.outcome()) {
 *   case GOOD, INCOMPLETE -> readOnFrom(verifier.resumeAt());
 *   case MISMATCH, MALFORMED -> report(verifier.badFrame());
 * }
 * }</pre>
 *
 * <p>A recording made with checksums has one in the header of each frame with data, in place of the
 * session id: Aeron's class {@code RecordingWriter} writes it, {@code DataHeaderFlyweight} is the
 * header. It covers the bytes from the end of the header to the end of the frame, rounded up to a
 * multiple of 32. Padding frames have none. The header is not covered, but it must be plausible and
 * must follow that of the previous frame: same stream, next place in the term. If you publish the
 * frames again, write a session id over the checksum of each, as Aeron's own replay does.
 *
 * <p>Only headers and bytes in read-only heap memory are copied, and no buffer is moved. Mutable,
 * for one thread at a time. Verifying good frames allocates nothing once the buffer or chunk has
 * been seen: the verifier keeps the last {@code ByteBuffer} for that.
 */
public final class FrameVerifier {

  private final FrameWalk walk;
  private @Nullable ByteBuffer lastBuffer;
  private ChunkBuffer lastChunk = ChunkBuffer.wrap(new byte[0]);
  private long start;
  private long end;

  /**
   * Creates a verifier.
   *
   * @param type the type of the recorded checksums; Aeron's are CRC32 or CRC32C
   * @throws IllegalArgumentException if there is no algorithm for the type, or its checksums are
   *     not 4 bytes long
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public FrameVerifier(ChecksumType type) {
    this.walk = new FrameWalk(ChecksumAlgorithms.of(type));
  }

  /**
   * Verifies the frames between a buffer's position and its limit, up to the first bad one.
   *
   * @param batch a buffer with a frame at its position; neither moved nor changed
   * @return index in the buffer after the last good frame
   */
  public int verify(ByteBuffer batch) {
    return verify(batch, batch.position());
  }

  /**
   * Verifies the frames between an index of a buffer and its limit, up to the first bad one.
   *
   * @param batch the buffer; neither moved nor changed
   * @param from index of the first byte of a frame, or the limit
   * @return index in the buffer after the last good frame
   * @throws IndexOutOfBoundsException if {@code from} is beyond the limit or negative
   */
  @SuppressWarnings("ReferenceEquality") // Whether it is the same buffer, not equal content.
  public int verify(ByteBuffer batch, int from) {
    Objects.checkFromToIndex(from, batch.limit(), batch.limit());
    if (batch != lastBuffer) {
      lastChunk = ChunkBuffer.wrap(batch.duplicate().clear());
      lastBuffer = batch;
    }
    return (int) verify(lastChunk, from, batch.limit());
  }

  /**
   * Verifies the frames of a chunk, up to the first bad one. Frames may straddle pieces.
   *
   * @param batch a chunk that begins with a frame
   * @return offset in the chunk after the last good frame
   */
  public long verify(ChunkBuffer batch) {
    return verify(batch, 0);
  }

  /**
   * Verifies the frames of a chunk from an offset on, up to the first bad one. Use {@link
   * BadFrame#end()} to resume after a bad frame.
   *
   * @param batch the chunk
   * @param from offset of the first byte of a frame, or the chunk's length
   * @return offset in the chunk after the last good frame
   * @throws IndexOutOfBoundsException if {@code from} is not inside the chunk
   */
  public long verify(ChunkBuffer batch, long from) {
    Objects.checkFromToIndex(from, batch.length(), batch.length());
    return verify(batch, from, batch.length());
  }

  private long verify(ChunkBuffer batch, long from, long to) {
    walk.place().forget();
    start = from;
    end = to;
    long goodEnd = walk.takeFrames(batch, from, to);
    FrameOutcome outcome = walk.outcome();
    if ((outcome == FrameOutcome.MISMATCH || outcome == FrameOutcome.MALFORMED)
        && FrameEvents.wanted()) {
      BadFrame bad = badFrame();
      // As in a segment, a frame with a mismatch counts.
      long dataFrames = walk.dataFrames() + (outcome == FrameOutcome.MISMATCH ? 1 : 0);
      FrameEvents.record(walk.type(), null, dataFrames, 1, bad.length(), bad);
    }
    return goodEnd;
  }

  /**
   * Returns why the last call went no further than it did.
   *
   * @return the outcome; {@link FrameOutcome#GOOD} before the first call, {@link
   *     FrameOutcome#INCOMPLETE} if the last call failed midway
   */
  public FrameOutcome outcome() {
    return walk.outcome();
  }

  /**
   * Returns where to read on after the last call, if no frame was bad: after the good frames. If
   * there are none, because the batch is the beginning of a padding frame, then after that frame:
   * it may be longer than any batch, and has no content to verify. Whoever publishes the frames
   * again has to append it.
   *
   * @return the index or offset that {@code verify} returned, or that of the end of the padding
   *     frame, which is beyond the batch; if the last call failed midway, that after the frames it
   *     found good until then
   */
  public long resumeAt() {
    long goodEnd = walk.goodEnd();
    boolean onlyPadding = goodEnd == start && walk.endedInBody() && !walk.header().isData();
    return onlyPadding ? goodEnd + walk.header().alignedLength() : goodEnd;
  }

  /**
   * Returns the bad frame at which the last call stopped.
   *
   * @return the frame
   * @throws IllegalStateException if there was none: the outcome is neither a mismatch nor
   *     malformed
   */
  public BadFrame badFrame() {
    return switch (walk.outcome()) {
      case MISMATCH -> walk.mismatch(walk.dataFrames(), walk.goodEnd());
      case MALFORMED ->
          BadFrame.malformed(
              walk.dataFrames(), walk.header(), walk.goodEnd(), end - walk.goodEnd());
      case GOOD, INCOMPLETE -> throw new IllegalStateException("there was no bad frame");
    };
  }

  /**
   * Returns the number of frames with data that the last call found good.
   *
   * @return number of frames, without padding frames
   */
  public long dataFrames() {
    return walk.dataFrames();
  }

  /**
   * Returns the number of payload bytes that had to be copied because the algorithm could not read
   * them in place: those in read-only heap memory.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return walk.bytesCopied();
  }
}
