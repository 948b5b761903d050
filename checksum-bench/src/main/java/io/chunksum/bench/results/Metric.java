// SPDX-License-Identifier: Apache-2.0

package io.chunksum.bench.results;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.util.Arrays;
import java.util.List;

/**
 * One measured quantity, as in JMH's JSON.
 *
 * @param score the mean of all samples
 * @param scoreError half the width of the 99.9 % confidence interval; NaN for one sample
 * @param scoreUnit JMH's name for the unit
 * @param rawData the samples of each fork
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Metric(
    double score, double scoreError, String scoreUnit, List<List<Double>> rawData) {
  public Metric {
    requireNonNull(scoreUnit, "scoreUnit is missing");
    requireNonNull(rawData, "rawData is missing");
    for (List<Double> fork : rawData) {
      requireNonNull(fork, "rawData has null").forEach(s -> requireNonNull(s, "rawData has null"));
    }
  }

  Estimate times(double factor) {
    return new Estimate(score * factor, scoreError * factor);
  }

  /** Returns the median sample: unlike the mean, it is not moved by one fork that went astray. */
  double median() {
    double[] samples =
        rawData.stream().flatMap(List::stream).mapToDouble(Double::doubleValue).toArray();
    return samples.length == 0 ? score : median(samples);
  }

  /** Returns the median of at least one number, or the mean of the two in the middle. */
  public static double median(double[] numbers) {
    double[] sorted = Arrays.stream(numbers).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
