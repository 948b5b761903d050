// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.list;

import io.chunksum.algorithm.ChecksumType;
import java.util.List;
import java.util.Optional;

/** The programs whose lists can be read, and the checksums that their lines may have. */
public enum ListForm {
  /** {@code md5sum}, also with {@code --tag}. */
  MD5SUM(List.of(ChecksumType.MD5)),

  /** {@code sha256sum}, also with {@code --tag}. */
  SHA256SUM(List.of(ChecksumType.SHA256)),

  /**
   * {@code cksum}: tagged lines, of {@code cksum -a md5} and {@code cksum -a sha256}, and those of
   * its CRC.
   */
  CKSUM(List.of(ChecksumType.MD5, ChecksumType.SHA256));

  @SuppressWarnings("ImmutableEnumChecker") // List.of returns an immutable list.
  private final List<ChecksumType> tags;

  ListForm(List<ChecksumType> tags) {
    this.tags = tags;
  }

  /** Returns the type named by the tag at the start of a text, if the tag is allowed. */
  Optional<ChecksumType> tagged(String text) {
    return tags.stream().filter(type -> text.startsWith(type.name())).findFirst();
  }

  /** Returns the type of lines without a tag; empty if they have the CRC. */
  Optional<ChecksumType> untagged() {
    return tags.size() == 1 ? Optional.of(tags.get(0)) : Optional.empty();
  }
}
