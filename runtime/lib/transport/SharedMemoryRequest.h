//===- SharedMemoryRequest.h - A started send or receive --------*- C++ -*-===//

#ifndef POPT_RT_LIB_TRANSPORT_SHAREDMEMORYREQUEST_H
#define POPT_RT_LIB_TRANSPORT_SHAREDMEMORYREQUEST_H

#include "SharedMemoryTransport.h"

namespace popt::rt {

/// Belongs to its group, which reuses it after wait().
class SharedMemoryRequest : public popt_rt_request {
public:
  explicit SharedMemoryRequest(SharedMemoryGroup &group) : group(group) {}
  popt_rt_status wait() override;
  popt_rt_status test(bool &done) override;

  SharedMemoryGroup &group;
  Transfer *transfer = nullptr;
  uint32_t round = 0; ///< done when the entry is past it
  bool isSend = false;
  int32_t peer = 0;
  popt_rt_op op{};
  char opName[96] = {};
  /// A copy of the user's buffer where the peer cannot reach that.
  void *copy = nullptr;
  void *buffer = nullptr;
  int64_t bytes = 0;
  /// On a stream: where it was when the transfer began, and where the copy is
  /// done.
  StreamPoint ready, done;
};

} // namespace popt::rt

#endif
