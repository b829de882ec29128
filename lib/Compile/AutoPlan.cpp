//===- AutoPlan.cpp - Compiling by the plan that popt chooses -------------===//
//
// Tests: test/Compile/auto-plan.test, python/tests/test_plan.py.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/AutoPlan.h"
#include "popt/Compile/Planner.h"

using namespace mlir;

namespace popt {

bool choosesPlan(const FlowOptions &options) {
  return options.plan == kAutoPlan && !options.decisions;
}

LogicalResult compileByChosenPlan(OwningOpRef<ModuleOp> &module,
                                  FlowOptions &options, Emit last,
                                  const std::function<bool()> &mayGoOn,
                                  function_ref<void(PassManager &)> prepare) {
  PlanQuestion question;
  question.devices = options.devices;
  std::string problem = mergeOptions(options, question.given);
  if (!problem.empty())
    return module->emitError(problem);
  Planner planner(*module, options);
  planner.mayGoOn = mayGoOn;
  FailureOr<std::vector<PlanAnswer>> answers = planner.choose(question);
  if (failed(answers))
    return failure();
  PlanAnswer &best = answers->front();
  options = withoutPlan(std::move(options));
  options.memoryBudget = 0; // the plan says where it takes one to fit
  options.decisions = std::make_shared<Plan>(std::move(best.plan));
  bool isCompiled = last >= Emit::Scheduled && options.format == Format::Dist &&
                    options.timeline.empty() && best.program && *best.program;
  if (isCompiled) {
    best.said.say(module->getContext());
    if (options.picture)
      *options.picture = best.report->timeline;
    module = std::move(*best.program);
    return success();
  }
  PassManager manager(module->getContext());
  manager.enableVerifier(false);
  buildFromImported(manager, options, std::min(last, Emit::Scheduled));
  if (prepare)
    prepare(manager);
  return manager.run(*module);
}

} // namespace popt
