// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract lets a right adapter pass, and each wrong one fails in the case that names it. */
class ChunkBufferContractTest {

  @Test
  void aRightOnePasses() {
    assertThat(Verdicts.failuresOf(WrongAdapters.Right.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "IgnoresPosition, theWalkGivesAllBytesInOrderAsOftenAsItIsMade",
    "IgnoresArrayOffset, theWalkGivesAllBytesInOrderAsOftenAsItIsMade",
    "IgnoresLimit, theWalkGivesAllBytesInOrderAsOftenAsItIsMade",
    "ReusesOneBuffer, everySliceGivesItsBytes",
    "ReusesOneBufferForAllChunks, chunksDoNotShareBytes",
    "LosesTheLastPart, theWalkGivesAllBytesInOrderAsOftenAsItIsMade",
    "IgnoresLimit, rangesOutsideTheChunkAreRefused",
    "LosesTheLastPart, aWalkThatFailsLeavesTheChunkUsable",
    "StopsAtAnEmptyPart, everyRangeCanBeRead",
    "StopsAtAnEmptyPart, everyRangeCanBeWalked",
    "LosesPartsAfterTheSixteenth, manyPartsAndLongOnesAreWalkedToTheirEnd",
    "CutsLongParts, manyPartsAndLongOnesAreWalkedToTheirEnd",
    "FailsWithoutParts, noPartsMakeAnEmptyChunk"
  })
  void aWrongOneFailsWhereItIsWrong(String wrong, String where) throws ClassNotFoundException {
    Class<?> suspect = Class.forName(WrongAdapters.class.getName() + "$" + wrong);
    assertThat(Verdicts.failuresOf(suspect)).contains(where);
  }
}
