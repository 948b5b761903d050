// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarFormat;
import io.chunksum.cli.sidecar.SidecarHeader;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.data.ChunkInfo;
import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** {@code FILE.chunksum}. */
final class SidecarInspector implements Inspector {

  @Override
  public String format() {
    return "chunksum";
  }

  @Override
  public boolean recognizes(byte[] start) {
    return SidecarHeader.recognizes(start);
  }

  @Override
  public boolean isNamedLike(String name) {
    return new SidecarFormat().recordedFile(name).isPresent();
  }

  @Override
  public List<Summary> inspect(Path file, ByteReader reader) throws IOException {
    try (SidecarReader sidecar = new SidecarReader(file, reader)) {
      List<ChecksumType> types = sidecar.header().types();
      long[] windows = new long[types.size()];
      long chunks = 0;
      List<ChunkInfo> chunk = sidecar.nextChunk();
      while (!chunk.isEmpty()) {
        chunks++;
        for (int i = 0; i < windows.length; i++) {
          windows[i] += chunk.get(i).checksums().count();
        }
        chunk = sidecar.nextChunk();
      }
      return summaries(sidecar.header(), chunks, windows);
    }
  }

  /** Takes the types from the header, because a file of 0 bytes has no chunks. */
  private static List<Summary> summaries(SidecarHeader header, long chunks, long[] windows) {
    return IntStream.range(0, windows.length)
        .mapToObj(i ->
            Summary.ofChunks(
                Optional.of(header.types().get(i)),
                OptionalInt.of(header.bytesPerChecksum()),
                header.length(),
                chunks,
                windows[i]))
        .toList();
  }
}
