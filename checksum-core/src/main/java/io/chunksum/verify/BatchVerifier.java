// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumBatch;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.internal.OneCall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Verifies several whole chunks that are available together. The results are those of a {@link
 * ChunkVerifier} for one chunk after another; where {@link io.chunksum.compute.DigestLanes} are in
 * use, chunks of few windows are considerably faster together.
 *
 * <p>Mutable, for one thread at a time. A list that calls it again before it returns gets an {@link
 * IllegalStateException}; the call in progress goes on if the list does.
 */
public final class BatchVerifier {

  private final RunComparison comparison;
  private final VerifyRecorder recorder;

  private final ChecksumBatch batch;
  private final OneCall call = new OneCall("the verifier");

  /** The current batch: what there is to compute, chunk by chunk. */
  private final List<ChunkBuffer> toCompute = new ArrayList<>();

  private List<ChunkBuffer> chunks = List.of();

  /** Begins a chunk of the current batch in the comparison. */
  private IntConsumer begin = chunk -> {};

  /** Number of chunks begun; all but the last have their result. */
  private int begun;

  private final List<VerifyResult> results = new ArrayList<>();
  private long bytesRead;
  private long windowsRead;

  /**
   * Creates a verifier.
   *
   * @param algorithm expected algorithm of the stored checksums
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public BatchVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this(algorithm, bytesPerChecksum, VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param algorithm expected algorithm of the stored checksums
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @param options what to do besides verifying
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}
   */
  public BatchVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum, VerifyOptions options) {
    this.batch = new ChecksumBatch(algorithm, bytesPerChecksum, this::compare);
    this.comparison = new RunComparison(algorithm.type(), bytesPerChecksum, options);
    this.recorder = new VerifyRecorder(algorithm.type(), bytesPerChecksum, options);
  }

  /**
   * Verifies chunks whose lengths are not recorded.
   *
   * @param chunks the chunks; read during the call and not kept
   * @param expected the stored checksums of each, in the same order
   * @return what was found in each; see {@link ChunkVerifier#verify(ChunkBuffer, ChecksumData)}
   * @throws IllegalArgumentException if the lists differ in size
   */
  public List<VerifyResult> verify(List<ChunkBuffer> chunks, List<ChecksumData> expected) {
    checkSizes(chunks, expected);
    return verify(chunks, chunk -> begin(expected.get(chunk), null));
  }

  /**
   * Verifies chunks whose lengths are recorded.
   *
   * @param chunks the chunks; read during the call and not kept
   * @param expected the record of each, in the same order
   * @return what was found in each; see {@link ChunkVerifier#verify(ChunkBuffer, ChunkInfo)}
   * @throws IllegalArgumentException if the lists differ in size
   */
  public List<VerifyResult> verifyRecorded(List<ChunkBuffer> chunks, List<ChunkInfo> expected) {
    checkSizes(chunks, expected);
    return verify(chunks, chunk -> begin(expected.get(chunk).checksums(), expected.get(chunk)));
  }

  private void begin(ChecksumData stored, @Nullable ChunkInfo recorded) {
    comparison.begin(stored, recorded, 0, stored.count());
  }

  private static void checkSizes(List<ChunkBuffer> chunks, List<?> expected) {
    if (chunks.size() != expected.size()) {
      throw new IllegalArgumentException(
          "chunks: " + chunks.size() + ", but checksums of " + expected.size());
    }
  }

  private List<VerifyResult> verify(List<ChunkBuffer> newChunks, IntConsumer newBegin) {
    call.begin();
    try {
      chunks = newChunks;
      begin = newBegin;
      toCompute.clear(); // An error may have come before they were.
      results.clear();
      begun = 0;
      bytesRead = 0;
      windowsRead = 0;
      recorder.begin(batch.totalBytesCopied());
      for (int chunk = 0; chunk < chunks.size(); chunk++) {
        begin.accept(chunk); // For firstBytes; it is begun again in its turn.
        toCompute.add(firstBytes(chunks.get(chunk)));
      }
      batch.run(toCompute);
      beginUpTo(chunks.size());
      recorder.end(bytesRead, windowsRead, batch.totalBytesCopied());
      return List.copyOf(results);
    } finally {
      call.end(); // First: with a full stack, what follows may fail.
      toCompute.clear();
      results.clear();
      chunks = List.of();
      begin = chunk -> {};
      comparison.drop();
    }
  }

  /** The bytes of a chunk that have a checksum; all of them, unless something is wrong. */
  private ChunkBuffer firstBytes(ChunkBuffer chunk) {
    long length = comparison.bytesToCompute(chunk.length());
    return length == chunk.length() ? chunk : chunk.slice(0, length);
  }

  /** Compares the next window; called by the batch. */
  private void compare(int chunk, long window, int length, byte[] checksum, int offset) {
    beginUpTo(chunk);
    comparison.accept(window, length, checksum, offset);
  }

  /** Ends the chunks before {@code chunk} and begins it, if that has not happened yet. */
  private void beginUpTo(int chunk) {
    while (begun <= chunk) {
      if (begun > 0) {
        results.add(finish(chunks.get(begun - 1)));
      }
      if (begun < chunks.size()) {
        begin.accept(begun);
      }
      begun++;
    }
  }

  private VerifyResult finish(ChunkBuffer chunk) {
    VerifyResult result = comparison.finish(chunk.length(), chunk, 0);
    comparison.report(result, recorder);
    bytesRead += comparison.bytesRead();
    windowsRead += comparison.windowsRead();
    return result;
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChecksumBatch#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return batch.bytesCopied();
  }
}
