// SPDX-License-Identifier: Apache-2.0

package io.chunksum.format.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the meta file of a block is. */
class MetaFilePlaceTest {

  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    return Files.createFile(folder.resolve(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"blk_1", "blk_-1", "blk_1073741825"})
  void isTheOneWithAGenerationAfterTheNameOfTheBlock(String block) throws IOException {
    for (String other : new String[] {"blk_2_1001.meta", "blk_11_1001.meta", "blk_-2_1.meta"}) {
      file(other);
    }
    file(block + ".meta");
    file(block + "_1001.meta.tmp");
    Path meta = file(block + "_1001.meta");
    assertThat(HdfsMetaFormat.beside(file(block))).isEqualTo(meta);
  }

  @Test
  void withoutAFolderItIsInTheWorkingFolder() {
    assertThatThrownBy(() -> HdfsMetaFormat.beside(Path.of("blk_1")))
        .isInstanceOf(FileSystemException.class)
        .hasMessage("blk_1: has no meta file next to it");
  }

  @Test
  void theFolderMustBeThereAndHaveOnlyOne() throws IOException {
    Path block = file("blk_7");
    file("blk_7_1.meta");
    file("blk_7_2.meta");
    assertThatThrownBy(() -> HdfsMetaFormat.beside(block))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(block + ": has several meta files next to it");
    assertThatThrownBy(() -> HdfsMetaFormat.beside(folder.resolve("none/blk_7")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
