//===- StackRows.cpp - Rows of stacks that need not be copied ---------------===//
//
// See the header. An index must be affine in the number of the iteration, and
// never be clamped. Most are short sums of a counter and constants; others are
// computed for each iteration (CountedLoop.h).
//
// Tested by test/Kernels/form-step-slices.mlir; costs by
// test/Execute/Stages/twins.py.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/StackRows.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Interfaces/KernelOp.h"
#include "popt/Interfaces/ValueTieOp.h"
#include "popt/OpModels/Reshapes.h"
#include "popt/Support/Tensors.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

const CountedLoop *StackRows::findLoop(Operation *op) {
  auto [found, isNew] = loops.try_emplace(op, std::nullopt);
  if (isNew)
    found->second = CountedLoop::find(op);
  return found->second ? &*found->second : nullptr;
}

//===----------------------------------------------------------------------===//
// Numbers of iterations
//===----------------------------------------------------------------------===//

namespace {
/// Says what integer scalars are in each iteration.
class StepNumbers {
public:
  explicit StepNumbers(StackRows &rows) : rows(rows) {}
  /// Nothing if that is not clear.
  std::optional<StepNumber> find(Value value);

private:
  std::optional<StepNumber> findHeld(Value value);
  std::optional<StepNumber> combine(Operation *op);
  std::optional<StepNumber> followed(Operation *op);

  StackRows &rows;
  /// Indices are short expressions; operations to look at.
  unsigned left = 64;
};
} // namespace

/// True if a value of the type can be the number. Those beyond 32 bits are of
/// no interest, so products do not overflow.
static bool isHeld(int64_t number, Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  if (!integer || !llvm::isInt<32>(number))
    return false;
  unsigned bits = std::min(integer.getWidth(), 32u);
  return integer.isUnsigned() ? number >= 0 && llvm::isUIntN(bits, number)
                              : llvm::isIntN(bits, number);
}

/// The numbers of so many iterations, if they grow evenly.
static std::optional<StepNumber> evenly(ArrayRef<int64_t> values,
                                        const CountedLoop &loop) {
  values = values.take_front(static_cast<size_t>(loop.trips()));
  for (size_t i = 2; i < values.size(); ++i)
    if (values[i] - values[i - 1] != values[1] - values[0])
      return std::nullopt;
  bool isFixed = values.front() == values.back() && values.size() > 1;
  return StepNumber{values.front(), values.back(),
                    isFixed ? nullptr : loop.operation()};
}

std::optional<StepNumber> StepNumbers::find(Value value) {
  std::optional<StepNumber> number = findHeld(value);
  if (number && isHeld(number->first, value.getType()) &&
      isHeld(number->last, value.getType()))
    return number;
  return std::nullopt;
}

std::optional<StepNumber> StepNumbers::findHeld(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<dist::TimeLoopOp>(parent);
    if (loop && loop.getStep() == argument)
      return StepNumber{0, loop.getNumSteps() - 1, loop};
    const CountedLoop *scan = rows.findLoop(parent);
    const SmallVector<int64_t> *values =
        scan && argument.getOwner() == &scan->body()
            ? scan->carriedValues(argument.getArgNumber())
            : nullptr;
    return values ? evenly(*values, *scan) : std::nullopt;
  }
  DenseIntElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat()) {
    APInt number = constant.getSplatValue<APInt>();
    if (number.getBitWidth() == 1 || number.getSignificantBits() > 32)
      return std::nullopt;
    bool isUnsigned = constant.getElementType().isUnsignedInteger();
    int64_t same = isUnsigned ? static_cast<int64_t>(number.getZExtValue())
                              : number.getSExtValue();
    return StepNumber{same, same, nullptr};
  }
  if (left == 0)
    return std::nullopt;
  --left;
  std::optional<StepNumber> number = combine(value.getDefiningOp());
  return number ? number : followed(value.getDefiningOp());
}

std::optional<StepNumber> StepNumbers::combine(Operation *op) {
  if (isa<ConvertOp, ReshapeOp>(op))
    return find(op->getOperand(0));
  if (!isa<AddOp, SubtractOp, MulOp>(op))
    return std::nullopt;
  std::optional<StepNumber> a = find(op->getOperand(0)),
                            b = a ? find(op->getOperand(1)) : std::nullopt;
  if (!b || (a->loop && b->loop && a->loop != b->loop))
    return std::nullopt;
  Operation *loop = a->loop ? a->loop : b->loop;
  if (isa<AddOp>(op))
    return StepNumber{a->first + b->first, a->last + b->last, loop};
  if (isa<SubtractOp>(op))
    return StepNumber{a->first - b->first, a->last - b->last, loop};
  if (a->loop && b->loop)
    return std::nullopt;
  return StepNumber{a->first * b->first, a->last * b->last, loop};
}

/// Any other expression: computed for each iteration of the scan around it.
std::optional<StepNumber> StepNumbers::followed(Operation *op) {
  Operation *around = op->getParentOp();
  const CountedLoop *scan = around ? rows.findLoop(around) : nullptr;
  if (!scan || op->getBlock() != &scan->body() || op->getNumResults() != 1)
    return std::nullopt;
  std::optional<SmallVector<int64_t>> values = scan->valuesOf(op->getResult(0));
  return values ? evenly(*values, *scan) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Where rows lie
//===----------------------------------------------------------------------===//

/// The dims from this one on are taken as a whole, so that the slice is one
/// piece of memory; nothing if it is not.
static std::optional<unsigned> findWholeDims(ArrayRef<int64_t> shape,
                                             ArrayRef<int64_t> sizes) {
  unsigned whole = shape.size();
  while (whole > 0 && sizes[whole - 1] == shape[whole - 1])
    --whole;
  // Before the one that is cut, each gives one entry.
  for (unsigned dim = 0; dim + 1 < whole; ++dim)
    if (sizes[dim] != 1)
      return std::nullopt;
  return whole;
}

/// The element of a stack at which a row of these sizes begins; nothing if that
/// is not clear, or if the row is not one piece of memory.
std::optional<StepNumber> StackRows::beginOf(const SliceAccess &access) {
  ArrayRef<int64_t> shape = shapeOf(access.whole), sizes = access.sizes;
  std::optional<unsigned> whole = findWholeDims(shape, sizes);
  if (!whole)
    return std::nullopt;
  StepNumber begin;
  int64_t elements =
      cast<RankedTensorType>(access.whole.getType()).getNumElements();
  for (unsigned dim = 0; dim < *whole; ++dim) {
    elements /= shape[dim];
    std::optional<StepNumber> index =
        StepNumbers(*this).find(access.indices[dim]);
    if (!index || (begin.loop && index->loop && begin.loop != index->loop))
      return std::nullopt;
    if (std::min(index->first, index->last) < 0 ||
        std::max(index->first, index->last) > shape[dim] - sizes[dim])
      return std::nullopt; // it is clamped
    begin.first += index->first * elements;
    begin.last += index->last * elements;
    if (index->loop)
      begin.loop = index->loop;
  }
  return begin;
}

/// The innermost loop around that counts; null if there is none.
static Operation *loopAround(Operation *op, StackRows &rows) {
  for (op = op->getParentOp(); op; op = op->getParentOp())
    if (isa<dist::TimeLoopOp>(op) || rows.findLoop(op))
      return op;
  return nullptr;
}

/// The row that the operation reads or writes.
std::optional<StackRow> StackRows::find(Operation *op,
                                        const SliceAccess &access) {
  Value stack = access.whole;
  int64_t count = 1;
  for (int64_t size : access.sizes)
    count *= size;
  if (count == 0 || bytesOf(stack) == 0)
    return std::nullopt;
  std::optional<StepNumber> begin = beginOf(access);
  // A stack of one row, of a loop that was cut, has it at a fixed place.
  if (begin && !begin->loop)
    begin->loop = loopAround(op, *this);
  if (!begin || !begin->loop)
    return std::nullopt;
  int64_t trips = *cast<ValueTieOpInterface>(begin->loop).getTripCount();
  int64_t each = (begin->last - begin->first) / std::max<int64_t>(1, trips - 1);
  int64_t width = bytesPerElement(elementOf(stack));
  if (begin->first * width % kArenaAlignment || each * width % kArenaAlignment)
    return std::nullopt;
  return StackRow{begin->loop, begin->first, each, count};
}

//===----------------------------------------------------------------------===//
// Whether they are there in time
//===----------------------------------------------------------------------===//

/// What a loop carries and does not change is what it began with.
static Value unchanged(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<WhileOp>(argument.getOwner()->getParentOp());
    unsigned i = argument.getArgNumber();
    if (!loop || argument.getOwner() != &loop.getBody().front() ||
        argument.getOwner()->getTerminator()->getOperand(i) != argument)
      break;
    value = loop->getOperand(i);
  }
  return value;
}

/// True if `is` holds for all readers of the value, through changes of shape.
static bool allReaders(Value value, function_ref<bool(Operation *)> is) {
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return isa<ReshapeOp, TransposeOp>(user)
               ? allReaders(user->getResult(0), is)
               : is(user);
  });
}

/// True if an iteration makes the row, so that it can make it in the stack.
static bool isMadeIn(Value row, Block *body) {
  Operation *maker = beforeReshapes(row).getDefiningOp();
  return maker && maker->getBlock() == body &&
         !matchPattern(maker, m_Constant()) &&
         !isa<BroadcastInDimOp, DynamicSliceOp, dist::StepSliceOp>(maker);
}

Operation *StackRows::storedBy(Operation *update) {
  auto row = dyn_cast<BlockArgument>(beforeReshapes(update->getOperand(1)));
  Operation *last = nullptr;
  if (row && row.getOwner() == update->getBlock())
    for (Operation *user : row.getUsers())
      if (user->getBlock() == row.getOwner() && isPointwise(user) &&
          (!last || last->isBeforeInBlock(user)))
        last = user;
  return last;
}

std::optional<StackRow> StackRows::writtenBy(Operation *op) {
  std::optional<SliceAccess> write = sliceAccessOf(op);
  auto stack = write && write->update ? dyn_cast<BlockArgument>(write->whole)
                                      : BlockArgument();
  if (!stack || stack.getOwner() != op->getBlock() ||
      !isLoop(op->getParentOp()) || !op->hasOneUse() ||
      *op->user_begin() != stack.getOwner()->getTerminator() ||
      !(isMadeIn(write->update, op->getBlock()) || storedBy(op)) ||
      !llvm::all_of(stack.getUsers(), [&](Operation *user) {
        return user == op || isa<DynamicSliceOp, dist::StepSliceOp>(user);
      }))
    return std::nullopt;
  std::optional<StackRow> row = find(op, *write);
  return row && row->loop == op->getParentOp() ? row : std::nullopt;
}

/// True if all readers of the row run before the stack changes, or the loop
/// replaces other rows.
bool StackRows::isReadInTime(Operation *slice, const StackRow &row) {
  Value value = unchanged(slice->getOperand(0));
  auto stack = dyn_cast<BlockArgument>(value);
  if (!stack || isa<func::FuncOp>(stack.getOwner()->getParentOp()))
    return !row.loop->isAncestor(value.getParentBlock()->getParentOp());
  if (stack.getOwner()->getParentOp() != row.loop)
    return false;
  DynamicUpdateSliceOp update;
  for (Operation *user : stack.getUsers())
    if (auto writes = dyn_cast<DynamicUpdateSliceOp>(user))
      update = writes;
  std::optional<StackRow> written = update ? writtenBy(update) : std::nullopt;
  if (!written)
    return false;
  if (written->each == row.each &&
      (row.begin + row.count <= written->begin ||
       written->begin + written->count <= row.begin))
    return true;
  // What leads to the new row is there before it.
  SetVector<Operation *> before;
  BackwardSliceOptions options;
  options.inclusive = true;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return stack.getOwner()->getParent()->isAncestor(op->getParentRegion());
  };
  return succeeded(getBackwardSlice(update.getUpdate(), &before, options)) &&
         allReaders(slice->getResult(0),
                    [&](Operation *reader) { return before.contains(reader); });
}

std::optional<StackRow> StackRows::readBy(Operation *op) {
  std::optional<SliceAccess> read = sliceAccessOf(op);
  if (!read || read->update)
    return std::nullopt;
  std::optional<StackRow> row = find(op, *read);
  return row && isReadInTime(op, *row) ? row : std::nullopt;
}
