// Order rules for one chunk per coordinate. Sources: 1F1B, Narayanan et al.,
// "PipeDream" (SOSP 2019) with flush, as in "Efficient large-scale language
// model training on GPU clusters" (SC 2021); eager 1F1B, Zhuang et al., "On
// optimizing the communication of model parallelism" (MLSys 2023); ZB-H1 and
// ZB-H2, Qi et al., "Zero bubble pipeline parallelism" (ICLR 2024), section 2.
// Test: test/unit/Pipeline/GenerateTest.cpp, PublishedTest.cpp.

#include "Generators.h"

#include <algorithm>

namespace popt::pipeline {

void emitOneFOneB(Emitter &e, Place at, int m) {
  for (int i = 0; i < std::min(at.p - 1 - at.d, m); ++i)
    e.forward();
  while (e.forwardsLeft()) {
    e.forward();
    e.backward();
  }
  while (e.backwardsLeft())
    e.backward();
}

void emitEagerOneFOneB(Emitter &e, Place at, int m) {
  for (int i = 0; i < std::min(2 * (at.p - at.d) - 1, m); ++i)
    e.forward();
  while (e.forwardsLeft()) {
    e.backward();
    e.forward();
  }
  while (e.backwardsLeft())
    e.backward();
}

void emitZeroBubbleH(Emitter &e, int warmup, int lag, int m) {
  for (int i = 0; i < std::min(warmup, m); ++i)
    e.forward();
  for (int j = 0; j < m; ++j) {
    e.input();
    if (j >= lag)
      e.weight();
    e.forward();
  }
  while (e.weightsLeft())
    e.weight();
}

} // namespace popt::pipeline
