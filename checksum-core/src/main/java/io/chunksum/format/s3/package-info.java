// SPDX-License-Identifier: Apache-2.0

/**
 * An edge: takes checksums of objects and their parts, gives them the forms that S3 has for them,
 * and back; knows nothing of requests.
 */
@NullMarked
package io.chunksum.format.s3;

import org.jspecify.annotations.NullMarked;
