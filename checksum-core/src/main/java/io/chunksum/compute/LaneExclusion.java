// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import org.jspecify.annotations.Nullable;

/** What rules lanes out, whatever a self-check would find. */
final class LaneExclusion {

  private static final String PROPERTY = "chunksum.lanes";
  private static final String AUTO = "auto";
  private static final @Nullable String BY_JVM = byJvm();

  private LaneExclusion() {}

  /**
   * Why a digest can have no lanes here, null if it can. A provider may be installed at any time.
   */
  static @Nullable String of(String algorithm) {
    return BY_JVM != null ? BY_JVM : byProvider(algorithm);
  }

  private static @Nullable String byJvm() {
    String setting = System.getProperty(PROPERTY, AUTO);
    if (!setting.equals(AUTO)) {
      return "turned off by -D" + PROPERTY + "=" + setting;
    }
    String compiler = System.getProperty("java.vm.info", "");
    return compiler.contains("interpreted mode") || compiler.contains("emulated-client")
        ? "this JVM runs without its optimizing compiler"
        : null;
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
