//===- FrontendAttributes.cpp - sdy attributes that travelled as strings --===//
//
// See FrontendAttributes.h. Tests: test/Import/import-gspmd-frontend.mlir,
// import-gspmd-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "FrontendAttributes.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace popt;

static constexpr StringLiteral kFrontend = "mhlo.frontend_attributes";
static constexpr StringLiteral kPrefix = "xla.sdy.";

namespace {
/// The attributes of one operation, argument or result.
class Frontend {
public:
  Frontend(Attribute attr, Location loc)
      : attrs(dyn_cast_or_null<DictionaryAttr>(attr)), loc(loc) {}

  bool hasAny() const {
    return attrs && llvm::any_of(attrs, [](NamedAttribute attr) {
             return attr.getName().strref().starts_with(kPrefix);
           });
  }
  /// What is left without those read here; null if nothing.
  DictionaryAttr getRest() const {
    SmallVector<NamedAttribute> rest;
    for (NamedAttribute attr : attrs)
      if (!attr.getName().strref().starts_with(kPrefix))
        rest.push_back(attr);
    return rest.empty() ? DictionaryAttr()
                        : DictionaryAttr::get(attrs.getContext(), rest);
  }
  /// Null if there is none with this name.
  template <typename T> FailureOr<T> read(StringRef name) const {
    Attribute attr = attrs.get((kPrefix + name).str());
    if (!attr)
      return T();
    if (auto value = dyn_cast<T>(attr))
      return value;
    auto text = dyn_cast<StringAttr>(attr);
    T value;
    if (text)
      value = dyn_cast_or_null<T>(parse(text));
    if (!value)
      return emitError(loc) << "frontend attribute " << kPrefix << name << " = "
                            << attr << " cannot be read";
    return value;
  }

private:
  /// Some writers escape quotes once more.
  static Attribute parse(StringAttr text) {
    std::string plain;
    StringRef rest = text.getValue();
    while (!rest.empty()) {
      if (rest.size() > 1 && rest.starts_with("\\"))
        rest = rest.drop_front();
      plain += rest.front();
      rest = rest.drop_front();
    }
    ScopedDiagnosticHandler silence(text.getContext(),
                                    [](Diagnostic &) { return success(); });
    return parseAttribute(plain, text.getContext());
  }

  DictionaryAttr attrs;
  Location loc;
};

class Reader {
public:
  Reader(ModuleOp module, ManualMarkers &markers)
      : module(module), builder(module.getContext()), markers(markers) {}
  LogicalResult run(bool &found);

private:
  LogicalResult readMeshes();
  LogicalResult readFunction(func::FuncOp func);
  LogicalResult readOperation(Operation *op);
  LogicalResult readCall(stablehlo::CustomCallOp call,
                         const Frontend &frontend);
  LogicalResult readMarker(Operation *op, const Frontend &frontend,
                           StringRef shardings, TypeRange types, bool isEntry);

  ModuleOp module;
  OpBuilder builder;
  ManualMarkers &markers;
  bool found = false;
};
} // namespace

LogicalResult Reader::readMeshes() {
  Frontend frontend(module->getAttr(kFrontend), module.getLoc());
  if (!frontend.hasAny())
    return success();
  found = true;
  FailureOr<DictionaryAttr> meshes = frontend.read<DictionaryAttr>("meshes");
  if (failed(meshes))
    return failure();
  builder.setInsertionPointToStart(module.getBody());
  for (NamedAttribute entry :
       *meshes ? *meshes : builder.getDictionaryAttr({})) {
    auto mesh = dyn_cast<sdy::MeshAttr>(entry.getValue());
    if (!mesh)
      return module.emitError()
             << "frontend attribute xla.sdy.meshes gives " << entry.getName()
             << " = " << entry.getValue() << ", which is no mesh";
    if (!module.lookupSymbol(entry.getName()))
      sdy::MeshOp::create(builder, module.getLoc(), entry.getName(), mesh);
  }
  module->removeAttr(kFrontend);
  if (DictionaryAttr rest = frontend.getRest())
    module->setAttr(kFrontend, rest);
  return success();
}

LogicalResult Reader::readFunction(func::FuncOp func) {
  dist::BoundaryAttrs attrs(func);
  for (NamedAttrList &list : attrs.arguments) {
    Frontend frontend(list.get(kFrontend), func.getLoc());
    if (!frontend.hasAny())
      continue;
    found = true;
    auto sharding = frontend.read<sdy::TensorShardingAttr>("sharding");
    if (failed(sharding))
      return failure();
    list.erase(kFrontend);
    if (DictionaryAttr rest = frontend.getRest())
      list.set(kFrontend, rest);
    if (*sharding)
      list.set(sdy::kShardingAttr, *sharding);
  }
  attrs.write();
  return success();
}

LogicalResult Reader::readMarker(Operation *op, const Frontend &frontend,
                                 StringRef shardings, TypeRange types,
                                 bool isEntry) {
  auto list = frontend.read<sdy::TensorShardingPerValueAttr>(shardings);
  auto axes = frontend.read<sdy::ManualAxesAttr>("manual_axes");
  if (failed(list) || failed(axes))
    return failure();
  int64_t count = *list ? (*list).size() : 0;
  if (!*axes || count != static_cast<int64_t>(types.size()))
    return op->emitError() << "needs xla.sdy.manual_axes and " << types.size()
                           << " xla.sdy." << shardings << ", not " << count;
  markers[op] = {isEntry,
                 llvm::to_vector((*list).getShardings()),
                 llvm::to_vector((*axes).getValue()),
                 {}};
  return success();
}

/// Custom calls that stand for operations of sdy.
LogicalResult Reader::readCall(stablehlo::CustomCallOp call,
                               const Frontend &frontend) {
  StringRef target = call.getCallTargetName();
  // Namespaces may stand before the name.
  StringRef own = target.substr(std::min(target.find(kPrefix), target.size()));
  own.consume_front(kPrefix);
  if (own == "GlobalToLocalShape")
    return readMarker(call, frontend, "in_shardings", call->getOperandTypes(),
                      /*isEntry=*/true);
  if (own == "LocalToGlobalShape")
    return readMarker(call, frontend, "out_shardings", call->getResultTypes(),
                      /*isEntry=*/false);
  builder.setInsertionPoint(call);
  auto checkInput = [&]() -> LogicalResult {
    return success(call->getNumOperands() == 1 ||
                   failed(call.emitError() << "has " << call->getNumOperands()
                                           << " operands instead of one"));
  };
  if (own == "ShardingGroup") {
    FailureOr<IntegerAttr> group =
        frontend.read<IntegerAttr>("sharding_group_id");
    if (failed(group) || failed(checkInput()))
      return failure();
    if (*group && isa<RankedTensorType>(call->getOperand(0).getType()))
      sdy::ShardingGroupOp::create(builder, call.getLoc(), call->getOperand(0),
                                   (*group).getInt());
    if (!call->use_empty())
      return call.emitError("has results that are used");
    call.erase();
    return success();
  }
  bool isResult = own == "FuncResultSharding";
  if (target != "Sharding" && !isResult)
    return success();
  auto list = frontend.read<sdy::TensorShardingPerValueAttr>("sharding");
  if (failed(list) || failed(checkInput()))
    return failure();
  if (!*list || (*list).size() != 1 || call->getNumResults() != 1)
    return call.emitError("needs one xla.sdy.sharding and one result");
  sdy::TensorShardingAttr sharding = (*list).getSharding(0);
  Value value = call->getOperand(0);
  if (isResult) {
    for (OpOperand &use : call->getUses())
      if (auto end = dyn_cast<func::ReturnOp>(use.getOwner()))
        cast<func::FuncOp>(end->getParentOp())
            .setResultAttr(use.getOperandNumber(), sdy::kShardingAttr,
                           sharding);
  } else {
    value = sdy::ShardingConstraintOp::create(builder, call.getLoc(), value,
                                              sharding);
  }
  call->getResult(0).replaceAllUsesWith(value);
  call.erase();
  return success();
}

LogicalResult Reader::readOperation(Operation *op) {
  Frontend frontend(op->getAttr(kFrontend), op->getLoc());
  if (!frontend.hasAny())
    return success();
  found = true;
  auto sharding = frontend.read<sdy::TensorShardingPerValueAttr>("sharding");
  auto rule = frontend.read<sdy::OpShardingRuleAttr>("sharding_rule");
  if (failed(sharding) || failed(rule))
    return failure();
  op->removeAttr(kFrontend);
  if (DictionaryAttr rest = frontend.getRest())
    op->setAttr(kFrontend, rest);
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  StringRef target = call ? call.getCallTargetName() : StringRef();
  if (target == "Sharding" || target.contains(kPrefix))
    return readCall(call, frontend);
  if (*sharding)
    op->setAttr(sdy::kShardingAttr, *sharding);
  if (*rule)
    op->setAttr(sdy::kShardingRuleAttr, *rule);
  return success();
}

LogicalResult Reader::run(bool &result) {
  if (failed(readMeshes()))
    return failure();
  for (auto func : module.getOps<func::FuncOp>()) {
    SmallVector<Operation *> operations;
    func.walk([&](Operation *op) {
      if (op != func)
        operations.push_back(op);
    });
    if (failed(readFunction(func)))
      return failure();
    for (Operation *op : operations)
      if (failed(readOperation(op)))
        return failure();
  }
  result = found;
  return success();
}

LogicalResult popt::importFrontendAttributes(ModuleOp module,
                                             ManualMarkers &markers,
                                             bool &found) {
  return Reader(module, markers).run(found);
}
