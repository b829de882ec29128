//===- Common.cpp - Shared by the passes of Partition ---------------------===//
//
// Finds `@main`, mesh and machine, and asks the reshard planner. Tested through
// the passes (test/Partition/invalid.mlir).
//
//===----------------------------------------------------------------------===//
#include "Common.h"

using namespace mlir;

namespace popt {

FailureOr<std::unique_ptr<PartitionInput>> readInput(ModuleOp module,
                                                     StringRef cluster) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return module.emitError("module has no function @main with a body");
  dist::MeshOp meshOp = dist::getMesh(module);
  if (!meshOp)
    return module.emitError(
        "module has no dist.mesh; run import-sdy first, or add one");
  std::string error;
  std::optional<Machine> machine = Machine::load(cluster.str(), error);
  if (!machine)
    return module.emitError(error);
  return std::make_unique<PartitionInput>(main, meshOp, std::move(*machine));
}

Reader readerOf(OpOperand &use, func::FuncOp main) {
  Operation *op = main.front().findAncestorOpInBlock(*use.getOwner());
  return {op, op != use.getOwner()};
}

SmallVector<OpOperand *> usesInOrder(Value value, func::FuncOp main) {
  // Use lists run backwards.
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);
  std::reverse(uses.begin(), uses.end());
  llvm::stable_sort(uses, [&](OpOperand *a, OpOperand *b) {
    Operation *first = readerOf(*a, main).op, *second = readerOf(*b, main).op;
    if (first != second)
      return first->isBeforeInBlock(second);
    return a->getOwner() == b->getOwner() &&
           a->getOperandNumber() < b->getOperandNumber();
  });
  return uses;
}

ReshardCosts &reshardsOf(ReshardCache &cache, RankedTensorType type) {
  Type element = type.getElementType();
  int bits = 0;
  if (auto complex = dyn_cast<ComplexType>(element))
    bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
  else
    bits = std::max(8u, element.getIntOrFloatBitWidth());
  // Terms of narrow floats are held and sent as f32 (law L2).
  int partialBits = isa<FloatType>(element) ? std::max(bits, 32) : bits;
  return cache.get(std::vector<int64_t>(type.getShape()), bits, partialBits);
}

std::optional<ReshardPlan> planOf(PartitionInput &input, RankedTensorType type,
                                  const Layout &from, const Layout &to) {
  return reshardsOf(input.reshards, type).plan(from, to);
}

} // namespace popt
