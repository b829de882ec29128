//===- Chlo.cpp - Models of CHLO ------------------------------------------===//
//
// The mathematical functions are elementwise; no partial value passes through
// them. mulhi, top_k, ragged_dot and scan have files of their own. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Chlo/Chlo.h"
#include "../StableHLO/Models.h"
#include "Scan.h"
#include "popt/OpModels/OpModels.h"

using namespace mlir;

namespace popt {
namespace {

template <typename Op>
struct ChloElementwiseModel : public OpModelBase<ChloElementwiseModel<Op>, Op> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    TensorFactors dims;
    for (int64_t size : shapeOf(op->getResult(0)))
      dims.push_back({rule.add(size)});
    rule.operands.assign(op->getNumOperands(), dims);
    rule.results = {dims};
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Elementwise;
  }
  KernelKind getKernelKind(Operation *op) const { return KernelKind::Map; }
};

template <typename... Ops> void attach(MLIRContext *context) {
  (Ops::template attachInterface<ChloElementwiseModel<Ops>>(*context), ...);
}

} // namespace

void attachChloModels(MLIRContext *context) {
  using namespace chlo;
  attach<AcosOp, AcoshOp, AsinOp, AsinhOp, AtanOp, AtanhOp, BesselI1eOp, ConjOp,
         CoshOp, DigammaOp, ErfOp, ErfInvOp, ErfcOp, LgammaOp, SinhOp, SquareOp,
         TanOp, IsInfOp, IsNegInfOp, IsPosInfOp, NextAfterOp, PolygammaOp,
         ZetaOp>(context);
  attachMulhiModel(context);
  attachChloScanModel(context);
  attachTopKModel(context);
  attachRaggedDotModel(context);
}

} // namespace popt
