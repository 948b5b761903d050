// SPDX-License-Identifier: Apache-2.0

/**
 * After stage 6: takes a {@link io.chunksum.verify.Mismatch}, the data and the stored checksums,
 * and gives a {@link io.chunksum.verify.diagnosis.Diagnosis}: what may have happened to the window,
 * and how likely it is that it only looks that way. Never on the hot path, and never a repair.
 *
 * <p>A {@link io.chunksum.verify.diagnosis.Diagnostician} runs one {@code Search} after the other
 * over the {@code Evidence}, each for a few kinds of {@link io.chunksum.verify.diagnosis.Cause},
 * and puts their findings in order.
 */
@NullMarked
package io.chunksum.verify.diagnosis;

import org.jspecify.annotations.NullMarked;
