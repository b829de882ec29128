//===- ManualMarkers.cpp - Regions between calls that change shapes -------===//
//
// See ManualMarkers.h. A region consists of the operations that depend on its
// entries and lead to its exits; operations that depend on nothing (constants,
// the device's number) are copied into each region that uses them. Tests:
// test/Import/import-gspmd-manual.mlir, import-gspmd-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "ManualMarkers.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace popt;

namespace {
/// One region to be: members in program order.
struct Group {
  SmallVector<Operation *> entries, body, exits;

  Operation *last() const {
    return !exits.empty()  ? exits.back()
           : !body.empty() ? body.back()
                           : entries.back();
  }
};

/// Makes the regions of one block.
class BlockRewriter {
public:
  explicit BlockRewriter(ManualMarkers &markers) : markers(markers) {}
  LogicalResult run(Block &block);

private:
  const ManualMarker *find(Operation *op) const {
    auto it = markers.find(op);
    return it == markers.end() ? nullptr : &it->second;
  }
  void findDepths(Block &block);
  std::vector<Group> findGroups(Block &block);
  FailureOr<ArrayRef<StringAttr>> getAxes(ArrayRef<Operation *> ops);
  sdy::ManualComputationOp create(const Group &group,
                                  ArrayRef<StringAttr> axes);
  LogicalResult build(const Group &group);
  bool isCopied(Operation *op) const;
  bool isMadeOfNothing(Value value) const;
  LogicalResult copySources(sdy::ManualComputationOp manual, OpOperand &use,
                            OpBuilder &builder, IRMapping &copies);

  ManualMarkers &markers;
  /// Operations outside that regions have copies of.
  llvm::SetVector<Operation *> copied;
  /// In how many regions of this block an operation's results are.
  llvm::DenseMap<Operation *, int> depths;
};
} // namespace

/// Operands, and what regions capture, that are made in the operation's block.
static llvm::SetVector<Operation *> getProducers(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  llvm::SetVector<Operation *> producers;
  for (Value value : values)
    if (Operation *def = value.getDefiningOp();
        def && def->getBlock() == op->getBlock())
      producers.insert(def);
  return producers;
}

/// Manual axes of the regions around an operation.
static SmallVector<StringAttr> getManualAxes(Operation *op) {
  SmallVector<StringAttr> axes;
  for (auto outer = op->getParentOfType<sdy::ManualComputationOp>(); outer;
       outer = outer->getParentOfType<sdy::ManualComputationOp>())
    llvm::append_range(axes, outer.getManualAxes());
  return axes;
}

void BlockRewriter::findDepths(Block &block) {
  SmallVector<StringAttr> around = getManualAxes(&block.front());
  for (Operation &op : block) {
    int depth = 0;
    for (Operation *producer : getProducers(&op))
      depth = std::max(depth, depths.lookup(producer));
    if (const ManualMarker *marker = find(&op)) {
      // The sharding of an operation without operands (the device's number
      // along an axis) says in which region it is.
      bool isInside = llvm::any_of(marker->outer, [&](StringAttr axis) {
        return !llvm::is_contained(around, axis);
      });
      depth = marker->isEntry ? depth + 1 : std::max(depth - 1, int(isInside));
    }
    depths[&op] = depth;
  }
}

/// Operations inside are one group if one uses what the other makes.
std::vector<Group> BlockRewriter::findGroups(Block &block) {
  llvm::EquivalenceClasses<Operation *> classes;
  llvm::SmallPtrSet<Operation *, 32> members, outermost;
  for (Operation &op : block) {
    const ManualMarker *marker = find(&op);
    bool isExit = marker && !marker->isEntry && depths[&op] == 0;
    if (depths[&op] == 0 && !isExit)
      continue;
    if (isExit || (marker && marker->isEntry && depths[&op] == 1))
      outermost.insert(&op);
    members.insert(&op);
    classes.insert(&op);
    if (marker && outermost.contains(&op) && !isExit)
      continue; // Its operands are outside.
    for (Operation *producer : getProducers(&op))
      if (members.contains(producer) && depths[producer] > 0)
        classes.unionSets(producer, &op);
  }
  std::vector<Group> groups;
  llvm::DenseMap<Operation *, unsigned> indexOf;
  for (Operation &op : block) {
    if (!members.contains(&op))
      continue;
    auto [it, isNew] =
        indexOf.try_emplace(classes.getLeaderValue(&op), groups.size());
    if (isNew)
      groups.emplace_back();
    Group &group = groups[it->second];
    if (!outermost.contains(&op))
      group.body.push_back(&op);
    else if (find(&op)->isEntry)
      group.entries.push_back(&op);
    else
      group.exits.push_back(&op);
  }
  return groups;
}

/// A call that does nothing but carry a sharding.
static bool isAnnotation(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == "Sharding";
}

/// True for operations that a region may have copies of.
bool BlockRewriter::isCopied(Operation *op) const {
  return op && op->getNumRegions() == 0 && !find(op) &&
         (isMemoryEffectFree(op) || isAnnotation(op));
}

bool BlockRewriter::isMadeOfNothing(Value value) const {
  llvm::SetVector<Operation *> slice;
  SmallVector<Value> work{value};
  while (!work.empty()) {
    Operation *op = work.pop_back_val().getDefiningOp();
    if (!isCopied(op))
      return false;
    if (slice.insert(op))
      llvm::append_range(work, op->getOperands());
  }
  return true;
}

/// True if the block on every device is the value: of scalars, and of arguments
/// that nothing splits. Front ends hand learning rates and the like to regions
/// without a word.
static bool isWhole(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (type && type.getRank() == 0)
    return true;
  auto argument = dyn_cast<BlockArgument>(value);
  auto func =
      argument
          ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
          : FunctionOpInterface();
  auto sharding = func ? func.getArgAttrOfType<sdy::TensorShardingAttr>(
                             argument.getArgNumber(), sdy::kShardingAttr)
                       : sdy::TensorShardingAttr();
  return type && sharding &&
         llvm::all_of(sharding.getDimShardings(), [](auto dim) {
           return dim.getIsClosed() && dim.emptyAxes();
         });
}

/// Makes a whole value one more operand of the region.
static void enterWhole(sdy::ManualComputationOp manual, Value value,
                       IRMapping &copies) {
  MLIRContext *context = manual.getContext();
  SmallVector<sdy::TensorShardingAttr> in(
      manual.getInShardings().getShardings());
  Attribute mesh = in.empty()
                       ? manual.getOutShardings().getSharding(0).getMeshOrRef()
                       : in[0].getMeshOrRef();
  SmallVector<sdy::DimensionShardingAttr> dims(
      cast<RankedTensorType>(value.getType()).getRank(),
      sdy::DimensionShardingAttr::get(context, {}, /*isClosed=*/true, {}));
  in.push_back(sdy::TensorShardingAttr::get(context, mesh, dims, {}, {},
                                            sdy::ReductionOp::SUM));
  manual.setInShardingsAttr(sdy::TensorShardingPerValueAttr::get(context, in));
  manual.getTensorsMutable().append(value);
  Block &body = manual.getBody().front();
  copies.map(value, body.addArgument(value.getType(), value.getLoc()));
}

/// Gives a use inside a region a copy of an outside operation that depends on
/// nothing, or lets a value in that is whole on every device.
LogicalResult BlockRewriter::copySources(sdy::ManualComputationOp manual,
                                         OpOperand &use, OpBuilder &builder,
                                         IRMapping &copies) {
  Value value = use.get();
  if (!copies.contains(value)) {
    // The operations that compute it, operands first.
    SmallVector<std::pair<Operation *, unsigned>> stack;
    llvm::SetVector<Operation *> made;
    auto push = [&](Value needed) {
      Operation *def = needed.getDefiningOp();
      if (copies.contains(needed) || (def && made.contains(def)))
        return true;
      if (isWhole(needed) && !isMadeOfNothing(needed)) {
        enterWhole(manual, needed, copies);
        return true;
      }
      if (isCopied(def))
        stack.push_back({def, 0});
      return isCopied(def);
    };
    bool isSource = push(value);
    while (isSource && !stack.empty()) {
      auto &[op, next] = stack.back();
      if (next < op->getNumOperands()) {
        isSource = push(op->getOperand(next++));
        continue;
      }
      made.insert(op);
      stack.pop_back();
    }
    if (!isSource) {
      InFlightDiagnostic diag =
          use.getOwner()->emitOpError()
          << "in a manual region uses operand " << use.getOperandNumber()
          << " from outside, which does not enter the region; pass it through "
             "SPMDFullToShardShape";
      diag.attachNote(value.getLoc()) << "the value";
      return diag;
    }
    for (Operation *op : made) {
      builder.clone(*op, copies);
      copied.insert(op);
    }
  }
  use.set(copies.lookup(value));
  return success();
}

/// The manual axes of all markers of the group.
FailureOr<ArrayRef<StringAttr>>
BlockRewriter::getAxes(ArrayRef<Operation *> ops) {
  ArrayRef<StringAttr> axes = find(ops.front())->axes;
  for (Operation *op : ops)
    if (ArrayRef(find(op)->axes) != axes) {
      InFlightDiagnostic diag =
          op->emitError("has other manual axes than the rest of its region");
      diag.attachNote(ops.front()->getLoc()) << "the region's first marker";
      return diag;
    }
  return axes;
}

sdy::ManualComputationOp BlockRewriter::create(const Group &group,
                                               ArrayRef<StringAttr> axes) {
  SmallVector<Value> inputs, outputs;
  SmallVector<Type> blockTypes, resultTypes;
  SmallVector<Location> locs;
  SmallVector<sdy::TensorShardingAttr> in, out;
  for (Operation *op : group.entries) {
    llvm::append_range(inputs, op->getOperands());
    llvm::append_range(blockTypes, op->getResultTypes());
    locs.append(op->getNumResults(), op->getLoc());
    llvm::append_range(in, find(op)->shardings);
  }
  for (Operation *op : group.exits) {
    llvm::append_range(resultTypes, op->getResultTypes());
    llvm::append_range(out, find(op)->shardings);
  }
  Operation *place = group.last();
  MLIRContext *context = place->getContext();
  OpBuilder builder(place);
  auto manual = sdy::ManualComputationOp::create(
      builder, place->getLoc(), resultTypes, inputs,
      sdy::TensorShardingPerValueAttr::get(context, in),
      sdy::TensorShardingPerValueAttr::get(context, out),
      sdy::ManualAxesAttr::get(context, axes));
  Block *body = builder.createBlock(&manual.getBody(), {}, blockTypes, locs);
  auto replace = [&](Operation *op, ValueRange &values) {
    op->replaceAllUsesWith(values.take_front(op->getNumResults()));
    values = values.drop_front(op->getNumResults());
  };
  ValueRange arguments = body->getArguments(), results = manual->getResults();
  for (Operation *op : group.entries)
    replace(op, arguments);
  for (Operation *op : group.exits) {
    llvm::append_range(outputs, op->getOperands());
    replace(op, results);
  }
  auto end = sdy::ReturnOp::create(builder, place->getLoc(), outputs);
  for (Operation *op : group.body)
    op->moveBefore(end);
  for (ArrayRef<Operation *> ops :
       {ArrayRef(group.exits), ArrayRef(group.entries)})
    for (Operation *op : ops) {
      markers.erase(op);
      op->erase();
    }
  return manual;
}

LogicalResult BlockRewriter::build(const Group &group) {
  SmallVector<Operation *> ends(group.entries);
  llvm::append_range(ends, group.exits);
  FailureOr<ArrayRef<StringAttr>> all = getAxes(ends);
  if (failed(all))
    return failure();
  SmallVector<StringAttr> axes, outer = getManualAxes(ends.front());
  for (StringAttr axis : *all)
    if (!llvm::is_contained(outer, axis))
      axes.push_back(axis);
  sdy::ManualComputationOp manual = create(group, axes);

  Block &body = manual.getBody().front();
  IRMapping copies;
  OpBuilder atBegin = OpBuilder::atBlockBegin(&body);
  SmallVector<Operation *> members;
  for (Operation &op : body)
    members.push_back(&op);
  for (Operation *member : members) {
    WalkResult walked = member->walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (!manual.getBody().isAncestor(operand.get().getParentRegion()) &&
            failed(copySources(manual, operand, atBegin, copies)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return failure();
  }
  return BlockRewriter(markers).run(body);
}

LogicalResult BlockRewriter::run(Block &block) {
  if (llvm::none_of(block, [&](Operation &op) { return find(&op); }))
    return success();
  findDepths(block);
  for (const Group &group : findGroups(block))
    if (failed(build(group)))
      return failure();
  for (Operation *op : llvm::reverse(copied))
    if (op->use_empty())
      op->erase();
  // A region stands where its last exit stood; users of others come after it.
  if (!sortTopologically(&block))
    return block.getParentOp()->emitError(
        "has manual regions whose results lead into the same region again");
  return success();
}

LogicalResult popt::makeManualRegions(ModuleOp module, ManualMarkers markers) {
  llvm::SetVector<Block *> blocks; // Outer ones first.
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (markers.contains(op))
      blocks.insert(op->getBlock());
  });
  for (Block *block : blocks)
    if (failed(BlockRewriter(markers).run(*block)))
      return failure();
  return success();
}
