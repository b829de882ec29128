//===- ConvolutionPlan.h - A convolution as cuDNN takes it ----------------===//
//
// Roles of operands (ConvRoles.h), with what cuDNN wants beyond them: groups are
// no dimension but the ratio of channels, and there are two spatial dimensions at
// least. Operands are given in the strides that they have; only a filter whose
// groups are not one dimension with one stride is copied:
//
//   gradient of the input, rhs [h, w, out = 2 * 8, in = 4] of 2 groups
//     filter [groups 2, out 4, in 8, h, w], strides (32, 1, 4, ...)
//     -> copied to [2 * 4, 8, h, w]
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
  /// The filter is copied to dense memory first.
  std::optional<Packing> filterCopy;
};

/// Nothing where no library has such a convolution.
std::optional<ConvolutionPlan>
planConvolution(const popt_rt_convolution &convolution);

/// From a tensor's first element to its last.
int64_t elementsOf(const ConvView &view);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_CONVOLUTIONPLAN_H
