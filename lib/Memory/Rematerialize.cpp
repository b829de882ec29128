//===- Rematerialize.cpp - Ways to hold less at one position --------------===//
//
// Finds, prices and applies them; see Rematerialize.h. Tested by
// test/Flow/fit-memory.mlir, and by execution in
// test/Execute/Collectives/budget.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Memory/Rematerialize.h"

#include "popt/Analysis/Recompute.h"
#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Build.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

namespace {

/// More operations than this are not repeated for one value.
constexpr size_t maxRepeated = 16;

class Finder {
public:
  Finder(const CostModel &costs, const Liveness &liveness, int64_t position)
      : costs(costs), liveness(liveness), position(position) {}

  std::vector<Rematerialization> run() {
    for (const Held &held : liveness.held()) {
      if (held.isArgument || held.bytes == 0 || held.begin > position ||
          held.end < position)
        continue;
      if (std::optional<Rematerialization> way =
              held.values.size() == 1 ? recompute(held) : scatter(held))
        ways.push_back(std::move(*way));
    }
    llvm::stable_sort(
        ways, [](const Rematerialization &a, const Rematerialization &b) {
          return a.price() < b.price();
        });
    return std::move(ways);
  }

private:
  std::optional<Rematerialization> recompute(const Held &held);
  bool group(mlir::Block *block, ArrayRef<OpOperand *> reads, bool isMade,
             Rematerialization &way);
  bool groupByTask(mlir::Block *block, ArrayRef<OpOperand *> reads,
                   Rematerialization &way);
  bool isThere(Value value, Operation *before);
  bool repeat(Value value, Rematerialization::Copy &copy,
              llvm::DenseSet<Operation *> &);
  std::optional<Rematerialization> scatter(const Held &held);
  Operation *kernelOfAll(ArrayRef<OpOperand *> reads) const;
  bool isReadIn(Operation *kernel, Value value) const;
  CommCost costOfCopy(Value value, const Rematerialization::Copy &copy) const;
  CommCost savedWith(Operation *op, ArrayRef<OpOperand *> others) const;

  const CostModel &costs;
  const Liveness &liveness;
  int64_t position;
  std::vector<Rematerialization> ways;
};

//===----------------------------------------------------------------------===//
// Recompute
//===----------------------------------------------------------------------===//

/// Lets the readers share a copy before the first of them.
static void copyFor(mlir::Block *block, ArrayRef<OpOperand *> reads,
                    Rematerialization &way) {
  if (reads.empty())
    return;
  Rematerialization::Copy &copy = way.copies.emplace_back();
  llvm::append_range(copy.reads, reads);
  for (OpOperand *read : reads) {
    Operation *reader = block->findAncestorOpInBlock(*read->getOwner());
    if (!copy.before || reader->isBeforeInBlock(copy.before))
      copy.before = reader;
  }
}

/// In a pipelined loop each task has a copy of its own: between tasks nothing
/// is computed.
bool Finder::groupByTask(mlir::Block *block, ArrayRef<OpOperand *> reads,
                         Rematerialization &way) {
  Operation *around = block->findAncestorOpInBlock(*liveness.opAt(position));
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> byTask;
  for (OpOperand *read : reads)
    byTask[block->findAncestorOpInBlock(*read->getOwner())].push_back(read);
  for (auto &[task, inside] : byTask) {
    if (!isa_and_nonnull<dist::TaskOp>(task) ||
        llvm::any_of(inside, [task = task](OpOperand *read) {
          return read->getOwner() == task;
        }))
      return false;
    mlir::Block *body = &cast<dist::TaskOp>(task).getBody().front();
    if (task != around)
      copyFor(body, inside, way);
    else if (!group(body, inside, /*isMade=*/false, way))
      return false;
  }
  return true;
}

/// Groups the readers inside a block by whether they come before, around or
/// after the position; false if one needs the value there. `isMade`: the value
/// exists at the block's begin or is computed in it.
bool Finder::group(mlir::Block *block, ArrayRef<OpOperand *> reads, bool isMade,
                   Rematerialization &way) {
  if (dist::getOrder(block->getParentOp()))
    return groupByTask(block, reads, way);
  Operation *around = block->findAncestorOpInBlock(*liveness.opAt(position));
  SmallVector<OpOperand *> before, inside, after;
  for (OpOperand *read : reads) {
    Operation *reader = block->findAncestorOpInBlock(*read->getOwner());
    if (!reader)
      return false;
    bool isHere = reader == read->getOwner();
    int64_t at = isHere ? liveness.at(reader) : liveness.begin(reader);
    if (reader == around && !isHere)
      inside.push_back(read);
    else if (at == position)
      return false;
    else
      (at < position ? before : after).push_back(read);
  }
  if (!isMade)
    copyFor(block, before, way);
  copyFor(block, after, way);
  if (inside.empty())
    return true;
  // Copies are not put under conditions that depend on data: not all ranks may
  // reach them.
  if (!isLoop(around) || !cast<ValueTieOpInterface>(around).getTripCount())
    return false;
  mlir::Block *body = inside.front()->getOwner()->getBlock();
  while (body->getParentOp() != around)
    body = body->getParentOp()->getBlock();
  return group(body, inside, /*isMade=*/false, way);
}

/// True if the value can be read before the operation and is held there anyway.
bool Finder::isThere(Value value, Operation *before) {
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && isa<func::FuncOp>(argument.getOwner()->getParentOp()))
    return true;
  Region *home = value.getParentRegion();
  if (!home->isAncestor(before->getParentRegion()))
    return false;
  if (Operation *definer = value.getDefiningOp()) {
    Operation *here = definer->getBlock()->findAncestorOpInBlock(*before);
    if (!here || !definer->isBeforeInBlock(here))
      return false;
  }
  int64_t needed = liveness.begin(before);
  for (Region *region = before->getParentRegion(); region != home;
       region = region->getParentRegion())
    if (isLoop(region->getParentOp()))
      needed = liveness.end(region->getParentOp());
  return liveness.lastRead(viewedBy(value)) >= needed;
}

/// Collects the operations to repeat, operands first; false if there are too
/// many.
bool Finder::repeat(Value value, Rematerialization::Copy &copy,
                    llvm::DenseSet<Operation *> &seen) {
  Operation *op = value.getDefiningOp();
  if (!op || !canRematerialize(costs.mesh, op))
    return false;
  if (!seen.insert(op).second)
    return true;
  if (seen.size() > maxRepeated)
    return false;
  for (Value operand : op->getOperands()) {
    if (isThere(operand, copy.before))
      copy.sources.push_back(operand);
    else if (!repeat(operand, copy, seen))
      return false;
  }
  copy.ops.push_back(op);
  return true;
}

/// The kernel in which all of them are; null if there are several, or others than
/// kernels read.
Operation *Finder::kernelOfAll(ArrayRef<OpOperand *> reads) const {
  Operation *kernel = nullptr;
  for (OpOperand *read : reads) {
    Operation *reader = read->getOwner();
    if (!LocalKernels::isInKernel(reader) ||
        reader->hasTrait<OpTrait::IsTerminator>())
      return nullptr;
    Operation *next = liveness.kernelOf(reader);
    if (kernel && next != kernel)
      return nullptr;
    kernel = next;
  }
  return kernel;
}

bool Finder::isReadIn(Operation *kernel, Value value) const {
  bool isRead = false;
  forEachRead(value, [&](OpOperand &use) {
    isRead |= liveness.kernelOf(use.getOwner()) == kernel;
  });
  return isRead;
}

/// What kernels take for so much more work, and for bytes that they load or store
/// besides, or no longer.
static CommCost costOfKernels(const CostModel &costs, Value made, double work,
                              int64_t bytes) {
  auto seconds = [&](double work, int64_t bytes) {
    return costs.kernelSeconds(made, work, std::max<int64_t>(bytes, 0));
  };
  return {seconds(work, bytes) - seconds(0, -bytes), 0};
}

/// Libraries and collectives take what they take. A kernel that is the only reader
/// makes the value in registers, and loads what it is made from instead of it; for
/// others it is stored.
CommCost Finder::costOfCopy(Value value,
                            const Rematerialization::Copy &copy) const {
  Operation *kernel = kernelOfAll(copy.reads);
  CommCost cost;
  double work = 0;
  int64_t bytes = 0;
  llvm::SmallPtrSet<Operation *, 16> inKernels;
  llvm::SmallPtrSet<Value, 16> loaded;
  for (Operation *op : copy.ops) {
    if (!LocalKernels::isInKernel(op)) {
      cost = cost + costs.costOfRun(op);
      continue;
    }
    inKernels.insert(op);
    work += flopsOf(op).value_or(0);
    for (Value operand : op->getOperands()) {
      Value source = viewedBy(operand);
      Operation *maker = source.getDefiningOp();
      if (maker && (inKernels.contains(maker) || LocalKernels::isCopied(maker)))
        continue;
      if (loaded.insert(source).second && !(kernel && isReadIn(kernel, source)))
        bytes += bytesOf(source.getType());
    }
  }
  if (inKernels.contains(value.getDefiningOp()))
    bytes += (kernel ? -1 : 1) * bytesOf(value.getType());
  return cost + costOfKernels(costs, value, work, bytes);
}

/// What the original takes less now that only `others` read it: nothing is left of
/// it, or it stays in registers.
CommCost Finder::savedWith(Operation *op, ArrayRef<OpOperand *> others) const {
  if (!LocalKernels::isInKernel(op))
    return others.empty() ? costs.costOfRun(op) : CommCost();
  if (!others.empty() && !kernelOfAll(others))
    return {};
  Value value = op->getResult(0);
  double work = others.empty() ? flopsOf(op).value_or(0) : 0;
  return costOfKernels(costs, value, work, bytesOf(value.getType()));
}

std::optional<Rematerialization> Finder::recompute(const Held &held) {
  Rematerialization way;
  way.value = held.values.front();
  way.freed = held.bytes;
  Operation *op = way.value.getDefiningOp();
  if (!op || !canRematerialize(costs.mesh, op) || held.begin >= position)
    return std::nullopt;
  SmallVector<OpOperand *> reads;
  forEachRead(way.value, [&](OpOperand &use) { reads.push_back(&use); });
  if (!group(op->getBlock(), reads, /*isMade=*/true, way) || way.copies.empty())
    return std::nullopt;
  std::optional<int64_t> before = runsOf(op->getBlock());
  if (!before)
    return std::nullopt;
  way.runsBefore = *before;
  way.readers = reads.size();
  CommCost withMemory;
  for (Rematerialization::Copy &copy : way.copies) {
    llvm::DenseSet<Operation *> seen;
    std::optional<int64_t> runs = runsOf(copy.before->getBlock());
    if (!runs || !repeat(way.value, copy, seen))
      return std::nullopt;
    for (Operation *op : copy.ops)
      way.extra = way.extra + *runs * costs.costOfRun(op);
    withMemory = withMemory + *runs * costOfCopy(way.value, copy);
    llvm::erase_if(reads, [&](OpOperand *read) {
      return llvm::is_contained(copy.reads, read);
    });
    way.runs += *runs;
    way.moved += copy.reads.size();
  }
  // The original goes if nothing reads it any more.
  bool isGone = way.moved == way.readers &&
                llvm::all_of(op->getResults(), [&](Value result) {
                  return result == way.value || result.use_empty();
                });
  if (isGone)
    way.extra = way.extra + -way.runsBefore * costs.costOfRun(op);
  else
    way.runs += way.runsBefore;
  if (isGone || !reads.empty())
    withMemory = withMemory + -way.runsBefore * savedWith(op, reads);
  // Which loads and stores are saved is foreseen, work is certain.
  way.extra.seconds = std::max({way.extra.seconds, withMemory.seconds, 0.0});
  return way;
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// The operation that adds to a carried value, if it is elementwise and linear
/// in both operands, and nothing else reads the value.
Operation *adderOf(ValueTie &tie, Operation *loop, Monoid monoid) {
  OpOperand *next = nullptr;
  for (OpOperand *source : tie.sources)
    if (source->getOwner() != loop)
      next = source;
  Operation *adder = next ? next->get().getDefiningOp() : nullptr;
  auto model = dyn_cast_or_null<ShardingOpInterface>(adder);
  if (!model || !next->get().hasOneUse() || adder->getNumResults() != 1 ||
      adder->getBlock() != next->getOwner()->getBlock() || !isPointwise(adder))
    return nullptr;
  bool readsCarried = false;
  for (Value target : tie.targets) {
    auto argument = dyn_cast<BlockArgument>(target);
    if (!argument)
      continue;
    if (argument.getOwner() != adder->getBlock() ? !argument.use_empty()
                                                 : !argument.hasOneUse())
      return nullptr;
    readsCarried |= llvm::is_contained(adder->getOperands(), target);
  }
  bool isLinear = llvm::any_of(
      model.getLinearGroups(monoid), [&](const LinearGroup &group) {
        return llvm::all_of(adder->getOpOperands(), [&](OpOperand &operand) {
          return llvm::is_contained(group, operand.getOperandNumber());
        });
      });
  return readsCarried && isLinear ? adder : nullptr;
}

/// The tie of a loop's result.
std::optional<ValueTie> tieOf(OpResult result) {
  if (isLoop(result.getOwner()))
    for (ValueTie &tie : valueTiesOf(result.getOwner()))
      if (tie.targets.front() == result)
        return tie;
  return std::nullopt;
}

/// The operand with which a loop begins to carry the value.
OpOperand *entryOf(ValueTie &tie, Operation *loop) {
  for (OpOperand *source : tie.sources)
    if (source->getOwner() == loop)
      return source;
  return nullptr;
}

/// One of the loops through which an accumulator passes.
struct Carry {
  Operation *loop, *adder;
  ValueTie tie;
};

/// The loop's adder. In a pipelined loop a task has it, and the tie gets the
/// task's values of the accumulator.
Operation *findAdder(Operation *op, ValueTie &tie, Monoid monoid) {
  auto loop = dyn_cast<dist::TimeLoopOp>(op);
  auto result = cast<OpResult>(tie.targets.front());
  if (!loop || !dist::getOrder(loop))
    return adderOf(tie, op, monoid);
  unsigned index = result.getResultNumber();
  if (!dist::isReplacedInPlace(loop, index) ||
      !loop.getCarried()[index].hasOneUse())
    return nullptr;
  auto next =
      cast<OpResult>(loop.getBody().front().getTerminator()->getOperand(index));
  std::optional<ValueTie> inTask = tieOf(next);
  Operation *adder = next.hasOneUse() && inTask
                         ? adderOf(*inTask, next.getOwner(), monoid)
                         : nullptr;
  if (adder)
    llvm::append_range(tie.targets, inTask->targets);
  return adder;
}

/// The loops that add to the scattered value, first to last; empty if one of
/// them does anything else with it, or if it does not begin as zeros.
SmallVector<Carry> carriesTo(dist::ReduceScatterOp scatter) {
  SmallVector<Carry> carries;
  for (Value value = scatter.getInput();;) {
    auto result = dyn_cast<OpResult>(value);
    std::optional<ValueTie> tie = result ? tieOf(result) : std::nullopt;
    if (!tie || !result.hasOneUse() ||
        result.getOwner()->getBlock() != scatter->getBlock())
      return {};
    Operation *loop = result.getOwner();
    OpOperand *entry = entryOf(*tie, loop);
    Operation *adder = findAdder(loop, *tie, scatter.getMonoid());
    if (!entry || !adder || !cast<ValueTieOpInterface>(loop).getTripCount())
      return {};
    carries.push_back({loop, adder, *tie});
    value = entry->get();
    if (matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()))
      break;
  }
  std::reverse(carries.begin(), carries.end());
  return carries;
}

std::optional<Rematerialization> Finder::scatter(const Held &held) {
  for (Value value : held.values) {
    auto scatter = value.hasOneUse()
                       ? dyn_cast<dist::ReduceScatterOp>(*value.user_begin())
                       : dist::ReduceScatterOp();
    if (!scatter || scatter.getMonoid() != Monoid::Sum ||
        isRoundedTwice(value.getType(), scatter.getMonoid()))
      continue;
    SmallVector<Carry> carries = carriesTo(scatter);
    std::optional<int64_t> outer = runsOf(scatter->getBlock());
    if (carries.empty() || !outer)
      continue;
    Rematerialization way;
    way.value = value;
    way.scatter = scatter;
    way.runsBefore = *outer;
    for (const Carry &carry : carries)
      way.runs +=
          *outer * *cast<ValueTieOpInterface>(carry.loop).getTripCount();
    way.extra = (way.runs - way.runsBefore) * costs.costOf(scatter);
    way.freed = held.bytes - bytesOf(scatter.getType());
    if (way.freed > 0)
      return way;
  }
  return std::nullopt;
}

} // namespace

std::vector<Rematerialization> waysToRematerialize(const CostModel &costs,
                                                   const Liveness &liveness,
                                                   int64_t position) {
  return Finder(costs, liveness, position).run();
}

std::string Rematerialization::str(const CostModel &costs) const {
  auto describe = [&](Operation *op) {
    std::string text = op->getName().stripDialect().str();
    if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
      text += " over " + groupsOf(costs.mesh, collective);
    return text;
  };
  if (scatter)
    return llvm::formatv("{0} in each of {1} rounds instead of {2} after the "
                         "loop, so that blocks are accumulated",
                         describe(scatter), runs,
                         runsBefore == 1
                             ? std::string("once")
                             : llvm::formatv("{0} times", runsBefore).str())
        .str();
  std::string text = describe(value.getDefiningOp());
  if (size_t others = copies.front().ops.size() - 1)
    text += llvm::formatv(", with {0} operations before it,", others);
  return text + llvm::formatv(
                    " rematerialized for {0} of {1} readers, {2} times in all "
                    "instead of {3}",
                    moved, readers, runs, runsBefore)
                    .str();
}

/// Makes the accumulator one of blocks.
static void scatterInLoops(dist::ReduceScatterOp scatter) {
  auto type = cast<RankedTensorType>(scatter.getType());
  SmallVector<Carry> carries = carriesTo(scatter);
  for (Carry &carry : carries) {
    OpBuilder builder(carry.adder);
    for (OpOperand &operand : carry.adder->getOpOperands()) {
      if (llvm::is_contained(carry.tie.targets, operand.get()))
        continue;
      IRMapping map;
      map.map(scatter.getInput(), operand.get());
      operand.set(builder.clone(*scatter, map)->getResult(0));
    }
    carry.adder->getResult(0).setType(type);
    for (Value target : carry.tie.targets)
      target.setType(type);
  }
  OpOperand *entry = entryOf(carries.front().tie, carries.front().loop);
  OpBuilder builder(carries.front().loop);
  entry->set(buildConstant(builder, entry->get().getLoc(),
                           cast<ElementsAttr>(builder.getZeroAttr(type))));
  scatter.replaceAllUsesWith(scatter.getInput());
  scatter.erase();
}

void readInstead(OpBuilder &builder, ArrayRef<OpOperand *> reads, Value value,
                 Value other) {
  IRMapping map;
  map.map(value, other);
  auto shown = [&](auto &self, Value read) -> Value {
    if (Value known = map.lookupOrNull(read))
      return known;
    Operation *view = read.getDefiningOp();
    for (Value operand : view->getOperands())
      if (viewedBy(operand) == value)
        self(self, operand);
    builder.clone(*view, map);
    return map.lookup(read);
  };
  for (OpOperand *read : reads)
    read->set(shown(shown, read->get()));
}

void rematerialize(const Rematerialization &way) {
  if (way.scatter)
    return scatterInLoops(way.scatter);
  for (const Rematerialization::Copy &copy : way.copies) {
    OpBuilder builder(copy.before);
    IRMapping map;
    for (Operation *op : copy.ops)
      builder.clone(*op, map);
    readInstead(builder, copy.reads, way.value, map.lookup(way.value));
  }
}

} // namespace popt
