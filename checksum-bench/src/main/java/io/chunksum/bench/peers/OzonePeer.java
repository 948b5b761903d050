// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import java.io.UncheckedIOException;
import org.apache.hadoop.ozone.common.Checksum;
import org.apache.hadoop.ozone.common.ChecksumData;
import org.apache.hadoop.ozone.common.OzoneChecksumException;

/**
 * Apache Ozone's published {@code Checksum}, which copies windows that straddle pieces into fresh
 * arrays. A rope is passed through Ozone's own method for lists of byte strings.
 */
final class OzonePeer implements Peer<ChecksumData> {

  private final OzoneChunk chunk;
  private final Checksum checksum;
  private final boolean rope;
  private final long bytesCopied;

  OzonePeer(PeerChunk chunk) {
    if (chunk.straddlingWindowEndsInsidePiece()) {
      throw new IllegalArgumentException(
          "OZONE never returns where a window straddles pieces and ends inside of one that is not"
              + " the last; choose pieceBytes and bytesPerChecksum that divide one another");
    }
    this.chunk = new OzoneChunk(chunk);
    this.checksum = new Checksum(this.chunk.type(), chunk.bytesPerChecksum());
    this.rope = !this.chunk.strings().isEmpty();
    this.bytesCopied = chunk.bytesCopiedIfLinearized();
  }

  @Override
  public ChecksumData compute() {
    try {
      return rope
          ? checksum.computeChecksum(chunk.strings())
          : checksum.computeChecksum(chunk.buffer());
    } catch (OzoneChecksumException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public byte[] packed(ChecksumData sums) {
    return OzoneChunk.packed(sums);
  }

  @Override
  public boolean verify() {
    try {
      if (rope) {
        Checksum.verifyChecksum(chunk.strings(), chunk.expected(), 0);
      } else {
        Checksum.verifyChecksum(chunk.buffer(), chunk.expected(), 0);
      }
      return true;
    } catch (OzoneChecksumException e) {
      return false;
    }
  }

  @Override
  public long bytesCopiedPerCall() {
    return bytesCopied;
  }
}
