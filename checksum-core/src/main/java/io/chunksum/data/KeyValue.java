// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import java.util.Objects;
import java.util.Optional;

/**
 * Further information that a storage system records about a chunk or block, under a name.
 * Immutable.
 *
 * @param key the name
 * @param value what is recorded; empty if the key says it all
 */
public record KeyValue(String key, Optional<String> value) {

  /**
   * Checks the parts.
   *
   * @param key the name
   * @param value what is recorded; empty if the key says it all
   */
  public KeyValue {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
  }

  /**
   * Records a value.
   *
   * @param key the name
   * @param value what is recorded
   */
  public KeyValue(String key, String value) {
    this(key, Optional.of(value));
  }
}
