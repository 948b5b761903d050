// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: converts checksums of objects and their parts to and from the forms that S3 has for
 * them; knows nothing of requests.
 */
@NullMarked
package io.chunksum.format.s3;

import org.jspecify.annotations.NullMarked;
