//===- CutCheckpoints.cpp - Cuts checkpoints at stage boundaries ----------===//
//
// What is under one jax.checkpoint waits at one barrier for the cotangent, and is
// computed again from the group's input. If a group of layers is at two coordinates,
// its activation and its cotangent would pass the boundary again:
//
//   %h = f %w0, %x                       at 0
//   %y = f %w1, %h                       at 1
//   ...
//   %c:2 = optimization_barrier %x, %t   at 0      %t is made at 1
//   %i = f %w0, %c#0                     at 0
//   %g = df %w1, %i, %c#1                at 1
//   %u = df %w0, %c#0, %g                at 0
//
// The group is cut at the boundary instead. Each coordinate keeps what it was sent,
// and waits for what it is sent:
//
//   %d:2 = optimization_barrier %h, %t   at 1
//   %g = df %w1, %d#0, %d#1              at 1
//   %c:2 = optimization_barrier %x, %g   at 0
//   %u = df %w0, %c#0, %c#1              at 0
//
// A checkpoint within another one waits at a barrier that reads results of the
// other's barrier. Inner groups are cut first. What then only they read passes the
// outer barrier by, since they wait for a cotangent that comes after the outer one.
//
// Tested by test/Stages/cut-checkpoints.mlir, and by execution in
// test/Execute/Stages/forms.test and python/tests/test_checkpointed_stages.py.
//
//===----------------------------------------------------------------------===//
#include "Barriers.h"
#include "BlockFacts.h"
#include "Pipelines.h"
#include "SameValue.h"

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/DeadOps.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_CUTCHECKPOINTSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

static Value operandOf(OpResult result) {
  return result.getOwner()->getOperand(result.getResultNumber());
}

namespace {
/// Cuts one group, which waits at some parts of a barrier.
class CheckpointCutter {
public:
  CheckpointCutter(Block &block, BarrierGroups &groups, int64_t group,
                   BlockFacts &facts)
      : block(block), groups(groups), group(group), facts(facts),
        barriers(groups.barriersOf(group)) {}

  /// False, and nothing is changed, if there is nothing to cut.
  bool run();

private:
  /// What one coordinate waits for before it computes its part again.
  struct Part {
    /// A result of the barrier, or what was sent again, and what is kept instead.
    llvm::MapVector<Value, Value> kept;
    bool isLate = false; ///< one of them is the cotangent
    /// Otherwise: what another coordinate sends.
    SmallVector<Value> waitsFor;
  };

  std::optional<int64_t> readerPlace(OpOperand &use) {
    return coordinateOf(block.findAncestorOpInBlock(*use.getOwner()));
  }
  bool isOfBarrier(Value value) {
    return llvm::is_contained(barriers, value.getDefiningOp());
  }
  bool isOfGroupWithin(Operation *op) {
    return isBarrier(op) && groups.isWithin(op, group);
  }
  /// Whether a part keeps what its coordinate was sent.
  bool wasSent(Value old, Value kept) {
    return !isOfBarrier(old) || kept != operandOf(cast<OpResult>(old));
  }
  bool haveReadersPlaces();
  void follow(ArrayRef<Operation *> from,
              llvm::function_ref<bool(Operation *)> isNew);
  void findFollowing();
  bool isBehind(Operation *op);
  void findCrossings();
  void findNeeded();
  void findParts();
  Value twinOf(Value value, int64_t from, int64_t to);
  bool dependsOn(Value value, llvm::function_ref<bool(Value)> isGoal);
  void findWaits();
  bool isReadState(Value value);
  void findWeights();
  void waitForOperands(Part &part);
  bool waitsForPart(Value value, int64_t place, bool &isKnown);
  void findCotangent();
  bool isInOrder(Operation *op);
  void write();

  Block &block;
  const BarrierGroups &groups;
  int64_t group;
  BlockFacts &facts;
  SmallVector<Operation *> barriers;
  llvm::SetVector<Operation *>
      after; ///< what follows from the barriers, and they
  /// What follows from them otherwise, once it is asked for.
  std::optional<llvm::DenseSet<Operation *>> behind;
  /// What a coordinate is sent after the barrier, and was sent before.
  llvm::MapVector<std::pair<Value, int64_t>, Value> twins;
  /// What it is sent after the barrier, and was not sent before.
  llvm::MapVector<int64_t, SmallVector<Value>> arrivals;
  /// Later operations whose results a coordinate reads that was not sent the same before.
  llvm::DenseSet<Operation *> needed;
  llvm::MapVector<int64_t, Part> parts;
  llvm::DenseSet<Value> weights; ///< operands of the barriers
  bool isSorted = true;          ///< the block
};
} // namespace

/// What is there everywhere stays as it is.
bool CheckpointCutter::haveReadersPlaces() {
  llvm::erase_if(barriers, [](Operation *op) { return !coordinateOf(op); });
  return !barriers.empty() && llvm::all_of(barriers, [&](Operation *barrier) {
    return llvm::all_of(barrier->getUses(), [&](OpOperand &use) {
      return readerPlace(use).has_value();
    });
  });
}

/// Visits the operations of the block that read results of these, and those that read
/// theirs, as long as they are new.
void CheckpointCutter::follow(ArrayRef<Operation *> from,
                              llvm::function_ref<bool(Operation *)> isNew) {
  SmallVector<Operation *> work(from);
  while (!work.empty())
    for (Operation *user : work.pop_back_val()->getUsers())
      if (Operation *reader = block.findAncestorOpInBlock(*user); isNew(reader))
        work.push_back(reader);
}

void CheckpointCutter::findFollowing() {
  llvm::DenseSet<Operation *> seen(barriers.begin(), barriers.end());
  SmallVector<Operation *> following;
  follow(barriers, [&](Operation *op) {
    // What is behind another barrier is of another group, unless that is within.
    if ((isBarrier(op) && !isOfGroupWithin(op)) || !seen.insert(op).second)
      return false;
    following.push_back(op);
    return true;
  });
  llvm::sort(following,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  after.insert_range(barriers);
  after.insert_range(following);
}

bool CheckpointCutter::isBehind(Operation *op) {
  if (!behind) {
    behind.emplace();
    follow(after.getArrayRef(), [&](Operation *reader) {
      return !after.contains(reader) && behind->insert(reader).second;
    });
  }
  return behind->contains(op);
}

/// What was sent on the same way before, and is the same.
Value CheckpointCutter::twinOf(Value value, int64_t from, int64_t to) {
  for (Value earlier : facts.madeAt(from, value.getType()))
    if (!after.contains(earlier.getDefiningOp()) &&
        llvm::any_of(earlier.getUses(),
                     [&](OpOperand &use) { return readerPlace(use) == to; }) &&
        isSameValue(value, earlier) &&
        !dependsOn(earlier, [&](Value v) { return isOfBarrier(v); }))
      return earlier;
  return {};
}

void CheckpointCutter::findCrossings() {
  for (Operation *op : llvm::drop_begin(after, barriers.size())) {
    std::optional<int64_t> from = coordinateOf(op);
    if (!from)
      continue;
    for (Value value : op->getResults()) {
      llvm::SetVector<int64_t> readers;
      for (OpOperand &use : value.getUses())
        if (std::optional<int64_t> to = readerPlace(use); to && *to != *from)
          readers.insert(*to);
      for (int64_t to : readers) {
        if (Value twin = twinOf(value, *from, to))
          twins[{value, to}] = twin;
        else
          arrivals[to].push_back(value);
      }
    }
  }
}

void CheckpointCutter::findNeeded() {
  auto isNeeded = [&](OpOperand &use) {
    Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
    if (!after.contains(reader))
      return true;
    std::optional<int64_t> place = coordinateOf(reader);
    return needed.contains(reader) &&
           !(place && twins.contains({use.get(), *place}));
  };
  for (Operation *op : llvm::reverse(after))
    if (!isOpTriviallyDead(op) &&
        (op->use_empty() || llvm::any_of(op->getUses(), isNeeded)))
      needed.insert(op);
  for (auto &[place, values] : arrivals)
    llvm::erase_if(values, [&, place = place](Value value) {
      return llvm::none_of(value.getUses(), [&](OpOperand &use) {
        return readerPlace(use) == place && isNeeded(use);
      });
    });
}

/// Each coordinate that computes something again takes the results that it reads.
/// Elsewhere barriers within take what the group's would give them from where it
/// takes it.
void CheckpointCutter::findParts() {
  auto computes = [&](OpOperand &use, int64_t place) {
    Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
    return coordinateOf(reader) == place && needed.contains(reader) &&
           !isOfGroupWithin(reader);
  };
  llvm::SmallDenseSet<int64_t> computed;
  for (Operation *barrier : barriers)
    for (OpOperand &use : barrier->getUses())
      if (int64_t place = *readerPlace(use); computes(use, place))
        computed.insert(place);
  for (Operation *barrier : barriers)
    for (OpResult result : barrier->getResults())
      for (OpOperand &use : result.getUses()) {
        int64_t place = *readerPlace(use);
        if (!computed.contains(place))
          continue;
        // What this group computes from has perhaps been computed by an outer one.
        Value &kept = parts[place].kept[result];
        std::optional<int64_t> from =
            coordinateOf(operandOf(result).getDefiningOp());
        if (!kept && from && from != place)
          kept = twinOf(operandOf(result), *from, place);
        if (!kept)
          kept = operandOf(result);
      }
  for (auto &[crossing, twin] : twins) {
    auto [value, place] = crossing;
    for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
      Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
      if (computes(use, place))
        parts[place].kept[value] = twin;
      else if (coordinateOf(reader) == place && isOfGroupWithin(reader)) {
        use.set(twin);
        facts.forget(reader);
        isSorted &= twin.getDefiningOp()->isBeforeInBlock(reader);
      }
    }
  }
}

bool CheckpointCutter::dependsOn(Value value,
                                 llvm::function_ref<bool(Value)> isGoal) {
  llvm::SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    if (isGoal(values[i]))
      return true;
    if (Operation *op = values[i].getDefiningOp())
      values.insert_range(facts.readsOf(op));
  }
  return false;
}

/// Whether a value would wait for what a coordinate computes again. Not known as
/// long as it is open what another coordinate waits for, on which it depends.
bool CheckpointCutter::waitsForPart(Value value, int64_t place, bool &isKnown) {
  llvm::SetVector<Value> values;
  values.insert(value);
  llvm::DenseSet<int64_t> seen;
  for (size_t i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || isOfBarrier(values[i]))
      continue;
    if (!after.contains(op)) {
      // Behind another barrier it is not told apart what is waited for.
      if (isBehind(op))
        return true;
      continue;
    }
    std::optional<int64_t> at = coordinateOf(op);
    auto part = at ? parts.find(*at) : parts.end();
    for (Value read : facts.readsOf(op)) {
      if (part == parts.end() || !part->second.kept.contains(read)) {
        values.insert(read);
        continue;
      }
      if (*at == place)
        return true;
      if (!seen.insert(*at).second || part->second.isLate)
        continue;
      if (part->second.waitsFor.empty()) {
        isKnown = false;
        return true;
      }
      values.insert_range(part->second.waitsFor);
    }
  }
  return false;
}

/// Whether an operation of one operand after the other makes it of state: a weight,
/// as it is read.
bool CheckpointCutter::isReadState(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() != 1 || op->getNumRegions())
      return false;
    value = op->getOperand(0);
  }
  return facts.isOfState(value);
}

/// Of the barrier's operands the weights: as they are read, or with a product of
/// weights added. In a step whose batch is drawn from a key in the state activations
/// are made of state alone as well, but of what parts keep.
void CheckpointCutter::findWeights() {
  llvm::DenseSet<Value> kept;
  for (auto &[place, part] : parts)
    for (Value value : llvm::make_second_range(part.kept))
      if (!isReadState(value))
        kept.insert(value);
  for (Operation *barrier : barriers)
    for (Value operand : barrier->getOperands())
      if (isReadState(operand) ||
          (facts.isOfState(operand) && !dependsOn(operand, [&](Value v) {
             return v != operand && kept.contains(v);
           })))
        weights.insert(operand);
}

/// What comes back cannot be told: the part waits for all that the barrier did, but
/// for weights, unless there is nothing else.
void CheckpointCutter::waitForOperands(Part &part) {
  SmallVector<Value> ofWeights;
  for (Operation *barrier : barriers)
    for (auto [operand, result] :
         llvm::zip_equal(barrier->getOperands(), barrier->getResults()))
      if (!part.kept.contains(result))
        (weights.contains(operand) ? ofWeights : part.waitsFor)
            .push_back(operand);
  if (part.waitsFor.empty())
    part.waitsFor = std::move(ofWeights);
}

/// What passes barriers.
static Value beforeBarriers(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isBarrier(op))
      break;
    value = operandOf(cast<OpResult>(value));
  }
  return value;
}

/// Where all that is kept was made where it is kept, what was made last, of what
/// others keep, is the cotangent.
void CheckpointCutter::findCotangent() {
  SmallVector<std::pair<Operation *, Value>> made;
  llvm::DenseMap<Value, llvm::SmallDenseSet<int64_t, 2>> keepers;
  for (auto &[place, part] : parts)
    for (Value kept : llvm::make_second_range(part.kept)) {
      Value value = beforeBarriers(kept);
      if (Operation *op = value.getDefiningOp();
          keepers[value].insert(place).second && op)
        made.emplace_back(op, value);
    }
  llvm::stable_sort(made, [](auto &a, auto &b) {
    return b.first != a.first && b.first->isBeforeInBlock(a.first);
  });
  for (auto &[op, value] : made) {
    const llvm::SmallDenseSet<int64_t, 2> &own = keepers[value];
    if (!dependsOn(value, [&](Value v) {
          auto it = keepers.find(v);
          return it != keepers.end() &&
                 llvm::any_of(it->second, [&](int64_t place) {
                   return !own.contains(place);
                 });
        }))
      continue;
    for (int64_t place : own)
      parts[place].isLate = true;
    return;
  }
}

void CheckpointCutter::findWaits() {
  llvm::DenseSet<Value> sent; // on the way forward
  for (auto &[place, part] : parts)
    for (auto [old, kept] : part.kept)
      if (wasSent(old, kept))
        sent.insert(kept);
  for (auto &[place, part] : parts)
    part.isLate = llvm::any_of(part.kept, [&](auto &entry) {
      return !wasSent(entry.first, entry.second) &&
             dependsOn(entry.second, [&](Value v) { return sent.contains(v); });
    });
  auto isOpen = [](auto &part) { return !part.second.isLate; };
  if (llvm::all_of(parts, isOpen))
    findCotangent();
  auto open = llvm::count_if(parts, isOpen);
  for (bool changed = true; open && changed;) {
    changed = false;
    for (auto &[place, part] : parts) {
      if (part.isLate || !part.waitsFor.empty())
        continue;
      for (Value value : arrivals[place]) {
        bool isKnown = true;
        if (waitsForPart(value, place, isKnown)) {
          if (!isKnown)
            break;
          continue;
        }
        part.waitsFor = {value};
        changed = true;
        --open;
        break;
      }
    }
  }
  if (open)
    findWeights();
  for (auto &[place, part] : parts)
    if (!part.isLate && part.waitsFor.empty())
      waitForOperands(part);
}

/// Whether what an operation reads comes before it, and its readers after it.
bool CheckpointCutter::isInOrder(Operation *op) {
  return llvm::all_of(op->getOperands(),
                      [&](Value operand) {
                        Operation *maker = operand.getDefiningOp();
                        return !maker || maker->isBeforeInBlock(op);
                      }) &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           return op->isBeforeInBlock(block.findAncestorOpInBlock(*user));
         });
}

void CheckpointCutter::write() {
  OpBuilder builder(barriers.back());
  SmallVector<Operation *> written;
  for (auto &[place, part] : parts) {
    SmallVector<Value> olds, news;
    for (auto [old, kept] : part.kept) {
      olds.push_back(old);
      news.push_back(kept);
    }
    llvm::append_range(olds, part.waitsFor);
    llvm::append_range(news, part.waitsFor);
    OperationState state(barriers[0]->getLoc(), barriers[0]->getName(), news,
                         ValueRange(news).getTypes(), {});
    Operation *own = builder.create(state);
    dist::setPlace(own, {place});
    own->setAttr(dist::kBarrier, builder.getI64IntegerAttr(group));
    for (auto [old, result] : llvm::zip_equal(olds, own->getResults()))
      old.replaceUsesWithIf(
          result, [&, old = old, place = place](OpOperand &use) {
            Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
            return reader != own && coordinateOf(reader) == place &&
                   (isOfBarrier(old) || after.contains(reader));
          });
    written.push_back(own);
  }
  for (Operation *barrier : barriers) {
    barrier->replaceAllUsesWith(barrier->getOperands());
    barrier->erase();
  }
  isSorted &=
      llvm::all_of(written, [&](Operation *own) { return isInOrder(own); });
  // It looks at the whole block.
  if (!isSorted)
    isSorted = sortTopologically(&block);
  assert(isSorted && "no part waits for itself");
}

bool CheckpointCutter::run() {
  if (!haveReadersPlaces())
    return false;
  findFollowing();
  findCrossings();
  findNeeded();
  findParts();
  if (parts.size() == 1 && barriers.size() == 1 &&
      parts.front().first == coordinateOf(barriers[0]))
    return false;
  if (parts.size() > 1)
    findWaits();
  write();
  return true;
}

namespace {
struct CutCheckpoints
    : public PassOnStages<popt::impl::CutCheckpointsPassBase<CutCheckpoints>> {
  LogicalResult runOn(StageProgram &program) override {
    Block &block = program.main.front();
    BarrierGroups groups(block);
    BlockFacts facts(block);
    for (int64_t group = groups.count(); group-- > 0;)
      if (CheckpointCutter(block, groups, group, facts).run()) {
        eraseDead(block);
        groups.forgetBarriers();
        facts.forgetAll();
      }
    program.main.walk([](Operation *op) { op->removeAttr(dist::kBarrier); });
    return success();
  }
};
} // namespace
