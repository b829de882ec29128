//===- Checker.h - Checks what one work does to memory --------------------===//
#ifndef POPT_RT_FAKE_MEMORY_CHECKER_H
#define POPT_RT_FAKE_MEMORY_CHECKER_H

#include "../driver/Config.h"
#include "../ptx/Block.h"
#include "Memory.h"

#include <set>

namespace popt::fake {

/// The accesses of one kernel launch.
class Checker : public AccessChecker {
public:
  /// `peers` are the devices whose memory the kernel may use besides its own.
  Checker(Memory &memory, Checks checks, uint32_t device,
          const std::set<uint32_t> &peers)
      : memory(memory), checks(checks), device(device), peers(peers) {}

  bool global(const Access &access, Finding &out_finding) override;
  bool shared(const Access &access, Finding &out_finding) override;
  void beginBlock(uint32_t block, uint32_t sharedBytes) override;
  void passBarrier() override;

private:
  /// The thread's access alone.
  bool inBounds(uint64_t address, const Access &access, uint32_t thread,
                Finding &out_finding);

  Memory &memory;
  [[maybe_unused]] Checks checks;
  uint32_t device;
  const std::set<uint32_t> &peers;
  Allocation *last = nullptr;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_MEMORY_CHECKER_H
