// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract lets a right algorithm pass, and each wrong one fails in the case that names it. */
class StreamingChecksumContractTest {

  @Test
  void aRightOnePasses() {
    assertThat(Verdicts.failuresOf(WrongChecksums.Right.class)).isEmpty();
    assertThat(Verdicts.failuresOf(WrongViews.Right.class)).isEmpty();
    assertThat(Verdicts.failuresOf(WrongRuns.Right.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "IsWrongOnEmptyInput, everyLengthGivesTheReferenceValue",
    "WritesToTheSource, contentIsOnlyReadAndNotKept",
    "WritesAtTheStartOfTheTarget, finishWritesAtTheOffsetAndNowhereElse",
    "ForgetsWhatItTookOnAWrongRange, rangesThatDoNotFitAreRefusedAndChangeNothing",
    "AcceptsAnyRangeOfNoBytes, rangesThatDoNotFitAreRefusedAndChangeNothing",
    "LosesLongInput, longContentGivesTheReferenceValue",
    "ChangesStateOnPeek, peekShowsWhatFinishWouldGiveAndChangesNothing",
    "PeeksBeforeTheTarget, peekShowsWhatFinishWouldGiveAndChangesNothing",
    "ForgetsTheUpdateBefore, twoUpdatesEqualOne",
    "ForgetsTheUpdateBefore, stepsOfEveryLengthEqualOneUpdate",
    "LosesAByteBetweenLongUpdates, longStepsEqualOneUpdate",
    "TellsAnotherType, typeAndResultLengthAgree",
    "CombinesAsAnother, combinedChecksumsAreThoseOfTheWhole",
    "LeavesAVectorOfCrc32cUnmet, publishedVectorsAreGiven",
    "LeavesTheVectorOfAdler32Unmet, publishedVectorsAreGiven",
    "LeavesTheVectorOfCrc64NvmeUnmet, publishedVectorsAreGiven"
  })
  void aWrongOneFailsWhereItIsWrong(String wrong, String where) throws ClassNotFoundException {
    assertFails(WrongChecksums.class, wrong, where);
  }

  @ParameterizedTest
  @CsvSource({
    "KeepsStateOnReset, resetForgetsWhatWasTaken",
    "KeepsStateOnResetAfterLongInput, resetForgetsWhatWasTaken",
    "KeepsStateOnResetAfterPeek, resetForgetsWhatWasShown",
    "KeepsStateOnFinish, finishForgetsWhatWasTaken",
    "SharesStateBetweenInstances, checksumsOfOneAlgorithmDoNotShareState",
    "KeepsStateInTheAlgorithm, checksumsOfOneAlgorithmDoNotShareState",
    "KeepsTheSource, contentIsOnlyReadAndNotKept",
    "KeepsALongSource, contentIsOnlyReadAndNotKept"
  })
  void oneThatKeepsOrSharesWhatItShouldNotFailsThere(String wrong, String where)
      throws ClassNotFoundException {
    assertFails(WrongStates.class, wrong, where);
  }

  @ParameterizedTest
  @CsvSource({
    "IgnoresPosition, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "IgnoresArrayOffset, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "MovesTheCallersBuffer, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "MarksTheCallersBuffer, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "IgnoresReadOnly, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "ChangesTheOrder, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "TrustsTheOrder, everyKindOfBufferGivesTheReferenceValueAndIsNotMoved",
    "TakesAPartOfAView, aViewIsTakenWholeOrNotAtAll",
    "ForgetsTheViewBeforeAView, aViewMayComeBeforeAndAfterOtherBytes",
    "ForgetsTheViewBeforeAnArray, aViewMayComeBeforeAndAfterOtherBytes",
    "ForgetsTheArrayBeforeAView, aViewMayComeBeforeAndAfterOtherBytes",
    "KeepsAViewOnReset, resetForgetsAView",
    "PeeksPastAView, peekShowsWhatAViewHad",
    "CannotPeekAfterAView, peekShowsWhatAViewHad",
    "PeeksPastALongView, peekShowsWhatLongContentHad",
    "LosesLongWritableViews, longContentGivesTheReferenceValue",
    "LosesAByteBetweenLongViews, longStepsEqualOneUpdate"
  })
  void oneThatIsWrongAboutBuffersFailsThere(String wrong, String where)
      throws ClassNotFoundException {
    assertFails(WrongViews.class, wrong, where);
  }

  @ParameterizedTest
  @CsvSource({
    "MixesRuns, finishEachIsUpdateAndFinishForEachRun",
    "MixesLongRuns, longRunsAreTakenLikeShortOnes",
    "MixesManyLongRuns, longRunsAreTakenLikeShortOnes",
    "CutsLongestRuns, runsOfManyBytesAreTakenLikeShortOnes",
    "TakesRunsOfAViewInPart, runsInAViewAreTakenAllOrNotAtAll",
    "WritesRunsOfAViewAtTheStart, runsInAViewAreTakenAllOrNotAtAll",
    "MixesLongRunsOfAView, runsInAViewAreTakenAllOrNotAtAll",
    "MixesManyLongRunsOfAView, runsInAViewAreTakenAllOrNotAtAll",
    "CutsLongestRunsOfAView, runsInAViewAreTakenAllOrNotAtAll",
    "CountsRunsOfAViewByTheirLength, runsInAViewAreTakenAllOrNotAtAll",
    "ForgetsWhatItTookBeforeLongRuns, theFirstRunBeginsWithWhatWasTakenBefore",
    "ForgetsWhatItTookBeforeAView, theFirstRunInAViewBeginsWithWhatWasTakenBefore",
    "ForgetsWhatItTookBeforeManyRunsOfAView, theFirstRunInAViewBeginsWithWhatWasTakenBefore",
    "WritesBehindRuns, runsAreOnlyRead",
    "WritesToRunsOfAView, runsInAViewAreOnlyRead",
    "TakesViewsWhoseChecksumsDoNotFit,"
        + " runsInAViewWhoseChecksumsDoNotFitAreRefusedAndChangeNothing",
    "ReadsRunsThatDoNotFit, runsThatDoNotFitAreRefusedAndChangeNothing",
    "CountsBytesOfChecksumsInAnInt, runsThatDoNotFitAreRefusedAndChangeNothing"
  })
  void oneThatIsWrongAboutRunsFailsThere(String wrong, String where) throws ClassNotFoundException {
    assertFails(WrongRuns.class, wrong, where);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SharesScratch", "SharesScratchAndIsFast", "SharesScratchOfRuns"})
  void oneThatThreadsShareFailsThere(String wrong) throws ClassNotFoundException {
    Class<?> suspect = Class.forName(WrongThreads.class.getName() + "$" + wrong);
    assertThat(Verdicts.failuresOf(suspect))
        .containsExactly("checksumsInTwoThreadsDoNotDisturbEachOther");
  }

  private static void assertFails(Class<?> holder, String wrong, String where)
      throws ClassNotFoundException {
    Class<?> suspect = Class.forName(holder.getName() + "$" + wrong);
    assertThat(Verdicts.failuresOf(suspect)).contains(where);
  }
}
