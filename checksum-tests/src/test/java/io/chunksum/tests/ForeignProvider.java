// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.security.DigestException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A provider of digests that is not the JDK's. It counts what it is asked for, and its digests
 * cannot be cloned, as with providers that keep their state in a device or in a certified module.
 */
public final class ForeignProvider extends Provider {

  /** The name by which it is removed. */
  public static final String NAME = "ChunksumForeign";

  private static final long serialVersionUID = 1;

  private static final AtomicLong DIGESTS = new AtomicLong();

  /** Makes a provider that is not installed. */
  public ForeignProvider() {
    super(NAME, "1", "counts digests, which cannot be cloned");
    put("MessageDigest.MD5", Md5.class.getName());
    put("MessageDigest.SHA-256", Sha256.class.getName());
  }

  /** Number of digests handed out by all instances of this provider. */
  public static long digests() {
    return DIGESTS.get();
  }

  /** Forwards to the JDK's digests, but does not clone. */
  public abstract static class Counting extends MessageDigestSpi {

    private final MessageDigest digest;

    Counting(String algorithm) {
      try {
        digest = MessageDigest.getInstance(algorithm, "SUN");
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    protected int engineGetDigestLength() {
      return digest.getDigestLength();
    }

    @Override
    protected void engineUpdate(byte input) {
      digest.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      digest.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      DIGESTS.incrementAndGet();
      return digest.digest();
    }

    @Override
    protected int engineDigest(byte[] target, int offset, int length) throws DigestException {
      DIGESTS.incrementAndGet();
      return digest.digest(target, offset, length);
    }

    @Override
    protected void engineReset() {
      digest.reset();
    }
  }

  /** As named in the provider. */
  public static final class Md5 extends Counting {
    /** Called by the provider. */
    public Md5() {
      super("MD5");
    }
  }

  /** As named in the provider. */
  public static final class Sha256 extends Counting {
    /** Called by the provider. */
    public Sha256() {
      super("SHA-256");
    }
  }
}
