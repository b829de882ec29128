//===- Common.cpp - Shared by the passes of Partition ---------------------===//
//
// Finds `@main`, mesh and machine, and asks the reshard planner. Tested through
// the passes (test/Partition/invalid.mlir).
//
//===----------------------------------------------------------------------===//
#include "Common.h"

#include "popt/Dialect/Dist/Main.h"
#include "popt/Interfaces/ModuleMachine.h"

using namespace mlir;

namespace popt {

FailureOr<std::unique_ptr<PartitionInput>>
readInput(ModuleOp module, const std::shared_ptr<ReshardPool> &pool) {
  FailureOr<dist::MainOnMesh> found = dist::requireMain(module);
  if (failed(found))
    return failure();
  auto [main, meshOp] = *found;
  std::string error;
  ReshardPool own;
  std::shared_ptr<ReshardBook> book =
      (pool ? *pool : own).open(meshOp.toMesh(), machineWordsOf(module), error);
  if (!book)
    return module.emitError(error);
  auto input = std::make_unique<PartitionInput>(main, meshOp, std::move(book));
  // Devices that no rank has do not count.
  input->costs = input->costs.atStage(-1);
  return input;
}

bool isEntered(Operation *op) {
  return isa<dist::ManualOp>(op) || !valueTiesOf(op).empty();
}

Layout insideLayout(dist::ManualOp op, dist::ShardingAttr edge,
                    const Mesh &mesh) {
  AxisList manual = op.getManualAxes().toAxisList(mesh);
  Layout layout = edge.toLayout(mesh).closed();
  for (DimLayout &dim : layout.dims)
    dim.axes = removeOverlapping(mesh, dim.axes, manual);
  layout.partial = removeOverlapping(mesh, layout.partial, manual);
  return layout;
}

static void walkBlock(Block &block, function_ref<void(Operation *)> visit) {
  for (Operation &op : block) {
    visit(&op);
    if (op.getNumRegions() && isEntered(&op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          walkBlock(inner, visit);
  }
}

void walkProgram(func::FuncOp main, function_ref<void(Operation *)> visit) {
  walkBlock(main.front(), visit);
}

std::optional<Layout> layoutOf(Value value, const Mesh &mesh) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
    return dist::getLayout(value, mesh);
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto manual = dyn_cast<dist::ManualOp>(parent))
    return insideLayout(manual, manual.getInSharding(argument.getArgNumber()),
                        mesh);
  for (const ValueTie &tie : valueTiesOf(parent))
    if (llvm::is_contained(tie.targets, value) && tie.targets.front() != value)
      return dist::getLayout(tie.targets.front(), mesh);
  return std::nullopt;
}

Layout hintOf(Value value, const Mesh &mesh) {
  if (std::optional<Layout> layout = layoutOf(value, mesh))
    return layout->closed();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return Layout::replicate(type ? type.getRank() : 0);
}

Reader readerOf(OpOperand &use) {
  Block *home = use.get().getParentBlock();
  Operation *owner = use.getOwner(), *place = owner;
  bool isCapture = false;
  while (place->getBlock() != home) {
    place = place->getParentOp();
    if (!isEntered(place)) {
      owner = place;
      isCapture = true;
    }
  }
  return {place, owner, isCapture};
}

SmallVector<OpOperand *> usesInOrder(Value value) {
  // Use lists run backwards.
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);
  std::reverse(uses.begin(), uses.end());
  // Own operands first, by number; then values that regions read.
  auto rank = [](OpOperand *use, Operation *place) {
    return use->getOwner() == place ? use->getOperandNumber() : ~0u;
  };
  llvm::stable_sort(uses, [&](OpOperand *a, OpOperand *b) {
    Operation *first = readerOf(*a).place, *second = readerOf(*b).place;
    if (first != second)
      return first->isBeforeInBlock(second);
    return rank(a, first) < rank(b, second);
  });
  return uses;
}

/// Bits of an element, and of a partial value (law L2: narrow floats are held
/// and sent as f32).
static std::pair<int, int> bitsOf(RankedTensorType type) {
  Type element = type.getElementType();
  int bits = 0;
  if (auto complex = dyn_cast<ComplexType>(element))
    bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
  else
    bits = std::max(8u, element.getIntOrFloatBitWidth());
  return {bits, isa<FloatType>(element) ? std::max(bits, 32) : bits};
}

LayoutSpace &layoutsOf(PartitionInput &input, RankedTensorType type,
                       double latencyPart) {
  LayoutSpace *&space = input.spaces[{type.getAsOpaquePointer(), latencyPart}];
  if (!space) {
    auto [bits, partialBits] = bitsOf(type);
    space =
        &input.book->withLatency(latencyPart)
             .space(std::vector<int64_t>(type.getShape()), bits, partialBits);
  }
  return *space;
}

/// The axes of the manual regions around.
static AxisList manualAxesAround(Value value, const Mesh &mesh) {
  AxisList axes;
  for (Operation *op = value.getParentBlock()->getParentOp(); op;
       op = op->getParentOp())
    if (auto manual = dyn_cast<dist::ManualOp>(op))
      llvm::append_range(axes, manual.getManualAxes().toAxisList(mesh));
  return axes;
}

std::optional<ReshardPlan> planOf(PartitionInput &input, Value value,
                                  const Layout &from, const Layout &to) {
  auto type = cast<RankedTensorType>(value.getType());
  auto [bits, partialBits] = bitsOf(type);
  return input.book->without(manualAxesAround(value, input.mesh))
      .costs(std::vector<int64_t>(type.getShape()), bits, partialBits)
      .plan(from, to);
}

ArrayAttr movesAttr(PartitionInput &input, ArrayRef<ReshardStep> steps) {
  SmallVector<Attribute> moves;
  for (const ReshardStep &step : steps)
    moves.push_back(
        dist::MoveAttr::fromStep(input.meshName(), input.mesh, step));
  return ArrayAttr::get(input.main.getContext(), moves);
}

DenseI64ArrayAttr keepersOf(Builder &builder, const Mesh &mesh,
                            const AxisList &axes, const Layout &from) {
  std::vector<int64_t> kept = keptPartials(mesh, axes, from);
  if (kept == std::vector<int64_t>{0})
    return {};
  return builder.getDenseI64ArrayAttr(kept);
}

FailureOr<std::vector<ReshardStep>> movesOf(PartitionInput &input,
                                            dist::ReshardOp op) {
  if (std::optional<ArrayAttr> moves = op.getMoves()) {
    std::vector<ReshardStep> steps;
    for (auto move : moves->getAsRange<dist::MoveAttr>())
      steps.push_back(move.toStep(input.mesh));
    return steps;
  }
  Layout from = op.getFrom().toLayout(input.mesh).closed();
  Layout to = op.getTo().toLayout(input.mesh).closed();
  std::optional<ReshardPlan> plan = planOf(input, op.getInput(), from, to);
  if (!plan)
    return op.emitOpError()
           << "no sequence of collectives leads from " << from.str(input.mesh)
           << " to " << to.str(input.mesh);
  return std::move(plan->steps);
}

} // namespace popt
