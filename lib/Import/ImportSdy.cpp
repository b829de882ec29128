//===- ImportSdy.cpp - sdy annotations become dist ------------------------===//
//
//   sdy.mesh @mesh = <["dp"=2, "x"=1]>
//   %0 = sdy.sharding_constraint %x <@mesh, [{"dp"}, {"x", ?}]> :
//   tensor<8x4xf32>
// becomes
//   dist.mesh @mesh = <["dp"=2]>
//   %0 = dist.constraint %x <@mesh, [{"dp"}, {?}]> : tensor<8x4xf32>
//
// How several meshes become one is SdyMeshes.h's. Tests:
// test/Import/import-sdy.mlir, import-sdy-meshes.mlir, import-sdy-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyDevices.h"
#include "SdyMeshes.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace popt {
#define GEN_PASS_DEF_IMPORTSDYPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// Rewrites one module.
class Importer {
public:
  Importer(ModuleOp module) : module(module), builder(module.getContext()) {}
  LogicalResult run();

private:
  LogicalResult importMesh();
  LogicalResult importFunction(FunctionOpInterface func);
  LogicalResult importAttributes(Operation *op);
  LogicalResult importOperation(Operation *op);
  LogicalResult importManual(sdy::ManualComputationOp op);
  LogicalResult importNamed(sdy::NamedComputationOp op);
  LogicalResult importReplicaGroups(Operation *op);
  LogicalResult checkGroups();
  FailureOr<Value> constrain(Value value, sdy::TensorShardingAttr sharding,
                             Operation *op);
  FailureOr<ArrayAttr> convertList(sdy::TensorShardingPerValueAttr list,
                                   TypeRange types, Operation *op);
  LogicalResult replaceByConstraint(Operation *op,
                                    sdy::TensorShardingAttr sharding);

  ModuleOp module;
  OpBuilder builder;
  SdyMeshes meshes;
};
} // namespace

/// Replaces the old meshes by the chosen one.
LogicalResult Importer::importMesh() {
  auto distMeshes = module.getOps<dist::MeshOp>();
  if (meshes.hasMesh() && !distMeshes.empty())
    return (*distMeshes.begin())->emitError()
           << "stands beside an sdy.mesh; a module has one mesh";
  // An sdy.mesh may have any size.
  if (std::string problem = meshes.getMesh().check(); !problem.empty())
    return emitError(meshes.getLoc()) << problem;
  for (auto op : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>()))
    op.erase();
  if (!meshes.hasMesh())
    return success();
  builder.setInsertionPointToStart(module.getBody());
  dist::MeshOp::create(
      builder, meshes.getLoc(), meshes.getName().getAttr(),
      dist::MeshAttr::fromMesh(builder.getContext(), meshes.getMesh()));
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult Importer::importFunction(FunctionOpInterface func) {
  dist::BoundaryAttrs attrs(func);
  auto convert = [&](MutableArrayRef<NamedAttrList> lists,
                     ArrayRef<Type> types) -> LogicalResult {
    for (auto [list, type] : llvm::zip_equal(lists, types)) {
      auto old = dyn_cast_or_null<sdy::TensorShardingAttr>(
          list.get(sdy::kShardingAttr));
      if (!old)
        continue;
      FailureOr<dist::ShardingAttr> sharding = meshes.convert(old, type, func);
      if (failed(sharding))
        return failure();
      list.erase(sdy::kShardingAttr);
      if (!*sharding || !isa<RankedTensorType>(type))
        continue;
      list.set(dist::kSharding, *sharding);
      if (DenseI64ArrayAttr devices = meshes.devicesOf(old, *sharding))
        list.set(dist::kDeviceIds, devices);
    }
    return success();
  };
  if (failed(convert(attrs.arguments, func.getArgumentTypes())) ||
      failed(convert(attrs.results, func.getResultTypes())))
    return failure();
  attrs.write();
  return success();
}

FailureOr<ArrayAttr> Importer::convertList(sdy::TensorShardingPerValueAttr list,
                                           TypeRange types, Operation *op) {
  SmallVector<Attribute> shardings;
  for (auto [sharding, type] : llvm::zip_equal(list.getShardings(), types)) {
    FailureOr<dist::ShardingAttr> converted =
        meshes.convert(sharding, type, op);
    if (failed(converted))
      return failure();
    shardings.push_back(*converted);
  }
  return builder.getArrayAttr(shardings);
}

/// True for attributes that say where axes came from.
static bool isProvenance(StringRef name) {
  return name.starts_with("sdy.") && name != sdy::kShardingRuleAttr;
}

LogicalResult Importer::importAttributes(Operation *op) {
  auto list =
      op->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
    if (isProvenance(attr.getName()))
      op->removeDiscardableAttr(attr.getName());
  if (!list || !meshes.hasMesh() || op->getNumResults() == 0)
    return success();
  FailureOr<ArrayAttr> shardings = convertList(list, op->getResultTypes(), op);
  if (failed(shardings))
    return failure();
  op->setAttr(dist::kShardings, *shardings);
  return success();
}

/// The mesh that replica groups name, as an sdy mesh.
static sdy::MeshAttr getGroupMesh(stablehlo::ReplicaGroupMeshAxesAttr groups,
                                  const SdyMeshes &meshes) {
  if (auto name = dyn_cast<FlatSymbolRefAttr>(groups.getMesh()))
    return meshes.lookup(name.getValue());
  auto inlined = dyn_cast<stablehlo::MeshAttr>(groups.getMesh());
  if (!inlined)
    return {};
  MLIRContext *context = groups.getContext();
  SmallVector<sdy::MeshAxisAttr> axes;
  for (stablehlo::MeshAxisAttr axis : inlined.getAxes())
    axes.push_back(
        sdy::MeshAxisAttr::get(context, axis.getName(), axis.getSize()));
  return sdy::MeshAttr::get(context, axes, {});
}

/// Rewrites replica groups that name axes to the module's one mesh.
LogicalResult Importer::importReplicaGroups(Operation *op) {
  auto groups =
      op->getAttrOfType<stablehlo::ReplicaGroupMeshAxesAttr>("replica_groups");
  if (!groups)
    return success();
  sdy::MeshAttr from = getGroupMesh(groups, meshes);
  if (!from)
    return op->emitError() << "replica groups name " << groups.getMesh()
                           << ", which is no sdy.mesh";
  MLIRContext *context = op->getContext();
  SmallVector<Attribute> axes;
  for (Attribute attr : groups.getAxes()) {
    auto axis = cast<stablehlo::AxisRefAttr>(attr);
    sdy::SubAxisInfoAttr part;
    if (stablehlo::SubAxisInfoAttr info = axis.getSubAxisInfo())
      part =
          sdy::SubAxisInfoAttr::get(context, info.getPreSize(), info.getSize());
    if (!from.hasAxis(axis.getName()))
      return op->emitError() << "replica groups name axis \"" << axis.getName()
                             << "\", which mesh " << from << " lacks";
    std::optional<AxisList> list = meshes.translate(from, axis.getName(), part);
    if (!list)
      return op->emitError()
             << "axis \"" << axis.getName() << "\" of mesh " << from
             << " cannot be written in parts of the axes of mesh "
             << meshes.getMesh().str()
             << "; write both on one mesh whose axes make up theirs";
    for (const AxisRef &ref : *list)
      axes.push_back(stablehlo::AxisRefAttr::get(
          context, meshes.getMesh().axes[ref.axis].name,
          meshes.getMesh().isWhole(ref)
              ? stablehlo::SubAxisInfoAttr()
              : stablehlo::SubAxisInfoAttr::get(context, ref.pre, ref.size)));
  }
  if (!meshes.hasMesh()) {
    auto type = RankedTensorType::get({1, 1}, builder.getI64Type());
    op->setAttr("replica_groups",
                DenseIntElementsAttr::get(type, ArrayRef<int64_t>{0}));
    return success();
  }
  op->setAttr("replica_groups",
              stablehlo::ReplicaGroupMeshAxesAttr::get(
                  context, meshes.getName(), builder.getArrayAttr(axes)));
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// True in the body of a reduction or a sort: it runs on scalars that are
/// nowhere.
static bool isInReducer(Operation *op) {
  return !isa<FunctionOpInterface, sdy::ManualComputationOp,
              sdy::NamedComputationOp, dist::ManualOp, stablehlo::WhileOp,
              stablehlo::CaseOp, stablehlo::IfOp>(op->getParentOp());
}

FailureOr<Value> Importer::constrain(Value value,
                                     sdy::TensorShardingAttr sharding,
                                     Operation *op) {
  FailureOr<dist::ShardingAttr> converted =
      meshes.convert(sharding, value.getType(), op);
  if (failed(converted))
    return failure();
  if (!*converted || !isa<RankedTensorType>(value.getType()) || isInReducer(op))
    return value;
  return dist::ConstraintOp::create(builder, op->getLoc(), value.getType(),
                                    value, *converted)
      .getResult();
}

LogicalResult Importer::replaceByConstraint(Operation *op,
                                            sdy::TensorShardingAttr sharding) {
  FailureOr<Value> value = constrain(op->getOperand(0), sharding, op);
  if (failed(value))
    return failure();
  op->getResult(0).replaceAllUsesWith(*value);
  op->erase();
  return success();
}

/// Moves a body into a new region and ends it as dist does.
static void moveBody(Region &from, Region &to) {
  to.takeBody(from);
  Operation *end = to.front().getTerminator();
  OpBuilder builder(end);
  dist::ReturnOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
}

LogicalResult Importer::importManual(sdy::ManualComputationOp op) {
  // JAX prints such regions where layers of a scan are made again.
  if (op->getNumOperands() == 0 && op->getNumResults() == 0) {
    op.erase();
    return success();
  }
  if (!meshes.hasMesh()) { // One device: the body as it is.
    Block &body = op.getBody().front();
    Operation *end = body.getTerminator();
    op->getBlock()->getOperations().splice(op->getIterator(),
                                           body.getOperations(), body.begin(),
                                           end->getIterator());
    for (auto [arg, tensor] : llvm::zip(body.getArguments(), op.getTensors()))
      arg.replaceAllUsesWith(tensor);
    op->replaceAllUsesWith(end->getOperands());
    op->erase();
    return success();
  }
  FailureOr<ArrayAttr> in =
      convertList(op.getInShardings(), op.getTensors().getTypes(), op);
  FailureOr<ArrayAttr> out =
      convertList(op.getOutShardings(), op.getResultTypes(), op);
  if (failed(in) || failed(out))
    return failure();
  sdy::MeshAttr from = meshes.meshOf(op);
  AxisList manual;
  for (StringAttr axis : op.getManualAxes()) {
    if (!from)
      return op.emitOpError() << "names manual axis " << axis
                              << ", but no sharding tells the mesh";
    std::optional<AxisList> list = meshes.translate(from, axis.getValue(), {});
    if (!list || llvm::any_of(*list, [&](const AxisRef &ref) {
          return !meshes.getMesh().isWhole(ref);
        }))
      return op.emitOpError()
             << "manual axis " << axis << " of mesh " << from
             << " is not made of whole axes of mesh " << meshes.getMesh().str()
             << "; write both on one mesh whose axes make up theirs";
    manual.insert(manual.end(), list->begin(), list->end());
  }
  auto result = dist::ManualOp::create(
      builder, op.getLoc(), op.getResultTypes(), op.getTensors(), *in, *out,
      dist::AxisListAttr::fromAxisList(op.getContext(), meshes.getMesh(),
                                       manual));
  moveBody(op.getBody(), result.getBody());
  op->replaceAllUsesWith(result);
  op->erase();
  return success();
}

/// The body in place of the operation, between constraints.
LogicalResult Importer::importNamed(sdy::NamedComputationOp op) {
  auto constrainAll = [&](MutableArrayRef<Value> values, auto shardings) {
    if (shardings)
      for (auto [i, value] : llvm::enumerate(values)) {
        FailureOr<Value> made = constrain(value, shardings->getSharding(i), op);
        if (failed(made))
          return failure();
        value = *made;
      }
    return success();
  };
  SmallVector<Value> inputs(op.getOperands());
  if (failed(constrainAll(inputs, op.getInShardings())))
    return failure();
  Block &body = op.getBody().front();
  Operation *end = body.getTerminator();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations(), body.begin(),
                                         end->getIterator());
  for (auto [arg, input] : llvm::zip(body.getArguments(), inputs))
    arg.replaceAllUsesWith(input);
  SmallVector<Value> results(end->getOperands());
  if (failed(constrainAll(results, op.getOutShardings())))
    return failure();
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

static dist::Direction getDirection(sdy::PropagationDirection direction) {
  switch (direction) {
  case sdy::PropagationDirection::FORWARD:
    return dist::Direction::Forward;
  case sdy::PropagationDirection::BACKWARD:
    return dist::Direction::Backward;
  default:
    return dist::Direction::None;
  }
}

LogicalResult Importer::importOperation(Operation *op) {
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
    return importManual(manual);
  if (auto computation = dyn_cast<sdy::NamedComputationOp>(op))
    return importNamed(computation);
  if (auto constraint = dyn_cast<sdy::ShardingConstraintOp>(op))
    return replaceByConstraint(op, constraint.getSharding());
  if (auto reshard = dyn_cast<sdy::ReshardOp>(op))
    return replaceByConstraint(op, reshard.getSharding());
  if (auto sharding =
          op->getAttrOfType<sdy::TensorShardingAttr>("out_sharding"))
    return replaceByConstraint(op, sharding);
  if (auto edge = dyn_cast<sdy::DataFlowEdgeOp>(op); edge && edge.getSharding())
    return replaceByConstraint(op, *edge.getSharding());
  if (isa<sdy::DataFlowEdgeOp, sdy::FuncDataFlowEdgeOp>(op)) {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  } else if (auto group = dyn_cast<sdy::ShardingGroupOp>(op)) {
    dist::ShardingGroupOp::create(builder, loc, group.getInput(),
                                  group.getGroupId());
    op->erase();
  } else if (auto barrier = dyn_cast<sdy::PropagationBarrierOp>(op)) {
    auto result = dist::PropagationBarrierOp::create(
        builder, loc, barrier.getType(), barrier.getInput(),
        dist::DirectionAttr::get(op->getContext(),
                                 getDirection(barrier.getAllowedDirection())));
    result->setDiscardableAttrs(llvm::to_vector(op->getDiscardableAttrs()));
    op->replaceAllUsesWith(result);
    op->erase();
  } else if (auto constant = dyn_cast<sdy::ConstantOp>(op)) {
    auto result =
        stablehlo::ConstantOp::create(builder, loc, constant.getValue());
    result->setDiscardableAttrs(llvm::to_vector(op->getDiscardableAttrs()));
    op->replaceAllUsesWith(result);
    op->erase();
  }
  return success();
}

/// Members of a group have one shape, and are inside of the same manual region:
/// elsewhere their shardings would mean other things.
LogicalResult Importer::checkGroups() {
  // A group may have any number; hash maps have keys of their own.
  std::map<int64_t, sdy::ShardingGroupOp> firstOf;
  WalkResult walked = module.walk([&](sdy::ShardingGroupOp op) {
    auto [it, isNew] = firstOf.try_emplace(op.getGroupId(), op);
    sdy::ShardingGroupOp first = it->second;
    RankedTensorType type = op.getInput().getType(),
                     firstType = first.getInput().getType();
    std::string problem;
    llvm::raw_string_ostream out(problem);
    if (type.getShape() != firstType.getShape())
      out << "has values of types " << type << " and " << firstType
          << "; one sharding needs one shape";
    else if (op->getParentOfType<sdy::ManualComputationOp>() !=
             first->getParentOfType<sdy::ManualComputationOp>())
      out << "has values inside and outside of a manual computation";
    if (problem.empty())
      return WalkResult::advance();
    InFlightDiagnostic diag = op.emitOpError()
                              << "group " << op.getGroupId() << " " << problem;
    diag.attachNote(first.getLoc()) << "the first value";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult Importer::run() {
  if (failed(meshes.collect(module)) || failed(checkGroups()))
    return failure();
  fixDeviceNumbers(module);
  if (meshes.hasMesh() && failed(renumberDevices(module, meshes)))
    return failure();
  for (auto func : module.getOps<FunctionOpInterface>())
    if (failed(importFunction(func)))
      return failure();
  // Attributes first: operations take them over.
  SmallVector<Operation *> annotated;
  WalkResult walked = module.walk([&](Operation *op) {
    if (failed(importAttributes(op)) || failed(importReplicaGroups(op)))
      return WalkResult::interrupt();
    if (isa_and_present<sdy::SdyDialect>(op->getDialect()) &&
        !isa<sdy::MeshOp, sdy::ReturnOp>(op))
      annotated.push_back(op);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  for (Operation *op : annotated)
    if (failed(importOperation(op)))
      return failure();
  return importMesh();
}

namespace {
struct ImportSdyPass : public popt::impl::ImportSdyPassBase<ImportSdyPass> {
  void runOnOperation() override {
    if (failed(Importer(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
