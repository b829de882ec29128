//===- Host.h - The machine or container of this process --------*- C++ -*-===//
#ifndef POPT_RT_LIB_SYSTEM_HOST_H
#define POPT_RT_LIB_SYSTEM_HOST_H

#include <string>

namespace popt::rt {

/// A host, as this process sees it. Processes with equal `id` can share memory,
/// reach each other over sockets that have no address, and know each other's
/// numbers: so containers of one machine are hosts of their own, unless they
/// share their network and their processes.
struct Host {
  std::string id, name;
};
Host thisHost();

} // namespace popt::rt
#endif // POPT_RT_LIB_SYSTEM_HOST_H
