//===- BlockRows.cpp - Blocks of stacks, made row by row ------------------===//
//
// Where an operation only says which rows stand where (StackRows.cpp), each block of
// its result is made of those rows alone, and not before its first reader: a
// chain of updates of one layer each, or a sum of stacks that have one layer
// each and zeros else, is one concatenation per block.
//
//   %a = pad %r0, %zero, high = [3, 0]      layers 0 1 | 2 3
//   %b = pad %r1, %zero, low = [1, 0], high = [2, 0]
//   %g = add %a, %b                         block 0: concatenate %r0, %r1
//                                           block 1: zeros
//
// Tests: test/Stages/split-loops-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"

#include "popt/Interfaces/Build.h"
#include "popt/OpModels/Combination.h"
#include "popt/OpModels/RowMoves.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace popt;

/// Appends rows that may go on where the last ones end.
static void append(BlockRows &rows, BlockRow row) {
  if (!row.count)
    return;
  if (!rows.empty() && rows.back().value == row.value &&
      rows.back().isFill == row.isFill && rows.back().isSum == row.isSum &&
      (row.isFill || rows.back().begin + rows.back().count == row.begin))
    rows.back().count += row.count;
  else
    rows.push_back(row);
}

/// Rows [begin, begin + count) of a list.
static void appendPart(BlockRows &rows, ArrayRef<BlockRow> list, int64_t begin,
                       int64_t count) {
  for (const BlockRow &row : list) {
    int64_t from = std::clamp<int64_t>(begin, 0, row.count),
            to = std::clamp<int64_t>(begin + count, 0, row.count);
    append(rows, {row.value, row.isFill ? 0 : row.begin + from, to - from,
                  row.isFill, row.isSum});
    begin -= row.count;
  }
}

void StackSplitter::appendRows(BlockRows &rows, Value value, int64_t dim,
                               int64_t begin, int64_t count,
                               OpBuilder &builder) {
  if (!blocks.contains(value) || stacks.dimOf(value) != dim)
    return append(rows, {wholeOf(value, builder), begin, count});
  int64_t size = stacks.blockOf(value);
  for (auto [k, block] : llvm::enumerate(blocks[value])) {
    int64_t first = static_cast<int64_t>(k) * size,
            from = std::clamp<int64_t>(begin - first, 0, size),
            to = std::clamp<int64_t>(begin + count - first, 0, size);
    if (block)
      append(rows, {block, from, to - from});
    else
      appendPart(rows, unwritten[value][k], from, to - from);
  }
}

/// What adding zeros leaves: -0 becomes 0.
static Value addZeros(Value value, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(value.getType());
  return buildArithmetic(builder, value.getLoc(), Arithmetic::Add, value,
                         buildZeros(builder, value.getLoc(), type));
}

Value StackSplitter::writeRows(const BlockRows &rows, Value like, int64_t dim,
                               int64_t extent, OpBuilder &builder) {
  Location loc = like.getLoc();
  auto typeOf = [&](int64_t count) {
    auto type = cast<RankedTensorType>(like.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] = count;
    return RankedTensorType::get(shape, type.getElementType());
  };
  bool areSums = llvm::all_of(
      rows, [](const BlockRow &row) { return row.isSum || row.isFill; });
  SmallVector<Value> parts;
  int64_t written = 0;
  for (const BlockRow &row : rows) {
    written += row.count;
    if (row.isFill) {
      parts.push_back(buildFilled(builder, loc, typeOf(row.count), row.value));
      continue;
    }
    bool isAll = row.begin == 0 && row.count == shapeOf(row.value)[dim];
    Value part =
        isAll ? row.value
              : buildSlice(builder, loc, row.value, dim, row.begin, row.count);
    parts.push_back(row.isSum && !areSums ? addZeros(part, builder) : part);
  }
  if (parts.empty())
    return buildZeros(builder, loc, typeOf(extent));
  Value made = buildConcatenated(builder, loc, parts, dim);
  if (areSums &&
      llvm::any_of(rows, [](const BlockRow &row) { return row.isSum; }))
    made = addZeros(made, builder);
  return written == extent
             ? made
             : buildExtended(builder, loc, made, dim, extent - written);
}

Value StackSplitter::blockOf(Value stack, size_t block, OpBuilder &builder) {
  Value made = blocks[stack][block];
  if (!made) {
    made = writeRows(unwritten[stack][block], stack, *stacks.dimOf(stack),
                     stacks.blockOf(stack), builder);
    blocks[stack][block] = made;
  }
  return made;
}

/// Gives an operation's result the rows `rowsAt` appends: to a list, so many from
/// so many on.
void StackSplitter::setRows(
    Operation *op, int64_t dim, OpBuilder &builder,
    function_ref<void(BlockRows &, int64_t, int64_t)> rowsAt) {
  Value result = op->getResult(0);
  int64_t layers = shapeOf(result)[dim];
  std::optional<Stack> how = stacks.find(result);
  if (!how || how->dim != dim) {
    BlockRows rows;
    rowsAt(rows, 0, layers);
    Value whole = writeRows(rows, result, dim, layers, builder);
    if (how)
      cutResult(result, whole, builder);
    else
      result.replaceAllUsesWith(whole);
  } else {
    int64_t size = stacks.blockOf(result);
    std::vector<BlockRows> made;
    for (size_t k = 0; k < stacks.ownersOf(how->owners).size(); ++k) {
      int64_t begin = std::min(static_cast<int64_t>(k) * size, layers);
      rowsAt(made.emplace_back(), begin, std::min(size, layers - begin));
    }
    blocks[result].assign(made.size(), Value());
    unwritten[result] = std::move(made);
  }
  dead.push_back(op);
}

void StackSplitter::convertRows(Operation *op, int64_t dim,
                                const RowMoves &moves) {
  OpBuilder builder(op);
  BlockRows all;
  for (const RowRun &run : moves.runs) {
    if (!run.from || isAllZeros(run.from)) {
      Value scalar = run.from ? buildZeroLike(run.from, builder) : moves.fill;
      append(all, {scalar, 0, run.count, true});
    } else if (run.step == 1) {
      appendRows(all, run.from, dim, run.begin, run.count, builder);
    } else {
      for (int64_t i = 0; i < run.count; ++i)
        appendRows(all, run.from, dim, run.begin + i * run.step, 1, builder);
    }
  }
  setRows(op, dim, builder, [&](BlockRows &rows, int64_t begin, int64_t count) {
    appendPart(rows, all, begin, count);
  });
}

Value StackSplitter::buildZeroLike(Value value, OpBuilder &builder) {
  auto type = cast<RankedTensorType>(value.getType());
  return buildZeros(builder, value.getLoc(),
                    RankedTensorType::get({}, type.getElementType()));
}

/// Layers come together in groups, or apart: each block of the result is one of
/// whole groups.
void StackSplitter::convertGroups(Operation *op, const Regrouping &groups) {
  OpBuilder builder(op);
  Value operand = op->getOperand(0), result = op->getResult(0);
  int64_t each = shapeOf(operand)[groups.from] / groups.units,
          eachNow = shapeOf(result)[groups.to] / groups.units;
  std::optional<Stack> how = stacks.find(result);
  int64_t layers = shapeOf(result)[groups.to], size = layers;
  if (how && how->dim == groups.to)
    size = stacks.blockOf(result);
  if (size % eachNow || !how)
    return convertWhole(op);
  setRows(op, groups.to, builder,
          [&](BlockRows &rows, int64_t begin, int64_t count) {
            if (!count)
              return;
            BlockRows before;
            int64_t extent = count / eachNow * each;
            appendRows(before, operand, groups.from, begin / eachNow * each,
                       extent, builder);
            SmallVector<int64_t> shape(
                cast<RankedTensorType>(result.getType()).getShape());
            shape[groups.to] = count;
            Value block = buildReshape(
                builder, op->getLoc(),
                writeRows(before, operand, groups.from, extent, builder),
                shape);
            append(rows, {block, 0, count});
          });
}

/// Of sums of which a side has been made row by row.
bool StackSplitter::convertSum(Operation *op) {
  Value result = op->getResult(0);
  std::optional<Stack> how = stacks.find(result);
  if (!how || combinationOf(op) != Monoid::Sum)
    return false;
  OpBuilder builder(op);
  int64_t layers = shapeOf(result)[how->dim];
  BlockRows sides[2];
  bool isInRows = false;
  for (auto [operand, rows] : llvm::zip_equal(op->getOperands(), sides)) {
    if (!blocks.contains(operand) || !(stacks.find(operand) == how))
      return false;
    isInRows |= llvm::is_contained(blocks[operand], Value());
    appendRows(rows, operand, how->dim, 0, layers, builder);
  }
  if (!isInRows)
    return false;
  bool isFloat = isa<FloatType, ComplexType>(getElementTypeOrSelf(result));
  // Of each row at most one side has more than zeros.
  BlockRows sum;
  for (size_t i = 0, j = 0; i < sides[0].size() && j < sides[1].size();) {
    BlockRow &x = sides[0][i], &y = sides[1][j];
    bool isZero = isAllZeros(x.value);
    if (!isZero && !isAllZeros(y.value))
      return false;
    BlockRow &taken = isZero ? y : x;
    int64_t count = std::min(x.count, y.count);
    append(sum, {taken.value, taken.begin, count, taken.isFill,
                 !taken.isFill && isFloat});
    for (BlockRow *row : {&x, &y}) {
      row->begin += row->isFill ? 0 : count;
      row->count -= count;
    }
    i += x.count == 0;
    j += y.count == 0;
  }
  setRows(op, how->dim, builder,
          [&](BlockRows &rows, int64_t begin, int64_t count) {
            appendPart(rows, sum, begin, count);
          });
  return true;
}
