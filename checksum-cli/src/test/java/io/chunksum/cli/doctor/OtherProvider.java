// SPDX-License-Identifier: Apache-2.0

package io.chunksum.cli.doctor;

import java.io.Serial;
import java.security.Provider;

/** A provider of SHA-256 that is not the JDK's, although its code is. */
public final class OtherProvider extends Provider {

  @Serial private static final long serialVersionUID = 1;

  /** For the JVM, which finds the class by its name. */
  public OtherProvider() {
    super("Other", "1", "SHA-256 only");
    put("MessageDigest.SHA-256", "sun.security.provider.SHA2$SHA256");
  }
}
