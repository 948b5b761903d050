// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract lets a right algorithm pass, and each wrong one fails in the case that names it. */
class StreamingChecksumContractTest {

  @Test
  void aRightOnePasses() {
    assertThat(Verdicts.failuresOf(WrongChecksums.Right.class)).isEmpty();
    assertThat(Verdicts.failuresOf(WrongChecksums.RightAboutViews.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "IgnoresPosition, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "IgnoresArrayOffset, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "MovesTheCallersBuffer, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "IgnoresReadOnly, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "KeepsStateOnReset, resetForgetsWhatWasTaken",
    "KeepsStateOnFinish, finishForgetsWhatWasTaken",
    "SharesStateBetweenInstances, checksumsOfOneAlgorithmDoNotShareState",
    "IsWrongOnEmptyInput, everyLengthGivesTheReferenceValue",
    "TakesAPartOfAView, aViewIsTakenWholeOrNotAtAll",
    "KeepsTheSource, contentIsOnlyReadAndNotKept",
    "WritesToTheSource, contentIsOnlyReadAndNotKept",
    "WritesAtTheStartOfTheTarget, finishWritesAtTheOffsetAndNowhereElse",
    "ForgetsWhatItTookOnAWrongRange, rangesThatDoNotFitAreRefusedAndChangeNothing",
    "LosesLongInput, longContentGivesTheReferenceValue",
    "ChangesStateOnPeek, peekShowsWhatFinishWouldGiveAndChangesNothing",
    "MixesRuns, finishEachIsUpdateAndFinishForEachRun",
    "ForgetsTheUpdateBefore, twoUpdatesEqualOne",
    "ForgetsTheUpdateBefore, stepsOfEveryLengthEqualOneUpdate",
    "TakesRunsOfAViewInPart, runsInAViewAreTakenAllOrNotAtAll",
    "WritesRunsOfAViewAtTheStart, runsInAViewAreTakenAllOrNotAtAll",
    "ForgetsWhatItTookBeforeAView, theFirstRunInAViewBeginsWithWhatWasTakenBefore",
    "TakesViewsWhoseChecksumsDoNotFit,"
        + " runsInAViewWhoseChecksumsDoNotFitAreRefusedAndChangeNothing",
    "ReadsRunsThatDoNotFit, runsThatDoNotFitAreRefusedAndChangeNothing",
    "TellsAnotherType, typeAndResultLengthAgree",
    "CombinesAsAnother, combinedChecksumsAreThoseOfTheWhole",
    "LeavesAVectorUnmet, publishedVectorsAreGiven"
  })
  void aWrongOneFailsWhereItIsWrong(String wrong, String where) throws ClassNotFoundException {
    Class<?> suspect = Class.forName(WrongChecksums.class.getName() + "$" + wrong);
    assertThat(Verdicts.failuresOf(suspect)).contains(where);
  }
}
