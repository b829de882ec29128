//===- KnownRows.cpp - Gathers and scatters of known rows -----------------===//
//
// KnownRows.h has an example. Tested by test/Stages/split-loops-rows.mlir, by
// execution test/Execute/Stages/forms.test.
//
//===----------------------------------------------------------------------===//
#include "KnownRows.h"

#include "KnownIntegers.h"
#include "Models.h"

#include "popt/Interfaces/Build.h"
#include "popt/OpModels/RowMoves.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

namespace {
/// How a gather or scatter addresses one side, `whole`, and where the windows lie
/// on the other, `picked`, which has the index's dimensions beside them.
struct Addressing {
  Value whole, picked, indices;
  ArrayRef<int64_t> map, leftOut, batching, windows;
};
} // namespace

/// The numbers of the rows; nothing if they are not known, or if it is not whole
/// rows along `dim` that are addressed. `picked` has as many rows, in the place of
/// `dim`, by any number of dimensions.
static std::optional<SmallVector<int64_t>> numbersOf(const Addressing &by,
                                                     int64_t dim) {
  if (by.map != ArrayRef(dim) || by.leftOut != ArrayRef(dim) ||
      !by.batching.empty())
    return std::nullopt;
  int64_t rank = rankOf(by.whole), numIndexDims = rankOf(by.picked) - rank + 1;
  // All other dimensions, whole and in order.
  int64_t next = 0;
  for (int64_t d = 0; d < rank; ++d) {
    if (d == dim)
      continue;
    int64_t window = by.windows[next++];
    if (window != (d < dim ? d : d - 1 + numIndexDims) ||
        shapeOf(by.picked)[window] != shapeOf(by.whole)[d])
      return std::nullopt;
  }
  // Vectors of one number lie in the order of the indices' other dimensions.
  KnownArrays arrays;
  const SmallVector<int64_t> *numbers = arrays.find(by.indices);
  return numbers ? std::optional(*numbers) : std::nullopt;
}

bool popt::stablehlo::takeKnownRows(GatherOp gather, int64_t dim) {
  auto dims = gather.getDimensionNumbers();
  Value whole = gather.getOperand();
  auto numbers =
      numbersOf({whole, gather.getResult(), gather.getStartIndices(),
                 dims.getStartIndexMap(), dims.getCollapsedSliceDims(),
                 dims.getOperandBatchingDims(), dims.getOffsetDims()},
                dim);
  if (!numbers)
    return false;
  OpBuilder b(gather);
  Location loc = gather.getLoc();
  int64_t last = shapeOf(whole)[dim] - 1;
  SmallVector<Value> parts;
  for (size_t i = 0, end; i < numbers->size(); i = end) {
    auto at = [&](size_t k) {
      return std::clamp<int64_t>((*numbers)[k], 0, last);
    };
    for (end = i + 1; end < numbers->size() && at(end) == at(end - 1) + 1;)
      ++end;
    parts.push_back(
        buildSlice(b, loc, whole, dim, at(i), static_cast<int64_t>(end - i)));
  }
  gather.getResult().replaceAllUsesWith(
      buildReshape(b, loc, buildConcatenated(b, loc, parts, dim),
                   gather.getType().getShape()));
  return true;
}

/// Whether a body puts the update in the place of what was there.
static bool isReplacement(Region &body) {
  return llvm::hasSingleElement(body.front()) &&
         body.front().getTerminator()->getOperand(0) ==
             body.front().getArgument(1);
}

bool popt::stablehlo::writeKnownRows(ScatterOp scatter, int64_t dim) {
  Region &body = scatter.getUpdateComputation();
  std::optional<Monoid> monoid = monoidOfBody(body);
  if (scatter.getInputs().size() != 1 || (!monoid && !isReplacement(body)))
    return false;
  auto dims = scatter.getScatterDimensionNumbers();
  Value whole = scatter.getInputs().front(),
        updates = scatter.getUpdates().front();
  auto numbers = numbersOf(
      {whole, updates, scatter.getScatterIndices(),
       dims.getScatterDimsToOperandDims(), dims.getInsertedWindowDims(),
       dims.getInputBatchingDims(), dims.getUpdateWindowDims()},
      dim);
  if (!numbers)
    return false;
  SmallVector<int64_t> shape(shapeOf(whole));
  const int64_t numRows = shape[dim];
  // By row, which updates it gets. Numbers of no row are left out.
  SmallVector<SmallVector<int64_t, 1>> writers(numRows);
  for (auto [i, row] : llvm::enumerate(*numbers))
    if (row >= 0 && row < numRows)
      writers[row].push_back(static_cast<int64_t>(i));
  OpBuilder b(scatter);
  Location loc = scatter.getLoc();
  shape[dim] = static_cast<int64_t>(numbers->size());
  updates = buildReshape(b, loc, updates, shape);
  SmallVector<Value> parts;
  for (int64_t row = 0, end; row < numRows; row = end) {
    ArrayRef<int64_t> own = writers[row];
    // Rows that follow one another, and so do their updates.
    auto goesOn = [&](int64_t next) {
      ArrayRef<int64_t> other = writers[next];
      return own.empty() ? other.empty()
                         : own.size() == 1 && other.size() == 1 &&
                               other[0] - own[0] == next - row;
    };
    for (end = row + 1; end < numRows && goesOn(end);)
      ++end;
    shape[dim] = end - row;
    Value part =
        isAllZeros(whole)
            ? buildZeros(b, loc,
                         cast<RankedTensorType>(whole.getType()).clone(shape))
            : buildSlice(b, loc, whole, dim, row, end - row);
    for (int64_t writer : own) {
      Value update = buildSlice(b, loc, updates, dim, writer, end - row);
      part = monoid ? buildCombined(b, loc, *monoid, part, update) : update;
    }
    parts.push_back(part);
  }
  scatter->getResult(0).replaceAllUsesWith(
      buildConcatenated(b, loc, parts, dim));
  return true;
}
