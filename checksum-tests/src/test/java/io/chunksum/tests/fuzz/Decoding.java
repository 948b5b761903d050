// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.data.MalformedChecksumDataException;
import io.chunksum.tests.AllocatedBytes;
import java.io.IOException;
import java.util.Optional;

/**
 * What holds for a decoder whatever it is given: a value or the one named exception, and no more
 * memory than the input is worth. Everything else is an AssertionError, or whatever was thrown.
 */
final class Decoding {

  /** Exceptions with their stack traces, buffered streams, and the slots of a checkpoint. */
  private static final long FREE_BYTES = 256 * 1024;

  /** A part of two bytes may become a record with some lists in it. */
  private static final long FACTOR = 64;

  /** The fuzzer notes which texts are compared, a kilobyte each time; a short part has several. */
  private static final long FACTOR_WITH_NOTES = 4096;

  private static final boolean NOTES = comparingAllocates();

  private Decoding() {}

  /** Makes a value of some bytes. */
  interface Decoder<T> {
    T decode(byte[] input) throws IOException;
  }

  /** Makes bytes of a value. */
  interface Encoder<T> {
    byte[] encode(T value) throws IOException;
  }

  /** Whether the fuzzer has rewritten our classes to make its notes. */
  private static boolean comparingAllocates() {
    String text = String.valueOf(FACTOR);
    long before = AllocatedBytes.soFar();
    boolean equal = text.equals("no number");
    return !equal && AllocatedBytes.soFar() - before > 256;
  }

  /** Decodes, and if that gives a value, encodes it and decodes that again. */
  static <T> void roundTrip(byte[] input, Decoder<T> decoder, Encoder<T> encoder)
      throws IOException {
    roundTrip(input, FACTOR, decoder, encoder);
  }

  /** Does so with another bound: so many bytes for each of the input. */
  static <T> void roundTrip(byte[] input, long factor, Decoder<T> decoder, Encoder<T> encoder)
      throws IOException {
    Optional<T> value = attack(input, factor, decoder);
    if (value.isPresent()) {
      assertThat(decoder.decode(encoder.encode(value.get()))).isEqualTo(value.get());
    }
  }

  /** Decodes; gives nothing if the input is malformed. */
  static <T> Optional<T> attack(byte[] input, Decoder<T> decoder) throws IOException {
    return attack(input, FACTOR, decoder);
  }

  /** Decodes with another bound: so many bytes for each of the input. */
  static <T> Optional<T> attack(byte[] input, long factor, Decoder<T> decoder) throws IOException {
    long bound = FREE_BYTES + (NOTES ? FACTOR_WITH_NOTES : factor) * input.length;
    Optional<T> value = Optional.empty();
    long allocated = Long.MAX_VALUE;
    // The JVM itself allocates when a path is taken for the first time.
    for (int i = 0; i < 3 && allocated > bound; i++) {
      long before = AllocatedBytes.soFar();
      value = decoded(input, decoder);
      allocated = AllocatedBytes.soFar() - before;
    }
    if (allocated > bound) {
      throw new AssertionError(allocated + " bytes allocated for " + input.length);
    }
    return value;
  }

  private static <T> Optional<T> decoded(byte[] input, Decoder<T> decoder) throws IOException {
    try {
      return Optional.of(decoder.decode(input));
    } catch (MalformedChecksumDataException e) {
      if (e.offset() < 0 || !String.valueOf(e.getMessage()).endsWith("byte " + e.offset() + ")")) {
        throw new AssertionError("does not say where", e);
      }
      return Optional.empty();
    }
  }
}
