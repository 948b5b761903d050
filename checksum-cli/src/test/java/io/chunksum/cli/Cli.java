// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs the command in this JVM, as a shell would. */
final class Cli {

  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private Cli() {}

  /** What a shell sees of one run. */
  record Outcome(int status, String out, String err) {

    List<String> lines() {
      return out.lines().toList();
    }

    List<String> errorLines() {
      return err.lines().toList();
    }

    /** The objects on standard output; there must be exactly one on each line. */
    List<Map<String, @Nullable Object>> json() {
      return lines().stream().map(Cli::parse).toList();
    }
  }

  static Outcome run(String... args) {
    return run(new byte[0], args);
  }

  static Outcome run(byte[] in, String... args) {
    return run(new ByteArrayInputStream(in), args);
  }

  static Outcome run(InputStream in, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(new Console(in, out, err), args);
    return new Outcome(
        status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs the command with its standard output appended to a file. */
  static Outcome runAppending(Path file, String... args) throws IOException {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      Console console = new Console(InputStream.nullInputStream(), out, err);
      console.appendsTo(file);
      int status = Main.run(console, args);
      return new Outcome(status, "", err.toString(StandardCharsets.UTF_8));
    }
  }

  /** Options followed by files. */
  static String[] args(List<Path> files, String... options) {
    return Stream.concat(Stream.of(options), files.stream().map(Path::toString))
        .toArray(String[]::new);
  }

  /** Writes a file and its sidecar. */
  static Path summed(Path file, byte[] content, String types, int bytesPerChecksum) {
    write(file, content);
    Outcome outcome = run("sum", "-t", types, "-b", "" + bytesPerChecksum, file.toString());
    if (outcome.status() != 0) {
      throw new IllegalStateException(outcome.toString());
    }
    return file;
  }

  /** Verifies a block file of Apache Ozone against its record. */
  static Outcome verifyBlock(Path file, Path record, String... options) {
    List<String> args = new ArrayList<>(List.of("verify", "--from", "ozone-blockdata"));
    args.addAll(List.of("--checksums", record.toString(), "--format", "json"));
    args.addAll(List.of(options));
    args.add(file.toString());
    return run(args.toArray(String[]::new));
  }

  static Path sidecar(Path file) {
    return file.resolveSibling(file.getFileName() + ".chunksum");
  }

  static Path write(Path file, byte[] content) {
    try {
      return Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Skips a test in a locale that cannot represent a name. */
  static void assumeRepresented(String name) {
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding"));
    assumeThat(names.newEncoder().canEncode(name)).isTrue();
  }

  /** Counts the open files in a folder; 0 if the system does not report them. */
  static long openFiles(Path folder) throws IOException {
    File[] descriptors = new File("/proc/self/fd").listFiles();
    Path real = folder.toRealPath();
    long open = 0;
    if (descriptors != null) {
      for (File descriptor : descriptors) {
        open += descriptor.getCanonicalFile().toPath().startsWith(real) ? 1 : 0;
      }
    }
    return open;
  }

  static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private static Map<String, @Nullable Object> parse(String line) {
    try (JsonParser parser = JSON.createParser(line)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("not an object: " + line);
      }
      Map<String, @Nullable Object> object = object(parser);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("more than one object: " + line);
      }
      return object;
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + line, e);
    }
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      fields.put(name, value(parser));
    }
    return fields;
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> {
        List<@Nullable Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          values.add(value(parser));
        }
        yield values;
      }
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getLongValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> throw new IllegalArgumentException("unexpected " + parser.currentToken());
    };
  }
}
