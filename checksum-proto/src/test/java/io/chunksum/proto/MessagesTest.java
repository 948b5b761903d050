// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.ChunkInfo;
import io.chunksum.proto.wire.ChunksumProtos;
import org.junit.jupiter.api.Test;

class MessagesTest {

  @Test
  void whatIsLargerThanAnArrayCanBeIsRefusedWithItsSize() {
    assertThat(Messages.checkSize(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Messages.checkSize(1L << 31))
        .withMessage("a message of 2147483648 bytes is too large");
  }

  /** In UTF-8 the text fits into an array, with its tag and length it does not. */
  @Test
  void aTextThatLeavesNoRoomForItsLengthIsRefusedWithTheSize() {
    assumeThat(Runtime.getRuntime().maxMemory()).as("bytes of heap").isGreaterThan(3L << 30);
    String text = "é".repeat((1 << 30) - 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Messages.stringSize(1, text))
        .withMessage("a message of 2147483650 bytes is too large");
  }

  @Test
  void fieldsOfAGeneratedMessageAreViewsOfWhatItIsMadeOf() {
    byte[] sums = ChecksumDataCodec.encodeToArray(Sums.of(ChecksumType.CRC32C, 2));
    int last = sums.length - 1;
    ChunksumProtos.ChecksumData message =
        Messages.parse(ChunksumProtos.ChecksumData.parser(), sums);
    sums[last] ^= 1;
    assertThat(message.getChecksums(1).byteAt(3)).isEqualTo(sums[last]);

    byte[] chunk =
        ChunkInfoCodec.OZONE.encodeToArray(
            new ChunkInfo("c", 0, Sums.WINDOW, Sums.of(ChecksumType.SHA256, 1)));
    last = chunk.length - 1;
    ChunksumProtos.ChunkInfo outer = Messages.parse(ChunksumProtos.ChunkInfo.parser(), chunk);
    chunk[last] ^= 1;
    assertThat(outer.getChecksumData().getChecksums(0).byteAt(31)).isEqualTo(chunk[last]);
  }

  @Test
  void aMessageThatDoesNotFillItsArrayIsAnErrorOfOurs() {
    assertThat(Messages.toArray(2, out -> out.writeInt32NoTag(300))).containsExactly(0xAC, 2);
    assertThatIllegalStateException()
        .isThrownBy(() -> Messages.toArray(3, out -> out.writeInt32NoTag(300)));
    assertThatIllegalStateException()
        .isThrownBy(() -> Messages.toArray(1, out -> out.writeInt32NoTag(300)))
        .withMessage("writing memory failed");
  }
}
