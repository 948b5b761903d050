// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.internal.CopyCounter;
import io.chunksum.internal.OneCall;
import io.chunksum.observe.ChecksumCounters;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes the checksums of whole chunks, one chunk after the other, reusing the algorithm object
 * and scratch arrays, which take 20 KiB at most, or for a type that is not built in 8 KiB and 64
 * times the length of a checksum. {@link DigestLanes} in use take up to 260 KB more, until a call
 * finds that they no longer are. After the first chunk of a kind, {@link #compute(ChunkBuffer,
 * ByteBuffer)} allocates nothing. (A {@link ChunkBuffer} does, on its first walk over direct and
 * read-only pieces.)
 *
 * <p>Mutable, for one thread at a time. A list of chunks that calls it again while it computes gets
 * an {@link IllegalStateException}; the call in progress goes on if the list does.
 */
public final class ChecksumCalculator {

  private static final ByteBuffer NOWHERE = ByteBuffer.allocate(0);

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final PackedLengths lengths;
  private final CopyCounter copied = new CopyCounter();
  private final ComputeRecorder recorder;

  private final ChecksumStream stream;

  /** Made when several chunks are first computed together; uses the stream. */
  private @Nullable ChecksumBatch batch;

  /** Refuses calls that a list makes while it is asked for its chunks. */
  private final OneCall call = new OneCall("the calculator");

  /** Where the packed checksums of the current call go. */
  private ByteBuffer target = NOWHERE;

  /** Where in it the next one goes. */
  private int targetIndex;

  /**
   * Creates a calculator.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public ChecksumCalculator(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this(algorithm, bytesPerChecksum, null);
  }

  /**
   * Creates a calculator.
   *
   * @param algorithm what to compute
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param counters the counters to add to; null to count nothing
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  @SuppressWarnings("exports") // Users need JSpecify's annotations neither to compile nor to run.
  public ChecksumCalculator(
      ChecksumAlgorithm algorithm, int bytesPerChecksum, @Nullable ChecksumCounters counters) {
    this.type = algorithm.type();
    this.bytesPerChecksum = bytesPerChecksum;
    this.lengths = new PackedLengths(type, bytesPerChecksum);
    this.stream = new ChecksumStream(algorithm, bytesPerChecksum, new Packer(), copied);
    this.recorder = new ComputeRecorder(type, bytesPerChecksum, counters);
  }

  /**
   * Computes the checksums of a chunk.
   *
   * @param chunk the chunk; read during the call and not kept
   * @return one entry for each window; no entries for an empty chunk or for NONE
   * @throws IllegalArgumentException if the entries take more than 2<sup>31</sup>−9 bytes
   */
  public ChecksumData compute(ChunkBuffer chunk) {
    byte[] packed = new byte[lengths.of(chunk.length())];
    compute(chunk, ByteBuffer.wrap(packed));
    return ChecksumData.of(type, bytesPerChecksum, packed);
  }

  /**
   * Computes the checksums of a chunk into the caller's buffer, from its position on. Its position
   * and limit are not moved.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param packed receives the entries one after the other
   * @return number of bytes written: the window count times {@link ChecksumType#checksumLength()}
   * @throws IllegalArgumentException if {@code packed} is read-only or has too few bytes remaining;
   *     nothing is written
   */
  public int compute(ChunkBuffer chunk, ByteBuffer packed) {
    return compute(chunk, 0, chunk.length(), packed);
  }

  /**
   * Computes the checksums of a range as those of a chunk that begins there, such as what was last
   * read into a buffer that is wrapped once and used again and again. The same as {@link
   * #compute(ChunkBuffer, ByteBuffer)} with a slice, without making one.
   *
   * @param bytes holds the range; read during the call and not kept
   * @param offset offset in {@code bytes} at which the first window begins
   * @param length number of bytes
   * @param packed receives the entries one after the other, from its position on; its position and
   *     limit are not moved
   * @return number of bytes written: the window count times {@link ChecksumType#checksumLength()}
   * @throws IndexOutOfBoundsException if the range is not inside {@code bytes}; nothing is written
   * @throws IllegalArgumentException if {@code packed} is read-only or has too few bytes remaining;
   *     nothing is written
   */
  public int compute(ChunkBuffer bytes, long offset, long length, ByteBuffer packed) {
    Objects.checkFromIndexSize(offset, length, bytes.length());
    int written = lengths.of(length);
    PackedLengths.checkRoom(packed, written);
    if (written > 0) {
      call.check();
      recorder.begin(copied.total());
      stream.reset();
      aim(packed, packed.position());
      run(bytes, offset, length);
      recorder.end(length, WindowLayout.windowCount(length, bytesPerChecksum), copied.total());
    }
    return written;
  }

  /**
   * Computes the checksums of some whole windows of a chunk, and puts them in their place among
   * those of all windows, whose first entry is at index {@code packedStart}.
   */
  void computePart(
      ChunkBuffer chunk, long offset, long length, ByteBuffer packed, int packedStart) {
    stream.resume(offset);
    aim(packed, packedStart + lengths.of(offset));
    run(chunk, offset, length);
  }

  /** Sets where the checksums of the current call go. */
  private void aim(ByteBuffer packed, int index) {
    target = packed;
    targetIndex = index;
  }

  /** Takes a range and ends the chunk. */
  private void run(ChunkBuffer bytes, long offset, long length) {
    try {
      stream.update(bytes, offset, length);
      stream.finish();
    } finally {
      aim(NOWHERE, 0);
    }
  }

  /**
   * Computes the checksums of several chunks that are available together. The result is that of one
   * call for each; where {@link DigestLanes} are in use, chunks of few windows are much faster
   * together.
   *
   * @param chunks the chunks, in a list with fast access by index; read during the call and not
   *     kept
   * @return the checksums of each chunk, in the same order
   * @throws IllegalArgumentException if all entries together take more than 2<sup>31</sup>−9 bytes
   */
  public List<ChecksumData> compute(List<ChunkBuffer> chunks) {
    byte[] packed = new byte[lengths.of(chunks)];
    compute(chunks, ByteBuffer.wrap(packed));
    List<ChecksumData> sums = new ArrayList<>(chunks.size());
    int at = 0;
    for (ChunkBuffer chunk : chunks) {
      int length = lengths.of(chunk.length());
      sums.add(ChecksumData.of(type, bytesPerChecksum, packed, at, length));
      at += length;
    }
    return sums;
  }

  /**
   * Computes the checksums of several chunks into the caller's buffer, one chunk's entries after
   * another's. Its position and limit are not moved.
   *
   * @param chunks the chunks, in a list with fast access by index; read during the call and not
   *     kept
   * @param packed receives the entries, from its position on
   * @return number of bytes written
   * @throws IllegalArgumentException if {@code packed} is read-only or has too few bytes remaining;
   *     nothing is written
   */
  public int compute(List<ChunkBuffer> chunks, ByteBuffer packed) {
    int length = lengths.of(chunks);
    PackedLengths.checkRoom(packed, length);
    if (length > 0) {
      if (batch == null) {
        batch =
            new ChecksumBatch(
                stream, bytesPerChecksum, (chunk, window, n, sum, at) -> put(sum, at, 1));
      }
      call.begin();
      try {
        recorder.begin(copied.total());
        aim(packed, packed.position());
        batch.run(chunks);
        recorder.end(bytes(chunks), length / type.checksumLength(), copied.total());
      } finally {
        call.end();
        aim(NOWHERE, 0);
      }
    }
    return length;
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChecksumStream#bytesCopied()} does.
   *
   * @return bytes since construction, by kind of memory
   */
  public CopiedBytes bytesCopied() {
    return CopiedBytes.of(copied);
  }

  /** The number of bytes of all kinds, without creating an object. */
  long totalBytesCopied() {
    return copied.total();
  }

  private static long bytes(List<ChunkBuffer> chunks) {
    long bytes = 0;
    for (int i = 0; i < chunks.size(); i++) {
      bytes += chunks.get(i).length();
    }
    return bytes;
  }

  /** Puts the next checksums where the caller of the calculator wants them. */
  private void put(byte[] checksums, int offset, int count) {
    int length = count * type.checksumLength();
    target.put(targetIndex, checksums, offset, length);
    targetIndex += length;
  }

  private final class Packer implements ChecksumConsumer {

    @Override
    public void accept(long window, int length, byte[] checksum, int offset) {
      put(checksum, offset, 1);
    }

    @Override
    public void acceptAll(
        long firstWindow, int length, int count, byte[] checksums, int checksumLength) {
      put(checksums, 0, count);
    }
  }
}
