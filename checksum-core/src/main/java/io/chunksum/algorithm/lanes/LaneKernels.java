// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.algorithm.ChecksumType;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the kernels that this JVM can load. Whether they pay here is for others to measure. */
public final class LaneKernels {

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** By name, because loading them fails where the module is missing. */
  private static final Map<ChecksumType, String> VECTOR_KERNELS =
      Map.of(
          ChecksumType.MD5, "io.chunksum.algorithm.vector.VectorMd5",
          ChecksumType.SHA256, "io.chunksum.algorithm.vector.VectorSha256");

  private LaneKernels() {}

  /**
   * Tells whether the JVM was started with the Vector API.
   *
   * @return whether the module is there
   */
  public static boolean vectorModulePresent() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  /**
   * Finds the kernel that uses the Vector API.
   *
   * @param type the type of digest
   * @return a maker of kernels; empty if the module is missing, the type has no such kernel, or the
   *     JDK's Vector API is not the one it was written for
   */
  public static Optional<Supplier<LaneKernel>> vector(ChecksumType type) {
    Optional<Module> vector = ModuleLayer.boot().findModule(VECTOR_MODULE);
    String name = VECTOR_KERNELS.get(type);
    if (vector.isEmpty() || name == null) {
      return Optional.empty();
    }
    // A module that "requires static" would print the JVM's warning to everybody who compiles.
    LaneKernels.class.getModule().addReads(vector.get());
    try {
      Constructor<? extends LaneKernel> constructor =
          Class.forName(name).asSubclass(LaneKernel.class).getConstructor();
      return Optional.of(() -> make(constructor));
    } catch (ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  private static LaneKernel make(Constructor<? extends LaneKernel> constructor) {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot make a " + constructor.getDeclaringClass(), e);
    }
  }

  /**
   * Finds the kernel in plain Java.
   *
   * @param type the type of digest
   * @return a maker of kernels; empty if the type has none
   */
  public static Optional<Supplier<LaneKernel>> plain(ChecksumType type) {
    return type.equals(ChecksumType.MD5) ? Optional.of(PlainMd5::new) : Optional.empty();
  }
}
