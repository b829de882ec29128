// Order rules for several chunks per coordinate. Sources: interleaved 1F1B,
// Narayanan et al. (SC 2021), section 2.2; looped breadth-first, Lamy-Poirier,
// "Breadth-first pipeline parallelism" (MLSys 2023); ZB-V, Qi et al. (ICLR
// 2024), section 6; DualPipeV, the V-shaped half of DualPipe, "DeepSeek-V3
// technical report" (2024), section 3.2.1.
// Test: test/unit/Pipeline/GenerateTest.cpp, PublishedTest.cpp.

#include "Generators.h"

#include <algorithm>
#include <functional>

namespace popt::pipeline {

static void times(int n, const std::function<void()> &emit) {
  for (int i = 0; i < n; ++i)
    emit();
}

void emitLoopedBFS(Emitter &e, int chunks, int m) {
  for (int k = 0; k < chunks; ++k)
    times(m, [&] { e.forward(k); });
  for (int k = chunks - 1; k >= 0; --k)
    times(m, [&] { e.backward(k); });
}

void emitInterleaved(Emitter &e, Place at, int chunks, int m) {
  int p = at.p, group = p * chunks, total = m * chunks;
  int warmup =
      m == p ? total : std::min(total, 2 * (p - 1 - at.d) + (chunks - 1) * p);
  int nextForward = 0, nextBackward = 0;
  auto forward = [&] {
    int g = nextForward / group, r = nextForward % group;
    ++nextForward;
    e.forward(r / p, g * p + r % p);
  };
  auto backward = [&] {
    int g = nextBackward / group, r = nextBackward % group;
    ++nextBackward;
    e.backward(chunks - 1 - r / p, g * p + r % p);
  };
  times(warmup, forward);
  while (nextForward < total) {
    forward();
    backward();
  }
  while (nextBackward < total)
    backward();
}

void emitZeroBubbleV(Emitter &e, Place at) {
  int p = at.p, d = at.d;
  times(2 * (p - d) - 1, [&] { e.forward(0); });
  times(d, [&] {
    e.forward(1);
    e.forward(0);
  });
  times(p - d, [&] {
    e.forward(1);
    e.backward(1);
  });
  while (e.forwardsLeft(1)) {
    e.forward(0);
    e.backward(0);
    e.forward(1);
    e.backward(1);
  }
  times(d, [&] {
    e.input(0);
    e.input(1);
  });
  times(p - d, [&] {
    e.input(0);
    e.weight(0);
  });
  // All inputs are out where m >= 2p - 1; with fewer microbatches some are not.
  while (e.backwardsLeft(1))
    e.input(1);
  while (e.backwardsLeft(0))
    e.input(0);
  while (e.weightsLeft(1))
    e.weight(1);
  while (e.weightsLeft(0))
    e.weight(0);
}

void emitDualPipeV(Emitter &e, Place at, int m, int near, int far) {
  int n = at.p, k = at.d;
  times(2 * (n - k - 1), [&] { e.forward(near); });
  times(k + 1, [&] {
    e.forward(near);
    e.forward(far);
  });
  times(n - k - 1, [&] {
    e.deferredInput(far);
    e.oldestWeight();
    e.forward(far);
  });
  for (int i = 0; i < m - 2 * n + k + 1; ++i) {
    if (i == 0 && k == n - 1) {
      e.forward(near);
      e.wholeBackward(far);
    } else {
      e.pair(near, far);
    }
    e.pair(far, near);
  }
  times(n - k - 1, [&] {
    e.wholeBackward(far);
    e.pair(far, near);
  });
  for (int i = 0; i < 2 * (k + 1); ++i) {
    int chunk = i % 2 == 0 ? far : near;
    if (i < k + 1)
      e.wholeBackward(chunk);
    else
      e.deferredInput(chunk);
  }
  times(n - k - 1, [&] {
    e.oldestWeight();
    e.deferredInput(near);
  });
  times(k + 1, [&] { e.oldestWeight(); });
}

} // namespace popt::pipeline
