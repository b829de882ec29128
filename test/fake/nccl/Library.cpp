//===- Library.cpp - Making and ending communicators ----------------------===//
#include "Library.h"

#include <unistd.h>

namespace popt::fake {
namespace {

/// NCCL finds its ranks over the network; NCCL_SOCKET_IFNAME names interfaces.
bool hasInterface() {
  const char *wanted = std::getenv("NCCL_SOCKET_IFNAME");
  if (!wanted || !*wanted || *wanted == '^')
    return true;
  std::string name = *wanted == '=' ? wanted + 1 : wanted;
  return access(("/sys/class/net/" + name).c_str(), F_OK) == 0;
}

bool isConfig(const NcclConfig *config) {
  return !config || (config->magic == 0xcafebeef && config->size > 0);
}

/// From now on the handle is one.
NcclComm add(const std::shared_ptr<Communicator> &made) {
  Machine &machine = Machine::get();
  auto handle = reinterpret_cast<NcclComm>(made.get());
  made->number = ++machine.numCommunicators;
  machine.communicators[handle] = made;
  return handle;
}

/// Waits for the others if the communicator blocks.
NcclStatus settle(const std::shared_ptr<Communicator> &made) {
  Machine &machine = Machine::get();
  if (!made->isBlocking)
    return kNcclInProgress;
  while (!made->complete() && !made->isAborted)
    if (!machine.step())
      machine.waitForNews();
  return made->error;
}

} // namespace

namespace api {

NcclStatus ncclGetVersion(int *version) {
  *version = Machine::get().config.ncclVersion;
  return kNcclSuccess;
}

NcclStatus ncclGetUniqueId(NcclId *id) {
  if (!id)
    return refuse(kNcclInvalidArgument, "id is null");
  if (!hasInterface())
    return refuse(kNcclSystemError, "Bootstrap : no socket interface found");
  return Clique::create(*id) ? kNcclSuccess
                             : refuse(kNcclSystemError, "no file");
}

NcclStatus ncclCommInitRankConfig(NcclComm *comm, int ranks, NcclId id,
                                  int rank, NcclConfig *config) {
  if (!comm || ranks < 1 || rank < 0 || rank >= ranks || !isConfig(config))
    return refuse(kNcclInvalidArgument, "invalid rank requested");
  if (isInGroup())
    return refuse(kNcclInvalidUsage, "not in the fake: init in a group");
  if (!hasInterface())
    return refuse(kNcclSystemError, "Bootstrap : no socket interface found");
  auto made = std::make_shared<Communicator>();
  made->context = currentContext();
  made->isBlocking = !config || config->blocking != 0;
  if (!made->context)
    return refuse(kNcclUnhandledCudaError, "no context is current");
  if (NcclStatus status = made->join(id, ranks, rank))
    return status;
  *comm = add(made);
  return settle(made);
}

NcclStatus ncclCommSplit(NcclComm comm, int color, int key, NcclComm *part,
                         NcclConfig *config) {
  std::shared_ptr<Communicator> parent = findCommunicator(comm);
  if (!parent || !parent->complete() || !part || color < kNcclNoColor ||
      !isConfig(config))
    return refuse(kNcclInvalidArgument, "comm or color");
  auto made = std::make_shared<Communicator>();
  made->context = parent->context;
  made->isBlocking = config ? config->blocking != 0 : parent->isBlocking;
  // The handle comes when all have split.
  *part = nullptr;
  std::weak_ptr<Communicator> self = made;
  made->splitFrom = {parent->clique,
                     parent->rank,
                     ++parent->collectives,
                     parent->splits++,
                     color,
                     key,
                     [self, part, isPart = color != kNcclNoColor] {
                       if (isPart)
                         *part = add(self.lock());
                     },
                     {}};
  parent->split = made;
  // As NCCL 2.28, which says that of a split in progress, too; what asks the
  // parent for its state learns better.
  NcclStatus status = settle(made);
  return status == kNcclInProgress ? kNcclSuccess : status;
}

/// A handle is the memory's address.
NcclStatus ncclCommRegister(NcclComm comm, void *memory, size_t bytes,
                            void **handle) {
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  auto address = reinterpret_cast<uint64_t>(memory);
  if (!communicator || !communicator->complete() || !memory || !bytes ||
      !handle)
    return refuse(kNcclInvalidArgument, "comm, memory or handle");
  if (!isThere(address, bytes, 1, "NCCL registers"))
    return refuse(kNcclInvalidArgument, "memory that is not there");
  communicator->registered.insert(address);
  *handle = memory;
  return kNcclSuccess;
}

NcclStatus ncclCommDeregister(NcclComm comm, void *handle) {
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  if (!communicator ||
      !communicator->registered.erase(reinterpret_cast<uint64_t>(handle)))
    return refuse(kNcclInvalidArgument, "comm or handle");
  if (!Machine::get().memory.find(reinterpret_cast<uint64_t>(handle)))
    Machine::get().report(nullptr, kSuccess,
                          "memory was freed while NCCL had it registered");
  return kNcclSuccess;
}

NcclStatus ncclCommFinalize(NcclComm comm) {
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  if (!communicator)
    return refuse(kNcclInvalidArgument, "comm is none");
  Machine::get().runUntil(communicator->last);
  return kNcclSuccess;
}

NcclStatus ncclCommDestroy(NcclComm comm) {
  if (NcclStatus status = ncclCommFinalize(comm))
    return status;
  findCommunicator(comm)->leave();
  Machine::get().communicators.erase(comm);
  return kNcclSuccess;
}

NcclStatus ncclCommAbort(NcclComm comm) {
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  if (!communicator)
    return refuse(kNcclInvalidArgument, "comm is none");
  communicator->isAborted = true;
  communicator->leave();
  Machine::get().runUntil(communicator->last);
  Machine::get().communicators.erase(comm);
  return kNcclSuccess;
}

NcclStatus ncclCommGetAsyncError(NcclComm comm, NcclStatus *status) {
  std::shared_ptr<Communicator> communicator = findCommunicator(comm);
  if (!communicator || !status)
    return refuse(kNcclInvalidArgument, "comm is none");
  // Polling sees progress.
  Machine::get().step();
  if (!communicator->complete() ||
      (communicator->delay && communicator->delay--))
    *status = kNcclInProgress;
  else
    *status = communicator->error;
  return kNcclSuccess;
}

} // namespace api
} // namespace popt::fake
