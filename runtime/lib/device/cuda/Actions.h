//===- Actions.h - Launches, copies and fills on a GPU --------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_ACTIONS_H
#define POPT_RT_LIB_DEVICE_CUDA_ACTIONS_H

#include "CudaDevice.h"
#include "code/Nest.h"

namespace popt::rt::cuda {

struct Packing;

/// Blocks of threads for a kernel of our own, one thread per element, as long as
/// the GPU has room for more; threads then take several.
struct Grid {
  Grid(const Gpu &gpu, uint64_t elements);
  static constexpr uint32_t kThreads = 256; ///< of a block
  uint32_t blocks, threads = kThreads;
};

/// The iterations of a view beside those of another (or of itself), simplified.
/// False if they are more than a kernel takes.
bool makeNest(const popt_rt_view &to, const popt_rt_view &from, Nest &out);

/// The launches of a compiled kernel.
popt_rt_status makeKernelAction(CudaDevice &device,
                                const popt_rt_kernel &kernel,
                                int32_t numAddresses, int32_t numScalars,
                                popt_rt_device::Action &action);
popt_rt_status makeCopyAction(CudaDevice &device, const popt_rt_view &from,
                              const popt_rt_view &to,
                              popt_rt_device::Action &action);
/// Copies an operand into the form in which a library takes it.
popt_rt_status makePackingAction(CudaDevice &device, popt_rt_element_type type,
                                 const Packing &packing,
                                 popt_rt_device::Action &action);
popt_rt_status makeFillAction(CudaDevice &device, const popt_rt_view &to,
                              const void *value,
                              popt_rt_device::Action &action);

/// Replays what was captured in the stream.
popt_rt_status makeGraphAction(CudaDevice &device, int32_t stream,
                               popt_rt_device::Action &action);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_ACTIONS_H
