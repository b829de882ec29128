//===- ApplyPlan.cpp - The plan's words become attributes -----------------===//
//
//   {"popt_plan": 1, "mesh": {"device": [["tp", 2]]},
//    "shardings": [{"match": "params['w*']", "dims": [[], ["tp"]]}]}
// on an argument named params['w1'] of rank 2 becomes
//   dist.mesh @mesh = <["tp"=2]>
//   {dist.sharding = #dist.sharding<@mesh, [{}, {"tp"}]>}
//
// How entries combine, PlanShardings.h says. Tests:
// test/Annotate/apply-plan.mlir, apply-plan-invalid.mlir; the file format's are
// in test/unit/Annotate/PlanTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "BoundaryValues.h"
#include "PlanBatch.h"
#include "PlanShardings.h"
#include "RecomputeScopes.h"
#include "StateQuestions.h"

#include "popt/Annotate/Passes.h"
#include "popt/Annotate/PlanFile.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Numbering.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Dist/StrategyRule.h"
#include "popt/Dialect/Dist/TreePath.h"
#include "popt/Text/Names.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace popt {
#define GEN_PASS_DEF_APPLYPLANPASS
#include "popt/Annotate/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

namespace {
/// What of a plan was given as options instead of in the file.
struct GivenOptions {
  std::string mesh;      ///< empty: none
  size_t firstState = 0; ///< entries of Plan::state from here on
};

/// An error of an option, which has no place in a file: `--mesh=dp: ...`. The
/// problem may name the option, too.
static InFlightDiagnostic emitOptionError(ModuleOp module, StringRef option,
                                          StringRef value, StringRef problem) {
  problem.consume_front((option + ": ").str());
  InFlightDiagnostic error = emitError(UnknownLoc::get(module.getContext()));
  error << "--" << option;
  if (!value.empty())
    error << "=" << value;
  return std::move(error << ": " << problem);
}

class Applier {
public:
  Applier(ModuleOp module, func::FuncOp main, const Plan &plan,
          const GivenOptions &given)
      : module(module), main(main), plan(plan), given(given), boundary(main) {}
  LogicalResult run();

private:
  LogicalResult applyMesh();
  LogicalResult applyState();
  LogicalResult applyShardings();
  LogicalResult pinOperations(const PlanSharding &entry);
  void applyDecisions();
  LogicalResult adaptManual(dist::ManualOp op, const Mesh &before,
                            const Mesh &after);

  ModuleOp module;
  func::FuncOp main;
  const Plan &plan;
  const GivenOptions &given;
  BoundaryValues boundary;
  dist::MeshOp meshOp;
};
} // namespace

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

/// True if a dimension of what enters or leaves the region lies along the axis.
static bool cutsValues(dist::ManualOp op, StringRef axis) {
  for (ArrayAttr edge : {op.getInShardings(), op.getOutShardings()})
    for (auto sharding : edge.getAsRange<dist::ShardingAttr>())
      for (dist::DimShardingAttr dim : sharding.getDims())
        for (dist::AxisRefAttr ref : dim.getAxes())
          if (ref.getName() == axis)
            return true;
  return false;
}

/// The edge without the word that values are whole along these axes.
static ArrayAttr withoutReplicated(ArrayAttr edge, ArrayRef<StringRef> axes) {
  SmallVector<Attribute> shardings;
  for (auto s : edge.getAsRange<dist::ShardingAttr>()) {
    SmallVector<dist::AxisRefAttr> replicated(s.getReplicated());
    llvm::erase_if(replicated, [&](dist::AxisRefAttr ref) {
      return llvm::is_contained(axes, ref.getName());
    });
    shardings.push_back(dist::ShardingAttr::get(
        s.getContext(), s.getMesh(), s.getDims(), s.getMonoid(), s.getPartial(),
        replicated, s.getPins(), s.getMemory()));
  }
  return ArrayAttr::get(edge.getContext(), shardings);
}

/// The body of a manual region is written for its axes' sizes, and numbers the
/// devices of the whole mesh. An axis along which it cuts nothing may become a
/// stage or time axis.
LogicalResult Applier::adaptManual(dist::ManualOp op, const Mesh &before,
                                   const Mesh &after) {
  SmallVector<dist::AxisRefAttr> manual;
  SmallVector<StringRef> gone;
  for (dist::AxisRefAttr ref : op.getManualAxes().getAxes()) {
    StringRef name = ref.getName();
    const MeshAxis &old = before.axes[*before.find(name.str())];
    const MeshAxis &now = after.axes[*after.find(name.str())];
    if (old == now)
      manual.push_back(ref);
    else if (old.size != now.size || cutsValues(op, name))
      return op.emitError()
             << "axis \"" << name
             << "\" is manual here, so that the mesh cannot give it "
                "another size or kind";
    else
      gone.push_back(name);
  }
  bool keepsSizes = llvm::all_of(before.axes, [&](const MeshAxis &axis) {
    return axis.size == after.axes[*after.find(axis.name)].size;
  });
  bool keepsDevices =
      after.deviceIds.empty() || before.deviceIds == after.deviceIds;
  if (!keepsSizes || !keepsDevices)
    return op.emitError() << "a manual region numbers the devices of mesh "
                          << before.str() << ", so that the mesh cannot become "
                          << after.str()
                          << (keepsDevices ? "" : " with other device_ids")
                          << "; its axes keep their sizes, others may be added";
  op.setInShardingsAttr(withoutReplicated(op.getInShardings(), gone));
  op.setOutShardingsAttr(withoutReplicated(op.getOutShardings(), gone));
  op.setManualAxesAttr(dist::AxisListAttr::get(op.getContext(), manual));
  return success();
}

/// Orders of devices are those of the module's own mesh.
static void forgetDeviceOrders(func::FuncOp main) {
  dist::BoundaryAttrs attrs(main);
  for (NamedAttrList &list : attrs.arguments)
    list.erase(dist::kDeviceIds);
  for (NamedAttrList &list : attrs.results)
    list.erase(dist::kDeviceIds);
  attrs.write();
}

LogicalResult Applier::applyMesh() {
  meshOp = dist::getMesh(module);
  // A module without a mesh is a program for one device.
  if (meshOp && plan.mesh.empty() && plan.deviceIds.empty())
    return success();
  Mesh before = meshOp ? meshOp.toMesh() : Mesh();
  Mesh mesh = before;
  std::string problem = applyOverrides(plan.mesh, mesh);
  if (problem.empty() && !plan.deviceIds.empty()) {
    mesh.deviceIds = plan.deviceIds;
    problem = mesh.check();
    if (!problem.empty())
      problem = "plan.mesh.device_ids: " + problem;
  }
  bool isOfFile = given.mesh.empty() || StringRef(problem).starts_with("plan.");
  if (!problem.empty() && !isOfFile)
    return emitOptionError(module, "mesh", given.mesh, problem);
  if (!problem.empty())
    return emitError(module.getLoc()) << problem;
  auto attr = dist::MeshAttr::fromMesh(module.getContext(), mesh);
  if (meshOp) {
    WalkResult walked = main.walk([&](dist::ManualOp op) {
      if (failed(adaptManual(op, before, mesh)))
        return WalkResult::interrupt();
      if (!(before == mesh))
        meshOp->setAttr(dist::kNumbering, meshOp.getMesh());
      return WalkResult::advance();
    });
    if (walked.wasInterrupted())
      return failure();
    meshOp.setMeshAttr(attr);
    if (before.numRanks() != mesh.numRanks() ||
        before.deviceIds != mesh.deviceIds)
      forgetDeviceOrders(main);
    return success();
  }
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  meshOp = dist::MeshOp::create(builder, module.getLoc(),
                                builder.getStringAttr("mesh"), attr);
  return success();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

LogicalResult Applier::applyState() {
  dist::BoundaryAttrs attrs(main);
  auto stateArguments = dist::getStateArguments(main);
  auto forget = [&](unsigned argument) {
    if (std::optional<unsigned> before = attrs.stateOf(argument))
      stateArguments[*before] = std::nullopt;
    for (StringRef name : {dist::kState, dist::kNotDonated, dist::kByPlace,
                           dist::kStateCandidates})
      attrs.arguments[argument].erase(name);
  };
  // An argument that loses its result to another one may get that one's former
  // result, if the user says so.
  auto ask = [&](unsigned argument, std::optional<unsigned> result) {
    if (!result ||
        main.getArgumentTypes()[argument] != main.getResultTypes()[*result])
      return;
    Builder b(module.getContext());
    attrs.arguments[argument].set(dist::kStateCandidates,
                                  b.getDenseI64ArrayAttr({*result}));
    attrs.arguments[argument].set(dist::kDonated, b.getUnitAttr());
  };
  for (size_t i = 0; i < plan.state.size(); ++i) {
    const auto &[argument, result] = plan.state[i];
    auto error = [&] {
      if (i >= given.firstState)
        return emitOptionError(module, "state", "", "");
      return std::move(emitError(module.getLoc()) << "state: ");
    };
    auto arguments = boundary.matchState(argument, true);
    auto results = boundary.matchState(result, false);
    if (arguments.empty())
      return boundary.noMatch(error(), argument, true, false);
    if (results.empty() && result == "none") {
      for (const BoundaryValue *value : arguments) {
        forget(value->index);
        attrs.arguments[value->index].set(dist::kResident,
                                          UnitAttr::get(module.getContext()));
      }
      continue;
    }
    if (results.empty())
      return boundary.noMatch(error(), result, false, true);
    if (arguments.size() != results.size())
      return error() << "\"" << argument << "\" matches " << arguments.size()
                     << " arguments, but \"" << result << "\" "
                     << results.size() << " results";
    std::string lone = alignSubtrees(argument, result, arguments, results);
    if (!lone.empty())
      return error() << "\"" << argument << lone << "\" is an argument, but \""
                     << result << lone << "\" is no result";
    for (auto [from, to] : llvm::zip(arguments, results)) {
      if (from->type != to->type)
        return error() << "\"" << from->name << "\" has type " << from->type
                       << ", but \"" << to->name << "\" has type " << to->type;
      // One result is the next value of one argument, and the other way round.
      std::optional<unsigned> left = attrs.stateOf(from->index);
      std::optional<unsigned> old = stateArguments[to->index];
      if (old == from->index)
        continue;
      forget(from->index);
      if (old) {
        forget(*old);
        ask(*old, left);
      }
      attrs.setState(from->index, to->index);
      stateArguments[to->index] = from->index;
      // State lies where its argument does, wherever the result was wanted.
      if (attrs.getSharding(from->index)) {
        attrs.setResultSharding(to->index, attrs.getSharding(from->index));
        attrs.results[to->index].erase(dist::kDeviceIds);
        if (Attribute devices =
                attrs.arguments[from->index].get(dist::kDeviceIds))
          attrs.results[to->index].set(dist::kDeviceIds, devices);
      }
    }
  }
  if (failed(settleState(attrs)))
    return failure();
  attrs.write();
  return success();
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// `"match": "loc:mlp/*"` pins the operations of these scopes.
LogicalResult Applier::pinOperations(const PlanSharding &entry) {
  auto error = [&] {
    return std::move(emitError(module.getLoc()) << entry.path << ": ");
  };
  if (!entry.at || entry.dims || entry.partial || entry.memory)
    return error() << "\"" << entry.match
                   << "\" is of operations, which take \"at\" alone";
  Mesh mesh = meshOp ? meshOp.toMesh() : Mesh();
  std::optional<int> axis = dist::findStageAxis(mesh);
  for (const auto &[name, coordinates] : *entry.at) {
    if (!axis || mesh.axes[*axis].name != name)
      return error() << "operations run at coordinates of a stage axis, and \""
                     << name << "\" is none of the mesh " << mesh.str();
    for (int64_t coordinate : coordinates)
      if (coordinate < 0 || coordinate >= mesh.axes[*axis].size)
        return error() << "axis \"" << name << "\" of size "
                       << mesh.axes[*axis].size << " has no coordinate "
                       << coordinate;
  }
  StringRef pattern = StringRef(entry.match).drop_front(4);
  bool isMatched = false;
  std::vector<std::string> known;
  for (Operation &op : main.front().without_terminator()) {
    StringAttr name = dist::getLocationName(op.getLoc());
    if (!name)
      continue;
    std::string scope = dist::getScope(name);
    known.push_back(scope);
    if (!matchesName(pattern.str(), scope))
      continue;
    isMatched = true;
    for (const auto &[axisName, coordinates] : *entry.at)
      dist::setPlace(&op, coordinates);
  }
  if (!isMatched)
    return error() << "\"" << entry.match << "\" matches no operation's scope"
                   << suggestPattern(pattern.str(), known, kPrintNames);
  return success();
}

LogicalResult Applier::applyShardings() {
  PlanShardings shardings(main, boundary, meshOp);
  for (const PlanSharding &entry : plan.shardings)
    if (failed(StringRef(entry.match).starts_with("loc:")
                   ? pinOperations(entry)
                   : shardings.apply(entry)))
      return failure();
  return shardings.finish();
}

void Applier::applyDecisions() {
  if (!plan.strategies.empty())
    module->setAttr(dist::kStrategies,
                    StringAttr::get(module.getContext(), plan.strategies));
  if (!plan.batch.empty()) {
    Builder builder(module.getContext());
    SmallVector<NamedAttribute> batch;
    for (const auto &[name, dim] : plan.batch)
      batch.push_back(
          builder.getNamedAttr(name, builder.getI64IntegerAttr(dim)));
    module->setAttr(kBatch, builder.getDictionaryAttr(batch));
  }
  if (!plan.schedule)
    return;
  module->setAttr(dist::kSchedule,
                  dist::ScheduleAttr::get(
                      module.getContext(), plan.schedule->kind,
                      plan.schedule->order, plan.schedule->chunks.value_or(0),
                      plan.schedule->microbatches.value_or(0)));
}

LogicalResult Applier::run() {
  if (failed(applyMesh()) || failed(applyState()) || failed(applyShardings()))
    return failure();
  applyDecisions();
  return markRecomputeScopes(main, plan);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct ApplyPlanPass : public popt::impl::ApplyPlanPassBase<ApplyPlanPass> {
  using ApplyPlanPassBase::ApplyPlanPassBase;
  ApplyPlanPass(ApplyPlanPassOptions options,
                std::shared_ptr<const Plan> decisions)
      : ApplyPlanPassBase(std::move(options)), decisions(std::move(decisions)) {
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto main = module.lookupSymbol<func::FuncOp>("main");
    if (!main || main.isExternal()) {
      module.emitError("the module has no function @main");
      return signalPassFailure();
    }
    Plan contents = decisions ? *decisions : Plan();
    if (!plan.empty()) {
      std::string problem = loadPlan(plan, contents);
      if (!problem.empty()) {
        emitError(module.getLoc()) << problem;
        return signalPassFailure();
      }
    }
    // Options come after the plan and override it by name.
    std::vector<MeshOverride> overrides;
    GivenOptions given{mesh, contents.state.size()};
    std::string problem = parseMeshOverrides(mesh, overrides);
    if (!problem.empty()) {
      emitOptionError(module, "mesh", mesh, problem);
      return signalPassFailure();
    }
    mergeOverrides(overrides, contents.mesh);
    problem = parseStateList(state, contents.state);
    if (!problem.empty()) {
      emitOptionError(module, "state", state, problem);
      return signalPassFailure();
    }
    if (!strategies.empty()) {
      contents.strategies = strategies;
      problem = checkStrategies(strategies);
      if (!problem.empty()) {
        emitOptionError(module, "strategies", strategies, problem);
        return signalPassFailure();
      }
    }
    if (failed(Applier(module, main, contents, given).run()))
      return signalPassFailure();
    // Of a batch, split-batches also knows a data axis of size 1.
    auto isTime = [](const MeshAxis &axis) {
      return axis.kind == AxisKind::Time && axis.size > 1;
    };
    if (dist::MeshOp meshOp = dist::getMesh(module);
        !meshOp || llvm::none_of(meshOp.toMesh().axes, isTime))
      dist::dropTrivialAxes(main);
  }

private:
  std::shared_ptr<const Plan> decisions;
};
} // namespace

std::unique_ptr<Pass>
popt::createApplyPlanPass(ApplyPlanPassOptions options,
                          std::shared_ptr<const Plan> decisions) {
  return std::make_unique<ApplyPlanPass>(std::move(options),
                                         std::move(decisions));
}
