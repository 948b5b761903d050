// SPDX-License-Identifier: Apache-2.0

package io.chunksum.tests.fanout;

import io.chunksum.verify.ReceivePolicy;

/** The four policies, a sample with a seed of its own for each replica. */
enum PolicyKind {
  ALWAYS {
    @Override
    ReceivePolicy policy(int replica) {
      return ReceivePolicy.always();
    }
  },
  TRUST_SENDER {
    @Override
    ReceivePolicy policy(int replica) {
      return ReceivePolicy.trustSender();
    }
  },
  LAST_REPLICA_ONLY {
    @Override
    ReceivePolicy policy(int replica) {
      return ReceivePolicy.lastReplicaOnly();
    }
  },
  SAMPLE {
    @Override
    ReceivePolicy policy(int replica) {
      return ReceivePolicy.sample(FRACTION, SEED + replica);
    }
  };

  static final double FRACTION = 0.4;
  static final long SEED = 20_18;

  abstract ReceivePolicy policy(int replica);
}
