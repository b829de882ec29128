//===- FaultHooks.h - Commands that tests make go wrong ---------*- C++ -*-===//
#ifndef POPT_RT_LIB_EXEC_FAULTHOOKS_H
#define POPT_RT_LIB_EXEC_FAULTHOOKS_H

#include "popt-rt/step_table.h"
#include <functional>

namespace popt::rt {

/// What POPT_FAULT asks for of commands: to skip, swap, slow or stop at them.
class FaultHooks {
public:
  FaultHooks();
  bool isOn() const { return hasFaults; }

  /// The commands from `index` to below `next`, which run as one, of a step.
  struct Place {
    int64_t step = 0;
    int32_t next = 0, end = 0; ///< of the bucket, and of the body
    bool computes = false;     ///< they are work of the rank's own
  };
  /// Calls `run` as the faults say. `index` is then the last command that is done.
  /// `begins` is called before a fault takes effect.
  bool run(int32_t &index, const Place &place,
           const std::function<void()> &begins,
           const std::function<bool(int32_t index)> &run) const;

private:
  const bool hasFaults;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_EXEC_FAULTHOOKS_H
