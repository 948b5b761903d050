// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.SkipReason;
import java.util.Objects;

/**
 * Verifies what was read, as far as a {@link ReadPolicy} says. Type and window size are those of
 * the record, chunk by chunk.
 *
 * <p>A read that the policy lets pass is not looked at, and its result is {@link Verdict#TRUSTED}.
 * The length is never taken on trust: bytes of another length than recorded are verified under
 * every policy, which is not asked about them. (Of type NONE nothing is verified, nor is the
 * length: such reads are {@link Verdict#NOT_CHECKED}.)
 *
 * <p>The counters of the options count what was verified, what was mismatched, and what was skipped
 * for which reason. Threads that share policy and counters have a verifier each.
 *
 * <p>Mutable, for one thread at a time. Once it has met its kinds of chunk, a clean read allocates
 * nothing. It remembers 8 kinds by type and window size, and of each 8 by the windows read and
 * where they end; with more of them in turn it makes anew what it has forgotten.
 */
public final class ReadVerifier {

  private static final VerifyResult UNREAD = VerifyResult.trusted(0);

  private final ReadPolicy policy;
  private final VerifierCache verifiers;
  private final VerifyRecorder recorder;

  /**
   * Creates a verifier.
   *
   * @param policy what is to be verified
   * @param options what it does beside verifying
   */
  public ReadVerifier(ReadPolicy policy, VerifyOptions options) {
    this.policy = Objects.requireNonNull(policy, "policy");
    this.verifiers = new VerifierCache(options);
    this.recorder = new VerifyRecorder(options);
  }

  /**
   * Verifies a whole chunk.
   *
   * @param key what the policy knows the chunk by, such as its name
   * @param bytes the chunk; read during the call, if at all, and not kept
   * @param chunk its record; only length and checksums are used
   * @return {@link Verdict#TRUSTED} if the policy let it pass, else what was found, see {@link
   *     ChunkVerifier#verify(ChunkBuffer, ChunkInfo)}
   * @throws IllegalArgumentException if it is to be verified and there is no algorithm for the
   *     record's type
   * @throws IllegalStateException if this JVM cannot run the algorithm
   */
  public VerifyResult verify(Object key, ChunkBuffer bytes, ChunkInfo chunk) {
    return verifyWindows(key, bytes, chunk, 0, chunk.checksums().count());
  }

  /**
   * Verifies a run of windows of a chunk.
   *
   * @param key what the policy knows these windows by, where it looks at it: equal only for the
   *     same first window and the same number of windows of the same chunk
   * @param windows the bytes of the run; read during the call, if at all, and not kept
   * @param chunk the record of the whole chunk; only length and checksums are used
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows that the run is to have
   * @return {@link Verdict#TRUSTED} if the policy let it pass, else what was found; windows and
   *     offsets in it count from the start of the chunk
   * @throws IndexOutOfBoundsException if the chunk has no such windows
   * @throws IllegalArgumentException if it is to be verified and there is no algorithm for the
   *     record's type
   * @throws IllegalStateException if this JVM cannot run the algorithm
   */
  public VerifyResult verifyWindows(
      Object key, ChunkBuffer windows, ChunkInfo chunk, int firstWindow, int windowCount) {
    long bytes = windows.length();
    if (bytes > 0 && bytes == bytesOf(chunk, firstWindow, windowCount)) {
      SkipReason reason = policy.skip(key, bytes);
      if (reason != null) {
        recorder.skipped(reason, bytes, windowCount);
        return UNREAD;
      }
    }
    VerifyResult result =
        verifiers.get(chunk.checksums()).verifyWindows(windows, chunk, firstWindow, windowCount);
    policy.verified(key, result);
    return result;
  }

  private static long bytesOf(ChunkInfo chunk, int firstWindow, int windowCount) {
    ChecksumData sums = chunk.checksums();
    Objects.checkFromIndexSize(firstWindow, windowCount, sums.count());
    long start = (long) firstWindow * sums.bytesPerChecksum();
    long end = (long) (firstWindow + windowCount) * sums.bytesPerChecksum();
    return Math.min(end, chunk.length()) - start;
  }

  /**
   * Counts the payload bytes that had to be copied, as {@link ChunkVerifier#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they lay in
   */
  public CopiedBytes bytesCopied() {
    return verifiers.bytesCopied();
  }
}
