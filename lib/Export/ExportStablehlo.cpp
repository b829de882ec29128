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
#include "GlobalBoundary.h"
#include "LowerCollectives.h"
#include "SdyShardings.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Export/Passes.h"

#include "mlir/IR/Remarks.h"

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

/// What a StableHLO module cannot be.
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

/// Replaces what dist says of arguments and results by what XLA keeps.
void ExportStablehlo::writeBoundary(func::FuncOp main, dist::MeshOp mesh) {
  Builder builder(&getContext());
  dist::BoundaryAttrs attrs(main);
  auto text = [&](auto value) {
    std::string printed;
    llvm::raw_string_ostream os(printed);
    os << value;
    return builder.getStringAttr(printed);
  };
  auto convert = [&](NamedAttrList &list, bool isResult) {
    NamedAttrList said;
    auto type = dyn_cast_or_null<TypeAttr>(list.get(dist::kGlobalType));
    auto sharding =
        dyn_cast_or_null<dist::ShardingAttr>(list.get(dist::kSharding));
    if (auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName))) {
      if (isResult)
        list.set("jax.result_info", name);
      else
        said.set("popt.name", name);
    }
    if (type && boundary == Boundary::Local) {
      said.set("popt.type", text(type.getValue()));
      Mesh axes = mesh.toMesh();
      if (sharding)
        said.set("popt.sharding",
                 builder.getStringAttr(sharding.toLayout(axes).str(axes)));
    }
    if (!said.empty())
      list.set("mhlo.frontend_attributes", said.getDictionary(&getContext()));
  };
  for (auto [i, list] : llvm::enumerate(attrs.arguments)) {
    convert(list, /*isResult=*/false);
    if (std::optional<unsigned> result = attrs.stateOf(i))
      list.set("tf.aliasing_output", builder.getI32IntegerAttr(*result));
  }
  for (NamedAttrList &list : attrs.results)
    convert(list, /*isResult=*/true);
  for (MutableArrayRef<NamedAttrList> lists :
       {MutableArrayRef<NamedAttrList>(attrs.arguments),
        MutableArrayRef<NamedAttrList>(attrs.results)})
    for (NamedAttrList &list : lists)
      for (NamedAttribute attr : llvm::to_vector(list.getAttrs()))
        if (attr.getName().getValue().starts_with("dist."))
          list.erase(attr.getName());
  attrs.write();
}

/// Shardings in the host's memory; StableHLO has one memory.
static void remarkHostMemory(func::FuncOp main, const Mesh &mesh) {
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    dist::ShardingAttr sharding = dist::getSharding(main.getArgument(i));
    if (sharding && sharding.toLayout(mesh).memory == Memory::Host)
      remark::analysis(main.getLoc(),
                       remark::RemarkOpts::name("memory").category("export"))
          << dist::describeArgument(main, i) +
                 " lives in host memory, which the exported program does not "
                 "say";
  }
}

LogicalResult ExportStablehlo::run() {
  ModuleOp module = getOperation();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!main || main.isExternal())
    return module.emitError("module has no function @main with a body");
  dist::MeshOp mesh = dist::getMesh(module);
  if (!mesh)
    return module.emitError("module has no dist.mesh");
  if (failed(check(main, mesh)))
    return failure();
  Mesh axes = mesh.toMesh();
  remarkHostMemory(main, axes);
  if (boundary == Boundary::Global)
    makeBoundaryEven(main, mesh);
  if (failed(CollectiveLowering(mesh, groups).lower(main.getBody())))
    return failure();
  if (boundary == Boundary::Global)
    wrapInManual(main, mesh);
  writeBoundary(main, mesh);

  Builder builder(&getContext());
  main->removeAttr(dist::kFolded);
  module->removeAttr(dist::kMemoryPrice);
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
