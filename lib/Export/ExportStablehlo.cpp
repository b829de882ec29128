//===- ExportStablehlo.cpp - A partitioned program as XLA reads it --------===//
//
//   %0 = dist.all_gather %x dim 0 over {"dp"} on @mesh : ...
// becomes
//   %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, ...
//
// LowerCollectives does the operations, GlobalBoundary a boundary of whole
// tensors; here is the function around them. Tests:
// test/Export/export-stablehlo*.mlir.
//
//===----------------------------------------------------------------------===//
#include "BoundaryWords.h"
#include "DeviceOrders.h"
#include "GlobalBoundary.h"
#include "LowerCollectives.h"
#include "SdyShardings.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Main.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Export/Passes.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_EXPORTSTABLEHLOPASS
#include "popt/Export/Passes.h.inc"

namespace {

class ExportStablehlo : public impl::ExportStablehloPassBase<ExportStablehlo> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

  LogicalResult run();
  LogicalResult check(func::FuncOp main, dist::MeshOp mesh);
  void writeBoundary(func::FuncOp main, dist::MeshOp mesh);
};

} // namespace

/// Refuses modules that StableHLO cannot express.
LogicalResult ExportStablehlo::check(func::FuncOp main, dist::MeshOp mesh) {
  for (const MeshAxis &axis : mesh.toMesh().axes) {
    if (axis.kind == AxisKind::Stage)
      return mesh.emitError()
             << "axis \"" << axis.name << "\" is a stage axis: its coordinates "
             << "run programs of their own, and StableHLO has one program for "
             << "all devices; make it a device axis (--mesh " << axis.name
             << "=" << axis.size << ")";
    if (axis.kind == AxisKind::Time && !main->hasAttr(dist::kFolded))
      return mesh.emitError() << "axis \"" << axis.name
                              << "\" is a time axis that is not folded";
  }
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (isa<RankedTensorType>(main.getArgumentTypes()[i]) &&
        !main.getArgAttr(i, dist::kGlobalType))
      return main.emitError(dist::describeArgument(main, i))
             << " is not a block of a global tensor; only partitioned programs "
                "are exported as StableHLO";
  return success();
}

/// Replaces dist's attributes of arguments and results by those that XLA keeps.
void ExportStablehlo::writeBoundary(func::FuncOp main, dist::MeshOp mesh) {
  dist::BoundaryAttrs attrs(main);
  auto text = [](auto value) {
    std::string printed;
    llvm::raw_string_ostream(printed) << value;
    return printed;
  };
  exportNames(attrs);
  Mesh axes = mesh.toMesh();
  auto describeBlock = [&](NamedAttrList &list) {
    if (auto type = dyn_cast_or_null<TypeAttr>(list.get(dist::kGlobalType)))
      addFrontendAttribute(&getContext(), list, "popt.type",
                           text(type.getValue()));
    if (auto sharding =
            dyn_cast_or_null<dist::ShardingAttr>(list.get(dist::kSharding)))
      addFrontendAttribute(&getContext(), list, "popt.sharding",
                           sharding.toLayout(axes).str(axes));
    if (Attribute order = list.get(dist::kDeviceIds))
      addFrontendAttribute(&getContext(), list, "popt.device_ids", text(order));
  };
  if (boundary == Boundary::Local) {
    llvm::for_each(attrs.arguments, describeBlock);
    llvm::for_each(attrs.results, describeBlock);
  }
  dropDistWords(attrs);
  attrs.write();
}

LogicalResult ExportStablehlo::run() {
  ModuleOp module = getOperation();
  FailureOr<dist::MainOnMesh> found = dist::requireMain(module);
  if (failed(found))
    return failure();
  auto [main, mesh] = *found;
  if (failed(check(main, mesh)))
    return failure();
  Mesh axes = mesh.toMesh();
  warnOfIgnoredWords(module);
  if (boundary == Boundary::Global)
    makeBoundaryEven(main, mesh);
  else
    permuteBoundary(main, mesh);
  if (failed(CollectiveLowering(mesh, groups).lower(main.getBody())))
    return failure();
  if (boundary == Boundary::Global)
    wrapInManual(main, mesh);
  writeBoundary(main, mesh);

  Builder builder(&getContext());
  main->removeAttr(dist::kFolded);
  // Compilers of StableHLO decide themselves what is held.
  main.walk([](Operation *op) { op->removeAttr(dist::kRecompute); });
  for (NamedAttribute attr : llvm::to_vector(module->getDiscardableAttrs()))
    if (attr.getName().getValue().starts_with("dist."))
      module->removeDiscardableAttr(attr.getName());
  module->setAttr("mhlo.num_partitions",
                  builder.getI32IntegerAttr(axes.numRanks()));
  module->setAttr("mhlo.num_replicas", builder.getI32IntegerAttr(1));
  if (groups == GroupForm::Axes || boundary == Boundary::Global) {
    OpBuilder at(mesh);
    sdy::MeshOp::create(at, mesh.getLoc(), mesh.getSymName(),
                        toSdyMesh(&getContext(), axes));
  }
  mesh.erase();
  return success();
}

} // namespace popt
