//===- Models.cpp - Shared by the op models of StableHLO ------------------===//
//
// Rules that families share, and the registration of all families.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/OpModels/OpModels.h"

using namespace mlir;

namespace popt {

bool keepsPartials(Type type, Monoid monoid) {
  if (monoid != Monoid::Sum && monoid != Monoid::Prod)
    return true;
  if (auto floating = dyn_cast<FloatType>(type))
    return floating.getWidth() >= 16;
  return !type.isInteger(1);
}

FactorRule replicatedRule(Operation *op) {
  FactorRule rule;
  auto whole = [&](Value value) {
    TensorFactors tensor;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t size : type.getShape())
        tensor.push_back({rule.add(size, FactorKind::NeedReplication)});
    return tensor;
  };
  for (Value operand : op->getOperands())
    rule.operands.push_back(whole(operand));
  for (Value result : op->getResults())
    rule.results.push_back(whole(result));
  return rule;
}

SmallVector<ValueTie> tiesOfLoop(Operation *loop, ArrayRef<ValueRange> seen) {
  Operation *next = loop->getRegions().back().front().getTerminator();
  SmallVector<ValueTie> ties;
  for (unsigned i = 0; i < loop->getNumResults(); ++i) {
    ValueTie tie{{&loop->getOpOperand(i), &next->getOpOperand(i)},
                 {loop->getResult(i)}};
    for (ValueRange carried : seen)
      tie.targets.push_back(carried[i]);
    ties.push_back(std::move(tie));
  }
  return ties;
}

FactorRule wholeAlong(FactorRule rule, FactorKind kind) {
  for (Factor &factor : rule.factors)
    if (factor.kind == kind && !factor.monoid)
      factor.kind = FactorKind::NeedReplication;
  return rule;
}

FactorRule mapRule(Operation *op) {
  FactorRule rule;
  TensorFactors dims;
  for (int64_t size : shapeOf(op->getResult(0)))
    dims.push_back({rule.add(size)});
  rule.operands.assign(op->getNumOperands(), dims);
  rule.results.assign(op->getNumResults(), dims);
  return rule;
}

LinearGroups ifKeepsPartials(Operation *op, Monoid monoid,
                             LinearGroups groups) {
  return keepsPartials(elementOf(op->getResult(0)), monoid) ? groups
                                                            : LinearGroups();
}

LinearGroups bilinearGroups(Operation *op, Monoid monoid) {
  return monoid == Monoid::Sum ? ifKeepsPartials(op, monoid, {{0}, {1}})
                               : LinearGroups();
}

FactorRule sharedDimsRule(Operation *op,
                          function_ref<FactorKind(int64_t)> kindOf) {
  FactorRule rule;
  TensorFactors operand, result;
  ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
  ArrayRef<int64_t> to = shapeOf(op->getResult(0));
  for (size_t dim = 0; dim < std::max(from.size(), to.size()); ++dim) {
    bool inOperand = dim < from.size(), inResult = dim < to.size();
    bool isCut = inOperand && inResult && from[dim] != to[dim];
    int factor =
        rule.add(inOperand ? from[dim] : to[dim],
                 inOperand && inResult ? kindOf(static_cast<int64_t>(dim))
                                       : FactorKind::NeedReplication,
                 std::nullopt, /*blocked=*/isCut);
    if (inOperand)
      operand.push_back({factor});
    if (inResult)
      result.push_back({factor});
  }
  rule.operands = {operand};
  rule.results = {result};
  return rule;
}

KernelKind libraryOrLoops(Operation *op, LibraryCall call,
                          const Target &target) {
  SmallVector<Type> elements =
      llvm::map_to_vector(op->getOperands(), elementOf);
  return target.hasLibrary(call, elements) ? KernelKind::Library
                                           : KernelKind::OwnLoops;
}

void registerOpModels(DialectRegistry &registry) {
  registry.addExtension(
      +[](MLIRContext *context, stablehlo::StablehloDialect *) {
        attachElementwiseModels(context);
        attachDataMovementModels(context);
        attachContractionModels(context);
        attachConvolutionModels(context);
        attachReductionModels(context);
        attachWindowModels(context);
        attachIndexingModels(context);
        attachDynamicSliceModels(context);
        attachSortModels(context);
        attachControlModels(context);
        attachCollectiveModels(context);
        attachLinearAlgebraModels(context);
        attachBatchNormModels(context);
        attachShorthandModels(context);
        attachFftModels(context);
        attachRandomModels(context);
        attachRngModel(context);
        attachCustomCallModels(context);
      });
  registry.addExtension(+[](MLIRContext *context, dist::DistDialect *) {
    attachCombineModel(context);
    attachRollModel(context);
    attachTimeLoopModel(context);
  });
  registry.addExtension(+[](MLIRContext *context, chlo::ChloDialect *) {
    attachChloModels(context);
  });
}

} // namespace popt
