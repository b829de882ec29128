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
  AxisList reduced;
  for (auto [factor, axes] : llvm::zip_equal(rule.factors, strategy.factors)) {
    // Without a monoid the operation itself combines: results are whole.
    if (factor.kind != FactorKind::Reduction || axes.empty() || !factor.monoid)
      continue;
    if (*factor.monoid != strategy.monoid)
      return std::nullopt;
    llvm::append_range(reduced, axes);
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
    llvm::append_range(layout->partial, reduced);
    layout->partial = inMeshOrder(mesh, layout->partial);
    layouts.results.push_back(std::move(*layout));
  }
  return layouts;
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
