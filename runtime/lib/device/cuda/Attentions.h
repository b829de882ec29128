//===- Attentions.h - Attention by cuDNN ------------------------*- C++ -*-===//
//
// The attention of a program as cuDNN computes it (AttentionGraph.h). An engine of
// the library may compute it if it gives the same bits whenever it runs. Where the
// library is not there, is too old, or lacks what is asked, kernels of our own do it
// (OwnAttention.h), which are slow: a note says so.
//
// Each rank has its own handle and plans, as for convolutions.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_ATTENTIONS_H
#define POPT_RT_LIB_DEVICE_CUDA_ATTENTIONS_H

#include "Convolutions.h"

namespace popt::rt::cuda {

/// The library for one rank.
class Attentions {
public:
  explicit Attentions(Gpu &gpu) : gpu(gpu) {}
  ~Attentions();
  Attentions(const Attentions &) = delete;

  /// Empty, or why kernels of our own compute attention.
  const std::string &note() const { return text; }

  /// The attention by the library, or by kernels of our own.
  popt_rt_status makeAction(CudaDevice &device,
                            const popt_rt_attention &attention,
                            const std::vector<const popt_rt_view *> &views,
                            popt_rt_device::Action &action);

private:
  popt_rt_status open();

  Gpu &gpu;
  DnnContext context;
  bool isOpened = false;
  std::string text;
};

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_ATTENTIONS_H
