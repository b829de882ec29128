// Compiles where the declarations of Nccl.h are those of the nccl.h at hand: types
// of all functions, values of all enumerators, the fields of the configuration.
#include "transport/nccl/Nccl.h"
#include <nccl.h>
#include <type_traits>

namespace ours = popt::rt::cuda;

/// The type of NCCL's that means the same as one of ours.
template <typename Ours> struct Theirs {
  using type = Ours;
};
template <typename Ours> struct Theirs<Ours *> {
  using type = typename Theirs<Ours>::type *;
};
template <typename Returned, typename... Parameters>
struct Theirs<Returned(Parameters...)> {
  using type =
      typename Theirs<Returned>::type(typename Theirs<Parameters>::type...);
};
#define POPT_MEANS(Ours, Same)                                                 \
  template <> struct Theirs<ours::Ours> {                                      \
    using type = Same;                                                         \
  };
POPT_MEANS(NcclStatus, ncclResult_t)
POPT_MEANS(NcclType, ncclDataType_t)
POPT_MEANS(NcclReduction, ncclRedOp_t)
POPT_MEANS(NcclCommTag, ncclComm)
POPT_MEANS(NcclId, ncclUniqueId)
POPT_MEANS(NcclConfig, ncclConfig_t)
POPT_MEANS(StreamTag, CUstream_st)

using ours::NcclComm;
using ours::NcclConfig;
using ours::NcclId;
using ours::NcclReduction;
using ours::NcclStatus;
using ours::NcclType;
using ours::Stream;
#define POPT_COMPARE(name, parameters)                                         \
  static_assert(                                                               \
      std::is_same_v<Theirs<NcclStatus parameters>::type, decltype(::name)>,   \
      #name);
POPT_NCCL_FUNCTIONS(POPT_COMPARE)
#define POPT_COMPARE_QUERY(name, parameters, returned)                         \
  static_assert(                                                               \
      std::is_same_v<Theirs<returned parameters>::type, decltype(::name)>,     \
      #name);
POPT_NCCL_QUERIES(POPT_COMPARE_QUERY)

#define POPT_EQUAL(mine, its) static_assert(int(ours::mine) == int(its), #its);
POPT_EQUAL(kNcclSuccess, ncclSuccess)
POPT_EQUAL(kNcclUnhandledCudaError, ncclUnhandledCudaError)
POPT_EQUAL(kNcclSystemError, ncclSystemError)
POPT_EQUAL(kNcclInternalError, ncclInternalError)
POPT_EQUAL(kNcclInvalidArgument, ncclInvalidArgument)
POPT_EQUAL(kNcclInvalidUsage, ncclInvalidUsage)
POPT_EQUAL(kNcclRemoteError, ncclRemoteError)
POPT_EQUAL(kNcclInProgress, ncclInProgress)
POPT_EQUAL(kNcclI8, ncclInt8)
POPT_EQUAL(kNcclU8, ncclUint8)
POPT_EQUAL(kNcclI32, ncclInt32)
POPT_EQUAL(kNcclU32, ncclUint32)
POPT_EQUAL(kNcclI64, ncclInt64)
POPT_EQUAL(kNcclU64, ncclUint64)
POPT_EQUAL(kNcclF16, ncclFloat16)
POPT_EQUAL(kNcclF32, ncclFloat32)
POPT_EQUAL(kNcclF64, ncclFloat64)
POPT_EQUAL(kNcclBF16, ncclBfloat16)
POPT_EQUAL(kNcclSum, ncclSum)
POPT_EQUAL(kNcclProd, ncclProd)
POPT_EQUAL(kNcclMax, ncclMax)
POPT_EQUAL(kNcclMin, ncclMin)
POPT_EQUAL(kNcclNoColor, NCCL_SPLIT_NOCOLOR)
POPT_EQUAL(kNcclUnset, NCCL_CONFIG_UNDEF_INT)
static_assert(ours::kOldestNccl <= NCCL_VERSION_CODE,
              "older than what popt takes");

static_assert(sizeof(NcclId) == sizeof(ncclUniqueId), "ncclUniqueId");
#define POPT_SAME_PLACE(mine, its)                                             \
  static_assert(offsetof(NcclConfig, mine) == offsetof(ncclConfig_t, its),     \
                #its);
POPT_SAME_PLACE(size, size)
POPT_SAME_PLACE(magic, magic)
POPT_SAME_PLACE(version, version)
POPT_SAME_PLACE(blocking, blocking)
POPT_SAME_PLACE(clusterSize, cgaClusterSize)
POPT_SAME_PLACE(minBlocks, minCTAs)
POPT_SAME_PLACE(maxBlocks, maxCTAs)
POPT_SAME_PLACE(network, netName)
POPT_SAME_PLACE(splitShare, splitShare)
// That much NCCL reads.
static_assert(sizeof(NcclConfig) <= sizeof(ncclConfig_t), "ncclConfig_t");
constexpr ncclConfig_t newest = NCCL_CONFIG_INITIALIZER;
static_assert(NcclConfig().magic == newest.magic, "magic");
static_assert(NcclConfig().version <= newest.version, "version");
