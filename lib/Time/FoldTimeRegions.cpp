//===- FoldTimeRegions.cpp - Loops and branches with time barriers --------===//
//
// A loop or branch of the program in which time steps need each other's values
// cannot run in each time step alone: it runs once, and its regions are folded
// (law L7).
//
//   %1 = stablehlo.while(%v = %0) ... {
//     %2 = dist.all_reduce %v sum over {"mb"}        an end, inside
//     %3 = stablehlo.subtract %v, %2
//     stablehlo.return %3
//   }
// becomes, for mb=4,
//   %all = dist.all_gather (reshape %0) dim 0 over {"mb"} : ... -> 4x...
//   %1 = stablehlo.while(%vs = %all) ... {
//     %v = reshape (dynamic_slice %vs, axis_index {"mb"})
//     %2 = dist.all_reduce %v sum over {"mb"}
//     %3 = stablehlo.subtract %v, %2
//     stablehlo.return dist.all_gather (reshape %3) dim 0 over {"mb"}
//   }
// and readers of %1 read their slice. Values from outside that vary and that
// the regions read are gathered before the operation in the same way. The
// operation itself then does not vary, and its regions are folded like the
// function's body.
//
// Tested by test/Time/fold-time-regions.mlir, and by execution in
// test/Execute/Time.
//
//===----------------------------------------------------------------------===//
#include "FoldTime.h"

#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/OpModel.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

Operation *popt::endInside(Operation *op, const Mesh &mesh) {
  Operation *found = nullptr;
  if (op->getNumRegions())
    op->walk([&](Operation *inner) {
      if (inner == op || !isTimeEnd(inner, mesh))
        return WalkResult::advance();
      found = inner;
      return WalkResult::interrupt();
    });
  return found;
}

namespace {
/// Rewrites one operation.
class RegionOpener {
public:
  RegionOpener(Operation *op, const Mesh &mesh, FlatSymbolRefAttr meshName,
               function_ref<bool(Value)> varies, llvm::DenseSet<Value> &entries)
      : op(op), mesh(mesh), meshName(meshName), time(timeAxesOf(mesh)),
        steps(product(time)), varies(varies), entries(entries),
        b(op->getContext()) {}

  void openCaptured(Value value);
  void openTie(const ValueTie &tie);
  int64_t bytesKept() const { return bytes; }

private:
  dist::AxisListAttr axes() {
    return dist::AxisListAttr::fromAxisList(b.getContext(), mesh, time);
  }
  Value stackAt(Value value);
  void replaceByEntry(ArrayRef<OpOperand *> uses, Value stack, Type type);

  Operation *op;
  const Mesh &mesh;
  FlatSymbolRefAttr meshName;
  AxisList time;
  int64_t steps;
  function_ref<bool(Value)> varies;
  llvm::DenseSet<Value> &entries;
  OpBuilder b;
  int64_t bytes = 0;
};
} // namespace

/// One entry per time step, along a new leading dimension.
Value RegionOpener::stackAt(Value value) {
  // A reshaped slice of the stack.
  if (entries.contains(value))
    return value.getDefiningOp()->getOperand(0).getDefiningOp()->getOperand(0);
  Location loc = value.getLoc();
  if (!varies(value))
    return buildRepeated(b, loc, value, steps);
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape{1};
  llvm::append_range(shape, type.getShape());
  Value entry = buildReshape(b, loc, value, shape);
  shape[0] = steps;
  return dist::AllGatherOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), entry,
      b.getI64IntegerAttr(0), axes(), /*replica_groups=*/nullptr, meshName,
      nullptr, nullptr, nullptr);
}

/// This time step's entry, of the given type, for these readers.
void RegionOpener::replaceByEntry(ArrayRef<OpOperand *> uses, Value stack,
                                  Type type) {
  if (uses.empty())
    return;
  Location loc = stack.getLoc();
  Value step = dist::AxisIndexOp::create(
      b, loc, RankedTensorType::get({}, b.getI32Type()), axes(), meshName);
  Value entry = buildReshape(b, loc, buildSliceAt(b, loc, stack, 0, step, 1),
                             cast<RankedTensorType>(type).getShape());
  entries.insert(entry);
  for (OpOperand *use : uses)
    use->set(entry);
}

void RegionOpener::openCaptured(Value value) {
  b.setInsertionPoint(op);
  Value stack = stackAt(value);
  bytes += bytesOf(stack.getType());
  for (Region &region : op->getRegions())
    for (mlir::Block &block : region) {
      SmallVector<OpOperand *> uses;
      for (OpOperand &use : value.getUses())
        if (block.findAncestorOpInBlock(*use.getOwner()))
          uses.push_back(&use);
      b.setInsertionPointToStart(&block);
      replaceByEntry(uses, stack, value.getType());
    }
}

void RegionOpener::openTie(const ValueTie &tie) {
  Type type;
  for (OpOperand *source : tie.sources) {
    // Passed on as it is.
    if (llvm::is_contained(tie.targets, source->get()))
      continue;
    b.setInsertionPoint(source->getOwner());
    source->set(stackAt(source->get()));
    type = source->get().getType();
  }
  bytes += bytesOf(type);
  for (Value target : tie.targets) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : target.getUses())
      if (!llvm::is_contained(tie.sources, &use))
        uses.push_back(&use);
    Type own = target.getType();
    target.setType(type);
    b.setInsertionPointAfterValue(target);
    replaceByEntry(uses, target, own);
  }
}

/// The operand by which data that varies over time decides what runs.
static OpOperand *decidesByTimeStep(Operation *op, ArrayRef<ValueTie> ties,
                                    function_ref<bool(Value)> varies) {
  llvm::DenseSet<OpOperand *> tied;
  for (const ValueTie &tie : ties)
    tied.insert(tie.sources.begin(), tie.sources.end());
  auto find = [&](Operation *from) -> OpOperand * {
    for (OpOperand &operand : from->getOpOperands())
      if (!tied.contains(&operand) && varies(operand.get()))
        return &operand;
    return nullptr;
  };
  OpOperand *found = find(op);
  for (Region &region : op->getRegions())
    if (!found)
      found = find(region.front().getTerminator());
  return found;
}

FailureOr<bool> popt::openRegions(Operation *op, const Mesh &mesh,
                                  FlatSymbolRefAttr meshName,
                                  function_ref<bool(Value)> varies,
                                  llvm::DenseSet<Value> &entries) {
  Operation *end = endInside(op, mesh);
  if (!end)
    return false;
  SmallVector<ValueTie> ties = valueTiesOf(op);
  if (OpOperand *by = decidesByTimeStep(op, ties, varies)) {
    InFlightDiagnostic error =
        end->emitOpError()
        << "over time axes needs the values of all time steps, inside of "
        << op->getName() << ", where each time step goes its own way";
    error.attachNote(by->get().getLoc())
        << "this decides, and varies over time";
    return failure();
  }
  SmallVector<ValueTie> open;
  for (ValueTie &tie : ties)
    if (llvm::any_of(tie.targets, varies))
      open.push_back(std::move(tie));
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  captured.remove_if([&](Value value) { return !varies(value); });
  if (open.empty() && captured.empty())
    return false;
  RegionOpener opener(op, mesh, meshName, varies, entries);
  for (Value value : captured)
    opener.openCaptured(value);
  for (const ValueTie &tie : open)
    opener.openTie(tie);
  remark::passed(
      op->getLoc(),
      remark::RemarkOpts::name("time-barrier-inside").category("schedule"))
      << llvm::formatv(
             "{0} runs once, with time loops inside: {1} in it needs "
             "the values of all time steps; {2} bytes are kept for all "
             "steps",
             op->getName().getStringRef(), end->getName().getStringRef(),
             opener.bytesKept())
             .str();
  return true;
}
