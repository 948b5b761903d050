// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.RecordFormat;

/** Recognizes the records of files as their format does. */
abstract class RecordInspector implements Inspector {

  private final String name;
  private final RecordFormat format;

  RecordInspector(String name, RecordFormat format) {
    this.name = name;
    this.format = format;
  }

  @Override
  public final String format() {
    return name;
  }

  @Override
  public final boolean recognizes(byte[] start) {
    return format.recognizes(start);
  }

  @Override
  public boolean isNamedLike(String fileName) {
    return format.recordedFile(fileName).isPresent();
  }
}
