// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.ChunkChecksum;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.buffer.ChunkBuffer;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The first calls of a JVM, compared with a bare loop over the JDK's CRC or digest: classes are
 * loaded and lanes checked meanwhile. Each sample takes a JVM of its own.
 *
 * <p>Does not extend {@link TimedBenchmark}, and nothing here may touch a class of Chunksum or a
 * digest before the time is taken.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@Fork(
    value = 20,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g", "--add-modules", "jdk.incubator.vector"})
public class FirstCallsBenchmark {

  @Param({"CRC32C", "SHA256", "MD5"})
  public String type;

  @Param("16384")
  public int bytesPerChecksum;

  @Param("4194304")
  public int chunkBytes;

  @Param({"1", "100"})
  public int calls;

  private byte[] content;
  private boolean isMeasured;

  /** Makes the chunk. */
  @Setup
  public void prepare() {
    content = new byte[chunkBytes];
    new Random(chunkBytes).nextBytes(content);
  }

  /** Fails the set-up if a result would be of several calls, of which one is the first. */
  @Setup
  public void checkOptions(BenchmarkParams params) {
    Samples.checkOneCall(params);
    if (params.getMode() != Mode.SingleShotTime) {
      throw new IllegalArgumentException(
          "only a single shot (-bm ss) is a first call, not " + params.getMode().shortLabel());
    }
  }

  /** Fails the run if it measures calls that are not the first. */
  @Setup(Level.Iteration)
  public void checkFirst() {
    if (isMeasured) {
      throw new IllegalStateException(
          "only one iteration of a JVM has its first calls: -wi 0 -i 1");
    }
    isMeasured = true;
  }

  /** Fails the run unless both compute the same. */
  @TearDown
  public void checkSame() throws NoSuchAlgorithmException {
    calls = 1;
    TimedBenchmark.checkAgreement(chunksum().equals(jdkLoop()));
  }

  /** As an application begins, with nothing made beforehand. */
  @Benchmark
  public ByteBuffer chunksum() {
    ChunkChecksum checksum =
        ChunkChecksum.of(ChecksumAlgorithms.find(type).orElseThrow(), bytesPerChecksum);
    ChunkBuffer chunk = ChunkBuffer.wrap(content);
    for (int i = 1; i < calls; i++) {
      checksum.compute(chunk);
    }
    return checksum.compute(chunk).packed();
  }

  /** No code of Chunksum. */
  @Benchmark
  public ByteBuffer jdkLoop() throws NoSuchAlgorithmException {
    for (int i = 1; i < calls; i++) {
      jdkOnce();
    }
    return jdkOnce();
  }

  private ByteBuffer jdkOnce() throws NoSuchAlgorithmException {
    return switch (type) {
      case "CRC32" -> crcs(new CRC32());
      case "CRC32C" -> crcs(new CRC32C());
      case "SHA256" -> digests(MessageDigest.getInstance("SHA-256"));
      default -> digests(MessageDigest.getInstance(type));
    };
  }

  private ByteBuffer crcs(Checksum crc) {
    ByteBuffer packed = ByteBuffer.allocate(windows() * Integer.BYTES);
    for (int at = 0; at < chunkBytes; at += bytesPerChecksum) {
      crc.reset();
      crc.update(content, at, Math.min(bytesPerChecksum, chunkBytes - at));
      packed.putInt((int) crc.getValue());
    }
    return packed.flip();
  }

  private ByteBuffer digests(MessageDigest digest) {
    ByteBuffer packed = ByteBuffer.allocate(windows() * digest.getDigestLength());
    for (int at = 0; at < chunkBytes; at += bytesPerChecksum) {
      digest.update(content, at, Math.min(bytesPerChecksum, chunkBytes - at));
      packed.put(digest.digest());
    }
    return packed.flip();
  }

  private int windows() {
    return (chunkBytes + bytesPerChecksum - 1) / bytesPerChecksum;
  }
}
