// Communication operations of `stablehlo`: verifiers and result types.
// Covered by test/Dialect/StableHLO/ops-collectives.mlir and
// invalid-collectives.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"

#include "llvm/Support/MathExtras.h"
#include <set>

using namespace mlir;
using namespace popt::stablehlo;

#define GET_OP_CLASSES
#include "popt/Dialect/StableHLO/StableHLOCollectives.cpp.inc"

void StablehloDialect::registerCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/StableHLO/StableHLOCollectives.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Replica groups
//===----------------------------------------------------------------------===//

static LogicalResult verifyReplicaGroups(Operation *op, Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return success(); // mesh axes verify themselves
  if (dense.getType().getRank() != 2)
    return op->emitOpError() << "replica_groups has rank "
                             << dense.getType().getRank() << ", expected 2";
  std::set<int64_t> seen; // any number may stand here: no hash has keys left
  for (int64_t id : dense.getValues<int64_t>()) {
    // -1 fills up rows of fewer members.
    if (id < -1)
      return op->emitOpError() << "replica_groups holds " << id
                               << ", expected numbers not negative";
    if (id >= 0 && !seen.insert(id).second)
      return op->emitOpError() << "replica_groups holds " << id << " twice";
  }
  return success();
}

// Members of a group, where the attribute alone tells: dense, without fill.
static std::optional<int64_t> getGroupSize(Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense || dense.empty() ||
      llvm::is_contained(dense.getValues<int64_t>(), -1))
    return std::nullopt;
  return dense.getType().getDimSize(1);
}

// `body` takes two scalars of the element type and returns one.
static LogicalResult verifyReducer(Operation *op, Region &body, Type type) {
  Type scalar = scalarOf(type);
  return verifyBody(op, "computation", body, {scalar, scalar}, scalar);
}

static LogicalResult verifyHasOperands(Operation *op) {
  if (op->getNumOperands() == 0)
    return op->emitOpError() << "has no operands, expected at least one";
  return success();
}

// Shapes of `small` and `large` agree but for dimension `dim`, where `large`
// is the group size times as long.
static LogicalResult verifyScaled(Operation *op, StringRef dimName, int64_t dim,
                                  Type smallType, Type largeType,
                                  Attribute groups) {
  auto small = tensorType(smallType), large = tensorType(largeType);
  if (small.getElementType() != large.getElementType() ||
      small.getRank() != large.getRank())
    return op->emitOpError()
           << "operand and result have types " << op->getOperand(0).getType()
           << " and " << op->getResult(0).getType()
           << ", expected the same element type and rank";
  if (!isDim(dim, small.getRank()))
    return op->emitOpError()
           << dimName << " " << dim
           << " is not a dimension of the operand of rank " << small.getRank();
  for (int64_t other = 0; other < small.getRank(); ++other)
    if (other != dim && small.getDimSize(other) != large.getDimSize(other))
      return op->emitOpError()
             << "operand and result sizes of dimension " << other << " are "
             << tensorType(op->getOperand(0).getType()).getDimSize(other)
             << " and "
             << tensorType(op->getResult(0).getType()).getDimSize(other)
             << ", expected the same";
  std::optional<int64_t> group = getGroupSize(groups);
  int64_t expected;
  if (group && (llvm::MulOverflow(small.getDimSize(dim), *group, expected) ||
                expected != large.getDimSize(dim)))
    return op->emitOpError() << "sizes " << small.getDimSize(dim) << " and "
                             << large.getDimSize(dim) << " of dimension " << dim
                             << " do not differ by the group size " << *group;
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  if (failed(verifyHasOperands(*this)) ||
      failed(verifyReplicaGroups(*this, getReplicaGroups()))) // C5
    return failure();
  if (getNumOperands() != getNumResults()) // C1
    return emitOpError() << "has " << getNumOperands() << " operands and "
                         << getNumResults()
                         << " results, expected the same number";
  for (auto [operand, result] : llvm::zip(getOperands(), getResults()))
    if (failed(verifyScaled(*this, "all_gather_dim", getAllGatherDim(),
                            operand.getType(), result.getType(),
                            getReplicaGroups()))) // C1 to C4
      return failure();
  return success();
}

LogicalResult AllReduceOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location>,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperands().getTypes());
  return success();
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyHasOperands(*this))) // C1
    return failure();
  return verifyReplicaGroups(*this, getReplicaGroups()); // C4
}

LogicalResult AllReduceOp::verifyRegions() {
  for (Type type : getOperandTypes())
    if (failed(verifyReducer(*this, getComputation(), type))) // C2
      return failure();
  return success();
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyReplicaGroups(*this, getReplicaGroups()))) // C6
    return failure();
  return verifyScaled(*this, "scatter_dimension", getScatterDimension(),
                      getType(), getOperand().getType(),
                      getReplicaGroups()); // C1 to C4
}

LogicalResult ReduceScatterOp::verifyRegions() { // C5
  return verifyReducer(*this, getComputation(), getOperand().getType());
}

LogicalResult AllToAllOp::inferReturnTypes(MLIRContext *,
                                           std::optional<Location> loc,
                                           Adaptor adaptor,
                                           SmallVectorImpl<Type> &types) {
  int64_t count = adaptor.getSplitCount();
  for (Type operand : adaptor.getOperands().getTypes()) {
    auto type = tensorType(operand);
    SmallVector<int64_t> shape(type.getShape());
    shape[adaptor.getSplitDimension()] /= count;
    int64_t &size = shape[adaptor.getConcatDimension()];
    if (llvm::MulOverflow(size, count, size))
      return emitOptionalError(loc, "result size is beyond 63 bits");
    types.push_back(type.clone(shape));
  }
  return success();
}

LogicalResult AllToAllOp::verify() {
  if (failed(verifyHasOperands(*this)) ||                     // C1
      failed(verifyReplicaGroups(*this, getReplicaGroups()))) // C7
    return failure();
  int64_t split = getSplitDimension(), concat = getConcatDimension();
  int64_t count = getSplitCount();
  for (Type operand : getOperandTypes()) {
    auto type = tensorType(operand);
    for (auto [name, dim] : {std::pair<StringRef, int64_t>("split", split),
                             std::pair<StringRef, int64_t>("concat", concat)})
      if (!isDim(dim, type.getRank())) // C2, C3
        return emitOpError() << name << "_dimension " << dim
                             << " is not a dimension of the operand of rank "
                             << type.getRank();
    if (count < 1 || type.getDimSize(split) % count != 0) // C4
      return emitOpError() << "split_count " << count
                           << " is not a positive divisor of size "
                           << type.getDimSize(split) << " of split_dimension "
                           << split;
  }
  std::optional<int64_t> group = getGroupSize(getReplicaGroups());
  if (group && *group != count) // C5
    return emitOpError() << "split_count " << count << " is not the group size "
                         << *group;
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  DenseIntElementsAttr pairs = getSourceTargetPairs();
  ShapedType type = pairs.getType();
  if (type.getRank() != 2 || type.getDimSize(1) != 2) // C2
    return emitOpError() << "source_target_pairs has shape "
                         << shapeToString(type.getShape())
                         << ", expected pairs in rows";
  std::set<int64_t> seen[2];
  for (auto [index, id] : llvm::enumerate(pairs.getValues<int64_t>())) {
    if (id < 0) // C3
      return emitOpError() << "source_target_pairs holds " << id
                           << ", expected numbers not negative";
    if (!seen[index % 2].insert(id).second) // C4, C5
      return emitOpError() << "source_target_pairs holds "
                           << (index % 2 ? "target " : "source ") << id
                           << " twice";
  }
  return success();
}

LogicalResult
CollectiveBroadcastOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        Adaptor adaptor,
                                        SmallVectorImpl<Type> &types) {
  llvm::append_range(types, adaptor.getOperands().getTypes());
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() { // C2
  return verifyReplicaGroups(*this, getReplicaGroups());
}

LogicalResult CrossReplicaSumOp::verify() { // C2
  return verifyReplicaGroups(*this, getReplicaGroups());
}

//===----------------------------------------------------------------------===//
// Process numbers, channels, host
//===----------------------------------------------------------------------===//

static Type getProcessIdType(MLIRContext *context) {
  return RankedTensorType::get(
      {}, IntegerType::get(context, 32, IntegerType::Unsigned));
}

LogicalResult PartitionIdOp::inferReturnTypes(MLIRContext *context,
                                              std::optional<Location>, Adaptor,
                                              SmallVectorImpl<Type> &types) {
  types.push_back(getProcessIdType(context));
  return success();
}

LogicalResult ReplicaIdOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location>, Adaptor,
                                            SmallVectorImpl<Type> &types) {
  types.push_back(getProcessIdType(context));
  return success();
}

LogicalResult SendOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location>, Adaptor,
                                       SmallVectorImpl<Type> &types) {
  types.push_back(TokenType::get(context));
  return success();
}

LogicalResult OutfeedOp::inferReturnTypes(MLIRContext *context,
                                          std::optional<Location>, Adaptor,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(TokenType::get(context));
  return success();
}

// Tensors, then one token.
static LogicalResult verifyReceived(Operation *op) {
  for (auto [index, type] : llvm::enumerate(op->getResultTypes()))
    if (isa<TokenType>(type) != (index + 1 == op->getNumResults()))
      return op->emitOpError() << "result " << index << " has type " << type
                               << ", expected tensors, then one token";
  if (op->getNumResults() == 0)
    return op->emitOpError() << "has no results, expected a token";
  return success();
}

LogicalResult RecvOp::verify() { return verifyReceived(*this); }

LogicalResult InfeedOp::verify() { return verifyReceived(*this); }
