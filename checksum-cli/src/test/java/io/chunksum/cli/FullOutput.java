// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A file on a full disk: it takes the first bytes, and then no more. */
final class FullOutput extends OutputStream {

  private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
  private final int room;

  FullOutput(int room) {
    this.room = room;
  }

  @Override
  public void write(int b) throws IOException {
    if (taken.size() == room) {
      throw new IOException("no space left");
    }
    taken.write(b);
  }

  String taken() {
    return taken.toString(StandardCharsets.UTF_8);
  }
}
