// SPDX-License-Identifier: Apache-2.0

package io.chunksum.compute;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.chunksum.internal.LaneSetting;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** What rules lanes out, whatever a self-check would find. */
final class LaneExclusion {

  private LaneExclusion() {}

  /**
   * Why a digest can have no lanes here; null if it can. The first call takes a moment and makes
   * garbage, so it is not for a thread at work.
   */
  static @Nullable String of(String algorithm) {
    String atSight = LaneSetting.exclusion(algorithm);
    return atSight == null && Optimizer.MISSING ? LaneSetting.NO_OPTIMIZER : atSight;
  }

  /** Whether options keep the JVM from optimizing; found out on first use. */
  private static final class Optimizer {

    private static final int OPTIMIZED = 4;
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
        return tiered && (last < OPTIMIZED || mode.equals("quick-only"));
      } catch (IllegalArgumentException e) {
        // A JVM without these options has a single compiler.
        return false;
      }
    }
  }
}
