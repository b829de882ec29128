//===- PlanTrials.cpp - What plans of a module would cost -----------------===//
//
// Tests: test/Compile/predict.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/PlanTrials.h"
#include "popt/Compile/ModulePlan.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Reshard/LayoutSpace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;

namespace popt {

std::string mergeOptions(const FlowOptions &options, Plan &plan) {
  std::vector<MeshOverride> mesh;
  std::string problem = parseMeshOverrides(options.mesh, mesh);
  if (problem.empty())
    problem = parseStateList(options.state, plan.state);
  std::vector<std::pair<std::string, int64_t>> batch;
  if (problem.empty())
    problem = parseBatchList(options.batch, batch);
  if (!problem.empty())
    return problem;
  mergeOverrides(mesh, plan.mesh);
  for (const auto &[name, dim] : batch) {
    llvm::erase_if(plan.batch,
                   [&, &key = name](auto &old) { return old.first == key; });
    plan.batch.push_back({name, dim});
  }
  if (!options.strategies.empty())
    plan.strategies = options.strategies;
  if (options.schedule.empty())
    return "";
  PlanSchedule &schedule = plan.schedule.emplace();
  schedule.kind = options.schedule;
  if (StringRef(options.schedule).ends_with(".csv")) {
    SmallString<128> path(options.schedule);
    llvm::sys::fs::make_absolute(path);
    schedule.kind = "custom";
    schedule.order = path.str();
  }
  return "";
}

FlowOptions withoutPlan(FlowOptions options) {
  for (std::string *own :
       {&options.plan, &options.mesh, &options.state, &options.batch,
        &options.strategies, &options.schedule})
    own->clear();
  return options;
}

PlanTrials::PlanTrials(ModuleOp imported, FlowOptions given)
    : imported(imported), options(withoutPlan(std::move(given))) {
  if (!options.reshards)
    options.reshards = std::make_shared<ReshardPool>();
}

FailureOr<OwningOpRef<ModuleOp>> PlanTrials::compile(
    const Plan &plan,
    function_ref<void(PassManager &, const FlowOptions &)> build) {
  FlowOptions flow = options;
  flow.decisions = std::make_shared<Plan>(plan);
  OwningOpRef<ModuleOp> module(imported.clone());
  PassManager manager(imported.getContext());
  manager.enableVerifier(false);
  build(manager, flow);
  if (failed(manager.run(*module)))
    return failure();
  return module;
}

FailureOr<PlanTrial>
PlanTrials::evaluate(const Plan &plan,
                     function_ref<void(PassManager &)> prepare) {
  auto picture = std::make_shared<std::string>();
  FailureOr<OwningOpRef<ModuleOp>> module =
      compile(plan, [&](PassManager &manager, const FlowOptions &given) {
        FlowOptions flow = given;
        if (flow.picture)
          flow.picture = picture;
        buildFromImported(manager, flow, Emit::Scheduled);
        if (prepare)
          prepare(manager);
      });
  if (failed(module))
    return failure();
  FailureOr<Report> report = makeReport(**module);
  if (failed(report))
    return failure();
  report->timeline = std::move(*picture);
  return PlanTrial{std::move(*module), std::move(*report)};
}

FailureOr<Plan> PlanTrials::complete(const Plan &plan) {
  // What it says is said where the plan is evaluated.
  KeptMessages said;
  FailureOr<OwningOpRef<ModuleOp>> module = failure();
  said.keep(imported.getContext(), [&] { module = compile(plan, buildWords); });
  if (failed(module)) {
    said.say(imported.getContext());
    return failure();
  }
  return wholePlan(**module, plan);
}

static bool areFar(double a, double b) {
  return std::abs(a - b) > 0.01 * std::max(std::abs(a), std::abs(b));
}

std::vector<std::string> compare(const Prediction &expected,
                                 const Prediction &found) {
  std::vector<std::string> differences;
  if (!expected.machine.empty() && expected.machine != found.machine)
    differences.push_back("the plan is predicted for the machine \"" +
                          expected.machine + "\", this program for \"" +
                          found.machine + "\"");
  if (expected.stepSeconds > 0 &&
      areFar(expected.stepSeconds, found.stepSeconds))
    differences.push_back(
        "a step is predicted to take " + describeSeconds(found.stepSeconds) +
        ", the plan says " + describeSeconds(expected.stepSeconds));
  for (const auto &[stage, held] : expected.coordinates) {
    auto now = found.coordinates.find(stage);
    if (now == found.coordinates.end()) {
      differences.push_back("the program has no coordinate " +
                            std::to_string(stage) +
                            " of a stage axis, of which the plan says what it "
                            "holds");
      continue;
    }
    int64_t is = now->second.arenaBytes;
    if (held.arenaBytes > 0 &&
        areFar(static_cast<double>(held.arenaBytes), static_cast<double>(is)))
      differences.push_back(
          llvm::formatv("a rank at coordinate {0} holds {1} bytes, the plan "
                        "says {2}",
                        stage, is, held.arenaBytes));
  }
  return differences;
}

} // namespace popt
