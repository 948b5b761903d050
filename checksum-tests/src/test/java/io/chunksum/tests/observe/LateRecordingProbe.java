// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.observe;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** Verifies a bad chunk, begins to record, and verifies another one. */
public final class LateRecordingProbe {

  private static final ChunkChecksum CRC32C = ChunkChecksum.of(ChecksumType.CRC32C, 16);

  private LateRecordingProbe() {}

  /** Stores the recording in the file that is the first argument. */
  public static void main(String[] args) throws IOException {
    verify("early");
    try (Recording recording = new Recording()) {
      recording.start();
      verify("late");
      recording.dump(Path.of(args[0]));
    }
  }

  private static void verify(String chunk) {
    byte[] bytes = new byte[40];
    ChunkInfo info = new ChunkInfo(chunk, 0, 40, CRC32C.compute(ChunkBuffer.wrap(bytes)));
    bytes[7] = 1;
    CRC32C.newVerifier().verify(ChunkBuffer.wrap(bytes), info);
  }
}
