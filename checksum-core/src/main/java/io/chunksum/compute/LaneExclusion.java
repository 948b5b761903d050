// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out whether something forbids lanes in this JVM, whatever a self-check would find. */
final class LaneExclusion {

  private static final String PROPERTY = "chunksum.lanes";
  private static final String AUTO = "auto";
  private static final String NO_OPTIMIZER = "this JVM runs without its optimizing compiler";
  private static final @Nullable String WHOLE_JVM = forWholeJvm();

  private LaneExclusion() {}

  /**
   * Why a digest can have no lanes here, as far as can be seen at once; null if it can. A provider
   * may be installed at any time.
   */
  static @Nullable String quickReason(String algorithm) {
    return WHOLE_JVM != null ? WHOLE_JVM : byProvider(algorithm);
  }

  /**
   * Why a digest can have no lanes here; null if it can. The first call takes a moment and makes
   * garbage, so it is not for a thread at work.
   */
  static @Nullable String reason(String algorithm) {
    String reason = quickReason(algorithm);
    return reason == null && Optimizer.MISSING ? NO_OPTIMIZER : reason;
  }

  /** Whether a reason will stay: it is not that of a provider. */
  static boolean isForGood(String reason) {
    return reason.equals(WHOLE_JVM) || reason.equals(NO_OPTIMIZER);
  }

  /**
   * Whether this JVM collects no garbage, so that lanes that make much of it until they are
   * compiled would end it. To be called only where nothing else rules lanes out.
   */
  static boolean garbageStays() {
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    return collectors.size() == 1 && collectors.get(0).getName().startsWith("Epsilon");
  }

  private static @Nullable String forWholeJvm() {
    try {
      String setting = System.getProperty(PROPERTY, AUTO);
      if (!setting.equals(AUTO)) {
        return "turned off by -D" + PROPERTY + "=" + setting;
      }
      if (hasNoOptimizer(System.getProperty("java.vm.info", ""))) {
        return NO_OPTIMIZER;
      }
    } catch (SecurityException e) {
      return "may not read what lanes depend on: " + e.getMessage();
    }
    if (ModuleLayer.boot().findModule("jdk.management").isEmpty()) {
      return "this JVM has no module jdk.management to count garbage with";
    }
    return null;
  }

  /** Whether the JVM's own description shows that; it mentions few options, from JDK 27 on one. */
  private static boolean hasNoOptimizer(String vmInfo) {
    return vmInfo.contains("interpreted mode") || vmInfo.contains("emulated-client");
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

  /** Whether other options keep the JVM from optimizing; found out on first use. */
  private static final class Optimizer {

    private static final int OPTIMIZED = 4;
    private static final String QUICK = "quick-only";
    static final boolean MISSING = isMissing();

    private static boolean isMissing() {
      HotSpotDiagnosticMXBean jvm =
          ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
      if (jvm == null) {
        return false;
      }
      try {
        boolean tiered = Boolean.parseBoolean(jvm.getVMOption("TieredCompilation").getValue());
        int last = Integer.parseInt(jvm.getVMOption("TieredStopAtLevel").getValue());
        String mode = jvm.getVMOption("CompilationMode").getValue();
        return tiered && (last < OPTIMIZED || mode.equals(QUICK));
      } catch (IllegalArgumentException e) {
        // A JVM without these options has a single compiler.
        return false;
      }
    }
  }
}
