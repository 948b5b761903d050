// SPDX-License-Identifier: Apache-2.0

/**
 * Lanes of the Vector API, which is an incubating module of the JDK: these classes can be loaded
 * only where it was added to the JVM ({@code --add-modules jdk.incubator.vector}), so nothing names
 * them but the loader in {@link io.chunksum.algorithm.lanes}. They use only what is the same in all
 * JDKs from 17 on, and are compiled apart. Not exported.
 *
 * <p>How the methods are cut is not a matter of taste: a compiler of the JVM that runs out of
 * registers in a large method leaves it slow for ever, and small methods that return vectors are
 * not always freed of their boxes. Hence loops over a few steps, written out for two sets of lanes.
 */
@NullMarked
package io.chunksum.algorithm.vector;

import org.jspecify.annotations.NullMarked;
