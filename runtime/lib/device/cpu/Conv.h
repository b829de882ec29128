//===- Conv.h - The extents of a convolution ------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CPU_CONV_H
#define POPT_RT_LIB_DEVICE_CPU_CONV_H

#include "Compute.h"

namespace popt::rt {

/// A convolution command spelled out, spatial dimensions after the two others.
struct ConvShape {
  ConvOp op;
  int spatial = 0;
  Operand lhs, rhs, out;
  std::vector<int64_t> lhsStrides, rhsStrides, outStrides;

  ConvShape(const ConvOp &op, const std::vector<Operand> &operands);
  int64_t batch() const { return out.shape[0]; }
  int64_t outFeatures() const { return out.shape[1]; }
  int64_t inFeatures() const { return rhs.shape[1]; } ///< per group
  int64_t lhsExtent(int i) const { return lhs.shape[2 + i]; }
  int64_t rhsExtent(int i) const { return rhs.shape[2 + i]; }
  int64_t outExtent(int i) const { return out.shape[2 + i]; }
};

/// By oneDNN; null where it can't, or can't fast.
std::unique_ptr<Compute> prepareOnednnConv(const ConvShape &shape);
/// Our own, for everything; null where the types have no product.
std::unique_ptr<Compute> prepareOwnConv(const ConvShape &shape);

} // namespace popt::rt
#endif // POPT_RT_LIB_DEVICE_CPU_CONV_H
