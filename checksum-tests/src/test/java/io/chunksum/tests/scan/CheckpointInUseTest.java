// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.scan.ScanCheckpoint;
import io.chunksum.scan.ScanCheckpoint.RefusedException;
import io.chunksum.tests.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint that several processes want. */
class CheckpointInUseTest {

  private static final String SCOPE = "a scan of /data";

  @TempDir private Path folder;

  /** What another process prints that opens the checkpoint. */
  static final class Other {
    public static void main(String[] args) throws IOException {
      try (ScanCheckpoint checkpoint = ScanCheckpoint.open(Path.of(args[0]), SCOPE)) {
        System.out.println("opened, at '" + checkpoint.place().path() + "'");
      } catch (RefusedException e) {
        System.out.println(e.getReason());
      }
    }
  }

  private static String other(Path file) throws Exception {
    return ChildJvm.run(ChildJvm.classPath(), Other.class, file.toString()).said();
  }

  @Test
  void refusalInThisProcessLeavesItClosedToOthers() throws Exception {
    Path file = folder.resolve("checkpoint");
    try (ScanCheckpoint checkpoint = ScanCheckpoint.open(file, SCOPE)) {
      assertThat(checkpoint.place()).isEqualTo(ScanCheckpoint.Place.START);
      assertThat(other(file)).contains("is in use by another scan");
      assertThatThrownBy(() -> ScanCheckpoint.open(file, SCOPE))
          .isInstanceOf(RefusedException.class)
          .hasMessageContaining("is in use by another scan");
      assertThat(other(file)).contains("is in use by another scan");
    }
    assertThat(other(file)).contains("opened, at ''");
  }
}
