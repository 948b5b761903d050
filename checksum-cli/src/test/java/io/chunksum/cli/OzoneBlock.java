// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A record of a block that Apache Ozone wrote, and the block file, recreated. */
record OzoneBlock(String name) {

  private static final String ENDING = ".blockdata.pb";

  private static final Path FOLDER =
      Path.of("..", "checksum-tests", "src", "test", "resources", "fixtures", "ozone");

  /** Payload bytes, and for a key of several blocks or replicas, which one. */
  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]+-(16k|1m)(-ec([0-9]+)k|-[a-z-]+)?-([0-9]+)(-b([0-2])|-r([1-5]))?");

  /** Of these keys, instead of 256 MiB. */
  private static final int BLOCK_BYTES = 8 << 20;

  private static final int DATA_REPLICAS = 3;

  static List<OzoneBlock> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(ENDING))
          .map(file -> new OzoneBlock(file.substring(0, file.length() - ENDING.length())))
          .sorted((one, other) -> one.name.compareTo(other.name))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path record() {
    return FOLDER.resolve(name + ENDING);
  }

  String type() {
    return name.substring(0, name.indexOf('-')).toUpperCase(Locale.ROOT);
  }

  int bytesPerChecksum() {
    return name.contains("-1m-") ? 1 << 20 : 16 << 10;
  }

  byte[] data() {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      throw new IllegalStateException(name);
    }
    byte[] payload = new byte[Integer.parseInt(parts.group(4))];
    new Random(1701L * 1_000_000_000 + payload.length).nextBytes(payload);
    if (parts.group(6) != null) {
      int from = Integer.parseInt(parts.group(6)) * BLOCK_BYTES;
      return Arrays.copyOfRange(payload, from, Math.min(from + BLOCK_BYTES, payload.length));
    }
    if (parts.group(7) == null) {
      return payload;
    }
    int cell = Integer.parseInt(parts.group(3)) << 10;
    int replica = Integer.parseInt(parts.group(7));
    return replica <= DATA_REPLICAS
        ? dataReplica(payload, cell, replica)
        : parityReplica(payload, cell, replica);
  }

  /** Cells go to the data replicas in turn. */
  private static byte[] dataReplica(byte[] payload, int cell, int replica) {
    byte[] cells = new byte[payload.length];
    int length = 0;
    for (int at = (replica - 1) * cell; at < payload.length; at += DATA_REPLICAS * cell) {
      int count = Math.min(cell, payload.length - at);
      System.arraycopy(payload, at, cells, length, count);
      length += count;
    }
    return Arrays.copyOf(cells, length);
  }

  /** The row of a Cauchy matrix over GF(256), by which each byte of a stripe is multiplied. */
  private static byte[] parityReplica(byte[] payload, int cell, int replica) {
    byte[] parity = new byte[dataReplica(payload, cell, 1).length];
    for (int column = 0; column < DATA_REPLICAS; column++) {
      byte[] data = dataReplica(payload, cell, column + 1);
      int factor = inverse((replica - 1) ^ column);
      for (int i = 0; i < data.length; i++) {
        parity[i] ^= (byte) multiply(factor, Byte.toUnsignedInt(data[i]));
      }
    }
    return parity;
  }

  private static int inverse(int value) {
    int inverse = 1;
    while (multiply(value, inverse) != 1) {
      inverse++;
    }
    return inverse;
  }

  /** Modulo x^8 + x^4 + x^3 + x^2 + 1. */
  private static int multiply(int one, int other) {
    int product = 0;
    for (int bit = 7; bit >= 0; bit--) {
      product = (product << 1) ^ ((product & 0x80) == 0 ? 0 : 0x11D);
      product ^= (other >> bit & 1) == 0 ? 0 : one;
    }
    return product;
  }

  @Override
  public String toString() {
    return name;
  }
}
