// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import io.chunksum.buffer.ChunkBuffer;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;

/** The adapters of docs/adapters.md, compiled against the published jar of Ratis. */
final class RatisAdapters {

  private final Path folder;

  private RatisAdapters(Path folder) {
    this.folder = folder;
  }

  static RatisAdapters compileIn(Path folder) throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "adapters.md"));
    Examples.compile(folder, "RatisByteStrings", examples.get(0));
    Examples.compile(folder, "RatisByteBufs", examples.get(1));
    return new RatisAdapters(folder);
  }

  ChunkBuffer wrap(ByteString bytes) throws Exception {
    return wrap("RatisByteStrings", ByteString.class, bytes);
  }

  ChunkBuffer wrap(ByteBuf bytes) throws Exception {
    return wrap("RatisByteBufs", ByteBuf.class, bytes);
  }

  private ChunkBuffer wrap(String adapter, Class<?> type, Object bytes) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      return (ChunkBuffer) loader.loadClass(adapter).getMethod("wrap", type).invoke(null, bytes);
    }
  }
}
