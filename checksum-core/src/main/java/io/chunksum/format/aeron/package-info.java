// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes what Aeron Archive recorded, frames in batches or whole segment files, and
 * verifies the checksum of each frame; reads the catalog of an archive; knows nothing of Aeron's
 * own classes.
 */
@NullMarked
package io.chunksum.format.aeron;

import org.jspecify.annotations.NullMarked;
