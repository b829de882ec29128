//===- OpModel.cpp - Layouts that follow from a strategy ------------------===//
//
// The part of the op-model interface that is the same for every operation.
// Tested by test/unit/Interfaces/OpModelTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Interfaces/OpModel.h"

using namespace mlir;

namespace popt {

#include "popt/Interfaces/KernelOp.cpp.inc"
#include "popt/Interfaces/ShardingOp.cpp.inc"
#include "popt/Interfaces/ValueTieOp.cpp.inc"

/// Axes in mesh order, parts of one axis merged.
static AxisList inMeshOrder(const Mesh &mesh, AxisList axes) {
  llvm::sort(axes);
  return mergeParts(mesh, std::move(axes));
}

std::optional<OpLayouts> layoutsFromStrategy(const Mesh &mesh,
                                             const FactorRule &rule,
                                             const Strategy &strategy) {
  OpLayouts layouts;
  auto isReduced = [&](int index) {
    // Without a monoid the operation itself combines: results are whole.
    const Factor &factor = rule.factors[index];
    return factor.kind == FactorKind::Reduction && factor.monoid &&
           !strategy.factors[index].empty();
  };
  AxisList reduced;
  for (int index = 0; index < static_cast<int>(rule.factors.size()); ++index) {
    if (!isReduced(index))
      continue;
    if (*rule.factors[index].monoid != strategy.monoid)
      return std::nullopt;
    llvm::append_range(reduced, strategy.factors[index]);
  }
  for (auto [index, tensor] : llvm::enumerate(rule.operands)) {
    std::optional<Layout> layout =
        layoutFromFactors(rule, tensor, strategy.factors);
    if (!layout)
      return std::nullopt;
    layout->monoid = strategy.monoid;
    if (llvm::is_contained(strategy.group, index))
      layout->partial = strategy.through;
    if (llvm::is_contained(rule.inits, static_cast<int>(index)))
      llvm::append_range(layout->partial, reduced);
    layout->partial = inMeshOrder(mesh, layout->partial);
    layouts.operands.push_back(std::move(*layout));
  }
  for (const TensorFactors &tensor : rule.results) {
    std::optional<Layout> layout =
        layoutFromFactors(rule, tensor, strategy.factors);
    if (!layout)
      return std::nullopt;
    layout->monoid = strategy.monoid;
    layout->partial = strategy.through;
    // A result that has the factor as a dim has a part of it, not of the sum.
    for (int index = 0; index < static_cast<int>(rule.factors.size()); ++index)
      if (isReduced(index) && !hasFactor(tensor, index))
        llvm::append_range(layout->partial, strategy.factors[index]);
    layout->partial = inMeshOrder(mesh, layout->partial);
    layouts.results.push_back(std::move(*layout));
  }
  return layouts;
}

bool isSourceValue(Value value) {
  auto model = dyn_cast_or_null<ShardingOpInterface>(value.getDefiningOp());
  return model && model.isSource();
}

bool isNarrow(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType()) &&
         tensor.getElementType().getIntOrFloatBitWidth() < 32;
}

bool isHeldWide(Type global, const Layout &layout) {
  // The maximum of rounded values is the rounded maximum.
  return isNarrow(global) && !layout.partial.empty() &&
         (layout.monoid == Monoid::Sum || layout.monoid == Monoid::Prod);
}

RankedTensorType widen(RankedTensorType type) {
  return isNarrow(type) ? type.clone(Float32Type::get(type.getContext()))
                        : type;
}

RankedTensorType localType(RankedTensorType global, const Layout &layout) {
  std::vector<int64_t> shape =
      localShape(layout, std::vector<int64_t>(global.getShape()));
  return RankedTensorType::get(shape, global.getElementType());
}

KernelKind kernelKindOf(Operation *op) {
  auto model = dyn_cast_or_null<KernelOpInterface>(op);
  return model ? model.getKernelKind(targetOf(op)) : KernelKind::Opaque;
}

std::optional<SmallVector<int64_t>> permutationOf(Operation *op) {
  auto model = dyn_cast_or_null<KernelOpInterface>(op);
  return model ? model.getPermutation() : std::nullopt;
}

bool isReadInOtherOrder(Operation *op) {
  auto model = dyn_cast_or_null<KernelOpInterface>(op);
  std::optional<SmallVector<int64_t>> other =
      model ? model.getOtherOrder() : std::nullopt;
  return other && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return permutationOf(user) == other;
         });
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

std::optional<SmallVector<int64_t>> resultDimsOf(Operation *op) {
  if (kernelKindOf(op) != KernelKind::Broadcast || op->getNumOperands() != 1 ||
      getElementTypeOrSelf(op->getOperand(0)) !=
          getElementTypeOrSelf(op->getResult(0)))
    return std::nullopt;
  FactorRule rule = cast<ShardingOpInterface>(op).getFactorRule();
  auto from = loopsOf(rule, rule.operands[0], op->getOperand(0));
  auto to = loopsOf(rule, rule.results[0], op->getResult(0));
  if (!from || !to)
    return std::nullopt;
  SmallVector<int64_t> dims;
  for (int loop : *from) {
    dims.push_back(loop < 0 ? -1 : llvm::find(*to, loop) - to->begin());
    if (dims.back() == int64_t(to->size()))
      return std::nullopt;
  }
  return dims;
}

unsigned elementCostOf(Operation *op) {
  auto model = dyn_cast<KernelOpInterface>(op);
  return model ? model.getElementCost() : 0;
}

SmallVector<ValueTie> valueTiesOf(Operation *op) {
  auto model = dyn_cast<ValueTieOpInterface>(op);
  return model ? model.getValueTies() : SmallVector<ValueTie>();
}

bool isLoop(Operation *op) {
  auto model = dyn_cast_or_null<ValueTieOpInterface>(op);
  return model && model.isLoop();
}

std::optional<int64_t> runsOf(mlir::Block *block) {
  int64_t runs = 1;
  for (Operation *op = block->getParentOp();
       op && !isa<FunctionOpInterface>(op); op = op->getParentOp())
    if (isLoop(op)) {
      std::optional<int64_t> trips =
          cast<ValueTieOpInterface>(op).getTripCount();
      if (!trips)
        return std::nullopt;
      runs *= *trips;
    }
  return runs;
}

std::optional<double> flopsOf(Operation *op) {
  auto model = dyn_cast<KernelOpInterface>(op);
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  if (!model || !llvm::all_of(op->getOperandTypes(), isTensor) ||
      !llvm::all_of(op->getResultTypes(), isTensor))
    return std::nullopt;
  auto toTensor = [](Type type) { return cast<RankedTensorType>(type); };
  return model.getFlops(llvm::map_to_vector(op->getOperandTypes(), toTensor),
                        llvm::map_to_vector(op->getResultTypes(), toTensor));
}

} // namespace popt
