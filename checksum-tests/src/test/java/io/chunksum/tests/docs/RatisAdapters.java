// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import io.chunksum.buffer.ChunkBuffer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.io.netty.buffer.ByteBuf;

/** The adapters of docs/adapters.md, compiled against the published jar of Ratis. */
final class RatisAdapters implements AutoCloseable {

  private final Compiled compiled;

  private RatisAdapters(Compiled compiled) {
    this.compiled = compiled;
  }

  static RatisAdapters compileIn(Path folder) throws Exception {
    List<String> examples = Examples.in(Path.of("docs", "adapters.md"));
    Map<String, String> sources =
        Map.of("RatisByteStrings", examples.get(0), "RatisByteBufs", examples.get(1));
    return new RatisAdapters(Examples.compile(folder, sources));
  }

  ChunkBuffer wrap(ByteString bytes) throws Exception {
    return (ChunkBuffer) compiled.call("RatisByteStrings", "wrap", bytes);
  }

  ChunkBuffer wrap(List<ByteString> strings) throws Exception {
    return (ChunkBuffer) compiled.call("RatisByteStrings", "wrap", strings);
  }

  ChunkBuffer wrap(ByteBuf bytes) throws Exception {
    return (ChunkBuffer) compiled.call("RatisByteBufs", "wrap", bytes);
  }

  @Override
  public void close() throws IOException {
    compiled.close();
  }
}
