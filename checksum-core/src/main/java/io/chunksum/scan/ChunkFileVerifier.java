// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import io.chunksum.internal.OneCall;
import io.chunksum.internal.RegularFiles;
import io.chunksum.verify.ChecksumMismatchException;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.VerifierCache;
import io.chunksum.verify.VerifyOptions;
import io.chunksum.verify.VerifyResult;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Verifies chunk files, such as those that a replay is about to serve: a file and the record of its
 * chunk yield a verdict. Type and window size come from the record, chunk by chunk.
 *
 * <p>The bytes come from the file itself, by position through reused direct buffers, or from a
 * caller that has already read them. A file that is too short is not an error but a verdict: the
 * windows that are cut or missing are its mismatches. A chunk of type NONE has no windows, is
 * {@link io.chunksum.verify.Verdict#NOT_CHECKED} whatever its length, and is not read from the
 * file.
 *
 * <p>Mutable, for one thread at a time. A channel that calls it again before it returns gets an
 * {@link IllegalStateException}.
 */
public final class ChunkFileVerifier {

  private final ByteReader reader = new ByteReader();
  private final VerifierCache verifiers;
  private final OneCall call = new OneCall("the verifier");

  /** Creates a verifier. */
  public ChunkFileVerifier() {
    this(VerifyOptions.DEFAULT);
  }

  /**
   * Creates a verifier.
   *
   * @param options what to do besides verifying
   */
  public ChunkFileVerifier(VerifyOptions options) {
    this.verifiers = new VerifierCache(options);
  }

  /**
   * Verifies a chunk that starts at {@link ChunkInfo#offset()} in a file. Anything after the chunk
   * in the file belongs to other chunks and is ignored.
   *
   * @param file the file, open for reading; its own position does not change
   * @param chunk the record
   * @return the verdict; offsets in it count from the start of the chunk
   * @throws ChecksumMismatchException if reading or the algorithm fails, and a window that was
   *     compared before is bad; the failure is a suppressed exception of it
   * @throws IOException if reading fails
   * @throws java.nio.channels.NonReadableChannelException if the file is not open for reading, and
   *     there is anything to read
   * @throws IllegalArgumentException if there is no algorithm for the record's type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public VerifyResult verify(FileChannel file, ChunkInfo chunk) throws IOException {
    call.begin();
    try {
      return verifyRead(file, chunk);
    } finally {
      call.end();
    }
  }

  private VerifyResult verifyRead(FileChannel file, ChunkInfo chunk) throws IOException {
    ChunkVerifier verifier = verifiers.get(chunk.checksums());
    verifier.begin(chunk, 0, chunk.checksums().count());
    try {
      if (chunk.checksums().type().isNone()) {
        verifier.skip(Math.max(0, Math.min(chunk.length(), file.size() - chunk.offset())));
      } else {
        reader.read(file, chunk.offset(), chunk.length(), verifier::update);
      }
      return verifier.finish();
    } catch (Exception e) { // Also one that nobody declares, of a file or an algorithm.
      VerifyResult found = verifier.breakOff();
      if (found.ok()) {
        throw e;
      }
      ChecksumMismatchException mismatch = new ChecksumMismatchException(found);
      mismatch.addSuppressed(e);
      throw mismatch;
    }
  }

  /**
   * Verifies a chunk that starts at {@link ChunkInfo#offset()} in a file, as {@link
   * #verify(FileChannel, ChunkInfo)} does.
   *
   * @param file the file
   * @param chunk the record
   * @return the verdict; offsets in it count from the start of the chunk
   * @throws ChecksumMismatchException if reading or the algorithm fails, and a window that was
   *     compared before is bad
   * @throws IOException if the file is missing or not a regular one, or reading fails
   * @throws IllegalArgumentException if there is no algorithm for the record's type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public VerifyResult verify(Path file, ChunkInfo chunk) throws IOException {
    try (FileChannel channel = RegularFiles.open(file)) {
      return verify(channel, chunk);
    }
  }

  /**
   * Verifies the bytes of a chunk that have already been read.
   *
   * @param bytes the whole chunk; read during the call and not kept
   * @param chunk the record
   * @return the verdict; offsets in it count from the start of the chunk
   * @throws IllegalArgumentException if there is no algorithm for the record's type
   * @throws IllegalStateException if the algorithm cannot be run, as in {@link
   *     io.chunksum.algorithm.StreamingChecksum#of}, or services are searched, as in {@link
   *     io.chunksum.algorithm.ChecksumAlgorithms#find}
   */
  public VerifyResult verify(ChunkBuffer bytes, ChunkInfo chunk) {
    call.check();
    return verifiers.get(chunk.checksums()).verify(bytes, chunk);
  }

  /**
   * Returns the number of payload bytes that had to be copied, as {@link
   * ChunkVerifier#bytesCopied()} does; reading them from the file does not count as a copy.
   *
   * @return bytes since construction, by the kind of memory they were in
   */
  public CopiedBytes bytesCopied() {
    return verifiers.bytesCopied();
  }
}
