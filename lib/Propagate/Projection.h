//===- Projection.h - Shardings of an operation, seen by factor -----------===//
//
// The layouts of an operation's operands and results are projected on the
// factors of its rule: which axes split which factor in which tensor. A factor
// strategy extends axes there, and what it changed is turned back into dims.
//
//   rule ([ij])->([i, j]) {i=2, j=3}, operand dim {"x"} with x = 4:
//   i has "x":(1)2; "x":(2)2 does not divide 3, and stays with j.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PROPAGATE_PROJECTION_H
#define POPT_LIB_PROPAGATE_PROJECTION_H

#include "Axes.h"
#include "popt/Layout/Factors.h"

#include "llvm/ADT/BitVector.h"

namespace popt {

/// Where axes may spread: from operands to results, back, or both.
enum class Direction : uint8_t {
  None = 0,
  Forward = 1,
  Backward = 2,
  Both = 3
};

/// The axes of one factor in one tensor.
struct FactorSharding {
  Axes axes;
  /// Axes of the dimension that do not fit the factor; they follow `axes`, and
  /// no more minor factor may be split.
  Axes overflow;
  bool isPresent = false; ///< the tensor has the factor
  bool isClosed = false;
  bool takesTime = false;   ///< time axes may come, even if it is closed
  bool isMinorMost = false; ///< in its dimension
};

/// The sharding of a tensor, by factor.
struct TensorProjection {
  llvm::SmallVector<FactorSharding, 4> factors;
  AxesRef replicated, partial;
  AxesRef time; ///< time axes of the mesh
};

/// Operands, then results.
struct Projection {
  llvm::SmallVector<TensorProjection, 4> tensors;
  unsigned numOperands = 0;

  llvm::ArrayRef<TensorProjection> operands() const {
    return llvm::ArrayRef(tensors).take_front(numOperands);
  }
  llvm::ArrayRef<TensorProjection> results() const {
    return llvm::ArrayRef(tensors).drop_front(numOperands);
  }
};

/// Reads the axes of factors off a layout. What the user closed is closed to
/// devices; `time` axes may still be added as minor axes unless the layout says
/// that they are replicated.
TensorProjection project(const FactorRule &rule, const TensorFactors &tensor,
                         const Layout &layout, AxesRef time = {});
/// Writes them back into the dims; true if that changed something.
bool writeBack(const FactorRule &rule, const TensorFactors &tensor,
               const TensorProjection &projection, Layout &layout);

/// Extends axes where every operand and result can take them. Bit t of the
/// answer: tensor t changed.
llvm::BitVector propagateBasic(const FactorRule &rule,
                               llvm::ArrayRef<Direction> directions,
                               Projection &projection);
/// Extends axes tensor by tensor; the factor of the largest tensor comes first.
llvm::BitVector propagateAggressive(const FactorRule &rule,
                                    llvm::ArrayRef<Direction> directions,
                                    bool isElementwise, Projection &projection);

} // namespace popt
#endif // POPT_LIB_PROPAGATE_PROJECTION_H
