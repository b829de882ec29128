//===- WireBytes.cpp - What collectives send ------------------------------===//
//
// Test: test/unit/Machine/MachineTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Layout/WireBytes.h"

#include <cassert>

namespace popt {

/// ceil(bytes * (k - 1) / k) without overflow.
static int64_t allButOne(int64_t bytes, int64_t k) { return bytes - bytes / k; }

int64_t wireBytes(CollectiveKind kind, int64_t k, int64_t bytes) {
  assert(k >= 1 && bytes >= 0 && "a group has members");
  if (k == 1)
    return 0;
  switch (kind) {
  case CollectiveKind::AllReduce: // ceil(2 (k - 1) / k * bytes)
    return 2 * bytes - 2 * bytes / k;
  case CollectiveKind::AllGather:
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
  case CollectiveKind::Gather:
  case CollectiveKind::Scatter:
    return allButOne(bytes, k);
  case CollectiveKind::Permute:
  case CollectiveKind::Broadcast:
  case CollectiveKind::Reduce:
    return bytes;
  case CollectiveKind::Barrier: // programs have none
  case CollectiveKind::Bucket:
    break;
  }
  return 0;
}

int64_t latencies(CollectiveKind kind, int64_t k) {
  if (k == 1)
    return 0;
  if (kind == CollectiveKind::AllReduce)
    return 2 * (k - 1);
  return kind == CollectiveKind::Permute ? 1 : k - 1;
}

} // namespace popt
