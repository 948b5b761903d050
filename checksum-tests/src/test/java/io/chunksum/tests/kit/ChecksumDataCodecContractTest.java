// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract lets a right codec pass, and each wrong one fails in the case that names it. */
class ChecksumDataCodecContractTest {

  @Test
  void aRightOnePasses() {
    assertThat(Verdicts.failuresOf(WrongCodecs.Right.class)).isEmpty();
    assertThat(Verdicts.failuresOf(WrongCodecs.TakesMuchAtFirst.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "TrustsTheCount, bytesSetToAnExtremeAreAValueOrTheNamedException",
    "KeepsRoomForTheCount, bytesSetToAnExtremeAreAValueOrTheNamedException",
    "ThrowsWhatTheJdkThrows, everyFlippedBitIsAnotherValueOrTheNamedException",
    "IgnoresABit, everyFlippedBitIsAnotherValueOrTheNamedException",
    "KnowsNoType, whatIsEncodedDecodesToTheSame",
    "KnowsNoType, truncatedInputIsRefusedByTheNamedExceptionOrMeansLess",
    "LosesTheLastChecksum, whatIsEncodedDecodesToTheSame",
    "LosesTheWindowSize, whatIsEncodedDecodesToTheSame",
    "CountsInTwoBytes, manyChecksumsDecodeToTheSame",
    "ReusesItsOutput, whatIsEncodedDecodesToTheSame",
    "PadsWhatIsMissing, truncatedInputIsRefusedByTheNamedExceptionOrMeansLess",
    "WritesToTheInput, whatIsEncodedDecodesToTheSame",
    "EncodesAnotherWayTheSecondTime, whatIsEncodedDecodesToTheSame",
    "PointsBeyondTheInput, noiseIsAValueOrTheNamedException"
  })
  void aWrongOneFailsWhereItIsWrong(String wrong, String where) throws ClassNotFoundException {
    Class<?> suspect = Class.forName(WrongCodecs.class.getName() + "$" + wrong);
    assertThat(Verdicts.failuresOf(suspect)).contains(where);
  }
}
