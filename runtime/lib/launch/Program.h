//===- Program.h - What the C API of programs is made of --------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_PROGRAM_H
#define POPT_RT_LIB_LAUNCH_PROGRAM_H

#include "Callable.h"
#include <new>

/// A callable program, and its tensors as C sees them.
struct popt_rt_program {
  std::unique_ptr<popt::rt::Callable> callable;
  std::vector<std::string> argumentLayouts, resultLayouts;
};

namespace popt::rt {

/// Runs `body`; C knows no exceptions.
template <typename Body> popt_rt_status guarded(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return failCall(POPT_RT_OUT_OF_MEMORY, "out of memory");
  }
}

/// The same of a call that says why it fails.
template <typename Call> popt_rt_status answered(Call call) {
  return guarded([&] {
    std::string error;
    popt_rt_status status = call(error);
    return status == POPT_RT_OK ? status : failCall(status, error);
  });
}

} // namespace popt::rt

#endif // POPT_RT_LIB_LAUNCH_PROGRAM_H
