// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The ways in which a message may lie in memory. Each makes protobuf-java read in its own way. */
enum Form {
  /** A whole array. */
  LITERAL {
    @Override
    ByteString of(byte[] message) {
      return ByteString.copyFrom(message);
    }
  },
  /** Inside an array, with bytes of others before and after. */
  SUBSTRING {
    @Override
    ByteString of(byte[] message) {
      return ByteString.copyFrom(surrounded(message)).substring(BEFORE, BEFORE + message.length);
    }
  },
  /** A tree of many short strings. Short messages have too few bytes for protobuf to make one. */
  ROPE {
    @Override
    ByteString of(byte[] message) {
      ByteString rope = ByteString.EMPTY;
      for (int at = 0; at < message.length; at += LEAF) {
        int end = Math.min(at + LEAF, message.length);
        rope = rope.concat(ByteString.copyFrom(message, at, end - at));
      }
      return rope;
    }
  },
  /** Inside of a rope, so that even a short message is not one run of bytes. */
  SUBSTRING_OF_ROPE {
    @Override
    ByteString of(byte[] message) {
      byte[] padding = new byte[LEAF];
      Arrays.fill(padding, OTHERS);
      int middle = message.length / 2;
      ByteString left =
          ByteString.copyFrom(padding).concat(ByteString.copyFrom(message, 0, middle));
      ByteString right =
          ByteString.copyFrom(message, middle, message.length - middle)
              .concat(ByteString.copyFrom(padding));
      return left.concat(right).substring(LEAF, LEAF + message.length);
    }
  },
  /** Memory outside of the heap. */
  DIRECT {
    @Override
    ByteString of(byte[] message) {
      ByteBuffer direct = ByteBuffer.allocateDirect(message.length).put(message).flip();
      return UnsafeByteOperations.unsafeWrap(direct);
    }
  },
  /** Memory that can be read as a buffer only. */
  READ_ONLY {
    @Override
    ByteString of(byte[] message) {
      return UnsafeByteOperations.unsafeWrap(ByteBuffer.wrap(message.clone()).asReadOnlyBuffer());
    }
  };

  static final int BEFORE = 3;
  static final int BEHIND = 5;

  private static final int LEAF = 128;
  private static final byte OTHERS = (byte) 0xA5;

  abstract ByteString of(byte[] message);

  /** A copy with bytes of others before and after. */
  static byte[] surrounded(byte[] message) {
    byte[] memory = new byte[BEFORE + message.length + BEHIND];
    Arrays.fill(memory, OTHERS);
    System.arraycopy(message, 0, memory, BEFORE, message.length);
    return memory;
  }
}
