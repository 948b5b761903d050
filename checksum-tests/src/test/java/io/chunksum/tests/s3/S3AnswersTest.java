// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.chunksum.algorithm.ChecksumType;
import io.chunksum.format.s3.ObjectChecksum;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What Amazon S3 answered for an object in three parts, as reported in <a
 * href="https://github.com/floci-io/floci/issues/3083">an issue of floci</a>.
 */
class S3AnswersTest {

  private static final List<String> UPLOAD_PART =
      List.of(
          "lcKa6Boe7a167tUCN5C4OaFygGSYD8MBnBARTrdL+1w=",
          "gHjhbUT4oo2tSCtSZJdlKi+jeNXJT+VImqdPXsXvkOc=",
          "4l9PQ3zOPZ0oGFvknFX+J4zZwE4WMzO+l3r8XrbWOeM=");

  private static final String HEAD_OBJECT = "rVWtNbadtsaKXJAcgWPWjifHzJaXde/iV4jaJAOdivc=-3";

  private static final String GET_OBJECT_ATTRIBUTES =
      "rVWtNbadtsaKXJAcgWPWjifHzJaXde/iV4jaJAOdivc=";

  @Test
  void aCompositeChecksumIsTheOneThatS3ComputesFromThoseOfTheParts() throws Exception {
    List<ObjectChecksum> parts = new ArrayList<>();
    for (String part : UPLOAD_PART) {
      parts.add(ObjectChecksum.parse(ChecksumType.SHA256, part));
    }
    assertThat(ObjectChecksum.composite(parts))
        .hasToString(HEAD_OBJECT)
        .isEqualTo(ObjectChecksum.parse(ChecksumType.SHA256, HEAD_OBJECT));
  }

  /** Without their number, it reads like the checksum of all bytes. */
  @Test
  void thatOfGetObjectAttributesLacksTheNumberOfParts() throws Exception {
    ObjectChecksum composite = ObjectChecksum.parse(ChecksumType.SHA256, HEAD_OBJECT);
    assertThat(ObjectChecksum.parse(ChecksumType.SHA256, GET_OBJECT_ATTRIBUTES))
        .isNotEqualTo(composite);
    assertThat(ObjectChecksum.parse(ChecksumType.SHA256, GET_OBJECT_ATTRIBUTES + "-3"))
        .isEqualTo(composite);
  }
}
