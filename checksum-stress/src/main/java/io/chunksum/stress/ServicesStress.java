// SPDX-License-Identifier: Apache-2.0

package io.chunksum.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcAlgorithm;
import io.chunksum.algorithm.CrcModel;
import io.chunksum.algorithm.StreamingChecksum;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Third-party algorithms, which are looked up on first request. */
final class ServicesStress {

  private ServicesStress() {}

  /** One of those found; there must be several, so that a half-full list can be seen. */
  public static final class First extends Service {
    public First() {
      super("FIRST");
    }
  }

  /** Another one. */
  public static final class Second extends Service {
    public Second() {
      super("SECOND");
    }
  }

  abstract static class Service implements ChecksumAlgorithm {

    private final ChecksumAlgorithm crc;

    Service(String name) {
      this.crc = new CrcAlgorithm(name, CrcModel.CRC32);
    }

    @Override
    public final ChecksumType type() {
      return crc.type();
    }

    @Override
    public final StreamingChecksum newChecksum() {
      return crc.newChecksum();
    }
  }

  /**
   * Two first users. The list is kept in a static field, so each state has a copy of the class that
   * has it: in a hidden class, references to its own name refer to that copy.
   */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both find all services.")
  @Outcome(expect = FORBIDDEN, desc = "Somebody found a list that was not ready.")
  @State
  public static class FirstUse {

    private static final byte[] CODE = code();

    private final MethodHandle all = allOfACopy();

    private static byte[] code() {
      try (InputStream code =
          Objects.requireNonNull(
              ChecksumAlgorithms.class.getResourceAsStream("ChecksumServices.class"))) {
        return code.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static MethodHandle allOfACopy() {
      try {
        Lookup own =
            MethodHandles.privateLookupIn(ChecksumAlgorithms.class, MethodHandles.lookup());
        Lookup copy = own.defineHiddenClass(CODE, true, ClassOption.NESTMATE);
        return copy.findStatic(copy.lookupClass(), "all", MethodType.methodType(List.class));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    private int services() {
      try {
        return ((List<?>) all.invokeExact()).size();
      } catch (Throwable e) { // A method handle may throw anything.
        throw new IllegalStateException(e);
      }
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = services();
    }

    @Actor
    public void second(II_Result r) {
      r.r2 = services();
    }
  }
}
