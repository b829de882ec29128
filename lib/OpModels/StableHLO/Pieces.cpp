//===- Pieces.cpp - Tensors put together and taken apart ------------------===//
//
// Tested by test/Stages/take-pieces.mlir and roll-loops.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/Pieces.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/OpModels/Reshapes.h"
#include "popt/Support/Tensors.h"

using namespace mlir;
using namespace popt;

std::optional<TakenRows> popt::takenRows(Value value) {
  auto slice = value.getDefiningOp<stablehlo::SliceOp>();
  if (!slice)
    return std::nullopt;
  ArrayRef<int64_t> shape = shapeOf(slice.getOperand());
  if (shape.empty() || shape.drop_front() != shapeOf(value).drop_front() ||
      llvm::any_of(slice.getStrides(),
                   [](int64_t stride) { return stride != 1; }))
    return std::nullopt;
  return TakenRows{slice.getOperand(), slice.getStartIndices().front()};
}

std::optional<JoinedPieces> popt::joinedPieces(Value value) {
  auto joined = value.getDefiningOp<stablehlo::ConcatenateOp>();
  if (!joined)
    return std::nullopt;
  return JoinedPieces{joined.getInputs(),
                      static_cast<int64_t>(joined.getDimension())};
}

/// What two slices take, one after the other.
static Value sliceOfSlice(OpBuilder &builder, stablehlo::SliceOp slice,
                          stablehlo::SliceOp before) {
  SmallVector<int64_t> starts, limits, strides;
  for (size_t dim = 0; dim < slice.getStartIndices().size(); ++dim) {
    int64_t begin = before.getStartIndices()[dim];
    int64_t stride = before.getStrides()[dim];
    int64_t last = slice.getLimitIndices()[dim] - 1;
    starts.push_back(begin + slice.getStartIndices()[dim] * stride);
    limits.push_back(begin + last * stride + 1);
    strides.push_back(stride * slice.getStrides()[dim]);
  }
  return stablehlo::SliceOp::create(builder, slice.getLoc(), slice.getType(),
                                    before.getOperand(), starts, limits,
                                    strides);
}

/// What a slice takes, where that is nothing, all of a value, of another slice,
/// or within one piece of a concatenation; null if it is none of these.
static Value sliceOfPiece(stablehlo::SliceOp slice) {
  Value whole = slice.getOperand();
  OpBuilder builder(slice);
  if (slice.getType().getNumElements() == 0)
    return buildZeros(builder, slice.getLoc(),
                      cast<RankedTensorType>(slice.getType()));
  if (slice.getType() == whole.getType())
    return whole;
  if (hasWords(whole))
    return {};
  if (auto before = whole.getDefiningOp<stablehlo::SliceOp>())
    return sliceOfSlice(builder, slice, before);
  auto joined = whole.getDefiningOp<stablehlo::ConcatenateOp>();
  if (!joined)
    return {};
  uint64_t dim = joined.getDimension();
  int64_t start = slice.getStartIndices()[dim];
  int64_t limit = slice.getLimitIndices()[dim];
  for (Value piece : joined.getInputs()) {
    int64_t extent = shapeOf(piece)[dim];
    if (start >= extent) {
      start -= extent;
      limit -= extent;
      continue;
    }
    if (limit > extent)
      return {};
    if (piece.getType() == slice.getType())
      return piece;
    SmallVector<int64_t> starts(slice.getStartIndices());
    SmallVector<int64_t> limits(slice.getLimitIndices());
    starts[dim] = start;
    limits[dim] = limit;
    return stablehlo::SliceOp::create(builder, slice.getLoc(), slice.getType(),
                                      piece, starts, limits,
                                      slice.getStrides());
  }
  return {};
}

/// What two slices take together, one after the other along a dimension; null if they
/// are not next to each other.
static Value neighbours(OpBuilder &builder, Value first, Value second,
                        uint64_t dim) {
  auto a = first.getDefiningOp<stablehlo::SliceOp>();
  auto b = second.getDefiningOp<stablehlo::SliceOp>();
  if (!a || !b || a.getOperand() != b.getOperand() || hasWords(first) ||
      hasWords(second) || a.getStrides() != b.getStrides() ||
      a.getStrides()[dim] != 1 ||
      a.getLimitIndices()[dim] != b.getStartIndices()[dim])
    return {};
  SmallVector<int64_t> starts(b.getStartIndices()), limits(a.getLimitIndices());
  starts[dim] = a.getStartIndices()[dim];
  limits[dim] = b.getLimitIndices()[dim];
  if (starts != a.getStartIndices() || limits != b.getLimitIndices())
    return {};
  SmallVector<int64_t> shape(shapeOf(first));
  shape[dim] += shapeOf(second)[dim];
  return stablehlo::SliceOp::create(
      builder, second.getLoc(), RankedTensorType::get(shape, elementOf(first)),
      a.getOperand(), starts, limits, a.getStrides());
}

/// The concatenation of what has elements, of what was put together before along the
/// same dimension, and of neighbouring slices as one; null if it is that.
static Value flattened(stablehlo::ConcatenateOp joined) {
  OpBuilder builder(joined);
  uint64_t dim = joined.getDimension();
  SmallVector<Value> pieces;
  bool isFlat = true;
  for (Value piece : joined.getInputs()) {
    auto before = piece.getDefiningOp<stablehlo::ConcatenateOp>();
    bool isEmpty = cast<ShapedType>(piece.getType()).getNumElements() == 0;
    bool isJoined = before && piece.hasOneUse() && !hasWords(piece) &&
                    before.getDimension() == dim;
    isFlat &= !isEmpty && !isJoined;
    for (Value part : isJoined  ? before.getInputs()
                      : isEmpty ? ValueRange()
                                : ValueRange(piece)) {
      Value both = pieces.empty()
                       ? Value()
                       : neighbours(builder, pieces.back(), part, dim);
      if (both)
        pieces.pop_back();
      pieces.push_back(both ? both : part);
      isFlat &= !both;
    }
  }
  if (pieces.empty() || isFlat)
    return {};
  if (pieces.size() == 1)
    return pieces.front();
  return stablehlo::ConcatenateOp::create(builder, joined.getLoc(),
                                          joined.getType(), pieces, dim);
}

/// What a reshape gives back its shape; null if nothing had it.
static Value beforeShapes(Value reshaped) {
  Value first = beforeSilentReshapes(reshaped);
  for (Value value = reshaped; value != first;) {
    value = value.getDefiningOp()->getOperand(0);
    if (value.getType() == reshaped.getType())
      return value;
  }
  return {};
}

/// What a read or write of all of a tensor gives; null if it is of a part.
static Value wholeOf(Operation *op) {
  std::optional<SliceAccess> access = sliceAccessOf(op);
  if (!access || ArrayRef<int64_t>(access->sizes) != shapeOf(access->whole))
    return {};
  return access->update ? access->update : access->whole;
}

Value popt::takenFromPieces(Operation *op) {
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
    return sliceOfPiece(slice);
  if (auto joined = dyn_cast<stablehlo::ConcatenateOp>(op))
    return flattened(joined);
  if (isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op))
    return beforeShapes(op->getResult(0));
  return wholeOf(op);
}
