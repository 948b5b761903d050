// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import io.chunksum.algorithm.ChecksumType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Maps checksum types to the numbers that stand for them in an encoded message. Immutable and safe
 * to share between threads.
 */
public final class TypeNumbers {

  /** Apache Ozone's numbers: 1 to 5, as {@link ChecksumType#wireNumber()} returns them. */
  public static final TypeNumbers OZONE =
      new TypeNumbers(
          ChecksumType.numbered().stream()
              .collect(
                  Collectors.toMap(type -> type.wireNumber().orElseThrow(), Function.identity())));

  private final Map<Integer, ChecksumType> types;

  /** The inverse: every message asks for a number. */
  private final Map<ChecksumType, Integer> numbers;

  private TypeNumbers(Map<Integer, ChecksumType> types) {
    this.types = Map.copyOf(types);
    this.numbers =
        types.entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey));
  }

  /**
   * Adds a type, for your own format: Ozone does not know the number.
   *
   * @param number the number, greater than 0 and not in use
   * @param type the type it stands for, not present yet
   * @return these numbers and the new one
   * @throws IllegalArgumentException if the number or the type is taken, or the number is not
   *     greater than 0
   */
  public TypeNumbers with(int number, ChecksumType type) {
    if (number <= 0 || types.containsKey(number) || numbers.containsKey(type)) {
      throw new IllegalArgumentException(
          "cannot add number " + number + " for " + type + " to " + new TreeMap<>(types));
    }
    Map<Integer, ChecksumType> more = new HashMap<>(types);
    more.put(number, type);
    return new TypeNumbers(more);
  }

  /**
   * Finds the number of a type.
   *
   * @param type the type
   * @return its number
   * @throws IllegalArgumentException if the type has none here
   */
  public int numberOf(ChecksumType type) {
    Integer number = numbers.get(type);
    if (number == null) {
      throw new IllegalArgumentException(
          type + " has no wire number among " + new TreeMap<>(types));
    }
    return number;
  }

  /**
   * Finds the type of a number.
   *
   * @param number the number
   * @return its type, or empty if the number stands for none
   */
  public Optional<ChecksumType> typeOf(int number) {
    return Optional.ofNullable(types.get(number));
  }
}
