//===- NcclPlan.h - A collective as calls of NCCL and kernels of ours -----===//
//
// NCCL's own reductions are used where they give what transport.h promises, or
// where only the order of a sum differs and the user has not asked for that of
// the members:
//
//   sum, prod, max, min of integers of 8, 32, 64 bits     NCCL's, exact
//   i1: or and max as max, and and min as min, of bytes   NCCL's, exact
//   sum, prod of f32, f64; sum of complex numbers as of their parts
//                                                         NCCL's order, or ours
//   all else: max and min of floats (NCCL drops NaN and does not order zeros),
//   f16, bf16, f8 (rounded at each hop), integers of 16 bits, bitwise monoids,
//   products of complex numbers, slices of uneven length  ours
//
// Ours is three phases, which all collectives fit in:
//
//   first   NCCL moves bytes: member m gets all members' m-th pieces
//   reduce  our kernel combines the pieces in member order, into the result
//   second  NCCL moves the results to the members that need them
//
// It sends the bytes of a ring. What is small goes to all members whole, in one
// move, and each reduces everything.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_NCCL_NCCLPLAN_H
#define POPT_RT_LIB_TRANSPORT_NCCL_NCCLPLAN_H

#include "../Transport.h"
#include "Nccl.h"

namespace popt::rt::cuda {

/// One call of NCCL.
struct NcclCall {
  enum class Kind : uint8_t {
    AllReduce,
    Reduce,
    ReduceScatter,
    AllGather,
    Broadcast,
    Send,
    Receive,
  } kind;
  const void *in = nullptr;
  void *out = nullptr;
  int64_t count = 0; ///< elements, as NCCL counts them
  NcclType type = kNcclI8;
  NcclReduction reduction = kNcclSum;
  int32_t peer = 0; ///< of transfers, or the root
};

/// Steps of one or several collectives of a member, in the order of the fields.
struct NcclPlan {
  struct Copy {
    void *to;
    const void *from;
    int64_t bytes;
  };
  struct Fill {
    void *to;
    const void *element; ///< null: zeros
    int64_t size, count;
  };
  struct Reduction {
    popt_rt_monoid monoid;
    popt_rt_element_type type;
    std::vector<const void *> sources;
    void *target;
    int64_t count;
  };
  std::vector<Copy> copies;
  std::vector<Fill> fills;
  std::vector<NcclCall> first;
  std::vector<Reduction> reductions;
  std::vector<NcclCall> second;
  int64_t staged = 0; ///< bytes of `staging` that are used
};

/// Adds what member `member` of `size` does for the collective. `staging`: memory
/// of its own; with null only the size that it needs is right.
void planCollective(const Collective &c, int32_t member, int32_t size,
                    bool isDeterministic, char *staging, NcclPlan &plan);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_TRANSPORT_NCCL_NCCLPLAN_H
