// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.chunksum.ChunkChecksum;
import io.chunksum.proto.ChecksumDataCodec;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires.Modifier;
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

  private static Set<String> required(ModuleDescriptor module, Modifier modifier) {
    return module.requires().stream()
        .filter(need -> need.modifiers().contains(modifier))
        .map(ModuleDescriptor.Requires::name)
        .collect(Collectors.toSet());
  }

  private static Set<String> exports(ModuleDescriptor module) {
    return module.exports().stream()
        .map(ModuleDescriptor.Exports::source)
        .collect(Collectors.toSet());
  }

  @Test
  void theCoreNeedsNothingButTheJdk() throws URISyntaxException {
    ModuleDescriptor core = descriptor(ChunkChecksum.class);
    assertThat(core.name()).isEqualTo("io.chunksum");
    assertThat(core.isOpen()).isFalse();
    assertThat(core.requires())
        .filteredOn(need -> !need.modifiers().contains(Modifier.STATIC))
        .extracting(ModuleDescriptor.Requires::name)
        .containsExactlyInAnyOrder("java.base", "jdk.management");
    assertThat(required(core, Modifier.TRANSITIVE)).isEmpty();
  }

  /** Those that code outside compiles against: one that is missing here breaks it. */
  @Test
  void theCoreExportsItsApi() throws URISyntaxException {
    assertThat(exports(descriptor(ChunkChecksum.class)))
        .containsExactlyInAnyOrder(
            "io.chunksum",
            "io.chunksum.algorithm",
            "io.chunksum.append",
            "io.chunksum.buffer",
            "io.chunksum.compute",
            "io.chunksum.data",
            "io.chunksum.file",
            "io.chunksum.format",
            "io.chunksum.format.aeron",
            "io.chunksum.format.compact",
            "io.chunksum.format.hadoop",
            "io.chunksum.format.list",
            "io.chunksum.format.s3",
            "io.chunksum.netty",
            "io.chunksum.observe",
            "io.chunksum.scan",
            "io.chunksum.verify",
            "io.chunksum.verify.diagnosis",
            "io.chunksum.window");
  }

  /** Its methods take and return types of both modules that it requires. */
  @Test
  void theCodecExportsItsApiAndBringsTheModulesWhoseTypesItHas() throws URISyntaxException {
    ModuleDescriptor proto = descriptor(ChecksumDataCodec.class);
    assertThat(exports(proto))
        .containsExactlyInAnyOrder("io.chunksum.proto", "io.chunksum.proto.wire");
    assertThat(required(proto, Modifier.TRANSITIVE))
        .containsExactlyInAnyOrder("io.chunksum", "com.google.protobuf");
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
