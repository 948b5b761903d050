// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.bench.results.JmhJson;
import io.chunksum.bench.results.JmhResult;
import io.chunksum.bench.results.Provenance;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasurementTest {
  @ParameterizedTest
  @CsvSource({"25.0.3, 25", "17, 17", "26-ea, 26", "1.8.0_392, 8", "1.8, 8", "unknown, 0"})
  void knowsTheVersionsOfAllJdks(String jdk, int feature) {
    Provenance provenance = new Provenance("0123abc", "1 x CPU", 32, "-f 2");
    assertThat(new Measurement(jdk, "VM", provenance, "").feature()).isEqualTo(feature);
  }

  @Test
  void keepsDifferentNumbersOfThreadsApart() throws IOException {
    Measurement one = Measurement.of(result(1));
    Measurement four = Measurement.of(result(4));
    assertThat(four).isNotEqualTo(one).isEqualTo(Measurement.of(result(4)));
    assertThat(one.settings()).isEqualTo("1 x (3 x 1 s of warm-up, 1 x 100 ms)");
    assertThat(four.settings()).isEqualTo(one.settings() + ", 4 threads");
  }

  private static JmhResult result(int threads) throws IOException {
    String result =
        ReportTest.result("a.B.c", threads, "[[1]]")
            .replace("\"warmupIterations\": 1", "\"warmupIterations\": 3");
    return JmhJson.parse(("[" + result + "]").getBytes(UTF_8), "a.B.c").get(0);
  }
}
