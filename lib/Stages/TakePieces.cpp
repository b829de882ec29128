//===- TakePieces.cpp - What is put together and taken apart stays apart --===//
//
// A scan that is unrolled whole, `unroll=12` over 12 layers, puts rows together with
// empty ones, and takes single rows of them:
//
//   %all = concatenate %none, %a, %b            [0, 8], [1, 8], [1, 8]
//   %row = slice %all [1:2]
// becomes
//   %row = %b
//
// Where layers are at several coordinates, one of them would put all together. A scan
// of 3 that is unrolled by 2 is a loop of one iteration, which has two parts, and a
// third part beside it: a loop of one iteration is its body, so that parts stand side
// by side.
//
// Tests: test/Stages/take-pieces.mlir, and by execution
// test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "FlatLoops.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Build.h"
#include "popt/Stages/Passes.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {
#define GEN_PASS_DEF_TAKEPIECESPASS
#include "popt/Stages/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

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

/// Puts the body of a loop of one iteration in its place.
static void inlineOnce(stablehlo::WhileOp op) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  if (!loop || loop->trips() != 1 || llvm::any_of(op->getResults(), hasWords))
    return;
  Block &body = loop->body();
  for (auto [argument, init] :
       llvm::zip_equal(body.getArguments(), op->getOperands()))
    argument.replaceAllUsesWith(init);
  Operation *end = body.getTerminator();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         end->getIterator());
  op->replaceAllUsesWith(end->getOperands());
  op->erase();
}

static void takePiece(Operation *op) {
  Value value = wholeOf(op);
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
    value = sliceOfPiece(slice);
  else if (auto joined = dyn_cast<stablehlo::ConcatenateOp>(op))
    value = flattened(joined);
  else if (isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp>(op))
    value = beforeShapes(op->getResult(0));
  if (!value || hasWords(op->getResult(0)))
    return;
  op->getResult(0).replaceAllUsesWith(value);
  llvm::SetVector<Operation *> dead;
  dead.insert(op);
  eraseDead(std::move(dead));
  if (auto slice = value.getDefiningOp<stablehlo::SliceOp>())
    takePiece(slice); // of a piece, now
}

void popt::takePieces(ModuleOp module) {
  module.walk(inlineOnce);
  module.walk(takePiece);
}

namespace {
struct TakePiecesPass : public popt::impl::TakePiecesPassBase<TakePiecesPass> {
  void runOnOperation() override {
    if (hasStages(getOperation()))
      takePieces(getOperation());
  }
};
} // namespace
