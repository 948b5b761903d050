// SPDX-License-Identifier: Apache-2.0

package io.chunksum.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import io.netty.util.ReferenceCounted;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The build runs these tests on two lines of Netty; here it shows that it does. */
@Tag("netty")
class NettyVersionTest {

  @Test
  void testsRunOnTheVersionThatTheBuildNamed() {
    String version = System.getProperty("chunksum.test.netty");
    assumeTrue(version != null, "the build names the version, this run does not");
    // A version of the other line would leave this line without a test.
    assertThat(version).startsWith(System.getProperty("chunksum.test.netty.line"));
    assertThat(jarOf(ByteBuf.class)).endsWith("/netty-buffer-" + version + ".jar");
    assertThat(jarOf(ReferenceCounted.class)).endsWith("/netty-common-" + version + ".jar");
  }

  private static String jarOf(Class<?> type) {
    return Objects.requireNonNull(type.getProtectionDomain().getCodeSource())
        .getLocation()
        .getPath();
  }
}
