//===- BoundaryValues.h - What the names of a plan match ------------------===//
#ifndef POPT_LIB_ANNOTATE_BOUNDARYVALUES_H
#define POPT_LIB_ANNOTATE_BOUNDARYVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// An argument or a result of @main.
struct BoundaryValue {
  bool isArgument;
  unsigned index;
  std::string name;
  mlir::RankedTensorType type;
};

/// Those of @main, by name and by number (`arg0`, `res0`).
class BoundaryValues {
public:
  explicit BoundaryValues(mlir::func::FuncOp main);

  llvm::SmallVector<const BoundaryValue *>
  match(llvm::StringRef pattern, bool arguments, bool results) const;
  /// What a pattern matches, or else the leaves of the subtree that it names.
  llvm::SmallVector<const BoundaryValue *> matchState(llvm::StringRef pattern,
                                                      bool isArgument) const;
  /// The error, which ends in what may have been meant.
  mlir::InFlightDiagnostic noMatch(mlir::InFlightDiagnostic error,
                                   llvm::StringRef pattern, bool arguments,
                                   bool results) const;

private:
  std::vector<BoundaryValue> boundary;
};

/// Puts results into the order of arguments where both are the leaves of one
/// subtree. Returns a leaf that only one of them has, or nothing.
std::string alignSubtrees(llvm::StringRef argument, llvm::StringRef result,
                          llvm::ArrayRef<const BoundaryValue *> arguments,
                          llvm::MutableArrayRef<const BoundaryValue *> results);

} // namespace popt

#endif // POPT_LIB_ANNOTATE_BOUNDARYVALUES_H
