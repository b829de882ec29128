//===- ImportGspmd.cpp - Sharding strings become sdy ----------------------===//
//
//   %x: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4]
//   last_tile_dim_replicate}"}
// becomes
//   sdy.mesh @mesh = <["axis_0"=2, "axis_1"=2]>
//   %x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis_0"}, {}]>}
//
// import-sdy does the rest, so that modules of either kind, and of both, take
// the same way. Tests: test/Import/import-gspmd.mlir, import-gspmd-mesh.mlir,
// import-gspmd-manual.mlir, import-gspmd-frontend.mlir,
// import-gspmd-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "FrontendAttributes.h"
#include "GspmdMesh.h"
#include "ManualMarkers.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace popt {
#define GEN_PASS_DEF_IMPORTGSPMDPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

using Kind = GspmdSharding::Kind;

namespace {
class Importer {
public:
  explicit Importer(ModuleOp module)
      : module(module), builder(module.getContext()),
        name(builder.getStringAttr(kGspmdSharding)) {}
  LogicalResult run();

private:
  LogicalResult importFunction(FunctionOpInterface func);
  LogicalResult importOperation(Operation *op);
  LogicalResult importConstraint(stablehlo::CustomCallOp call);
  LogicalResult addMarker(stablehlo::CustomCallOp call);
  LogicalResult importMarkers();
  FailureOr<sdy::TensorShardingAttr>
  convertOne(Attribute attr, Type type, ArrayRef<int64_t> open, Operation *op);
  /// The same with the open dims that `said` lists; errors are of `op`.
  FailureOr<sdy::TensorShardingAttr>
  convertOpen(Operation *said, Attribute attr, Type type, Operation *op);
  void addToGroup(const GspmdSharding &sharding, Value value, Location loc);
  void dropStrings();

  ModuleOp module;
  OpBuilder builder;
  StringAttr name;
  GspmdMesh mesh;
  ManualMarkers markers;
  int64_t firstGroup = 0;
};
} // namespace

/// The calls of sharding annotations, by their target.
static bool isCall(Operation *op, StringRef target) {
  auto call = dyn_cast_or_null<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == target;
}
static bool isEntry(Operation *op) {
  return isCall(op, "SPMDFullToShardShape");
}
static bool isMarker(Operation *op) {
  return isEntry(op) || isCall(op, "SPMDShardToFullShape");
}
static bool isAnnotation(Operation *op) {
  return isMarker(op) || isCall(op, "Sharding");
}

/// Reads `unspecified_dims=[0,1]`.
static FailureOr<SmallVector<int64_t>> getOpenDims(Operation *op) {
  SmallVector<int64_t> dims;
  auto config = op->getAttrOfType<StringAttr>("backend_config");
  StringRef text = config ? config.getValue().trim() : StringRef();
  if (text.empty())
    return dims;
  auto fail = [&] {
    return op->emitError() << "backend_config " << config
                           << " is not of the form unspecified_dims=[0,1]";
  };
  if (!text.consume_front("unspecified_dims=[") || !text.consume_back("]"))
    return fail();
  SmallVector<StringRef> numbers;
  text.split(numbers, ',', -1, /*KeepEmpty=*/false);
  for (StringRef number : numbers)
    if (number.trim().getAsInteger(10, dims.emplace_back()))
      return fail();
  return dims;
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// Values with one number are sharded alike.
void Importer::addToGroup(const GspmdSharding &sharding, Value value,
                          Location loc) {
  if (sharding.group && isa<RankedTensorType>(value.getType()))
    sdy::ShardingGroupOp::create(builder, loc, value,
                                 firstGroup + *sharding.group);
}

FailureOr<sdy::TensorShardingAttr> Importer::convertOne(Attribute attr,
                                                        Type type,
                                                        ArrayRef<int64_t> open,
                                                        Operation *op) {
  ArrayRef<GspmdSharding> list = mesh.lookup(cast<StringAttr>(attr));
  if (list.size() != 1)
    return op->emitError() << list.size()
                           << " shardings are given to one value";
  bool isInside = isa<sdy::ManualComputationOp>(op) ||
                  op->getParentOfType<sdy::ManualComputationOp>() != nullptr;
  if (list[0].kind == Kind::Manual && !isInside)
    return op->emitError("a value outside of manual regions is manual");
  return mesh.convert(list[0], type, open, op);
}

FailureOr<sdy::TensorShardingAttr> Importer::convertOpen(Operation *said,
                                                         Attribute attr,
                                                         Type type,
                                                         Operation *op) {
  FailureOr<SmallVector<int64_t>> open = getOpenDims(said);
  if (failed(open))
    return failure();
  return convertOne(attr, type, *open, op);
}

LogicalResult Importer::importFunction(FunctionOpInterface func) {
  dist::BoundaryAttrs attrs(func);
  // What the list said, if anything.
  auto convert = [&](NamedAttrList &list, Type type) -> FailureOr<Attribute> {
    Attribute attr = list.get(name);
    if (!attr)
      return attr;
    auto sharding = convertOne(attr, type, {}, func);
    if (failed(sharding))
      return failure();
    list.erase(name);
    if (*sharding)
      list.set(sdy::kShardingAttr, *sharding);
    return attr;
  };
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    FailureOr<Attribute> said =
        convert(attrs.arguments[i], func.getArgumentTypes()[i]);
    if (failed(said))
      return failure();
    if (*said && !func.isExternal()) {
      builder.setInsertionPointToStart(&func.getFunctionBody().front());
      addToGroup(mesh.lookup(cast<StringAttr>(*said))[0], func.getArgument(i),
                 func.getLoc());
    }
  }
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (failed(convert(attrs.results[i], func.getResultTypes()[i])))
      return failure();
  attrs.write();
  return success();
}

/// False if all dims may have any axes.
static bool saysAnything(sdy::TensorShardingAttr sharding) {
  return sharding.getRank() == 0 || !sharding.getUnreducedAxes().empty() ||
         llvm::any_of(sharding.getDimShardings(), [](auto dim) {
           return dim.getIsClosed() || !dim.emptyAxes();
         });
}

LogicalResult Importer::importConstraint(stablehlo::CustomCallOp call) {
  Attribute attr = call->getAttr(name);
  Value value = call->getNumOperands() == 1 ? call->getOperand(0) : Value();
  if (!attr || !value || call->getNumResults() != 1 ||
      call->getResult(0).getType() != value.getType())
    return call.emitError()
           << "@" << call.getCallTargetName()
           << " needs one operand, a result of its type and " << name;
  auto sharding = convertOpen(call, attr, value.getType(), call);
  if (failed(sharding))
    return failure();
  builder.setInsertionPoint(call);
  if (*sharding && saysAnything(*sharding))
    value = sdy::ShardingConstraintOp::create(builder, call.getLoc(), value,
                                              *sharding);
  addToGroup(mesh.lookup(cast<StringAttr>(attr))[0], value, call.getLoc());
  call->getResult(0).replaceAllUsesWith(value);
  call.erase();
  return success();
}

LogicalResult Importer::importOperation(Operation *op) {
  if (isCall(op, "Sharding"))
    return importConstraint(cast<stablehlo::CustomCallOp>(op));
  auto attr = op->getAttrOfType<StringAttr>(name);
  if (!attr)
    return success();
  op->removeAttr(name);
  ArrayRef<GspmdSharding> list = mesh.lookup(attr);
  bool isTuple = attr.getValue().ltrim().starts_with("{{");
  if (op->getNumResults() == 0)
    return success();
  // One sharding that fits any shape may stand for all results.
  if (list.size() != op->getNumResults() &&
      (isTuple || list.size() != 1 || list[0].kind == Kind::Tiled))
    return op->emitError() << list.size() << " shardings are given to "
                           << op->getNumResults() << " results";
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (OpResult result : op->getResults()) {
    const GspmdSharding &sharding =
        list[list.size() == 1 ? 0 : result.getResultNumber()];
    auto converted = mesh.convert(sharding, result.getType(), {}, op);
    if (failed(converted))
      return failure();
    if (!*converted)
      return success(); // Nothing is said, or the values are local.
    shardings.push_back(*converted);
  }
  op->setAttr(sdy::kShardingAttr, sdy::TensorShardingPerValueAttr::get(
                                      op->getContext(), shardings));
  return success();
}

//===----------------------------------------------------------------------===//
// Manual regions
//===----------------------------------------------------------------------===//

/// An entry's blocks are manual; how the whole was cut is said by the
/// annotation that makes its operand. An exit says it itself.
LogicalResult Importer::addMarker(stablehlo::CustomCallOp call) {
  if (call->getNumOperands() != 1 || call->getNumResults() != 1)
    return call.emitError() << "@" << call.getCallTargetName()
                            << " needs one operand and one result";
  bool entry = isEntry(call);
  Operation *cut = entry ? call->getOperand(0).getDefiningOp() : call;
  Operation *local = entry ? call : call->getOperand(0).getDefiningOp();
  auto get = [&](Operation *op) {
    return op ? op->getAttrOfType<StringAttr>(name) : StringAttr();
  };
  StringAttr cutText = get(cut), localText = get(local);
  if (!cutText || !localText || mesh.lookup(localText).size() != 1)
    return call.emitError()
           << "@" << call.getCallTargetName() << " needs " << name
           << ", and an operand made by @Sharding with " << name;
  Value whole = entry ? call->getOperand(0) : call->getResult(0);
  auto sharding = convertOpen(cut, cutText, whole.getType(), call);
  if (failed(sharding))
    return failure();
  if (!*sharding && !mesh.getAxes().empty())
    return call.emitError() << "sharding " << cutText
                            << " does not say how values become blocks";
  ManualMarker marker;
  marker.isEntry = entry;
  marker.axes = mesh.getManualAxes(mesh.lookup(localText)[0]);
  marker.outer = mesh.getManualAxes(mesh.lookup(cutText)[0]);
  marker.shardings.push_back(*sharding);
  markers[call] = std::move(marker);
  return success();
}

LogicalResult Importer::importMarkers() {
  SmallVector<stablehlo::CustomCallOp> calls;
  module.walk([&](stablehlo::CustomCallOp call) {
    if (isMarker(call))
      calls.push_back(call);
  });
  for (stablehlo::CustomCallOp call : calls)
    if (failed(addMarker(call)))
      return failure();
  if (!mesh.getAxes().empty() || calls.empty())
    return makeManualRegions(module, std::move(markers));
  // One device: blocks are whole.
  for (stablehlo::CustomCallOp call : calls) {
    if (call->getOperandTypes() != call->getResultTypes())
      return call.emitError("changes shapes, but there is one device");
    call->replaceAllUsesWith(call->getOperands());
    call.erase();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

/// Removes the frontend attributes' copies of it.
void Importer::dropStrings() {
  module.walk([&](Operation *op) {
    op->removeDiscardableAttr(name);
    auto func = dyn_cast<FunctionOpInterface>(op);
    if (!func)
      return;
    dist::BoundaryAttrs attrs(func);
    for (NamedAttrList &list : attrs.arguments)
      list.erase(name);
    for (NamedAttrList &list : attrs.results)
      list.erase(name);
    attrs.write();
  });
}

LogicalResult Importer::run() {
  bool hasFrontend = false;
  if (failed(importFrontendAttributes(module, markers, hasFrontend)))
    return failure();
  if (hasFrontend) {
    dropStrings();
    return makeManualRegions(module, std::move(markers));
  }
  if (failed(mesh.collect(module)))
    return failure();
  if (!mesh.hasStrings())
    return success();
  mesh.declare(module);
  module.walk([&](sdy::ShardingGroupOp group) {
    firstGroup = std::max<int64_t>(firstGroup, group.getGroupId() + 1);
  });
  for (auto func : module.getOps<FunctionOpInterface>())
    if (failed(importFunction(func)))
      return failure();
  if (failed(importMarkers()))
    return failure();
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    if (op->hasAttr(name) || isAnnotation(op))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    if (failed(importOperation(op)))
      return failure();
  return success();
}

namespace {
struct ImportGspmdPass
    : public popt::impl::ImportGspmdPassBase<ImportGspmdPass> {
  void runOnOperation() override {
    if (failed(Importer(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace
