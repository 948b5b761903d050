// SPDX-License-Identifier: Apache-2.0

/**
 * Events of the JDK's Flight Recorder, and the classes that create them. {@link
 * io.chunksum.observe.events.FlightRecorderEvents} is loaded only where the JVM has the module
 * {@code jdk.jfr}, and {@link io.chunksum.observe.events.RecordedEvents} and the events themselves
 * only where Flight Recorder is in use.
 */
@NullMarked
package io.chunksum.observe.events;

import org.jspecify.annotations.NullMarked;
