// SPDX-License-Identifier: Apache-2.0

package io.chunksum.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** A file on a disk that cannot read it from some offset on. */
public class FailingFile extends FileChannel {

  private final FileChannel file;
  private final long readable;

  public FailingFile(FileChannel file, long readable) {
    this.file = file;
    this.readable = readable;
  }

  /** One that fails with what the API does not declare, as file systems of others may. */
  public static FailingFile undeclared(FileChannel file, long readable) {
    return new FailingFile(file, readable) {
      @Override
      public int read(ByteBuffer target, long position) {
        try {
          return super.read(target, position);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    };
  }

  @Override
  public int read(ByteBuffer target, long position) throws IOException {
    if (position >= readable) {
      throw new IOException("Input/output error");
    }
    int limit = target.limit();
    target.limit((int) Math.min(limit, target.position() + readable - position));
    int count = file.read(target, position);
    target.limit(limit);
    return count;
  }

  @Override
  protected void implCloseChannel() throws IOException {
    file.close();
  }

  @Override
  public int read(ByteBuffer target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int write(ByteBuffer source, long position) throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public long position() {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileChannel position(long newPosition) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public FileChannel truncate(long size) throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public void force(boolean metaData) throws IOException {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) {
    throw new UnsupportedOperationException();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw new UnsupportedOperationException();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw new UnsupportedOperationException();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) throws IOException {
    throw new UnsupportedOperationException();
  }
}
