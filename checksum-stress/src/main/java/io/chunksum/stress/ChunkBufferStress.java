// SPDX-License-Identifier: Apache-2.0

package io.chunksum.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.buffer.PieceConsumer;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Walks by several threads over one chunk, which has one idle set of views. */
final class ChunkBufferStress {

  private static final int POSITION = 8;
  private static final int LIMIT = 72;
  private static final ByteBuffer DIRECT = filled(ByteBuffer.allocateDirect(80));
  private static final ByteBuffer READ_ONLY = filled(ByteBuffer.allocate(80)).asReadOnlyBuffer();
  private static final int EXPECTED = expected();

  private ChunkBufferStress() {}

  private static ByteBuffer filled(ByteBuffer buffer) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) (31 * i + 7));
    }
    return buffer.position(POSITION).limit(LIMIT);
  }

  private static int expected() {
    CRC32C crc = new CRC32C();
    crc.update(DIRECT.duplicate());
    crc.update(READ_ONLY.duplicate());
    return (int) crc.getValue();
  }

  private static ChunkBuffer newChunk(ByteBuffer direct) {
    return ChunkBuffer.wrap(List.of(direct, READ_ONLY));
  }

  /** Returns 1 if a walk arrives at the right checksum. */
  private static int walk(ChunkBuffer chunk) {
    Sum sum = new Sum();
    chunk.forEachPiece(sum);
    return (int) sum.crc.getValue() == EXPECTED ? 1 : 0;
  }

  /** Reads as CRC32C does, which moves the position of the view it is given. */
  private static final class Sum implements PieceConsumer {

    private final CRC32C crc = new CRC32C();

    @Override
    public void accept(byte[] array, int offset, int length) {
      crc.update(array, offset, length);
    }

    @Override
    public void accept(ByteBuffer view) {
      crc.update(view);
    }
  }

  /** Two walks at once, and one later with whatever views they left. */
  @JCStressTest
  @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "All checksums are right.")
  @Outcome(expect = FORBIDDEN, desc = "Walks disturbed each other.")
  @State
  public static class Walks {

    private final ChunkBuffer chunk = newChunk(DIRECT.duplicate());

    /** Leaves views behind that both walks compete for. */
    public Walks() {
      walk(chunk);
    }

    @Actor
    public void first(III_Result r) {
      r.r1 = walk(chunk);
    }

    @Actor
    public void second(III_Result r) {
      r.r2 = walk(chunk);
    }

    @Arbiter
    public void later(III_Result r) {
      r.r3 = walk(chunk);
    }
  }

  /** The owner of a buffer reads its position while another thread walks the chunk. */
  @JCStressTest
  @Outcome(id = "8, 72", expect = ACCEPTABLE, desc = "The caller's buffer stays where it was.")
  @Outcome(expect = FORBIDDEN, desc = "A walk moved the caller's buffer.")
  @State
  public static class CallersPosition {

    private final ByteBuffer callers = DIRECT.duplicate();
    private final ChunkBuffer chunk = newChunk(callers);

    @Actor
    public void walker() {
      walk(chunk);
    }

    @Actor
    public void owner(II_Result r) {
      r.r1 = callers.position();
      r.r2 = callers.limit();
    }
  }

  /** A chunk handed over through a plain field, as an immutable object may be. */
  @JCStressTest
  @Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "Not seen yet.")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Seen whole.")
  @Outcome(expect = FORBIDDEN, desc = "Seen half made.")
  @State
  public static class Publication {

    private @Nullable ChunkBuffer published;

    @Actor
    public void writer(II_Result r) {
      ChunkBuffer chunk = newChunk(DIRECT.duplicate());
      published = chunk;
      r.r2 = walk(chunk);
    }

    @Actor
    public void reader(II_Result r) {
      ChunkBuffer chunk = published;
      r.r1 = chunk == null ? -1 : walk(chunk);
    }
  }
}
