//===- MpiEngine.h - Messages by MPI ----------------------------*- C++ -*-===//
//
// Point to point only: the sums are popt's, in member order. MPI is opened at
// run time through a shim (runtime/mpi/popt_mpi.h).
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TRANSPORT_MESSAGES_MPIENGINE_H
#define POPT_RT_LIB_TRANSPORT_MESSAGES_MPIENGINE_H

#include "Engine.h"

#include <memory>

struct popt_mpi;

namespace popt::rt {

/// The shim, opened, for as long as it is held: the last one to let go
/// ends MPI, if all has gone well.
class MpiLibrary {
public:
  explicit MpiLibrary(const popt_mpi &calls) : calls(calls) {}
  ~MpiLibrary();

  const popt_mpi &calls;
  bool isStarted = false;
  /// After a failure the others may not take part in ending MPI any more.
  bool hasFailed = false;
};

/// Opens the shim that POPT_MPI names, else the one that was installed with this
/// program. Null and what to do if there is none, or it is not ours.
std::shared_ptr<MpiLibrary> openMpi(std::string &out_error);

/// Starts MPI, at the same time on all `size` processes. Null and what to do if
/// MPI sees another rank, or another number of them.
std::unique_ptr<Engine> makeMpiEngine(std::shared_ptr<MpiLibrary> library,
                                      int32_t rank, int32_t size,
                                      std::string &out_error);

} // namespace popt::rt

#endif
