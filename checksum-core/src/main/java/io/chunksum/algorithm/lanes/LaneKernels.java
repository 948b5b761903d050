// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import io.chunksum.algorithm.ChecksumType;
import java.lang.reflect.Constructor;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the kernels that this JVM can load. Whether they pay off here is for others to measure. */
public final class LaneKernels {

  private static final String VECTOR_MODULE = "jdk.incubator.vector";

  /** Class names, because loading the classes fails if the module is missing. */
  private static final Map<ChecksumType, String> VECTOR_KERNELS =
      Map.of(
          ChecksumType.MD5, "io.chunksum.algorithm.vector.VectorMd5",
          ChecksumType.SHA256, "io.chunksum.algorithm.vector.VectorSha256");

  /** Two sets of the least vectors that a processor has: 16 bytes. */
  private static final int LEAST_VECTOR_LANES = 8;

  private LaneKernels() {}

  /**
   * Returns whether the JVM was started with the Vector API.
   *
   * @return whether the module is present
   */
  public static boolean vectorModulePresent() {
    return ModuleLayer.boot().findModule(VECTOR_MODULE).isPresent();
  }

  /**
   * Finds the kernel that uses the Vector API.
   *
   * @param type the type of digest
   * @return a factory of kernels; empty if the module is missing, the type has no such kernel, it
   *     cannot be made with the JDK's Vector API, or the JVM has no vectors here: it then prefers
   *     those of 8 bytes, and every operation makes objects
   * @throws OutOfMemoryError as {@link #make} does
   */
  public static Optional<Supplier<LaneKernel>> vector(ChecksumType type) {
    Optional<Module> vector = ModuleLayer.boot().findModule(VECTOR_MODULE);
    String name = VECTOR_KERNELS.get(type);
    if (vector.isEmpty() || name == null) {
      return Optional.empty();
    }
    // Not "requires static" in the module: whoever compiles against it would get a warning.
    LaneKernels.class.getModule().addReads(vector.get());
    try {
      Constructor<? extends LaneKernel> constructor =
          Class.forName(name).asSubclass(LaneKernel.class).getConstructor();
      return make(constructor).lanes() < LEAST_VECTOR_LANES
          ? Optional.empty()
          : Optional.of(() -> make(constructor));
    } catch (ReflectiveOperationException | LinkageError | IllegalStateException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes a kernel.
   *
   * @throws OutOfMemoryError if there is too little memory now, which says nothing about the kernel
   */
  static LaneKernel make(Constructor<? extends LaneKernel> constructor) {
    try {
      return constructor.newInstance();
    } catch (ReflectiveOperationException e) {
      if (e.getCause() instanceof OutOfMemoryError error) {
        throw error;
      }
      throw new IllegalStateException("cannot make a " + constructor.getDeclaringClass(), e);
    }
  }

  /**
   * Finds the plain Java kernel.
   *
   * @param type the type of digest
   * @return a factory of kernels; empty if the type has none
   */
  public static Optional<Supplier<LaneKernel>> plain(ChecksumType type) {
    return type.equals(ChecksumType.MD5) ? Optional.of(PlainMd5::new) : Optional.empty();
  }
}
