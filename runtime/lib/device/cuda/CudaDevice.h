//===- CudaDevice.h - A GPU as one rank's device --------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CUDADEVICE_H
#define POPT_RT_LIB_DEVICE_CUDA_CUDADEVICE_H

#include "../Device.h"
#include "Gpu.h"

namespace popt::rt::cuda {

class Attentions;
class Convolutions;

/// Streams, events and memory of a rank on a GPU.
class CudaDevice : public popt_rt_device {
public:
  explicit CudaDevice(std::shared_ptr<Gpu> gpu);
  ~CudaDevice() override;

  const char *name() const override { return "cuda"; }
  const char *note() const override;

  popt_rt_status allocate(popt_rt_memory kind, size_t bytes,
                          void *&memory) override;
  void free(void *memory) override;
  popt_rt_status constants(const void *data, size_t bytes,
                           void *&memory) override;
  void *hostAddress(void *memory) override;

  popt_rt_status open(int32_t streams, int32_t events) override;
  void *stream(int32_t number) override { return streams[number]; }
  popt_rt_status record(int32_t stream, int32_t event) override;
  popt_rt_status wait(int32_t stream, int32_t event) override;
  popt_rt_status synchronize(int32_t stream) override;
  popt_rt_status mark(int32_t stream, int32_t mark) override;
  popt_rt_status secondsBetween(int32_t from, int32_t to,
                                double &seconds) override;

  popt_rt_status copy(int32_t stream, void *to, const void *from,
                      size_t bytes) override;
  popt_rt_status fill(int32_t stream, void *to, uint8_t byte,
                      size_t bytes) override;
  popt_rt_status write(int32_t stream, void *to, const void *value,
                       size_t bytes) override;
  popt_rt_status read(int32_t stream, const void *from, void *value,
                      size_t bytes) override;

  popt_rt_status beginRecording(int32_t stream) override;
  popt_rt_status endRecording(int32_t stream, Action &action) override;

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

  popt_rt_status
  prepareAttention(const popt_rt_attention &attention,
                   const std::vector<const popt_rt_view *> &views,
                   Action &action) override;

  const std::shared_ptr<Gpu> gpu;
  /// By a library that threads do not share.
  const std::unique_ptr<Convolutions> convolutions;
  const std::unique_ptr<Attentions> attentions;

private:
  const Driver &driver() const { return *gpu->driver; }
  /// Puts an event into a stream, and makes it first if there is none.
  popt_rt_status recordIn(int32_t stream, Event &event, uint32_t flags);

  std::vector<Stream> streams;
  std::vector<Event> events; ///< null until they are recorded
  std::vector<Event> marks;  ///< events with times
  struct Block {
    size_t bytes;
    popt_rt_memory kind;
  };
  bool isRecording = false;
  std::mutex blocksMutex; ///< not held while the driver frees, which waits
  std::map<uint8_t *, Block> blocks; ///< by their begin
  uint8_t *readBuffer = nullptr;     ///< 16 bytes that the GPU writes for us
  mutable std::string notes;         ///< what note() said last
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CUDADEVICE_H
