//===- RollLoops.cpp - An unrolled scan is a scan over layers -------------===//
//
// `lax.scan(.., unroll=2)` over 12 layers: the body has two equal parts, takes rows
// of a group, and leaves rows in groups.
//
//   %y, %kept = while(%i = 0, %x = %x0, %k = %empty) {        6 times
//     %group = dynamic_slice %stack, %i                       of [6, 2, 8]
//     %a = f(%x, %group[0])       %b = f(%a, %group[1])
//     %both = concatenate g(%x), g(%a)
//     return %i + 1, %b, dynamic_update_slice %k, %both, %i
//   }
// becomes
//   %y, %kept = while(%t = 0, %x = %x0, %k = %flat) {         12 times
//     %w = dynamic_slice %stack2, %t                          reshape of %stack
//     return %t + 1, f(%x, %w), dynamic_update_slice %k, g(%x), %t
//   }
//
// What later phases know of scans over layers then holds for unrolled ones. Parts are
// equal if what they leave is made by equal operations of what differs alike: rows of
// the same groups, what the part before made, numbers that grow evenly. Without
// gradients they leave no rows; then what is made of the rows of a group is compared.
//
// Tests: test/Stages/roll-loops.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "PlainScans.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt {
#define GEN_PASS_DEF_ROLLLOOPSPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// A row of a group: of a stack that all iterations have.
struct GroupRow {
  Value stack;
  SmallVector<int64_t> groups; ///< numbers of the groups, by iteration
  int64_t row = 0;
};

/// A stack of which each iteration writes a group, row by row.
struct WrittenStack {
  unsigned index; ///< among what the loop carries
  Operation *update;
  SmallVector<int64_t> groups;
  SmallVector<Value> parts; ///< the rows, in the order of the parts
};

class RolledLoop {
public:
  /// `isBackwards`: the first part makes the last row.
  RolledLoop(const CountedLoop &loop, bool isBackwards)
      : loop(loop), isBackwards(isBackwards) {}
  bool find();
  /// Returns the new loop.
  Operation *roll();

private:
  bool findCarried();
  bool findWritten(unsigned index);
  void findReaders();
  std::optional<GroupRow> rowOf(Value value) const;
  bool isShared(Value value);
  bool startsAt(unsigned index, size_t part, Value value);
  bool areAlike(Value value, Value later, size_t part);
  bool areAlike(Operation *op, Operation *later, size_t part);
  bool findParts();
  bool findNeeded();
  SmallVector<Value> inAllParts(Value first) const;
  bool findNumber(Value first);
  std::optional<EvenNumber> rowsFrom(ArrayRef<int64_t> groups,
                                     ArrayRef<int64_t> rows) const;

  const CountedLoop &loop;
  bool isBackwards;
  SmallVector<WrittenStack> written;
  size_t count = 0; ///< of parts
  /// Values that each part makes in the same way, in the order of the parts.
  SmallVector<SmallVector<Value>> made;
  /// By number, what each part begins with; of what goes from part to part.
  llvm::MapVector<unsigned, SmallVector<Value>> starts;
  SmallVector<llvm::DenseMap<Value, unsigned>> startOf; ///< by part
  SmallVector<llvm::DenseMap<Value, Value>> next;       ///< by part
  llvm::DenseMap<Value, bool> shared;
  llvm::DenseMap<Value, EvenNumber> numbers;
  llvm::MapVector<Value, std::pair<GroupRow, EvenNumber>> reads;
  llvm::DenseSet<Operation *> needed;
};
} // namespace

bool RolledLoop::findWritten(unsigned index) {
  std::optional<SliceAccess> access = onlyWriteOf(loop, index);
  if (!access || !isRow(*access) || access->sizes.size() < 2 ||
      hasWords(loop.nextOf(index)))
    return false;
  ArrayRef<int64_t> stack = shapeOf(access->whole);
  Value group = beforeSilentReshapes(access->update);
  std::optional<JoinedPieces> joined = joinedPieces(group);
  auto groups = loop.valuesOf(access->indices.front());
  if (!joined || joined->dim != 0 || hasWords(group) || !groups ||
      shapeOf(group) != stack.drop_front() ||
      static_cast<int64_t>(joined->pieces.size()) != shapeOf(group)[0] ||
      llvm::any_of(*groups, [&](int64_t number) {
        return number < 0 || number >= stack.front();
      }))
    return false;
  SmallVector<Value> parts(joined->pieces);
  if (isBackwards)
    std::reverse(parts.begin(), parts.end());
  written.push_back({index, loop.nextOf(index).getDefiningOp(),
                     std::move(*groups), std::move(parts)});
  return true;
}

/// Stacks that are written in groups of the same size, and what goes from part to
/// part.
bool RolledLoop::findCarried() {
  for (unsigned index = 0; index < loop.operation()->getNumResults(); ++index)
    if (!loop.carriedValues(index) &&
        loop.nextOf(index) != loop.body().getArgument(index) &&
        !findWritten(index)) {
      if (!loop.operation()->getRegion(0).getArgument(index).use_empty())
        return false;
      starts[index] = {loop.body().getArgument(index)};
    }
  for (const WrittenStack &stack : written)
    made.push_back(stack.parts);
  if (made.empty())
    findReaders();
  if (made.empty())
    return false;
  count = made.front().size();
  // The parts of one iteration stand on their own, like those that do not divide.
  return count > 1 && loop.trips() > 1 &&
         loop.trips() * static_cast<int64_t>(count) <=
             CountedLoop::kMostTrips &&
         llvm::all_of(written, [&](const WrittenStack &stack) {
           return stack.parts.size() == count;
         });
}

/// What the first reader of a row, but for other shapes of it, makes; the row itself
/// if there is no such operation.
static Value madeOf(Value row) {
  for (Value value = row;;) {
    Operation *first = nullptr;
    for (Operation *user : value.getUsers())
      if (user->getBlock() == row.getParentBlock() &&
          (!first || user->isBeforeInBlock(first)))
        first = user;
    if (!first || first->getNumResults() != 1)
      return value;
    value = first->getResult(0);
    if (first->getNumOperands() > 1)
      return value;
  }
}

/// What the parts make of the rows of a group, each of its own.
void RolledLoop::findReaders() {
  llvm::MapVector<Value, SmallVector<Value>> groups;
  for (Operation &op : loop.body().without_terminator()) {
    std::optional<TakenRows> taken =
        op.getNumResults() == 1 ? takenRows(op.getResult(0)) : std::nullopt;
    if (!taken)
      continue;
    Value slice = op.getResult(0), group = taken->whole;
    count = static_cast<size_t>(shapeOf(group).front());
    if (std::optional<GroupRow> row = rowOf(slice)) {
      SmallVector<Value> &rows = groups[group];
      rows.resize(count);
      size_t part = static_cast<size_t>(row->row);
      rows[isBackwards ? count - 1 - part : part] = madeOf(slice);
    }
  }
  for (auto &[group, rows] : groups)
    if (rows.size() == groups.front().second.size() &&
        !llvm::is_contained(rows, Value()))
      made.push_back(rows);
}

std::optional<GroupRow> RolledLoop::rowOf(Value value) const {
  std::optional<TakenRows> taken = takenRows(value);
  if (!taken || value.getParentBlock() != &loop.body() || hasWords(value))
    return std::nullopt;
  Value group = taken->whole;
  Operation *read = beforeSilentReshapes(group).getDefiningOp();
  std::optional<SliceAccess> access = read && read->getBlock() == &loop.body()
                                          ? sliceAccessOf(read)
                                          : std::nullopt;
  if (shapeOf(value).front() != 1 || !access || access->update ||
      !isRow(*access) || hasWords(group) || hasWords(read->getResult(0)) ||
      shapeOf(access->whole).drop_front() != shapeOf(group) ||
      shapeOf(group).front() != static_cast<int64_t>(count))
    return std::nullopt;
  GroupRow found;
  found.stack = access->whole;
  if (auto argument = dyn_cast<BlockArgument>(found.stack);
      argument && argument.getOwner() == &loop.body()) {
    if (loop.nextOf(argument.getArgNumber()) != argument)
      return std::nullopt;
    found.stack = loop.operation()->getOperand(argument.getArgNumber());
  } else if (loop.operation()->isAncestor(
                 found.stack.getParentBlock()->getParentOp())) {
    return std::nullopt;
  }
  auto groups = loop.valuesOf(access->indices.front());
  if (!groups || llvm::any_of(*groups, [&](int64_t number) {
        return number < 0 || number >= shapeOf(found.stack).front();
      }))
    return std::nullopt;
  found.groups = std::move(*groups);
  found.row = taken->begin;
  return found;
}

/// True if all parts may read the value: it is from outside, or follows from such
/// values alone.
bool RolledLoop::isShared(Value value) {
  if (!loop.operation()->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &loop.body() &&
           loop.nextOf(argument.getArgNumber()) == argument;
  if (auto known = shared.find(value); known != shared.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  bool isSame = op->getNumRegions() == 0 &&
                llvm::all_of(op->getOperands(),
                             [&](Value operand) { return isShared(operand); });
  return shared[value] = isSame;
}

/// True if a part may begin with this value.
bool RolledLoop::startsAt(unsigned index, size_t part, Value value) {
  SmallVector<Value> &values = starts[index];
  if (values.size() == part) {
    values.push_back(value);
    return part == count || startOf[part].try_emplace(value, index).second;
  }
  return values.size() > part && values[part] == value;
}

/// True if the value in this part is what `later` is in the next.
bool RolledLoop::areAlike(Value value, Value later, size_t part) {
  if (value.getType() != later.getType())
    return false;
  auto [known, isNew] = next[part].try_emplace(value, later);
  if (!isNew)
    return known->second == later;
  if (auto start = startOf[part].find(value); start != startOf[part].end())
    return startsAt(start->second, part + 1, later);
  if (value == later)
    return isShared(value);
  std::optional<GroupRow> row = rowOf(value), nextRow = rowOf(later);
  if (row && nextRow)
    return row->stack == nextRow->stack && row->groups == nextRow->groups;
  if (isIntegerScalar(value) && loop.valuesOf(value) && loop.valuesOf(later))
    return true;
  auto result = dyn_cast<OpResult>(value),
       laterResult = dyn_cast<OpResult>(later);
  return result && laterResult &&
         result.getResultNumber() == laterResult.getResultNumber() &&
         areAlike(result.getOwner(), laterResult.getOwner(), part);
}

bool RolledLoop::areAlike(Operation *op, Operation *later, size_t part) {
  if (op->getName() != later->getName() || op->getBlock() != &loop.body() ||
      later->getBlock() != &loop.body() ||
      op->getAttrDictionary() != later->getAttrDictionary() ||
      op->getNumOperands() != later->getNumOperands() ||
      op->getResultTypes() != later->getResultTypes() ||
      op->getNumRegions() != later->getNumRegions())
    return false;
  for (auto [operand, laterOperand] :
       llvm::zip_equal(op->getOperands(), later->getOperands()))
    if (!areAlike(operand, laterOperand, part))
      return false;
  llvm::DenseMap<Value, Value> inner;
  auto check = [&](Value value, Value laterValue) {
    auto known = inner.find(value);
    return success(known != inner.end() ? known->second == laterValue
                                        : areAlike(value, laterValue, part));
  };
  auto mark = [&](Value value, Value laterValue) { inner[value] = laterValue; };
  return llvm::all_of(llvm::zip_equal(op->getRegions(), later->getRegions()),
                      [&](auto both) {
                        return OperationEquivalence::isRegionEquivalentTo(
                            &std::get<0>(both), &std::get<1>(both), check, mark,
                            OperationEquivalence::IgnoreLocations);
                      });
}

/// True if all parts are alike.
bool RolledLoop::findParts() {
  next.resize(count - 1);
  startOf.resize(count);
  for (auto &[index, values] : starts)
    startOf[0][values.front()] = index;
  for (size_t part = 0; part + 1 < count; ++part)
    for (const SmallVector<Value> &values : made)
      if (!areAlike(values[part], values[part + 1], part))
        return false;
  for (auto &[index, values] : starts) {
    if (values.size() != count)
      return false;
    values.push_back(loop.nextOf(index));
  }
  for (size_t part = 0; part + 1 < count; ++part)
    for (auto &[index, values] : starts)
      if (!areAlike(values[part + 1], values[part + 2], part))
        return false;
  return true;
}

/// The numbers of rows of the flat stack, by iteration of the rolled loop.
std::optional<EvenNumber> RolledLoop::rowsFrom(ArrayRef<int64_t> groups,
                                               ArrayRef<int64_t> rows) const {
  SmallVector<int64_t> all;
  for (int64_t group : groups)
    for (int64_t row : rows)
      all.push_back(group * static_cast<int64_t>(count) + row);
  return evenly(all);
}

/// What a value of the first part is in each; empty if it is in some of them alone.
SmallVector<Value> RolledLoop::inAllParts(Value first) const {
  SmallVector<Value> values = {first};
  for (const llvm::DenseMap<Value, Value> &step : next) {
    Value later = step.lookup(values.back());
    if (!later)
      return {};
    values.push_back(later);
  }
  return values;
}

/// An integer that is known in all parts and grows evenly.
bool RolledLoop::findNumber(Value first) {
  SmallVector<SmallVector<int64_t>> parts;
  for (Value value : inAllParts(first)) {
    auto values = loop.valuesOf(value);
    if (!values)
      return false;
    parts.push_back(std::move(*values));
  }
  if (parts.empty())
    return false;
  SmallVector<int64_t> all;
  for (size_t trip = 0; trip < parts.front().size(); ++trip)
    for (const SmallVector<int64_t> &values : parts)
      all.push_back(values[trip]);
  std::optional<EvenNumber> number = evenly(all);
  if (number)
    numbers[first] = *number;
  return number.has_value();
}

/// Finds what the first part is made of.
bool RolledLoop::findNeeded() {
  SmallVector<Value> work;
  for (const WrittenStack &stack : written)
    work.push_back(stack.parts.front());
  for (auto &[index, values] : starts)
    work.push_back(values[1]);
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second || startOf[0].contains(value) ||
        !loop.operation()->isAncestor(value.getParentBlock()->getParentOp()))
      continue;
    if (std::optional<GroupRow> row = rowOf(value)) {
      SmallVector<int64_t> rows;
      for (Value at : inAllParts(value)) {
        std::optional<GroupRow> its = rowOf(at);
        if (!its || its->stack != row->stack || its->groups != row->groups)
          return false;
        rows.push_back(its->row);
      }
      std::optional<EvenNumber> number =
          rows.empty() ? std::nullopt : rowsFrom(row->groups, rows);
      if (!number)
        return false;
      reads[value] = {std::move(*row), *number};
      continue;
    }
    if (isIntegerScalar(value) && loop.valuesOf(value)) {
      if (!findNumber(value))
        return false;
      continue;
    }
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == &loop.body()) {
      if (loop.nextOf(argument.getArgNumber()) != argument)
        return false;
      continue;
    }
    Operation *op = loop.body().findAncestorOpInBlock(
        isa<BlockArgument>(value) ? *value.getParentBlock()->getParentOp()
                                  : *value.getDefiningOp());
    needed.insert(op);
    llvm::append_range(work, valuesRead(op));
  }
  return true;
}

bool RolledLoop::find() {
  for (Operation &op : loop.body().without_terminator())
    if (!isMemoryEffectFree(&op) || dist::isOrdered(&op))
      return false;
  return llvm::none_of(loop.operation()->getResults(), hasWords) &&
         findCarried() && findParts() && findNeeded();
}

Operation *RolledLoop::roll() {
  FlatLoop flat(loop.operation(), loop.trips() * static_cast<int64_t>(count));
  Operation *op = loop.operation();
  llvm::MapVector<Value, unsigned> stacks; // that are read
  SmallVector<unsigned> writes, passed;
  for (auto &[value, read] : reads)
    if (!stacks.contains(read.first.stack))
      stacks[read.first.stack] = flat.carry(read.first.stack, true);
  for (auto &[index, values] : starts)
    passed.push_back(flat.carry(op->getOperand(index), false));
  for (const WrittenStack &stack : written)
    writes.push_back(flat.carry(op->getOperand(stack.index), true));
  flat.begin();

  OpBuilder &b = flat.inside();
  IRMapping map;
  // What stays as it is need not be carried.
  for (BlockArgument argument : loop.body().getArguments())
    if (loop.nextOf(argument.getArgNumber()) == argument)
      map.map(argument, op->getOperand(argument.getArgNumber()));
  for (auto [number, start] : llvm::zip_equal(passed, starts))
    map.map(loop.body().getArgument(start.first), flat.carried(number));
  auto make = [&](Value value) {
    auto number = numbers.find(value);
    if (number != numbers.end() && !map.contains(value))
      map.map(value,
              flat.number(value.getLoc(), number->second, elementOf(value)));
    return map.lookupOrDefault(value);
  };
  for (Operation &inner : loop.body()) {
    if (inner.getNumResults() == 1)
      if (auto read = reads.find(inner.getResult(0)); read != reads.end()) {
        Value stack = flat.carried(stacks[read->second.first.stack]);
        Value row = flat.readRow(inner.getLoc(), stack, read->second.second);
        map.map(inner.getResult(0), row);
        continue;
      }
    if (!needed.contains(&inner))
      continue;
    llvm::for_each(valuesRead(&inner), make);
    b.clone(inner, map);
  }
  SmallVector<Value> values;
  for (auto &[stack, number] : stacks)
    values.push_back(flat.carried(number));
  for (auto &[index, parts] : starts)
    values.push_back(make(parts[1]));
  for (auto [number, stack] : llvm::zip_equal(writes, written)) {
    SmallVector<int64_t> rows;
    for (size_t part = 0; part < count; ++part)
      rows.push_back(
          static_cast<int64_t>(isBackwards ? count - 1 - part : part));
    values.push_back(flat.writeRow(stack.update->getLoc(), flat.carried(number),
                                   make(stack.parts.front()),
                                   *rowsFrom(stack.groups, rows)));
  }
  flat.end(values);
  for (auto [number, start] : llvm::zip_equal(passed, starts))
    flat.replace(start.first, number);
  for (auto [number, stack] : llvm::zip_equal(writes, written))
    flat.replace(stack.index, number);
  flat.finish(loop);
  return flat.loop();
}

/// The loop, or the rolled one in its place.
static Operation *rolled(Operation *op) {
  if (std::optional<CountedLoop> loop = CountedLoop::find(op))
    for (bool isBackwards : {false, true}) {
      RolledLoop rolled(*loop, isBackwards);
      if (rolled.find())
        return rolled.roll();
    }
  return op;
}

static Operation *joined(Operation *op) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  return loop ? joinNext(*loop) : nullptr;
}

namespace {
struct RollLoopsPass : public popt::impl::RollLoopsPassBase<RollLoopsPass> {
  void runOnOperation() override {
    if (!hasStages(getOperation()))
      return;
    SmallVector<Operation *> ops = loopsOf(getOperation()); // null: erased
    for (size_t i = 0; i < ops.size(); ++i) {
      Operation *op = ops[i] ? rolled(ops[i]) : nullptr;
      while (op && (op = joined(op))) {
        takePieces(getOperation());
        SmallVector<Operation *> loops = loopsOf(getOperation());
        llvm::SmallPtrSet<Operation *, 8> left(loops.begin(), loops.end());
        for (Operation *&other : ops)
          other = left.contains(other) ? other : nullptr;
        op = left.contains(op) ? op : nullptr;
      }
    }
  }
};
} // namespace
