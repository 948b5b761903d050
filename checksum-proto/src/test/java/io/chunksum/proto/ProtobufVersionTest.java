// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.ByteString;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The build runs these tests on several versions of protobuf-java; here it shows that it does. */
class ProtobufVersionTest {

  @Test
  void testsRunOnTheVersionThatTheBuildNamed() {
    String version = System.getProperty("chunksum.test.protobuf");
    assumeTrue(version != null, "the build names the version, this run does not");
    String jar =
        Objects.requireNonNull(ByteString.class.getProtectionDomain().getCodeSource())
            .getLocation()
            .getPath();
    assertThat(jar).endsWith("/protobuf-java-" + version + ".jar");
    // Line 4 brought this class; it tells the lines apart should a jar have a wrong name.
    assertThat(isPresent("com.google.protobuf.RuntimeVersion"))
        .isEqualTo(Objects.requireNonNull(version).startsWith("4."));
  }

  private static boolean isPresent(String className) {
    try {
      Class.forName(className);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
