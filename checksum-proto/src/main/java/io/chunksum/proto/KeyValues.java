// SPDX-License-Identifier: Apache-2.0

package io.chunksum.proto;

import static io.chunksum.proto.wire.ChunksumProtos.KeyValue.KEY_FIELD_NUMBER;
import static io.chunksum.proto.wire.ChunksumProtos.KeyValue.VALUE_FIELD_NUMBER;

import com.google.protobuf.CodedOutputStream;
import io.chunksum.data.KeyValue;
import io.chunksum.data.MalformedChecksumDataException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The KeyValue messages of a field: collects them as they are read, and writes them. */
final class KeyValues {

  /** The messages read; null until the first, as most fields have none. */
  private @Nullable List<KeyValue> read;

  void read(String name, Fields fields) throws IOException {
    if (read == null) {
      read = new ArrayList<>();
    }
    read.add(fields.readMessage(name, KeyValues::readOne));
  }

  List<KeyValue> list() {
    return read == null ? List.of() : read;
  }

  private static KeyValue readOne(Fields fields) throws IOException {
    int start = fields.offset();
    String key = null;
    String value = null;
    for (int field = fields.next(); field != 0; field = fields.next()) {
      switch (field) {
        case KEY_FIELD_NUMBER -> key = fields.readString("key");
        case VALUE_FIELD_NUMBER -> value = fields.readString("value");
        default -> fields.skipField();
      }
    }
    if (key == null) {
      throw new MalformedChecksumDataException("metadata without a key", start);
    }
    return new KeyValue(key, Optional.ofNullable(value));
  }

  /** Returns the number of bytes in the fields that the messages are written to. */
  static long size(int field, List<KeyValue> entries) {
    long size = 0;
    for (KeyValue entry : entries) {
      size += Messages.nestedSize(field, size(entry));
    }
    return size;
  }

  static void write(int field, List<KeyValue> entries, CodedOutputStream out) throws IOException {
    for (KeyValue entry : entries) {
      Messages.beginNested(field, size(entry), out);
      out.writeString(KEY_FIELD_NUMBER, entry.key());
      if (entry.value().isPresent()) {
        out.writeString(VALUE_FIELD_NUMBER, entry.value().get());
      }
    }
  }

  private static int size(KeyValue entry) {
    int key = Messages.stringSize(KEY_FIELD_NUMBER, entry.key());
    int value = entry.value().map(text -> Messages.stringSize(VALUE_FIELD_NUMBER, text)).orElse(0);
    return Messages.checkSize((long) key + value);
  }
}
