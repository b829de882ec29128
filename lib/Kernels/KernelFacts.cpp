//===- KernelFacts.cpp - What form-kernels knows of an operation ----------===//
//
// Covered by test/Kernels/form-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "KernelFacts.h"

#include "popt/Dialect/Dist/Dist.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace popt;

int64_t popt::countOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getNumElements() : 0;
}

static KernelKind kindOf(Operation *op) {
  // This coordinate's numbers.
  if (isa<dist::AxisIndexOp, dist::BlockOp>(op))
    return KernelKind::Source;
  return kernelKindOf(op);
}

/// True if an operation within a reducer or comparator is arithmetic on its
/// elements, or passes them on.
static bool isOfBody(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return true;
  switch (kindOf(op)) {
  case KernelKind::Map:
  case KernelKind::Source:
  case KernelKind::View:
    return true;
  case KernelKind::Broadcast:
    return op->getNumOperands() == 1 &&
           getElementTypeOrSelf(op->getOperand(0)) ==
               getElementTypeOrSelf(op->getResult(0)) &&
           countOf(op->getOperand(0)) == 1 && countOf(op->getResult(0)) == 1;
  default:
    return false;
  }
}

static bool isClusterable(Operation *op, KernelKind kind) {
  if (kind == KernelKind::Library || kind == KernelKind::Opaque)
    return false;
  for (Region &region : op->getRegions())
    if (region
            .walk([](Operation *inner) {
              return isOfBody(inner) ? WalkResult::advance()
                                     : WalkResult::interrupt();
            })
            .wasInterrupted())
      return false;
  auto isPlain = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isPlain) &&
         llvm::all_of(op->getResultTypes(), isPlain);
}

/// True if a kept dim comes after a reduced one.
static bool isColumnReduction(Operation *op) {
  FactorRule rule = cast<ShardingOpInterface>(op).getFactorRule();
  auto shape = cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
  bool seen = false;
  for (auto [dim, factors] : llvm::enumerate(rule.operands[0])) {
    bool isKept = llvm::is_contained(rule.results[0], factors);
    if (isKept && seen && shape[dim] > 1)
      return true;
    seen |= !isKept;
  }
  return false;
}

KernelFacts popt::factsOf(Operation *op) {
  KernelFacts facts;
  facts.kind = kindOf(op);
  facts.isLibraryCall = facts.kind == KernelKind::Library &&
                        targetOf(op).isGpu() &&
                        cast<KernelOpInterface>(op).hasLoops();
  if (facts.isLibraryCall)
    facts.kind = KernelKind::OwnLoops;
  if (op->getNumResults())
    facts.count = countOf(op->getResult(0));
  facts.isClusterable = isClusterable(op, facts.kind);
  facts.cost = elementCostOf(op);
  facts.isRootOnly = facts.kind == KernelKind::InPlaceUpdate ||
                     facts.kind == KernelKind::OwnLoops;
  facts.isConstant = matchPattern(op, m_Constant());
  if (facts.kind == KernelKind::Broadcast) {
    facts.resultDims = resultDimsOf(op);
    facts.isPureBroadcast =
        facts.resultDims && countOf(op->getOperand(0)) < facts.count;
    facts.isPermutation = permutationOf(op).has_value();
  }
  if (facts.kind == KernelKind::RowReduction && facts.isClusterable)
    facts.isColumnReduction = isColumnReduction(op);
  facts.isCopied = facts.kind == KernelKind::Source ||
                   facts.kind == KernelKind::View || facts.isPureBroadcast;
  return facts;
}
