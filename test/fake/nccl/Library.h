//===- Library.h - NCCL's functions ---------------------------------------===//
//
// Declared from the table of runtime/lib/transport/nccl/Nccl.h, so a signature that differs
// does not compile. Called with the machine's lock held, after faults were looked
// at.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_NCCL_LIBRARY_H
#define POPT_RT_FAKE_NCCL_LIBRARY_H

#include "../driver/LibraryWork.h"

namespace popt::fake {

/// A call that the thread has made since its ncclGroupStart, or by itself.
struct QueuedCall {
  std::shared_ptr<Communicator> communicator;
  StreamObject *stream;
  CallPart part;
};

/// Puts the call into its stream, or into the thread's group.
NcclStatus queue(QueuedCall call);
/// Whether the thread is between ncclGroupStart and ncclGroupEnd.
bool isInGroup();
/// Keeps what NCCL has to say.
NcclStatus refuse(NcclStatus status, const std::string &text);
std::shared_ptr<Communicator> findCommunicator(NcclComm handle);

namespace api {
#define POPT_DECLARE(name, parameters) NcclStatus name parameters;
POPT_NCCL_FUNCTIONS(POPT_DECLARE)
#undef POPT_DECLARE
} // namespace api
} // namespace popt::fake

#endif // POPT_RT_FAKE_NCCL_LIBRARY_H
