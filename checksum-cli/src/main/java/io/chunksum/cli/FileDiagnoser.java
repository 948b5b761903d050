// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.cli.sidecar.SidecarReader;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Diagnostician;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;

/**
 * Diagnoses the mismatches of a file for one type. The checksums of the sidecar are looked through
 * in runs that fit memory, which for all but very large files is one run: what lies in another run
 * is not found as another window.
 */
final class FileDiagnoser {

  /** Bytes of checksums in a run, but for the last chunk's: those of 256 GiB in 16 KiB windows. */
  static final int RUN_BYTES = 64 * 1024 * 1024;

  private final FileChannel file;
  private final int runBytes;
  private final List<Diagnosis> diagnoses = new ArrayList<>();

  FileDiagnoser(FileChannel file, int runBytes) {
    this.file = file;
    this.runBytes = runBytes;
  }

  /**
   * Gives one diagnosis for each mismatch of the result; reads the sidecar from its first chunk.
   */
  List<Diagnosis> diagnose(FileResult result, SidecarReader sidecar) throws IOException {
    ChecksumType type = result.type();
    int index = sidecar.header().types().indexOf(type);
    ByteArrayOutputStream run = new ByteArrayOutputStream();
    long firstWindow = 0;
    List<ChunkInfo> chunk = sidecar.nextChunk();
    while (!chunk.isEmpty()) {
      ByteBuffer packed = chunk.get(index).checksums().packed();
      byte[] copy = new byte[packed.remaining()];
      packed.get(copy);
      run.write(copy);
      chunk = sidecar.nextChunk();
      if (chunk.isEmpty() || run.size() >= runBytes) {
        ChecksumData sums = ChecksumData.of(type, result.bytesPerChecksum(), run.toByteArray());
        diagnose(result, sums, firstWindow, chunk.isEmpty());
        firstWindow += sums.count();
        run.reset();
      }
    }
    return diagnoses;
  }

  /** Diagnoses the mismatches in a run of windows, and those beyond all windows after the last. */
  private void diagnose(FileResult result, ChecksumData sums, long firstWindow, boolean last)
      throws IOException {
    Diagnostician diagnostician =
        new Diagnostician(sums, firstWindow, file.size(), this::readFully);
    List<Mismatch> mismatches = result.mismatches();
    while (diagnoses.size() < mismatches.size()
        && (last || mismatches.get(diagnoses.size()).window() < firstWindow + sums.count())) {
      diagnoses.add(diagnostician.diagnose(mismatches.get(diagnoses.size())));
    }
  }

  private void readFully(long offset, byte[] target, int targetOffset, int length)
      throws IOException {
    ByteBuffer wanted = ByteBuffer.wrap(target, targetOffset, length);
    while (wanted.hasRemaining()) {
      if (file.read(wanted, offset + wanted.position() - targetOffset) < 0) {
        throw new EOFException("file became shorter");
      }
    }
  }
}
