// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.compute.CopiedBytes;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Holds chunks against their stored checksums, comparing while it reads: no list of computed
 * checksums is made, and after the first chunk of a kind a clean verification allocates nothing.
 *
 * <p>A whole chunk, or a run of its windows, is verified in one call. Where the bytes arrive part
 * by part, {@code begin}, any number of {@link #update} calls and {@link #finish} do the same.
 *
 * <p>Every bad window is found, and so are missing and surplus bytes, on a window boundary too. A
 * {@link ChunkInfo} records the chunk's length; {@link ChecksumData} alone does not, so a last
 * window that was cut short shows by its checksum only. Stored checksums of another type or window
 * size than the verifier's are a verdict of their own. A verifier of type NONE reads nothing and
 * says so.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class ChunkVerifier {

  private static final long UNKNOWN = -1;

  private final ChecksumType type;
  private final int bytesPerChecksum;

  /** Null for NONE, which reads nothing. */
  private final @Nullable ChecksumStream stream;

  /** The chunk at hand: its checksums, null between chunks, and the run of windows in question. */
  private @Nullable ChecksumData expected;

  private int firstWindow;
  private int windowCount;

  /** Bytes that belong to the run; if the last window's length is not known, a full one counts. */
  private long runLength;

  private boolean lengthKnown;

  /** Bytes and windows taken since begin. */
  private long bytesTaken;

  private int windowsTaken;

  /** Told of every window of the run as well, if there is one. */
  private @Nullable ChecksumConsumer observer;

  private final MismatchTally found = new MismatchTally();

  /** Given again for as long as clean runs have the same number of windows. */
  private VerifyResult clean = VerifyResult.match(0);

  /**
   * Creates a verifier.
   *
   * @param algorithm what the stored checksums are to be
   * @param bytesPerChecksum number of bytes in a full window, at least 1; 0 only with NONE
   * @throws IllegalArgumentException if {@code bytesPerChecksum} is out of range
   * @throws IllegalStateException if this JVM cannot run the algorithm
   */
  public ChunkVerifier(ChecksumAlgorithm algorithm, int bytesPerChecksum) {
    this.type = algorithm.type();
    this.bytesPerChecksum = ChecksumData.checkWindowSize(type, bytesPerChecksum);
    this.stream =
        type.equals(ChecksumType.NONE)
            ? null
            : new ChecksumStream(algorithm, bytesPerChecksum, new Comparison());
  }

  /**
   * Verifies a whole chunk whose length is not recorded: every stored checksum must have its
   * window, and no byte may lie beyond them.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its stored checksums
   * @return what was found
   */
  public VerifyResult verify(ChunkBuffer chunk, ChecksumData expected) {
    return verifyWindows(chunk, expected, 0, expected.count());
  }

  /**
   * Verifies a whole chunk whose length is recorded.
   *
   * @param chunk the chunk; read during the call and not kept
   * @param expected its record; only length and checksums are used
   * @return what was found; offsets in it count from the start of the chunk
   */
  public VerifyResult verify(ChunkBuffer chunk, ChunkInfo expected) {
    begin(expected, 0, expected.checksums().count());
    update(chunk);
    return finish();
  }

  /**
   * Verifies a run of windows of a chunk.
   *
   * @param windows the bytes of the run; read during the call and not kept
   * @param expected the stored checksums of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows that the run is to have
   * @return what was found; windows and offsets in it count from the start of the chunk
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public VerifyResult verifyWindows(
      ChunkBuffer windows, ChecksumData expected, int firstWindow, int windowCount) {
    begin(expected, firstWindow, windowCount);
    update(windows);
    return finish();
  }

  /**
   * Begins a run of windows of a chunk whose length is not recorded. One begun before and not
   * finished is forgotten.
   *
   * @param expected the stored checksums of the whole chunk
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows that the run is to have
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public void begin(ChecksumData expected, int firstWindow, int windowCount) {
    begin(expected, UNKNOWN, firstWindow, windowCount);
  }

  /**
   * Begins a run of windows of a chunk whose length is recorded. One begun before and not finished
   * is forgotten.
   *
   * @param expected the record of the whole chunk; only length and checksums are used
   * @param firstWindow index of the run's first window, from 0
   * @param windowCount number of windows that the run is to have
   * @throws IndexOutOfBoundsException if {@code expected} has no such windows
   */
  public void begin(ChunkInfo expected, int firstWindow, int windowCount) {
    begin(expected.checksums(), expected.length(), firstWindow, windowCount);
  }

  private void begin(ChecksumData expected, long chunkLength, int firstWindow, int windowCount) {
    Objects.checkFromIndexSize(firstWindow, windowCount, expected.count());
    this.expected = expected;
    this.firstWindow = firstWindow;
    this.windowCount = windowCount;
    boolean reachesEnd = firstWindow + windowCount == expected.count();
    this.lengthKnown = chunkLength != UNKNOWN || !reachesEnd;
    long fullWindows = (long) windowCount * bytesPerChecksum;
    this.runLength =
        chunkLength != UNKNOWN && reachesEnd && windowCount > 0
            ? chunkLength - (long) firstWindow * bytesPerChecksum
            : fullWindows;
    this.bytesTaken = 0;
    this.windowsTaken = 0;
    this.found.clear();
    if (stream != null) {
      stream.reset();
    }
  }

  /**
   * Takes the next bytes of the run.
   *
   * @param bytes the bytes; read during the call and not kept
   * @throws IllegalStateException if nothing was begun
   */
  public void update(ChunkBuffer bytes) {
    update(bytes, 0, bytes.length());
  }

  /** Takes a range of bytes as the next of the run, without making a slice of it. */
  void update(ChunkBuffer bytes, long offset, long length) {
    if (stream != null && fits(begun())) {
      long room = Math.max(0, runLength - bytesTaken);
      stream.update(bytes, offset, Math.min(length, room));
    }
    bytesTaken = Math.addExact(bytesTaken, length);
  }

  /**
   * Ends the run.
   *
   * @return what was found; windows and offsets in it count from the start of the chunk
   * @throws IllegalStateException if nothing was begun
   */
  public VerifyResult finish() {
    VerifyResult notClean = finishRun();
    return notClean != null ? notClean : match(windowCount);
  }

  /** The result of a clean run of so many windows. */
  VerifyResult match(int windows) {
    if (clean.windows() != windows) {
      clean = VerifyResult.match(windows);
    }
    return clean;
  }

  /** Ends the run and gives null if it is clean, so that runs of any length make no result. */
  @Nullable VerifyResult finishRun() {
    ChecksumData stored = begun();
    try {
      if (stream == null) {
        return VerifyResult.notChecked();
      }
      if (!stored.type().equals(type)) {
        return VerifyResult.wrongType(type, stored.type());
      }
      if (stored.bytesPerChecksum() != bytesPerChecksum) {
        return VerifyResult.wrongWindowSize(bytesPerChecksum, stored.bytesPerChecksum());
      }
      stream.finish();
      reportMissingAndSurplus();
      return found.count() == 0 ? null : VerifyResult.mismatch(type, windowCount, found);
    } finally {
      expected = null;
    }
  }

  /**
   * Tells whether this verifier has the type and window size of stored checksums.
   *
   * @param stored the stored checksums
   * @return whether both are the same
   */
  public boolean fits(ChecksumData stored) {
    return stored.type().equals(type) && stored.bytesPerChecksum() == bytesPerChecksum;
  }

  /**
   * Counts the payload bytes that had to be copied, as {@link ChecksumStream#bytesCopied()} does.
   *
   * @return bytes since construction, by the kind of memory they lay in
   */
  public CopiedBytes bytesCopied() {
    return stream == null ? CopiedBytes.NONE : stream.bytesCopied();
  }

  private void reportMissingAndSurplus() {
    for (int i = windowsTaken; i < windowCount; i++) {
      long length = recordedLength(i);
      report(i, length == UNKNOWN ? bytesPerChecksum : length, null);
    }
    if (bytesTaken > runLength) {
      found.add(
          new Mismatch(
              firstWindow + windowCount,
              (long) firstWindow * bytesPerChecksum + runLength,
              bytesTaken - runLength,
              null,
              null));
    }
  }

  /** Sets who is told of the checksums of the windows to come, null for nobody. */
  void observe(@Nullable ChecksumConsumer newObserver) {
    observer = newObserver;
  }

  /** Bytes of the open window taken so far; 0 if none is open. */
  int openLength() {
    return stream == null ? 0 : stream.openLength();
  }

  /** Writes the checksum of the open window's bytes so far; for the CRC types, which all can. */
  void peek(byte[] target) {
    if (stream == null || !stream.peek(target, 0)) {
      throw new IllegalStateException(type + " cannot be asked midway");
    }
  }

  /**
   * Bytes of the run, of so many in hand, that there are checksums for; 0 if they do not fit this
   * verifier. For those who compute elsewhere and {@link #compare} here.
   */
  long bytesToCompute(long inHand) {
    return stream == null || !fits(begun()) ? 0 : Math.min(inHand, runLength);
  }

  /** Takes note of bytes whose checksums are computed elsewhere. */
  void skip(long bytes) {
    bytesTaken = Math.addExact(bytesTaken, bytes);
  }

  /** Compares the next window of the run. */
  void compare(long window, int length, byte[] checksum, int offset) {
    if (observer != null) {
      observer.accept(window, length, checksum, offset);
    }
    int i = windowsTaken++;
    if (!isComplete(i, length) || !begun().matches(firstWindow + i, checksum, offset)) {
      byte[] actual = Arrays.copyOfRange(checksum, offset, offset + type.checksumLength());
      long recorded = recordedLength(i);
      report(i, recorded == UNKNOWN ? length : recorded, actual);
    }
  }

  private boolean isComplete(int i, int length) {
    long recorded = recordedLength(i);
    return recorded == UNKNOWN || recorded == length;
  }

  /** Bytes that window i of the run had when its checksum was stored. */
  private long recordedLength(int i) {
    if (i < windowCount - 1) {
      return bytesPerChecksum;
    }
    return lengthKnown ? runLength - (long) i * bytesPerChecksum : UNKNOWN;
  }

  private void report(int i, long length, byte @Nullable [] actual) {
    int window = firstWindow + i;
    byte[] stored = new byte[type.checksumLength()];
    begun().checksum(window).get(stored);
    found.add(new Mismatch(window, (long) window * bytesPerChecksum, length, stored, actual));
  }

  private ChecksumData begun() {
    if (expected == null) {
      throw new IllegalStateException("no chunk was begun");
    }
    return expected;
  }

  /** Compares what the stream gives. */
  private final class Comparison implements ChecksumConsumer {

    @Override
    public void accept(long window, int length, byte[] checksum, int offset) {
      compare(window, length, checksum, offset);
    }

    /** Only the last of the windows can have been recorded with another length than a full one. */
    @Override
    public void acceptAll(long first, int count, int length, byte[] checksums, int checksumLength) {
      if (!isComplete(windowsTaken + count - 1, length)
          || !begun().matches(firstWindow + windowsTaken, count, checksums, 0)) {
        ChecksumConsumer.super.acceptAll(first, count, length, checksums, checksumLength);
        return;
      }
      if (observer != null) {
        observer.acceptAll(first, count, length, checksums, checksumLength);
      }
      windowsTaken += count;
    }
  }
}
