// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.cli.FileResult.FileMismatch;
import io.chunksum.data.ChunkInfo;
import io.chunksum.verify.ChunkVerifier;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.VerifyResult;
import io.chunksum.window.WindowLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verifies the chunks of a file for one type, and adds up what is found in file coordinates. */
final class TypeCheck {

  private final ChecksumType type;
  private final int bytesPerChecksum;
  private final ChunkVerifier verifier;
  private long windows;
  private long mismatchCount;
  private final List<FileMismatch> mismatches = new ArrayList<>();

  TypeCheck(ChecksumType type, int bytesPerChecksum) {
    this.type = type;
    this.bytesPerChecksum = bytesPerChecksum;
    this.verifier = new ChunkVerifier(ChecksumAlgorithms.of(type), bytesPerChecksum);
  }

  boolean readsData() {
    return !type.equals(ChecksumType.NONE);
  }

  void begin(ChunkInfo chunk, int firstWindow, int windowCount) {
    if (readsData()) {
      verifier.begin(chunk, firstWindow, windowCount);
    }
  }

  void update(ChunkBuffer bytes) {
    if (readsData()) {
      verifier.update(bytes);
    }
  }

  /** Ends the chunk that begins at an offset of the file. */
  void finish(long chunkOffset) {
    if (!readsData()) {
      return;
    }
    VerifyResult result = verifier.finish();
    windows += result.windows();
    mismatchCount += result.mismatchCount();
    for (Mismatch mismatch : result.mismatches()) {
      add(
          new FileMismatch(
              chunkOffset / bytesPerChecksum + mismatch.window(),
              chunkOffset + mismatch.offset(),
              mismatch.length(),
              hex(mismatch.expected()),
              hex(mismatch.actual())));
    }
  }

  /** Reports bytes that lie beyond the recorded length. */
  void addSurplus(long recordedLength, long length) {
    if (readsData()) {
      long window = WindowLayout.windowCount(recordedLength, bytesPerChecksum);
      mismatchCount++;
      add(new FileMismatch(window, recordedLength, length, null, null));
    }
  }

  private void add(FileMismatch mismatch) {
    if (mismatches.size() < VerifyResult.MAX_KEPT) {
      mismatches.add(mismatch);
    }
  }

  FileResult result(String file, long length, long expectedLength) {
    return new FileResult(
        file, length, expectedLength, type, bytesPerChecksum, windows, mismatchCount, mismatches);
  }

  private static @Nullable String hex(@Nullable ByteBuffer checksum) {
    if (checksum == null) {
      return null;
    }
    byte[] bytes = new byte[checksum.remaining()];
    checksum.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
