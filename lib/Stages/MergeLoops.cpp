//===- MergeLoops.cpp - A scan over groups of layers is one over layers ---===//
//
// A scan over groups of layers, whose body is a scan over the layers of a group:
//
//   %y = while(%i = 0, %x = %x0) {                  6 groups
//     %group = dynamic_slice %stack, %i             of [6, 2, 8, 8]
//     %z = while(%j = 0, %v = %x) {                 2 layers
//       %w = dynamic_slice %group, %j
//       return %j + 1, f(%v, %w)
//     }
//     return %i + 1, %z
//   }
// becomes
//   %y = while(%t = 0, %x = %x0) {                  12 layers
//     %w = dynamic_slice %flat, %t                  reshape of %stack to [12, 8, 8]
//     return %t + 1, f(%x, %w)
//   }
//
// What later phases know of scans over layers then holds for groups. Row numbers are
// computed for each iteration (CountedLoop.h) and must grow evenly.
//
// Tests: test/Stages/merge-loops.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "PlainScans.h"

#include "popt/Analysis/Zeros.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/ValueTieOp.h"
#include "popt/OpModels/Combination.h"
#include "popt/OpModels/FilledStacks.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt {
#define GEN_PASS_DEF_MERGELOOPSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// A value that the inner loop carries, and what the merged loop carries for it.
struct Carried {
  enum Role {
    Unknown,
    Counted, ///< an integer, known in each iteration
    Same,    ///< what both loops leave as it is
    Read,    ///< a group of a stack, read row by row
    Passed,  ///< from iteration to iteration of both loops
    Written, ///< a group of a stack, written row by row
    Summed,  ///< begins with zeros, and is added to what the outer loop carries
  };
  Role role = Unknown;
  Value init = {}; ///< of the merged loop, but for the shape
  std::optional<unsigned> outer = std::nullopt; ///< what becomes of the result
  SmallVector<int64_t> groups = {}; ///< numbers of the groups, by iteration

  bool hasRows() const { return role == Read || role == Written; }
};

class MergedLoops {
public:
  MergedLoops(CountedLoop around, CountedLoop within)
      : nest(within), outer(std::move(around)), inner(std::move(within)) {}
  bool find();
  void merge();

private:
  int64_t trips() const { return outer.trips() * inner.trips(); }
  bool isOutside(Value value) const {
    return !outer.operation()->isAncestor(
        value.getParentBlock()->getParentOp());
  }
  bool findResult(unsigned index);
  bool findSummed(unsigned index, Operation *add);
  bool findWritten(unsigned index);
  bool findOperand(unsigned index);
  bool findRead(unsigned index);
  bool findNumber(Value value);
  bool findNeeded();
  bool hasGroups(const SliceAccess &access, Carried &of, Value group) const;
  std::optional<SmallVector<int64_t>> valuesOf(Value value) const;
  std::optional<EvenNumber> rowIn(const Carried &of, const SliceAccess &access);

  void buildBody(FlatLoop &loop, IRMapping &map);

  LoopNest nest;
  CountedLoop outer, inner;
  SmallVector<Carried> all; ///< by number in the inner loop
  llvm::DenseMap<Value, EvenNumber> numbers;
  llvm::DenseMap<Operation *, EvenNumber> rows; ///< of reads and writes
  llvm::DenseSet<Operation *> needed;           ///< of the inner body
};
} // namespace

/// Of an integer of either body, in each iteration of the merged loop; nothing if it
/// is not known, or differs between iterations of loops around both.
std::optional<SmallVector<int64_t>> MergedLoops::valuesOf(Value value) const {
  auto values = nest.valuesOf(value);
  auto size = static_cast<size_t>(trips());
  if (!values || values->size() < size)
    return std::nullopt;
  for (size_t i = size; i < values->size(); ++i)
    if ((*values)[i] != (*values)[i % size])
      return std::nullopt;
  values->truncate(size);
  return values;
}

/// True if the access is to a group of a stack that is flat but for its groups, and
/// notes which groups the outer iterations access.
bool MergedLoops::hasGroups(const SliceAccess &access, Carried &of,
                            Value group) const {
  ArrayRef<int64_t> shape = shapeOf(access.whole);
  auto groups = outer.valuesOf(access.indices.front());
  if (!isRow(access) || shape.drop_front() != shapeOf(group) || !groups ||
      shape[1] != inner.trips() || hasWords(access.whole) ||
      llvm::any_of(*groups, [&](int64_t number) {
        return number < 0 || number >= shape.front();
      }))
    return false;
  of.groups = std::move(*groups);
  return true;
}

/// The row of the flat stack that the inner body accesses.
std::optional<EvenNumber> MergedLoops::rowIn(const Carried &of,
                                             const SliceAccess &access) {
  auto values = isRow(access) ? valuesOf(access.indices.front()) : std::nullopt;
  if (!values)
    return std::nullopt;
  for (auto [i, row] : llvm::enumerate(*values)) {
    if (row < 0 || row >= inner.trips())
      return std::nullopt;
    row += inner.trips() * of.groups[i / static_cast<size_t>(inner.trips())];
  }
  return evenly(*values);
}

/// A stack of which each inner iteration writes a row, and each outer one a group.
bool MergedLoops::findWritten(unsigned index) {
  std::optional<SliceAccess> access = onlyWriteOf(outer, index);
  if (!access || hasWords(access->update))
    return false;
  auto group = dyn_cast<OpResult>(beforeSilentReshapes(access->update));
  if (!group || group.getOwner() != inner.operation() || !group.hasOneUse())
    return false;
  unsigned number = group.getResultNumber();
  Carried &of = all[number];
  if (of.role || !hasGroups(*access, of, group))
    return false;
  BlockArgument argument = inner.body().getArgument(number);
  Value next = inner.nextOf(number);
  Operation *update = next.getDefiningOp();
  std::optional<SliceAccess> row = update && update->getBlock() == &inner.body()
                                       ? sliceAccessOf(update)
                                       : std::nullopt;
  if (!row || !row->update || row->whole != argument || hasWords(next) ||
      loopsThatFill(inner, number).size() != 1)
    return false;
  std::optional<EvenNumber> at = rowIn(of, *row);
  if (!at)
    return false;
  rows[update] = *at;
  of.role = Carried::Written;
  of.init = outer.operation()->getOperand(index);
  of.outer = index;
  return true;
}

/// A sum of what all inner iterations add.
bool MergedLoops::findSummed(unsigned index, Operation *add) {
  BlockArgument sum = outer.body().getArgument(index);
  if (combinationOf(add) != Monoid::Sum || !sum.hasOneUse())
    return false;
  unsigned other = add->getOperand(0) == sum ? 1 : 0;
  auto made = dyn_cast<OpResult>(add->getOperand(other));
  if (add->getOperand(1 - other) != sum || !made ||
      made.getOwner() != inner.operation() || !made.hasOneUse())
    return false;
  unsigned number = made.getResultNumber();
  BlockArgument argument = inner.body().getArgument(number);
  Operation *adds = inner.nextOf(number).getDefiningOp();
  bool isSum = adds && adds->getBlock() == &inner.body() &&
               combinationOf(adds) == Monoid::Sum && argument.hasOneUse() &&
               adds->hasOneUse() &&
               llvm::is_contained(adds->getOperands(), argument);
  if (all[number].role || !isZero(inner.operation()->getOperand(number)) ||
      (!isSum && !addsToRows(inner.operation(), number)))
    return false;
  all[number] = {Carried::Summed, outer.operation()->getOperand(index), index};
  return true;
}

/// How a value that the outer loop carries follows from the inner loop.
bool MergedLoops::findResult(unsigned index) {
  BlockArgument argument = outer.body().getArgument(index);
  Value next = outer.nextOf(index);
  if (outer.carriedValues(index) || next == argument)
    return true;
  if (!next.hasOneUse() || hasWords(next) ||
      !outer.operation()->getRegion(0).getArgument(index).use_empty())
    return false;
  Operation *op = next.getDefiningOp();
  if (!op || op->getBlock() != &outer.body())
    return false;
  if (op != inner.operation())
    return findWritten(index) || findSummed(index, op);
  unsigned number = cast<OpResult>(next).getResultNumber();
  if (op->getOperand(number) != argument || !argument.hasOneUse())
    return false;
  all[number] = {Carried::Passed, outer.operation()->getOperand(index), index};
  return true;
}

/// A group of a stack, of which each inner iteration reads rows.
bool MergedLoops::findRead(unsigned index) {
  Value group = inner.operation()->getOperand(index);
  Operation *slice = beforeSilentReshapes(group).getDefiningOp();
  std::optional<SliceAccess> access =
      slice && slice->getBlock() == &outer.body() ? sliceAccessOf(slice)
                                                  : std::nullopt;
  Carried of;
  of.role = Carried::Read;
  if (!access || access->update || hasWords(slice->getResult(0)) ||
      hasWords(group) || !hasGroups(*access, of, group))
    return false;
  of.init = access->whole;
  if (auto argument = dyn_cast<BlockArgument>(of.init);
      argument && argument.getOwner() == &outer.body()) {
    if (outer.nextOf(argument.getArgNumber()) != argument)
      return false;
    of.init = outer.operation()->getOperand(argument.getArgNumber());
  }
  if (!isOutside(of.init))
    return false;
  BlockArgument argument = inner.body().getArgument(index);
  for (OpOperand &use : argument.getUses()) {
    Operation *op = use.getOwner();
    if (op == inner.body().getTerminator())
      continue;
    std::optional<SliceAccess> row =
        op->getBlock() == &inner.body() ? sliceAccessOf(op) : std::nullopt;
    std::optional<EvenNumber> at = row && !row->update && row->whole == argument
                                       ? rowIn(of, *row)
                                       : std::nullopt;
    if (!at)
      return false;
    rows[op] = *at;
  }
  all[index] = std::move(of);
  return true;
}

/// What the inner loop carries, but for what becomes of results.
bool MergedLoops::findOperand(unsigned index) {
  if (all[index].role)
    return true;
  BlockArgument argument = inner.body().getArgument(index);
  if (inner.carriedValues(index) ||
      (isIntegerScalar(argument) && valuesOf(argument))) {
    all[index].role = Carried::Counted;
    return true;
  }
  if (inner.nextOf(index) != argument)
    return false;
  Value same = inner.operation()->getOperand(index);
  if (auto carried = dyn_cast<BlockArgument>(same);
      carried && carried.getOwner() == &outer.body() &&
      outer.nextOf(carried.getArgNumber()) == carried)
    same = outer.operation()->getOperand(carried.getArgNumber());
  if (!isOutside(same))
    return findRead(index);
  all[index] = {Carried::Same, same};
  return true;
}

/// The integer of either body as the merged loop can make it.
bool MergedLoops::findNumber(Value value) {
  auto values = isIntegerScalar(value) ? valuesOf(value) : std::nullopt;
  std::optional<EvenNumber> number = values ? evenly(*values) : std::nullopt;
  if (number)
    numbers[value] = *number;
  return number.has_value();
}

/// Finds what the merged body needs of the inner one. False if it reads what the
/// outer body makes, but for integers that grow evenly.
bool MergedLoops::findNeeded() {
  SmallVector<Value> work;
  auto needs = [&](Operation *op) {
    if (!needed.insert(op).second)
      return;
    SmallVector<Value> read = valuesRead(op);
    if (rows.contains(op)) { // at a row of its own: the indices are not read
      SliceAccess access = *sliceAccessOf(op);
      read = {access.whole};
      if (access.update)
        read.push_back(access.update);
    }
    llvm::append_range(work, read);
  };
  for (Operation &op : inner.body().without_terminator())
    if (!isMemoryEffectFree(&op) || dist::isOrdered(&op))
      needs(&op);
  for (unsigned i = 0; i < all.size(); ++i)
    if (all[i].role != Carried::Counted)
      work.push_back(inner.nextOf(i));
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (isOutside(value) || numbers.contains(value) || findNumber(value))
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    Operation *op = inner.body().findAncestorOpInBlock(
        argument ? *value.getParentBlock()->getParentOp()
                 : *value.getDefiningOp());
    if (op)
      needs(op);
    else if (!argument || argument.getOwner() != &inner.body() ||
             all[argument.getArgNumber()].role == Carried::Counted)
      return false;
  }
  return true;
}

bool MergedLoops::find() {
  if (trips() > CountedLoop::kMostTrips)
    return false;
  for (Operation &op : outer.body().without_terminator())
    if (&op != inner.operation() &&
        (!isMemoryEffectFree(&op) || dist::isOrdered(&op)))
      return false;
  all.resize(inner.operation()->getNumOperands());
  for (Operation *loop : {outer.operation(), inner.operation()})
    if (llvm::any_of(loop->getResults(), hasWords))
      return false;
  for (unsigned i = 0; i < outer.operation()->getNumResults(); ++i)
    if (!findResult(i))
      return false;
  for (unsigned i = 0; i < all.size(); ++i)
    if (!findOperand(i))
      return false;
  return findNeeded();
}

void MergedLoops::buildBody(FlatLoop &loop, IRMapping &map) {
  OpBuilder &b = loop.inside();
  auto make = [&](Value value) {
    auto number = numbers.find(value);
    if (number != numbers.end() && !map.contains(value))
      map.map(value,
              loop.number(value.getLoc(), number->second, elementOf(value)));
  };
  for (Operation &op : inner.body().without_terminator()) {
    if (!needed.contains(&op))
      continue;
    llvm::for_each(valuesRead(&op), make);
    Operation *made = b.clone(op, map);
    if (auto row = rows.find(&op); row != rows.end())
      loop.setRow(made, row->second);
  }
  SmallVector<Value> next;
  for (auto [index, of] : llvm::enumerate(all))
    if (of.role != Carried::Counted) {
      Value value = inner.nextOf(static_cast<unsigned>(index));
      make(value);
      next.push_back(map.lookupOrDefault(value));
    }
  loop.end(next);
}

void MergedLoops::merge() {
  FlatLoop loop(outer.operation(), trips());
  SmallVector<std::pair<unsigned, unsigned>> numbered; // the inner one's, made
  for (auto [index, of] : llvm::enumerate(all))
    if (of.role != Carried::Counted)
      numbered.push_back(
          {static_cast<unsigned>(index), loop.carry(of.init, of.hasRows())});
  loop.begin();
  IRMapping map;
  for (auto [index, number] : numbered)
    map.map(inner.body().getArgument(index), loop.carried(number));
  buildBody(loop, map);
  for (auto [index, number] : numbered)
    if (std::optional<unsigned> result = all[index].outer)
      loop.replace(*result, number);
  loop.finish(outer);
}

/// The one loop within the loop; nothing if there are several or none.
static std::optional<CountedLoop> loopWithin(const CountedLoop &loop) {
  Operation *found = nullptr;
  for (Operation &op : loop.body())
    if (isLoop(&op) && std::exchange(found, &op))
      return std::nullopt;
  return found ? CountedLoop::find(found) : std::nullopt;
}

namespace {
struct MergeLoopsPass : public popt::impl::MergeLoopsPassBase<MergeLoopsPass> {
  void runOnOperation() override {
    if (!hasStages(getOperation()))
      return;
    // Loops within loops within loops: from inside.
    for (Operation *op : loopsOf(getOperation())) {
      std::optional<CountedLoop> outer = CountedLoop::find(op);
      std::optional<CountedLoop> inner =
          outer ? loopWithin(*outer) : std::nullopt;
      if (!inner)
        continue;
      MergedLoops loops(std::move(*outer), std::move(*inner));
      if (loops.find())
        loops.merge();
    }
  }
};
} // namespace
