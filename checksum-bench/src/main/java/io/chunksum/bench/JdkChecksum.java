// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench;

import io.chunksum.algorithm.ChecksumType;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/** A CRC or a digest behind the JDK's own interfaces, with none of our code in between. */
public abstract class JdkChecksum {

  private JdkChecksum() {}

  /** Returns the JDK's implementation of {@code type}. */
  public static JdkChecksum of(ChecksumType type) {
    return switch (type.name()) {
      case "CRC32", "CRC32C" -> of(crc(type));
      case "SHA256" -> of(digest("SHA-256"));
      case "MD5" -> of(digest("MD5"));
      default -> throw new IllegalArgumentException("the JDK has no " + type.name());
    };
  }

  /** Returns the JDK's implementation of the CRC {@code type}. */
  public static Checksum crc(ChecksumType type) {
    return switch (type.name()) {
      case "CRC32" -> new CRC32();
      case "CRC32C" -> new CRC32C();
      default -> throw new IllegalArgumentException(type.name() + " is not a CRC");
    };
  }

  private static MessageDigest digest(String name) {
    try {
      return MessageDigest.getInstance(name);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + name, e);
    }
  }

  /** Wraps any 32-bit CRC. */
  public static JdkChecksum of(Checksum crc) {
    return new Crc(crc);
  }

  /** Wraps any digest. */
  public static JdkChecksum of(MessageDigest digest) {
    return new Digest(digest);
  }

  /** Adds {@code length} bytes starting at {@code offset}. */
  public abstract void update(byte[] bytes, int offset, int length);

  /** Adds the remaining bytes and moves the position to the limit. */
  public abstract void update(ByteBuffer bytes);

  /** Puts the value at {@code index} of {@code packed}, as checksum data stores it, and resets. */
  public abstract void finish(ByteBuffer packed, int index);

  /** Returns whether {@link #update(ByteBuffer)} copies this kind of memory inside the JDK. */
  public abstract boolean copies(ByteBuffer bytes);

  private static final class Crc extends JdkChecksum {

    private final Checksum crc;
    private final boolean readsDirect;

    Crc(Checksum crc) {
      this.crc = crc;
      this.readsDirect = crc instanceof CRC32 || crc instanceof CRC32C;
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
      crc.update(bytes, offset, length);
    }

    @Override
    public void update(ByteBuffer bytes) {
      crc.update(bytes);
    }

    @Override
    public void finish(ByteBuffer packed, int index) {
      packed.putInt(index, (int) crc.getValue());
      crc.reset();
    }

    @Override
    public boolean copies(ByteBuffer bytes) {
      return !bytes.hasArray() && !(readsDirect && bytes.isDirect());
    }
  }

  private static final class Digest extends JdkChecksum {

    private final MessageDigest digest;

    Digest(MessageDigest digest) {
      this.digest = digest;
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
      digest.update(bytes, offset, length);
    }

    @Override
    public void update(ByteBuffer bytes) {
      digest.update(bytes);
    }

    @Override
    public void finish(ByteBuffer packed, int index) {
      packed.put(index, digest.digest());
    }

    @Override
    public boolean copies(ByteBuffer bytes) {
      return !bytes.hasArray();
    }
  }
}
