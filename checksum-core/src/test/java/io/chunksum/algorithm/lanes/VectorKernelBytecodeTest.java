// SPDX-License-Identifier: Apache-2.0

package io.chunksum.algorithm.lanes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
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
  void theMethodForABlockIsTooLongToBeInlined(String kernel) throws Exception {
    String bytecode = bytecode("io.chunksum.algorithm.vector." + kernel);
    int method = bytecode.indexOf(" compressBlock(int);");
    assertThat(method).isPositive();
    String code = bytecode.substring(method).split("\\R\\R", 2)[0];
    int last =
        INSTRUCTION
            .matcher(code)
            .results()
            .map(MatchResult::group)
            .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D", "")))
            .max()
            .orElseThrow();
    assertThat(last).isGreaterThan(MAX_INLINED);
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
