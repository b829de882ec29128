//===- DistDialect.cpp - The dialect, and where its attributes may stand --===//
//
// Registration, and the verification of the discardable attributes
// `dist.sharding`, `dist.shardings`, `dist.operand_shardings`, `dist.name` and
// `dist.state`. Tests: test/Dialect/Dist/invalid-attributes.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Numbering.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Dist/StrategyRule.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

#include "popt/Dialect/Dist/DistDialect.cpp.inc"
#include "popt/Dialect/Dist/DistEnums.cpp.inc"

void DistDialect::initialize() {
  registerAttributes();
  registerOperations();
  addOperations<
#define GET_OP_LIST
#include "popt/Dialect/Dist/StageOps.cpp.inc"
      >();
}

/// Verifies one sharding of a value; `what` names the value.
static LogicalResult verifyShardingOf(Operation *op, Attribute attr, Type type,
                                      const Twine &what) {
  auto sharding = dyn_cast<ShardingAttr>(attr);
  if (!sharding)
    return op->emitError() << "the sharding of " << what
                           << " is not a #dist.sharding";
  MeshOp mesh = dist::getMesh(op);
  std::string problem = checkSharding(sharding, type, mesh);
  if (!problem.empty())
    return op->emitError() << problem << " in the sharding of " << what;
  return success();
}

static LogicalResult verifyShardings(Operation *op, Attribute attr,
                                     TypeRange types, StringRef what) {
  auto array = dyn_cast<ArrayAttr>(attr);
  if (!array)
    return op->emitError() << "the shardings of its " << what
                           << "s are not an array";
  if (array.size() != types.size())
    return op->emitError() << "has " << array.size() << " shardings for "
                           << types.size() << " " << what
                           << (types.size() == 1 ? "" : "s");
  for (auto [i, sharding, type] : llvm::enumerate(array, types))
    if (failed(verifyShardingOf(op, sharding, type, what + " " + Twine(i))))
      return failure();
  return success();
}

/// In a partitioned function shardings speak of the global type.
static Type globalType(Attribute attr, Type type) {
  auto global = dyn_cast_or_null<TypeAttr>(attr);
  return global ? global.getValue() : type;
}

LogicalResult DistDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attr) {
  if (attr.getName() == kShardings)
    return verifyShardings(op, attr.getValue(), op->getResultTypes(), "result");
  if (attr.getName() == kOperandShardings)
    return verifyShardings(op, attr.getValue(), op->getOperandTypes(),
                           "operand");
  if (attr.getName() == kMemoryPrice) {
    auto price = dyn_cast<FloatAttr>(attr.getValue());
    if (!price || !price.getValue().isFinite() || price.getValue().isNegative())
      return op->emitError() << "\"dist.memory_price\" is not a number of "
                                "seconds per byte, 0 or more";
  }
  if (attr.getName() == kRecomputePolicy) {
    auto policy = dyn_cast<StringAttr>(attr.getValue());
    if (!policy || !llvm::is_contained({"none", "selective", "full"}, policy))
      return op->emitError() << "\"dist.recompute_policy\" is none of "
                                "\"none\", \"selective\", \"full\"";
  }
  if (attr.getName() == kStrategies) {
    auto word = dyn_cast<StringAttr>(attr.getValue());
    if (!word ||
        !llvm::is_contained({kLeastCost, kByPrice, kPropagated, kDealt}, word))
      return op->emitError()
             << "\"dist.strategies\" is none of \"least-cost\", \"by-price\", "
                "\"propagated\", \"dealt\"";
  }
  if (attr.getName() == kNumbering)
    return verifyNumbering(op, attr.getValue());
  if (attr.getName() == kPlace)
    return verifyPlace(op, attr.getValue());
  if (attr.getName() == kRecompute && !isa<RecomputeAttr>(attr.getValue()))
    return op->emitError() << "\"dist.recompute\" is no #dist.recompute";
  if (attr.getName() == kOrder || attr.getName() == kTasks ||
      attr.getName() == kOrders || attr.getName() == kInTasks)
    return verifyTasks(op, attr);
  if (attr.getName() == kSharding)
    return op->emitError()
           << "\"dist.sharding\" stands on arguments and results of functions; "
              "operations have \"dist.shardings\"";
  return success();
}

/// No result is the next value of two arguments. Asked at each argument that is
/// state; the first looks at all, so that the whole takes linear time.
static LogicalResult verifyOneState(FunctionOpInterface func, unsigned index) {
  auto name = StringAttr::get(func.getContext(), kState);
  auto stateOf = [&](unsigned argument) {
    return func.getArgAttr(argument, name);
  };
  for (unsigned other = 0; other < index; ++other)
    if (stateOf(other))
      return success();
  llvm::DenseMap<Attribute, unsigned> arguments;
  for (unsigned other = index; other < func.getNumArguments(); ++other) {
    auto state = dyn_cast_or_null<IntegerAttr>(stateOf(other));
    if (!state)
      continue;
    auto [first, isNew] = arguments.try_emplace(state, other);
    if (!isNew)
      return func.emitError()
             << "result " << state.getInt() << " is the state of both "
             << describeArgument(func, first->second) << " and "
             << describeArgument(func, other);
  }
  return success();
}

/// A device for each place of the mesh.
static LogicalResult verifyDeviceIds(Operation *op, Attribute attr,
                                     const Twine &what) {
  auto ids = dyn_cast<DenseI64ArrayAttr>(attr);
  MeshOp meshOp = getMesh(op);
  if (!ids || !meshOp)
    return op->emitError() << "\"dist.device_ids\" of " << what
                           << " is no list of a mesh's devices";
  Mesh mesh = meshOp.toMesh();
  mesh.deviceIds.assign(ids.asArrayRef().begin(), ids.asArrayRef().end());
  if (std::string problem = mesh.check(); !problem.empty())
    return op->emitError() << "\"dist.device_ids\" of " << what << ": "
                           << problem;
  return success();
}

/// The argument's next value is a result of its type, and of no other's.
static LogicalResult verifyState(FunctionOpInterface op, unsigned index,
                                 Attribute attr) {
  auto result = dyn_cast<IntegerAttr>(attr);
  if (!result || !result.getType().isSignlessInteger(64))
    return op.emitError() << "\"dist.state\" of argument " << index
                          << " is not a 64-bit integer";
  if (result.getInt() < 0 || result.getInt() >= op.getNumResults())
    return op.emitError() << "the state of " << describeArgument(op, index)
                          << " is result " << result.getInt()
                          << ", but there are " << op.getNumResults()
                          << " results";
  Type argType = op.getArgumentTypes()[index];
  Type resultType = op.getResultTypes()[result.getInt()];
  if (argType != resultType)
    return op.emitError() << "the state of " << describeArgument(op, index)
                          << " has type " << argType << ", but result "
                          << result.getInt() << " has type " << resultType;
  return verifyOneState(op, index);
}

/// What may stand on arguments and results alike.
static LogicalResult verifyBoundary(FunctionOpInterface func, bool isResult,
                                    unsigned index, NamedAttribute attr) {
  auto what = [&] {
    return isResult ? describeResult(func, index)
                    : describeArgument(func, index);
  };
  if (attr.getName() == kSharding)
    return verifyShardingOf(
        func, attr.getValue(),
        isResult ? globalType(func.getResultAttr(index, kGlobalType),
                              func.getResultTypes()[index])
                 : globalType(func.getArgAttr(index, kGlobalType),
                              func.getArgumentTypes()[index]),
        what());
  if (attr.getName() == kPlace)
    return verifyPlace(func, attr.getValue());
  if (attr.getName() == kOwners)
    return isResult ? verifyOwners(func, func.getResultTypes()[index],
                                   attr.getValue(),
                                   func.getResultAttr(index, kSharding))
                    : verifyOwners(func, func.getArgumentTypes()[index],
                                   attr.getValue(),
                                   func.getArgAttr(index, kSharding));
  if (attr.getName() == kBlockOf)
    return isResult
               ? verifyBlockOf(
                     func,
                     globalType(func.getResultAttr(index, kGlobalType),
                                func.getResultTypes()[index]),
                     attr.getValue(), func.getResultAttr(index, kPlace))
               : verifyBlockOf(func,
                               globalType(func.getArgAttr(index, kGlobalType),
                                          func.getArgumentTypes()[index]),
                               attr.getValue(), func.getArgAttr(index, kPlace));
  if (attr.getName() == kName && !isa<StringAttr>(attr.getValue()))
    return func.emitError()
           << "\"dist.name\" of " << (isResult ? "result " : "argument ")
           << index << " is not a string";
  if (attr.getName() == kDeviceIds)
    return verifyDeviceIds(func, attr.getValue(), what());
  return success();
}

LogicalResult DistDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                    unsigned index,
                                                    NamedAttribute attr) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  if (!func)
    return success();
  return attr.getName() == kState
             ? verifyState(func, index, attr.getValue())
             : verifyBoundary(func, /*isResult=*/false, index, attr);
}

LogicalResult DistDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                       unsigned index,
                                                       NamedAttribute attr) {
  auto func = dyn_cast<FunctionOpInterface>(op);
  return func ? verifyBoundary(func, /*isResult=*/true, index, attr)
              : success();
}
