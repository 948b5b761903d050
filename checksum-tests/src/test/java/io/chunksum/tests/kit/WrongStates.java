// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.ForwardingChecksum;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Algorithms that are wrong in one way each: they keep or share what they should not. */
final class WrongStates {

  private WrongStates() {}

  static final class KeepsStateOnReset extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void reset() {}
      };
    }
  }

  /** As one that forgets the last node of its tree and not the others. */
  static final class KeepsStateOnResetAfterLongInput extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private long taken;

        @Override
        public void update(byte[] source, int offset, int length) {
          super.update(source, offset, length);
          taken += length;
        }

        @Override
        public void reset() {
          if (taken <= 1024) {
            super.reset();
          }
          taken = 0;
        }

        @Override
        public void finish(byte[] target, int offset) {
          super.finish(target, offset);
          taken = 0;
        }
      };
    }
  }

  /** As one that takes itself for finished. */
  static final class KeepsStateOnResetAfterPeek extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private boolean shown;

        @Override
        public boolean peek(byte[] target, int offset) {
          ByteBuffer.wrap(target).putInt(offset, (int) hash.getValue());
          shown = true;
          return true;
        }

        @Override
        public void reset() {
          if (!shown) {
            super.reset();
          }
          shown = false;
        }
      };
    }
  }

  static final class KeepsStateOnFinish extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finish(byte[] target, int offset) {
          ByteBuffer.wrap(target).putInt(offset, (int) hash.getValue());
        }
      };
    }
  }

  static final class SharesStateBetweenInstances extends Suspect {

    private static final StreamingChecksum SHARED = new Hash();

    @Override
    StreamingChecksum newChecksum() {
      SHARED.reset();
      return SHARED;
    }
  }

  static final class KeepsStateInTheAlgorithm extends Suspect {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return new ChecksumAlgorithm() {

        private final StreamingChecksum shared = new Hash();

        @Override
        public ChecksumType type() {
          return TYPE;
        }

        @Override
        public StreamingChecksum newChecksum() {
          shared.reset();
          return shared;
        }
      };
    }

    @Override
    StreamingChecksum newChecksum() {
      return algorithm().newChecksum();
    }
  }

  /** Keeps arrays that are as long as that, and reads them when it is called next. */
  private static final class Keeper extends ForwardingChecksum {
    private final int shortest;
    private byte[] kept = new byte[0];
    private int from;
    private int length;

    Keeper(int shortest) {
      super(new Suspect.Hash());
      this.shortest = shortest;
    }

    private void pass() {
      super.update(kept, from, length);
      length = 0;
    }

    @Override
    public void update(byte[] source, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, source.length);
      pass();
      this.kept = source;
      this.from = offset;
      this.length = length;
      if (length < shortest) {
        pass();
      }
    }

    @Override
    public void reset() {
      length = 0;
      super.reset();
    }

    @Override
    public void finish(byte[] target, int offset) {
      Objects.checkFromIndexSize(offset, Integer.BYTES, target.length);
      pass();
      super.finish(target, offset);
    }
  }

  static final class KeepsTheSource extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Keeper(0);
    }
  }

  static final class KeepsALongSource extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Keeper(5000);
    }
  }
}
