// SPDX-License-Identifier: Apache-2.0

package io.chunksum.internal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import org.jspecify.annotations.Nullable;

/** Whether digests of several windows at once are wanted, as far as a thread at work can tell. */
public final class LaneSetting {

  /** The reason in a JVM that only interprets, or compiles without optimizing. */
  public static final String NO_OPTIMIZER = "this JVM runs without its optimizing compiler";

  private static final String PROPERTY = "chunksum.lanes";
  private static final String AUTO = "auto";
  private static final @Nullable String EXCLUSION = exclusion();

  private LaneSetting() {}

  /**
   * Tells why a digest may not be computed for several windows at once. A provider may be installed
   * at any time, so the answer may change.
   *
   * @param algorithm name of the digest in the JDK
   * @return the reason, in words; null if there is none
   */
  public static @Nullable String exclusion(String algorithm) {
    return EXCLUSION != null ? EXCLUSION : byProvider(algorithm);
  }

  private static @Nullable String exclusion() {
    String setting = System.getProperty(PROPERTY, AUTO);
    if (!setting.equals(AUTO)) {
      return "turned off by -D" + PROPERTY + "=" + setting;
    }
    if (ModuleLayer.boot().findModule("jdk.management").isEmpty()) {
      return "this JVM has no module jdk.management to count garbage with";
    }
    boolean interpretsOnly = System.getProperty("java.vm.info", "").contains("interpreted mode");
    return interpretsOnly ? NO_OPTIMIZER : null;
  }

  private static @Nullable String byProvider(String algorithm) {
    try {
      Provider provider = MessageDigest.getInstance(algorithm).getProvider();
      Module base = Object.class.getModule();
      return base.equals(provider.getClass().getModule())
          ? null
          : "the preferred provider of " + algorithm + " is " + provider.getName();
    } catch (NoSuchAlgorithmException e) {
      return "no provider of this JVM has " + algorithm;
    }
  }
}
