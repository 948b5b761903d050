// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.chunksum.algorithm.ChecksumAlgorithm;
import io.chunksum.algorithm.ChecksumAlgorithms;
import io.chunksum.format.s3.ObjectChecksum;
import io.chunksum.tests.contract.SampleServices.AskingClass;
import io.chunksum.tests.contract.SampleServices.AskingConstructor;
import io.chunksum.tests.contract.SampleServices.AskingForAll;
import io.chunksum.tests.contract.SampleServices.AskingType;
import io.chunksum.tests.contract.SampleServices.Delegating;
import io.chunksum.tests.contract.SampleServices.Failing;
import io.chunksum.tests.contract.SampleServices.Orphan;
import io.chunksum.tests.contract.SampleServices.OtherSha1;
import io.chunksum.tests.contract.SampleServices.Parent;
import io.chunksum.tests.contract.SampleServices.SecondAdler32;
import io.chunksum.tests.contract.SampleServices.Sha1;
import io.chunksum.tests.contract.SampleServices.Untyped;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Finds services among classes loaded anew: this JVM found its own long ago. Long, because each way
 * in which a service can be broken is a case of its own.
 */
class AlgorithmServicesTest {

  @TempDir private Path folder;

  private void register(Class<?> service) throws Exception {
    register(service, folder);
  }

  private static void register(Class<?> service, Path folder) throws Exception {
    copy(service, folder);
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(ChecksumAlgorithm.class.getName()),
        service.getName() + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static void copy(Class<?> service, Path folder) throws IOException {
    Path file = folder.resolve(service.getName().replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream bytes = service.getResourceAsStream("/" + folder.relativize(file))) {
      Files.copy(bytes, file);
    }
  }

  private static URL core() {
    return ChecksumAlgorithms.class.getProtectionDomain().getCodeSource().getLocation();
  }

  /** A loader of the library, anew, and perhaps of what is in the folder. */
  private static URLClassLoader library(URL... classes) {
    return new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
  }

  /** Calls a method of a library's class in a thread with a class loader. */
  private static Object call(
      ClassLoader library, ClassLoader context, Class<?> owner, String method, Object... arguments)
      throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(context);
      Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class};
      Method found = library.loadClass(owner.getName()).getMethod(method, types);
      return found.invoke(null, arguments);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private Object found(String method, Object... arguments) throws Exception {
    try (URLClassLoader loader = library(core(), folder.toUri().toURL())) {
      return call(loader, loader, ChecksumAlgorithms.class, method, arguments);
    }
  }

  @Test
  void aDigestOfTheJvmIsFoundByTheNameItWasGiven() throws Exception {
    register(Sha1.class);
    assertThat((List<?>) found("all")).hasSize(8);
    assertThat(found("find", "SHA1").toString()).contains(Sha1.class.getName());
  }

  /** As the threads of a pool, which have the class loader of whoever started them. */
  @Test
  void whoAsksFirstDoesNotKeepOthersFromFindingAService() throws Exception {
    register(Sha1.class);
    try (URLClassLoader library = library(core());
        URLClassLoader plugin = new URLClassLoader(new URL[] {folder.toUri().toURL()}, library)) {
      ClassLoader jdk = ClassLoader.getPlatformClassLoader();
      for (ClassLoader other : List.of(jdk, library)) {
        assertThat(call(library, other, ChecksumAlgorithms.class, "find", "SHA1"))
            .isEqualTo(Optional.empty());
        assertThat((List<?>) call(library, other, ChecksumAlgorithms.class, "all")).hasSize(7);
      }
      Object found = call(library, plugin, ChecksumAlgorithms.class, "find", "SHA1");
      assertThat(found.toString()).contains(Sha1.class.getName());
      for (ClassLoader any : List.of(jdk, library, plugin)) {
        assertThat(call(library, any, ChecksumAlgorithms.class, "find", "SHA1")).isEqualTo(found);
        assertThat((List<?>) call(library, any, ChecksumAlgorithms.class, "all")).hasSize(8);
      }
    }
  }

  /** Searching takes time, and makes the services. */
  @Test
  void aClassLoaderIsSearchedOnceAndOnlyForWhatIsNotKnown() throws Exception {
    register(Sha1.class);
    int[] searches = {0};
    try (URLClassLoader library = library(core(), folder.toUri().toURL());
        URLClassLoader plugin =
            new URLClassLoader(new URL[0], library) {
              @Override
              public Enumeration<URL> findResources(String name) throws IOException {
                searches[0]++;
                return super.findResources(name);
              }
            }) {
      call(library, plugin, ChecksumAlgorithms.class, "find", "SHA1");
      assertThat(searches).containsExactly(0);
      for (int i = 0; i < 2; i++) {
        assertThat(call(library, plugin, ChecksumAlgorithms.class, "find", "XXH32"))
            .isEqualTo(Optional.empty());
        assertThat((List<?>) call(library, plugin, ChecksumAlgorithms.class, "all")).hasSize(8);
        assertThat(searches).containsExactly(1);
      }
    }
  }

  /** It may be that of an application which is to be unloaded. */
  @Test
  void aClassLoaderThatWasSearchedIsNotKept() throws Exception {
    try (URLClassLoader library = library(core())) {
      WeakReference<ClassLoader> searched = searchedForNothing(library);
      for (int i = 0; i < 100 && searched.get() != null; i++) {
        System.gc();
      }
      assertThat(searched.get()).isNull();
    }
  }

  private static WeakReference<ClassLoader> searchedForNothing(ClassLoader library)
      throws Exception {
    try (URLClassLoader plugin = new URLClassLoader(new URL[0], library)) {
      assertThat(call(library, plugin, ChecksumAlgorithms.class, "find", "XXH32"))
          .isEqualTo(Optional.empty());
      return new WeakReference<>(plugin);
    }
  }

  @Test
  void servicesNextToTheLibraryAreFoundByAnyThread() throws Exception {
    register(Sha1.class);
    try (URLClassLoader library = library(core(), folder.toUri().toURL())) {
      // One sees no services, and those of the other are made for another copy of the library.
      for (ClassLoader other :
          List.of(ClassLoader.getPlatformClassLoader(), ClassLoader.getSystemClassLoader())) {
        assertThat(call(library, other, ChecksumAlgorithms.class, "find", "SHA1").toString())
            .contains(Sha1.class.getName());
      }
    }
  }

  @Test
  void ofTwoClassLoadersWithTheSameServiceTheFirstCounts() throws Exception {
    register(Sha1.class);
    try (URLClassLoader library = library(core());
        URLClassLoader one = new URLClassLoader(new URL[] {folder.toUri().toURL()}, library);
        URLClassLoader two = new URLClassLoader(new URL[] {folder.toUri().toURL()}, library)) {
      Object found = call(library, one, ChecksumAlgorithms.class, "find", "SHA1");
      assertThat((List<?>) call(library, two, ChecksumAlgorithms.class, "all")).hasSize(8);
      assertThat(call(library, two, ChecksumAlgorithms.class, "find", "SHA1")).isEqualTo(found);
    }
  }

  /** The parent is the library's own class loader, or one that nobody has searched. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPluginMayBringItsOwnServiceOfANameThatItsParentHas(boolean nextToTheLibrary)
      throws Exception {
    register(Sha1.class);
    Path own = folder.resolve("plugin");
    register(OtherSha1.class, own);
    URL shared = folder.toUri().toURL();
    try (URLClassLoader library = nextToTheLibrary ? library(core(), shared) : library(core());
        URLClassLoader parent = new URLClassLoader(new URL[] {shared}, library);
        URLClassLoader plugin = new URLClassLoader(new URL[] {own.toUri().toURL()}, parent)) {
      assertThat(call(library, plugin, ChecksumAlgorithms.class, "find", "XXH32"))
          .isEqualTo(Optional.empty());
      assertThat(call(library, plugin, ChecksumAlgorithms.class, "find", "SHA1").toString())
          .contains(Sha1.class.getName());
    }
  }

  /** Anybody may send them, before there is anything to find. */
  @Test
  void servicesAreSearchedForNoHeaderThatCannotBeAChecksum() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(ChecksumAlgorithm.class.getName()), "com.example.Gone");
    try (URLClassLoader library = library(core(), folder.toUri().toURL())) {
      for (String header : List.of("", "ETag", "x-amz-checksum", "x-amz-sdk-checksum-algorithm")) {
        assertThat(call(library, library, ObjectChecksum.class, "typeOfHeader", header))
            .as(header)
            .isEqualTo(Optional.empty());
      }
      assertThatThrownBy(() ->
              call(library, library, ObjectChecksum.class, "typeOfHeader", "X-Amz-Checksum-Xxh"))
          .hasCauseInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void aServiceOfTheNameOfABuiltInAlgorithmIsAnErrorAndHidesNone() throws Exception {
    assertThat((List<?>) found("all")).hasSize(7);
    register(SecondAdler32.class);
    register(Sha1.class);
    assertHidesNone("XXH32", "two algorithms named ADLER32", SecondAdler32.class.getName());
    assertThat(found("find", "ADLER32").toString())
        .as("what is built in needs no services")
        .contains("ADLER32");
  }

  /** The first one stays. */
  @Test
  void twoServicesOfOneNameInAClassLoaderAreAnErrorAndHideNone() throws Exception {
    register(Sha1.class);
    register(OtherSha1.class);
    assertHidesNone("XXH32", "two algorithms named SHA1", OtherSha1.class.getName());
  }

  @Test
  void aServiceWithoutATypeIsAnErrorAndHidesNone() throws Exception {
    registerWithParent(Untyped.class);
    register(Sha1.class);
    assertHidesNone("XXH32", Untyped.class.getName(), "does not tell its type: ");
  }

  /** Each look-up fails alike for the one, and finds SHA1. */
  private void assertHidesNone(String missing, String... messages) throws Exception {
    try (URLClassLoader library = library(core(), folder.toUri().toURL())) {
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> call(library, library, ChecksumAlgorithms.class, "find", missing))
            .isInstanceOf(InvocationTargetException.class)
            .cause()
            .isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith("an algorithm cannot be loaded: ")
            .hasMessageContainingAll(messages)
            .hasNoSuppressedExceptions();
        assertThat(call(library, library, ChecksumAlgorithms.class, "find", "SHA1").toString())
            .contains(Sha1.class.getName());
        assertThatThrownBy(() -> call(library, library, ChecksumAlgorithms.class, "all"))
            .cause()
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll(messages);
      }
    }
    assertThat(found("find", "SHA1").toString()).as("at once").contains(Sha1.class.getName());
  }

  @Test
  void aServiceThatCannotBeLoadedIsTheSameKindOfErrorAndHidesNone() throws Exception {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(services.resolve(ChecksumAlgorithm.class.getName()), "com.example.Gone\n");
    register(Sha1.class);
    assertHidesNone("XXH32", "com.example.Gone not found");
    assertThat(found("find", "ADLER32").toString()).contains("ADLER32");
  }

  /** A service loader asks it again and again, and of a link error it may recover. */
  @ParameterizedTest
  @ValueSource(classes = {IOException.class, LinkageError.class})
  void aClassLoaderThatCannotListServicesIsGivenUp(Class<? extends Throwable> why)
      throws Exception {
    Throwable failure = why.getConstructor(String.class).newInstance("no list");
    try (URLClassLoader library = library(core());
        URLClassLoader plugin =
            new URLClassLoader(new URL[0], library) {
              @Override
              public Enumeration<URL> findResources(String name) throws IOException {
                if (failure instanceof IOException e) {
                  throw e;
                }
                throw (LinkageError) failure;
              }
            }) {
      assertThatThrownBy(() -> call(library, plugin, ChecksumAlgorithms.class, "find", "SHA1"))
          .cause()
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith("an algorithm cannot be loaded: ")
          .hasRootCause(failure)
          .satisfies(e ->
              assertThat(e.getSuppressed())
                  .as("further failures")
                  .hasSizeLessThan(failure instanceof IOException ? 1 : 100));
    }
  }

  /** A search would make it again, and so on, or find it half made. */
  @ParameterizedTest
  @ValueSource(
      classes = {AskingConstructor.class, AskingForAll.class, AskingClass.class, AskingType.class})
  void aServiceThatAsksForOthersWhileItIsMadeIsToldSoAndHidesNone(Class<?> service)
      throws Exception {
    registerWithParent(service);
    register(Sha1.class);
    assertHidesNone(
        service.getSimpleName(),
        service.getName(),
        "a service asks for algorithms while it is made: ask in newChecksum()");
  }

  private void registerWithParent(Class<?> service) throws Exception {
    copy(Delegating.class, folder);
    register(service);
  }

  @Test
  void aServiceWhoseStaticInitializerFailsSaysWhyAtEachLookUpAndHidesNone() throws Exception {
    registerWithParent(Failing.class);
    register(Sha1.class);
    assertHidesNone("XXH32", Failing.class.getName(), "java.lang.AssertionError", "no NATIVE");
  }

  /** That of the thread lists what its parent has, and fails as well. */
  @Test
  void ofTwoClassLoadersThatFailTheFirstIsReported() throws Exception {
    registerWithParent(Failing.class);
    try (URLClassLoader library = library(core(), folder.toUri().toURL());
        URLClassLoader child = new URLClassLoader(new URL[0], library)) {
      assertThatThrownBy(() -> call(library, child, ChecksumAlgorithms.class, "find", "XXH32"))
          .cause()
          .hasMessageEndingWith("could not be instantiated: java.lang.AssertionError: no NATIVE")
          .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }
  }

  /** From JDK 27 on, a service loader wraps what happened, and so other words come first. */
  private void assertNotLinked(Class<?> service, Class<? extends LinkageError> why)
      throws Exception {
    assertThatThrownBy(() -> found("find", "XXH32"))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("an algorithm cannot be loaded: ")
        .satisfies(e ->
            assertThat(slashed(e.getMessage()))
                .contains(slashed(service.getName()))
                .endsWith(slashed(Throwables.getRootCause(e).getMessage())))
        .cause()
        .satisfies(e ->
            assertThat(e instanceof ServiceConfigurationError ? e.getCause() : e)
                .isExactlyInstanceOf(why));
    assertThat(found("find", "ADLER32").toString()).contains("ADLER32");
  }

  /** Some messages name a class as the JVM does. */
  private static String slashed(String text) {
    return text.replace('.', '/');
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
  void aServiceThatLacksAClassIsTheSameKindOfErrorAndHidesNone() throws Exception {
    register(Orphan.class);
    register(Sha1.class);
    assertNotLinked(Parent.class, NoClassDefFoundError.class);
    assertHidesNone("XXH32", "SampleServices$Parent");
  }
}
