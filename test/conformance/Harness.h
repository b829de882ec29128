//===- Harness.h - Running a test body on every rank ------------*- C++ -*-===//
//
// A test is a function that runs on each rank and returns what went wrong, ""
// if nothing did; so the same test runs on ranks that are threads or processes.
// A new transport adds one `World` to worlds() and every test below runs on it.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_CONFORMANCE_HARNESS_H
#define POPT_RT_CONFORMANCE_HARNESS_H

#include "popt-rt/transport.h"

#include "gtest/gtest.h"
#include <functional>
#include <string>
#include <vector>

namespace popt::rt::conformance {

using Body = std::function<std::string(popt_rt_transport *transport)>;

/// What became of one rank.
struct Outcome {
  std::string error;
  bool killed = false;
};

/// A way to make ranks.
struct World {
  std::string name;
  /// Runs `body` on `size` ranks and destroys their transports.
  std::function<std::vector<Outcome>(int32_t size, double timeoutSeconds,
                                     const Body &body)>
      run;
  /// Ranks are processes, which can be killed.
  bool processes = false;
  /// Floating sums are in member order.
  bool ordersSums = true;
  /// What differs in members' calls shows even if all of them can go on.
  bool comparesCalls = true;
  /// Members wait for each other when they make a group, and calls of one stream
  /// in its order.
  bool streamsMeet = false;
  /// Interprets kernels in processes: of the suites that take long only long runs
  /// (POPT_LONG) have it.
  bool isSlow = false;
};

const std::vector<World> &worlds();
/// Those for a suite that takes long.
std::vector<World> quickWorlds();

/// Runs `body` and expects "" from every rank.
void expectAll(const World &world, int32_t size, const Body &body,
               double timeoutSeconds = 60);

/// The group of all ranks, or of `ranks`; null with a test failure in `error`.
popt_rt_group *makeGroup(popt_rt_transport *transport,
                         std::vector<int32_t> ranks, std::string &error,
                         int32_t channel = 0);
/// Null, which every call refuses, if it cannot be made.
popt_rt_group *groupOfAll(popt_rt_transport *transport);

void pause(int milliseconds);
/// Waits, without communicating, until the transport has ended.
void awaitEnd(popt_rt_transport *transport);

std::string describe(popt_rt_transport *transport, const char *call,
                     popt_rt_status status);

/// "" if the call had the wanted status and the message holds all `texts`.
std::string expectStatus(popt_rt_transport *transport, popt_rt_status got,
                         popt_rt_status wanted,
                         const std::vector<std::string> &texts);

/// All tests run once per world.
class WorldTest : public testing::TestWithParam<World> {};

#define POPT_RT_FOR_WORLDS(Suite, worlds)                                      \
  INSTANTIATE_TEST_SUITE_P(All, Suite, testing::ValuesIn(worlds),              \
                           [](const testing::TestParamInfo<World> &info) {     \
                             return info.param.name;                           \
                           })
#define POPT_RT_FOR_ALL_WORLDS(Suite) POPT_RT_FOR_WORLDS(Suite, worlds())
#define POPT_RT_FOR_QUICK_WORLDS(Suite) POPT_RT_FOR_WORLDS(Suite, quickWorlds())

/// In a body: leaves it if the call fails.
#define POPT_RT_TRY(transport, call)                                           \
  do {                                                                         \
    if (popt_rt_status tryStatus = (call))                                     \
      return describe(transport, #call, tryStatus);                            \
  } while (false)

} // namespace popt::rt::conformance

#endif
