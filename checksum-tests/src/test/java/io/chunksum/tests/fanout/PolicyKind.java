// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.chunksum.verify.VerifyPolicy;

/** The four policies, a sample with a seed of its own for each replica. */
enum PolicyKind {
  ALWAYS {
    @Override
    VerifyPolicy policy(int replica) {
      return VerifyPolicy.always();
    }
  },
  TRUST_SENDER {
    @Override
    VerifyPolicy policy(int replica) {
      return VerifyPolicy.trustSender();
    }
  },
  LAST_REPLICA_ONLY {
    @Override
    VerifyPolicy policy(int replica) {
      return VerifyPolicy.lastReplicaOnly();
    }
  },
  SAMPLE {
    @Override
    VerifyPolicy policy(int replica) {
      return VerifyPolicy.sample(FRACTION, SEED + replica);
    }
  };

  static final double FRACTION = 0.4;
  static final long SEED = 20_18;

  abstract VerifyPolicy policy(int replica);
}
