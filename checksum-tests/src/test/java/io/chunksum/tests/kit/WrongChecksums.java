// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * Algorithms that are wrong in one way each, and a right one. Every case of the contract has one
 * here, or in {@link WrongStates}, {@link WrongViews}, {@link WrongRuns} or {@link WrongThreads},
 * that it should catch, whether or not others do too.
 */
final class WrongChecksums {

  private WrongChecksums() {}

  static final class Right extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash();
    }
  }

  static final class IsWrongOnEmptyInput extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private boolean empty = true;

        @Override
        public void update(byte[] source, int offset, int length) {
          super.update(source, offset, length);
          empty &= length == 0;
        }

        @Override
        public void finish(byte[] target, int offset) {
          super.finish(target, offset);
          if (empty) {
            Arrays.fill(target, offset, offset + Integer.BYTES, (byte) 0);
          }
          empty = true;
        }

        @Override
        public void reset() {
          super.reset();
          empty = true;
        }
      };
    }
  }

  static final class WritesToTheSource extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(byte[] source, int offset, int length) {
          super.update(source, offset, length);
          if (length > 190) {
            source[offset] ^= 1;
          }
        }
      };
    }
  }

  static final class WritesAtTheStartOfTheTarget extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void finish(byte[] target, int offset) {
          Objects.checkFromIndexSize(offset, Integer.BYTES, target.length);
          super.finish(target, 0);
        }
      };
    }
  }

  static final class ForgetsWhatItTookOnAWrongRange extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(byte[] source, int offset, int length) {
          try {
            super.update(source, offset, length);
          } catch (IndexOutOfBoundsException e) {
            hash.reset();
            throw e;
          }
        }
      };
    }
  }

  static final class AcceptsAnyRangeOfNoBytes extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(byte[] source, int offset, int length) {
          if (length != 0) {
            super.update(source, offset, length);
          }
        }
      };
    }
  }

  static final class LosesLongInput extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(byte[] source, int offset, int length) {
          super.update(source, offset, Math.min(length, 65_536));
        }
      };
    }
  }

  static final class ChangesStateOnPeek extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public boolean peek(byte[] target, int offset) {
          finish(target, offset);
          return true;
        }
      };
    }
  }

  static final class PeeksBeforeTheTarget extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public boolean peek(byte[] target, int offset) {
          ByteBuffer.wrap(target).putInt(Math.max(0, offset), (int) hash.getValue());
          return true;
        }
      };
    }
  }

  static final class ForgetsTheUpdateBefore extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void update(byte[] source, int offset, int length) {
          Objects.checkFromIndexSize(offset, length, source.length);
          hash.reset();
          super.update(source, offset, length);
        }
      };
    }
  }

  /** The last of an update that fills a block of 1024 bytes begun by another. */
  static final class LosesAByteBetweenLongUpdates extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        private int taken;

        @Override
        public void update(byte[] source, int offset, int length) {
          Objects.checkFromIndexSize(offset, length, source.length);
          int before = taken;
          taken += length;
          boolean filled = before % 1024 > 0 && before / 1024 < taken / 1024;
          super.update(source, offset, filled ? length - 1 : length);
        }

        @Override
        public void reset() {
          super.reset();
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

  static final class TellsAnotherType extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public ChecksumType type() {
          return ChecksumType.of("XXHASH64", Integer.BYTES);
        }
      };
    }
  }

  static final class CombinesAsAnother extends Suspect {
    @Override
    protected ChecksumAlgorithm algorithm() {
      ChecksumAlgorithm hash = super.algorithm();
      return new ChecksumAlgorithm() {
        @Override
        public ChecksumType type() {
          return hash.type();
        }

        @Override
        public StreamingChecksum newChecksum() {
          return hash.newChecksum();
        }

        @Override
        public Optional<CrcCombiner> combiner() {
          return Optional.of(CrcCombiner.CRC32);
        }
      };
    }

    @Override
    StreamingChecksum newChecksum() {
      return new Hash();
    }
  }

  /** Not what its type says. */
  abstract static class Posing extends Suspect {

    private final ChecksumType type;

    Posing(ChecksumType type) {
      this.type = type;
    }

    @Override
    protected ChecksumAlgorithm algorithm() {
      return new ChecksumAlgorithm() {
        @Override
        public ChecksumType type() {
          return type;
        }

        @Override
        public StreamingChecksum newChecksum() {
          return Posing.this.newChecksum();
        }
      };
    }

    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public ChecksumType type() {
          return type;
        }
      };
    }
  }

  static final class LeavesAVectorOfCrc32cUnmet extends Posing {
    LeavesAVectorOfCrc32cUnmet() {
      super(ChecksumType.CRC32C);
    }
  }

  static final class LeavesTheVectorOfAdler32Unmet extends Posing {
    LeavesTheVectorOfAdler32Unmet() {
      super(ChecksumType.ADLER32);
    }
  }

  static final class LeavesTheVectorOfCrc64NvmeUnmet extends Posing {
    LeavesTheVectorOfCrc64NvmeUnmet() {
      super(ChecksumType.CRC64NVME);
    }
  }
}
