// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.verify.Mismatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what may have happened to the bad windows of a chunk, or of a file.
 *
 * <pre>{@code
 * VerifyResult result = crc32c.verify(chunk, expected);
 * Diagnostician diagnostician = new Diagnostician(chunk, expected);
 * for (Mismatch mismatch : result.mismatches()) {
 *   System.out.println(mismatch + ": " + diagnostician.diagnose(mismatch));
 * }
 * }</pre>
 *
 * <p>It looks for the causes of {@link CauseKind}, and says with each that fits how likely that is
 * to be chance. Flipped bits and bursts are found for every CRC of whole bytes, from the checksums
 * alone; all else is found for any type. Data is read and computed with, never changed.
 *
 * <p>This is made for the rare moment, not for the hot path: diagnosing a window copies it with as
 * many bytes on either side, at least 64 KiB and at most 16 MiB, and takes some milliseconds for a
 * window of 1 MiB under a CRC, some tenths of a second under a digest. Windows of more than {@value
 * #MAX_WINDOW_BYTES} bytes are unknown.
 *
 * <p>Keeps what it was given, and reads it at each call; the data must not change between
 * verification and diagnosis. For one thread at a time.
 */
public final class Diagnostician {

  /** Number of bytes of the largest window that is looked into. */
  public static final int MAX_WINDOW_BYTES = 64 * 1024 * 1024;

  private static final List<Search> SEARCHES =
      List.of(
          new BurstSearch(),
          new StoredSumSearch(),
          new ZeroSearch(),
          new OtherSumSearch(),
          new ShiftSearch()); // Looks at what the one before it found.

  private final ChecksumAlgorithm algorithm;
  private final Evidence evidence;

  /**
   * Looks at a whole chunk.
   *
   * @param chunk the chunk that was verified
   * @param expected its stored checksums
   * @throws IllegalArgumentException if there is no algorithm for their type
   */
  public Diagnostician(ChunkBuffer chunk, ChecksumData expected) {
    this(expected, 0, chunk.length(), chunk::read);
  }

  /**
   * Looks at data that is not in memory, such as a file.
   *
   * @param expected the stored checksums of all its windows, or of a run of them; others are not
   *     looked for
   * @param firstWindow index in the data of the first of these windows
   * @param length number of bytes of data that are there
   * @param reader reads them
   * @throws IllegalArgumentException if there is no algorithm for the type of the checksums, or
   *     {@code firstWindow} or {@code length} is negative
   */
  public Diagnostician(ChecksumData expected, long firstWindow, long length, DataReader reader) {
    if (firstWindow < 0 || length < 0) {
      throw new IllegalArgumentException(
          "firstWindow and length must not be negative: " + firstWindow + ", " + length);
    }
    this.algorithm = ChecksumAlgorithms.of(expected.type());
    this.evidence = new Evidence(expected, firstWindow, length, reader);
  }

  /**
   * Diagnoses one mismatch.
   *
   * @param mismatch the mismatch, counted from the start of the data
   * @return what may have happened; {@link CauseKind#UNKNOWN} also for data that has no checksum,
   *     and for data that is missing unless it is found elsewhere
   * @throws IllegalArgumentException if the mismatch is not one of checksums of this type
   * @throws UncheckedIOException if the data cannot be read; never for a {@link ChunkBuffer}
   */
  public Diagnosis diagnose(Mismatch mismatch) {
    ByteBuffer expected = mismatch.expected();
    if (expected == null || !expected.hasRemaining() || mismatch.length() > MAX_WINDOW_BYTES) {
      return Diagnosis.of(List.of());
    }
    byte[] actual = bytes(mismatch.actual());
    int sumBytes = algorithm.type().checksumLength();
    if (expected.remaining() != sumBytes || (actual.length != 0 && actual.length != sumBytes)) {
      throw new IllegalArgumentException(
          "not a mismatch of type " + algorithm.type() + ": " + mismatch);
    }
    try {
      BadWindow window =
          BadWindow.read(
              evidence,
              mismatch.window(),
              mismatch.offset(),
              (int) mismatch.length(),
              bytes(expected),
              actual);
      List<Finding> findings = new ArrayList<>();
      for (Search search : SEARCHES) {
        search.search(window, evidence, algorithm, findings);
      }
      return Diagnosis.of(findings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(@Nullable ByteBuffer view) {
    if (view == null) {
      return new byte[0];
    }
    byte[] bytes = new byte[view.remaining()];
    view.get(bytes);
    return bytes;
  }
}
