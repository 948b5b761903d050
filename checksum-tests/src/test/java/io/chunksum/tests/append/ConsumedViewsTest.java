// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.tests.BufferKind;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A loop that runs while a view has bytes left must end, whatever reads them. */
class ConsumedViewsTest {

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 95, 100})
  void viewsAreConsumedWhateverTheType(int length) {
    for (ChecksumAlgorithm algorithm : ChecksumAlgorithms.all()) {
      ChecksumAppender appender = new ChecksumAppender(algorithm, 10);
      for (BufferKind kind : BufferKind.values()) {
        ByteBuffer view = kind.of(TestBytes.random(40_02, length));
        int limit = view.limit();
        appender.accept(view);
        assertThat(view.limit()).isEqualTo(limit);
        assertThat(view.position()).as("%s, %s", algorithm.type(), kind).isEqualTo(limit);
      }
    }
  }
}
