// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.chunksum.ChunkChecksum;
import io.chunksum.proto.ChecksumDataCodec;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The jars as modules: their names, what they require and what they export. */
class ModuleTest {

  private static Path home(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static ModuleDescriptor descriptor(Class<?> type) throws URISyntaxException {
    return ModuleFinder.of(home(type)).findAll().iterator().next().descriptor();
  }

  private static Set<String> exports(ModuleDescriptor module) {
    return module.exports().stream()
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  @Test
  void theCoreNeedsNothingButTheJdkAndHidesItsInternals() throws URISyntaxException {
    ModuleDescriptor core = descriptor(ChunkChecksum.class);
    assertThat(core.name()).isEqualTo("io.chunksum");
    assertThat(core.isOpen()).isFalse();
    assertThat(core.requires())
        .filteredOn(need -> !need.modifiers().contains(ModuleDescriptor.Requires.Modifier.STATIC))
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder("java.base", "jdk.management");
    assertThat(exports(core))
        .contains("io.chunksum", "io.chunksum.buffer", "io.chunksum.verify")
        .doesNotContain(
            "io.chunksum.internal", "io.chunksum.algorithm.lanes", "io.chunksum.algorithm.vector");
  }

  @Test
  void thePartsResolveAsModulesAndWork() throws ReflectiveOperationException, URISyntaxException {
    ModuleFinder finder =
        ModuleFinder.of(
            home(ChunkChecksum.class), home(ChecksumDataCodec.class), home(ByteString.class));
    Configuration configuration =
        ModuleLayer.boot()
            .configuration()
            .resolve(finder, ModuleFinder.of(), Set.of("io.chunksum.proto"));
    ModuleLayer layer =
        ModuleLayer.boot()
            .defineModulesWithOneLoader(configuration, ClassLoader.getPlatformClassLoader());
    Class<?> codec =
        layer.findLoader("io.chunksum.proto").loadClass("io.chunksum.proto.ChecksumDataCodec");
    assertThat(codec.getModule().getName()).isEqualTo("io.chunksum.proto");
    byte[] none = {0x08, 0x01, 0x10, 0x00};
    Object decoded = codec.getMethod("decode", byte[].class).invoke(null, none);
    assertThat(decoded).hasToString("ChecksumData[NONE, bytesPerChecksum=0, count=0]");
    assertThat(decoded.getClass().getModule().getName()).isEqualTo("io.chunksum");
  }
}
