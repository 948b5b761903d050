// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Algorithms with loops of their own over runs: one is right, the others wrong in one way each. */
final class WrongRuns {

  private WrongRuns() {}

  static final class MixesRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          super.finishEach(source, offset, length, count, target, targetOffset);
          if (count > 1) {
            byte[] first = Arrays.copyOfRange(target, targetOffset, targetOffset + Integer.BYTES);
            System.arraycopy(target, targetOffset + Integer.BYTES, target, targetOffset, 4);
            System.arraycopy(first, 0, target, targetOffset + Integer.BYTES, 4);
          }
        }
      };
    }
  }

  static final class TakesRunsOfAViewInPart extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          byte[] run = new byte[length];
          view.get(run);
          finishEach(run, 0, length, 1, target, targetOffset);
          return !view.hasRemaining();
        }
      };
    }
  }

  /** Right about runs in a view, and the base of those that are not. */
  private static class HashOfRuns extends Suspect.Hash {
    @Override
    public boolean finishEachInPlace(
        ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
      byte[] runs = new byte[view.remaining()];
      view.get(runs);
      finishEach(runs, 0, length, count, target, targetOffset);
      return true;
    }
  }

  static final class Right extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns();
    }
  }

  static final class WritesRunsOfAViewAtTheStart extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          Objects.checkFromIndexSize(targetOffset, count * Integer.BYTES, target.length);
          return super.finishEachInPlace(view, length, count, target, 0);
        }
      };
    }
  }

  static final class ForgetsWhatItTookBeforeAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          Objects.checkFromIndexSize(targetOffset, count * Integer.BYTES, target.length);
          hash.reset();
          return super.finishEachInPlace(view, length, count, target, targetOffset);
        }
      };
    }
  }

  static final class TakesViewsWhoseChecksumsDoNotFit extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          byte[] run = new byte[length];
          for (int i = 0; i < count; i++) {
            view.get(run);
            update(run, 0, length);
            finish(target, targetOffset + i * Integer.BYTES);
          }
          return true;
        }
      };
    }
  }

  static final class ReadsRunsThatDoNotFit extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          for (int i = 0; i < count; i++) {
            update(source, offset + i * length, length);
            finish(target, targetOffset + i * Integer.BYTES);
          }
        }
      };
    }
  }

  static final class MixesLongRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          super.finishEach(source, offset, length, count, target, targetOffset);
          if (length >= 128 && count > 1) {
            System.arraycopy(target, targetOffset, target, targetOffset + Integer.BYTES, 4);
          }
        }
      };
    }
  }

  static final class MixesManyLongRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          super.finishEach(source, offset, length, count, target, targetOffset);
          if (count >= 64 && length > 4096) {
            System.arraycopy(target, targetOffset, target, targetOffset + Integer.BYTES, 4);
          }
        }
      };
    }
  }

  static final class MixesLongRunsOfAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          super.finishEachInPlace(view, length, count, target, targetOffset);
          if (length >= 4096 && count > 1) {
            System.arraycopy(target, targetOffset, target, targetOffset + Integer.BYTES, 4);
          }
          return true;
        }
      };
    }
  }

  static final class MixesManyLongRunsOfAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          super.finishEachInPlace(view, length, count, target, targetOffset);
          if (count >= 64 && length > 64) {
            System.arraycopy(target, targetOffset, target, targetOffset + Integer.BYTES, 4);
          }
          return true;
        }
      };
    }
  }

  /** As if its length were a char. */
  static final class CutsLongestRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          super.finishEach(source, offset, length, count, target, targetOffset);
          if (length > 0xFFFF && count > 0) {
            update(source, offset, length & 0xFFFF);
            finish(target, targetOffset);
          }
        }
      };
    }
  }

  /** As if it went through an array of this length. */
  static final class CutsLongestRunsOfAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          ByteBuffer first = view.duplicate();
          super.finishEachInPlace(view, length, count, target, targetOffset);
          if (length > 16_384 && count > 0) {
            first.limit(first.position() + 16_384);
            super.finishEachInPlace(first, 16_384, 1, target, targetOffset);
          }
          return true;
        }
      };
    }
  }

  static final class ForgetsWhatItTookBeforeLongRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          Objects.checkFromIndexSize(targetOffset, (long) count * Integer.BYTES, target.length);
          if (length >= 512) {
            hash.reset();
          }
          super.finishEach(source, offset, length, count, target, targetOffset);
        }
      };
    }
  }

  static final class ForgetsWhatItTookBeforeManyRunsOfAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          Objects.checkFromIndexSize(targetOffset, (long) count * Integer.BYTES, target.length);
          if (count >= 4) {
            hash.reset();
          }
          return super.finishEachInPlace(view, length, count, target, targetOffset);
        }
      };
    }
  }

  /** As if to pad the last one in place. */
  static final class WritesBehindRuns extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          super.finishEach(source, offset, length, count, target, targetOffset);
          int end = offset + count * length;
          if (end < source.length) {
            source[end] = (byte) 0x80;
          }
        }
      };
    }
  }

  static final class WritesToRunsOfAView extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          int last = view.limit() - 1;
          super.finishEachInPlace(view, length, count, target, targetOffset);
          if (length >= 64 && !view.isReadOnly()) {
            view.put(last, (byte) ~view.get(last));
          }
          return true;
        }
      };
    }
  }

  static final class CountsBytesOfChecksumsInAnInt extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finishEach(
            byte[] source, int offset, int length, int count, byte[] target, int targetOffset) {
          Objects.checkFromIndexSize(offset, (long) count * length, source.length);
          Objects.checkFromIndexSize(targetOffset, count * Integer.BYTES, target.length);
          for (int i = 0; i < count; i++) {
            update(source, offset + i * length, length);
            finish(target, targetOffset + i * Integer.BYTES);
          }
        }
      };
    }
  }

  static final class CountsRunsOfAViewByTheirLength extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfRuns() {
        @Override
        public boolean finishEachInPlace(
            ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
          int runs = view.remaining() / length;
          return super.finishEachInPlace(view, length, runs, target, targetOffset);
        }
      };
    }
  }
}
