// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.verify.BlockVerifier;
import io.chunksum.verify.ChunkVerifier;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Long texts, on their own and in messages. */
class TextsTest {

  private static final String LONG = "x".repeat(6000);
  private static final String SHORTENED = "x".repeat(5000) + "… (6000 characters)";

  @Test
  void onlyLongTextsAreShortened() {
    assertThat(Texts.shorten("")).isEmpty();
    assertThat(Texts.shorten("x".repeat(5000))).isEqualTo("x".repeat(5000));
    assertThat(Texts.shorten("x".repeat(5001))).isEqualTo("x".repeat(5000) + "… (5001 characters)");
  }

  @Test
  void noCharacterIsCutInHalf() {
    String emoji = "\uD83D\uDE00";
    assertThat(Texts.shorten("x".repeat(4998) + emoji + "y"))
        .isEqualTo("x".repeat(4998) + emoji + "… (5001 characters)");
    assertThat(Texts.shorten("x".repeat(4999) + emoji))
        .isEqualTo("x".repeat(4999) + "… (5001 characters)");
  }

  @Test
  void messagesHaveTheStartOfALongName() {
    ChecksumData sums = ChecksumData.of(ChecksumType.CRC32C, 4, new byte[4]);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ChunkInfo(LONG, 0, 9, sums))
        .withMessageStartingWith("chunk '" + SHORTENED + "' of 9 bytes ");
    ChunkInfo chunk = new ChunkInfo(LONG, 0, 4, sums);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BlockVerifier(List.of(chunk, chunk)))
        .withMessageStartingWith("chunk '" + SHORTENED + "' at 0 ");
    ChunkVerifier verifier = new ChunkVerifier(ChecksumAlgorithms.of(ChecksumType.CRC32C), 4);
    assertThat(verifier.verify(ChunkBuffer.wrap(new byte[4]), chunk).toString())
        .startsWith("CRC32C mismatch in chunk " + SHORTENED + ": ");
  }

  /** What is malformed may be a name that is quoted. */
  @Test
  void messagesAboutWhatIsMalformedStayOneLine() {
    MalformedChecksumDataException malformed =
        new MalformedChecksumDataException("no type 'a\nb\u2028\u2029c\u001b\u0085'", 3);
    assertThat(malformed).hasMessage("no type 'a?b??c??' (at byte 3)");
    assertThat(malformed.offsetBy(4)).hasMessage("no type 'a?b??c??' (at byte 7)");
  }
}
