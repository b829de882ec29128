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
void emitDualPipeV(Emitter &e, Place at, int m);

/// Moves steps that would deadlock after those that can run (Repair.cpp). The
/// order of each coordinate is the preference.
void repair(const TaskGraph &graph, Schedule &schedule);

/// The parameters of `listSchedule`.
struct ListPolicy {
  /// Per coordinate: most microbatches begun and not finished.
  std::vector<int> inFlight;
  /// Weight parts run when nothing else can; else directly after their visit.
  bool deferWeights = false;
};
/// An order for any graph: later visits first, then lower microbatches, new
/// microbatches in order and only as many as the policy allows
/// (ListSchedule.cpp).
Schedule listSchedule(const TaskGraph &graph, const ListPolicy &policy);

} // namespace popt::pipeline
#endif // POPT_LIB_PIPELINE_GENERATORS_H
