//===- Streams.h - How long work in several streams takes -----------------===//
//
// Kernels run in one stream, communication in others beside it. What runs at the
// same time slows each other down: collectives take multiprocessors and memory
// bandwidth from kernels, kernels memory bandwidth from collectives, and
// collectives share the links of their level. So each work has a rate of progress,
// which changes when another begins or ends:
//
//   a kernel              1, or 1 / slowdown of the device beside communication
//   one of n collectives  1 / n, or 1 / (n slowdown) of their level beside kernels
//   on links of a level
//   a copy to or from the host   1
//
// Collectives begin in the order in which they are asked for, whatever their
// streams (NCCL_LAUNCH_ORDER_IMPLICIT).
//
// Miao et al., "Galvatron: Efficient Transformer Training over Multiple GPUs Using
// Automatic Parallelism", VLDB 2023, section 3.4, count with such a factor.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MACHINE_STREAMS_H
#define POPT_MACHINE_STREAMS_H

#include "popt/Machine/Machine.h"

namespace popt {

/// Something that a stream does.
struct StreamWork {
  /// Levels of works that use no links between devices.
  enum : int { kComputes = -1, kHostLink = -2 };
  int stream = 0;        ///< its works run one after the other, in their order
  double seconds = 0;    ///< alone
  int level = kComputes; ///< of the links that it uses
  /// Earlier works, which are done before it begins.
  std::vector<int> after = {};
};

/// Seconds from the begin of the first to the end of the last.
double secondsInStreams(const Machine &machine,
                        const std::vector<StreamWork> &works);

} // namespace popt
#endif // POPT_MACHINE_STREAMS_H
