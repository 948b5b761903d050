// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.peers;

import static java.lang.invoke.MethodType.methodType;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.bench.JdkChecksum;
import io.chunksum.bench.Memory;
import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/**
 * The checksums that Netty's codecs compute over a {@code ByteBuf}: the JDK's CRC32, and for CRC32C
 * a class of Netty's own. They are not public, so they are called through method handles.
 */
final class NettyPeer extends PackedPeer {

  private static final String CODECS = "io.netty.handler.codec.compression.";
  private static final MethodHandle WRAP;
  private static final MethodHandle NEW_CRC32C;
  private static final MethodHandle UPDATE;

  static {
    try {
      Class<?> base = Class.forName(CODECS + "ByteBufChecksum");
      MethodHandles.Lookup codecs = MethodHandles.privateLookupIn(base, MethodHandles.lookup());
      WRAP =
          codecs
              .findStatic(base, "wrapChecksum", methodType(base, Checksum.class))
              .asType(methodType(Checksum.class, Checksum.class));
      NEW_CRC32C =
          codecs
              .findConstructor(codecs.findClass(CODECS + "Crc32c"), methodType(void.class))
              .asType(methodType(Checksum.class));
      UPDATE =
          codecs
              .findVirtual(
                  base, "update", methodType(void.class, ByteBuf.class, int.class, int.class))
              .asType(methodType(void.class, Checksum.class, ByteBuf.class, int.class, int.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final ByteBuf bytes;
  private final Checksum crc;
  private final int bytesPerChecksum;
  private final long bytesCopied;

  NettyPeer(PeerChunk chunk) {
    super(chunk);
    this.bytes = Memory.composite(chunk.pieces());
    this.bytesPerChecksum = chunk.bytesPerChecksum();
    boolean wrapped = chunk.type().equals(ChecksumType.CRC32);
    try {
      this.crc =
          wrapped
              ? (Checksum) WRAP.invokeExact(JdkChecksum.crc(chunk.type()))
              : (Checksum) NEW_CRC32C.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
    // Netty's own class reads byte by byte; the JDK's is given straddling windows as one copy.
    this.bytesCopied = wrapped ? chunk.bytesCopiedIfLinearized() : 0;
  }

  @Override
  public ByteBuffer compute() {
    int end = bytes.writerIndex();
    int entry = 0;
    for (int at = 0; at < end; at += bytesPerChecksum) {
      update(at, Math.min(bytesPerChecksum, end - at));
      packed.putInt(entry, (int) crc.getValue());
      crc.reset();
      entry += Integer.BYTES;
    }
    return packed;
  }

  private void update(int index, int length) {
    try {
      UPDATE.invokeExact(crc, bytes, index, length);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long bytesCopiedPerCall() {
    return bytesCopied;
  }
}
