// SPDX-License-Identifier: Apache-2.0

/**
 * Lanes of the Vector API, an incubating module of the JDK. These classes can be loaded only if it
 * was added to the JVM ({@code --add-modules jdk.incubator.vector}), so nothing names them but the
 * loader in {@link io.chunksum.algorithm.lanes}. They use only what is the same in all JDKs from 17
 * on, and are compiled separately. Not exported.
 *
 * <p>How the methods are split is not a matter of taste: if one of the JVM's compilers runs out of
 * registers in a large method, the method stays slow forever, and vectors that small methods return
 * may stay boxed. Hence loops over a few steps, written out for two sets of lanes.
 */
@NullMarked
package io.chunksum.algorithm.vector;

import org.jspecify.annotations.NullMarked;
