//===- LibraryCall.cpp - Operations that a library carries out ------------===//
//
// Tests: CublasLtTest, CudnnTest.
//
//===----------------------------------------------------------------------===//
#include "LibraryCall.h"
#include "../Device.h"
#include "Tuning.h"
#include <utility>

using namespace popt::rt;
using namespace popt::rt::cuda;

/// An algorithm is of one version of the library and was fast on one device.
static popt_rt_status checkTuned(const popt_rt_library_call &call,
                                 const std::string &here) {
  if (here == call.tuned_for)
    return POPT_RT_OK;
  return fail(POPT_RT_UNSUPPORTED,
              std::string("the program's choices of algorithms (--tuned) were "
                          "measured on ") +
                  call.tuned_for + ", but this is " + here +
                  ": measure here with popt-run --tune, or compile without "
                  "--tuned");
}

popt_rt_status LibraryCalls::choose(const popt_rt_library_call &call,
                                    const std::string &here,
                                    std::shared_ptr<LibraryCall> &library) {
  if (call.algorithm_bytes > 0 && !tuning)
    return library->use(call.algorithm, call.algorithm_bytes);
  if (popt_rt_status status = library->propose(tuning ? kMostMeasured : 1))
    return status;
  if (library->numProposals() == 0) {
    library.reset();
    return POPT_RT_OK;
  }
  library->use(0);
  return tuning ? tuning->measure(gpu, here, call.name, *library) : POPT_RT_OK;
}

popt_rt_status LibraryCalls::find(const popt_rt_library_call &call,
                                  const Maker &make,
                                  std::shared_ptr<const LibraryCall> &out) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!std::exchange(isOpened, true))
    if (popt_rt_status status = open(version, text))
      return status;
  if (version.empty())
    return POPT_RT_OK;
  // What choices hold for.
  std::string here = gpu.deviceName() + ", " + version;
  if (call.algorithm_bytes > 0 && !tuning)
    if (popt_rt_status status = checkTuned(call, here))
      return status;
  auto [known, isNew] = made.try_emplace(call.name);
  if (isNew) {
    std::shared_ptr<LibraryCall> library;
    popt_rt_status status = make(library);
    if (status == POPT_RT_OK && library)
      status = choose(call, here, library);
    if (status != POPT_RT_OK) {
      made.erase(known);
      return status;
    }
    known->second = std::move(library);
  }
  out = known->second;
  return POPT_RT_OK;
}
