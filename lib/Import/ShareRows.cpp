//===- ShareRows.cpp - Stacks of another tensor's rows are that tensor ----===//
//
// A scan whose body takes its weights by number leaves them, row by row, to the
// scan that goes back:
//
//   %y, %kept = while(%i = 0, .., %rows = %zeros) {
//     %w_i = dynamic_slice %w, 2 * %j + %i     %j counts the loop around
//     %next = dynamic_update_slice %rows, %w_i, %i
//   }
// becomes
//   %y = while(%i = 0, ..) { %w_i = dynamic_slice %w, 2 * %j + %i }
//   %kept = dynamic_slice %w, 2 * %j
//
// In the loop around, %kept is then itself such a row, and what is left is a
// reshape of %w: the weights are not held twice. Which rows are meant is computed
// for each iteration (CountedLoop.h).
//
// Tests: test/Import/share-rows.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"
#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/CarriedValues.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/OpModels/Reshapes.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"

namespace popt {
#define GEN_PASS_DEF_SHAREROWSPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// A slice of whole rows along a dimension that has nothing but 1 before it, so
/// that rows follow one another in memory.
struct Rows {
  int64_t dim, count;
  Value index; ///< of the first; clamped so that all fit
};
} // namespace

static std::optional<Rows> rowsOf(const SliceAccess &access) {
  ArrayRef<int64_t> shape = shapeOf(access.whole);
  for (auto [dim, size] : llvm::enumerate(access.sizes)) {
    if (size == shape[dim])
      continue;
    if (!std::equal(shape.begin() + dim + 1, shape.end(),
                    access.sizes.begin() + dim + 1))
      return std::nullopt;
    return Rows{static_cast<int64_t>(dim), size, access.indices[dim]};
  }
  return std::nullopt;
}

/// True if all dimensions before this one have one element.
static bool isLeading(Value value, int64_t dim) {
  return llvm::all_of(shapeOf(value).take_front(dim),
                      [](int64_t extent) { return extent == 1; });
}

namespace {
/// A carried value of a loop whose rows are all another tensor's.
class SharedRows {
public:
  SharedRows(const LoopNest &nest, unsigned index)
      : nest(nest), loop(nest.inner()), index(index) {}
  bool find();
  /// What the loop would leave, made after it.
  Value build(OpBuilder &b);

private:
  bool findWrite();
  bool findRead();
  bool agree();
  Value buildFirst(OpBuilder &b, Value value, IRMapping &map);

  const LoopNest &nest;
  const CountedLoop &loop;
  unsigned index;
  Value row;                    ///< what an iteration writes
  Value source;                 ///< outside of the loop, what it is rows of
  SmallVector<int64_t> numbers; ///< of the rows written, by iteration
  Rows read = {};
  int64_t first = 0; ///< the iteration that writes the first row
  /// Where all rows begin in the source; nothing if that differs between
  /// iterations of the loops around.
  std::optional<int64_t> begin;
};
} // namespace

/// The body writes each row once, and does nothing else with the value.
bool SharedRows::findWrite() {
  Operation *op = loop.operation();
  std::optional<SliceAccess> access = onlyWriteOf(loop, index);
  if (!access || hasWords(op->getResult(index)) || hasWords(loop.nextOf(index)))
    return false;
  std::optional<Rows> written = rowsOf(*access);
  if (!written || written->count != 1 ||
      !isLeading(access->whole, written->dim) ||
      shapeOf(access->whole)[written->dim] != loop.trips())
    return false;
  auto rows = loop.valuesOf(written->index);
  if (!rows)
    return false;
  llvm::SmallDenseSet<int64_t> seen;
  for (auto [trip, number] : llvm::enumerate(*rows)) {
    if (number < 0 || number >= loop.trips() || !seen.insert(number).second)
      return false;
    if (number == 0)
      first = static_cast<int64_t>(trip);
  }
  numbers = std::move(*rows);
  row = beforeSilentReshapes(access->update);
  return true;
}

/// What is written is a slice of a tensor that stays the same.
bool SharedRows::findRead() {
  Operation *slice = row.getDefiningOp();
  std::optional<SliceAccess> access = slice && slice->getBlock() == &loop.body()
                                          ? sliceAccessOf(slice)
                                          : std::nullopt;
  if (!access || access->update || hasWords(row))
    return false;
  source = access->whole;
  if (source.getParentBlock() == &loop.body()) {
    auto argument = dyn_cast<BlockArgument>(source);
    if (!argument || loop.nextOf(argument.getArgNumber()) != argument)
      return false;
    source = loop.operation()->getOperand(argument.getArgNumber());
  }
  std::optional<Rows> rows = rowsOf(*access);
  if (!rows || !isLeading(source, rows->dim))
    return false;
  read = *rows;
  return true;
}

/// Rows written one after another are one after another in the source, whatever
/// the loops around have come to.
bool SharedRows::agree() {
  auto starts = nest.valuesOf(read.index);
  if (!starts)
    return false;
  int64_t last = shapeOf(source)[read.dim] - read.count;
  auto trips = static_cast<size_t>(loop.trips());
  for (size_t i = 0; i < starts->size(); ++i) {
    int64_t base = (*starts)[i - i % trips + static_cast<size_t>(first)];
    if (base < 0 || (*starts)[i] < 0 || (*starts)[i] > last ||
        (*starts)[i] != base + read.count * numbers[i % trips])
      return false;
  }
  begin = (*starts)[static_cast<size_t>(first)];
  for (size_t i = static_cast<size_t>(first); i < starts->size(); i += trips)
    if ((*starts)[i] != *begin)
      begin = std::nullopt;
  // What the program makes itself is not held longer for a part of its rows.
  bool isWhole = shapeOf(source)[read.dim] == read.count * loop.trips();
  bool isHeldAnyway = isa<BlockArgument>(source) ||
                      source.getParentBlock() != loop.operation()->getBlock();
  return isWhole || isHeldAnyway;
}

bool SharedRows::find() { return findWrite() && findRead() && agree(); }

/// An integer of the body as it is in the iteration that writes the first row; null
/// if only the loop makes it.
Value SharedRows::buildFirst(OpBuilder &b, Value value, IRMapping &map) {
  if (value.getParentBlock() != &loop.body())
    return value;
  if (Value made = map.lookupOrNull(value))
    return made;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    unsigned number = argument.getArgNumber();
    Value made = loop.operation()->getOperand(number);
    if (const SmallVector<int64_t> *known = loop.carriedValues(number))
      made = buildConstant(
          b, value.getLoc(),
          DenseElementsAttr::get(cast<ShapedType>(value.getType()),
                                 ArrayRef<Attribute>(b.getIntegerAttr(
                                     elementOf(value), (*known)[first]))));
    else if (loop.nextOf(number) != argument && first != 0)
      return {};
    map.map(value, made);
    return made;
  }
  Operation *op = value.getDefiningOp();
  if (op->getNumRegions() != 0)
    return {};
  for (Value operand : op->getOperands())
    if (Value made = buildFirst(b, operand, map))
      map.map(operand, made);
    else
      return {};
  b.clone(*op, map);
  return map.lookup(value);
}

Value SharedRows::build(OpBuilder &b) {
  Location loc = source.getLoc();
  Value made = source;
  int64_t count = read.count * loop.trips();
  if (count == shapeOf(source)[read.dim]) {
    // All of it.
  } else if (begin) {
    made = buildSlice(b, loc, source, read.dim, *begin, count);
  } else {
    IRMapping map;
    Value at = buildFirst(b, read.index, map);
    if (!at)
      return {};
    at = buildConvert(b, loc, at, b.getI32Type());
    made = buildSliceAt(b, loc, source, read.dim, at, count);
  }
  return buildReshape(b, loc, made,
                      shapeOf(loop.operation()->getResult(index)));
}

/// Lets a loop leave other tensors in place of stacks of their rows.
static void shareRows(CountedLoop loop) {
  LoopNest nest(std::move(loop));
  Operation *op = nest.inner().operation();
  llvm::BitVector gone(op->getNumOperands());
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    SharedRows rows(nest, result.getResultNumber());
    if (result.use_empty() || !rows.find())
      continue;
    if (Value made = rows.build(b)) {
      result.replaceAllUsesWith(made);
      gone.set(result.getResultNumber());
    }
  }
  if (gone.any())
    dropCarried(op, gone);
}

namespace {
struct ShareRowsPass : public popt::impl::ShareRowsPassBase<ShareRowsPass> {
  void runOnOperation() override {
    // Inner loops first: what they leave are rows of the loops around.
    SmallVector<Operation *> ops;
    getOperation().walk([&](stablehlo::WhileOp loop) { ops.push_back(loop); });
    for (Operation *op : ops)
      if (std::optional<CountedLoop> loop = CountedLoop::find(op))
        shareRows(std::move(*loop));
  }
};
} // namespace
