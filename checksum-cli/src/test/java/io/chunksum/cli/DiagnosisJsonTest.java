// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.verify.diagnosis.Cause;
import io.chunksum.verify.diagnosis.CauseKind;
import io.chunksum.verify.diagnosis.Diagnosis;
import io.chunksum.verify.diagnosis.Finding;
import java.io.IOException;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The JSON of each verdict, which programs read. */
class DiagnosisJsonTest {

  private static String written(Diagnosis diagnosis) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      DiagnosisJson.write(json, diagnosis);
    }
    return text.toString();
  }

  private static Map<Cause, String> fieldsByCause() {
    Map<Cause, String> fields = new LinkedHashMap<>();
    fields.put(new Cause.BitFlip(5, 3), "\"offset\":5,\"bit\":3,");
    fields.put(new Cause.ChecksumBitFlip(2, 7), "\"offset\":2,\"bit\":7,");
    fields.put(new Cause.ZeroFilled(4096, 512), "\"offset\":4096,\"length\":512,");
    fields.put(new Cause.OtherWindow(9), "\"otherWindow\":9,");
    fields.put(new Cause.Shifted(-17), "\"by\":-17,");
    fields.put(new Cause.WrongAlgorithm(ChecksumType.CRC32), "\"type\":\"CRC32\",");
    fields.put(new Cause.WrongByteOrder(), "");
    fields.put(new Cause.WrongWindowSize(4096), "\"bytesPerChecksum\":4096,");
    fields.put(new Cause.Burst(11, 6, 9), "\"offset\":11,\"bit\":6,\"length\":9,");
    fields.put(new Cause.Unknown(), "");
    return fields;
  }

  @Test
  void everyVerdictHasItsFields() throws IOException {
    Map<Cause, String> fields = fieldsByCause();
    assertThat(fields.keySet()).extracting(Cause::kind).containsExactly(CauseKind.values());
    for (Map.Entry<Cause, String> each : fields.entrySet()) {
      Cause cause = each.getKey();
      assertThat(written(new Diagnosis(new Finding(cause, 0.25), List.of())))
          .isEqualTo(
              "{\"verdict\":\"%s\",%s\"probability\":0.25,\"alternatives\":[]}",
              cause.kind(), each.getValue());
    }
  }

  @Test
  void alternativesHaveTheSameFields() throws IOException {
    Diagnosis diagnosis =
        new Diagnosis(
            new Finding(new Cause.Shifted(1), 0.5),
            List.of(
                new Finding(new Cause.ChecksumBitFlip(0, 1), 0.75),
                new Finding(new Cause.Unknown(), 1)));
    assertThat(written(diagnosis))
        .isEqualTo(
            "{\"verdict\":\"SHIFTED\",\"by\":1,\"probability\":0.5,\"alternatives\":["
                + "{\"verdict\":\"CHECKSUM_BIT_FLIP\",\"offset\":0,\"bit\":1,\"probability\":0.75},"
                + "{\"verdict\":\"UNKNOWN\",\"probability\":1.0}]}");
  }
}
