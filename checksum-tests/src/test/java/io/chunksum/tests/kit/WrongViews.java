// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Algorithms that read buffers themselves: one is right, the others wrong in one way each. */
final class WrongViews {

  private WrongViews() {}

  static final class IgnoresPosition extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          ByteBuffer view = source.duplicate();
          super.update(view.limit(view.remaining()).position(0));
        }
      };
    }
  }

  static final class IgnoresArrayOffset extends Suspect {
    @Override
    @SuppressWarnings("ByteBufferBackingArray") // The mistake itself.
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          if (source.hasArray()) {
            update(source.array(), source.position(), source.remaining());
          } else {
            super.update(source);
          }
        }
      };
    }
  }

  static final class MovesTheCallersBuffer extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          byte[] bytes = new byte[source.remaining()];
          source.get(bytes);
          update(bytes, 0, bytes.length);
        }
      };
    }
  }

  static final class IgnoresReadOnly extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          if (source.isDirect()) {
            super.update(source);
          } else {
            int from = source.arrayOffset() + source.position();
            update(source.array(), from, source.remaining());
          }
        }
      };
    }
  }

  static final class TakesAPartOfAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public boolean updateInPlace(ByteBuffer view) {
          byte[] some = new byte[Math.min(view.remaining(), 16)];
          view.get(some);
          update(some, 0, some.length);
          return !view.hasRemaining();
        }
      };
    }
  }

  static final class ChangesTheOrder extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          super.update(source.order(ByteOrder.LITTLE_ENDIAN));
        }
      };
    }
  }

  static final class TrustsTheOrder extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          int at = source.position();
          byte[] bytes = new byte[source.remaining()];
          ByteBuffer copy = ByteBuffer.wrap(bytes);
          for (; copy.remaining() >= Long.BYTES; at += Long.BYTES) {
            copy.putLong(source.getLong(at));
          }
          source.get(at, bytes, copy.position(), copy.remaining());
          update(bytes, 0, bytes.length);
        }
      };
    }
  }

  /** Right about views, of which it reads the direct ones, and the base of those that are not. */
  private static class HashOfViews extends Suspect.Hash {

    /** Whether it has begun with a view. */
    boolean viewTaken;

    @Override
    public boolean updateInPlace(ByteBuffer view) {
      if (!view.isDirect()) {
        return false;
      }
      byte[] bytes = new byte[view.remaining()];
      view.get(bytes);
      super.update(bytes, 0, bytes.length);
      viewTaken = true;
      return true;
    }

    @Override
    public boolean peek(byte[] target, int offset) {
      ByteBuffer.wrap(target).putInt(offset, (int) hash.getValue());
      return true;
    }

    @Override
    public void reset() {
      super.reset();
      viewTaken = false;
    }

    @Override
    public void finish(byte[] target, int offset) {
      super.finish(target, offset);
      viewTaken = false;
    }
  }

  static final class Right extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews();
    }
  }

  static final class ForgetsTheViewBeforeAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public boolean updateInPlace(ByteBuffer view) {
          if (viewTaken && view.hasRemaining()) {
            hash.reset();
          }
          return super.updateInPlace(view);
        }
      };
    }
  }

  static final class ForgetsTheViewBeforeAnArray extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public void update(byte[] source, int offset, int length) {
          if (viewTaken && length > 0) {
            reset();
          }
          super.update(source, offset, length);
        }
      };
    }
  }

  static final class ForgetsTheArrayBeforeAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public boolean updateInPlace(ByteBuffer view) {
          if (!viewTaken && view.isDirect()) {
            hash.reset();
          }
          return super.updateInPlace(view);
        }
      };
    }
  }

  static final class KeepsAViewOnReset extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public void reset() {
          if (!viewTaken) {
            super.reset();
          }
        }
      };
    }
  }

  static final class PeeksPastAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public boolean peek(byte[] target, int offset) {
          super.peek(target, offset);
          if (viewTaken) {
            target[offset]++;
          }
          return true;
        }
      };
    }
  }

  static final class LosesLongWritableViews extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public boolean updateInPlace(ByteBuffer view) {
          if (view.isDirect() && !view.isReadOnly() && view.remaining() > 65_536) {
            view.limit(view.position() + 65_536);
          }
          return super.updateInPlace(view);
        }
      };
    }
  }

  /** The first of a view that fills a block of 1024 bytes begun by another. */
  static final class LosesAByteBetweenLongViews extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        private int taken;

        @Override
        public boolean updateInPlace(ByteBuffer view) {
          int before = viewTaken ? taken : 0;
          taken = before + view.remaining();
          if (before % 1024 > 0 && before / 1024 < taken / 1024) {
            view.get();
          }
          return super.updateInPlace(view);
        }
      };
    }
  }

  static final class MarksTheCallersBuffer extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(ByteBuffer source) {
          byte[] bytes = new byte[source.remaining()];
          source.mark();
          source.get(bytes).reset();
          update(bytes, 0, bytes.length);
        }
      };
    }
  }

  static final class CannotPeekAfterAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        @Override
        public boolean peek(byte[] target, int offset) {
          return !viewTaken && super.peek(target, offset);
        }
      };
    }
  }

  static final class PeeksPastALongView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
        private int longest;

        @Override
        public boolean updateInPlace(ByteBuffer view) {
          longest = Math.max(viewTaken ? longest : 0, view.remaining());
          return super.updateInPlace(view);
        }

        @Override
        public boolean peek(byte[] target, int offset) {
          super.peek(target, offset);
          if (viewTaken && longest > 1000) {
            target[offset]++;
          }
          return true;
        }
      };
    }
  }
}
