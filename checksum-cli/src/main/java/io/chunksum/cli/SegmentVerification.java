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

/** Verifies Aeron segment files, using what the catalog next to them says about the recordings. */
final class SegmentVerification implements Verification {

  private final ChecksumType type;
  private final SegmentVerifier verifier;

  /** The catalogs read so far, by path. */
  private final Map<Path, ArchiveCatalog> catalogs = new HashMap<>();

  SegmentVerification(ChecksumType type) {
    this.type = type;
    this.verifier = new SegmentVerifier(type);
  }

  @Override
  public int verify(String file, Report report) throws IOException {
    SegmentResult found;
    try {
      Input.requireName(file);
      found = verify(Path.of(file));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      report.notVerified(file, Problems.of(e));
      return ExitStatus.UNCHECKED;
    }
    FileResult result =
        new FileResult(
            file,
            found.length(),
            found.expectedLength(),
            type,
            OptionalInt.empty(),
            found.dataFrames(),
            found.badCount(),
            found.badFrames().stream().map(SegmentVerification::mismatch).toList(),
            found.failure());
    report.verified(result, List.of());
    return ExitStatus.of(result);
  }

  private SegmentResult verify(Path file) throws IOException {
    Optional<SegmentName> name = SegmentName.parse(String.valueOf(file.getFileName()));
    if (name.isEmpty()) {
      return verifier.verify(file);
    }
    Optional<RecordingDescriptor> recording = recording(file, name.get());
    return recording.isPresent()
        ? verifier.verify(file, name.get().basePosition(), recording.get())
        : verifier.verify(file);
  }

  private Optional<RecordingDescriptor> recording(Path file, SegmentName name) throws IOException {
    Path place = file.resolveSibling(ArchiveCatalog.FILE_NAME);
    ArchiveCatalog catalog = catalogs.get(place);
    if (catalog == null) {
      if (!Files.exists(place)) {
        return Optional.empty();
      }
      catalog = read(place);
      catalogs.put(place, catalog);
    }
    return catalog.recording(name.recordingId());
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
