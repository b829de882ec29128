// Verifier of chlo.ragged_dot. The three forms it has are in the operation's
// description. Covered by test/Dialect/Chlo/invalid.mlir.
#include "popt/Dialect/Chlo/Chlo.h"

using namespace mlir;
using namespace popt::chlo;

// Every entry is a dimension of something of rank `rank`, and none occurs
// twice.
static LogicalResult verifyDistinct(RaggedDotOp op, StringRef side,
                                    ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (dim < 0 || dim >= rank)
      return op.emitOpError()
             << side << " dimension " << dim << " is not a dimension of "
             << side << " of rank " << rank;
    if (llvm::is_contained(dims.take_front(index), dim))
      return op.emitOpError()
             << side << " dimension " << dim << " is used twice";
  }
  return success();
}

// C9: one list of groups, or one for each place before the ragged dimension.
static LogicalResult verifyGroupSizes(RaggedDotOp op) {
  auto dims = op.getRaggedDotDimensionNumbers();
  RankedTensorType lhs = op.getLhs().getType();
  RankedTensorType sizes = op.getGroupSizes().getType();
  if (sizes.getRank() == 1)
    return success();
  const int64_t ragged = dims.getLhsRaggedDimensions()[0];
  ArrayRef<int64_t> batching = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> contracting = dims.getLhsContractingDimensions();
  auto isRagged = [&](int64_t dim) { return dim == ragged; };
  SmallVector<int64_t> places;
  llvm::append_range(places, batching.take_until(isRagged));
  if (llvm::is_contained(contracting, ragged)) {
    llvm::append_range(places, contracting.take_until(isRagged));
  } else if (!llvm::is_contained(batching, ragged)) {
    for (int64_t dim = 0; dim < ragged; ++dim)
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        places.push_back(dim);
  }
  SmallVector<int64_t> expected;
  for (int64_t dim : places)
    expected.push_back(lhs.getDimSize(dim));
  expected.push_back(sizes.getShape().back());
  if (sizes.getShape() == ArrayRef(expected))
    return success();
  auto error = op.emitOpError()
               << "group_sizes has type " << sizes << ", expected shape ";
  llvm::interleave(expected, error, "x");
  return error << " or " << expected.back();
}

// C7 to C9: the ragged and the group dimension.
static LogicalResult verifyGroups(RaggedDotOp op, bool rowsAreRagged) {
  auto dims = op.getRaggedDotDimensionNumbers();
  size_t expected = rowsAreRagged ? 1 : 0;
  if (dims.getRhsGroupDimensions().size() != expected)
    return op.emitOpError() << "has " << dims.getRhsGroupDimensions().size()
                            << " group dimensions of rhs, expected " << expected
                            << " as the ragged dimension "
                            << (rowsAreRagged ? "is not contracted or batching"
                                              : "is contracted or batching");
  RankedTensorType sizes = op.getGroupSizes().getType();
  if (sizes.getRank() == 0)
    return op.emitOpError() << "group_sizes has rank 0, expected at least 1";
  int64_t groups = sizes.getShape().back();
  if (failed(verifyGroupSizes(op)))
    return failure();
  if (!rowsAreRagged)
    return success();
  int64_t size =
      op.getRhs().getType().getDimSize(dims.getRhsGroupDimensions()[0]);
  if (size != groups)
    return op.emitOpError() << "group dimension of rhs has size " << size
                            << ", expected the number of groups " << groups;
  return success();
}

LogicalResult RaggedDotOp::verify() {
  auto dims = getRaggedDotDimensionNumbers();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  ArrayRef<int64_t> lhsBatching = dims.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatching = dims.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContracting = dims.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContracting = dims.getRhsContractingDimensions();
  ArrayRef<int64_t> ragged = dims.getLhsRaggedDimensions();
  SmallVector<int64_t> lhsDims(lhsBatching), rhsDims(rhsBatching);
  llvm::append_range(lhsDims, lhsContracting);
  llvm::append_range(rhsDims, rhsContracting);
  llvm::append_range(rhsDims, dims.getRhsGroupDimensions());
  if (failed(stablehlo::verifyPairedCounts(*this, "batching", lhsBatching,
                                           rhsBatching)) || // C1
      failed(stablehlo::verifyPairedCounts(*this, "contracting", lhsContracting,
                                           rhsContracting)) ||        // C2
      failed(verifyDistinct(*this, "lhs", lhsDims, lhs.getRank())) || // C3
      failed(verifyDistinct(*this, "rhs", rhsDims, rhs.getRank())) || // C4
      failed(stablehlo::verifyPairedSizes(*this, "batching", lhsBatching,
                                          rhsBatching)) ||
      failed(stablehlo::verifyPairedSizes(*this, "contracting", lhsContracting,
                                          rhsContracting))) // C5
    return failure();
  if (ragged.size() != 1 || ragged[0] < 0 || ragged[0] >= lhs.getRank()) // C6
    return emitOpError() << "does not have one ragged dimension of lhs";
  bool isContracted = llvm::is_contained(lhsContracting, ragged[0]);
  bool isBatching = llvm::is_contained(lhsBatching, ragged[0]);
  if (failed(verifyGroups(*this, !isContracted && !isBatching)))
    return failure();
  SmallVector<int64_t> shape =
      stablehlo::productShape(lhs, rhs, lhsBatching, lhsDims, rhsDims);
  if (isContracted)
    shape.insert(shape.begin(), getGroupSizes().getType().getShape().back());
  if (getType().getShape() != ArrayRef<int64_t>(shape)) { // C10
    auto error = emitOpError()
                 << "result has type " << getType() << ", expected shape ";
    llvm::interleave(shape, error, "x");
    return error;
  }
  if (getPrecisionConfig() && !getPrecisionConfig()->empty() &&
      getPrecisionConfig()->size() != 2) // C11
    return emitOpError() << "precision_config has "
                         << getPrecisionConfig()->size()
                         << " entries, expected 0 or 2";
  return success();
}
