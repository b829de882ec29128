//===- LocalProgram.h - Prices in a program without kernels ---------------===//
//
// The local form of CostModel.h where much depends on what stays in registers:
// the kernels that are to be expected of a function or a loop, and the rows of
// stacks that are read and written where they lie.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COST_LOCALPROGRAM_H
#define POPT_COST_LOCALPROGRAM_H

#include "popt/Cost/CostModel.h"
#include "popt/Interfaces/StackRows.h"

namespace popt {

/// True if all kernels that read the value compute it again, from one other value.
bool isRepeated(mlir::Operation *op);

class LocalProgram {
public:
  /// Kernels are found in `scope`: a function or a loop, which does not change
  /// meanwhile.
  LocalProgram(const CostModel &costs, mlir::Operation *scope)
      : costs(costs), local(scope) {}

  const LocalKernels &kernels() const { return local; }
  /// One execution. `isFused`: kernels that read the result make it for themselves.
  double seconds(mlir::Operation *op, bool isFused);

private:
  const CostModel &costs;
  LocalKernels local;
  StackRows rows;
};

} // namespace popt
#endif // POPT_COST_LOCALPROGRAM_H
