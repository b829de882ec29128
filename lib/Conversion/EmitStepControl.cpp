//===- EmitStepControl.cpp - While, if and case ---------------------------===//
//
// Each region becomes a body; what decides lies in memory that the host reads.
//
//   stablehlo.while(%i = %0) cond { .. return %go } do { .. return %next }
// becomes
//   step.while @condition @body (@arena[64] : i1)
//
// Covered by test/Conversion/emit-step.mlir.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;

bool popt::isCondition(Operation *op) {
  auto loop = dyn_cast<stablehlo::WhileOp>(op->getParentOp());
  return loop && op->hasTrait<OpTrait::IsTerminator>() &&
         op->getParentRegion() == &loop.getCond();
}

bool popt::isDecidedBy(OpOperand &use) {
  return isa<stablehlo::IfOp, stablehlo::CaseOp>(use.getOwner()) ||
         isCondition(use.getOwner());
}

std::optional<LogicalResult> StepEmitter::emitControl(Operation *op) {
  if (isa<stablehlo::WhileOp>(op))
    return emitLoop(op);
  if (isa<stablehlo::IfOp, stablehlo::CaseOp>(op))
    return emitBranches(op);
  return std::nullopt;
}

LogicalResult StepEmitter::emitLoop(Operation *op) {
  auto loop = cast<stablehlo::WhileOp>(op);
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    rt::Operand carried = operandOf(result);
    if (!loop->getOperand(i).getDefiningOp<dist::EmptyOp>() &&
        !isCountedByLoop(loop, static_cast<unsigned>(i)))
      copy(loop, operandOf(loop->getOperand(i)), carried);
    operands[loop.getCond().getArgument(i)] = carried;
    operands[loop.getBody().getArgument(i)] = carried;
  }
  if (loop->hasAttr(dist::kCounter))
    return emitCounted(loop);
  FailureOr<int32_t> condition = emitNested(loop.getCond(), "condition");
  if (failed(condition))
    return failure();
  FailureOr<int32_t> body = emitNested(loop.getBody(), "body");
  if (failed(body))
    return failure();
  Value predicate = loop.getCond().front().getTerminator()->getOperand(0);
  command(loop, rt::WhileOp{*condition, *body}, {operandOf(predicate)});
  return success();
}

LogicalResult StepEmitter::emitBranches(Operation *op) {
  SmallVector<Region *> regions;
  for (Region &region : op->getRegions())
    regions.push_back(&region);
  if (isa<stablehlo::IfOp>(op))
    std::reverse(regions.begin(), regions.end()); // {false, true}
  rt::CaseOp branches;
  for (Region *region : regions) {
    FailureOr<int32_t> body = emitNested(*region, "branch");
    if (failed(body))
      return failure();
    branches.branches.push_back(bodies[*body].empty() ? -1 : *body);
  }
  command(op, branches, {operandOf(op->getOperand(0))});
  return success();
}
