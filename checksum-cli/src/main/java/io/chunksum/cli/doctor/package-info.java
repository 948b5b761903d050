// SPDX-License-Identifier: Apache-2.0

/**
 * What {@code chunksum doctor} finds out about the JVM and the machine it runs on, and what it
 * makes of that.
 *
 * <p>{@link io.chunksum.cli.doctor.Doctor} goes through it. Facts are read in one place each
 * ({@code Machine}, {@code Jvm}), speed is measured in {@code Meter}, and all that is concluded is
 * a function of those.
 */
@NullMarked
package io.chunksum.cli.doctor;

import org.jspecify.annotations.NullMarked;
