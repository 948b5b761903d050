// SPDX-License-Identifier: Apache-2.0

/**
 * What {@code chunksum doctor} finds out about the JVM and the machine it runs on, and what it
 * concludes.
 *
 * <p>{@link io.chunksum.cli.doctor.Doctor} runs it all. Each fact is read in one place ({@code
 * Machine}, {@code Jvm}), speed is measured in {@code Meter}, and every conclusion is a function of
 * these.
 */
@NullMarked
package io.chunksum.cli.doctor;

import org.jspecify.annotations.NullMarked;
