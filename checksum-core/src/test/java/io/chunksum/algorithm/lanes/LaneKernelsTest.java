// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumType;
import java.lang.reflect.Constructor;
import org.junit.jupiter.api.Test;

class LaneKernelsTest {

  /** Does no work. */
  abstract static class Idle extends LaneKernel {

    Idle() {
      super(1, 1, true, 0);
    }

    @Override
    public void start(int count) {}

    @Override
    public void load(LaneBlocks next, int count, int blocks) {}

    @Override
    public void loadSame(byte[] block) {}

    @Override
    public void compress(int blocks) {}

    @Override
    public void digest(int lane, byte[] target, int offset) {}
  }

  static final class Large extends Idle {

    Large() {
      throw new OutOfMemoryError("on purpose");
    }
  }

  static final class Unsuitable extends Idle {

    Unsuitable() {
      throw new NoSuchMethodError("on purpose");
    }
  }

  @Test
  void aLackOfMemoryIsNotTakenForAFaultOfTheKernel() throws NoSuchMethodException {
    Constructor<Large> large = Large.class.getDeclaredConstructor();
    assertThatThrownBy(() -> LaneKernels.make(large))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessage("on purpose");
    Constructor<Unsuitable> unsuitable = Unsuitable.class.getDeclaredConstructor();
    assertThatThrownBy(() -> LaneKernels.make(unsuitable))
        .isInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("on purpose");
  }

  /** These tests run with the Vector API. */
  @Test
  void aTypeHasTheKernelsThatWereWrittenForIt() {
    assertThat(LaneKernels.vectorModulePresent()).isTrue();
    assertThat(LaneKernels.vector(ChecksumType.MD5)).isPresent();
    assertThat(LaneKernels.vector(ChecksumType.SHA256)).isPresent();
    assertThat(LaneKernels.vector(ChecksumType.CRC32)).isEmpty();
    assertThat(LaneKernels.plain(ChecksumType.MD5).orElseThrow().get())
        .isInstanceOf(PlainMd5.class);
    assertThat(LaneKernels.plain(ChecksumType.SHA256)).isEmpty();
  }
}
