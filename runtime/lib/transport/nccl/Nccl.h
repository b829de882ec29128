//===- Nccl.h - NCCL as a table of functions ------------------------------===//
//
// NVIDIA's library of collectives between GPUs, opened at run time like the driver
// (Driver.h): the declarations are our own, of what NCCL has had since 2.19 (a test
// compares them with nccl.h). Its rules, which differ from transport.h's:
//
//   - Max and min of floats drop NaN and do not order -0 and +0.
//   - Sums are rounded to their type at each hop, in an order of NCCL's choice;
//     all ranks get equal bits.
//   - There are no 16-bit integers, complex numbers or booleans, and no bitwise
//     operations.
//   - Sends and receives are a rendezvous in the order of their streams.
//   - Communicators are made by all their ranks together.
//   - Calls return once the work is in the stream; errors come later
//     (ncclCommGetAsyncError).
//
// POPT_NCCL names another library to open, or says off. Beside a driver that
// POPT_CUDA_DRIVER names, no other library is looked for.
//
// Tests: test/runtime/NcclTest.cpp, test/Execute/Gpu/nccl-header.test.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_NCCL_NCCL_H
#define POPT_RT_LIB_TRANSPORT_NCCL_NCCL_H

#include "../../device/cuda/Driver.h"
#include "../../device/cuda/FunctionTable.h"

namespace popt::rt::cuda {

/// ncclResult_t.
enum NcclStatus : int32_t {
  kNcclSuccess = 0,
  kNcclUnhandledCudaError = 1,
  kNcclSystemError = 2,
  kNcclInternalError = 3,
  kNcclInvalidArgument = 4,
  kNcclInvalidUsage = 5,
  kNcclRemoteError = 6,
  kNcclInProgress = 7, ///< of a communicator that does not block
};

/// ncclDataType_t; only those that every version and build has.
enum NcclType : int32_t {
  kNcclI8 = 0,
  kNcclU8 = 1,
  kNcclI32 = 2,
  kNcclU32 = 3,
  kNcclI64 = 4,
  kNcclU64 = 5,
  kNcclF16 = 6,
  kNcclF32 = 7,
  kNcclF64 = 8,
  kNcclBF16 = 9,
};

/// ncclRedOp_t.
enum NcclReduction : int32_t {
  kNcclSum = 0,
  kNcclProd = 1,
  kNcclMax = 2,
  kNcclMin = 3,
};

struct NcclCommTag;
using NcclComm = NcclCommTag *;

/// ncclUniqueId: what the ranks of a new communicator find each other by.
struct NcclId {
  char bytes[128];
};

/// The value of what a caller leaves to NCCL, INT_MIN.
constexpr int kNcclUnset = -2147483647 - 1;

/// ncclConfig_t as it was in 2.19; later versions append fields, and
/// tell from `size` and `version` that they are not there.
struct NcclConfig {
  size_t size = sizeof(NcclConfig);
  uint32_t magic = 0xcafebeef;
  uint32_t version = 21900;
  int blocking = kNcclUnset; ///< 0: calls return at once, kNcclInProgress
  int clusterSize = kNcclUnset;
  int minBlocks = kNcclUnset;
  int maxBlocks = kNcclUnset;
  const char *network = nullptr;
  int splitShare = kNcclUnset;
};

/// The colour of a rank that gets no communicator by ncclCommSplit.
constexpr int kNcclNoColor = -1;

/// The library's functions: X(name, parameters), each returns an NcclStatus.
/// Counts are of elements.
#define POPT_NCCL_FUNCTIONS(X)                                                 \
  X(ncclGetVersion, (int *version))                                            \
  X(ncclGetUniqueId, (NcclId * id))                                            \
  X(ncclCommInitRankConfig,                                                    \
    (NcclComm * comm, int ranks, NcclId id, int rank, NcclConfig *config))     \
  X(ncclCommSplit,                                                             \
    (NcclComm comm, int color, int key, NcclComm *part, NcclConfig *config))   \
  X(ncclCommFinalize, (NcclComm comm))                                         \
  X(ncclCommDestroy, (NcclComm comm))                                          \
  X(ncclCommAbort, (NcclComm comm))                                            \
  X(ncclCommGetAsyncError, (NcclComm comm, NcclStatus * status))               \
  X(ncclCommRegister,                                                          \
    (NcclComm comm, void *memory, size_t bytes, void **handle))                \
  X(ncclCommDeregister, (NcclComm comm, void *handle))                         \
  X(ncclGroupStart, ())                                                        \
  X(ncclGroupEnd, ())                                                          \
  X(ncclAllReduce, (const void *in, void *out, size_t count, NcclType type,    \
                    NcclReduction reduction, NcclComm comm, Stream stream))    \
  X(ncclReduce,                                                                \
    (const void *in, void *out, size_t count, NcclType type,                   \
     NcclReduction reduction, int root, NcclComm comm, Stream stream))         \
  X(ncclReduceScatter,                                                         \
    (const void *in, void *out, size_t outCount, NcclType type,                \
     NcclReduction reduction, NcclComm comm, Stream stream))                   \
  X(ncclAllGather, (const void *in, void *out, size_t inCount, NcclType type,  \
                    NcclComm comm, Stream stream))                             \
  X(ncclBroadcast, (const void *in, void *out, size_t count, NcclType type,    \
                    int root, NcclComm comm, Stream stream))                   \
  X(ncclSend, (const void *in, size_t count, NcclType type, int peer,          \
               NcclComm comm, Stream stream))                                  \
  X(ncclRecv, (void *out, size_t count, NcclType type, int peer,               \
               NcclComm comm, Stream stream))
/// Those that return something else.
#define POPT_NCCL_QUERIES(X)                                                   \
  X(ncclGetErrorString, (NcclStatus status), const char *)                     \
  X(ncclGetLastError, (NcclComm comm), const char *)

/// The opened library. All functions are there.
struct Nccl {
  using Status = NcclStatus;
  POPT_FUNCTION_TABLE(POPT_NCCL_FUNCTIONS, POPT_NCCL_QUERIES)

  /// Null where there is none, and a sentence that says so and what to do. One for
  /// each library.
  static std::shared_ptr<const Nccl> open(std::string &out_note);

  /// 2.28.9 is 22809; 0 if the library does not say.
  size_t versionNumber() const;

  /// "unhandled system error (2): ...", with what NCCL last had to say.
  std::string describe(NcclStatus status) const;
  /// "NCCL 2.28.9".
  std::string version() const { return versionText(versionNumber()); }
  static std::string versionText(size_t number);
  /// Whether the kernels of a rank begin in the order of its calls, whatever their
  /// communicators and streams: open() asks NCCL for it.
  bool ordersLaunches() const;
};

/// The oldest version that will do, as ncclGetVersion() says it.
constexpr size_t kOldestNccl = 21900;
/// The first in which NCCL_MULTI_RANK_GPU_ENABLE=1 lets ranks share a GPU.
constexpr int kSharesGpus = 23000;
/// The first in which NCCL_LAUNCH_ORDER_IMPLICIT=1 orders launches.
constexpr size_t kOrdersLaunches = 22600;

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_TRANSPORT_NCCL_NCCL_H
