//===- KernelKinds.cpp - Which operations kernels are made of -------------===//
//
// The kinds of popt/Interfaces/OpModel.h by operation name. Pointwise
// operations are those lower-kernels has an entry for.
//
//===----------------------------------------------------------------------===//
#include "popt/Schedule/FormKernels.h"

#include "popt/Conversion/LowerKernels.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace popt;

/// Contractions and convolutions that libraries have: floating point up to f32.
static bool isForLibrary(Operation *op) {
  return llvm::all_of(op->getOperandTypes(), [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && (element.isF32() || element.isBF16());
  });
}

/// Matrices that kernels factor: real, in a type that sums are exact enough in.
static bool isFactored(Operation *op) {
  if (op->getNumResults() == 0)
    return false;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  return element.isF32() || element.isF64();
}

KernelKind popt::kernelKindOf(Operation *op) {
  if (isPointwiseInKernels(op))
    return KernelKind::Map;
  StringRef name = op->getName().getStringRef();
  if (name == "stablehlo.constant") {
    auto value = op->getAttrOfType<DenseElementsAttr>("value");
    return value && value.isSplat() ? KernelKind::Source : KernelKind::Opaque;
  }
  KernelKind kind =
      llvm::StringSwitch<KernelKind>(name)
          .Cases({"stablehlo.iota", "dist.axis_index", "dist.block"},
                 KernelKind::Source)
          .Case("stablehlo.reshape", KernelKind::View)
          .Cases({"stablehlo.broadcast_in_dim", "stablehlo.transpose",
                  "stablehlo.slice", "stablehlo.pad", "stablehlo.concatenate",
                  "stablehlo.reverse", "stablehlo.bitcast_convert"},
                 KernelKind::Broadcast)
          .Case("stablehlo.reduce", KernelKind::RowReduction)
          .Cases({"stablehlo.gather", "stablehlo.dynamic_slice"},
                 KernelKind::GatherLike)
          .Cases({"stablehlo.dynamic_update_slice", "stablehlo.scatter",
                  "stablehlo.select_and_scatter", "stablehlo.sort",
                  "stablehlo.reduce_window"},
                 KernelKind::InPlaceUpdate)
          .Cases({"stablehlo.cholesky", "stablehlo.triangular_solve"},
                 isFactored(op) ? KernelKind::InPlaceUpdate
                                : KernelKind::Opaque)
          .Cases({"stablehlo.dot_general", "stablehlo.convolution"},
                 KernelKind::Library)
          .Default(KernelKind::Opaque);
  if (kind == KernelKind::Library && !isForLibrary(op))
    return KernelKind::InPlaceUpdate;
  return kind;
}
