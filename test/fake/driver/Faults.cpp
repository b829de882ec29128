//===- Faults.cpp ---------------------------------------------------------===//

#include "Faults.h"
#include "../../../runtime/lib/device/cuda/CublasLt.h"
#include "../../../runtime/lib/device/cuda/Cudnn.h"
#include "../../../runtime/lib/transport/nccl/Nccl.h"

namespace popt::fake {

static const char *const names[] = {
#define POPT_NAME(name, parameters) #name,
    POPT_CUDA_DRIVER_FUNCTIONS(POPT_NAME) POPT_CUBLASLT_FUNCTIONS(POPT_NAME)
        POPT_CUDNN_FUNCTIONS(POPT_NAME) POPT_NCCL_FUNCTIONS(POPT_NAME)
#undef POPT_NAME
};

size_t Faults::count() { return sizeof(names) / sizeof(names[0]); }

const char *Faults::nameOf(size_t function) {
  return function < count() ? names[function] : nullptr;
}

size_t Faults::find(const std::string &name) {
  for (size_t i = 0; i < count(); ++i)
    if (name == names[i])
      return i;
  return kNone;
}

void Faults::reset(const std::vector<Fault> &faults) {
  counts.assign(count(), 0);
  armed.clear();
  release();
  for (const Fault &fault : faults)
    add(fault);
}

void Faults::add(const Fault &fault) {
  size_t function = find(fault.name);
  armed.push_back(
      {function, counts[function] + fault.call, fault.hangs, fault.code});
}

std::optional<int32_t> Faults::enter(size_t function,
                                     std::unique_lock<std::mutex> &lock) {
  uint64_t call = ++counts[function];
  for (const Armed &fault : armed) {
    if (fault.function != function || fault.at != call)
      continue;
    if (!fault.hangs)
      return fault.code;
    uint64_t before = releases;
    released.wait(lock, [&] { return releases != before; });
    break;
  }
  return std::nullopt;
}

void Faults::release() {
  ++releases;
  released.notify_all();
}

} // namespace popt::fake
