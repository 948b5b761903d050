// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.observe.SkipReason;
import java.util.Objects;

/**
 * Verifies reads as a {@link ReadPolicy} directs. Type and window size are taken from the record of
 * each chunk.
 *
 * <p>A read that the policy skips is not looked at; its result is {@link Verdict#TRUSTED}. The
 * length is never taken on trust: if it differs from the recorded one, the bytes are verified
 * without asking the policy. (For type NONE nothing is verified, not even the length: such reads
 * are {@link Verdict#NOT_CHECKED}.)
 *
 * <p>What the policy throws is thrown to the caller, also by {@link ReadPolicy#verified} in place
 * of a result. If that is not ok, a {@link ChecksumMismatchException} with it is a suppressed
 * exception of what is thrown.
 *
 * <p>The counters in the options count what was verified, what mismatched, and what was skipped, by
 * reason. Threads that share a policy and counters need a verifier each.
 *
 * <p>Mutable, for one thread at a time. Once it has seen each kind of chunk, a clean read allocates
 * nothing, unless the policy does to remember the key. It remembers 8 kinds by type and window
 * size, and for each of them 8 by the windows read and where they end; if more than that alternate,
 * it recreates what it has forgotten.
 */
public final class ReadVerifier {

  private static final VerifyResult UNREAD = VerifyResult.trusted(0);

  private final ReadPolicy policy;
  private final VerifierCache verifiers;
  private final VerifyOptions options;

  /**
   * Creates a verifier.
   *
   * @param policy chooses what to verify
   */
  public ReadVerifier(ReadPolicy policy) {
    this(policy, VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param policy chooses what to verify
   * @param options what to do besides verifying
   */
  public ReadVerifier(ReadPolicy policy, VerifyOptions options) {
    this.policy = Objects.requireNonNull(policy, "policy");
    this.verifiers = new VerifierCache(options);
    this.options = options;
  }

  /**
   * Verifies a whole chunk.
   *
   * @param key what identifies the chunk to the policy, such as its name
   * @param bytes the chunk; read during the call, if at all, and not kept
   * @param chunk its record; only length and checksums are used
   * @return {@link Verdict#TRUSTED} if the policy skipped it, else what was found; see {@link
   *     ChunkVerifier#verify(ChunkBuffer, ChunkInfo)}
   * @throws IllegalArgumentException if it is to be verified and there is no algorithm for the
   *     record's type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public VerifyResult verify(Object key, ChunkBuffer bytes, ChunkInfo chunk) {
    return verifyWindows(key, bytes, chunk, 0, chunk.checksums().count());
  }

  /**
   * Verifies a run of windows of a chunk.
   *
   * @param key what identifies these windows to the policy, if it looks at keys: equal only for the
   *     same first window and the same number of windows of the same chunk
   * @param windows the bytes of the run; read during the call, if at all, and not kept
   * @param chunk the record of the whole chunk; only length and checksums are used
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows the run should have
   * @return {@link Verdict#TRUSTED} if the policy skipped it, else what was found; windows and
   *     offsets in it count from the start of the chunk
   * @throws IndexOutOfBoundsException if the chunk has no such windows
   * @throws IllegalArgumentException if it is to be verified and there is no algorithm for the
   *     record's type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public VerifyResult verifyWindows(
      Object key, ChunkBuffer windows, ChunkInfo chunk, int firstWindow, int windowCount) {
    long bytes = windows.length();
    if (bytes > 0 && bytes == bytesOf(chunk, firstWindow, windowCount)) {
      SkipReason reason = policy.skipReason(key, bytes);
      if (reason != null) {
        options.countSkipped(reason, bytes, windowCount);
        return UNREAD;
      }
    }
    VerifyResult result =
        verifiers.get(chunk.checksums()).verifyWindows(windows, chunk, firstWindow, windowCount);
    try {
      policy.verified(key, result);
    } catch (Throwable e) { // Also what nobody declares, and an error.
      if (!result.ok()) {
        e.addSuppressed(new ChecksumMismatchException(result));
      }
      throw e;
    }
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
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChunkVerifier#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return verifiers.bytesCopied();
  }
}
