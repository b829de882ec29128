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

/// The factor of each dim, -1 for extents of 1; nothing if some dim is several
/// loops, or one over which elements move.
static std::optional<SmallVector<int>>
loopsOf(const FactorRule &rule, const TensorFactors &tensor, Value value) {
  SmallVector<int> loops;
  auto shape = cast<RankedTensorType>(value.getType()).getShape();
  for (auto [dim, factors] : llvm::enumerate(tensor)) {
    if (shape[dim] != 1 &&
        (factors.size() != 1 ||
         rule.factors[factors.front()].kind != FactorKind::PassThrough))
      return std::nullopt;
    loops.push_back(shape[dim] == 1 ? -1 : factors.front());
  }
  return loops;
}

static std::optional<SmallVector<int64_t, 4>> resultDimsOf(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  FactorRule rule = cast<ShardingOpInterface>(op).getFactorRule();
  auto from = loopsOf(rule, rule.operands[0], op->getOperand(0));
  auto to = loopsOf(rule, rule.results[0], op->getResult(0));
  if (!from || !to)
    return std::nullopt;
  SmallVector<int64_t, 4> dims;
  for (int loop : *from) {
    dims.push_back(loop < 0 ? -1 : llvm::find(*to, loop) - to->begin());
    if (dims.back() == int64_t(to->size()))
      return std::nullopt;
  }
  return dims;
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
  facts.isLibraryCall =
      facts.kind == KernelKind::Library && targetOf(op).isGpu();
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
    facts.isPermutation =
        cast<KernelOpInterface>(op).getPermutation().has_value();
  }
  if (facts.kind == KernelKind::RowReduction && facts.isClusterable)
    facts.isColumnReduction = isColumnReduction(op);
  facts.isCopied = facts.kind == KernelKind::Source ||
                   facts.kind == KernelKind::View || facts.isPureBroadcast;
  return facts;
}
