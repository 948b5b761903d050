// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests;

import java.security.DigestException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A provider of digests that is not the JDK's. It counts what it is asked for, and its digests can
 * be cloned only while they have taken no bytes, as with providers that keep their state in a
 * device or in a certified module.
 */
public final class ForeignProvider extends Provider {

  /** The name by which it is removed. */
  public static final String NAME = "ChunksumForeign";

  private static final long serialVersionUID = 1;

  private static final AtomicLong DIGESTS = new AtomicLong();

  /** Makes a provider that is not installed. */
  public ForeignProvider() {
    super(NAME, "1", "counts digests, which can be cloned only while empty");
    put("MessageDigest.MD5", Md5.class.getName());
    put("MessageDigest.SHA-256", Sha256.class.getName());
  }

  /** Number of digests handed out by all instances of this provider. */
  public static long digests() {
    return DIGESTS.get();
  }

  /** Forwards to the JDK's digests, but does not clone what is in them. */
  public abstract static class Counting extends MessageDigestSpi implements Cloneable {

    private MessageDigest digest;
    private boolean empty = true;

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
      empty = false;
      digest.update(input);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      empty &= length == 0;
      digest.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      DIGESTS.incrementAndGet();
      empty = true;
      return digest.digest();
    }

    @Override
    protected int engineDigest(byte[] target, int offset, int length) throws DigestException {
      DIGESTS.incrementAndGet();
      empty = true;
      return digest.digest(target, offset, length);
    }

    @Override
    protected void engineReset() {
      empty = true;
      digest.reset();
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
      if (!empty) {
        throw new CloneNotSupportedException("there are bytes in it");
      }
      Counting clone = (Counting) super.clone();
      clone.digest = (MessageDigest) digest.clone();
      return clone;
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
