//===- ConvolutionPlan.h - A convolution as cuDNN takes it ----------------===//
//
// Roles of operands (ConvRoles.h), with what cuDNN wants beyond them: groups are
// no dimension but the ratio of channels, there are two spatial dimensions at
// least, and tensors lie dense with their dimensions in order (NCHW, filters KCRS)
// or with channels last (NHWC, KRSC). cuDNN takes other strides, and computes
// something else: JAX's HWIO filters gave wrong numbers on an H100. An operand that
// lies otherwise is copied before, and a result afterwards:
//
//   rhs [h 3, w 3, in 16, out 64], that is filter [64, 16, 3, 3] by (1, 64, ...)
//     -> copied to [64, 3, 3, 16], by (144, 1, 48, 16)
//
// The plan follows from the convolution alone. Tests: CudnnTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONPLAN_H
#define POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONPLAN_H

#include "../ConvRoles.h"
#include "ProductPlan.h"
#include <optional>

namespace popt::rt::cuda {

struct ConvolutionPlan {
  ConvRoles roles; ///< filters are [groups * out, in, window...]
  /// By role: from where the operand lies to where the library has it, which is
  /// what `roles` say; the other way round for what the library writes.
  std::array<std::optional<Packing>, 3> copies;
};

/// Nothing where no library has such a convolution.
std::optional<ConvolutionPlan>
planConvolution(const popt_rt_convolution &convolution);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONPLAN_H
