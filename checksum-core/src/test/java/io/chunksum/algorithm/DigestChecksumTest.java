// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestChecksumTest {

  private static final int ENTRY = 32;

  /** Notes who is given how many bytes of what, and passes them on. */
  static class Noting extends MessageDigest {
    private final String name;
    private final List<String> notes;
    private final MessageDigest digest = sha256();

    Noting(String name, List<String> notes) {
      super("SHA-256");
      this.name = name;
      this.notes = notes;
    }

    @Override
    protected void engineUpdate(byte input) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      if (length > 0) {
        notes.add(name + offset + "+" + length);
      }
      digest.update(input, offset, length);
    }

    @Override
    protected byte[] engineDigest() {
      return digest.digest();
    }

    @Override
    protected void engineReset() {
      digest.reset();
    }
  }

  /** The digest of a provider that is not the JDK's. */
  public static final class Foreign extends Noting {
    private static final List<String> NOTES = new ArrayList<>();

    /** Called by the JDK. */
    public Foreign() {
      super("f", NOTES);
    }
  }

  private static final class ForeignProvider extends Provider {
    private static final long serialVersionUID = 1;

    ForeignProvider() {
      super("ForeignDigests", "1", "for a test");
      put("MessageDigest.SHA-256", Foreign.class.getName());
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256", "SUN");
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A score by which pairs have always been faster. */
  private static PairTrial.Score won() {
    PairTrial.Score score = new PairTrial.Score();
    while (!score.settled()) {
      score.add(2, 1);
    }
    return score;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  private static byte[] expected(byte[] source, int offset, int length, int count) {
    byte[] digests = new byte[ENTRY * count];
    for (int i = 0; i < count; i++) {
      int from = offset + i * length;
      byte[] digest = sha256().digest(Arrays.copyOfRange(source, from, from + length));
      System.arraycopy(digest, 0, digests, i * ENTRY, ENTRY);
    }
    return digests;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 55, 56, 63, 64, 65, 119, 128, 1000, 4096, 5000})
  void pairsGiveTheDigestsOfMessageDigest(int length) {
    DigestChecksum checksum = DigestChecksum.sha256(won());
    byte[] source = random(3 + 9 * length);
    for (int count = 0; count <= 9; count++) {
      byte[] digests = new byte[7 + ENTRY * count];
      checksum.finishEach(source, 3, length, count, digests, 7);
      assertThat(Arrays.copyOfRange(digests, 7, digests.length))
          .as("%d runs", count)
          .isEqualTo(expected(source, 3, length, count));
    }
  }

  @Test
  void theDigestsAreTheSameWhileBothWaysAreTimed() {
    DigestChecksum checksum = DigestChecksum.sha256(new PairTrial.Score());
    byte[] source = random(5 * 200);
    byte[] expected = expected(source, 0, 200, 5);
    for (int call = 0; call < 3 * PairTrial.PAUSE; call++) {
      byte[] digests = new byte[5 * ENTRY];
      checksum.finishEach(source, 0, 200, 5, digests, 0);
      assertThat(digests).as("call %d", call).isEqualTo(expected);
    }
  }

  @Test
  void threadsThatShareAScoreGetTheSameDigests() {
    PairTrial.Score score = new PairTrial.Score();
    byte[] source = random(7 * 300);
    byte[] expected = expected(source, 0, 300, 7);
    boolean same =
        IntStream.range(0, 8)
            .parallel()
            .allMatch(thread -> {
              DigestChecksum checksum = DigestChecksum.sha256(score);
              byte[] digests = new byte[7 * ENTRY];
              boolean right = true;
              for (int call = 0; call < 1000; call++) {
                Arrays.fill(digests, (byte) 0);
                checksum.finishEach(source, 0, 300, 7, digests, 0);
                right &= Arrays.equals(digests, expected);
              }
              return right;
            });
    assertThat(same).isTrue();
    assertThat(score.settled()).isTrue();
  }

  @Test
  void twoRunsTakeABlockInTurnAndTheRestAtTheEnd() {
    List<String> notes = new ArrayList<>();
    DigestChecksum checksum =
        new DigestChecksum(
            ChecksumType.SHA256, new Noting("a", notes), new Noting("b", notes), won());
    byte[] source = random(3 * 150);
    byte[] digests = new byte[3 * ENTRY];
    checksum.finishEach(source, 0, 150, 3, digests, 0);
    assertThat(digests).isEqualTo(expected(source, 0, 150, 3));
    assertThat(notes)
        .containsExactly("a0+64", "b150+64", "a64+64", "b214+64", "a128+22", "b278+22", "a300+150");
  }

  @Test
  void withoutASecondDigestRunsAreTakenOneByOne() {
    List<String> notes = new ArrayList<>();
    DigestChecksum checksum =
        new DigestChecksum(ChecksumType.SHA256, new Noting("a", notes), null, won());
    checksum.finishEach(random(300), 0, 150, 2, new byte[2 * ENTRY], 0);
    assertThat(notes).containsExactly("a0+150", "a150+150");
  }

  @Test
  void theDigestOfAnotherProviderIsGivenWholeRuns() {
    Provider provider = new ForeignProvider();
    Security.insertProviderAt(provider, 1);
    try {
      DigestChecksum.sha256(won()).finishEach(random(300), 0, 150, 2, new byte[2 * ENTRY], 0);
    } finally {
      Security.removeProvider(provider.getName());
    }
    assertThat(Foreign.NOTES).containsExactly("f0+150", "f150+150");
  }

  @Test
  void theFirstRunContinuesWhatWasTakenBefore() {
    DigestChecksum checksum = DigestChecksum.sha256(won());
    byte[] source = random(405);
    checksum.update(source, 0, 5);
    byte[] digests = new byte[4 * ENTRY];
    checksum.finishEach(source, 5, 100, 4, digests, 0);
    byte[] expected = expected(source, 5, 100, 4);
    System.arraycopy(sha256().digest(Arrays.copyOf(source, 105)), 0, expected, 0, ENTRY);
    assertThat(digests).isEqualTo(expected);
  }

  @Test
  void runsOrResultsThatDoNotFitAreRefusedAndNothingIsTaken() {
    DigestChecksum checksum = DigestChecksum.sha256(won());
    byte[] source = random(400);
    byte[] digests = new byte[4 * ENTRY];
    assertThatThrownBy(() -> checksum.finishEach(source, 1, 100, 4, digests, 0))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> checksum.finishEach(source, 0, 100, 4, digests, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    checksum.finishEach(source, 0, 100, 4, digests, 0);
    assertThat(digests).isEqualTo(expected(source, 0, 100, 4));
  }
}
