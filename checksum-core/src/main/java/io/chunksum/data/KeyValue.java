// SPDX-License-Identifier: Apache-2.0

package io.chunksum.data;

import java.util.Optional;

/**
 * Something else that a storage system records of a chunk or block, under a name. Immutable.
 *
 * @param key the name
 * @param value what is recorded; empty if the key says it all
 */
public record KeyValue(String key, Optional<String> value) {

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
