// SPDX-License-Identifier: Apache-2.0

package io.chunksum.scan;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A file that records how far a scan has come, so that the scan can resume, however it ended. Only
 * one scan at a time can have it open.
 *
 * <pre>
 * slot 0   magic, version, and what is scanned   written when the file is created
 * slot 1   number, path, counts                  the larger number counts
 * slot 2   number, path, counts
 * </pre>
 *
 * <p>A place that was saved survives the end of the process at once, and the end of the system
 * after a second. Until it has been forced to disk, the other slot, which already has been, is left
 * alone; a slot that was being written when the system ended does not match its CRC, and does not
 * count.
 *
 * <p>Mutable, for one thread at a time.
 */
public final class ScanCheckpoint implements Closeable {

  static final String NO_CHECKPOINT = "is not the checkpoint of a scan, or is damaged";

  private static final long FORCED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /**
   * What a file contains once it has been removed, for those who opened it before: its name may
   * belong to another file by now. No checkpoint is this short.
   */
  private static final byte[] REMOVED = {1};

  /** This many scans in a row are not expected to complete while one begins. */
  private static final int MAX_OPENINGS = 20;

  private final Path file;
  private final ExclusiveFile held;
  private final FileChannel channel;
  private final LongSupplier clock;
  private final CheckedSlots slots;
  private Place place = Place.START;
  private long number;

  /** The slot that may be written: 1 or 2. */
  private int slot = 1;

  /** Whether the slot {@link #slot} holds a place that has not been forced to disk. */
  private boolean pending;

  private long forcedAt;

  /**
   * How far a scan has come. Immutable.
   *
   * @param path the path of the last file that was reported; empty before the first
   * @param counts the counts up to there
   */
  public record Place(String path, ScanCounts counts) {

    /** Before the first file. */
    public static final Place START = new Place("", ScanCounts.ZERO);

    /**
     * Checks that there are both.
     *
     * @param path the path of the last file that was reported; empty before the first
     * @param counts the counts up to there
     */
    public Place {
      Objects.requireNonNull(path, "path");
      Objects.requireNonNull(counts, "counts");
    }
  }

  /** Reports that a file is not the checkpoint of this scan. The file has been left as it was. */
  public static final class RefusedException extends FileSystemException {

    @Serial private static final long serialVersionUID = 1;

    RefusedException(Path file, String reason) {
      super(file.toString(), null, reason);
    }
  }

  private ScanCheckpoint(Path file, ExclusiveFile held, LongSupplier clock) {
    this.file = file;
    this.held = held;
    this.channel = held.channel();
    this.clock = clock;
    this.slots = new CheckedSlots(channel);
    this.forcedAt = clock.getAsLong();
  }

  /**
   * Opens a checkpoint, or begins one if there is no file or an empty one. If the system ended
   * while one was begun, a few zeros may be all that reached the disk: they count as nothing.
   *
   * @param file the checkpoint
   * @param scope what is scanned, by which another scan's checkpoint is recognized
   * @return the checkpoint; the caller closes it
   * @throws RefusedException if the file is not a checkpoint, is damaged, belongs to another scan,
   *     or is in use
   * @throws IOException if it cannot be read or written
   */
  public static ScanCheckpoint open(Path file, String scope) throws IOException {
    return open(file, scope, System::nanoTime);
  }

  /** Opens a checkpoint with a clock of its own, in nanoseconds; for tests. */
  static ScanCheckpoint open(Path file, String scope, LongSupplier clock) throws IOException {
    for (int i = 1; i <= MAX_OPENINGS; i++) {
      ExclusiveFile held = ExclusiveFile.open(file);
      if (held == null) {
        throw new RefusedException(file, "is in use by another scan");
      }
      ScanCheckpoint checkpoint = open(file, held, scope, clock);
      if (checkpoint != null) {
        return checkpoint;
      }
    }
    throw new RefusedException(file, NO_CHECKPOINT);
  }

  /** Returns null, and closes the file, if another scan has removed it since it was opened. */
  static @Nullable ScanCheckpoint open(
      Path file, ExclusiveFile held, String scope, LongSupplier clock) throws IOException {
    try {
      if (held.channel().size() == REMOVED.length) {
        held.close();
        return null;
      }
      ScanCheckpoint checkpoint = new ScanCheckpoint(file, held, clock);
      if (checkpoint.slots.isBlank()) {
        checkpoint.begin(scope);
      } else {
        checkpoint.loadChecked(scope);
      }
      return checkpoint;
    } catch (IOException | RuntimeException | Error e) {
      held.close();
      throw e;
    }
  }

  private void begin(String scope) throws IOException {
    boolean written;
    try {
      written = slots.write(0, out -> CheckpointEncoding.writeHeader(out, scope));
      channel.force(true);
    } catch (IOException e) {
      emptyAfter(e);
      throw e;
    }
    if (!written) {
      throw new RefusedException(file, "has no room for the name of what is scanned");
    }
  }

  /** A header that was written in part would be refused from then on. */
  private void emptyAfter(IOException failure) {
    try {
      channel.truncate(0);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  private void loadChecked(String scope) throws IOException {
    try {
      load(scope);
    } catch (EOFException e) {
      throw new RefusedException(file, "is damaged: a slot ends too early");
    }
  }

  private void load(String scope) throws IOException {
    String problem = CheckpointEncoding.problem(slots.read(0), scope);
    if (problem != null) {
      throw new RefusedException(file, problem);
    }
    for (int i = 1; i <= 2; i++) {
      DataInputStream in = slots.read(i);
      long written = in == null ? 0 : in.readLong();
      if (written == Long.MAX_VALUE) {
        throw new RefusedException(file, NO_CHECKPOINT); // No scan counts that far.
      }
      if (in != null && written > number) {
        number = written;
        slot = otherSlot(i);
        place = CheckpointEncoding.readPlace(in);
      }
    }
    // The other slot is written next: this one must have reached the disk before that.
    channel.force(false);
  }

  /**
   * Returns the place where a scan must resume.
   *
   * @return the place that was saved last
   */
  public Place place() {
    return place;
  }

  /**
   * Saves a place. One whose path has more than about 16000 bytes, which no common system allows,
   * is skipped: a scan then resumes a little before it.
   *
   * @param reached the place up to which everything has been reported, in a way that can no longer
   *     be lost
   * @throws IOException if it cannot be written
   */
  public void advance(Place reached) throws IOException {
    long next = number + 1;
    boolean written =
        slots.write(
            slot,
            out -> {
              out.writeLong(next);
              CheckpointEncoding.writePlace(out, reached);
            });
    if (written) {
      place = reached;
      number = next;
      pending = true;
      sync();
    }
  }

  /**
   * Forces the last saved place to disk, unless that was done less than a second ago. Call this now
   * and then.
   *
   * @throws IOException if that fails
   */
  public void sync() throws IOException {
    long now = clock.getAsLong();
    if (pending && now - forcedAt >= FORCED_NANOS) {
      force();
      forcedAt = now;
    }
  }

  private void force() throws IOException {
    channel.force(false);
    slot = otherSlot(slot);
    pending = false;
  }

  private static int otherSlot(int slot) {
    return slot == 1 ? 2 : 1;
  }

  /**
   * Ends the scan, so that the next one begins at the start: empties the checkpoint and removes it.
   * One that cannot be removed stays as an empty file, which is as good as none, and so does one
   * behind a symbolic link, with the link. A different file that has taken its place is left alone.
   *
   * @throws IOException if it cannot be emptied
   */
  public void complete() throws IOException {
    channel.truncate(0);
    channel.force(true);
    pending = false;
    try {
      if (held.isAt(file) && Files.deleteIfExists(file)) {
        channel.write(ByteBuffer.wrap(REMOVED), 0);
      }
    } catch (IOException e) {
      // The folder may be one in which only existing files can be written.
    }
  }

  /**
   * Forces the last saved place to disk and closes the file. One that is never closed stays in use
   * until the process ends.
   *
   * @throws IOException if that fails; the file is closed all the same
   */
  @Override
  public void close() throws IOException {
    try (held) {
      if (pending && channel.isOpen()) { // An interrupt may have closed it.
        force();
      }
    }
  }
}
