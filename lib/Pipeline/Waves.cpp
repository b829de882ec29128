// Orders of waves and of two directions. Sources: Hanayo, Liu et al., "Hanayo:
// harnessing wave-like pipeline parallelism" (SC 2023); Chimera, Li and Hoefler,
// "Chimera: efficiently training large-scale neural networks with bidirectional
// pipelines" (SC 2021); DualPipe, "DeepSeek-V3 technical report" (2024), section
// 3.2.1.
//
//   hanayo, p = 2, 2 waves      chimera, p = 2       dualpipe, as chimera, in
//   stages   0  3  4  7         down  0  1           the eight phases of
//            1  2  5  6         up    1  0           dualpipev
//
// Hanayo and Chimera are list schedules (ListSchedule.cpp) of the published
// rule: an idle coordinate starts a backward before a forward, of either the
// lowest microbatch first. Test: test/unit/Pipeline/WavesTest.cpp.

#include "Generators.h"

#include <algorithm>

namespace popt::pipeline {

/// DualPipe is DualPipeV for half of the coordinates: each end has the stages
/// that it enters at (near), and those that leave there (far).
void emitDualPipe(Emitter &e, Place at, int m) {
  int k = std::min(at.d, at.p - 1 - at.d), near = at.d == k ? 0 : 1;
  emitDualPipeV(e, {k, at.p / 2}, m / 2, near, 1 - near);
}

ListPolicy wavePolicy(const TaskGraph &graph, ScheduleKind kind) {
  // A published unit has p microbatches, all of them in flight. Longer steps
  // need more than two units begun, or idle at every border between units.
  int most = 5 * graph.usedCoordinates() / (2 * graph.problem.directions);
  ListPolicy policy;
  policy.backwardsInTurn = true;
  policy.deferWeights = splitsWeight(kind);
  policy.inFlight.assign(graph.problem.coordinates, most);
  return policy;
}

} // namespace popt::pipeline
