// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.DigestAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.io.IOException;

/** Algorithms that can be registered as services: a few in order, and some with one fault each. */
final class SampleServices {

  private SampleServices() {}

  /** Has the name of an algorithm that is built in. */
  public static final class SecondAdler32 implements ChecksumAlgorithm {

    @Override
    public ChecksumType type() {
      return ChecksumType.ADLER32;
    }

    @Override
    public StreamingChecksum newChecksum() {
      throw new UnsupportedOperationException("never found");
    }
  }

  /** As its documentation shows it. */
  public static final class Sha1 implements ChecksumAlgorithm {

    private final ChecksumAlgorithm digest = new DigestAlgorithm("SHA1", "SHA-1");

    @Override
    public ChecksumType type() {
      return digest.type();
    }

    @Override
    public StreamingChecksum newChecksum() {
      return digest.newChecksum();
    }
  }

  /** Another algorithm of that name. */
  public static final class OtherSha1 implements ChecksumAlgorithm {

    @Override
    public ChecksumType type() {
      return ChecksumType.of("SHA1", 20);
    }

    @Override
    public StreamingChecksum newChecksum() {
      throw new UnsupportedOperationException("never found");
    }
  }

  /** What a service extends. */
  public abstract static class Parent implements ChecksumAlgorithm {

    @Override
    public StreamingChecksum newChecksum() {
      throw new UnsupportedOperationException("never found");
    }
  }

  /** Cannot be loaded without the class that it extends. */
  public static final class Orphan extends Parent {

    @Override
    public ChecksumType type() {
      return ChecksumType.of("XXH32", 4);
    }
  }

  /** One that uses another. */
  public abstract static class Delegating implements ChecksumAlgorithm {

    private final String name;

    Delegating(String name) {
      this.name = name;
    }

    static void assertFound(String name) {
      if (ChecksumAlgorithms.find(name).isEmpty()) {
        throw new AssertionError("no " + name);
      }
    }

    @Override
    public ChecksumType type() {
      return ChecksumType.of(name, 20);
    }

    @Override
    public StreamingChecksum newChecksum() {
      return ChecksumAlgorithms.find("SHA1").orElseThrow().newChecksum();
    }
  }

  /** Asks for the other as soon as it is made. */
  public static final class AskingConstructor extends Delegating {

    public AskingConstructor() {
      super("AskingConstructor");
      assertFound("SHA1");
    }
  }

  /** Asks for all as soon as it is made. */
  public static final class AskingForAll extends Delegating {

    private static boolean asking;

    public AskingForAll() {
      super("AskingForAll");
      ask();
    }

    private static void ask() {
      if (asking) {
        throw new AssertionError("a search in a search");
      }
      asking = true;
      try {
        if (ChecksumAlgorithms.all().isEmpty()) {
          throw new AssertionError("no algorithms");
        }
      } finally {
        asking = false;
      }
    }
  }

  /** Asks for the other once. */
  public static final class AskingClass extends Delegating {

    static {
      assertFound("SHA1");
    }

    public AskingClass() {
      super("AskingClass");
    }
  }

  /** Asks whenever it is asked for its name. */
  public static final class AskingType extends Delegating {

    private static boolean asking;

    public AskingType() {
      super("AskingType");
    }

    @Override
    public ChecksumType type() {
      if (asking) {
        throw new AssertionError("a search in a search"); // Each makes two: that takes for ever.
      }
      asking = true;
      try {
        assertFound("SHA1");
      } finally {
        asking = false;
      }
      return super.type();
    }
  }

  /** Does not tell its type, but throws what it does not declare, as other languages allow. */
  public static final class Untyped extends Delegating {

    public Untyped() {
      super("");
    }

    @Override
    public ChecksumType type() {
      throw Untyped.<RuntimeException>undeclared(new IOException("not now"));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E undeclared(Exception thrown) throws E {
      throw (E) thrown;
    }
  }

  /** Has a static initializer that fails with what is no {@link LinkageError}. */
  public static final class Failing extends Delegating {

    static {
      load("NATIVE");
    }

    public Failing() {
      super("Failing");
    }

    private static void load(String name) {
      throw new AssertionError("no " + name);
    }
  }
}
