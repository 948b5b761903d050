// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives verifiers that fit stored checksums: what a reader uses that takes type and window size as
 * they come, chunk by chunk. The {@value #MAX_KEPT} made last are kept, so that a reader of chunks
 * of the usual few kinds makes no garbage, and one that is fed ever new window sizes no leak.
 *
 * <p>Mutable, for one thread at a time, and so are the verifiers.
 */
public final class VerifierCache {

  private static final int MAX_KEPT = 8;

  private final VerifyOptions options;
  private final List<ChunkVerifier> verifiers = new ArrayList<>(MAX_KEPT);

  /** What verifiers copied that are no longer kept. */
  private CopiedBytes copiedBefore = CopiedBytes.NONE;

  /** Creates an empty cache. */
  public VerifierCache() {
    this(VerifyOptions.DEFAULT);
  }

  /**
   * Creates an empty cache.
   *
   * @param options what its verifiers do beside verifying
   */
  public VerifierCache(VerifyOptions options) {
    this.options = options;
  }

  /**
   * Gives a verifier of the type and window size of stored checksums.
   *
   * @param stored the stored checksums
   * @return a verifier that fits; the same one again for the same type and window size, as long as
   *     it is kept
   * @throws IllegalArgumentException if there is no algorithm for their type
   * @throws IllegalStateException if this JVM cannot run the algorithm
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
   * Counts the payload bytes that its verifiers had to copy, as {@link ChunkVerifier#bytesCopied()}
   * does.
   *
   * @return bytes since construction, by the kind of memory they lay in
   */
  public CopiedBytes bytesCopied() {
    CopiedBytes copied = copiedBefore;
    for (ChunkVerifier verifier : verifiers) {
      copied = copied.plus(verifier.bytesCopied());
    }
    return copied;
  }
}
