// Communication operations of `stablehlo`: verifiers and result types.
// Covered by test/Dialect/StableHLO/ops-collectives.mlir and
// invalid-collectives.mlir.
#include "AssemblyFormat.h"
#include "Verify.h"
#include "popt/Dialect/StableHLO/ReplicaGroups.h"

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

FailureOr<popt::AxisList>
popt::stablehlo::axesOf(Operation *op, const Mesh &mesh,
                        ReplicaGroupMeshAxesAttr groups) {
  AxisList axes;
  for (Attribute entry : groups.getAxes()) {
    auto ref = cast<AxisRefAttr>(entry);
    std::optional<int> axis = mesh.find(ref.getName());
    if (!axis)
      return op->emitOpError()
             << "has replica groups along axis \"" << ref.getName()
             << "\", which mesh " << mesh.str() << " lacks";
    AxisRef whole = mesh.ref(*axis);
    if (SubAxisInfoAttr part = ref.getSubAxisInfo())
      whole = {*axis, part.getPreSize(), part.getSize()};
    if (whole.size < 1 || whole.pre < 1 ||
        mesh.axes[*axis].size % whole.end() != 0 || overlaps(axes, {whole}))
      return op->emitOpError() << "has replica groups along " << mesh.str(whole)
                               << ", which is no part of mesh " << mesh.str()
                               << " or is named twice";
    axes.push_back(whole);
  }
  return axes;
}

// Other constraints on mesh axes are checked where the mesh is known.
static LogicalResult verifyMeshExists(Operation *op,
                                      ReplicaGroupMeshAxesAttr groups) {
  auto name = dyn_cast<SymbolRefAttr>(groups.getMesh());
  Operation *table = SymbolTable::getNearestSymbolTable(op);
  if (name && table && !SymbolTable::lookupSymbolIn(table, name))
    return op->emitOpError() << "replica_groups name the unknown mesh " << name;
  return success();
}

static LogicalResult verifyDistinctIds(Operation *op, Attribute groups) {
  if (auto axes = dyn_cast<ReplicaGroupMeshAxesAttr>(groups))
    return verifyMeshExists(op, axes);
  auto dense = cast<DenseIntElementsAttr>(groups);
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

static LogicalResult verifyReplicaGroups(Operation *op, Attribute groups) {
  if (failed(verifyDistinctIds(op, groups)))
    return failure();
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return success();
  SmallVector<int64_t> ids;
  for (int64_t id : dense.getValues<int64_t>())
    if (id >= 0)
      ids.push_back(id);
  llvm::sort(ids);
  for (auto [place, id] : llvm::enumerate(ids))
    if (id != static_cast<int64_t>(place))
      return op->emitOpError()
             << "replica_groups holds " << ids.back() << ", but not " << place
             << "; every number below the largest needs a group";
  return success();
}

// Shapes are the same everywhere, so are the numbers of members. `instead` says
// how to write groups of several sizes.
static LogicalResult verifyRowsOfOneSize(Operation *op, Attribute groups,
                                         StringRef instead) {
  if (failed(verifyReplicaGroups(op, groups)))
    return failure();
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (dense && llvm::is_contained(dense.getValues<int64_t>(), -1))
    return op->emitOpError()
           << "replica_groups has rows that end with -1, but blocks of one "
              "type need groups of one size; "
           << instead;
  return success();
}

// Only operations with a channel have device numbers in their groups.
static LogicalResult verifyChannel(Operation *op) {
  auto channel = op->getAttrOfType<ChannelHandleAttr>("channel_handle");
  const int64_t handle = channel ? channel.getHandle() : 0;
  if (op->hasAttr("use_global_device_ids") && handle <= 0)
    return op->emitOpError() << "has use_global_device_ids and channel "
                             << handle << ", expected a channel above 0";
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

// `body` takes two scalars of the element type of each type and returns one.
static LogicalResult verifyReducers(Operation *op, Region &body,
                                    TypeRange types) {
  for (Type type : types) {
    Type scalar = scalarOf(type);
    if (failed(verifyBody(op, "computation", body, {scalar, scalar}, scalar)))
      return failure();
  }
  return success();
}

static LogicalResult verifyHasOperands(Operation *op) {
  if (op->getNumOperands() == 0)
    return op->emitOpError() << "has no operands, expected at least one";
  return success();
}

// The operands of a collective with roots, the last of which may be the roots.
template <typename Adaptor>
static LogicalResult inferRooted(Adaptor adaptor,
                                 SmallVectorImpl<Type> &types) {
  auto operands = adaptor.getOperands().getTypes();
  const size_t roots = adaptor.getHasDynamicRoot() && !operands.empty();
  types.append(operands.begin(), operands.end() - roots);
  return success();
}

static LogicalResult verifyRoots(Operation *op, bool hasDynamicRoot) {
  const int64_t count =
      static_cast<int64_t>(op->getNumOperands()) - hasDynamicRoot;
  if (count < 1)
    return op->emitOpError()
           << "has no operands" << (hasDynamicRoot ? " beside the roots" : "")
           << ", expected at least one";
  if (!hasDynamicRoot)
    return success();
  auto roots = tensorType(op->getOperands().back().getType());
  if (!roots.getElementType().isSignlessInteger(32) ||
      roots.getShape() != ArrayRef(count))
    return op->emitOpError() << "has roots of type " << roots
                             << ", expected tensor<" << count << "xi32>";
  return success();
}

// Shapes of `small` and `large` agree except in dimension `dim`, where `large`
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
  // Over a channel a group may be these replicas of every partition.
  auto channel = op->getAttrOfType<ChannelHandleAttr>("channel_handle");
  const bool isAllPartitions = channel && channel.getHandle() > 0 &&
                               !op->hasAttr("use_global_device_ids");
  int64_t expected;
  if (group &&
      (llvm::MulOverflow(small.getDimSize(dim), *group, expected) ||
       (isAllPartitions && expected != 0 ? large.getDimSize(dim) % expected != 0
                                         : expected != large.getDimSize(dim))))
    return op->emitOpError() << "sizes " << small.getDimSize(dim) << " and "
                             << large.getDimSize(dim) << " of dimension " << dim
                             << " do not differ by the group size " << *group;
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

LogicalResult AllGatherOp::verify() {
  if (failed(verifyHasOperands(*this)) || failed(verifyChannel(*this)) || // C6
      failed(verifyRowsOfOneSize(*this, getReplicaGroups(),
                                 "put each block into zeros at its place and "
                                 "add them up by all_reduce"))) // C5
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
  if (failed(verifyHasOperands(*this)) || // C1
      failed(verifyChannel(*this)))       // C5
    return failure();
  return verifyReplicaGroups(*this, getReplicaGroups()); // C4
}

LogicalResult AllReduceOp::verifyRegions() { // C2
  return verifyReducers(*this, getComputation(), getOperandTypes());
}

LogicalResult ReduceScatterOp::verify() {
  if (failed(verifyChannel(*this)) || // C7
      failed(verifyRowsOfOneSize(
          *this, getReplicaGroups(),
          "use all_reduce, and take each member's part of the sum"))) // C6
    return failure();
  return verifyScaled(*this, "scatter_dimension", getScatterDimension(),
                      getType(), getOperand().getType(),
                      getReplicaGroups()); // C1 to C4
}

LogicalResult ReduceScatterOp::verifyRegions() { // C5
  return verifyReducers(*this, getComputation(), getOperand().getType());
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
  if (failed(verifyHasOperands(*this)) || // C1
      failed(verifyRowsOfOneSize(
          *this, getReplicaGroups(),
          "exchange the parts by collective_permute"))) // C7
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
  auto dense = dyn_cast<DenseIntElementsAttr>(getReplicaGroups());
  if (dense && dense.empty()) // C5
    return emitOpError() << "replica_groups is empty, expected groups of "
                            "split_count "
                         << count << " members";
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
  return inferRooted(adaptor, types);
}

LogicalResult CollectiveBroadcastOp::verify() {
  if (failed(verifyRoots(*this, getHasDynamicRoot()))) // C1, C2
    return failure();
  return verifyDistinctIds(*this, getReplicaGroups()); // C4
}

LogicalResult
CollectiveReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                     Adaptor adaptor,
                                     SmallVectorImpl<Type> &types) {
  return inferRooted(adaptor, types);
}

LogicalResult CollectiveReduceOp::verify() {
  if (failed(verifyRoots(*this, getHasDynamicRoot())) || // C1, C2
      failed(verifyChannel(*this)))                      // C5
    return failure();
  return verifyReplicaGroups(*this, getReplicaGroups()); // C6
}

LogicalResult CollectiveReduceOp::verifyRegions() { // C4
  return verifyReducers(*this, getComputation(), getResultTypes());
}

LogicalResult CrossReplicaSumOp::verify() { // C2
  return verifyReplicaGroups(*this, getReplicaGroups());
}

//===----------------------------------------------------------------------===//
// Process numbers, channels, host
//===----------------------------------------------------------------------===//

static constexpr int64_t kDeviceToDevice = 1, kDeviceToHost = 2,
                         kHostToDevice = 3;

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

// The number that encodes which devices a channel connects.
static LogicalResult verifyChannelType(std::optional<Location> loc,
                                       int64_t type, bool isHostTransfer,
                                       int64_t hostType) {
  int64_t expected = isHostTransfer ? hostType : kDeviceToDevice;
  if (type == expected)
    return success();
  return emitOptionalError(loc, "channel has type ", type, ", expected ",
                           expected, isHostTransfer ? " with" : " without",
                           " is_host_transfer");
}

LogicalResult SendOp::inferReturnTypes(MLIRContext *context,
                                       std::optional<Location> loc,
                                       Adaptor adaptor,
                                       SmallVectorImpl<Type> &types) {
  if (failed(verifyChannelType(loc, adaptor.getChannelHandle().getType(),
                               adaptor.getIsHostTransfer(),
                               kDeviceToHost))) // C1
    return failure();
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

LogicalResult RecvOp::verify() {
  if (failed(verifyReceived(*this))) // C1
    return failure();
  return verifyChannelType(getLoc(), getChannelHandle().getType(),
                           getIsHostTransfer(), kHostToDevice); // C2
}

LogicalResult InfeedOp::verify() {
  if (failed(verifyReceived(*this)))
    return failure();
  std::optional<ArrayAttr> layouts = getLayout();
  if (!layouts)
    return success();
  if (layouts->size() != getNumResults() - 1) // C2
    return emitOpError() << "has " << layouts->size() << " layouts for "
                         << getNumResults() - 1 << " tensors";
  for (Attribute layout : *layouts) { // C3
    auto dims = dyn_cast<ArrayAttr>(layout);
    if (!dims || !llvm::all_of(dims, llvm::IsaPred<IntegerAttr>))
      return emitOpError() << "has layout " << layout
                           << ", expected a list of dimensions";
  }
  return success();
}
