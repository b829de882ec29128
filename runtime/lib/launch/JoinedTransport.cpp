//===- JoinedTransport.cpp - The transport of a started rank --------------===//
//
// Ranks of one host share memory, however they were told to communicate: that is
// several times as fast as any message. Between hosts it is messages. Tests:
// test/Execute/mpi.test, test/Execute/torchrun.test.
//
//===----------------------------------------------------------------------===//
#include "JoinedTransport.h"
#include "../transport/Segment.h"
#include "../transport/messages/MessageTransport.h"
#include "../transport/messages/MpiEngine.h"
#include "popt-rt/transport_threads.h"
#include <algorithm>
#include <cstdlib>

using namespace popt::rt;

bool popt::rt::pretendedHosts(const Environment &environment, int64_t ranks,
                              std::vector<int32_t> &out_hostOfRank,
                              std::string &out_error) {
  std::string text = environment("POPT_HOSTS");
  out_hostOfRank.assign(static_cast<size_t>(ranks), 0);
  if (text.empty())
    return true;
  std::vector<int32_t> hosts;
  const char *at = text.c_str();
  for (char *end = nullptr;; at = end + 1) {
    long host = std::strtol(at, &end, 10);
    if (end == at || host < 0 || host > INT32_MAX)
      break;
    hosts.push_back(static_cast<int32_t>(host));
    if (*end == '\0' && static_cast<int64_t>(hosts.size()) == ranks) {
      out_hostOfRank = std::move(hosts);
      return true;
    }
    if (*end != ',')
      break;
  }
  out_error = "POPT_HOSTS is \"" + text + "\", and should be " +
              std::to_string(ranks) +
              " numbers, the host of each rank: 0,0,1,1 for example";
  return false;
}

bool popt::rt::usesMpi(const Options &options, const Placement &placement,
                       bool isForGpu) {
  if (options.transport == "mpi" || options.transport == "tcp")
    return options.transport == "mpi";
  return !isForGpu && placement.hasMpi();
}

/// Null and a message if that fails.
static std::unique_ptr<Engine> makeEngine(std::shared_ptr<MpiLibrary> mpi,
                                          std::optional<TcpPlace> tcp,
                                          int32_t rank, int32_t ranks,
                                          std::string &out_error) {
  if (mpi)
    return makeMpiEngine(std::move(mpi), rank, ranks, out_error);
  return makeTcpEngine(std::move(tcp->listener), std::move(tcp->run), rank,
                       std::move(tcp->addresses));
}

bool popt::rt::connectRank(const Options &options,
                           const std::shared_ptr<Segment> &segment, int file,
                           int32_t rank, std::vector<int32_t> hostOfRank,
                           std::optional<TcpPlace> tcp,
                           popt_rt_transport *&out_transport,
                           std::string &out_error) {
  bool isOneHost =
      std::all_of(hostOfRank.begin(), hostOfRank.end(),
                  [&](int32_t host) { return host == hostOfRank.front(); });
  out_transport = nullptr;
  if (!isOneHost && options.transport == "threads") {
    out_error = "--transport threads: the ranks are on several hosts, which "
                "share no memory: leave the flag out";
    return false;
  }
  std::shared_ptr<MpiLibrary> mpi;
  if ((!isOneHost && !tcp) || options.transport == "mpi") {
    mpi = openMpi(out_error);
    if (!mpi)
      return false;
  }
  if (isOneHost) {
    popt_rt_threads_options threads = {};
    threads.timeout_seconds = options.timeout;
    (void)popt_rt_threads_attach(file, rank, &threads, &out_transport);
  } else {
    auto ranks = static_cast<int32_t>(hostOfRank.size());
    std::unique_ptr<Engine> engine =
        makeEngine(std::move(mpi), std::move(tcp), rank, ranks, out_error);
    if (!engine)
      return false;
    out_transport = makeMessageTransport(segment, rank, std::move(hostOfRank),
                                         std::move(engine), options.timeout)
                        .release();
  }
  if (!out_transport)
    out_error = "cannot reach the memory of the other ranks";
  return out_transport != nullptr;
}
