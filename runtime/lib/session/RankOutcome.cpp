//===- RankOutcome.cpp - What became of a rank's work ---------------------===//
//
// Tests: RunTest, CallableTest, ProcessesTest.
//
//===----------------------------------------------------------------------===//
#include "RankOutcome.h"
#include <new>

using namespace popt::rt;

RankOutcome
popt::rt::runGuarded(popt_rt_transport *transport,
                     const std::function<bool(std::string &error)> &work) {
  std::string error;
  try {
    if (work(error))
      return {};
  } catch (const std::bad_alloc &) {
    error = "out of memory";
  }
  if (error.empty())
    error = "failed";
  RankOutcome outcome;
  outcome.isCause = popt_rt_transport_health(transport) == POPT_RT_OK;
  std::string name =
      "rank " + std::to_string(popt_rt_transport_rank(transport)) + ": ";
  // Transports say it themselves of what no call reports.
  bool isNamed = error.compare(0, name.size(), name) == 0;
  outcome.error = isNamed ? error : name + error;
  popt_rt_transport_abort(transport, error.c_str());
  return outcome;
}

std::string popt::rt::firstFailure(const std::vector<RankOutcome> &outcomes) {
  for (bool cause : {true, false})
    for (const RankOutcome &outcome : outcomes)
      if (!outcome.error.empty() && outcome.isCause == cause)
        return outcome.error;
  return "";
}
