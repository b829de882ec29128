//===- Faults.h - Counted calls that fail, hang or do nothing -------------===//
#ifndef POPT_RT_FAKE_DRIVER_FAULTS_H
#define POPT_RT_FAKE_DRIVER_FAULTS_H

#include "Config.h"

#include <condition_variable>
#include <mutex>
#include <optional>

namespace popt::fake {

/// The faults of all functions of the tables, by their place: the driver's first,
/// then cuBLASLt's, cuDNN's and NCCL's.
class Faults {
public:
  static constexpr size_t kNone = ~size_t(0);
  /// The place of a name, kNone if it is not in the table.
  static size_t find(const std::string &name);
  static const char *nameOf(size_t function);
  static size_t count();

  void reset(const std::vector<Fault> &faults);
  void add(const Fault &fault);
  /// Counts a call. The code that it returns instead of being done, if any. A
  /// call that hangs waits here, without the lock, until release().
  std::optional<int32_t> enter(size_t function,
                               std::unique_lock<std::mutex> &lock);
  void release();
  uint64_t calls(size_t function) const { return counts[function]; }

private:
  struct Armed {
    size_t function;
    uint64_t at;
    bool hangs;
    int32_t code;
  };
  std::vector<uint64_t> counts;
  std::vector<Armed> armed;
  std::condition_variable released;
  uint64_t releases = 0;
};

} // namespace popt::fake

#endif // POPT_RT_FAKE_DRIVER_FAULTS_H
