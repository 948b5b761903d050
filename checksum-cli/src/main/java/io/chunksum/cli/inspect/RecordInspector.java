// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.inspect;

import io.chunksum.format.RecordFormat;

/** Recognizes the records of files as their format does. */
abstract class RecordInspector implements Inspector {

  private final String format;
  private final RecordFormat records;

  RecordInspector(String format, RecordFormat records) {
    this.format = format;
    this.records = records;
  }

  @Override
  public final String format() {
    return format;
  }

  @Override
  public final boolean recognizes(byte[] start) {
    return records.recognizes(start);
  }

  @Override
  public boolean isNamedLike(String name) {
    return records.recordedFile(name).isPresent();
  }
}
