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
#include "popt/OpModels/StackRows.h"

namespace popt {

/// True if all kernels that read the value compute it again, from one other value.
bool isRepeated(mlir::Operation *op);

class LocalProgram {
public:
  /// Whether the result stays in the registers of the one kernel that reads it.
  using IsFused = llvm::function_ref<bool(mlir::Operation *)>;

  /// Kernels are found in `scope`: a function or a loop, which does not change
  /// meanwhile.
  LocalProgram(const CostModel &costs, mlir::Operation *scope)
      : costs(costs), local(scope) {}

  const LocalKernels &kernels() const { return local; }
  /// As far as the program tells.
  bool isFused(mlir::Operation *op) const;

  /// One execution of these operations of a block, with what their regions run.
  /// What is in one kernel is loaded once. `isFused`: by the caller, which may
  /// have divided a kernel.
  double seconds(llvm::ArrayRef<mlir::Operation *> ops, IsFused isFused);
  /// Of one operation by itself.
  double seconds(mlir::Operation *op) {
    return seconds(op, [this](mlir::Operation *op) { return isFused(op); });
  }

private:
  mlir::Operation *productAddedBy(mlir::Operation *add);
  double secondsOfBodies(mlir::Operation *op);
  std::optional<double> secondsAlone(mlir::Operation *op);

  const CostModel &costs;
  LocalKernels local;
  StackRows rows;
};

} // namespace popt
#endif // POPT_COST_LOCALPROGRAM_H
