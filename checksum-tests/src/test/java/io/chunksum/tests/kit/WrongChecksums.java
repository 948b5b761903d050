// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcCombiner;
import io.chunksum.algorithm.StreamingChecksum;
import io.chunksum.tests.ForwardingChecksum;
import io.chunksum.tests.StreamingChecksumContract;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.codec.digest.XXHash32;
import org.junit.jupiter.api.Tag;

/**
 * The xxHash of Commons Codec: one is right, the others are wrong in one way each. Long, because
 * every case of the contract has an algorithm here that it should catch, whether or not others do
 * too; they share the right one.
 */
final class WrongChecksums {

  private static final ChecksumType TYPE = ChecksumType.of("XXHASH32", Integer.BYTES);

  private WrongChecksums() {}

  /** Right, and the base of those that are not, which need the hash inside. */
  private static class Hash implements StreamingChecksum {

    final XXHash32 hash = new XXHash32();

    @Override
    public ChecksumType type() {
      return TYPE;
    }

    @Override
    public void reset() {
      hash.reset();
    }

    @Override
    public void update(byte[] source, int offset, int length) {
      Objects.checkFromIndexSize(offset, length, source.length);
      hash.update(source, offset, length);
    }

    @Override
    public void finish(byte[] target, int offset) {
      ByteBuffer.wrap(target).putInt(offset, (int) hash.getValue());
      hash.reset();
    }
  }

  /** A contract whose algorithm makes what a subclass says. */
  @Tag("wrong")
  abstract static class Suspect extends StreamingChecksumContract {

    abstract StreamingChecksum newChecksum();

    @Override
    protected ChecksumAlgorithm algorithm() {
      return new ChecksumAlgorithm() {
        @Override
        public ChecksumType type() {
          return TYPE;
        }

        @Override
        public StreamingChecksum newChecksum() {
          return Suspect.this.newChecksum();
        }
      };
    }

    @Override
    protected byte[] reference(byte[] content) {
      XXHash32 hash = new XXHash32();
      hash.update(content, 0, content.length);
      return ByteBuffer.allocate(Integer.BYTES).putInt((int) hash.getValue()).array();
    }
  }

  static final class Right extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash();
    }
  }

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

  static final class KeepsStateOnReset extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public void reset() {}
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

  static final class KeepsTheSource extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new ForwardingChecksum(new Hash()) {
        private byte[] kept = new byte[0];
        private int from;
        private int length;

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
  private static class HashOfViews extends Hash {
    @Override
    public boolean finishEachInPlace(
        ByteBuffer view, int length, int count, byte[] target, int targetOffset) {
      byte[] runs = new byte[view.remaining()];
      view.get(runs);
      finishEach(runs, 0, length, count, target, targetOffset);
      return true;
    }
  }

  static final class RightAboutViews extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews();
    }
  }

  static final class WritesRunsOfAViewAtTheStart extends Suspect {
    @Override
    StreamingChecksum newChecksum() {
      return new HashOfViews() {
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
      return new HashOfViews() {
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
      return new HashOfViews() {
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

  static final class LeavesAVectorUnmet extends Suspect {
    @Override
    protected ChecksumAlgorithm algorithm() {
      return new ChecksumAlgorithm() {
        @Override
        public ChecksumType type() {
          return ChecksumType.CRC32C;
        }

        @Override
        public StreamingChecksum newChecksum() {
          return LeavesAVectorUnmet.this.newChecksum();
        }
      };
    }

    @Override
    StreamingChecksum newChecksum() {
      return new Hash() {
        @Override
        public ChecksumType type() {
          return ChecksumType.CRC32C;
        }
      };
    }
  }
}
