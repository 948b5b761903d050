// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.append;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.append.ChecksumAppender;
import io.chunksum.buffer.ChunkBuffer;
import io.chunksum.data.ChecksumData;
import io.chunksum.data.ChunkInfo;
import io.chunksum.tests.ForeignProvider;
import io.chunksum.tests.TestBytes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The preferred provider is not one of the JDK's, and its digests can be cloned only while they
 * have taken no bytes, as with providers that keep their state in a device or in a certified
 * module.
 */
class ForeignProviderTest {

  private static final Provider FOREIGN = new ForeignProvider();
  private static final byte[] CONTENT = TestBytes.random(30_02, 10_000);

  @BeforeAll
  static void prefer() {
    assertThat(Security.insertProviderAt(FOREIGN, 1)).isEqualTo(1);
  }

  @AfterAll
  static void remove() {
    Security.removeProvider(FOREIGN.getName());
  }

  private static ChecksumType type(String name) throws NoSuchAlgorithmException {
    MessageDigest preferred = MessageDigest.getInstance(name.equals("SHA256") ? "SHA-256" : name);
    assertThat(preferred.getProvider()).isSameAs(FOREIGN);
    preferred.update((byte) 1);
    assertThatThrownBy(preferred::clone).isInstanceOf(CloneNotSupportedException.class);
    return ChecksumAlgorithms.find(name).orElseThrow().type();
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA256"})
  void appendsKeepTheBytesOfTheOpenWindow(String name) throws Exception {
    ChecksumType type = type(name);
    WindowOracle oracle = new WindowOracle(type, 100, CONTENT);
    ChecksumAppender appender = ChunkChecksum.of(type, 100).newAppender();
    for (int at = 0; at < CONTENT.length; ) {
      int step = Math.min(1 + at % 37, CONTENT.length - at);
      ByteBuffer bytes = ByteBuffer.allocateDirect(step).put(CONTENT, at, step).flip();
      appender.append(at % 2 == 0 ? ChunkBuffer.wrap(bytes) : ChunkBuffer.wrap(CONTENT, at, step));
      at += step;
      assertThat(appender.snapshot().packed()).isEqualTo(ByteBuffer.wrap(oracle.ofFirst(at)));
      assertThat(appender.bytesKept()).isEqualTo(at);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA256"})
  void aRestoredAppenderAndAResetOneForgetWhatTheyKept(String name) throws Exception {
    ChecksumType type = type(name);
    ChunkChecksum digest = ChunkChecksum.of(type, 1000);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ChunkInfo half = new ChunkInfo("chunk", 0, 5_500, digest.compute(chunk.slice(0, 5_500)));
    ChecksumAppender appender =
        ChecksumAppender.restore(ChecksumAlgorithms.of(type), half, chunk.slice(5_000, 500));
    appender.append(chunk.slice(5_500, 4_500));
    assertThat(appender.snapshot()).isEqualTo(digest.compute(chunk));
    appender.append(chunk.slice(0, 10));
    appender.reset();
    appender.append(chunk.slice(0, 5_500));
    assertThat(appender.snapshot()).isEqualTo(half.checksums());
  }

  @ParameterizedTest
  @ValueSource(strings = {"MD5", "SHA256"})
  void computingAndVerifyingDoNotCareWhoseDigestItIs(String name) throws Exception {
    ChecksumType type = type(name);
    ChunkChecksum digest = ChunkChecksum.of(type, 333);
    ChunkBuffer chunk = ChunkBuffer.wrap(CONTENT);
    ChecksumData sums = digest.compute(chunk);
    byte[] expected = new WindowOracle(type, 333, CONTENT).ofFirst(CONTENT.length);
    assertThat(sums.packed()).isEqualTo(ByteBuffer.wrap(expected));
    assertThat(digest.verify(chunk, sums).ok()).isTrue();
  }
}
