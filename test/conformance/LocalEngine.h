//===- LocalEngine.h - Messages between the threads of a process -*- C++ -*-===//
//
// Queues instead of a network: for tests, which may say that ranks of one
// process lie on several hosts, and have messages of different senders and tags
// arrive in any order. Data is copied when it is sent, so a buffer is only ever
// touched by its own rank.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_CONFORMANCE_LOCALENGINE_H
#define POPT_RT_CONFORMANCE_LOCALENGINE_H

#include "../../runtime/lib/transport/messages/Engine.h"

#include <functional>
#include <memory>

namespace popt::rt {

struct LocalOptions {
  /// Not 0: what has come is found at the first look or later, at random.
  uint64_t seed = 0;
  /// Messages after which the engine of rank 0 fails; -1: never.
  int64_t failsAfter = -1;
  /// Told of every message, by the sender's thread.
  std::function<void(int32_t source, int32_t target, int64_t bytes)> observe;
};

/// Connected engines of ranks 0 to size - 1.
std::vector<std::unique_ptr<Engine>> makeLocalEngines(int32_t size,
                                                      LocalOptions options);

} // namespace popt::rt

#endif
