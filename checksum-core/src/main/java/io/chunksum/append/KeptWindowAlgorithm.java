// SPDX-License-Identifier: Apache-2.0

package io.chunksum.append;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.compute.ChecksumConsumer;
import io.chunksum.compute.ChecksumStream;
import io.chunksum.internal.ByteArrays;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Lets an algorithm that cannot report its result midway do so: keeps the bytes of the open window,
 * which may grow to bytesPerChecksum, and computes over them on demand.
 */
final class KeptWindowAlgorithm implements ChecksumAlgorithm {

  /** More than one block of any digest, and not a whole number of them. */
  private static final int PROBE_BYTES = 200;

  private final ChecksumAlgorithm algorithm;
  private final IntConsumer bytesKept;

  private KeptWindowAlgorithm(ChecksumAlgorithm algorithm, IntConsumer bytesKept) {
    this.algorithm = algorithm;
    this.bytesKept = bytesKept;
  }

  /**
   * Creates a stream of an algorithm that can report its result midway, or else of one that keeps
   * the bytes of the open window. The stream's own checksum is asked: the next one that the
   * algorithm makes may be of another security provider.
   *
   * @param bytesKept is told of payload bytes that were copied to be kept, each time how many
   */
  static ChecksumStream newStream(
      ChecksumAlgorithm algorithm,
      int bytesPerChecksum,
      ChecksumConsumer consumer,
      IntConsumer bytesKept) {
    ChecksumStream stream = new ChecksumStream(algorithm, bytesPerChecksum, consumer);
    // A digest in a device (PKCS #11) may be cloneable only while there is nothing in it.
    int probe = Math.max(0, Math.min(PROBE_BYTES, bytesPerChecksum - 1));
    stream.accept(new byte[probe], 0, probe);
    if (stream.peek(new byte[algorithm.type().checksumLength()], 0)) {
      stream.reset();
      return stream;
    }
    return new ChecksumStream(
        new KeptWindowAlgorithm(algorithm, bytesKept), bytesPerChecksum, consumer);
  }

  @Override
  public ChecksumType type() {
    return algorithm.type();
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new KeptWindow(StreamingChecksum.of(algorithm));
  }

  private final class KeptWindow implements StreamingChecksum {

    private final StreamingChecksum checksum;
    private byte[] kept = {};
    private int length;

    KeptWindow(StreamingChecksum checksum) {
      this.checksum = checksum;
    }

    @Override
    public ChecksumType type() {
      return checksum.type();
    }

    @Override
    public void reset() {
      length = 0;
    }

    @Override
    public void update(byte[] source, int offset, int count) {
      makeRoom(count);
      System.arraycopy(source, offset, kept, length, count);
      taken(count);
    }

    @Override
    public boolean updateInPlace(ByteBuffer view) {
      int count = view.remaining();
      makeRoom(count);
      view.get(kept, length, count);
      taken(count);
      return true;
    }

    private void makeRoom(int count) {
      long needed = (long) length + count;
      if (needed > ByteArrays.LONGEST) {
        throw new IllegalStateException(
            "a window of " + needed + " bytes does not fit in the array that must hold it");
      }
      if (needed > kept.length) {
        long room = Math.min(Math.max(needed, 2L * length), ByteArrays.LONGEST);
        kept = Arrays.copyOf(kept, (int) room);
      }
    }

    private void taken(int count) {
      length += count;
      bytesKept.accept(count);
    }

    @Override
    public boolean peek(byte[] target, int offset) {
      checksum.reset(); // If the last finish failed, bytes are left in it.
      checksum.update(kept, 0, length);
      checksum.finish(target, offset);
      return true;
    }

    @Override
    public void finish(byte[] target, int offset) {
      peek(target, offset);
      length = 0;
    }
  }
}
