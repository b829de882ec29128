// The pieces that `generate` (Generate.cpp) puts together.
#ifndef POPT_LIB_PIPELINE_GENERATORS_H
#define POPT_LIB_PIPELINE_GENERATORS_H

#include "Emitter.h"

namespace popt::pipeline {

/// Where a coordinate stands in the eyes of an order rule.
struct Place {
  int d = 0; ///< distance from the beginning
  int p = 1; ///< positions
};

// One chunk per coordinate (OneChunk.cpp).
void emitOneFOneB(Emitter &e, Place at, int m);
void emitEagerOneFOneB(Emitter &e, Place at, int m);
void emitZeroBubbleH(Emitter &e, int warmup, int lag, int m);

// Several chunks per coordinate (ManyChunks.cpp).
void emitLoopedBFS(Emitter &e, int chunks, int m);
void emitInterleaved(Emitter &e, Place at, int chunks, int m);
void emitZeroBubbleV(Emitter &e, Place at);
/// `near` is the chunk where the network is entered, `far` the other one.
void emitDualPipeV(Emitter &e, Place at, int m, int near = 0, int far = 1);

// Several directions or waves (Waves.cpp).
void emitDualPipe(Emitter &e, Place at, int m);

/// Moves steps that would deadlock after those that can run (Repair.cpp). The
/// order of each coordinate is the preference.
void repair(const TaskGraph &graph, Schedule &schedule);

/// The parameters of `listSchedule`.
struct ListPolicy {
  /// Per coordinate: most microbatches of a direction begun and not finished.
  std::vector<int> inFlight;
  /// Backwards before forwards, of either the lowest microbatch (counted within
  /// its direction) first, then the latest stage. Else the latest visit first.
  bool backwardsInTurn = false;
  /// Weight parts run when nothing else can; else directly after their visit.
  bool deferWeights = false;
};
/// The policy of hanayo and chimera, and of dualpipe where it has no rule
/// (Waves.cpp).
ListPolicy wavePolicy(const TaskGraph &graph, ScheduleKind kind);
/// An order for any graph: new microbatches in order, and only as many as the
/// policy allows (ListSchedule.cpp).
Schedule listSchedule(const TaskGraph &graph, const ListPolicy &policy);

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_GENERATORS_H
