//===- FoldTimePlan.cpp - What runs once, and what in which loop ----------===//
//
// Levels, ancestors, and the values kept between loops; see FoldTime.h. Tested
// by test/Time/fold-time.mlir.
//
//===----------------------------------------------------------------------===//
#include "FoldTime.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Search/MinCut.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// What varies
//===----------------------------------------------------------------------===//

bool popt::readsTimeStep(Operation *op, const Mesh &mesh) {
  return op
      ->walk([&](dist::AxisIndexOp index) {
        return haveTime(mesh, index.getAxes().toAxisList(mesh))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Marks the values that the operation makes vary; true if that is more than
/// before. Values that loops and branches carry vary one by one.
bool TimePlan::spread(Operation *op) {
  if (isTimeEnd(op, mesh))
    return false;
  bool changed = false;
  auto mark = [&](Value value) {
    changed |= varyingValues.insert(value).second;
  };
  SmallVector<ValueTie> ties = valueTiesOf(op);
  if (ties.empty()) {
    if (readsTimeStep(op, mesh) ||
        llvm::any_of(valuesRead(op), [&](Value value) {
          return varyingValues.contains(value);
        }))
      llvm::for_each(op->getResults(), mark);
    return changed;
  }
  llvm::DenseSet<OpOperand *> carried;
  for (ValueTie &tie : ties)
    carried.insert(tie.sources.begin(), tie.sources.end());
  // A predicate that varies: time steps take different branches.
  auto decides = [&](Operation *by) {
    return llvm::any_of(by->getOpOperands(), [&](OpOperand &operand) {
      return !carried.contains(&operand) &&
             varyingValues.contains(operand.get());
    });
  };
  bool any = false;
  do {
    changed = false;
    bool diverges = decides(op);
    for (Region &region : op->getRegions())
      for (Operation &inner : region.front()) {
        changed |= spread(&inner);
        if (inner.hasTrait<OpTrait::IsTerminator>())
          diverges |= decides(&inner);
      }
    for (ValueTie &tie : ties)
      if (diverges || llvm::any_of(tie.sources, [&](OpOperand *source) {
            return varyingValues.contains(source->get());
          }))
        llvm::for_each(tie.targets, mark);
    any |= changed;
  } while (changed);
  return any;
}

/// The value that a loop or barrier passes on unchanged, or null.
static Value passedOn(OpResult result) {
  for (ValueTie &tie : valueTiesOf(result.getOwner())) {
    if (tie.targets.front() != result)
      continue;
    Value init;
    for (OpOperand *source : tie.sources)
      if (source->getOwner() == result.getOwner())
        init = source->get();
      else if (!llvm::is_contained(tie.targets, source->get()))
        return {};
    return init;
  }
  return {};
}

/// Hoists results of an operation in a loop that do not vary over time: a value
/// that a loop of the program passes on unchanged is read where it comes from; for
/// readers that run once, any other value is that of time step 0.
void TimePlan::takeOut(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (varyingValues.contains(result) || result.use_empty())
      continue;
    Value same = passedOn(result);
    // A barrier keeps its copies apart (law L16).
    if (same && op->getNumRegions()) {
      result.replaceAllUsesWith(same);
      continue;
    }
    SmallVector<OpOperand *> once;
    for (OpOperand &use : result.getUses()) {
      Operation *reader = block.findAncestorOpInBlock(*use.getOwner());
      if (reader == block.getTerminator() || endInside(reader, mesh))
        once.push_back(&use);
    }
    if (once.empty())
      continue;
    if (!same) {
      OpBuilder b(op->getContext());
      b.setInsertionPointAfter(op);
      auto axes = dist::AxisListAttr::fromAxisList(b.getContext(), mesh,
                                                   timeAxesOf(mesh));
      Value step = dist::AxisIndexOp::create(
          b, op->getLoc(), RankedTensorType::get({}, b.getI32Type()), axes,
          meshName);
      Value partial = buildPartial(b, op->getLoc(), step, result, Monoid::Sum);
      same = dist::AllReduceOp::create(
          b, op->getLoc(), result.getType(), partial,
          dist::MonoidAttr::get(b.getContext(), Monoid::Sum), axes, nullptr,
          meshName, nullptr, nullptr, nullptr);
    }
    for (OpOperand *use : once)
      use->set(same);
  }
}

/// Whether the operation runs in a loop, even if only some of its results vary.
bool TimePlan::runsInLoop(Operation *op) {
  auto isVarying = [&](Value value) { return varyingValues.contains(value); };
  return readsTimeStep(op, mesh) || llvm::any_of(op->getResults(), isVarying) ||
         llvm::any_of(valuesRead(op), [&](Value value) {
           return isVarying(value) || varies(value);
         });
}

/// Finds what varies, in program order, makes an operation that has a move over
/// time inside one that runs once, and takes out of branches what does not vary.
/// All change operations beside this one only: those before it stay known, and
/// later ones read what is there then.
LogicalResult TimePlan::findVarying() {
  auto isVarying = [&](Value value) { return varyingValues.contains(value); };
  for (Operation *op = &block.front(); op != block.getTerminator();) {
    Operation *before = op->getPrevNode();
    if (!isTimeEnd(op, mesh)) {
      spread(op);
      FailureOr<bool> opened =
          openRegions(op, mesh, meshName, isVarying, entries);
      if (failed(opened))
        return failure();
      if (*opened) {
        forget(op);
        op = before ? before->getNextNode() : &block.front();
        continue;
      }
      if (!endInside(op, mesh) && runsInLoop(op)) {
        auto isMadeInLoop = [&](Value value) {
          return isVarying(value) || varies(value);
        };
        auto isSunk = [&](Operation *inner) { return isSunkIntoLoop(inner); };
        bool isTrimmed =
            hoistFromBranch(op, mesh, isMadeInLoop, isSunk,
                            [&](Operation *gone) { forget(gone); });
        ofSources.clear(); // operations of the branch are gone
        if (isTrimmed) {
          op = before ? before->getNextNode() : &block.front();
          continue;
        }
        varying.insert(op);
        takeOut(op);
      }
    }
    ops.push_back(op);
    op = op->getNextNode();
  }
  return success();
}

/// What was known of the operation's results, and of values in its regions.
void TimePlan::forget(Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value result : inner->getResults())
      varyingValues.erase(result);
    for (Region &region : inner->getRegions())
      for (Value argument : region.getArguments())
        varyingValues.erase(argument);
  });
}

LogicalResult TimePlan::checkEnds() {
  AxisList all = timeAxesOf(mesh);
  steps = product(all);
  for (Operation *op : ops) {
    if (!isTimeEnd(op, mesh))
      continue;
    AxisList own = timePart(
        mesh,
        cast<dist::CollectiveOpInterface>(op).getAxesAttr().toAxisList(mesh),
        /*isTime=*/true);
    if (mergeParts(mesh, own) != all)
      return op->emitOpError()
             << "is over " << mesh.str(own)
             << ", but the program's time axes are " << mesh.str(all)
             << "; time axes are folded together, in order";
  }
  auto main = dyn_cast<func::FuncOp>(block.getParentOp());
  for (OpOperand &result : block.getTerminator()->getOpOperands())
    if (main && varies(result.get()))
      return result.get().getDefiningOp()->emitOpError()
             << "makes "
             << dist::describeResult(main, result.getOperandNumber())
             << ", which varies over time; results are whole in time";
  return success();
}

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

void TimePlan::findLevels() {
  // As early as can be. For values that vary: the loop; else: available after
  // it.
  llvm::DenseMap<Operation *, int> early;
  int last = 0;
  for (Operation *op : ops) {
    bool isEnd = isTimeEnd(op, mesh);
    int level = varies(op) || isEnd ? 1 : 0;
    for (Value value : valuesRead(op))
      if (Operation *definer = value.getDefiningOp())
        level = std::max(
            level, early.lookup(definer) +
                       ((varies(op) || isEnd) && !varies(definer) ? 1 : 0));
    early[op] = level;
    // Operations that lead to no end are not computed.
    if (isEnd)
      last = std::max(last, level);
  }
  // As late as readers allow. `late` of a value that does not vary: the last
  // loop after which it may be available.
  llvm::DenseMap<Operation *, int> late;
  for (Operation *op : llvm::reverse(ops)) {
    int level = last;
    bool isComputed = !varies(op) || isTimeEnd(op, mesh);
    for (Operation *user : op->getUsers()) {
      Operation *reader = block.findAncestorOpInBlock(*user);
      auto it = late.find(reader);
      if (it == late.end())
        continue; // returned, or leads to no end
      isComputed = true;
      bool isRunInLoop = varies(reader) || isTimeEnd(reader, mesh);
      level =
          std::min(level, it->second - (isRunInLoop && !varies(op) ? 1 : 0));
    }
    if (!isComputed)
      continue;
    late[op] = level;
    if (isTimeEnd(op, mesh))
      endIn[op] = level;
  }
  // A value that does not vary is available as soon as its operands are.
  for (Operation *op : ops) {
    if (varies(op))
      continue;
    int available = 0;
    if (isTimeEnd(op, mesh))
      available = endIn[op];
    else
      for (Value value : valuesRead(op))
        if (Operation *definer = value.getDefiningOp())
          available = std::max(available, after.lookup(definer));
    after[op] = available;
  }
  loops.resize(last);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Seconds that it costs to hold the values of all time steps.
double TimePlan::keepSeconds(int64_t bytes) const {
  return costs.keepSeconds(steps, bytes) +
         dist::getMemoryPrice(block.getParentOp()) * static_cast<double>(bytes);
}

namespace {
/// Of the values that a loop needs and an earlier one has computed: which are kept,
/// and which are computed again. A minimum cut in which `computed` nodes need their
/// operands.
struct KeptCut {
  std::vector<Operation *> order;              ///< what is needed
  llvm::DenseMap<Operation *, double> keep;    ///< seconds, of what is known
  llvm::DenseMap<Operation *, double> compute; ///< seconds, of what is known
  llvm::DenseMap<Operation *, double> send;    ///< added where it is computed
  std::vector<Value> ends;
  llvm::function_ref<bool(Value)> varies;

  void solve();

  llvm::DenseSet<Operation *> needed, computed; ///< the answer
  int64_t cost = 0;                             ///< in units
};
} // namespace

/// Seconds as integers, finer than any that matter.
static int64_t unitsOf(double seconds) {
  return std::isfinite(seconds)
             ? std::min<int64_t>(MinCut::infinite / 4096,
                                 static_cast<int64_t>(seconds * 1e12))
             : MinCut::infinite / 4096;
}

void KeptCut::solve() {
  MinCut cut;
  int source = cut.addNode(), sink = cut.addNode();
  llvm::DenseMap<Operation *, std::pair<int, int>> nodes; // needed, computed
  for (Operation *op : order) {
    int need = cut.addNode(), made = cut.addNode();
    nodes[op] = {need, made};
    bool isKnown = keep.contains(op);
    cut.addEdge(need, made, isKnown ? 1 + unitsOf(keep[op]) : MinCut::infinite);
    cut.addEdge(made, sink,
                isKnown ? 1 + unitsOf(compute[op] + send.lookup(op)) : 0);
    for (Value value : valuesRead(op))
      if (varies(value))
        cut.addEdge(made, nodes[value.getDefiningOp()].first, MinCut::infinite);
  }
  for (Value end : ends)
    cut.addEdge(source, nodes[end.getDefiningOp()].first, MinCut::infinite);
  std::vector<bool> side = cut.solve(source, sink);
  needed.clear();
  computed.clear();
  for (Operation *op : order) {
    if (side[nodes[op].first])
      needed.insert(op);
    if (side[nodes[op].second])
      computed.insert(op);
  }
  cost = cut.cost();
}

/// Coordinates of the stage axis at which operations of a loop read the value.
llvm::SmallSetVector<int64_t, 2>
TimePlan::readAt(Value value,
                 llvm::function_ref<bool(Operation *)> isComputed) const {
  llvm::SmallSetVector<int64_t, 2> places;
  for (Operation *user : value.getUsers())
    if (Operation *reader = block.findAncestorOpInBlock(*user);
        isComputed(reader))
      places.insert_range(dist::getPlace(reader));
  return places;
}

llvm::SmallSetVector<int64_t, 2> TimePlan::readIn(const Loop &loop,
                                                  Value value) const {
  return readAt(value, [&](Operation *op) {
    return llvm::is_contained(loop.computed, op);
  });
}

/// Seconds for which the value of all time steps is under way to one coordinate.
double TimePlan::sendSeconds(Value value) const {
  std::optional<int> axis = dist::findStageAxis(mesh);
  return axis ? costs.sendSeconds(mesh.ref(*axis), bytesOf(value.getType())) *
                    static_cast<double>(steps)
              : 0;
}

void TimePlan::chooseKept(int number, LocalProgram &program,
                          llvm::DenseMap<Operation *, int> &firstLoop,
                          const llvm::DenseSet<Operation *> &needed) {
  Loop &here = loops[number - 1];
  auto variesHere = [&](Value value) { return varies(value); };
  KeptCut cut;
  cut.varies = variesHere;
  llvm::copy_if(ops, std::back_inserter(cut.order),
                [&](Operation *op) { return needed.contains(op); });
  for (Operation *end : here.ends)
    if (varies(end->getOperand(0)))
      cut.ends.push_back(end->getOperand(0));
  // Of operations with several results only some may be read.
  auto readBy = [&](ArrayRef<Operation *> readers) {
    llvm::DenseSet<Value> values;
    for (Operation *end : here.ends)
      values.insert(end->getOperand(0));
    for (Operation *op : readers)
      values.insert_range(valuesRead(op));
    return values;
  };
  llvm::DenseSet<Value> mayRead = readBy(cut.order);
  for (Operation *op : cut.order) {
    if (!firstLoop.count(op))
      continue;
    int64_t bytes = 0;
    bool isKept = true;
    for (Value result : op->getResults()) {
      if (!mayRead.contains(result))
        continue;
      bytes += bytesOf(result.getType());
      isKept &= llvm::any_of(ArrayRef(loops).take_front(number - 1),
                             [&](const Loop &loop) {
                               return llvm::is_contained(loop.kept, result);
                             });
    }
    cut.keep[op] = keepSeconds(isKept ? 0 : bytes * steps) +
                   costs.copySeconds(bytes * steps);
    cut.compute[op] = program.seconds(op) * static_cast<double>(steps);
  }
  // What is computed again is sent again to those that had it in an earlier loop and
  // compute with it here, which only an answer says; what is kept can be held there.
  // So messages that an answer repeats are priced, until no more are: the best answer
  // counts.
  KeptCut best;
  auto isComputed = [&](Operation *op) { return cut.computed.contains(op); };
  auto wasSent = [&](Value value, int64_t place) {
    SmallVector<int64_t> own = dist::getPlace(value.getDefiningOp());
    return !own.empty() && !llvm::is_contained(own, place) &&
           llvm::any_of(ArrayRef(loops).take_front(number - 1),
                        [&](const Loop &loop) {
                          return readIn(loop, value).contains(place);
                        });
  };
  for (bool isPriced = true; isPriced;) {
    cut.solve();
    isPriced = false;
    for (Operation *op : cut.order) {
      if (!cut.computed.contains(op) || !cut.keep.contains(op))
        continue;
      double seconds = 0;
      for (Value result : op->getResults())
        for (int64_t place : readAt(result, isComputed))
          if (wasSent(result, place))
            seconds += sendSeconds(result);
      cut.cost += unitsOf(seconds) - unitsOf(cut.send.lookup(op));
      if (seconds > 0)
        isPriced |= cut.send.try_emplace(op, seconds).second;
    }
    if (best.order.empty() || cut.cost < best.cost)
      best = cut;
  }
  for (Operation *op : best.order) {
    if (!best.computed.contains(op))
      continue;
    here.computed.push_back(op);
    firstLoop.try_emplace(op, number);
  }
  llvm::DenseSet<Value> read = readBy(here.computed);
  for (Operation *op : best.order) {
    if (!best.needed.contains(op) || best.computed.contains(op))
      continue;
    for (Value result : op->getResults()) {
      if (!read.contains(result))
        continue;
      here.read.push_back(result);
      Loop &maker = loops[firstLoop[op] - 1];
      if (!llvm::is_contained(maker.kept, result))
        maker.kept.push_back(result);
    }
  }
}

void TimePlan::fillLoops() {
  for (Operation *op : ops)
    if (auto it = endIn.find(op); it != endIn.end())
      loops[it->second - 1].ends.push_back(op);
  LocalProgram program(costs, block.getParentOp());
  llvm::DenseMap<Operation *, int> firstLoop;
  for (int number = 1; number <= numLoops(); ++number) {
    llvm::DenseSet<Operation *> needed;
    std::vector<Operation *> work(loops[number - 1].ends);
    while (!work.empty()) {
      Operation *op = work.back();
      work.pop_back();
      for (Value value : valuesRead(op))
        if (varies(value) && needed.insert(value.getDefiningOp()).second)
          work.push_back(value.getDefiningOp());
    }
    chooseKept(number, program, firstLoop, needed);
  }
}

/// Where later loops read it, if that saves messages that are worth it. Others get it
/// from where it is made, as long as it is sent no more often so.
SmallVector<int64_t> TimePlan::keptAt(Value value) const {
  SmallVector<int64_t> own = dist::getPlace(value.getDefiningOp());
  if (own.empty())
    return {};
  llvm::SmallSetVector<int64_t, 2> places;
  llvm::MapVector<int64_t, int> messages; // if only the maker keeps it
  for (const Loop &loop : loops) {
    bool isMaker = llvm::is_contained(loop.kept, value);
    if (!isMaker && !llvm::is_contained(loop.read, value))
      continue;
    for (int64_t place : readIn(loop, value))
      if (!llvm::is_contained(own, place))
        ++messages[place];
      else if (!isMaker)
        places.insert(place);
  }
  int64_t bytes = bytesOf(value.getType()) * steps;
  bool isMoved = false;
  for (auto [place, count] : messages) {
    double more =
        places.empty() ? 0 : keepSeconds(bytes) + costs.copySeconds(bytes);
    if (count > 1 && (count - 1) * sendSeconds(value) > more)
      isMoved |= places.insert(place);
  }
  if (!isMoved)
    return {};
  SmallVector<int64_t> sorted = places.takeVector();
  llvm::sort(sorted);
  return sorted;
}

//===----------------------------------------------------------------------===//
// What is sunk into the loop
//===----------------------------------------------------------------------===//

static std::optional<KernelKind> kindOf(Operation *op) {
  if (isa<dist::AxisIndexOp, dist::BlockOp>(op))
    return KernelKind::Source;
  if (!isa<KernelOpInterface>(op) || op->getNumRegions())
    return std::nullopt;
  return kernelKindOf(op);
}

/// True for values computed only from sources.
bool TimePlan::isOfSources(Operation *op) {
  if (auto it = ofSources.find(op); it != ofSources.end())
    return it->second;
  std::optional<KernelKind> kind = kindOf(op);
  bool result = kind == KernelKind::Source || kind == KernelKind::View ||
                kind == KernelKind::Broadcast || kind == KernelKind::Map;
  for (Value operand : op->getOperands()) {
    Operation *definer = operand.getDefiningOp();
    result = result && definer && !varies(definer) && isOfSources(definer);
  }
  return ofSources[op] = result;
}

bool TimePlan::isSunkIntoLoop(Operation *op) {
  std::optional<KernelKind> kind = kindOf(op);
  return kind == KernelKind::Source || kind == KernelKind::View ||
         kind == KernelKind::Broadcast || isOfSources(op);
}

LogicalResult TimePlan::make() {
  if (failed(findVarying()) || failed(checkEnds()))
    return failure();
  findLevels();
  fillLoops();
  return success();
}
