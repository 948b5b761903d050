// SPDX-License-Identifier: Apache-2.0

package io.chunksum.verify.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.verify.diagnosis.Cause.BitFlip;
import io.chunksum.verify.diagnosis.Cause.Burst;
import io.chunksum.verify.diagnosis.Cause.ChecksumBitFlip;
import io.chunksum.verify.diagnosis.Cause.OtherWindow;
import io.chunksum.verify.diagnosis.Cause.Shifted;
import io.chunksum.verify.diagnosis.Cause.Unknown;
import io.chunksum.verify.diagnosis.Cause.WrongAlgorithm;
import io.chunksum.verify.diagnosis.Cause.WrongByteOrder;
import io.chunksum.verify.diagnosis.Cause.WrongWindowSize;
import io.chunksum.verify.diagnosis.Cause.ZeroFilled;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What findings are called, and how they are weighed. */
class DiagnosisTest {

  private static final Cause FLIP = new BitFlip(70, 3);

  private static void assertCause(Cause cause, CauseKind kind, String text) {
    assertThat(cause.kind()).isEqualTo(kind);
    assertThat(cause).hasToString(text);
  }

  @Test
  void everyCauseHasItsKindAndItsWords() {
    assertCause(FLIP, CauseKind.BIT_FLIP, "bit 3 of byte 70 is flipped");
    assertCause(
        new ChecksumBitFlip(2, 5),
        CauseKind.CHECKSUM_BIT_FLIP,
        "bit 5 of byte 2 of the stored checksum is flipped");
    assertCause(
        new ZeroFilled(512, 1024),
        CauseKind.ZERO_FILLED,
        "1024 bytes starting at byte 512 are zero");
    assertCause(new OtherWindow(4), CauseKind.OTHER_WINDOW, "the data is that of window 4");
    assertCause(
        new Shifted(1), CauseKind.SHIFTED, "the data is shifted: it starts 1 byte too late");
    assertCause(
        new Shifted(-7), CauseKind.SHIFTED, "the data is shifted: it starts 7 bytes too early");
    assertCause(
        new WrongAlgorithm(ChecksumType.CRC32),
        CauseKind.WRONG_ALGORITHM,
        "the stored checksum is a CRC32");
    assertCause(
        new WrongByteOrder(),
        CauseKind.WRONG_BYTE_ORDER,
        "the stored checksum has its bytes in reverse order");
    assertCause(
        new WrongWindowSize(512),
        CauseKind.WRONG_WINDOW_SIZE,
        "the stored checksum is over a window of 512 bytes");
    assertCause(
        new Burst(9, 7, 12),
        CauseKind.BURST,
        "a burst: bits are wrong within 12 bits starting at bit 7 of byte 9");
    assertCause(new Unknown(), CauseKind.UNKNOWN, "unknown");
  }

  @Test
  void aFindingIsWeakAboveOnePercentAndSaysNothingAboveTwenty() {
    assertThat(new Finding(FLIP, 0.01).isWeak()).isFalse();
    assertThat(new Finding(FLIP, Math.nextUp(0.01)).isWeak()).isTrue();
    assertThat(new Finding(FLIP, 0.2).saysNothing()).isFalse();
    assertThat(new Finding(FLIP, Math.nextUp(0.2)).saysNothing()).isTrue();
    assertThat(new Finding(FLIP, 0.5)).hasToString("bit 3 of byte 70 is flipped (by chance: 0.5)");
  }

  @Test
  void aCauseIsCertainIfItHardlyFitsByChanceAndNoOtherSaysAnything() {
    Finding weak = new Finding(new Shifted(1), 0.02);
    Finding strong = new Finding(new Shifted(1), 0.01);
    assertThat(diagnosis(0.00001, weak).certain()).isTrue();
    assertThat(diagnosis(Math.nextUp(0.00001), weak).certain()).isFalse();
    assertThat(diagnosis(0, weak, strong).certain()).isFalse();
  }

  @Test
  void theBestOfSeveralFindingsIsTheCauseAndTheOthersFollow() {
    Finding flip = new Finding(FLIP, 0);
    Finding shifted = new Finding(new Shifted(1), 0);
    Finding weak = new Finding(new ZeroFilled(0, 8), 0.02);
    Diagnosis diagnosis = Diagnosis.of(List.of(weak, shifted, flip));
    assertThat(diagnosis.best()).isEqualTo(flip);
    assertThat(diagnosis.cause()).isEqualTo(FLIP);
    assertThat(diagnosis.alternatives()).containsExactly(shifted, weak).isUnmodifiable();
  }

  private static Diagnosis diagnosis(double probability, Finding... alternatives) {
    return new Diagnosis(new Finding(FLIP, probability), List.of(alternatives));
  }

  @Test
  void theWordsOfADiagnosisSayHowManyOthersFit() {
    Finding shifted = new Finding(new Shifted(1), 0.02);
    String flip = "bit 3 of byte 70 is flipped";
    String others = "; or: the data is shifted: it starts 1 byte too late";
    assertThat(diagnosis(0)).hasToString(flip);
    assertThat(diagnosis(0.001)).hasToString("probably: " + flip);
    assertThat(diagnosis(0.02, shifted)).hasToString("possibly: " + flip + others);
    assertThat(diagnosis(0, shifted, shifted, shifted))
        .hasToString(flip + others + " (and 2 more)");
  }

  /** What says nothing is not called a cause, and kept. */
  @Test
  void whereNothingSaysAnythingTheCauseIsUnknown() {
    Finding guess = new Finding(FLIP, 0.3);
    Diagnosis diagnosis = Diagnosis.of(List.of(guess));
    assertThat(diagnosis.cause()).isEqualTo(new Unknown());
    assertThat(diagnosis.alternatives()).containsExactly(guess);
    assertThat(diagnosis).hasToString("unknown; or: bit 3 of byte 70 is flipped");
    assertThat(diagnosis.best()).isEqualTo(Diagnosis.UNKNOWN.best());
    assertThat(Diagnosis.of(List.of())).isEqualTo(Diagnosis.UNKNOWN).hasToString("unknown");
    assertThat(Diagnosis.UNKNOWN.certain()).isFalse();
    assertThat(Diagnosis.UNKNOWN.probability()).isEqualTo(1);
  }
}
