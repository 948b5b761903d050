// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.algorithm.ChecksumType;
import io.chunksum.algorithm.DigestAlgorithm;
import io.chunksum.algorithm.StreamingChecksum;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finds services among classes loaded anew: this JVM found its own long ago. */
class AlgorithmServicesTest {

  @TempDir private Path folder;

  /** Has the name of an algorithm that is built in. */
  public static final class SecondAdler32 implements ChecksumAlgorithm {

    @Override
    public ChecksumType type() {
      return ChecksumType.ADLER32;
    }

    @Override
    public StreamingChecksum newChecksum() {
      throw new UnsupportedOperationException("never found");
    }
  }

  /** As its documentation shows it. */
  public static final class Sha1 implements ChecksumAlgorithm {

    private final ChecksumAlgorithm digest = new DigestAlgorithm("SHA1", "SHA-1");

    @Override
    public ChecksumType type() {
      return digest.type();
    }

    @Override
    public StreamingChecksum newChecksum() {
      return digest.newChecksum();
    }
  }

  /** What a service extends. */
  public abstract static class Parent implements ChecksumAlgorithm {

    @Override
    public StreamingChecksum newChecksum() {
      throw new UnsupportedOperationException("never found");
    }
  }

  /** Cannot be loaded without the class that it extends. */
  public static final class Orphan extends Parent {

    @Override
    public ChecksumType type() {
      return ChecksumType.of("XXH32", 4);
    }
  }

  private void register(Class<?> service) throws Exception {
    Path file = folder.resolve(service.getName().replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream bytes = service.getResourceAsStream("/" + folder.relativize(file))) {
      Files.copy(bytes, file);
    }
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(ChecksumAlgorithm.class.getName()), service.getName());
  }

  private Object found(String method, Object... arguments) throws Exception {
    URL core = ChecksumAlgorithms.class.getProtectionDomain().getCodeSource().getLocation();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {core, folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      thread.setContextClassLoader(loader);
      Class<?> algorithms = loader.loadClass(ChecksumAlgorithms.class.getName());
      Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class};
      Method found = algorithms.getMethod(method, types);
      return found.invoke(null, arguments);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void aDigestOfTheJvmIsFoundByTheNameItWasGiven() throws Exception {
    register(Sha1.class);
    assertThat((List<?>) found("all")).hasSize(8);
    assertThat(found("find", "SHA1").toString()).contains(Sha1.class.getName());
  }

  @Test
  void aServiceOfTheNameOfABuiltInAlgorithmIsAnError() throws Exception {
    assertThat((List<?>) found("all")).hasSize(7);
    register(SecondAdler32.class);
    assertThatThrownBy(() -> found("all"))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("two algorithms named ADLER32")
        .hasMessageContaining(SecondAdler32.class.getName());
    assertThatThrownBy(() -> found("find", "XXH32"))
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(found("find", "ADLER32").toString())
        .as("what is built in needs no services")
        .contains("ADLER32");
  }

  @Test
  void aServiceThatCannotBeLoadedIsTheSameKindOfError() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(ChecksumAlgorithm.class.getName()), "com.example.Gone");
    assertThatThrownBy(() -> found("find", "XXH32"))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("an algorithm cannot be loaded")
        .hasMessageContaining("com.example.Gone");
    assertThat(found("find", "ADLER32").toString()).contains("ADLER32");
  }

  private void assertNotLinked(Class<?> service, Class<? extends LinkageError> why)
      throws Exception {
    assertThatThrownBy(() -> found("find", "XXH32"))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("an algorithm cannot be loaded: ")
        .hasMessageContaining(service.getName().replace('.', '/'))
        .hasCauseExactlyInstanceOf(why);
    assertThat(found("find", "ADLER32").toString()).contains("ADLER32");
  }

  @Test
  void aServiceOfALaterJavaIsTheSameKindOfError() throws Exception {
    register(Sha1.class);
    Path file = folder.resolve(Sha1.class.getName().replace('.', '/') + ".class");
    byte[] later = Files.readAllBytes(file);
    ByteBuffer.wrap(later).putShort(6, Short.MAX_VALUE);
    Files.write(file, later);
    assertNotLinked(Sha1.class, UnsupportedClassVersionError.class);
  }

  @Test
  void aServiceThatLacksAClassIsTheSameKindOfError() throws Exception {
    register(Orphan.class);
    assertNotLinked(Parent.class, NoClassDefFoundError.class);
  }
}
