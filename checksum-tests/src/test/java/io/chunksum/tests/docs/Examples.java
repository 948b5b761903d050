// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Takes the examples out of the documents and compiles them. */
final class Examples {

  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private Examples() {}

  /** The Java examples of a document, which is named relative to the repository. */
  static List<String> in(Path document) throws IOException {
    String text = Files.readString(Path.of("..").resolve(document));
    List<String> examples =
        EXAMPLE.matcher(text).results().map(example -> example.group(1)).toList();
    assertThat(examples).isNotEmpty();
    return examples;
  }

  /** Compiles classes, each from its source, on the class path of the tests. */
  static Compiled compile(Path folder, Map<String, String> sourceByClass) throws IOException {
    sourceByClass.forEach((className, source) -> compile(folder, className, source));
    return new Compiled(folder);
  }

  /** Compiles a class on the class path of the tests. */
  private static void compile(Path folder, String className, String source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    URI name = URI.create("string:///" + className + ".java");
    JavaFileObject file =
        new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
          }
        };
    StringWriter messages = new StringWriter();
    List<String> options =
        List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
    boolean compiled = compiler.getTask(messages, null, null, options, null, List.of(file)).call();
    assertThat(compiled).as("%s%n%s", source, messages).isTrue();
  }
}
