// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fault;

import io.chunksum.file.ByteReader;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Reads a file while all direct memory is taken, and once it has been given back. */
final class DirectMemoryProbe {

  private DirectMemoryProbe() {}

  public static void main(String[] args) throws IOException {
    ByteReader plain = new ByteReader();
    ByteReader ahead = ByteReader.readingAhead();
    try (FileChannel file = FileChannel.open(Path.of(args[0]))) {
      readWithout(Integer.parseInt(args[1]), plain, ahead, file);
      read(plain, ahead, file);
    }
  }

  private static void readWithout(int bytes, ByteReader plain, ByteReader ahead, FileChannel file)
      throws IOException {
    ByteBuffer taken = ByteBuffer.allocateDirect(bytes);
    try {
      read(plain, ahead, file);
    } finally {
      Reference.reachabilityFence(taken);
    }
  }

  private static void read(ByteReader plain, ByteReader ahead, FileChannel file)
      throws IOException {
    System.out.println("plain: " + read(plain, file));
    System.out.println("ahead: " + read(ahead, file));
  }

  private static String read(ByteReader reader, FileChannel file) throws IOException {
    try {
      return Long.toString(reader.read(file, 0, file.size(), bytes -> {}));
    } catch (OutOfMemoryError e) {
      return "no memory";
    }
  }
}
