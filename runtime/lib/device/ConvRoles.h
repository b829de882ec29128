//===- ConvRoles.h - A convolution as libraries have it -------------------===//
//
// StableHLO has one convolution; libraries have three, each fast for one way in
// which training uses it:
//
//   lhs dilation 1                   -> forward
//   lhs dilation > 1, strides 1      -> gradient of the input: the lhs is the
//     output's gradient, the filter is mirrored once more
//   the filter has a larger window   -> gradient of the filter: the rhs is the
//     than the output                   output's gradient, its dilation is the
//                                       stride, batch and features swap
//
// Tests: ComputeTest (oneDNN), CudnnTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CONVROLES_H
#define POPT_RT_LIB_DEVICE_CONVROLES_H

#include "popt-rt/device.h"
#include "popt-rt/step_table.h"

namespace popt::rt {

/// A tensor as a library sees it.
struct ConvView {
  ElementType type{};
  std::vector<int64_t> shape, strides;
};

/// A library's three roles, however the operands play them.
struct ConvRoles {
  enum class Kind { Forward, Data, Weights } kind = Kind::Forward;
  ConvView image;  ///< src or diff_src: [batch, channels, spatial...]
  ConvView filter; ///< weights or diff_weights: [groups, out, in, window...]
  ConvView result; ///< dst or diff_dst: [batch, channels, spatial...]
  std::vector<int64_t> strides, dilations, padLow, padHigh;
  bool isMirrored = false; ///< the filter's window is reversed
  /// Which role each operand lhs, rhs, out has: 0 image, 1 filter, 2 result.
  std::array<int, 3> roleOf{0, 1, 2};
};

/// The ways to see it, the likely fastest first; none where a library has no
/// such convolution. Of `operands` (lhs, rhs, out), dimensions are as in ConvOp.
std::vector<ConvRoles> convRolesOf(const ConvOp &op,
                                   const std::array<ConvView, 3> &operands);

ConvOp toConvOp(const popt_rt_conv &conv, int32_t spatial);

} // namespace popt::rt
#endif // POPT_RT_LIB_DEVICE_CONVROLES_H
