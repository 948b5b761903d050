// SPDX-License-Identifier: Apache-2.0

package io.chunksum.append;

import io.chunksum.data.ChecksumData;

/**
 * What a flush must persist or send: the checksums that are new or have changed since the previous
 * flush. The first of them replaces that of the window that was open then, if any. Immutable.
 *
 * @param length bytes in the chunk at this flush
 * @param firstWindow index in the chunk, from 0, of the window of the first checksum
 * @param checksums one entry for each window from {@code firstWindow} to the end of the chunk
 */
public record FlushedChecksums(long length, int firstWindow, ChecksumData checksums) {}
