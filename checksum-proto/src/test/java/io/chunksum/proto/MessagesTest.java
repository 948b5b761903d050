// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class MessagesTest {

  @Test
  void whatIsLargerThanAnArrayCanBeIsRefusedWithItsSize() {
    assertThat(Messages.checkSize(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Messages.checkSize(1L << 31))
        .withMessage("a message of 2147483648 bytes is too large");
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
