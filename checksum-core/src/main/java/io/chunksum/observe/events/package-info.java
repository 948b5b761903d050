// SPDX-License-Identifier: Apache-2.0

/**
 * Events of the JDK's Flight Recorder, and the classes that create them. {@link
 * io.chunksum.observe.events.FlightRecorderEvents} and the events themselves are loaded only where
 * the JVM has the module {@code jdk.jfr}.
 */
@NullMarked
package io.chunksum.observe.events;

import org.jspecify.annotations.NullMarked;
