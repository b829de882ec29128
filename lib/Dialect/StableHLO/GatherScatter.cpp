// gather and scatter of `stablehlo`: result types and verifiers. Both read
// index vectors along one dimension of an index tensor and match the other
// dimensions of that tensor with dimensions of the result (or the updates).
// Covered by test/Dialect/StableHLO/ops-data-movement.mlir and
// invalid-gather-scatter.mlir.
#include "Verify.h"

using namespace mlir;
using namespace popt::stablehlo;

// The facts about the indexed tensor that both operations have.
namespace {
struct IndexedDims {
  /// Dimensions of the indexed tensor that slices leave out, and their name.
  ArrayRef<int64_t> collapsed;
  StringRef collapsedName;
  /// Its batching dimensions and their partners in the index tensor.
  ArrayRef<int64_t> batching;
  StringRef batchingName;
  ArrayRef<int64_t> indicesBatching;
  StringRef indicesBatchingName;
  /// The dimensions that the entries of an index vector index.
  ArrayRef<int64_t> map;
  StringRef mapName;
  int64_t indexVectorDim;
};
} // namespace

// Sizes of the dimensions of the index tensor other than index_vector_dim.
static SmallVector<int64_t> getIndexBatchSizes(RankedTensorType indices,
                                               int64_t indexVectorDim) {
  SmallVector<int64_t> sizes;
  for (int64_t dim = 0; dim < indices.getRank(); ++dim)
    if (dim != indexVectorDim)
      sizes.push_back(indices.getDimSize(dim));
  return sizes;
}

static LogicalResult verifyIndexVector(Operation *op, const IndexedDims &dims,
                                       RankedTensorType indices,
                                       StringRef indicesName) {
  int64_t dim = dims.indexVectorDim, rank = indices.getRank();
  if (dim < 0 || dim > rank)
    return op->emitOpError()
           << "index_vector_dim " << dim << " is not between 0 and the rank "
           << rank << " of " << indicesName;
  int64_t length = dim == rank ? 1 : indices.getDimSize(dim);
  if (static_cast<int64_t>(dims.map.size()) != length)
    return op->emitOpError()
           << dims.mapName << " has " << dims.map.size()
           << " entries, expected " << length << ", the size of " << indicesName
           << " along index_vector_dim";
  return success();
}

// Sorted, different dimensions of the indexed tensor.
static LogicalResult verifyDimList(Operation *op, StringRef name,
                                   ArrayRef<int64_t> dims, int64_t rank,
                                   StringRef of) {
  return failure(failed(verifySorted(op, name, dims)) ||
                 failed(verifyUnique(op, name, dims)) ||
                 failed(verifyDims(op, name, dims, rank, of)));
}

static LogicalResult verifyBatchingPairs(Operation *op, const IndexedDims &dims,
                                         RankedTensorType indexed,
                                         RankedTensorType indices,
                                         StringRef indicesName) {
  for (int64_t dim : dims.batching)
    if (llvm::is_contained(dims.collapsed, dim))
      return op->emitOpError() << dims.collapsedName << " and "
                               << dims.batchingName << " both hold " << dim;
  if (failed(
          verifyUnique(op, dims.indicesBatchingName, dims.indicesBatching)) ||
      failed(verifyDims(op, dims.indicesBatchingName, dims.indicesBatching,
                        indices.getRank(), indicesName)))
    return failure();
  if (llvm::is_contained(dims.indicesBatching, dims.indexVectorDim))
    return op->emitOpError()
           << dims.indicesBatchingName << " holds " << dims.indexVectorDim
           << ", which is index_vector_dim";
  if (dims.batching.size() != dims.indicesBatching.size())
    return op->emitOpError()
           << dims.batchingName << " has " << dims.batching.size()
           << " entries and " << dims.indicesBatchingName << " has "
           << dims.indicesBatching.size() << ", expected the same number";
  for (auto [dim, partner] : llvm::zip(dims.batching, dims.indicesBatching))
    if (indexed.getDimSize(dim) != indices.getDimSize(partner))
      return op->emitOpError()
             << "batching dimensions " << dim << " and " << partner << " of "
             << indicesName << " have sizes " << indexed.getDimSize(dim)
             << " and " << indices.getDimSize(partner) << ", expected the same";
  return success();
}

static LogicalResult verifyIndexMap(Operation *op, const IndexedDims &dims,
                                    int64_t rank, StringRef of) {
  if (failed(verifyUnique(op, dims.mapName, dims.map)) ||
      failed(verifyDims(op, dims.mapName, dims.map, rank, of)))
    return failure();
  for (int64_t dim : dims.map)
    if (llvm::is_contained(dims.batching, dim))
      return op->emitOpError() << dims.mapName << " and " << dims.batchingName
                               << " both hold " << dim;
  return success();
}

//===----------------------------------------------------------------------===//
// gather
//===----------------------------------------------------------------------===//

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         Adaptor adaptor,
                                         SmallVectorImpl<Type> &types) {
  GatherDimensionNumbersAttr dims = adaptor.getDimensionNumbers();
  SmallVector<int64_t> batch =
      getIndexBatchSizes(tensorType(adaptor.getStartIndices().getType()),
                         dims.getIndexVectorDim());
  SmallVector<int64_t> offsets;
  for (auto [dim, size] : llvm::enumerate(adaptor.getSliceSizes()))
    if (!llvm::is_contained(dims.getCollapsedSliceDims(), dim) &&
        !llvm::is_contained(dims.getOperandBatchingDims(), dim))
      offsets.push_back(size);
  SmallVector<int64_t> shape;
  auto nextBatch = batch.begin();
  auto nextOffset = offsets.begin();
  for (size_t dim = 0; dim < batch.size() + offsets.size(); ++dim)
    shape.push_back(llvm::is_contained(dims.getOffsetDims(), dim)
                        ? *nextOffset++
                        : *nextBatch++);
  types.push_back(tensorType(adaptor.getOperand().getType()).clone(shape));
  return success();
}

LogicalResult GatherOp::verify() {
  GatherDimensionNumbersAttr numbers = getDimensionNumbers();
  RankedTensorType operand = getOperand().getType();
  RankedTensorType indices = getStartIndices().getType();
  int64_t rank = operand.getRank();
  IndexedDims dims = {numbers.getCollapsedSliceDims(),
                      "collapsed_slice_dims",
                      numbers.getOperandBatchingDims(),
                      "operand_batching_dims",
                      numbers.getStartIndicesBatchingDims(),
                      "start_indices_batching_dims",
                      numbers.getStartIndexMap(),
                      "start_index_map",
                      numbers.getIndexVectorDim()};
  ArrayRef<int64_t> offsets = numbers.getOffsetDims();
  int64_t total = offsets.size() + dims.collapsed.size() + dims.batching.size();
  if (total != rank) // C1
    return emitOpError() << "offset_dims, collapsed_slice_dims and "
                            "operand_batching_dims have "
                         << total << " entries in all, expected the operand's "
                         << "rank " << rank;
  if (failed(verifyIndexVector(*this, dims, indices,
                               "start_indices"))) // C2, C3
    return failure();
  int64_t resultRank =
      getIndexBatchSizes(indices, dims.indexVectorDim).size() + offsets.size();
  if (failed(verifyDimList(*this, "offset_dims", offsets, resultRank,
                           "the result")) || // C4
      failed(verifyDimList(*this, dims.collapsedName, dims.collapsed, rank,
                           "the operand")) || // C5
      failed(verifyDimList(*this, dims.batchingName, dims.batching, rank,
                           "the operand")) || // C7
      failed(verifyBatchingPairs(*this, dims, operand, indices,
                                 "start_indices")) ||             // C9 to C11
      failed(verifyIndexMap(*this, dims, rank, "the operand")) || // C12
      failed(verifyCount(*this, "slice_sizes", getSliceSizes().size(), rank,
                         "operand dimension"))) // C13
    return failure();
  if (failed(verifySliceSizes(*this, getSliceSizes(), operand))) // C13
    return failure();
  for (auto list : {dims.collapsed, dims.batching})
    for (int64_t dim : list)
      if (getSliceSizes()[dim] > 1) // C6, C8
        return emitOpError()
               << "slice size " << getSliceSizes()[dim] << " of dimension "
               << dim << ", which slices leave out, is more than 1";
  return success();
}

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          Adaptor adaptor,
                                          SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getInputs().getTypes());
  return success();
}

// C12, C13: the updates' shape against the index tensor and the inputs.
static LogicalResult verifyUpdateShape(ScatterOp op, const IndexedDims &dims,
                                       RankedTensorType input,
                                       RankedTensorType update) {
  ArrayRef<int64_t> window =
      op.getScatterDimensionNumbers().getUpdateWindowDims();
  SmallVector<int64_t> batch =
      getIndexBatchSizes(op.getScatterIndices().getType(), dims.indexVectorDim);
  SmallVector<int64_t> scatter;
  for (int64_t dim = 0; dim < update.getRank(); ++dim)
    if (!llvm::is_contained(window, dim))
      scatter.push_back(update.getDimSize(dim));
  if (scatter != batch)
    return op.emitOpError()
           << "updates have scatter dimensions " << shapeToString(scatter)
           << ", expected " << shapeToString(batch) << " as scatter_indices";
  size_t next = 0;
  for (int64_t dim = 0; dim < input.getRank(); ++dim) {
    if (llvm::is_contained(dims.collapsed, dim) ||
        llvm::is_contained(dims.batching, dim))
      continue;
    int64_t size = update.getDimSize(window[next++]);
    if (size > input.getDimSize(dim))
      return op.emitOpError()
             << "update window size " << size << " exceeds the input's size "
             << input.getDimSize(dim) << " of dimension " << dim;
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  ScatterDimensionNumbersAttr numbers = getScatterDimensionNumbers();
  if (getNumOperands() % 2 == 0)
    return emitOpError() << "has " << getNumOperands()
                         << " operands, expected as many updates as inputs and "
                            "one index tensor";
  if (failed(verifySameShapes(*this, "inputs", getInputs())) ||
      failed(verifySameShapes(*this, "updates", getUpdates()))) // C1
    return failure();
  auto input = tensorType(getInputs()[0].getType());
  auto update = tensorType(getUpdates()[0].getType());
  RankedTensorType indices = getScatterIndices().getType();
  int64_t rank = input.getRank();
  IndexedDims dims = {numbers.getInsertedWindowDims(),
                      "inserted_window_dims",
                      numbers.getInputBatchingDims(),
                      "input_batching_dims",
                      numbers.getScatterIndicesBatchingDims(),
                      "scatter_indices_batching_dims",
                      numbers.getScatterDimsToOperandDims(),
                      "scatter_dims_to_operand_dims",
                      numbers.getIndexVectorDim()};
  ArrayRef<int64_t> window = numbers.getUpdateWindowDims();
  int64_t total = window.size() + dims.collapsed.size() + dims.batching.size();
  if (total != rank) // C2
    return emitOpError() << "update_window_dims, inserted_window_dims and "
                            "input_batching_dims have "
                         << total << " entries in all, expected the inputs' "
                         << "rank " << rank;
  if (failed(verifyIndexVector(*this, dims, indices,
                               "scatter_indices")) || // C3, C4
      failed(verifyDimList(*this, "update_window_dims", window,
                           update.getRank(), "the updates")) || // C5
      failed(verifyDimList(*this, dims.collapsedName, dims.collapsed, rank,
                           "the inputs")) || // C6
      failed(verifyDimList(*this, dims.batchingName, dims.batching, rank,
                           "the inputs")) || // C7
      failed(verifyBatchingPairs(*this, dims, input, indices,
                                 "scatter_indices")) ||        // C8 to C10
      failed(verifyIndexMap(*this, dims, rank, "the inputs"))) // C11
    return failure();
  return verifyUpdateShape(*this, dims, input, update);
}

LogicalResult ScatterOp::verifyRegions() {
  SmallVector<Type> scalars;
  for (auto [input, update] : llvm::zip(getInputs(), getUpdates())) {
    scalars.push_back(scalarOf(input.getType()));
    if (scalarOf(update.getType()) != scalars.back()) // C14
      return emitOpError() << "input and update have element types "
                           << getElementTypeOrSelf(input.getType()) << " and "
                           << getElementTypeOrSelf(update.getType())
                           << ", expected the same";
  }
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  return verifyBody(*this, "update_computation", getUpdateComputation(),
                    arguments, scalars); // C15
}
