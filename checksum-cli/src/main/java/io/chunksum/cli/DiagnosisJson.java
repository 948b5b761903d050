// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.chunksum.verify.diagnosis.Cause;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import io.chunksum.verify.diagnosis.Cause.ChecksumBitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import io.chunksum.verify.diagnosis.Cause.ZeroFilled;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Finding;
import java.io.IOException;

/** The value of the field {@code diagnosis}. */
final class DiagnosisJson {

  private DiagnosisJson() {}

  static void write(JsonGenerator json, Diagnosis diagnosis) throws IOException {
    json.writeStartObject();
    writeFields(json, diagnosis.best());
    json.writeArrayFieldStart("alternatives");
    for (Finding alternative : diagnosis.alternatives()) {
      json.writeStartObject();
      writeFields(json, alternative);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeFields(JsonGenerator json, Finding finding) throws IOException {
    json.writeStringField("verdict", finding.cause().kind().name());
    writeDetails(json, finding.cause());
    json.writeNumberField("probability", finding.probability());
  }

  /** Writes what the cause has besides its kind; for two kinds, nothing. */
  private static void writeDetails(JsonGenerator json, Cause cause) throws IOException {
    if (cause instanceof BitFlip flip) {
      json.writeNumberField("offset", flip.offset());
      json.writeNumberField("bit", flip.bit());
    } else if (cause instanceof ChecksumBitFlip flip) {
      json.writeNumberField("offset", flip.offset());
      json.writeNumberField("bit", flip.bit());
    } else if (cause instanceof ZeroFilled zeros) {
      json.writeNumberField("offset", zeros.offset());
      json.writeNumberField("length", zeros.length());
    } else if (cause instanceof OtherWindow other) {
      json.writeNumberField("otherWindow", other.otherWindow());
    } else if (cause instanceof Shifted shifted) {
      json.writeNumberField("by", shifted.by());
    } else if (cause instanceof WrongAlgorithm other) {
      json.writeStringField("type", other.type().name());
    } else if (cause instanceof WrongWindowSize other) {
      json.writeNumberField("bytesPerChecksum", other.bytesPerChecksum());
    } else if (cause instanceof Burst burst) {
      json.writeNumberField("offset", burst.offset());
      json.writeNumberField("bit", burst.bit());
      json.writeNumberField("length", burst.length());
    }
  }
}
