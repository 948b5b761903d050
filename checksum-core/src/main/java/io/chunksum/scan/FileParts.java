// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import io.chunksum.data.ChunkInfo;
import io.chunksum.format.FileRecord;
import io.chunksum.internal.RegularFiles;
import io.chunksum.window.WindowLayout;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An open file and its record, cut into parts: runs of whole windows of one chunk.
 *
 * <pre>
 * chunks  |-----------------------|-----------------------|-------|
 * windows |--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|--|-|
 * parts   |--------|--------|-----|--------|--------|-----|-------|
 * </pre>
 *
 * <p>For one thread at a time, except for the channel.
 */
final class FileParts implements Closeable {

  /** Large enough that handing out costs nothing, small enough that a chunk has several. */
  private static final int PART_BYTES = 8 * 1024 * 1024;

  /**
   * One part.
   *
   * @param index number of parts before it
   * @param chunk the records of its chunk, one for each type
   * @param windowsBefore number of windows in the file before the chunk
   * @param firstWindow index of its first window in the chunk
   * @param windowCount number of its windows
   * @param offset offset of its first byte in the file
   * @param length bytes in the part
   * @param last whether it reaches the recorded end of the file
   */
  record Part(
      long index,
      List<ChunkInfo> chunk,
      long windowsBefore,
      int firstWindow,
      int windowCount,
      long offset,
      long length,
      boolean last) {}

  private final FileChannel channel;
  private final FileRecord record;

  /** The current chunk, its windows that are compared, and how many have been handed out. */
  private List<ChunkInfo> chunk = List.of();

  private WindowLayout windows = ChunkCheck.windows(chunk);
  private int nextWindow;

  /** The chunks before the current one. */
  private final ChunksSoFar soFar = new ChunksSoFar();

  private long nextIndex;

  private FileParts(FileChannel channel, FileRecord record) {
    this.channel = channel;
    this.record = record;
  }

  static FileParts open(Path file, ScanTarget.RecordOpener opener) throws IOException {
    FileChannel channel = RegularFiles.open(file, LinkOption.NOFOLLOW_LINKS);
    try {
      FileParts parts = new FileParts(channel, new WholeRecord(opener.open()));
      dropInterrupt();
      return parts;
    } catch (Throwable e) { // An opener may throw what it does not declare.
      channel.close();
      throw e;
    }
  }

  /**
   * Nobody interrupts the threads of a scan on purpose. What the code of a record leaves would
   * close the file when it is next read, or end the thread.
   */
  static void dropInterrupt() {
    Thread.interrupted();
  }

  FileChannel channel() {
    return channel;
  }

  FileRecord record() {
    return record;
  }

  /** Returns the index of the next part, if there is one. */
  long nextIndex() {
    return nextIndex;
  }

  /** Returns the chunks that have been cut; all of the record's once there are no more parts. */
  ChunksSoFar soFar() {
    return soFar;
  }

  /**
   * Returns the next part; null after the last. Chunks in which nothing can be compared have none.
   *
   * @param over whether no part is wanted any more, asked before each chunk: a record may have such
   *     chunks forever
   * @param compared selects those records of a chunk that its bytes can be compared with
   * @throws CancellationException if so
   */
  @Nullable Part next(BooleanSupplier over, UnaryOperator<List<ChunkInfo>> compared)
      throws IOException {
    while (nextWindow == windows.windowCount()) {
      if (over.getAsBoolean()) {
        throw new CancellationException("no more parts are wanted");
      }
      if (!chunk.isEmpty()) {
        soFar.add(chunk, windows);
      }
      nextWindow = 0;
      chunk = record.nextChunk();
      dropInterrupt();
      if (chunk.isEmpty()) {
        return null;
      }
      windows = ChunkCheck.windows(compared.apply(chunk));
    }
    return cut();
  }

  private Part cut() {
    ChunkInfo info = chunk.get(0);
    int first = nextWindow;
    int most = Math.max(1, PART_BYTES / windows.bytesPerChecksum());
    int count = (int) Math.min(most, windows.windowCount() - first);
    nextWindow += count;
    long offset = windows.windowOffset(first);
    long partEnd = windows.windowOffset(nextWindow - 1L) + windows.windowLength(nextWindow - 1L);
    boolean last = info.offset() + partEnd == record.length();
    return new Part(
        nextIndex++,
        chunk,
        soFar.windows(),
        first,
        count,
        info.offset() + offset,
        partEnd - offset,
        last);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      record.close();
    }
  }
}
