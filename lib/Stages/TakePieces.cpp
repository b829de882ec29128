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
// Where layers are at several coordinates, one of them would put all together.
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

/// What a slice takes, where that is nothing, all of a value, or within one piece of
/// a concatenation; null if it is none of these.
static Value sliceOfPiece(stablehlo::SliceOp slice) {
  Value whole = slice.getOperand();
  OpBuilder builder(slice);
  if (slice.getType().getNumElements() == 0)
    return buildZeros(builder, slice.getLoc(),
                      cast<RankedTensorType>(slice.getType()));
  if (slice.getType() == whole.getType())
    return whole;
  auto joined = whole.getDefiningOp<stablehlo::ConcatenateOp>();
  if (!joined || hasWords(whole))
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

/// What is left of a concatenation without its empty pieces; null if it has none.
static Value withoutEmpty(stablehlo::ConcatenateOp joined) {
  SmallVector<Value> pieces;
  llvm::copy_if(
      joined.getInputs(), std::back_inserter(pieces), [](Value piece) {
        return cast<ShapedType>(piece.getType()).getNumElements() != 0;
      });
  if (pieces.empty() || pieces.size() == joined.getInputs().size())
    return {};
  if (pieces.size() == 1)
    return pieces.front();
  OpBuilder builder(joined);
  return stablehlo::ConcatenateOp::create(builder, joined.getLoc(),
                                          joined.getType(), pieces,
                                          joined.getDimension());
}

/// What a reshape gives back its shape; null if nothing had it.
static Value beforeShapes(stablehlo::ReshapeOp reshape) {
  for (Value value = reshape.getOperand();
       value != beforeSilentReshapes(value);) {
    value = value.getDefiningOp()->getOperand(0);
    if (value.getType() == reshape.getType())
      return value;
  }
  return {};
}

static void takePiece(Operation *op) {
  Value value;
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
    value = sliceOfPiece(slice);
  else if (auto joined = dyn_cast<stablehlo::ConcatenateOp>(op))
    value = withoutEmpty(joined);
  else if (auto reshape = dyn_cast<stablehlo::ReshapeOp>(op))
    value = beforeShapes(reshape);
  if (!value || hasWords(op->getResult(0)))
    return;
  op->getResult(0).replaceAllUsesWith(value);
  llvm::SetVector<Operation *> dead;
  dead.insert(op);
  eraseDead(std::move(dead));
}

namespace {
struct TakePiecesPass : public popt::impl::TakePiecesPassBase<TakePiecesPass> {
  void runOnOperation() override {
    if (hasStages(getOperation()))
      getOperation().walk(takePiece);
  }
};
} // namespace
