//===- CloseBranches.cpp - Branches at each place ---------------------------===//
//
// See Branches.h. What a closed branch leaves is a choice that it makes or a value
// that others wait for. Tested by test/Stages/place-stages-branches.mlir, by execution
// test/Execute/Stages/updates.test.
//
//===----------------------------------------------------------------------===//
#include "Branches.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>

using namespace mlir;
using namespace popt;

namespace {
/// One result of the branch that was opened: a value for each region.
struct Choice {
  SmallVector<Operation *> links; ///< the choices; the first has the result
  Value valueOf(size_t region) const {
    return region < links.size() ? links[region]->getOperand(1)
                                 : links.back()->getOperand(2);
  }
};

/// What runs at one place, on one level.
struct Part {
  SmallVector<Operation *> ops;
  SmallVector<Choice> choices;
};
/// The level; whether it runs wherever it is read; where.
using PartName = std::tuple<int, bool, PlaceSet>;

class BranchCloser {
public:
  BranchCloser(func::FuncOp main, const StagePlaces &places,
               llvm::DenseMap<Operation *, PlaceSet> &madeAt,
               Operation *outline)
      : main(main), places(places), madeAt(madeAt), outline(outline),
        number(outline->getAttrOfType<IntegerAttr>(kBranch).getInt()),
        numRegions(outline->getNumRegions()) {}
  void run();

private:
  PlaceSet runsAt(Operation *op) const {
    auto known = madeAt.find(op);
    return known == madeAt.end() ? places.runsAt(op) : known->second;
  }
  bool isInside(Operation *op) const {
    ArrayRef<int64_t> path = branchPathOf(op);
    return !path.empty() && path[path.size() - 2] == number;
  }
  bool isIn(Operation *op, int64_t region) const {
    return isInside(op) && branchPathOf(op).back() == region;
  }
  /// Runs wherever it is read, or repeats what it reads: branches have copies.
  bool isCopied(Operation *op) const {
    return isInside(op) && !isa<dist::CombineOp>(op) &&
           (dist::getPlace(op).empty() ||
            kernelKindOf(op) == KernelKind::Broadcast);
  }
  bool isRead(Value value, const llvm::DenseSet<Operation *> &own) const;
  void find();
  void take(Operation *choice);
  void leaveOutside(Operation *op);
  void leaveReadElsewhere();
  void findLevels();
  std::optional<int> firstRead(Value value, Operation *at, int after) const;
  void waitForReaders();
  PartName nameOf(Operation *op) const;
  llvm::SetVector<Operation *> copiesFor(const Part &part, int64_t region);
  bool isLeftAsChoices(const PartName &name, const Part &part);
  void close(OpBuilder &builder, const PartName &name, const Part &part);
  void fillRegion(Region &region, const Part &part,
                  ArrayRef<std::pair<Value, int64_t>> left);

  mutable func::FuncOp main; ///< a handle: asking it is not const
  const StagePlaces &places;
  llvm::DenseMap<Operation *, PlaceSet> &madeAt; ///< branches that were closed
  Operation *outline;
  int64_t number;
  size_t numRegions;
  SmallVector<Operation *> members;                ///< what is inside, in order
  llvm::MapVector<Operation *, Choice> choices;    ///< by their first link
  llvm::DenseMap<Operation *, Operation *> firsts; ///< by any link
  llvm::DenseMap<Operation *, int> levels;
  std::map<PartName, Part> parts;
};
} // namespace

/// Operations of its block that an operation reads, in its regions, too.
static SmallVector<Operation *> makersOf(Operation *op) {
  SmallVector<Operation *> makers;
  for (Value value : valuesRead(op))
    if (Operation *maker = value.getDefiningOp();
        maker && maker->getBlock() == op->getBlock())
      makers.push_back(maker);
  return makers;
}

static Operation *userIn(Block &block, OpOperand &use) {
  return block.findAncestorOpInBlock(*use.getOwner());
}

//===----------------------------------------------------------------------===//
// What is inside
//===----------------------------------------------------------------------===//

void BranchCloser::take(Operation *choice) {
  Choice found{{choice}};
  for (int64_t k = 1; k + 1 < static_cast<int64_t>(numRegions); ++k) {
    Operation *next = found.links.back()->getOperand(2).getDefiningOp();
    auto chooses =
        next ? next->getAttrOfType<DenseI64ArrayAttr>(kChooses) : nullptr;
    if (!chooses || chooses.asArrayRef() != ArrayRef<int64_t>{number, k} ||
        !next->hasOneUse())
      return; // it stays as it is
    found.links.push_back(next);
  }
  for (Operation *link : found.links)
    firsts[link] = choice;
  choices[choice] = std::move(found);
}

void BranchCloser::find() {
  for (Operation &op : main.front().without_terminator()) {
    if (isInside(&op))
      members.push_back(&op);
    auto chooses = op.getAttrOfType<DenseI64ArrayAttr>(kChooses);
    if (chooses && chooses[0] == number && chooses[1] == 0)
      take(&op);
  }
}

/// The operation no longer belongs to the region: it runs always.
void BranchCloser::leaveOutside(Operation *op) {
  setBranchPath(op, branchPathOf(op).drop_back(2));
}

/// What can run anywhere among its places stays outside where a copy is no help:
/// a combination reads it, or an operation elsewhere.
void BranchCloser::leaveReadElsewhere() {
  for (Operation *op : llvm::reverse(members)) {
    if (!isCopied(op))
      continue;
    PlaceSet can = runsAt(op);
    auto isOutside = [&](OpOperand &use) {
      Operation *user = userIn(main.front(), use);
      if (isCopied(user))
        return false;
      if (Operation *choice = firsts.lookup(user))
        user = choice;
      else if (!isInside(user) || isa<dist::CombineOp>(user))
        return true;
      return (runsAt(user) & ~can) != 0;
    };
    if (llvm::any_of(op->getUses(), isOutside))
      leaveOutside(op);
  }
  llvm::erase_if(members, [&](Operation *op) { return !isInside(op); });
}

PartName BranchCloser::nameOf(Operation *op) const {
  return {levels.lookup(op), dist::getPlace(op).empty(), runsAt(op)};
}

/// Of what is inside and of all that waits for it, combinations say.
void BranchCloser::findLevels() {
  auto levelAfter = [&](Operation *maker, Operation *op) {
    SmallVector<int64_t> at = dist::getPlace(maker);
    bool isNear =
        at.empty() || (!isa<dist::CombineOp>(op) && at == dist::getPlace(op));
    return levels.lookup(maker) + (isNear ? 0 : 1);
  };
  for (Operation &op : main.front()) {
    if (isInside(&op))
      levels[&op] = 0;
    for (Operation *maker : makersOf(&op))
      if (levels.contains(maker))
        levels[&op] = std::max(levels.lookup(&op), levelAfter(maker, &op));
  }
  for (auto &[op, choice] : choices)
    for (size_t k = 0; k < numRegions; ++k)
      if (Operation *maker = choice.valueOf(k).getDefiningOp();
          maker && levels.contains(maker))
        levels[op] = std::max(levels.lookup(op), levelAfter(maker, op));
}

/// The lowest level above `after` on which something at the place of `at` reads the
/// value; nothing if it has other readers.
std::optional<int> BranchCloser::firstRead(Value value, Operation *at,
                                           int after) const {
  int first = INT_MAX;
  for (OpOperand &use : value.getUses()) {
    Operation *user = userIn(main.front(), use);
    if (isCopied(user)) {
      for (Value copied : user->getResults()) {
        std::optional<int> level = firstRead(copied, at, after);
        if (!level)
          return std::nullopt;
        first = std::min(first, *level);
      }
      continue;
    }
    Operation *choice = firsts.lookup(user);
    if (choice)
      user = choice;
    if ((!choice && (!isInside(user) || isa<dist::CombineOp>(user))) ||
        dist::getPlace(user) != dist::getPlace(at))
      return std::nullopt;
    if (int level = levels.lookup(user); level > after)
      first = std::min(first, level);
  }
  return first;
}

/// A value without readers elsewhere is made on the level that reads it, so
/// that it need not be a result of the branch below.
void BranchCloser::waitForReaders() {
  for (auto &[op, choice] : choices)
    for (size_t k = 0; k < numRegions; ++k) {
      Operation *maker = choice.valueOf(k).getDefiningOp();
      if (!maker || !isInside(maker) || dist::getPlace(maker).empty())
        continue;
      std::optional<int> first = firstRead(choice.valueOf(k), op, levels[op]);
      if (first && *first != INT_MAX)
        levels[op] = *first;
    }
  for (Operation *op : llvm::reverse(members)) {
    if (isCopied(op) || isa<dist::CombineOp>(op))
      continue;
    int first = INT_MAX;
    for (Value result : op->getResults()) {
      std::optional<int> level = firstRead(result, op, -1);
      first = std::min(first, level.value_or(-1));
    }
    if (first != INT_MAX)
      levels[op] = std::max(levels[op], first);
  }
}

//===----------------------------------------------------------------------===//
// Closing
//===----------------------------------------------------------------------===//

/// What this part reads in a region and makes for itself.
llvm::SetVector<Operation *> BranchCloser::copiesFor(const Part &part,
                                                     int64_t region) {
  llvm::SetVector<Operation *> copies;
  auto add = [&](Operation *maker) {
    if (maker && isCopied(maker) && isIn(maker, region))
      copies.insert(maker);
  };
  for (Operation *op : part.ops)
    if (isIn(op, region))
      llvm::for_each(makersOf(op), add);
  for (const Choice &choice : part.choices)
    add(choice.valueOf(region).getDefiningOp());
  for (size_t i = 0; i < copies.size(); ++i)
    llvm::for_each(makersOf(copies[i]), add);
  return copies;
}

/// A few elements, or a number repeated: not worth a branch.
static bool isTrivial(Operation *op) {
  constexpr int64_t mostElements = 64;
  if (op->getNumRegions())
    return false;
  auto model = dyn_cast<ShardingOpInterface>(op);
  if ((model && model.isSource()) || kernelKindOf(op) == KernelKind::Broadcast)
    return true;
  return llvm::all_of(op->getResultTypes(), [&](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getNumElements() <= mostElements;
  });
}

bool BranchCloser::isLeftAsChoices(const PartName &name, const Part &part) {
  if (!part.ops.empty())
    return false;
  for (size_t k = 0; k < numRegions; ++k)
    if (!llvm::all_of(copiesFor(part, static_cast<int64_t>(k)), isTrivial))
      return false;
  return true;
}

void BranchCloser::fillRegion(Region &region, const Part &part,
                              ArrayRef<std::pair<Value, int64_t>> left) {
  auto k = static_cast<int64_t>(region.getRegionNumber());
  Block &body = region.emplaceBlock();
  OpBuilder builder = OpBuilder::atBlockEnd(&body);
  llvm::SetVector<Operation *> copies = copiesFor(part, k);
  llvm::DenseSet<Operation *> own(part.ops.begin(), part.ops.end());
  auto enter = [](Operation *op) {
    setBranchPath(op, {});
    dist::setPlace(op, {});
  };
  IRMapping map;
  for (Operation *op : members) {
    if (copies.contains(op)) {
      enter(builder.clone(*op, map));
    } else if (own.contains(op) && isIn(op, k)) {
      op->walk([&](Operation *inner) {
        for (OpOperand &operand : inner->getOpOperands())
          operand.set(map.lookupOrDefault(operand.get()));
      });
      op->moveBefore(&body, body.end());
    }
  }
  SmallVector<Value> returned;
  for (const Choice &choice : part.choices)
    returned.push_back(map.lookupOrDefault(choice.valueOf(k)));
  for (auto [value, from] : left)
    returned.push_back(
        from == k ? value
                  : buildZeros(builder, value.getLoc(),
                               cast<RankedTensorType>(value.getType())));
  Operation *end =
      builder.clone(*outline->getRegion(k).front().getTerminator());
  end->setOperands(returned);
  for (Operation *op : part.ops)
    if (op->getBlock() == &body)
      enter(op);
}

/// Whether operations other than `own` need the value, copies aside.
bool BranchCloser::isRead(Value value,
                          const llvm::DenseSet<Operation *> &own) const {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = userIn(main.front(), use);
    if (!isCopied(user))
      return !own.contains(user);
    return llvm::any_of(user->getResults(),
                        [&](Value copied) { return isRead(copied, own); });
  });
}

/// A branch of what runs at one place. Its results are its choices, and what
/// others read of it.
void BranchCloser::close(OpBuilder &builder, const PartName &name,
                         const Part &part) {
  auto [level, isWhereRead, at] = name;
  llvm::DenseSet<Operation *> own(part.ops.begin(), part.ops.end());
  for (const Choice &choice : part.choices)
    own.insert(choice.links.begin(), choice.links.end());
  SmallVector<std::pair<Value, int64_t>> left;
  SmallVector<Value> before;
  for (const Choice &choice : part.choices)
    before.push_back(choice.links.front()->getResult(0));
  for (Operation *op : part.ops)
    for (Value result : op->getResults())
      if (isRead(result, own)) {
        left.push_back({result, branchPathOf(op).back()});
        before.push_back(result);
      }
  OperationState state(outline->getLoc(), outline->getName(),
                       outline->getOperands(), TypeRange(ValueRange(before)),
                       outline->getAttrs());
  for (size_t k = 0; k < numRegions; ++k)
    state.addRegion();
  Operation *made = builder.create(state);
  made->removeAttr(kBranch);
  dist::setPlace(made,
                 isWhereRead ? SmallVector<int64_t>() : toCoordinates(at));
  madeAt[made] = at;
  for (Region &region : made->getRegions())
    fillRegion(region, part, left);
  for (auto [old, result] : llvm::zip_equal(before, made->getResults())) {
    if (dist::ShardingAttr sharding = dist::getSharding(old))
      dist::setSharding(result, sharding);
    old.replaceUsesWithIf(result, [&](OpOperand &use) {
      return !made->isAncestor(use.getOwner());
    });
  }
}

static void eraseDead(Operation *op) {
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Operation *> makers = makersOf(op);
  op->erase();
  llvm::for_each(llvm::SetVector<Operation *>(makers.begin(), makers.end()),
                 eraseDead);
}

void BranchCloser::run() {
  find();
  leaveReadElsewhere();
  findLevels();
  waitForReaders();
  for (Operation *op : members)
    if (!isCopied(op) && !isa<dist::CombineOp>(op))
      parts[nameOf(op)].ops.push_back(op);
  for (auto &[op, choice] : choices)
    parts[nameOf(op)].choices.push_back(choice);
  for (auto &[name, part] : parts)
    if (isLeftAsChoices(name, part)) {
      for (size_t k = 0; k < numRegions; ++k)
        llvm::for_each(copiesFor(part, static_cast<int64_t>(k)),
                       [&](Operation *op) { leaveOutside(op); });
      for (const Choice &choice : part.choices) {
        for (Operation *link : choice.links)
          link->removeAttr(kChooses);
        choices.erase(choice.links.front());
      }
      part.choices.clear();
    }
  llvm::erase_if(members, [&](Operation *op) { return !isInside(op); });

  Operation *last = outline;
  for (Operation *op : members)
    last = last->isBeforeInBlock(op) ? op : last;
  for (auto &[op, choice] : choices)
    last = last->isBeforeInBlock(op) ? op : last;
  OpBuilder builder(main.getContext());
  builder.setInsertionPointAfter(last);
  for (auto &[name, part] : parts)
    if (!part.ops.empty() || !part.choices.empty())
      close(builder, name, part);

  llvm::SetVector<Operation *> chooses;
  for (auto &[op, choice] : choices)
    for (Operation *link : choice.links) {
      chooses.insert(link->getOperand(0).getDefiningOp());
      link->erase();
    }
  for (Operation *op : llvm::reverse(members))
    if (isInside(op)) {
      if (!isa<dist::CombineOp>(op))
        op->erase();
      else
        leaveOutside(op); // a combination
    }
  outline->erase();
  llvm::for_each(chooses, eraseDead);
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// An operation whose results are read outside of a region is moved out of it.
static void trimPaths(func::FuncOp main) {
  llvm::DenseMap<int64_t, int64_t> lastRegions;
  for (Operation &op : main.front())
    if (auto number = op.getAttrOfType<IntegerAttr>(kBranch))
      lastRegions[number.getInt()] = op.getNumRegions() - 1;
  auto pathOf = [&](OpOperand &use) {
    Operation *user = userIn(main.front(), use);
    SmallVector<int64_t> path(branchPathOf(user));
    auto chooses = user->getAttrOfType<DenseI64ArrayAttr>(kChooses);
    if (!chooses || user != use.getOwner() || use.getOperandNumber() == 0)
      return path;
    int64_t region = chooses[1] + use.getOperandNumber() - 1;
    if (use.getOperandNumber() == 1 || region == lastRegions[chooses[0]])
      path.append({chooses[0], region});
    return path;
  };
  for (Operation &op : llvm::reverse(main.front())) {
    SmallVector<int64_t> path(branchPathOf(&op));
    for (OpOperand &use : op.getUses()) {
      SmallVector<int64_t> other = pathOf(use);
      size_t shared = 0;
      while (shared < std::min(path.size(), other.size()) &&
             ArrayRef(path).slice(shared, 2) ==
                 ArrayRef(other).slice(shared, 2))
        shared += 2;
      path.truncate(shared);
    }
    setBranchPath(&op, path);
  }
}

/// Puts what operations read before them, and leaves their order as it is
/// otherwise.
static void restoreOrder(Block &block) {
  llvm::SetVector<Operation *> order;
  for (Operation &root : block.without_terminator()) {
    SmallVector<Operation *> work{&root};
    while (!work.empty()) {
      Operation *op = work.back();
      if (order.contains(op)) {
        work.pop_back();
        continue;
      }
      size_t size = work.size();
      SmallVector<Operation *> makers = makersOf(op);
      for (Operation *maker : llvm::reverse(makers))
        if (!order.contains(maker))
          work.push_back(maker);
      if (work.size() > size)
        continue;
      order.insert(op);
      work.pop_back();
    }
  }
  for (Operation *op : order)
    op->moveBefore(block.getTerminator());
}

void popt::closeBranches(func::FuncOp main, const StagePlaces &places) {
  SmallVector<Operation *> outlines;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(main.front())))
    if (op.hasAttr(kBranch))
      outlines.push_back(&op);
    else if (op.hasAttr(kInBranch) && isOpTriviallyDead(&op))
      op.erase();
  auto numberOf = [](Operation *op) {
    return op->getAttrOfType<IntegerAttr>(kBranch).getInt();
  };
  // From the innermost outwards.
  llvm::sort(outlines, [&](Operation *a, Operation *b) {
    return numberOf(a) > numberOf(b);
  });
  llvm::DenseMap<Operation *, PlaceSet> madeAt;
  for (Operation *outline : outlines) {
    trimPaths(main);
    BranchCloser(main, places, madeAt, outline).run();
    restoreOrder(main.front());
  }
}
