// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.scan.FileScanner;
import io.chunksum.window.ByteRange;
import java.io.File;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the text of option values. */
final class Converters {

  private static final Pattern SIZE = Pattern.compile("([0-9]+)(|KiB|MiB|GiB|TiB)");

  /** What the JVM puts where bytes of the command line are not text in the locale's encoding. */
  private static final char UNREPRESENTABLE = '\uFFFD';

  private static final String NOT_REPRESENTED =
      "contains U+FFFD, which stands for what this locale cannot represent";

  private static final Map<String, Long> UNITS =
      Map.of("KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);

  private Converters() {}

  /** Parses a number of bytes, with or without a unit. */
  static long size(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a size: bytes, or a number followed by KiB, MiB, GiB or TiB");
    }
    try {
      return Math.multiplyExact(
          Long.parseLong(matcher.group(1)), UNITS.getOrDefault(matcher.group(2), 1L));
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
  }

  /** A number of bytes. */
  static final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      return size(text);
    }
  }

  /** A number of bytes per second, at least 1. */
  static final class Rate implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
      long rate = size(text);
      if (rate == 0) {
        throw new TypeConversionException("'" + text + "' is less than 1 byte per second");
      }
      return rate;
    }
  }

  /** As many threads as a scanner takes. */
  static final class Threads implements ITypeConverter<Integer> {

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}");

    @Override
    public Integer convert(String text) {
      int threads = NUMBER.matcher(text).matches() ? Integer.parseInt(text) : 0;
      if (threads < 1 || threads > FileScanner.MAX_THREADS) {
        throw new TypeConversionException(
            "'" + text + "' is not a number of threads from 1 to " + FileScanner.MAX_THREADS);
      }
      return threads;
    }
  }

  /** A bytesPerChecksum; whether 0 is legal depends on the types. */
  static final class WindowSize implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      long size = size(text);
      if (size > Integer.MAX_VALUE) {
        throw new TypeConversionException(
            "'" + text + "' is too large: at most " + Integer.MAX_VALUE + " bytes");
      }
      return (int) size;
    }
  }

  /** OFFSET:LENGTH, at least 1 byte. */
  static final class Range implements ITypeConverter<ByteRange> {
    @Override
    public ByteRange convert(String text) {
      String[] parts = text.split(":", -1);
      if (parts.length != 2) {
        throw new TypeConversionException("'" + text + "' is not OFFSET:LENGTH");
      }
      // No file ends beyond 2^63-1: a longer range is cut there and is still too long.
      long offset = Math.min(size(parts[0]), Long.MAX_VALUE - 1);
      long length = size(parts[1]);
      if (length == 0) {
        throw new TypeConversionException("the range '" + text + "' is empty");
      }
      return new ByteRange(offset, Math.min(length, Long.MAX_VALUE - offset));
    }
  }

  /** A file that may have to be created: a Path forgets that its text ended like a folder's. */
  static final class NewFile implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      if (text.isEmpty() || text.endsWith("/") || text.endsWith(File.separator)) {
        throw new TypeConversionException("'" + text + "' does not name a file");
      }
      return represented(text);
    }
  }

  /** A file or folder that should be there. */
  static final class OldFile implements ITypeConverter<Path> {
    @Override
    public Path convert(String text) {
      if (text.isEmpty()) { // More likely an unset variable than the current folder.
        throw new TypeConversionException("the name is empty");
      }
      return represented(text);
    }
  }

  private static Path represented(String text) {
    if (text.indexOf(UNREPRESENTABLE) >= 0) {
      throw new TypeConversionException("'" + text + "' " + NOT_REPRESENTED);
    }
    return Path.of(text);
  }

  /** Refuses a name on the command line that may be that of another file. */
  static void requireRepresented(String name) throws FileSystemException {
    if (name.indexOf(UNREPRESENTABLE) >= 0) {
      throw new FileSystemException(name, null, NOT_REPRESENTED);
    }
  }

  /** A format of checksums, by its name on the command line. */
  static final class ChecksumFormats implements ITypeConverter<ChecksumFormat> {
    @Override
    public ChecksumFormat convert(String name) {
      return named(name, List.of(ChecksumFormat.values()));
    }
  }

  /** A format in which checksums are stored next to files. */
  static final class SumFormats implements ITypeConverter<SumFormat> {
    @Override
    public SumFormat convert(String name) {
      return named(name, List.of(SumFormat.values()));
    }
  }

  /** How results are printed, by name in upper or lower case. */
  static final class OutputFormats implements ITypeConverter<OutputFormat> {
    @Override
    public OutputFormat convert(String name) {
      return named(name.toLowerCase(Locale.ROOT), List.of(OutputFormat.values()));
    }
  }

  private static <T> T named(String name, List<T> all) {
    return all.stream()
        .filter(format -> format.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + name + "' is not one of " + all));
  }

  /** One or more algorithms. */
  record Algorithms(List<ChecksumAlgorithm> list) {}

  /** The names of checksum types, separated by commas, in upper or lower case. */
  static final class Types implements ITypeConverter<Algorithms> {

    /** The types that are there whatever is added. */
    static final List<ChecksumType> BUILT_IN =
        List.of(
            ChecksumType.NONE,
            ChecksumType.CRC32,
            ChecksumType.CRC32C,
            ChecksumType.SHA256,
            ChecksumType.MD5,
            ChecksumType.CRC64NVME,
            ChecksumType.ADLER32);

    @Override
    public Algorithms convert(String names) {
      try {
        return new Algorithms(Arrays.stream(names.split(",", -1)).map(Types::algorithm).toList());
      } catch (IllegalStateException e) { // An added one cannot be loaded, and may be the one.
        throw new TypeConversionException(Problems.oneLine(e));
      }
    }

    private static ChecksumAlgorithm algorithm(String name) {
      // First: the search for others fails if one of them cannot be loaded.
      return BUILT_IN.stream()
          .filter(type -> type.name().equalsIgnoreCase(name))
          .findFirst()
          .map(ChecksumAlgorithms::of)
          .or(() -> ChecksumAlgorithms.find(name))
          .or(() -> ChecksumAlgorithms.find(name.toUpperCase(Locale.ROOT)))
          .orElseThrow(() ->
              new TypeConversionException(
                  "'" + name + "' is not one of " + BUILT_IN + ", nor an added type"));
    }
  }
}
