//===- Checker.h - Checks what a launch does to memory --------------------===//
#ifndef POPT_RT_FAKE_MEMORY_CHECKER_H
#define POPT_RT_FAKE_MEMORY_CHECKER_H

#include "../driver/Config.h"
#include "Memory.h"
#include "Tracker.h"
#include "Traffic.h"

#include <set>

namespace popt::fake {

/// The accesses of one kernel launch: bounds, then the tracker and traffic.
class Checker : public AccessChecker {
public:
  /// `peers` are the devices whose memory the kernel may use besides its own.
  /// `tracker` is null where only bounds are checked, `traffic` where nothing
  /// counts it.
  Checker(Memory &memory, Tracker *tracker, Traffic *traffic, uint32_t device,
          const std::set<uint32_t> &peers)
      : memory(memory), tracker(tracker), traffic(traffic), device(device),
        peers(peers) {}

  bool global(const Access &access, Finding &out_finding) override;
  bool shared(const Access &access, Finding &out_finding) override;
  void beginBlock(uint32_t block, uint32_t sharedBytes) override;
  void passBarrier() override;

private:
  /// The thread's access alone.
  bool inBounds(uint64_t address, const Access &access, uint32_t thread,
                Finding &out_finding);

  Memory &memory;
  Tracker *tracker;
  Traffic *traffic;
  uint32_t device;
  const std::set<uint32_t> &peers;
  Allocation *last = nullptr;
  Shadow sharedShadow;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_CHECKER_H
