//===- RowMoves.cpp - Operations that take rows as they are ---------------===//
//
// slice, pad, concatenate, reverse, and dynamic slices and their updates where the
// indices follow from constants (KnownIntegers.h). Tested by
// test/Stages/split-loops-rows.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/RowMoves.h"

#include "KnownIntegers.h"
#include "KnownRows.h"
#include "Models.h"

#include "popt/Interfaces/Build.h"
#include "popt/Interfaces/Identity.h"
#include "popt/OpModels/CountedLoop.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

/// Whether a part has all of the dimensions but `dim`.
static bool hasOthers(ArrayRef<int64_t> shape, ArrayRef<int64_t> part,
                      int64_t dim) {
  for (auto [d, size, own] : llvm::enumerate(shape, part))
    if (static_cast<int64_t>(d) != dim && size != own)
      return false;
  return true;
}

static std::optional<RowMoves> movesOf(SliceOp op, int64_t dim) {
  if (!hasOthers(shapeOf(op.getOperand()), op.getType().getShape(), dim))
    return std::nullopt;
  return RowMoves{{{op.getOperand(), op.getStartIndices()[dim],
                    op.getStrides()[dim], op.getType().getDimSize(dim)}},
                  Value()};
}

/// Edges below zero drop rows.
static std::optional<RowMoves> movesOf(PadOp op, int64_t dim) {
  for (ArrayRef<int64_t> list :
       {op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
        op.getInteriorPadding()})
    for (auto [d, count] : llvm::enumerate(list))
      if (static_cast<int64_t>(d) != dim && count != 0)
        return std::nullopt;
  Value from = op.getOperand();
  int64_t low = op.getEdgePaddingLow()[dim],
          step = op.getInteriorPadding()[dim] + 1,
          total = op.getType().getDimSize(dim), end = shapeOf(from)[dim],
          at = 0;
  RowMoves moves;
  moves.fill = op.getPaddingValue();
  auto fillUpTo = [&](int64_t row) {
    if (at < row)
      moves.runs.push_back({Value(), 0, 1, row - at});
    at = row;
  };
  // Row r of the operand becomes row low + r * step.
  int64_t begin = low < 0 ? llvm::divideCeilSigned(-low, step) : 0;
  end = std::min(end,
                 low < total ? llvm::divideCeilSigned(total - low, step) : 0);
  for (int64_t row = begin, count; row < end; row += count) {
    count = step == 1 ? end - row : 1;
    fillUpTo(low + row * step);
    moves.runs.push_back({from, row, 1, count});
    at += count;
  }
  fillUpTo(total);
  return moves;
}

static std::optional<RowMoves> movesOf(ConcatenateOp op, int64_t dim) {
  if (static_cast<int64_t>(op.getDimension()) != dim)
    return std::nullopt;
  RowMoves moves;
  for (Value part : op->getOperands())
    if (int64_t rows = shapeOf(part)[dim])
      moves.runs.push_back({part, 0, 1, rows});
  return moves;
}

static std::optional<RowMoves> movesOf(ReverseOp op, int64_t dim) {
  if (op.getDimensions() != ArrayRef<int64_t>(dim))
    return std::nullopt;
  int64_t rows = op.getType().getDimSize(dim);
  return RowMoves{{{op.getOperand(), rows - 1, -1, rows}}, Value()};
}

/// The first row of a dynamic slice, if that is known.
static std::optional<int64_t> beginOf(const SliceAccess &access, int64_t dim) {
  KnownArrays arrays;
  const SmallVector<int64_t> *known = arrays.find(access.indices[dim]);
  if (!known || known->size() != 1)
    return std::nullopt;
  return std::clamp<int64_t>(known->front(), 0,
                             shapeOf(access.whole)[dim] - access.sizes[dim]);
}

/// A dynamic slice, or the update of one.
static std::optional<RowMoves> movesOf(const SliceAccess &access, int64_t dim) {
  ArrayRef<int64_t> shape = shapeOf(access.whole);
  std::optional<int64_t> known =
      hasOthers(shape, access.sizes, dim) ? beginOf(access, dim) : std::nullopt;
  if (!known)
    return std::nullopt;
  int64_t count = access.sizes[dim], begin = *known;
  if (!access.update)
    return RowMoves{{{access.whole, begin, 1, count}}, Value()};
  RowMoves moves;
  if (begin)
    moves.runs.push_back({access.whole, 0, 1, begin});
  moves.runs.push_back({access.update, 0, 1, count});
  if (int64_t end = begin + count; end < shape[dim])
    moves.runs.push_back({access.whole, end, 1, shape[dim] - end});
  return moves;
}

std::optional<RowMoves> popt::rowMovesOf(Operation *op, int64_t dim) {
  if (!op)
    return std::nullopt;
  if (std::optional<SliceAccess> access = sliceAccessOf(op))
    return movesOf(*access, dim);
  return llvm::TypeSwitch<Operation *, std::optional<RowMoves>>(op)
      .Case<SliceOp, PadOp, ConcatenateOp, ReverseOp>(
          [&](auto moved) { return movesOf(moved, dim); })
      .Default([](Operation *) { return std::nullopt; });
}

static void takeRowsFirst(SliceOp op, int64_t dim) {
  OpBuilder b(op);
  int64_t begin = op.getStartIndices()[dim], end = op.getLimitIndices()[dim];
  Value rows =
      buildSlice(b, op.getLoc(), op.getOperand(), dim, begin, end - begin);
  SmallVector<int64_t> starts(op.getStartIndices()),
      limits(op.getLimitIndices());
  starts[dim] = 0;
  limits[dim] = end - begin;
  op.getOperandMutable().assign(rows);
  op.setStartIndices(starts);
  op.setLimitIndices(limits);
}

/// What is padded along other dimensions, as rows.
static bool padRowsLast(PadOp op, int64_t dim) {
  SmallVector<int64_t> lists[] = {
      SmallVector<int64_t>(op.getEdgePaddingLow()),
      SmallVector<int64_t>(op.getEdgePaddingHigh()),
      SmallVector<int64_t>(op.getInteriorPadding())};
  SmallVector<int64_t> others[3];
  SmallVector<int64_t> shape(op.getType().getShape());
  bool isAlong = false, isOther = false;
  for (auto [list, other] : llvm::zip_equal(lists, others)) {
    other = list;
    other[dim] = 0;
    isAlong |= list[dim] != 0;
    isOther |= llvm::any_of(other, [](int64_t count) { return count != 0; });
    int64_t own = list[dim];
    list.assign(list.size(), 0);
    list[dim] = own;
  }
  if (!isAlong || !isOther)
    return false;
  shape[dim] = shapeOf(op.getOperand())[dim];
  OpBuilder b(op);
  Value rows = PadOp::create(
      b, op.getLoc(),
      RankedTensorType::get(shape, op.getType().getElementType()),
      op.getOperand(), op.getPaddingValue(), b.getDenseI64ArrayAttr(others[0]),
      b.getDenseI64ArrayAttr(others[1]), b.getDenseI64ArrayAttr(others[2]));
  op.getOperandMutable().assign(rows);
  op.setEdgePaddingLow(lists[0]);
  op.setEdgePaddingHigh(lists[1]);
  op.setInteriorPadding(lists[2]);
  return true;
}

bool popt::takeRowsFirst(Operation *op, int64_t dim) {
  if (rowMovesOf(op, dim))
    return false;
  if (auto pad = dyn_cast<PadOp>(op))
    return padRowsLast(pad, dim);
  if (auto gather = dyn_cast<GatherOp>(op))
    return takeKnownRows(gather, dim);
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return writeKnownRows(scatter, dim);
  auto takes = [&](ArrayRef<int64_t> shape, ArrayRef<int64_t> part) {
    return shape[dim] != part[dim] && !hasOthers(shape, part, dim);
  };
  if (auto slice = dyn_cast<SliceOp>(op)) {
    if (!takes(shapeOf(slice.getOperand()), slice.getType().getShape()))
      return false;
    ::takeRowsFirst(slice, dim);
    return true;
  }
  std::optional<SliceAccess> access = sliceAccessOf(op);
  if (!access || !takes(shapeOf(access->whole), access->sizes))
    return false;
  std::optional<int64_t> begin = beginOf(*access, dim);
  if (!begin)
    return false;
  OpBuilder b(op);
  Location loc = op->getLoc();
  Value whole = access->whole,
        rows = buildSlice(b, loc, whole, dim, *begin, access->sizes[dim]);
  op->setOperand(0, rows);
  unsigned index = access->indices.getBeginOperandIndex() + dim;
  op->setOperand(index, buildConstant(b, loc,
                                      zeroElements(cast<RankedTensorType>(
                                          op->getOperand(index).getType()))));
  if (!access->update)
    return true;
  op->getResult(0).setType(cast<RankedTensorType>(rows.getType()));
  b.setInsertionPointAfter(op);
  Value at = buildNumber(b, loc, *begin);
  Value made = buildUpdateAt(b, loc, whole, op->getResult(0), dim, at);
  op->getResult(0).replaceAllUsesExcept(made, made.getDefiningOp());
  return true;
}

bool popt::isAllZeros(Value value) {
  while (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = broadcast.getOperand();
  auto constant = value.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue())
                           : DenseElementsAttr();
  if (!elements || !elements.isSplat())
    return false;
  Attribute element = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(element))
    return number.getValue().isPosZero();
  auto number = dyn_cast<IntegerAttr>(element);
  return number && number.getValue().isZero();
}
