// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.CrcValue;
import io.chunksum.cli.inspect.Summary;
import io.chunksum.data.ChecksumData;
import io.chunksum.format.FileRecord;
import io.chunksum.scan.FileResult;
import io.chunksum.verify.Mismatch;
import io.chunksum.verify.diagnosis.Diagnosis;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Results for programs: always one JSON object per line for each file and type. */
final class JsonReport implements Report {

  /** An object that could not be written to the end must not look complete. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
          .build();

  /** Half of a pair: it stands for a byte of a name that is not UTF-8, and has no bytes itself. */
  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private final Console console;

  JsonReport(Console console) {
    this.console = console;
  }

  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private void line(String file, Fields fields) throws IOException {
    boolean whole = false;
    try (JsonGenerator json = JSON.createGenerator(console.out())) {
      json.writeStartObject();
      json.writeFieldName("file");
      json.writeRawValue(quoted(file));
      fields.write(json);
      json.writeEndObject();
      json.writeRaw('\n');
      whole = true;
    } finally {
      if (!whole) {
        console.out().print('\n'); // Ends the broken object: the error follows as another.
      }
    }
  }

  /** A generator would leave surrogates to the encoder, which makes the same of all of them. */
  private static String quoted(String text) {
    String escaped = String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text));
    return LONE_SURROGATE
        .matcher('"' + escaped + '"')
        .replaceAll(match -> "\\\\u%04x".formatted((int) match.group().charAt(0)));
  }

  /** Reads the checksums back chunk by chunk, once for each type: they may be too many to hold. */
  @Override
  public boolean summed(String file, StoredSums sums) throws IOException {
    boolean all = true;
    for (int i = 0; i < sums.types().size(); i++) {
      boolean written = false;
      try (FileRecord record = sums.open()) {
        writeSums(file, sums, i, record);
        written = true;
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        if (!written) { // Otherwise, all is written and only closing the record failed.
          notSummed(file, List.of(sums.types().get(i)), Problems.of(e));
          all = false;
        }
      }
    }
    return all;
  }

  private void writeSums(String file, StoredSums sums, int index, FileRecord record)
      throws IOException {
    line(
        file,
        json -> {
          json.writeNumberField("length", sums.length());
          json.writeStringField("type", sums.types().get(index).name());
          json.writeNumberField("bytesPerChecksum", sums.bytesPerChecksum());
          json.writeArrayFieldStart("checksums");
          record.forEachChunk(chunk -> writeChecksums(json, chunk.get(index).checksums()));
          json.writeEndArray();
        });
  }

  private static void writeChecksums(JsonGenerator json, ChecksumData sums) throws IOException {
    byte[] checksum = new byte[sums.type().checksumLength()];
    for (int i = 0; i < sums.count(); i++) {
      sums.checksum(i).get(checksum);
      json.writeString(HexFormat.of().formatHex(checksum));
    }
  }

  @Override
  public void notSummed(String file, List<ChecksumType> types, String problem) throws IOException {
    for (ChecksumType type : types) {
      line(
          file,
          json -> {
            json.writeStringField("type", type.name());
            json.writeStringField("error", problem);
          });
    }
  }

  @Override
  public void verified(FileResult result, List<Diagnosis> diagnoses) throws IOException {
    Exception failure = result.failure();
    if (failure != null && result.windows() == 0 && result.mismatchCount() == 0) {
      line(
          result.file(),
          json -> {
            json.writeStringField("type", result.type().name());
            json.writeBooleanField("ok", false);
            json.writeStringField("error", Problems.of(failure));
          });
      return;
    }
    line(
        result.file(),
        json -> {
          json.writeNumberField("length", result.length());
          json.writeNumberField("expectedLength", result.expectedLength());
          json.writeStringField("type", result.type().name());
          writeSize(json, result.bytesPerChecksum());
          json.writeNumberField("windows", result.windows());
          json.writeBooleanField("ok", result.ok());
          if (!result.checked()) {
            json.writeBooleanField("checked", false);
          }
          json.writeNumberField("mismatchCount", result.mismatchCount());
          json.writeArrayFieldStart("mismatches");
          for (int i = 0; i < result.mismatches().size(); i++) {
            Diagnosis diagnosis = diagnoses.isEmpty() ? null : diagnoses.get(i);
            writeMismatch(json, result.mismatches().get(i), diagnosis);
          }
          json.writeEndArray();
          if (failure != null) {
            json.writeStringField("error", Problems.of(failure));
          }
        });
  }

  private static void writeMismatch(
      JsonGenerator json, Mismatch mismatch, @Nullable Diagnosis diagnosis) throws IOException {
    json.writeStartObject();
    json.writeNumberField("window", mismatch.window());
    json.writeNumberField("offset", mismatch.offset());
    json.writeNumberField("length", mismatch.length());
    json.writeStringField("expected", mismatch.expectedHex());
    json.writeStringField("actual", mismatch.actualHex());
    json.writeFieldName("diagnosis");
    if (diagnosis == null) {
      json.writeNull();
    } else {
      DiagnosisJson.write(json, diagnosis);
    }
    json.writeEndObject();
  }

  @Override
  public void notVerified(String file, String problem) throws IOException {
    line(
        file,
        json -> {
          json.writeBooleanField("ok", false);
          json.writeStringField("error", problem);
        });
  }

  @Override
  public boolean lost() {
    return console.out().checkError();
  }

  @Override
  public void composed(String file, CrcValue crc) throws IOException {
    line(
        file,
        json -> {
          json.writeNumberField("length", crc.length());
          json.writeStringField("type", crc.type().name());
          json.writeStringField("crc", HexFormat.of().formatHex(crc.bytes()));
        });
  }

  @Override
  public void notComposed(String file, String problem) throws IOException {
    line(file, json -> json.writeStringField("error", problem));
  }

  @Override
  public void inspected(String file, String format, Summary summary) throws IOException {
    line(
        file,
        json -> {
          json.writeStringField("format", format);
          writeNumber(json, "length", summary.length());
          json.writeStringField("type", summary.type().map(ChecksumType::name).orElse(null));
          writeSize(json, summary.bytesPerChecksum());
          writeNumber(json, "chunks", summary.chunks());
          writeNumber(json, "windows", summary.windows());
          writeNumber(json, "entries", summary.entries());
        });
  }

  private static void writeSize(JsonGenerator json, OptionalInt bytesPerChecksum)
      throws IOException {
    OptionalLong size =
        bytesPerChecksum.isPresent()
            ? OptionalLong.of(bytesPerChecksum.getAsInt())
            : OptionalLong.empty();
    writeNumber(json, "bytesPerChecksum", size);
  }

  private static void writeNumber(JsonGenerator json, String name, OptionalLong value)
      throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, value.getAsLong());
    } else {
      json.writeNullField(name);
    }
  }

  @Override
  public void notInspected(String file, @Nullable String format, String problem)
      throws IOException {
    line(
        file,
        json -> {
          json.writeStringField("format", format);
          json.writeStringField("error", problem);
        });
  }
}
