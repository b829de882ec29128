//===- ProductPlan.h - A product as calls of a library --------------------===//
//
// A product arrives as loops of four sorts, with strides in each operand. A
// library takes one loop of each sort: rows, columns and contracted of a matrix
// product whose matrices have their columns (or rows) dense, and a batch.
// Neighbours that all operands walk as one are merged; what is left over becomes
// several calls, or is removed by copying an operand to dense memory first,
// whichever costs less.
//
//   batch (b:4, h:8), lhs [b, s, h, d], rhs [b, t, h, d], out [b, h, s, t]
//     -> 4 calls, each with the batch h: the strides of b and h do not merge
//     -> or lhs and rhs are copied to [b, h, ...]: one call with the batch b*h
//
// Libraries count columns first: a matrix whose rows are dense is the transpose
// of one whose columns are. A result with dense rows is computed as the
// transpose of the product, rhs^T * lhs^T.
//
// Products of 8-bit floats have one form: cuBLASLt wants both operands dense along
// the contracted loop, and rows, strides and addresses at multiples of 16 bytes. An
// operand that lies otherwise is copied; where sizes do not fit there is no plan.
//
//   f8E4M3FN [128, 64] x [64, 32] -> f32: rhs is copied to [32, 64]
//
// The plan follows from the product alone, so equal programs compute in the same
// order on every device. Tests: CublasLtTest.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DEVICE_CUDA_PRODUCTPLAN_H
#define POPT_RT_LIB_DEVICE_CUDA_PRODUCTPLAN_H

#include "../../tensor/Strided.h"
#include "popt-rt/device.h"
#include <optional>

namespace popt::rt::cuda {

// Indices of a Loop's strides.
enum { kOut = 0, kLhs = 1, kRhs = 2 };

/// A matrix as a library takes it: columns of `rows` elements, `stride` apart.
struct MatrixForm {
  int64_t rows = 1, columns = 1, stride = 1;
  int64_t batchStride = 0;
  bool isTransposed = false; ///< the library is to transpose it
};

struct ProductPlan {
  bool packsLhs = false, packsRhs = false;
  /// out^T = rhs^T * lhs^T.
  bool isSwapped = false;
  Loops calls; ///< a call for each
  Loops sums;  ///< contracted loops around the calls: all but the first add
  int64_t batch = 1;
  MatrixForm first, second, out;
  /// Bytes at whose multiples the matrices begin.
  uint32_t alignments[3] = {16, 16, 16}; ///< by kOut, kLhs, kRhs
};

/// An operand that is copied: where its elements are, and where they lie dense.
struct Packing {
  std::vector<int64_t> shape, from, to;
  int64_t elements() const { return numElements(shape); }
};
Packing packingOf(const popt_rt_product &product, bool isLhs);

/// Nothing if there is no such plan, or only one of very many calls.
std::optional<ProductPlan> planProduct(const popt_rt_product &product);

} // namespace popt::rt::cuda

#endif // POPT_RT_LIB_DEVICE_CUDA_PRODUCTPLAN_H
