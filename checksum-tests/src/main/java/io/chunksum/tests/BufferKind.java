// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.nio.ByteBuffer;

/**
 * Kinds of buffer that hold the same bytes in ways that are easy to get wrong: in an array or not,
 * writable or not, with other bytes before and after.
 */
public enum BufferKind {
  /** A whole array. */
  HEAP {
    @Override
    public ByteBuffer of(byte[] content) {
      return ByteBuffer.wrap(content.clone());
    }
  },
  /** In the middle of an array: position is not 0, limit is not the capacity. */
  HEAP_POSITION {
    @Override
    public ByteBuffer of(byte[] content) {
      return inside(ByteBuffer.allocate(content.length + BEFORE + AFTER), content);
    }
  },
  /** A slice of an array: arrayOffset is not 0, and position is not 0 either. */
  HEAP_ARRAY_OFFSET {
    @Override
    public ByteBuffer of(byte[] content) {
      return inside(
          ByteBuffer.allocate(content.length + 2 * BEFORE + AFTER).position(BEFORE).slice(),
          content);
    }
  },
  /** A read-only view of the middle of an array. */
  READ_ONLY_HEAP {
    @Override
    public ByteBuffer of(byte[] content) {
      return HEAP_ARRAY_OFFSET.of(content).asReadOnlyBuffer();
    }
  },
  /** A whole direct buffer. */
  DIRECT {
    @Override
    public ByteBuffer of(byte[] content) {
      return ByteBuffer.allocateDirect(content.length).put(content).flip();
    }
  },
  /** In the middle of a slice of a direct buffer. */
  DIRECT_POSITION {
    @Override
    public ByteBuffer of(byte[] content) {
      return inside(
          ByteBuffer.allocateDirect(content.length + 2 * BEFORE + AFTER).position(BEFORE).slice(),
          content);
    }
  },
  /** A read-only view of the middle of direct memory. */
  READ_ONLY_DIRECT {
    @Override
    public ByteBuffer of(byte[] content) {
      return DIRECT_POSITION.of(content).asReadOnlyBuffer();
    }
  };

  private static final int BEFORE = 3;
  private static final int AFTER = 5;

  /**
   * Makes a buffer of this kind.
   *
   * @param content the bytes to hold between position and limit; copied
   * @return a new buffer; what surrounds the content is not zero
   */
  public abstract ByteBuffer of(byte[] content);

  private static ByteBuffer inside(ByteBuffer memory, byte[] content) {
    while (memory.hasRemaining()) {
      memory.put((byte) 0xA5);
    }
    memory.position(BEFORE).limit(BEFORE + content.length);
    memory.put(content).position(BEFORE);
    return memory;
  }
}
