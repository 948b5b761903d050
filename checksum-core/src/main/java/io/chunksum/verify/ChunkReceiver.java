// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a replica calls before it stores a chunk: verifies the payload against the record that the
 * sender made, as a {@link ReceivePolicy} directs, and counts what was verified and what was
 * trusted. Type and window size are taken from the record of each chunk.
 *
 * <p>Windows that the policy skips are not read. The length is never taken on trust: a payload
 * whose length differs from the recorded one is a mismatch under every policy, and all of its
 * windows are then verified, so that the result names each bad one. For a record of type NONE there
 * is nothing to check but the length.
 *
 * <p>Mutable, for one thread at a time. Once it has seen each kind of chunk, and with a sample each
 * number of chosen windows, a clean chunk allocates nothing. It remembers 8 kinds by type and
 * window size, and 8 by length and window size; if more than that alternate, it recreates what it
 * has forgotten.
 */
public final class ChunkReceiver {

  private static final long NO_WINDOW = 0;

  private final ReceivePolicy policy;

  /** The share of the windows that this replica verifies. */
  private final double share;

  private final VerifierCache verifiers;
  private final VerifyOptions options;

  /** Chunks received so far. */
  private long chunks;

  /** The current chunk: what was found in it, and what the policy chose of it. */
  private final MismatchTally found;

  private int chosenWindows;
  private long chosenBytes;

  private final AmountCounter received = new AmountCounter();
  private final AmountCounter verified = new AmountCounter();
  private final AmountCounter sampled = new AmountCounter();
  private final AmountCounter trusted = new AmountCounter();
  private final AmountCounter unchecked = new AmountCounter();
  private final AmountCounter mismatched = new AmountCounter();

  private final CleanResults clean = new CleanResults();

  /** Results of clean chunks, by the number of windows that were checked. */
  private @Nullable VerifyResult[] trustedResults = {};

  /**
   * Creates a receiver that has received nothing.
   *
   * @param policy chooses what to verify
   * @param replica position of this replica among those that receive the chunks, from 0
   * @param replicas number of those replicas
   * @throws IndexOutOfBoundsException if {@code replica} is negative or not below {@code replicas}
   */
  public ChunkReceiver(ReceivePolicy policy, int replica, int replicas) {
    this(policy, replica, replicas, VerifyOptions.DEFAULT);
  }

  /**
   * Creates a receiver that has received nothing.
   *
   * @param policy chooses what to verify
   * @param replica position of this replica among those that receive the chunks, from 0
   * @param replicas number of those replicas
   * @param options what to do besides verifying
   * @throws IndexOutOfBoundsException if {@code replica} is negative or not below {@code replicas}
   */
  public ChunkReceiver(ReceivePolicy policy, int replica, int replicas, VerifyOptions options) {
    this.policy = Objects.requireNonNull(policy, "policy");
    this.verifiers = new VerifierCache(options);
    this.options = options;
    this.found = new MismatchTally(options);
    this.share = policy.share(replica, replicas);
  }

  /**
   * Receives the next chunk.
   *
   * @param payload the bytes; read during the call and not kept
   * @param info the sender's record of them; only length and checksums are used
   * @return {@link Verdict#MATCH} if every window was verified and agrees, {@link Verdict#TRUSTED}
   *     if none disagrees but not all were verified, {@link Verdict#NOT_CHECKED} for type NONE,
   *     {@link Verdict#MISMATCH} if a window or the length disagrees; offsets in it count from the
   *     start of the chunk
   * @throws IllegalArgumentException if a window is to be verified, or the length is wrong, and
   *     there is no algorithm for the record's type; the chunk does not count as received
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}; the chunk does not count as received
   */
  public VerifyResult receive(ChunkBuffer payload, ChunkInfo info) {
    ChecksumData sums = info.checksums();
    boolean wrongLength = payload.length() != info.length();
    VerifyResult result;
    if (sums.type().isNone()) {
      result = wrongLength ? wrongLengthOfNone(payload, info) : VerifyResult.notChecked();
      unchecked.add(payload.length(), NO_WINDOW);
      verifiers.get(sums).recorder().found(result, info.name(), payload.length(), 0);
    } else if (wrongLength) {
      result = verifiers.get(sums).verify(payload, info);
      verified.add(payload.length(), sums.count());
    } else {
      result = verifyChosen(payload, info);
      countChosen(info);
    }
    received.add(payload.length(), sums.count());
    mismatched.add(result.mismatchBytes(), result.mismatchCount());
    chunks++;
    return result;
  }

  /** Finds the runs of windows that are to be verified, and verifies each. */
  private VerifyResult verifyChosen(ChunkBuffer payload, ChunkInfo info) {
    found.clear(0);
    chosenWindows = 0;
    chosenBytes = 0;
    int count = info.checksums().count();
    int first = nextVerified(0, count);
    if (first == count) {
      return resultOfChosen(payload, info);
    }
    ChunkVerifier verifier = verifiers.get(info.checksums());
    verifier.recorder().begin(verifier.run().totalBytesCopied());
    while (first < count) {
      int end = nextSkipped(first, count);
      verifyRun(verifier.run(), payload, info, first, end);
      first = nextVerified(end, count);
    }
    VerifyResult result = resultOfChosen(payload, info);
    verifier.recorder().found(result, info.name(), chosenBytes, chosenBytes);
    verifier.recorder().end(chosenBytes, chosenWindows, verifier.run().totalBytesCopied());
    return result;
  }

  private VerifyResult resultOfChosen(ChunkBuffer payload, ChunkInfo info) {
    int count = info.checksums().count();
    if (found.count() > 0) {
      return mismatch(payload, info);
    }
    if (chosenWindows < count) {
      return trusted(chosenWindows);
    }
    return clean.of(0, count, info.checksums().bytesPerChecksum(), info.length());
  }

  /** Asks the policy again which windows were checked: only a bad chunk needs a set of them. */
  private VerifyResult mismatch(ChunkBuffer payload, ChunkInfo info) {
    ChecksumData sums = info.checksums();
    int count = sums.count();
    BitSet checked = new BitSet(count);
    for (int first = nextVerified(0, count); first < count; ) {
      int end = nextSkipped(first, count);
      checked.set(first, end);
      first = nextVerified(end, count);
    }
    found.locate(payload, 0);
    return VerifyResult.mismatch(
        sums.type(),
        info.name(),
        chosenWindows,
        found,
        found.windows(checked, count, sums.bytesPerChecksum(), info.length()));
  }

  private int nextVerified(int from, int count) {
    return policy.nextVerified(share, chunks, from, count);
  }

  private int nextSkipped(int from, int count) {
    return policy.nextSkipped(share, chunks, from, count);
  }

  private void verifyRun(
      RunVerifier verifier, ChunkBuffer payload, ChunkInfo info, int first, int end) {
    ChecksumData sums = info.checksums();
    long from = (long) first * sums.bytesPerChecksum();
    long to = Math.min((long) end * sums.bytesPerChecksum(), info.length());
    verifier.begin(sums, info, first, end - first);
    verifier.update(payload, from, to - from);
    VerifyResult notMatch = verifier.finishUnlessMatch();
    if (notMatch != null) {
      found.addAll(notMatch);
    }
    chosenWindows += end - first;
    chosenBytes += to - from;
  }

  private void countChosen(ChunkInfo info) {
    verified.add(chosenBytes, chosenWindows);
    if (policy.samples()) {
      sampled.add(chosenBytes, chosenWindows);
    }
    long trustedBytes = info.length() - chosenBytes;
    int trustedWindows = info.checksums().count() - chosenWindows;
    trusted.add(trustedBytes, trustedWindows);
    if (trustedWindows > 0) {
      options.countSkipped(policy.skipReason(), trustedBytes, trustedWindows);
    }
  }

  private VerifyResult trusted(int windows) {
    if (windows >= trustedResults.length) {
      trustedResults = Arrays.copyOf(trustedResults, windows + 1);
    }
    VerifyResult result = trustedResults[windows];
    if (result == null) {
      result = VerifyResult.trusted(windows);
      trustedResults[windows] = result;
    }
    return result;
  }

  /** Without windows, what is missing or surplus begins where the shorter of the two ends. */
  private VerifyResult wrongLengthOfNone(ChunkBuffer payload, ChunkInfo info) {
    long surplus = payload.length() - info.length();
    found.clear(0);
    found.add(
        surplus > 0
            ? Mismatch.surplus(0, info.length(), surplus)
            : Mismatch.missingUnchecked(0, payload.length(), -surplus));
    found.locate(payload, 0);
    return VerifyResult.mismatch(ChecksumType.NONE, info.name(), NO_WINDOW, found, null);
  }

  /**
   * Returns what was received so far.
   *
   * @return a snapshot
   */
  public ReceiveCounts counts() {
    return new ReceiveCounts(
        received.amount(),
        verified.amount(),
        sampled.amount(),
        trusted.amount(),
        unchecked.amount(),
        mismatched.amount());
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
