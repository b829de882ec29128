//===- Api.cpp - What the library exports of NCCL -------------------------===//
#include "../driver/LibraryApi.h"
#include "Library.h"

using namespace popt::fake;

#define POPT_ENTRY(...) POPT_LIBRARY_ENTRY(NcclStatus, __VA_ARGS__)

POPT_ENTRY(ncclGetVersion, (int *version), version)
POPT_ENTRY(ncclGetUniqueId, (NcclId * id), id)
POPT_ENTRY(ncclCommInitRankConfig,
           (NcclComm * comm, int ranks, NcclId id, int rank,
            NcclConfig *config),
           comm, ranks, id, rank, config)
POPT_ENTRY(ncclCommSplit,
           (NcclComm comm, int color, int key, NcclComm *part,
            NcclConfig *config),
           comm, color, key, part, config)
POPT_ENTRY(ncclCommFinalize, (NcclComm comm), comm)
POPT_ENTRY(ncclCommDestroy, (NcclComm comm), comm)
POPT_ENTRY(ncclCommAbort, (NcclComm comm), comm)
POPT_ENTRY(ncclCommGetAsyncError, (NcclComm comm, NcclStatus *status), comm,
           status)
POPT_ENTRY(ncclCommRegister,
           (NcclComm comm, void *memory, size_t bytes, void **handle), comm,
           memory, bytes, handle)
POPT_ENTRY(ncclCommDeregister, (NcclComm comm, void *handle), comm, handle)
POPT_ENTRY(ncclGroupStart, ())
POPT_ENTRY(ncclGroupEnd, ())
POPT_ENTRY(ncclAllReduce,
           (const void *in, void *out, size_t count, NcclType type,
            NcclReduction reduction, NcclComm comm, Stream stream),
           in, out, count, type, reduction, comm, stream)
POPT_ENTRY(ncclReduce,
           (const void *in, void *out, size_t count, NcclType type,
            NcclReduction reduction, int root, NcclComm comm, Stream stream),
           in, out, count, type, reduction, root, comm, stream)
POPT_ENTRY(ncclReduceScatter,
           (const void *in, void *out, size_t outCount, NcclType type,
            NcclReduction reduction, NcclComm comm, Stream stream),
           in, out, outCount, type, reduction, comm, stream)
POPT_ENTRY(ncclAllGather,
           (const void *in, void *out, size_t inCount, NcclType type,
            NcclComm comm, Stream stream),
           in, out, inCount, type, comm, stream)
POPT_ENTRY(ncclBroadcast,
           (const void *in, void *out, size_t count, NcclType type, int root,
            NcclComm comm, Stream stream),
           in, out, count, type, root, comm, stream)
POPT_ENTRY(ncclSend,
           (const void *in, size_t count, NcclType type, int peer,
            NcclComm comm, Stream stream),
           in, count, type, peer, comm, stream)
POPT_ENTRY(ncclRecv,
           (void *out, size_t count, NcclType type, int peer, NcclComm comm,
            Stream stream),
           out, count, type, peer, comm, stream)

POPT_EXPORT const char *ncclGetErrorString(NcclStatus status) {
  return nameOf<NcclStatus>(
      status,
      {{kNcclSuccess, "no error"},
       {kNcclUnhandledCudaError, "unhandled cuda error"},
       {kNcclSystemError, "unhandled system error"},
       {kNcclInternalError, "internal error"},
       {kNcclInvalidArgument, "invalid argument"},
       {kNcclInvalidUsage, "invalid usage"},
       {kNcclRemoteError, "remote process exited or there was a network error"},
       {kNcclInProgress, "NCCL operation in progress"}},
      "unknown result code");
}

POPT_EXPORT const char *ncclGetLastError(NcclComm) {
  static thread_local std::string text;
  Machine &machine = Machine::get();
  std::unique_lock<std::mutex> lock(machine.mutex);
  text = machine.ncclError;
  return text.c_str();
}
