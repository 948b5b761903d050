// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Types that docs/concurrency.md calls immutable cannot be changed. */
class ImmutableTypesTest {

  private static final String ROOT = "io.chunksum";
  private static final Path PAGE = Path.of("..", "docs", "concurrency.md");
  private static final Pattern ROW =
      Pattern.compile("^\\|([^|]+)\\| immutable[^|]*\\|", Pattern.MULTILINE);
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages(ROOT);

  private static List<String> namesOnThePage() throws IOException {
    return ROW.matcher(Files.readString(PAGE))
        .results()
        .flatMap(row -> NAME.matcher(row.group(1)).results())
        .map(name -> name.group(1))
        .toList();
  }

  private static JavaClass named(String name) {
    List<JavaClass> found =
        CLASSES.stream()
            .filter(type -> type.getSimpleName().equals(name))
            .filter(type -> !type.getPackageName().endsWith(".wire"))
            .toList();
    assertThat(found).as(name).hasSize(1);
    return found.get(0);
  }

  /** The types, their implementations, and our own types that their fields hold. */
  private static Set<JavaClass> reachedFrom(List<JavaClass> types) {
    Set<JavaClass> reached = new LinkedHashSet<>();
    Deque<JavaClass> next = new ArrayDeque<>(types);
    while (!next.isEmpty()) {
      JavaClass type = next.remove();
      if (type.getPackageName().startsWith(ROOT) && reached.add(type)) {
        // Whoever adds an algorithm or a policy has to keep to what its interface says.
        boolean open = type.isInterface() && !types.contains(type);
        next.addAll(open ? Set.of() : type.getAllSubclasses());
        type.getAllFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .map(field -> field.getRawType().getBaseComponentType())
            .forEach(next::add);
      }
    }
    return reached;
  }

  private static List<String> changeableFields(Set<JavaClass> types) {
    return types.stream()
        .flatMap(type -> type.getFields().stream())
        .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
        .map(JavaField::getFullName)
        .toList();
  }

  @Test
  void whatIsCalledImmutableHasFinalFieldsAloneDownToTheLastType() throws IOException {
    List<JavaClass> types = namesOnThePage().stream().map(ImmutableTypesTest::named).toList();
    assertThat(types).hasSizeGreaterThan(20);
    assertThat(changeableFields(reachedFrom(types))).isEmpty();
  }
}
