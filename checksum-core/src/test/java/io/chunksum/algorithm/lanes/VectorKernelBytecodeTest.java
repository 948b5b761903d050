// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What keeps C2 from inlining a kernel's vector operations into long methods. */
class VectorKernelBytecodeTest {

  /** Longer methods are not inlined: the JVM's option FreqInlineSize. */
  private static final int MAX_INLINED = 325;

  private static final Pattern INSTRUCTION = Pattern.compile("(?m)^ +(\\d+): [a-z]");

  @ParameterizedTest
  @ValueSource(strings = {"VectorMd5", "VectorSha256"})
  void methodsWithVectorOperationsAreTooLongToBeInlined(String kernel) throws Exception {
    List<String> methods = methodsWithVectorOperations(kernel);
    assertThat(methods).hasSizeGreaterThan(1);
    assertThat(methods).allSatisfy(code -> assertThat(length(code)).isGreaterThan(MAX_INLINED));
  }

  /** For what C2 has to throw away when a lane is idle, or in memory that it has not met. */
  @ParameterizedTest
  @ValueSource(strings = {"VectorMd5", "VectorSha256"})
  void methodsWithVectorOperationsLoadNoLanes(String kernel) throws Exception {
    assertThat(methodsWithVectorOperations(kernel))
        .noneSatisfy(code -> assertThat(code).containsPattern("// Method .*[lL]oad\\w*Lane"));
  }

  private static List<String> methodsWithVectorOperations(String kernel) throws Exception {
    String bytecode = bytecode("io.chunksum.algorithm.vector." + kernel);
    return Arrays.stream(bytecode.split("\\R\\R"))
        .filter(code -> code.contains("// Method jdk/incubator/vector/"))
        .toList();
  }

  private static int length(String code) {
    return INSTRUCTION
        .matcher(code)
        .results()
        .map(MatchResult::group)
        .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
        .max()
        .orElseThrow();
  }

  private static String bytecode(String name) throws Exception {
    Path classes =
        Path.of(LaneKernel.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    int status =
        ToolProvider.findFirst("javap")
            .orElseThrow()
            .run(writer, writer, "-c", "-p", "-cp", classes.toString(), name);
    assertThat(status).as("%s", output).isZero();
    return output.toString();
  }
}
