// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.util.DataChecksum;

/**
 * Apache Hadoop without its native library. It knows windows but only one buffer at a time: whole
 * windows are read in place; one that straddles pieces is copied into an array that is kept.
 */
final class HadoopPeer extends PackedPeer {

  /** What to do with a run of windows and the space for their checksums. */
  private interface Step {
    void accept(ByteBuffer data, ByteBuffer sums) throws ChecksumException;
  }

  private final DataChecksum checksum;
  private final int bytesPerChecksum;
  private final List<ByteBuffer> views;
  private final ByteBuffer straddling;
  private final long bytesCopied;
  private final Step calculate;
  private final Step check;

  HadoopPeer(PeerChunk chunk) {
    super(chunk);
    this.bytesPerChecksum = chunk.bytesPerChecksum();
    this.checksum =
        DataChecksum.newDataChecksum(
            DataChecksum.Type.valueOf(chunk.type().name()), bytesPerChecksum);
    this.views = chunk.pieces().stream().map(ByteBuffer::duplicate).toList();
    this.straddling = ByteBuffer.allocate(Math.min(bytesPerChecksum, chunk.length()));
    this.bytesCopied = views.get(0).hasArray() ? chunk.straddlingBytes() : chunk.length();
    this.calculate = checksum::calculateChunkedSums;
    this.check = (data, sums) -> checksum.verifyChunkedSums(data, sums, "chunk", 0);
  }

  @Override
  public ByteBuffer compute() {
    try {
      walk(calculate, packed);
    } catch (ChecksumException e) {
      throw new IllegalStateException("nothing is compared here", e);
    }
    return packed.clear();
  }

  @Override
  public boolean verify() {
    try {
      walk(check, expected);
      return true;
    } catch (ChecksumException e) {
      return false;
    }
  }

  private void walk(Step step, ByteBuffer sums) throws ChecksumException {
    sums.clear();
    straddling.clear();
    int last = views.size() - 1;
    for (int i = 0; i <= last; i++) {
      ByteBuffer view = views.get(i).clear();
      if (straddling.position() > 0) {
        fill(view);
        if (straddling.hasRemaining() && i < last) {
          continue;
        }
        run(step, straddling.flip(), sums);
        straddling.clear();
      }
      int end = view.capacity();
      int whole = i == last ? end : end - (end - view.position()) % bytesPerChecksum;
      if (view.position() < whole) {
        run(step, view.limit(whole), sums);
        view.limit(end).position(whole);
      }
      fill(view);
    }
  }

  /** Moves as much into the straddling window as still fits. */
  private void fill(ByteBuffer view) {
    int count = Math.min(straddling.remaining(), view.remaining());
    straddling.put(straddling.position(), view, view.position(), count);
    straddling.position(straddling.position() + count);
    view.position(view.position() + count);
  }

  private void run(Step step, ByteBuffer data, ByteBuffer sums) throws ChecksumException {
    int windows = (data.remaining() + bytesPerChecksum - 1) / bytesPerChecksum;
    int end = sums.position() + windows * Integer.BYTES;
    step.accept(data, sums.limit(end));
    sums.limit(sums.capacity()).position(end);
  }

  @Override
  public long bytesCopiedPerCall() {
    return bytesCopied;
  }
}
