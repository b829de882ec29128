//===- Control.cpp - Models of loops, branches and barriers ---------------===//
//
// Region operations tie values: operands, block arguments and results have one
// sharding. A barrier passes on each operand separately. Tested by
// test/Propagate and by execution in test/Execute.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/Branch.h"

#include "Models.h"

#include "popt/Interfaces/Build.h"

#include "popt/Dialect/Step/ProgramAttrs.h"

using namespace mlir;

namespace popt {
namespace {

/// Each operand passes to its result, on its own.
struct OptimizationBarrierModel
    : public TiedOpModelBase<OptimizationBarrierModel,
                             stablehlo::OptimizationBarrierOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    for (Value operand : op->getOperands()) {
      TensorFactors dims;
      if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
        for (int64_t size : type.getShape())
          dims.push_back({rule.add(size)});
      rule.operands.push_back(dims);
      rule.results.push_back(dims);
    }
    return rule;
  }
  FactorRule getPropagationRule(Operation *op) const { return {}; }
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    SmallVector<ValueTie> ties;
    for (auto [operand, result] :
         llvm::zip_equal(op->getOpOperands(), op->getResults()))
      ties.push_back({{&operand}, {result}});
    return ties;
  }
  /// Operations that it kept apart are apart already when programs are
  /// decomposed.
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return SmallVector<Value>(op->getOperands());
  }
};

/// Every result is a value that one of the regions returns.
template <typename Op>
struct BranchModel : public RegionModelBase<BranchModel<Op>, Op> {
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    SmallVector<ValueTie> ties;
    for (OpResult result : op->getResults()) {
      ValueTie tie;
      tie.targets.push_back(result);
      for (Region &region : op->getRegions())
        tie.sources.push_back(&region.front().getTerminator()->getOpOperand(
            result.getResultNumber()));
      ties.push_back(std::move(tie));
    }
    return ties;
  }
};

/// Carried values: operands, block arguments of condition and body, and
/// results.
struct WhileModel : public RegionModelBase<WhileModel, stablehlo::WhileOp> {
  SmallVector<ValueTie> getValueTies(Operation *op) const {
    auto loop = cast<stablehlo::WhileOp>(op);
    return tiesOfLoop(
        op, {loop.getCond().getArguments(), loop.getBody().getArguments()});
  }
  bool isLoop(Operation *op) const { return true; }
  std::optional<int64_t> getTripCount(Operation *op) const {
    if (auto known = op->getAttrOfType<IntegerAttr>(kTripCount))
      return known.getInt();
    return tripCountOf(cast<stablehlo::WhileOp>(op));
  }
};

} // namespace

bool isBranch(Operation *op) {
  return isa_and_nonnull<stablehlo::CaseOp, stablehlo::IfOp>(op);
}

Value buildRuns(OpBuilder &builder, Operation *branch, unsigned region) {
  assert(region + 1 < branch->getNumRegions() && "the last one runs otherwise");
  Value chooses = branch->getOperand(0);
  if (isa<stablehlo::IfOp>(branch))
    return chooses;
  return stablehlo::CompareOp::create(
      builder, branch->getLoc(), chooses,
      buildNumber(builder, branch->getLoc(), region),
      stablehlo::ComparisonDirection::EQ);
}

Value buildChoice(OpBuilder &builder, Location loc, Value chooses, Value x,
                  Value y) {
  return stablehlo::SelectOp::create(builder, loc, x.getType(), chooses, x, y);
}

void attachControlModels(MLIRContext *context) {
  using namespace stablehlo;
  attachTiedModels<OptimizationBarrierModel, WhileModel, BranchModel<CaseOp>,
                   BranchModel<IfOp>>(context);
}

} // namespace popt
