//===- Movement.h - What operations that only move elements share ---------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_MOVEMENT_H
#define POPT_LIB_OPMODELS_STABLEHLO_MOVEMENT_H

#include "Models.h"

namespace popt {

/// All operands are partial, or none.
inline LinearGroups allOperands(mlir::Operation *op, Monoid monoid) {
  if (!keepsPartials(elementOf(op->getResult(0)), monoid))
    return {};
  LinearGroup all;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    all.push_back(i);
  return {all};
}

/// Linear in all operands together, and read element by element.
template <typename Concrete, typename Op>
struct MovementModel : public OpModelBase<Concrete, Op> {
  LinearGroups getLinearGroups(mlir::Operation *op, Monoid monoid) const {
    return allOperands(op, monoid);
  }
  KernelKind getKernelKind(mlir::Operation *op, const Target &target) const {
    return KernelKind::Broadcast;
  }
};

/// Models of slice, pad, reverse and concatenate.
void attachShiftModels(mlir::MLIRContext *context);

} // namespace popt

#endif // POPT_LIB_OPMODELS_STABLEHLO_MOVEMENT_H
