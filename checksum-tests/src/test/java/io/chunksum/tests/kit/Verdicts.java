// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** Runs a test class as a build would and reports which of its cases fail. */
public final class Verdicts {

  private Verdicts() {}

  /** The names of the methods that fail, those with several invocations once. */
  public static Set<String> failuresOf(Class<?> testClass) {
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(testClass))
            .execute()
            .testEvents();
    assertThat(tests.started().count()).as("tests that ran").isPositive();
    return tests.failed().stream()
        .map(Event::getTestDescriptor)
        .map(Verdicts::methodName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String methodName(TestDescriptor test) {
    return ((MethodSource) test.getSource().orElseThrow()).getMethodName();
  }
}
