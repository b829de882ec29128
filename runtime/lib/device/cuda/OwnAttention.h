//===- OwnAttention.h - Attention by kernels of our own -------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_OWNATTENTION_H
#define POPT_RT_LIB_DEVICE_CUDA_OWNATTENTION_H

#include "CudaDevice.h"
#include "code/AttentionForm.h"

namespace popt::rt::cuda {

/// What a call's operands are, in its order.
std::vector<AttentionRole> rolesOf(const popt_rt_attention &attention);

/// Attention where the library has none (code/Attention.cpp).
popt_rt_status
makeOwnAttentionAction(CudaDevice &device, const popt_rt_attention &attention,
                       const std::vector<const popt_rt_view *> &views,
                       popt_rt_device::Action &action);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_OWNATTENTION_H
