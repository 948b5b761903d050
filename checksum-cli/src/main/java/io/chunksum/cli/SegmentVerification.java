// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.format.aeron.ArchiveCatalog;
import io.chunksum.format.aeron.BadFrame;
import io.chunksum.format.aeron.RecordingDescriptor;
import io.chunksum.format.aeron.SegmentName;
import io.chunksum.format.aeron.SegmentResult;
import io.chunksum.format.aeron.SegmentVerifier;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.Mismatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Verifies Aeron segment files, using what the catalog next to them says about the recordings. */
final class SegmentVerification implements Verification {

  /** What an archive of Aeron can be told to use for its frames, without code of one's own. */
  private static final List<ChecksumType> USUAL_TYPES =
      List.of(ChecksumType.CRC32C, ChecksumType.CRC32);

  private final Console console;
  private final ChecksumType type;

  /** Made for the first file, whose problem it is if the algorithm does not work. */
  private @Nullable SegmentVerifier verifier;

  /** The catalogs read so far, by path. */
  private final Map<Path, ArchiveCatalog> catalogs = new HashMap<>();

  /**
   * What the catalog says of a recording.
   *
   * @param problem why it does not say anything; null if it does, or if there is no catalog
   */
  private record Entry(Optional<RecordingDescriptor> recording, @Nullable IOException problem) {}

  SegmentVerification(Console console, ChecksumType type) {
    this.console = console;
    this.type = type;
  }

  @Override
  public void verify(String file, Verdicts verdicts) throws IOException {
    verdicts.check(file, results -> results.add(check(file)));
  }

  private FileResult check(String file) throws IOException {
    Input.requireName(file);
    SegmentVerifier frames = verifier == null ? new SegmentVerifier(type) : verifier;
    verifier = frames;
    Path path = Path.of(file);
    Optional<SegmentName> name = SegmentName.parse(String.valueOf(path.getFileName()));
    Entry entry = name.isEmpty() ? new Entry(Optional.empty(), null) : entry(path, name.get());
    SegmentResult found =
        entry.recording().isEmpty()
            ? frames.verify(path)
            : frames.verify(path, name.get().basePosition(), entry.recording().get());
    if (found.badCount() > 0 && found.badCount() >= found.dataFrames()) {
      tellOtherType(path);
    }
    return new FileResult(
        file,
        found.length(),
        found.expectedLength(),
        type,
        OptionalInt.empty(),
        found.dataFrames(),
        found.badCount(),
        found.badFrames().stream().map(SegmentVerification::mismatch).toList(),
        found.failure() == null ? entry.problem() : found.failure());
  }

  /** The frames do not state their type: where none is good, it may have been the wrong one. */
  private void tellOtherType(Path file) {
    for (ChecksumType other : USUAL_TYPES) {
      if (!other.equals(type) && isGood(file, other)) {
        console.error(file + ": all frames have a " + other + ": use -t " + other);
      }
    }
  }

  private static boolean isGood(Path file, ChecksumType type) {
    try {
      return new SegmentVerifier(type).verify(file).ok();
    } catch (IOException e) {
      return false; // What was found before stands.
    }
  }

  /** A segment is verified without an entry that cannot be had, but that must not go unnoticed. */
  private Entry entry(Path file, SegmentName name) {
    Path place = file.resolveSibling(ArchiveCatalog.FILE_NAME);
    try {
      ArchiveCatalog catalog = catalogs.get(place);
      if (catalog == null) {
        if (!Files.exists(place)) {
          return new Entry(Optional.empty(), null);
        }
        catalog = read(place);
        catalogs.put(place, catalog);
      }
      Optional<RecordingDescriptor> recording = catalog.recording(name.recordingId());
      return new Entry(recording, recording.isPresent() ? null : notListed(name));
    } catch (IOException e) {
      return new Entry(Optional.empty(), e);
    }
  }

  private static IOException notListed(SegmentName name) {
    return new IOException("the catalog does not list recording " + name.recordingId());
  }

  /** Says which file it is: the problem is not with the segment. */
  private static ArchiveCatalog read(Path catalog) throws IOException {
    try {
      return ArchiveCatalog.read(catalog);
    } catch (MalformedChecksumDataException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException("catalog " + catalog + ": " + Problems.of(e), e);
    }
  }

  /** Bytes that are not a frame have no checksum. */
  private static Mismatch mismatch(BadFrame bad) {
    return switch (bad.outcome()) {
      case MISMATCH ->
          Mismatch.of(
              bad.index(),
              bad.offset(),
              bad.length(),
              ByteBuffer.allocate(Integer.BYTES).putInt(0, bad.recorded()),
              ByteBuffer.allocate(Integer.BYTES).putInt(0, bad.computed()));
      case GOOD, INCOMPLETE, MALFORMED -> Mismatch.surplus(bad.index(), bad.offset(), bad.length());
    };
  }
}
