//===- CudaStreams.h - A rank's streams, for its transport ----------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CUDASTREAMS_H
#define POPT_RT_LIB_DEVICE_CUDA_CUDASTREAMS_H

#include "../../transport/PeerStreams.h"
#include "Gpu.h"
#include <map>

namespace popt::rt::cuda {

/// See PeerStreams. Peers may be on other GPUs of this process, if the GPU
/// reaches their memory.
class CudaStreams : public PeerStreams {
public:
  explicit CudaStreams(std::shared_ptr<Gpu> gpu);
  ~CudaStreams() override;

  StreamPoint record(void *stream) override;
  void wait(void *stream, const StreamPoint &point) override;
  bool isDone(const StreamPoint &point) override;
  void copy(void *stream, void *to, const void *from, int64_t bytes) override;
  void fill(void *stream, void *to, const void *element, int64_t size,
            int64_t count) override;
  void reduce(void *stream, popt_rt_monoid monoid, popt_rt_element_type type,
              const void *const *sources, int32_t numSources,
              void *const *targets, int32_t numTargets, int64_t count) override;
  void *transferStream() override;
  void *staging(void *stream, int64_t bytes) override;
  const std::string &error() const override { return text; }

private:
  /// Events that are not used any more; shared with the points, which may outlive
  /// this rank's streams.
  struct Pool;

  bool check(Result result, const char *call);
  bool check(popt_rt_status status);
  void launch(Function function, uint64_t elements, void **parameters,
              Stream stream);

  const std::shared_ptr<Gpu> gpu;
  const std::shared_ptr<Pool> pool;
  Stream transfers = nullptr;
  /// Memory of staging(), by stream.
  struct Staged {
    Address memory = 0;
    int64_t bytes = 0;
  };
  std::map<void *, Staged> staged;
  std::string text;
};

/// Lets the GPUs reach each other's memory; a status whose text says which two
/// can't.
popt_rt_status connectGpus(const std::vector<std::shared_ptr<Gpu>> &gpus);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CUDASTREAMS_H
