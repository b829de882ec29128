//===- PlanSlots.h - What the names of a plan match -----------------------===//
#ifndef POPT_LIB_ANNOTATE_PLANSLOTS_H
#define POPT_LIB_ANNOTATE_PLANSLOTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// An argument or a result of @main.
struct PlanSlot {
  bool isArgument;
  unsigned index;
  std::string name;
  mlir::RankedTensorType type;
};

/// Those of @main, by name and by number (`arg0`, `res0`).
class PlanSlots {
public:
  explicit PlanSlots(mlir::func::FuncOp main);

  llvm::SmallVector<const PlanSlot *> match(llvm::StringRef pattern,
                                            bool arguments, bool results) const;
  /// What a pattern matches, or else the leaves of the subtree that it names.
  llvm::SmallVector<const PlanSlot *> matchState(llvm::StringRef pattern,
                                                 bool isArgument) const;
  /// The error, which ends in what may have been meant.
  mlir::InFlightDiagnostic noMatch(mlir::InFlightDiagnostic error,
                                   llvm::StringRef pattern, bool arguments,
                                   bool results) const;

private:
  std::vector<PlanSlot> slots;
};

/// Puts results into the order of arguments where both are the leaves of one
/// subtree. Returns a leaf that only one of them has, or nothing.
std::string alignSubtrees(llvm::StringRef argument, llvm::StringRef result,
                          llvm::ArrayRef<const PlanSlot *> arguments,
                          llvm::MutableArrayRef<const PlanSlot *> results);

} // namespace popt

#endif // POPT_LIB_ANNOTATE_PLANSLOTS_H
