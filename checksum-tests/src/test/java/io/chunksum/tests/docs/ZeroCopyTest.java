// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.compute.ChecksumCalculator;
import io.chunksum.compute.DigestLanes;
import io.chunksum.data.ChecksumData;
import io.chunksum.tests.AllocatedBytes;
import io.chunksum.tests.Parts;
import io.chunksum.tests.TestBytes;
import io.chunksum.verify.ChunkVerifier;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdds.protocol.datanode.proto.ContainerProtos;
import org.apache.hadoop.ozone.common.Checksum;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Measures every cell of the table in docs/zero-copy.md and holds the document to it. */
@Tag("allocation")
class ZeroCopyTest {

  private static final int PIECES = 256;
  private static final int WINDOW = 16 * 1024;
  private static final byte[] CONTENT = TestBytes.random(32_01, PIECES * Source.PIECE_BYTES);
  private static final List<ChecksumType> TYPES =
      List.of(ChecksumType.CRC32, ChecksumType.CRC32C, ChecksumType.SHA256, ChecksumType.MD5);
  private static final int CALLS = 30;

  /** Only the one that the JVM disturbed least counts, as the JVM allocates while it compiles. */
  private static final int SERIES = 3;

  /** The smallest object: what stays below it in the mean over the calls is the JVM's own. */
  private static final int SMALLEST_OBJECT = 16;

  @TempDir private static Path folder;

  /** Another test may have left lanes in use. */
  @BeforeAll
  static void useMessageDigest() {
    for (ChecksumType type : List.of(ChecksumType.SHA256, ChecksumType.MD5)) {
      DigestLanes.find(type).orElseThrow().use(DigestLanes.Engine.MESSAGE_DIGEST);
    }
  }

  @ParameterizedTest
  @EnumSource(Source.class)
  void theDocumentSaysWhatIsCopiedAndAllocated(Source source) throws Exception {
    ChunkBuffer chunk = source.chunk(CONTENT, folder);
    List<String> cells = documented().get(source.toString());
    assertThat(cells).as("the row of %s", source).hasSize(TYPES.size());
    for (int i = 0; i < TYPES.size(); i++) {
      assertThat(measured(TYPES.get(i), chunk))
          .as("%s over %s", TYPES.get(i), source)
          .isEqualTo(cells.get(i));
    }
  }

  @Test
  void theDocumentHasNoOtherRows() throws Exception {
    List<String> sources = Arrays.stream(Source.values()).map(Source::toString).toList();
    assertThat(documented().keySet()).containsExactlyElementsOf(sources);
  }

  /** Bytes copied and bytes allocated per call, the same for computing and verifying. */
  private static String measured(ChecksumType type, ChunkBuffer chunk) throws Exception {
    ChunkChecksum checksum = ChunkChecksum.of(type, WINDOW);
    ChecksumCalculator calculator = checksum.newCalculator();
    ChunkVerifier verifier = checksum.newVerifier();
    ChecksumData sums = checksum.compute(ChunkBuffer.wrap(CONTENT));
    ByteBuffer packed = ByteBuffer.allocate(sums.packed().remaining());
    long allocatedByCompute = allocatedPerCall(() -> calculator.compute(chunk, packed));
    assertThat(packed).isEqualTo(sums.packed());
    long copied = calculator.bytesCopied().total() / (SERIES * CALLS + 1);
    long allocatedByVerify = allocatedPerCall(() -> verifier.verify(chunk, sums));
    assertThat(verifier.verify(chunk, sums).ok()).isTrue();
    assertThat(allocatedByVerify).isEqualTo(allocatedByCompute);
    assertThat(verifier.bytesCopied().total() / (SERIES * CALLS + 2)).isEqualTo(copied);
    return copied + " / " + allocatedByCompute;
  }

  /** Returns nothing, because a result in a box would be an allocation too. */
  private interface Call {
    void run() throws Exception;
  }

  /** After a first call, which may make what is kept. */
  private static long allocatedPerCall(Call call) throws Exception {
    call.run();
    long allocated = Long.MAX_VALUE;
    for (int series = 0; series < SERIES; series++) {
      long before = AllocatedBytes.soFar();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      long mean = (AllocatedBytes.soFar() - before) / CALLS;
      allocated = Math.min(allocated, mean);
    }
    return allocated < SMALLEST_OBJECT ? 0 : allocated;
  }

  @Test
  void aRopeThatCostsUsNothingCostsOzoneMoreThanItsOwnSize() throws Exception {
    ByteString rope = ByteString.EMPTY;
    for (byte[] part : Parts.ofLength(CONTENT, Source.PIECE_BYTES)) {
      rope = rope.concat(ByteString.copyFrom(part));
    }
    ByteString whole = rope;
    ChunkBuffer chunk;
    try (RatisAdapters adapters = RatisAdapters.compileIn(folder)) {
      chunk = adapters.wrap(whole);
    }
    assertThat(chunk.pieceCount()).isEqualTo(PIECES);
    for (ChecksumType type : List.of(ChecksumType.CRC32, ChecksumType.CRC32C)) {
      assertThat(measured(type, chunk)).isEqualTo("0 / 0");
      Checksum ozone = new Checksum(ContainerProtos.ChecksumType.valueOf(type.name()), WINDOW);
      long asOneString = allocatedPerCall(() -> ozone.computeChecksum(List.of(whole)));
      long asBuffers =
          allocatedPerCall(() ->
              ozone.computeChecksum(
                  org.apache.hadoop.ozone.common.ChunkBuffer.wrap(
                      whole.asReadOnlyByteBufferList())));
      assertThat(asOneString).isGreaterThan(CONTENT.length);
      assertThat(asBuffers).isGreaterThan(CONTENT.length);
    }
  }

  /** The cells of the table that is headed "input", by row. */
  private static Map<String, List<String>> documented() throws Exception {
    Map<String, List<String>> rows = new LinkedHashMap<>();
    Files.readAllLines(Path.of("..", "docs", "zero-copy.md")).stream()
        .dropWhile(line -> !line.startsWith("| input |"))
        .takeWhile(line -> line.startsWith("|"))
        .skip(2) // the heading, and the line below it
        .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
        .forEach(cells -> rows.put(cells.get(1), cells.subList(2, cells.size())));
    return rows;
  }
}
