//===- BatchByRow.cpp - Row numbers become batching dims ------------------===//
//
//   %n = iota dim = 0 : tensor<8xi32>
//   gather(%x, concatenate(%n, %i)) start_index_map = [0, 1]
// becomes
//   gather(%x, %i) operand_batching_dims = [0], start_indices_batching_dims = [0],
//                  start_index_map = [1]
//
// What counts all rows along a dim is never clamped, nor out of range. A rank
// that has a block of the rows of `%x` and of `%i` then needs no others. A
// count of only some rows stays an index. Where all numbers of an index are
// counts, a zero is left, along a new dim of one element. Tested by
// test/OpModels/row-numbers.mlir.
//
//===----------------------------------------------------------------------===//
#include "RowNumbers.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace popt;
using namespace popt::stablehlo;

namespace {

/// A number of an index that becomes a batching dim.
struct Row {
  size_t component;
  int64_t dim;        ///< of what is read or written
  int64_t indicesDim; ///< along which it counts
};

/// What a gather and a scatter say alike.
struct Numbers {
  Value indices;
  int64_t vectorDim;
  SmallVector<int64_t> shape; ///< of what is read or written
  SmallVector<int64_t> map;   ///< its dim for each number of an index
  SmallVector<int64_t> batching, indicesBatching;
  SmallVector<int64_t> leftOut; ///< dims that are not in windows
  /// Dims of the windows in the result or the updates, one for each other dim.
  SmallVector<int64_t> windows;
  /// Dims there of one element that `batch` left out.
  SmallVector<int64_t> dropped;
  bool isWidened = false; ///< a dim of one element comes before the others

  std::optional<size_t> windowOf(int64_t dim) const {
    if (llvm::is_contained(leftOut, dim) || llvm::is_contained(batching, dim))
      return std::nullopt;
    size_t before = 0;
    for (int64_t d = 0; d < dim; ++d)
      before +=
          !llvm::is_contained(leftOut, d) && !llvm::is_contained(batching, d);
    return before;
  }

  SmallVector<Row> findRows(llvm::function_ref<int64_t(int64_t)> taken) const;
  void batch(ArrayRef<Row> rows, OpBuilder &b, Location loc);
};

} // namespace

SmallVector<Row>
Numbers::findRows(llvm::function_ref<int64_t(int64_t)> taken) const {
  SmallVector<Row> rows;
  SmallVector<int64_t> used(indicesBatching);
  for (auto [component, dim] : llvm::enumerate(map)) {
    if (taken(dim) != 1 || shape[dim] == 1)
      continue;
    std::optional<Count> count =
        countOf(indices, vectorDim, static_cast<int64_t>(component));
    if (!count || !count->dim || count->first != 0 ||
        count->extent != shape[dim] || llvm::is_contained(used, *count->dim))
      continue;
    used.push_back(*count->dim);
    rows.push_back({component, dim, *count->dim});
  }
  return rows;
}

static Value sliceAlong(OpBuilder &b, Location loc, Value x, int64_t dim,
                        int64_t begin, int64_t end) {
  SmallVector<int64_t> starts(rankOf(x), 0), limits(shapeOf(x)),
      strides(rankOf(x), 1), shape(shapeOf(x));
  if (begin == 0 && end == shape[dim])
    return x;
  starts[dim] = begin;
  limits[dim] = end;
  shape[dim] = end - begin;
  return SliceOp::create(b, loc, RankedTensorType::get(shape, elementOf(x)), x,
                         starts, limits, strides);
}

/// Some of the numbers of each index; those that were put together apart stay
/// so, without what is no longer read.
static Value takeNumbers(OpBuilder &b, Location loc, Value indices, int64_t dim,
                         ArrayRef<size_t> components) {
  SmallVector<Value> parts = {indices}, taken;
  if (auto concatenate = indices.getDefiningOp<ConcatenateOp>();
      concatenate && static_cast<int64_t>(concatenate.getDimension()) == dim)
    parts = SmallVector<Value>(concatenate.getInputs());
  int64_t begin = 0, count = 0;
  for (Value part : parts) {
    int64_t end = begin + shapeOf(part)[dim];
    for (int64_t at = begin; at < end;) {
      int64_t next = at;
      while (next < end &&
             llvm::is_contained(components, static_cast<size_t>(next)))
        ++next;
      if (next > at)
        taken.push_back(
            sliceAlong(b, loc, part, dim, at - begin, next - begin));
      count += next - at;
      at = std::max(next, at + 1);
    }
    begin = end;
  }
  if (taken.size() == 1)
    return taken.front();
  SmallVector<int64_t> shape(shapeOf(indices));
  shape[dim] = count;
  return ConcatenateOp::create(
      b, loc, RankedTensorType::get(shape, elementOf(indices)), taken, dim);
}

void Numbers::batch(ArrayRef<Row> rows, OpBuilder &b, Location loc) {
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  for (auto [dim, indicesDim] : llvm::zip_equal(batching, indicesBatching))
    pairs.push_back({dim, indicesDim});
  SmallVector<bool> isRow(map.size(), false);
  for (const Row &row : rows) {
    pairs.push_back({row.dim, row.indicesDim});
    isRow[row.component] = true;
    if (std::optional<size_t> window = windowOf(row.dim))
      dropped.push_back(windows[*window]);
  }
  for (const Row &row : rows)
    llvm::erase(leftOut, row.dim);
  llvm::sort(pairs);
  llvm::sort(dropped);
  batching.clear();
  indicesBatching.clear();
  for (auto [dim, indicesDim] : pairs) {
    batching.push_back(dim);
    indicesBatching.push_back(indicesDim);
  }
  SmallVector<int64_t> kept;
  for (int64_t window : windows)
    if (!llvm::is_contained(dropped, window))
      kept.push_back(window - llvm::count_if(dropped, [&](int64_t dim) {
                       return dim < window;
                     }));
  windows = kept;

  SmallVector<size_t> components;
  SmallVector<int64_t> others;
  for (auto [component, dim] : llvm::enumerate(map))
    if (!isRow[component]) {
      components.push_back(component);
      others.push_back(dim);
    }
  map = others;
  if (!components.empty()) {
    indices = takeNumbers(b, loc, indices, vectorDim, components);
    return;
  }
  isWidened = true;
  for (SmallVector<int64_t> *dims : {&batching, &leftOut})
    for (int64_t &dim : *dims)
      ++dim;
  leftOut.insert(leftOut.begin(), 0);
  map = {0};
  shape.insert(shape.begin(), 1);
  SmallVector<int64_t> zeros(shapeOf(indices));
  if (vectorDim < rankOf(indices))
    zeros[vectorDim] = 1;
  auto type = RankedTensorType::get(zeros, elementOf(indices));
  indices = ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(type, b.getIntegerAttr(elementOf(indices), 0)));
}

static Value reshape(OpBuilder &b, Location loc, Value x,
                     ArrayRef<int64_t> shape) {
  if (shapeOf(x) == shape)
    return x;
  return ReshapeOp::create(b, loc, RankedTensorType::get(shape, elementOf(x)),
                           x);
}

static SmallVector<int64_t> without(ArrayRef<int64_t> shape,
                                    ArrayRef<int64_t> dims) {
  SmallVector<int64_t> others;
  for (auto [dim, size] : llvm::enumerate(shape))
    if (!llvm::is_contained(dims, static_cast<int64_t>(dim)))
      others.push_back(size);
  return others;
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

static Numbers numbersOf(GatherOp gather) {
  auto dims = gather.getDimensionNumbers();
  Numbers numbers;
  numbers.indices = gather.getStartIndices();
  numbers.vectorDim = dims.getIndexVectorDim();
  numbers.shape = SmallVector<int64_t>(shapeOf(gather.getOperand()));
  numbers.map = SmallVector<int64_t>(dims.getStartIndexMap());
  numbers.batching = SmallVector<int64_t>(dims.getOperandBatchingDims());
  numbers.indicesBatching =
      SmallVector<int64_t>(dims.getStartIndicesBatchingDims());
  numbers.leftOut = SmallVector<int64_t>(dims.getCollapsedSliceDims());
  numbers.windows = SmallVector<int64_t>(dims.getOffsetDims());
  return numbers;
}

static SmallVector<Row> rowsOf(GatherOp gather, const Numbers &numbers) {
  return numbers.findRows(
      [&](int64_t dim) { return gather.getSliceSizes()[dim]; });
}

bool popt::isByRow(GatherOp gather) {
  return !rowsOf(gather, numbersOf(gather)).empty();
}

std::optional<SmallVector<Value>> popt::batchByRow(GatherOp gather,
                                                   OpBuilder &b) {
  Numbers numbers = numbersOf(gather);
  SmallVector<Row> rows = rowsOf(gather, numbers);
  if (rows.empty())
    return std::nullopt;
  Location loc = gather.getLoc();
  numbers.batch(rows, b, loc);
  SmallVector<int64_t> sizes(gather.getSliceSizes());
  if (numbers.isWidened)
    sizes.insert(sizes.begin(), 1);
  RankedTensorType type = gather.getType();
  // What is sorted with the row numbers need not be without them.
  Value result = GatherOp::create(
      b, loc, type.clone(without(type.getShape(), numbers.dropped)),
      reshape(b, loc, gather.getOperand(), numbers.shape), numbers.indices,
      GatherDimensionNumbersAttr::get(
          b.getContext(), numbers.windows, numbers.leftOut, numbers.batching,
          numbers.indicesBatching, numbers.map, numbers.vectorDim),
      sizes, /*indices_are_sorted=*/false);
  return SmallVector<Value>{reshape(b, loc, result, type.getShape())};
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

static Numbers numbersOf(ScatterOp scatter) {
  auto dims = scatter.getScatterDimensionNumbers();
  Numbers numbers;
  numbers.indices = scatter.getScatterIndices();
  numbers.vectorDim = dims.getIndexVectorDim();
  numbers.shape = SmallVector<int64_t>(shapeOf(scatter.getInputs().front()));
  numbers.map = SmallVector<int64_t>(dims.getScatterDimsToOperandDims());
  numbers.batching = SmallVector<int64_t>(dims.getInputBatchingDims());
  numbers.indicesBatching =
      SmallVector<int64_t>(dims.getScatterIndicesBatchingDims());
  numbers.leftOut = SmallVector<int64_t>(dims.getInsertedWindowDims());
  numbers.windows = SmallVector<int64_t>(dims.getUpdateWindowDims());
  return numbers;
}

static SmallVector<Row> rowsOf(ScatterOp scatter, const Numbers &numbers) {
  ArrayRef<int64_t> updates = shapeOf(scatter.getUpdates().front());
  return numbers.findRows([&](int64_t dim) {
    std::optional<size_t> window = numbers.windowOf(dim);
    return window ? updates[numbers.windows[*window]] : 1;
  });
}

bool popt::isByRow(ScatterOp scatter) {
  return !rowsOf(scatter, numbersOf(scatter)).empty();
}

std::optional<SmallVector<Value>> popt::batchByRow(ScatterOp scatter,
                                                   OpBuilder &b) {
  Numbers numbers = numbersOf(scatter);
  SmallVector<Row> rows = rowsOf(scatter, numbers);
  if (rows.empty())
    return std::nullopt;
  Location loc = scatter.getLoc();
  numbers.batch(rows, b, loc);
  SmallVector<Value> inputs, updates;
  for (Value input : scatter.getInputs())
    inputs.push_back(reshape(b, loc, input, numbers.shape));
  for (Value update : scatter.getUpdates())
    updates.push_back(
        reshape(b, loc, update, without(shapeOf(update), numbers.dropped)));
  // Whole indices are as different as before; sorted they need not be.
  auto made = ScatterOp::create(
      b, loc, ValueRange(inputs).getTypes(), inputs, numbers.indices, updates,
      ScatterDimensionNumbersAttr::get(
          b.getContext(), numbers.windows, numbers.leftOut, numbers.batching,
          numbers.indicesBatching, numbers.map, numbers.vectorDim),
      /*indices_are_sorted=*/false, scatter.getUniqueIndices());
  IRMapping mapping;
  scatter.getUpdateComputation().cloneInto(&made.getUpdateComputation(),
                                           mapping);
  SmallVector<Value> results;
  for (auto [result, before] :
       llvm::zip_equal(made->getResults(), scatter->getResults()))
    results.push_back(reshape(b, loc, result, shapeOf(before)));
  return results;
}
