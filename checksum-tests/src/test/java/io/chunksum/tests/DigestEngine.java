// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.compute.DigestLanes;
import io.chunksum.compute.DigestLanes.Engine;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Everything that can compute a digest, each with its type. The whole JVM has one engine per type,
 * so a test that uses one other than MessageDigest must {@link #restore} it.
 */
public enum DigestEngine {
  MD5_MESSAGE_DIGEST(ChecksumType.MD5, Engine.MESSAGE_DIGEST),
  MD5_PLAIN_LANES(ChecksumType.MD5, Engine.PLAIN_LANES),
  MD5_VECTOR_LANES(ChecksumType.MD5, Engine.VECTOR_LANES),
  SHA256_MESSAGE_DIGEST(ChecksumType.SHA256, Engine.MESSAGE_DIGEST),
  SHA256_VECTOR_LANES(ChecksumType.SHA256, Engine.VECTOR_LANES);

  @SuppressWarnings("ImmutableEnumChecker") // Its type bears no annotation.
  private final ChecksumType type;

  private final Engine engine;

  DigestEngine(ChecksumType type, Engine engine) {
    this.type = type;
    this.engine = engine;
  }

  public ChecksumType type() {
    return type;
  }

  public boolean isLanes() {
    return engine != Engine.MESSAGE_DIGEST;
  }

  /** Makes the JVM use this engine for its type; throws if it is not available. */
  public DigestLanes.Status use() {
    return DigestLanes.find(type).orElseThrow().use(engine);
  }

  /** Makes the JVM use MessageDigest for all types. */
  public static void restore() {
    MD5_MESSAGE_DIGEST.use();
    SHA256_MESSAGE_DIGEST.use();
  }

  /** What MessageDigest gives for some bytes. */
  public byte[] expected(byte[] window) {
    try {
      String algorithm = type.equals(ChecksumType.SHA256) ? "SHA-256" : type.name();
      return MessageDigest.getInstance(algorithm).digest(window);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** What MessageDigest gives for the windows of a chunk, one after the other. */
  public byte[] expected(byte[] content, int bytesPerChecksum) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (long at = 0; at < content.length; at += bytesPerChecksum) {
      int end = (int) Math.min(at + bytesPerChecksum, content.length);
      packed.writeBytes(expected(Arrays.copyOfRange(content, (int) at, end)));
    }
    return packed.toByteArray();
  }
}
