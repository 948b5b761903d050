// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A CRC of any {@link CrcModel}, in pure Java. It reads arrays and direct memory in place, and its
 * checksums can be combined.
 *
 * <p>A checksum is the CRC in big-endian order, in as many bytes as it needs.
 *
 * <p>To have your own CRC found by name, register as a service a class that returns what an object
 * of this class returns. If a model is that of {@link ChecksumType#CRC32} or {@link
 * ChecksumType#CRC32C}, those types are faster by an order of magnitude.
 *
 * <p>Immutable and safe to share between threads.
 */
public final class CrcAlgorithm implements ChecksumAlgorithm {

  private final ChecksumType type;
  private final CrcModel model;
  private final CrcCombiner combiner;

  /** Made when first needed; guarded by this. */
  private @Nullable CrcLoop loop;

  /**
   * Creates an algorithm, which has 32 KiB of tables once it is first used. Create one and keep it:
   * the JVM compiles a loop for each, so one that is made for every call stays slow.
   *
   * @param name the name of its type, as {@link ChecksumType#of} accepts it
   * @param model which CRC
   * @throws IllegalArgumentException if the name is not valid for a type, or is that of a built-in
   *     one, except for {@link CrcModel#CRC64_NVME} under its own name
   */
  public CrcAlgorithm(String name, CrcModel model) {
    this(type(name, model), model);
  }

  private static ChecksumType type(String name, CrcModel model) {
    if (ChecksumAlgorithms.isTaken(name, model)) {
      throw new IllegalArgumentException("another checksum has the name " + name);
    }
    return ChecksumType.of(name, (model.width() + Byte.SIZE - 1) / Byte.SIZE);
  }

  CrcAlgorithm(ChecksumType type, CrcModel model) {
    this.type = type;
    this.model = model;
    this.combiner = CrcCombiner.of(model);
  }

  private synchronized CrcLoop loop() {
    if (loop == null) {
      loop = CrcLoop.of(model);
    }
    return loop;
  }

  @Override
  public ChecksumType type() {
    return type;
  }

  /**
   * Returns the model of the CRC that it computes.
   *
   * @return the model
   */
  public CrcModel model() {
    return model;
  }

  @Override
  public StreamingChecksum newChecksum() {
    return new TableCrcChecksum(type, model, loop());
  }

  @Override
  public Optional<CrcCombiner> combiner() {
    return Optional.of(combiner);
  }
}
