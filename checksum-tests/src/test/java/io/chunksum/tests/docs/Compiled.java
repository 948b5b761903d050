// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Compiled examples and their class loader. Examples need not be public, and are called by the
 * names of their methods; the arguments must tell overloads apart.
 */
final class Compiled implements AutoCloseable {

  private final URLClassLoader loader;

  /** Loads the classes that are in a folder when they are first used. */
  Compiled(Path folder) throws IOException {
    this.loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, Compiled.class.getClassLoader());
  }

  Class<?> type(String name) throws ClassNotFoundException {
    return loader.loadClass(name);
  }

  /** Makes an object by the only constructor of a class. */
  Object make(String type, Object... args) throws ReflectiveOperationException {
    Constructor<?>[] found = type(type).getDeclaredConstructors();
    assertThat(found).hasSize(1);
    found[0].setAccessible(true);
    return found[0].newInstance(args);
  }

  /** Calls a static method. */
  Object call(String type, String name, Object... args) throws ReflectiveOperationException {
    return method(type(type), name, args).invoke(null, args);
  }

  /** Calls a method of an object. */
  static Object callOn(Object object, String name, Object... args)
      throws ReflectiveOperationException {
    return method(object.getClass(), name, args).invoke(object, args);
  }

  private static Method method(Class<?> type, String name, Object[] args) {
    List<Method> found =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals(name) && takes(method, args))
            .toList();
    assertThat(found).as(name).hasSize(1);
    found.get(0).setAccessible(true);
    return found.get(0);
  }

  private static boolean takes(Method method, Object[] args) {
    List<Class<?>> wanted =
        MethodType.methodType(void.class, method.getParameterTypes()).wrap().parameterList();
    return wanted.size() == args.length
        && IntStream.range(0, args.length)
            .allMatch(i -> args[i] == null || wanted.get(i).isInstance(args[i]));
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
