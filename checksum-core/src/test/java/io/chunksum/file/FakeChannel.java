// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** A channel that does what a test wants when it is read. */
record FakeChannel(Read onRead) implements ReadableByteChannel {

  /** As {@link ReadableByteChannel#read}, with leave to throw anything. */
  interface Read {
    int read(ByteBuffer target) throws Throwable;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    try {
      return onRead.read(target);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
