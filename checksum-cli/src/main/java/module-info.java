// SPDX-License-Identifier: Apache-2.0

/** The {@code chunksum} command. An application: it exports nothing. */
module io.chunksum.cli {
  requires com.fasterxml.jackson.core;
  requires info.picocli;
  requires io.chunksum;
  requires io.chunksum.proto;
  requires jdk.management;
  requires static org.jspecify;

  opens io.chunksum.cli to
      info.picocli;
}
