//===- ExportSdy.cpp - Shardings as JAX and Shardy read them --------------===//
//
//   dist.mesh @mesh = <["dp"=2]>
//   %0 = dist.constraint %x <@mesh, [{"dp"}, {?}]> : tensor<8x4xf32>
// becomes
//   sdy.mesh @mesh = <["dp"=2]>
//   %0 = sdy.sharding_constraint %x <@mesh, [{"dp"}, {?}]> : tensor<8x4xf32>
//
// The opposite of import-sdy. Tests: test/Export/export-sdy.mlir,
// export-sdy-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "BoundaryWords.h"
#include "DeviceOrders.h"
#include "LowerCollectives.h"
#include "SdyShardings.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Export/Passes.h"
#include "popt/Interfaces/OpModel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

#include <set>

using namespace mlir;
using namespace popt;

namespace popt {
#define GEN_PASS_DEF_EXPORTSDYPASS
#include "popt/Export/Passes.h.inc"
} // namespace popt

namespace {

/// Rewrites one module.
class Exporter {
public:
  Exporter(ModuleOp module, dist::MeshOp mesh)
      : module(module), meshOp(mesh), mesh(mesh.toMesh()), meshes(mesh),
        context(module.getContext()) {}
  LogicalResult run();

private:
  /// The part that sdy can express; the rest is a remark, `what` says of which
  /// value.
  sdy::TensorShardingAttr convert(dist::ShardingAttr sharding, Location loc,
                                  const Twine &what) {
    return convert(sharding, loc, what, meshOp.getRef());
  }
  sdy::TensorShardingAttr convert(dist::ShardingAttr sharding, Location loc,
                                  const Twine &what, FlatSymbolRefAttr on);
  sdy::TensorShardingPerValueAttr convert(ArrayAttr shardings, Operation *op,
                                          StringRef what);
  void exportFunction(FunctionOpInterface func);
  LogicalResult exportOperation(Operation *op);
  LogicalResult exportManual(dist::ManualOp op);
  void exportAttributes(Operation *op);

  ModuleOp module;
  dist::MeshOp meshOp;
  Mesh mesh;
  BoundaryMeshes meshes;
  MLIRContext *context;
};

} // namespace

sdy::TensorShardingAttr Exporter::convert(dist::ShardingAttr sharding,
                                          Location loc, const Twine &what,
                                          FlatSymbolRefAttr on) {
  SdySharding result =
      toSdySharding(context, on, mesh, sharding.toLayout(mesh));
  std::set<std::string> dropped(result.dropped.begin(), result.dropped.end());
  for (const std::string &word : dropped)
    remark::analysis(loc,
                     remark::RemarkOpts::name("dropped").category("export"))
        << (what + ": sdy cannot say " + word).str();
  return result.sharding;
}

sdy::TensorShardingPerValueAttr
Exporter::convert(ArrayAttr shardings, Operation *op, StringRef what) {
  SmallVector<sdy::TensorShardingAttr> list;
  for (auto [i, sharding] :
       llvm::enumerate(shardings.getAsRange<dist::ShardingAttr>()))
    list.push_back(convert(sharding, op->getLoc(),
                           what + Twine(" ") + Twine(i) + " of " +
                               op->getName().getStringRef()));
  return sdy::TensorShardingPerValueAttr::get(context, list);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

void Exporter::exportFunction(FunctionOpInterface func) {
  dist::BoundaryAttrs attrs(func);
  for (auto [i, list] : llvm::enumerate(attrs.arguments))
    if (dist::ShardingAttr sharding = attrs.getSharding(i))
      list.set(sdy::kShardingAttr,
               convert(sharding, func.getLoc(), dist::describeArgument(func, i),
                       meshes.of(list)));
  for (auto [i, list] : llvm::enumerate(attrs.results))
    if (dist::ShardingAttr sharding = attrs.getResultSharding(i))
      list.set(sdy::kShardingAttr,
               convert(sharding, func.getLoc(), dist::describeResult(func, i),
                       meshes.of(list)));
  exportNames(attrs);
  dropDistWords(attrs);
  attrs.write();
}

/// Loops and branches: XLA drops values that they carry unchanged before it
/// reads shardings, and would miscount. Their operands and yielded values have
/// the same shardings.
static bool carriesValues(Operation *op) {
  return op->getNumRegions() > 0 && !valueTiesOf(op).empty();
}

void Exporter::exportAttributes(Operation *op) {
  if (auto shardings = op->getAttrOfType<ArrayAttr>(dist::kShardings);
      shardings && !carriesValues(op))
    op->setAttr(sdy::kShardingAttr, convert(shardings, op, "result"));
  for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
    if (attr.getName().getValue().starts_with("dist."))
      op->removeDiscardableAttr(attr.getName());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static sdy::PropagationDirection toDirection(dist::Direction direction) {
  switch (direction) {
  case dist::Direction::None:
    return sdy::PropagationDirection::NONE;
  case dist::Direction::Forward:
    return sdy::PropagationDirection::FORWARD;
  case dist::Direction::Backward:
    return sdy::PropagationDirection::BACKWARD;
  }
  llvm_unreachable("unknown direction");
}

LogicalResult Exporter::exportManual(dist::ManualOp op) {
  if (failed(CollectiveLowering(meshOp, GroupForm::Lists).lower(op.getBody())))
    return failure();
  OpBuilder builder(op);
  SmallVector<StringAttr> axes;
  for (const AxisRef &axis : op.getManualAxes().toAxisList(mesh))
    axes.push_back(builder.getStringAttr(mesh.axes[axis.axis].name));
  auto result = sdy::ManualComputationOp::create(
      builder, op.getLoc(), op.getResultTypes(), op.getInputs(),
      convert(op.getInShardings(), op, "operand"),
      convert(op.getOutShardings(), op, "result"),
      sdy::ManualAxesAttr::get(context, axes));
  result.getBody().takeBody(op.getBody());
  Operation *end = result.getBody().front().getTerminator();
  builder.setInsertionPoint(end);
  sdy::ReturnOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
  op->replaceAllUsesWith(result);
  op->erase();
  return success();
}

LogicalResult Exporter::exportOperation(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Operation *result = nullptr;
  if (auto constraint = dyn_cast<dist::ConstraintOp>(op)) {
    // The propagated sharding fits the user's.
    dist::ShardingAttr sharding = dist::getSharding(constraint.getResult());
    result = sdy::ShardingConstraintOp::create(
        builder, loc, constraint.getType(), constraint.getInput(),
        convert(sharding ? sharding : constraint.getSharding(), loc,
                "a constraint"));
  } else if (auto group = dyn_cast<dist::ShardingGroupOp>(op)) {
    sdy::ShardingGroupOp::create(builder, loc, group.getInput(),
                                 group.getGroup());
  } else if (auto barrier = dyn_cast<dist::PropagationBarrierOp>(op)) {
    result = sdy::PropagationBarrierOp::create(builder, loc, barrier.getType(),
                                               barrier.getInput(),
                                               toDirection(barrier.getAllow()));
  } else if (auto manual = dyn_cast<dist::ManualOp>(op)) {
    return exportManual(manual);
  } else {
    // Local operations of a manual region go with the region.
    if (op->getParentOfType<dist::ManualOp>())
      return success();
    return op->emitError() << op->getName() << " cannot be said in sdy; only "
                           << "programs up to propagated are exported so";
  }
  if (result)
    op->replaceAllUsesWith(result->getResults());
  op->erase();
  return success();
}

LogicalResult Exporter::run() {
  for (auto func : module.getOps<FunctionOpInterface>())
    exportFunction(func);
  for (const MeshAxis &axis : mesh.axes)
    if (axis.kind == AxisKind::Time)
      remark::analysis(meshOp.getLoc(),
                       remark::RemarkOpts::name("dropped").category("export"))
          << "mesh: sdy cannot say time axis \"" + axis.name + "\"";
  SmallVector<Operation *> own;
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<dist::DistDialect>(op->getDialect()) && op != meshOp &&
        !isa<dist::ReturnOp>(op))
      own.push_back(op);
  });
  // Inner regions come before outer ones.
  for (Operation *op : own)
    if (failed(exportOperation(op)))
      return failure();
  module.walk([&](Operation *op) { exportAttributes(op); });
  OpBuilder builder(meshOp);
  sdy::MeshOp::create(builder, meshOp.getLoc(), meshOp.getSymName(),
                      toSdyMesh(context, mesh));
  meshOp.erase();
  return success();
}

namespace popt {
namespace {

class ExportSdy : public impl::ExportSdyPassBase<ExportSdy> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    dist::MeshOp mesh = dist::getMesh(module);
    warnOfIgnoredWords(module);
    // Compilers of StableHLO decide themselves what is held.
    module.walk([](Operation *op) { op->removeAttr(dist::kRecompute); });
    if (mesh && failed(Exporter(module, mesh).run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace popt
