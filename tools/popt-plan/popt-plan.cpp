//===- popt-plan.cpp - What a plan costs ----------------------------------===//
//
// popt-plan MODEL.mlir --predict [--plan P.json] [--cluster C] [-o Q.json]: what a
// step of the plan takes, holds and sends, and the plan with its figures. Exit
// status: 0 done, 1 the input failed with a located message, 2 wrong usage.
//
//===----------------------------------------------------------------------===//
#include "../common/CompileFlags.h"
#include "../common/Limits.h"
#include "../common/Report.h"

#include "popt-rt/limits.h"
#include "popt/Annotate/PlanFile.h"
#include "popt/Compile/PlanTrials.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace popt;

/// The plan of the command line: its file, and what flags say beside it.
static FailureOr<Plan> planOf(tools::Compilation &compilation) {
  const FlowOptions &flow = compilation.flags.flow;
  Plan plan;
  std::string problem;
  if (!flow.plan.empty())
    problem = loadPlan(flow.plan, plan);
  if (problem.empty())
    problem = mergeOptions(flow, plan);
  if (!problem.empty())
    return emitError(UnknownLoc::get(&compilation.context)) << problem;
  return plan;
}

/// Writes the plan with all that the module says, and what is predicted.
static bool writeTo(StringRef output, PlanTrials &trials, const Plan &given,
                    const Prediction &prediction, MLIRContext *context) {
  FailureOr<Plan> plan = trials.complete(given);
  if (failed(plan))
    return false;
  plan->predicted = prediction;
  std::string error;
  std::optional<std::string> text = writePlan(*plan, error);
  if (!text) {
    emitError(UnknownLoc::get(context)) << "-o " << output << ": " << error;
    return false;
  }
  return tools::writeFile(output, *text, "popt-plan");
}

static int predict(int argc, char **argv) {
  tools::endWhenOutOfMemory();
  tools::registerCompileFlags(/*writes=*/false);
  static llvm::cl::opt<bool> isPredicted(
      "predict", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("say what a step of the plan takes, holds and sends"));
  static llvm::cl::opt<std::string> output(
      "o", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("write the plan with its figures there (- is stdout)"),
      llvm::cl::value_desc("Q.json"));
  tools::parseCommandLine(argc, argv,
                          "popt-plan: judges plans for StableHLO modules\n");
  tools::CompileFlags flags = tools::readCompileFlags("popt-plan");
  if (!isPredicted) {
    llvm::errs() << "popt-plan: choosing a plan is not in this build; "
                    "--predict says what a plan costs\n";
    return 2;
  }
  flags.output = output;
  tools::Compilation compilation(flags);
  if (flags.printCommands)
    return compilation.run(Emit::Scheduled) ? 0 : 1;
  if (!compilation.read(flags.input) ||
      !compilation.Session::run(Emit::Imported))
    return 1;
  FailureOr<Plan> plan = planOf(compilation);
  if (failed(plan))
    return 1;
  PlanTrials trials(*compilation.module, compilation.options);
  FailureOr<Report> report = trials.evaluate(
      *plan, [&](PassManager &manager) { compilation.prepare(manager); });
  tools::printRemarks(compilation);
  if (failed(report))
    return 1;
  compilation.warnOfDifferences(*plan, report->prediction);
  // The plan on stdout is all that is there.
  if (output != "-")
    printPrediction(report->prediction, report->mesh, llvm::outs());
  if (!tools::showReport(compilation, *report, "popt-plan"))
    return 1;
  return output.empty() || writeTo(output, trials, *plan, report->prediction,
                                   &compilation.context)
             ? 0
             : 1;
}

int main(int argc, char **argv) {
  return rt::runWithinLimits(argc, argv, predict);
}
