// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.replay;

import io.chunksum.ChunkChecksum;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChunkInfo;
import io.chunksum.netty.NettyChunk;
import io.chunksum.scan.ChunkFileVerifier;
import io.chunksum.verify.VerifyResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;

/**
 * The chunks of one replica: the chunks of a block lie one after the other in a file, and beside it
 * lies the record of each. A chunk is served from the moment it is committed, or replayed and found
 * to be whole.
 *
 * <p>Safe to share between threads, as far as no two write the same chunk at once.
 */
final class ChunkStore {

  private static final Pattern CHUNK_NAME = Pattern.compile("(\\w+)_chunk_\\d+");
  private static final int PIECE_BYTES = 64 * 1024;

  private final Path folder;
  private final Map<String, ChunkInfo> served = new ConcurrentHashMap<>();
  private final Map<String, VerifyResult> replayed = new ConcurrentSkipListMap<>();
  private final ChunkFileVerifier verifier = new ChunkFileVerifier();

  ChunkStore(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /** The file that holds the bytes of a chunk, from its offset on. */
  Path file(ChunkInfo chunk) throws IOException {
    Matcher name = CHUNK_NAME.matcher(chunk.name());
    if (!name.matches()) {
      throw new IOException("no name of a chunk: " + chunk.name());
    }
    return folder.resolve(name.group(1) + ".block");
  }

  /** The file that holds the record of a committed chunk. */
  Path record(ChunkInfo chunk) {
    return folder.resolve(chunk.name() + ".info");
  }

  /** What the replay said of each chunk that this store did not write itself. */
  Map<String, VerifyResult> replayed() {
    return Collections.unmodifiableMap(replayed);
  }

  /** Writes the bytes of a chunk, which is not served yet. */
  void write(ChunkInfo chunk, ByteString payload) throws IOException {
    try (FileChannel file =
        FileChannel.open(
            file(chunk),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.DSYNC)) {
      long at = chunk.offset();
      for (ByteBuffer part : payload.asReadOnlyByteBufferList()) {
        while (part.hasRemaining()) {
          at += file.write(part, at);
        }
      }
    }
  }

  /** Serves a chunk from now on. */
  void commit(ChunkInfo chunk) throws IOException {
    Files.write(record(chunk), ChunkRequest.CODEC.encodeToArray(chunk));
    served.put(chunk.name(), chunk);
  }

  /** Serves a chunk that was written before this store was opened, if it is still whole. */
  synchronized VerifyResult replay(ChunkInfo chunk) throws IOException {
    VerifyResult verdict = verify(chunk);
    replayed.put(chunk.name(), verdict);
    if (verdict.ok()) {
      commit(chunk);
    }
    return verdict;
  }

  private VerifyResult verify(ChunkInfo chunk) throws IOException {
    try {
      return verifier.verify(file(chunk), chunk);
    } catch (NoSuchFileException e) {
      return verifier.verify(ChunkBuffer.EMPTY, chunk);
    }
  }

  /** Writes a refused chunk again, with bytes from another replica, and serves it. */
  void mend(ChunkInfo chunk, ByteString payload) throws IOException {
    new ChunkRequest(chunk, ByteString.EMPTY, payload).verify();
    write(chunk, payload);
    replay(chunk).orThrow();
  }

  /** Reads a chunk for a client. */
  ByteString read(String name) throws IOException {
    ChunkInfo chunk = served.get(name);
    if (chunk == null) {
      VerifyResult verdict = replayed.get(name);
      throw new IOException(
          verdict == null ? "no chunk " + name : "chunk " + name + " is refused: " + verdict);
    }
    return read(chunk);
  }

  /** Reads the bytes of a chunk, served or not, and gives them away only if they are whole. */
  ByteString read(ChunkInfo chunk) throws IOException {
    List<ByteBuf> pieces = new ArrayList<>();
    try (FileChannel file = FileChannel.open(file(chunk), StandardOpenOption.READ)) {
      readPieces(file, chunk, pieces);
      ChunkChecksum.like(chunk.checksums()).verify(NettyChunk.wrap(pieces), chunk).orThrow();
      byte[] bytes = new byte[(int) chunk.length()];
      int at = 0;
      for (ByteBuf piece : pieces) {
        int count = piece.readableBytes();
        piece.readBytes(bytes, at, count);
        at += count;
      }
      return UnsafeByteOperations.unsafeWrap(bytes);
    } finally {
      pieces.forEach(ByteBuf::release);
    }
  }

  /** Fills pooled buffers with the chunk; fewer bytes than it had if the file is too short. */
  private static void readPieces(FileChannel file, ChunkInfo chunk, List<ByteBuf> pieces)
      throws IOException {
    long at = chunk.offset();
    long end = Math.addExact(at, chunk.length());
    boolean ended = false;
    while (at < end && !ended) {
      int room = (int) Math.min(PIECE_BYTES, end - at);
      ByteBuf piece = PooledByteBufAllocator.DEFAULT.directBuffer(room, room);
      pieces.add(piece);
      while (piece.isWritable() && !ended) {
        int count = piece.writeBytes(file, at, piece.writableBytes());
        ended = count < 0;
        at += Math.max(count, 0);
      }
    }
  }

  /** The record of a committed chunk, as it lies on the disk. */
  ChunkInfo storedRecord(ChunkInfo chunk) throws IOException {
    return ChunkRequest.CODEC.decode(Files.readAllBytes(record(chunk)));
  }
}
