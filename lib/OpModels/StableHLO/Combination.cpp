//===- Combination.cpp - Operations that combine by a monoid --------------===//
//
// On i1, add means or and multiply means and. Tested by
// test/Stages/place-stages.mlir and test/OpModels.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/Combination.h"

#include "Models.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;

std::optional<Monoid> popt::combinationOf(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return std::nullopt;
  bool isBool = elementOf(op->getResult(0)).isInteger(1);
  return llvm::TypeSwitch<Operation *, std::optional<Monoid>>(op)
      .Case([&](stablehlo::AddOp) { return isBool ? Monoid::Or : Monoid::Sum; })
      .Case(
          [&](stablehlo::MulOp) { return isBool ? Monoid::And : Monoid::Prod; })
      .Case([](stablehlo::MaxOp) { return Monoid::Max; })
      .Case([](stablehlo::MinOp) { return Monoid::Min; })
      .Case([](stablehlo::AndOp) { return Monoid::And; })
      .Case([](stablehlo::OrOp) { return Monoid::Or; })
      .Case([](stablehlo::XorOp) { return Monoid::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<Monoid> popt::monoidOfBody(Region &body) {
  mlir::Block &block = body.front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return std::nullopt;
  Operation *op = &block.front();
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      block.getTerminator()->getOperands() != op->getResults())
    return std::nullopt;
  Value a = block.getArgument(0), b = block.getArgument(1);
  bool usesBoth = (op->getOperand(0) == a && op->getOperand(1) == b) ||
                  (op->getOperand(0) == b && op->getOperand(1) == a);
  if (!usesBoth)
    return std::nullopt;
  return combinationOf(op);
}

std::optional<ReducedScalars> popt::reducedScalarsOf(Operation *op) {
  auto reduce = dyn_cast_or_null<stablehlo::ReduceOp>(op);
  if (!reduce || reduce->getNumOperands() != 2 ||
      !shapeOf(reduce->getResult(0)).empty() || !monoidOfBody(reduce.getBody()))
    return std::nullopt;
  ReducedScalars found{*monoidOfBody(reduce.getBody()),
                       {reduce->getOperand(1)}};
  auto numElements = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getNumElements();
  };
  Value vector = reduce->getOperand(0);
  auto parts = vector.getDefiningOp<stablehlo::ConcatenateOp>();
  for (Value part :
       parts ? ValueRange(parts->getOperands()) : ValueRange(vector)) {
    if (numElements(part) != 1)
      return std::nullopt;
    // Each was a scalar.
    while (Operation *made = part.getDefiningOp()) {
      if (!isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(made) ||
          numElements(made->getOperand(0)) != 1)
        break;
      part = made->getOperand(0);
    }
    found.values.push_back(part);
  }
  return found;
}
