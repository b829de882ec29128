//===- CpuDevice.h - The CPU as a device ----------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CPU_CPUDEVICE_H
#define POPT_RT_LIB_DEVICE_CPU_CPUDEVICE_H

#include "../Device.h"
#include "Compute.h"
#include "popt-rt/transport.h"
#include <functional>
#include <map>
#include <mutex>
#include <vector>

namespace popt::rt {

/// Products and convolutions of the ranks of one process, each prepared once.
class ComputeCache {
public:
  using Make = std::function<std::unique_ptr<Compute>(std::string &out_error)>;
  /// What was made under this key, or what `make` makes now. Null and a message
  /// if it can't. The numbers say all that `make` depends on.
  std::shared_ptr<const Compute> find(const std::vector<int64_t> &key,
                                      const Make &make, std::string &out_error);

private:
  std::mutex mutex;
  std::map<std::vector<int64_t>, std::shared_ptr<const Compute>> computes;
};

/// Everything is done when its call returns.
class CpuDevice : public popt_rt_device {
public:
  CpuDevice(std::shared_ptr<ComputeCache> computes,
            popt_rt_transport *transport)
      : computes(std::move(computes)), transport(transport) {}
  ~CpuDevice() override;

  const char *name() const override { return "cpu"; }
  const char *note() const override;

  popt_rt_status allocate(popt_rt_memory kind, size_t bytes,
                          void *&memory) override;
  void free(void *memory) override;
  void keepHostMemoryIn(const char *folder) { hostFolder = folder; }
  popt_rt_status constants(const void *data, size_t bytes,
                           void *&memory) override;
  void *hostAddress(void *memory) override { return memory; }

  popt_rt_status open(int32_t, int32_t) override;
  void *stream(int32_t) override { return nullptr; }
  popt_rt_status record(int32_t, int32_t) override { return POPT_RT_OK; }
  popt_rt_status wait(int32_t, int32_t) override { return POPT_RT_OK; }
  popt_rt_status synchronize(int32_t) override { return POPT_RT_OK; }

  popt_rt_status copy(int32_t stream, void *to, const void *from,
                      size_t bytes) override;
  popt_rt_status fill(int32_t stream, void *to, uint8_t byte,
                      size_t bytes) override;
  popt_rt_status write(int32_t stream, void *to, const void *value,
                       size_t bytes) override;
  popt_rt_status read(int32_t stream, const void *from, void *value,
                      size_t bytes) override;

  popt_rt_status prepareCopy(const popt_rt_view &from, const popt_rt_view &to,
                             Action &action) override;
  popt_rt_status prepareFill(const popt_rt_view &to, const void *value,
                             Action &action) override;
  popt_rt_status load(const char *target, const popt_rt_image *images,
                      int32_t count) override;
  popt_rt_status prepareKernel(const popt_rt_kernel &kernel,
                               int32_t numAddresses, int32_t numScalars,
                               Action &action) override;
  popt_rt_status prepareMatmul(const popt_rt_matmul &matmul,
                               const popt_rt_view *views,
                               Action &action) override;
  popt_rt_status prepareConv(const popt_rt_conv &conv,
                             const popt_rt_view *views,
                             Action &action) override;

private:
  popt_rt_status mapFile(size_t bytes, void *&memory);
  popt_rt_status prepareCompute(const std::vector<int64_t> &key,
                                const ComputeCache::Make &make, Action &action);

  /// Memory that is not the transport's, with its size.
  std::map<void *, size_t> mapped;
  std::string hostFolder; ///< empty: host memory is memory
  std::shared_ptr<ComputeCache> computes;
  popt_rt_transport *transport;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_DEVICE_CPU_CPUDEVICE_H
