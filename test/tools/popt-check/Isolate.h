//===- Isolate.h - Many small tests in processes of their own -------------===//
//
// Workers are forks of this process that take numbers from a common counter. A
// worker that dies or gets stuck costs one item: it is reported as a crash or a
// hang of that item, and a new worker goes on with the next one.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_CHECK_ISOLATE_H
#define POPT_CHECK_ISOLATE_H

#include <cstdint>
#include <functional>
#include <string>

namespace popt::check {

/// What became of one item.
struct Outcome {
  /// Nearer: not what is expected, but nearer to the exact value.
  enum Kind : uint32_t { Right, Nearer, Wrong, Refused, Crash, Hang };
  Kind kind = Right;
  std::string message;
};
const char *name(Outcome::Kind kind);

/// How many workers run, and how long.
struct IsolateOptions {
  unsigned jobs = 1;
  double limitSeconds = 60; ///< per item
  /// A worker starts anew after so many items: leaks stay small.
  uint64_t itemsPerWorker = 2000;
  uint64_t memoryBytes = 0; ///< address space of a worker; 0: no limit
};

/// Makes, in a new process, the function that runs items there.
using WorkerFactory = std::function<std::function<Outcome(uint64_t)>()>;

/// Runs items [begin, end). `failed` is called here for everything that is not
/// right, `progress` now and then with the number of items done.
void runIsolated(uint64_t begin, uint64_t end, const IsolateOptions &options,
                 const WorkerFactory &factory,
                 const std::function<void(uint64_t, const Outcome &)> &failed,
                 const std::function<void(uint64_t)> &progress);

/// Runs one item in a process of its own.
Outcome runOnce(const std::function<Outcome()> &item,
                const IsolateOptions &options);

} // namespace popt::check
#endif // POPT_CHECK_ISOLATE_H
