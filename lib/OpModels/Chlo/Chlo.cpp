//===- Chlo.cpp - Models of CHLO ------------------------------------------===//
//
// The mathematical functions are elementwise; no partial value passes through
// them. mulhi, top_k, ragged_dot and scan have files of their own. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Chlo/Chlo.h"
#include "../StableHLO/Models.h"
#include "../StableHLO/Pointwise.h"
#include "Scan.h"
#include "popt/OpModels/OpModels.h"

using namespace mlir;

namespace popt {
namespace {

template <typename Op, unsigned cost, PointFn emit>
struct ChloElementwiseModel
    : public PointwiseModel<ChloElementwiseModel<Op, cost, emit>, Op, cost,
                            emit> {
  FactorRule getFactorRule(Operation *op) const { return mapRule(op); }
};

/// The work per element is in additions.
template <typename Op, unsigned cost, PointFn emit>
void add(MLIRContext *context) {
  attachModels<ChloElementwiseModel<Op, cost, emit>>(context);
}

} // namespace

void attachChloModels(MLIRContext *context) {
  using namespace chlo;
  add<AcosOp, 30, point::libmUnary<math::AcosOp, complexop::acos>>(context);
  add<AcoshOp, 30, point::libmUnary<math::AcoshOp, complexop::acosh>>(context);
  add<AsinOp, 30, point::libmUnary<math::AsinOp, complexop::asin>>(context);
  add<AsinhOp, 30, point::libmUnary<math::AsinhOp, complexop::asinh>>(context);
  add<AtanOp, 30, point::libmUnary<math::AtanOp, complexop::atan>>(context);
  add<AtanhOp, 30, point::libmUnary<math::AtanhOp, complexop::atanh>>(context);
  add<BesselI1eOp, 60, point::specialUnary<special::besselI1e>>(context);
  add<ConjOp, 1, point::conjugate>(context);
  add<CoshOp, 30, point::libmUnary<math::CoshOp, complexop::cosh>>(context);
  add<DigammaOp, 80, point::specialUnary<special::digamma>>(context);
  add<ErfOp, 20, point::function<&KernelOps::erf, complexop::none>>(context);
  add<ErfInvOp, 50, point::specialUnary<special::erfInv>>(context);
  add<ErfcOp, 50, point::function<&KernelOps::erfc, complexop::none>>(context);
  add<IsInfOp, 1, point::isInf>(context);
  add<IsNegInfOp, 1, point::isNegInf>(context);
  add<IsPosInfOp, 1, point::isPosInf>(context);
  add<LgammaOp, 60, point::specialUnary<special::lgamma>>(context);
  add<NextAfterOp, 10, point::nextAfter>(context);
  add<PolygammaOp, 200, point::specialBinary<special::polygamma>>(context);
  add<SinhOp, 30, point::libmUnary<math::SinhOp, complexop::sinh>>(context);
  add<SquareOp, 1, point::square>(context);
  add<TanOp, 30, point::libmUnary<math::TanOp, complexop::tan>>(context);
  add<ZetaOp, 200, point::specialBinary<special::zeta>>(context);
  attachMulhiModel(context);
  attachChloScanModel(context);
  attachTopKModel(context);
  attachRaggedDotModel(context);
}

} // namespace popt
