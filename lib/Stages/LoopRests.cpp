//===- LoopRests.cpp - Iterations beside a loop join it -------------------===//
//
// `lax.scan(.., unroll=5)` over 12 layers: two layers are left beside the loop, and
// what all of them leave is put together.
//
//   %x10, %kept = while(%t = 0, %x = %x0, %k = %empty) {       10 times
//     %w = dynamic_slice %stack, %t
//     return %t + 1, f(%x, %w), dynamic_update_slice %k, g(%x), %t
//   }
//   %x11 = f(%x10, %stack[10])
//   %all = concatenate %kept, g(%x10)
// becomes
//   %x11, %all = while(..)                                     11 times
//
// The operations of one more iteration are searched among those that read what the
// loop leaves, from operation to operation of its body.
//
// Tests: test/Stages/roll-loops.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "PlainScans.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Build.h"
#include "popt/OpModels/KnownIntegers.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace popt;

namespace {
/// Row `row` of a stack, or, of a loop, row `row.begin` and so on.
struct StackAt {
  Value stack;
  EvenNumber row;
};

class NextIteration {
public:
  explicit NextIteration(const CountedLoop &loop)
      : loop(loop), op(loop.operation()) {}
  bool find();
  /// Erases the operations that were beside the loop; returns the loop that has
  /// them now.
  Operation *join();

private:
  bool findCarried();
  bool findWritten(unsigned index);
  bool findNeeded();
  bool findReads();
  bool findMatches();
  bool areOthersFree() const;
  SmallVector<Value> candidatesOf(Operation *inner);
  bool matches(Value value, Value beside);
  bool match(Operation *inner, Operation *beside);
  Value imageOf(Value value) const;
  bool isMatched(OpOperand &use) const {
    return matched.contains(
        op->getBlock()->findAncestorOpInBlock(*use.getOwner()));
  }
  bool isOutside(Value value) const {
    return !op->isAncestor(value.getParentBlock()->getParentOp());
  }
  int64_t nextOf(EvenNumber number) const {
    return number.begin + number.each * loop.trips();
  }

  const CountedLoop &loop;
  Operation *op;
  SmallVector<unsigned> passed, written;
  llvm::DenseMap<unsigned, EvenNumber> writtenAt;
  llvm::MapVector<Operation *, StackAt> reads;
  llvm::DenseSet<Operation *> needed;
  llvm::DenseMap<Value, EvenNumber> numbers;
  llvm::MapVector<Value, Value>
      images; ///< what is beside, of the body's values
  llvm::SetVector<Operation *> matched;
};
} // namespace

/// The rows that a slice takes, all of the other dimensions; the value from row 0 on
/// if it is no such slice.
static StackAt rowsOf(Value value) {
  StackAt rows{value, {}};
  while (std::optional<TakenRows> taken = takenRows(rows.stack)) {
    if (hasWords(rows.stack))
      break;
    rows.row.begin += taken->begin;
    rows.stack = taken->whole;
  }
  return rows;
}

/// A stack whose rows the iterations write one after the other, all of them.
bool NextIteration::findWritten(unsigned index) {
  std::optional<SliceAccess> access = onlyWriteOf(loop, index);
  if (!access || !isRow(*access) || hasWords(loop.nextOf(index)) ||
      hasWords(access->update) ||
      shapeOf(access->whole).front() != loop.trips())
    return false;
  auto rows = loop.valuesOf(access->indices.front());
  std::optional<EvenNumber> row = rows ? evenly(*rows) : std::nullopt;
  if (!row || std::abs(row->each) != 1 ||
      row->begin != (row->each == 1 ? 0 : loop.trips() - 1))
    return false;
  written.push_back(index);
  writtenAt[index] = *row;
  return true;
}

bool NextIteration::findCarried() {
  for (unsigned index = 0; index < op->getNumResults(); ++index) {
    if (loop.carriedValues(index) ||
        loop.nextOf(index) == loop.body().getArgument(index))
      continue;
    if (!op->getRegion(0).getArgument(index).use_empty())
      return false;
    if (!findWritten(index))
      passed.push_back(index);
  }
  return !passed.empty();
}

/// The operations that what the loop leaves is made by, but for numbers and writes.
bool NextIteration::findNeeded() {
  SmallVector<Value> work;
  for (unsigned index : passed)
    work.push_back(loop.nextOf(index));
  for (unsigned index : written)
    work.push_back(beforeSilentReshapes(
        sliceAccessOf(loop.nextOf(index).getDefiningOp())->update));
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (isOutside(value) || numbers.contains(value))
      continue;
    if (isIntegerScalar(value))
      if (auto values = loop.valuesOf(value)) {
        std::optional<EvenNumber> number = evenly(*values);
        if (!number)
          return false;
        numbers[value] = *number;
        continue;
      }
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == &loop.body()) {
      if (llvm::is_contained(written, argument.getArgNumber()))
        return false;
      continue;
    }
    Operation *inner = loop.body().findAncestorOpInBlock(
        argument ? *value.getParentBlock()->getParentOp()
                 : *value.getDefiningOp());
    if (!needed.insert(inner).second)
      continue;
    if (reads.contains(inner))
      continue;
    llvm::append_range(work, valuesRead(inner));
  }
  return true;
}

/// Rows of stacks that have a row for one more iteration.
bool NextIteration::findReads() {
  for (Operation &inner : loop.body()) {
    std::optional<SliceAccess> access = sliceAccessOf(&inner);
    if (!access || access->update || !isRow(*access))
      continue;
    Value stack = access->whole;
    if (auto argument = dyn_cast<BlockArgument>(stack);
        argument && argument.getOwner() == &loop.body() &&
        loop.nextOf(argument.getArgNumber()) == argument)
      stack = op->getOperand(argument.getArgNumber());
    auto values = loop.valuesOf(access->indices.front());
    std::optional<EvenNumber> row = values ? evenly(*values) : std::nullopt;
    if (!isOutside(stack) || !row || row->each == 0)
      continue;
    StackAt at = rowsOf(stack);
    int64_t most = std::max(row->begin, values->back());
    if (std::min(row->begin, values->back()) < 0 ||
        most >= shapeOf(stack).front())
      return false; // clamped
    at.row = {at.row.begin + row->begin, row->each};
    if (nextOf(at.row) < 0 || nextOf(at.row) >= shapeOf(at.stack).front())
      return false;
    reads[&inner] = at;
  }
  return true;
}

Value NextIteration::imageOf(Value value) const {
  if (isOutside(value))
    return value;
  if (auto argument = dyn_cast<BlockArgument>(value);
      argument && argument.getOwner() == &loop.body()) {
    unsigned index = argument.getArgNumber();
    return loop.nextOf(index) == argument      ? op->getOperand(index)
           : llvm::is_contained(passed, index) ? Value(op->getResult(index))
                                               : Value();
  }
  return images.lookup(value);
}

/// True if `beside` is what `value` of the body would be in one more iteration.
bool NextIteration::matches(Value value, Value beside) {
  if (value.getType() != beside.getType())
    return false;
  if (Value image = imageOf(value); image && image == beside)
    return true;
  if (auto number = numbers.find(value); number != numbers.end())
    return knownInteger(beside) == nextOf(number->second);
  Operation *inner = value.getDefiningOp(), *outer = beside.getDefiningOp();
  if (!inner || !outer || images.contains(value))
    return false;
  if (auto read = reads.find(inner); read != reads.end()) {
    StackAt row = rowsOf(beside);
    if (row.stack != read->second.stack ||
        row.row.begin != nextOf(read->second.row) || hasWords(beside))
      return false;
    images[value] = beside;
    return true;
  }
  return cast<OpResult>(value).getResultNumber() ==
             cast<OpResult>(beside).getResultNumber() &&
         match(inner, outer);
}

bool NextIteration::match(Operation *inner, Operation *beside) {
  if (inner->getName() != beside->getName() ||
      beside->getBlock() != op->getBlock() ||
      inner->getAttrDictionary() != beside->getAttrDictionary() ||
      inner->getNumOperands() != beside->getNumOperands() ||
      inner->getResultTypes() != beside->getResultTypes() ||
      inner->getNumRegions() != beside->getNumRegions() ||
      (inner->getBlock() != &loop.body() && inner->getNumOperands() != 0))
    return false;
  for (auto [operand, other] :
       llvm::zip_equal(inner->getOperands(), beside->getOperands()))
    if (!matches(operand, other))
      return false;
  llvm::DenseMap<Value, Value> within;
  auto check = [&](Value value, Value other) {
    auto known = within.find(value);
    return success(known != within.end() ? known->second == other
                                         : matches(value, other));
  };
  auto mark = [&](Value value, Value other) { within[value] = other; };
  for (auto [region, other] :
       llvm::zip_equal(inner->getRegions(), beside->getRegions()))
    if (!OperationEquivalence::isRegionEquivalentTo(
            &region, &other, check, mark,
            OperationEquivalence::IgnoreLocations))
      return false;
  if (inner->getBlock() == &loop.body())
    for (auto [result, other] :
         llvm::zip_equal(inner->getResults(), beside->getResults()))
      images[result] = other;
  matched.insert(beside);
  return true;
}

/// What may be the first result of the operation in one more iteration.
SmallVector<Value> NextIteration::candidatesOf(Operation *inner) {
  SmallVector<Value> found;
  auto addUsers = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (user->getBlock() == op->getBlock() && user != op &&
          user->getNumResults() > 0)
        found.push_back(user->getResult(0));
  };
  if (auto read = reads.find(inner); read != reads.end())
    addUsers(read->second.stack);
  else
    for (Value operand : inner->getOperands())
      if (Value image = isOutside(operand) ? Value() : imageOf(operand);
          image && found.empty())
        addUsers(image);
  return found;
}

bool NextIteration::findMatches() {
  for (Operation &inner : loop.body()) {
    if (!needed.contains(&inner) || images.contains(inner.getResult(0)))
      continue;
    SmallVector<Value> candidates = candidatesOf(&inner);
    // What follows from constants alone is compared where it is read.
    bool isFound = candidates.empty() && !reads.contains(&inner) &&
                   llvm::none_of(inner.getOperands(), [&](Value operand) {
                     return !isOutside(operand) && imageOf(operand);
                   });
    for (Value candidate : candidates) {
      auto before = std::make_pair(images, matched);
      isFound = matches(inner.getResult(0), candidate);
      if (isFound)
        break;
      std::tie(images, matched) = std::move(before);
    }
    if (!isFound)
      return false;
  }
  return true;
}

/// True if nothing else reads what would be within the loop.
bool NextIteration::areOthersFree() const {
  llvm::DenseSet<Value> left;
  for (unsigned index : passed) {
    Value next = imageOf(loop.nextOf(index));
    if (!next || !matched.contains(next.getDefiningOp()))
      return false;
    left.insert(next);
  }
  for (unsigned index : written) {
    Value row = imageOf(beforeSilentReshapes(
        sliceAccessOf(loop.nextOf(index).getDefiningOp())->update));
    bool isKnown = row && (row.getDefiningOp() == op ||
                           matched.contains(row.getDefiningOp()));
    if (!isKnown || hasWords(row))
      return false;
    left.insert(row);
  }
  auto isFree = [&](Value value) {
    return left.contains(value) ||
           llvm::all_of(value.getUses(),
                        [&](OpOperand &use) { return isMatched(use); });
  };
  for (unsigned index : passed)
    if (!isFree(op->getResult(index)))
      return false;
  return llvm::all_of(matched, [&](Operation *beside) {
    return beside->getNumOperands() == 0 ||
           llvm::all_of(beside->getResults(), isFree);
  });
}

bool NextIteration::find() {
  if (loop.trips() >= CountedLoop::kMostTrips ||
      llvm::any_of(op->getResults(), hasWords))
    return false;
  for (Operation &inner : loop.body().without_terminator())
    if (!isMemoryEffectFree(&inner) || dist::isOrdered(&inner))
      return false;
  return findCarried() && findReads() && findNeeded() && findMatches() &&
         areOthersFree();
}

/// True if the value is put together with others, perhaps in another shape.
static bool isJoined(OpOperand &use) {
  Operation *user = use.getOwner();
  if (user->getNumResults() != 1)
    return false;
  Value made = user->getResult(0);
  return joinedPieces(made) || (beforeSilentReshapes(made) != made &&
                                llvm::all_of(made.getUses(), isJoined));
}

Operation *NextIteration::join() {
  FlatLoop flat(op, loop.trips() + 1);
  OpBuilder &b = flat.inside();
  llvm::MapVector<Value, unsigned> stacks;
  SmallVector<unsigned> nexts, writes;
  for (auto &[inner, read] : reads)
    if (needed.contains(inner) && !stacks.contains(read.stack))
      stacks[read.stack] = flat.carry(read.stack, false);
  for (unsigned index : passed)
    nexts.push_back(flat.carry(op->getOperand(index), false));
  for (unsigned index : written) {
    SmallVector<int64_t> shape(shapeOf(op->getResult(index)));
    ++shape.front();
    auto type = RankedTensorType::get(shape, elementOf(op->getResult(index)));
    writes.push_back(flat.carry(buildZeros(b, op->getLoc(), type), false));
  }
  flat.begin();
  IRMapping map;
  for (BlockArgument argument : loop.body().getArguments())
    if (loop.nextOf(argument.getArgNumber()) == argument)
      map.map(argument, op->getOperand(argument.getArgNumber()));
  for (auto [index, number] : llvm::zip_equal(passed, nexts))
    map.map(loop.body().getArgument(index), flat.carried(number));
  auto make = [&](Value value) {
    auto number = numbers.find(value);
    if (number != numbers.end() && !map.contains(value))
      map.map(value,
              flat.number(value.getLoc(), number->second, elementOf(value)));
    return map.lookupOrDefault(value);
  };
  for (Operation &inner : loop.body()) {
    if (!needed.contains(&inner))
      continue;
    if (auto read = reads.find(&inner); read != reads.end()) {
      Value stack = flat.carried(stacks[read->second.stack]);
      map.map(inner.getResult(0),
              flat.readRow(inner.getLoc(), stack, read->second.row));
      continue;
    }
    llvm::for_each(valuesRead(&inner), make);
    b.clone(inner, map);
  }
  SmallVector<Value> values;
  for (auto &[stack, number] : stacks)
    values.push_back(flat.carried(number));
  for (unsigned index : passed)
    values.push_back(make(loop.nextOf(index)));
  for (auto [index, number] : llvm::zip_equal(written, writes)) {
    Operation *update = loop.nextOf(index).getDefiningOp();
    Value row = sliceAccessOf(update)->update;
    EvenNumber at = writtenAt[index];
    at.begin += at.each < 0;
    Value piece = buildReshape(b, update->getLoc(),
                               make(beforeSilentReshapes(row)), shapeOf(row));
    values.push_back(
        flat.writeRow(update->getLoc(), flat.carried(number), piece, at));
  }
  flat.end(values);

  for (auto [index, number] : llvm::zip_equal(written, writes)) {
    Value all = flat.result(number), old = op->getResult(index);
    bool isBackwards = writtenAt[index].each < 0;
    int64_t last = isBackwards ? 0 : loop.trips();
    Value row = imageOf(beforeSilentReshapes(
        sliceAccessOf(loop.nextOf(index).getDefiningOp())->update));
    Value now = buildReshape(b, op->getLoc(),
                             buildSlice(b, op->getLoc(), all, 0, last, 1),
                             shapeOf(row));
    bool isPassed = llvm::any_of(passed, [&](unsigned other) {
      return imageOf(loop.nextOf(other)) == row;
    });
    row.replaceUsesWithIf(now, [&](OpOperand &use) {
      return !isMatched(use) && (!isPassed || isJoined(use));
    });
    old.replaceAllUsesWith(
        buildSlice(b, op->getLoc(), all, 0, isBackwards ? 1 : 0, loop.trips()));
  }
  for (auto [index, number] : llvm::zip_equal(passed, nexts))
    imageOf(loop.nextOf(index))
        .replaceUsesWithIf(flat.result(number),
                           [&](OpOperand &use) { return !isMatched(use); });
  flat.finish(loop);
  eraseDead(matched);
  return flat.loop();
}

Operation *popt::joinNext(const CountedLoop &loop) {
  NextIteration next(loop);
  return next.find() ? next.join() : nullptr;
}
