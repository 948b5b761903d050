// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Provides verifiers that fit stored checksums, for readers that take type and window size as they
 * come, chunk by chunk. The last {@value #MAX_KEPT} created are kept, so that reading chunks of the
 * usual few kinds creates no garbage, and ever new window sizes cause no leak.
 *
 * <p>Mutable, for one thread at a time; so are the verifiers.
 */
public final class VerifierCache {

  private static final int MAX_KEPT = 8;

  private final VerifyOptions options;
  private final List<ChunkVerifier> verifiers = new ArrayList<>(MAX_KEPT);

  /** Bytes copied by verifiers that are no longer kept. */
  private CopiedBytes copiedBefore = CopiedBytes.NONE;

  /** Creates an empty cache. */
  public VerifierCache() {
    this(VerifyOptions.DEFAULT);
  }

  /**
   * Creates an empty cache.
   *
   * @param options what its verifiers do besides verifying
   */
  public VerifierCache(VerifyOptions options) {
    this.options = Objects.requireNonNull(options, "options");
  }

  /**
   * Returns a verifier with the type and window size of stored checksums.
   *
   * @param stored the stored checksums
   * @return a verifier that fits; the same one for the same type and window size, as long as it is
   *     kept
   * @throws IllegalArgumentException if there is no algorithm for their type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     ChecksumAlgorithms#find}
   */
  public ChunkVerifier get(ChecksumData stored) {
    for (int i = 0; i < verifiers.size(); i++) {
      if (verifiers.get(i).fits(stored)) {
        return verifiers.get(i);
      }
    }
    ChunkVerifier verifier =
        new ChunkVerifier(ChecksumAlgorithms.of(stored.type()), stored.bytesPerChecksum(), options);
    if (verifiers.size() == MAX_KEPT) {
      copiedBefore = copiedBefore.plus(verifiers.remove(0).bytesCopied());
    }
    verifiers.add(verifier);
    return verifier;
  }

  /**
   * Returns the number of payload bytes that its verifiers had to copy, as {@link
   * ChunkVerifier#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    CopiedBytes copied = copiedBefore;
    for (ChunkVerifier verifier : verifiers) {
      copied = copied.plus(verifier.bytesCopied());
    }
    return copied;
  }
}
