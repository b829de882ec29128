//===- popt-plan.cpp - Chooses plans, and says what they cost -------------===//
//
// popt-plan MODEL.mlir [--cluster C] [--devices N] [--mesh A] [--plan PINS.json]
// [-o P.json]: the fastest plan that is found. With --predict: what a step of the
// plan that is given takes, holds and sends. Exit status: 0 done, 1 the input failed
// with a located message, 2 wrong usage.
//
//===----------------------------------------------------------------------===//
#include "../common/CompileFlags.h"
#include "../common/Limits.h"
#include "../common/Output.h"
#include "../common/Report.h"

#include "popt-rt/limits.h"
#include "popt/Annotate/PlanFile.h"
#include "popt/Compile/Planner.h"
#include "popt/Machine/Bytes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"

#include <chrono>

using namespace mlir;
using namespace popt;

/// As clusters by name have at most.
static constexpr int64_t kMostDevices = 1000000;
/// Progress is said of what takes longer.
static constexpr std::chrono::seconds kQuiet{2};

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

/// Writes a plan as it is.
static bool writePlanTo(StringRef output, const Plan &plan,
                        MLIRContext *context) {
  std::string error;
  std::optional<std::string> text = writePlan(plan, error);
  if (text)
    return tools::writeFile(output, *text, "popt-plan");
  emitError(UnknownLoc::get(context)) << "-o " << output << ": " << error;
  return false;
}

static int predict(tools::Compilation &compilation, const Plan &plan,
                   const std::string &output) {
  PlanTrials trials(*compilation.module, compilation.options);
  FailureOr<Report> report = trials.evaluate(
      plan, [&](PassManager &manager) { compilation.prepare(manager); });
  tools::printRemarks(compilation);
  if (failed(report))
    return 1;
  compilation.warnOfDifferences(plan, report->prediction);
  // The plan on stdout is all that is there.
  if (output != "-")
    printPrediction(report->prediction, report->mesh, llvm::outs());
  if (!tools::showReport(compilation, *report, "popt-plan"))
    return 1;
  if (output.empty())
    return 0;
  FailureOr<Plan> whole = trials.complete(plan);
  if (failed(whole))
    return 1;
  whole->predicted = report->prediction;
  return writePlanTo(output, *whole, &compilation.context) ? 0 : 1;
}

/// `pp=2, tp=2, mb=8, 1f1b`: the axes, and the schedule.
static std::string describeMesh(const Plan &plan) {
  std::string text;
  for (const MeshOverride &axis : plan.mesh)
    text += (text.empty() ? "" : ", ") + axis.name + "=" +
            std::to_string(axis.size.value_or(0));
  if (plan.schedule) {
    text += ", " + plan.schedule->kind;
    if (plan.schedule->chunks)
      text += " of " + std::to_string(*plan.schedule->chunks) + " chunks";
  }
  return text.empty() ? "one device" : text;
}

/// Devices that a plan uses.
static int64_t devicesOf(const Plan &plan) {
  int64_t devices = 1;
  for (const MeshOverride &axis : plan.mesh)
    if (axis.kind != AxisKind::Time)
      devices *= axis.size.value_or(1);
  return devices;
}

static void printTable(ArrayRef<PlanAnswer> answers, size_t most,
                       int64_t devices, llvm::raw_ostream &os) {
  os << "plans by predicted step (no plan of the space takes less than "
     << describeSeconds(answers.front().report->prediction.lowerBoundSeconds)
     << " by the model):\n";
  for (const PlanAnswer &answer : answers.take_front(most)) {
    const Prediction &found = answer.report->prediction;
    os << "  " << describeMesh(answer.plan) << ": " << describeStep(found)
       << "; " << describeBytes(found.peakBytes()) << " of a device's memory"
       << (answer.fits ? "" : ", too much") << "; by the model "
       << describeSeconds(answer.modelSeconds) << ", none on this mesh below "
       << describeSeconds(answer.boundSeconds);
    if (int64_t used = devicesOf(answer.plan); used < devices)
      os << "; " << devices - used << " of " << devices
         << " devices idle: dividing more takes longer, by the model";
    os << "\n";
  }
}

static int choose(tools::Compilation &compilation, const Plan &given,
                  int64_t devices, size_t top, const std::string &output) {
  Planner planner(*compilation.module, compilation.options);
  const auto begin = std::chrono::steady_clock::now();
  planner.onProgress = [&](const std::string &text) {
    if (std::chrono::steady_clock::now() - begin > kQuiet)
      llvm::errs() << "popt-plan: " << text << "\n";
  };
  FailureOr<std::vector<PlanAnswer>> answers = planner.choose({given, devices});
  if (failed(answers))
    return 1;
  if (output != "-") {
    printTable(*answers, top, planner.getDevices(), llvm::outs());
    for (const std::string &text : planner.getLeftOut())
      llvm::outs() << "not compiled: " << text << "\n";
  }
  PlanAnswer &best = answers->front();
  if (!tools::showReport(compilation, *best.report, "popt-plan"))
    return 1;
  return output.empty() || writePlanTo(output, best.plan, &compilation.context)
             ? 0
             : 1;
}

static int plan(int argc, char **argv) {
  tools::endWhenOutOfMemory();
  tools::registerCompileFlags(/*writes=*/false);
  using namespace llvm::cl;
  static opt<bool> isPredicted(
      "predict", cat(tools::compileFlagCategory()),
      desc("choose nothing; say what a step of the plan takes, holds and "
           "sends"));
  static opt<std::string> output(
      "o", cat(tools::compileFlagCategory()),
      desc("write the plan with its figures there (- is stdout)"),
      value_desc("P.json"));
  static opt<int64_t> devices(
      "devices", cat(tools::compileFlagCategory()),
      desc("devices to plan for (default: those of the mesh, else of the "
           "cluster)"),
      value_desc("N"), init(0));
  static opt<unsigned> top("top", cat(tools::compileFlagCategory()),
                           desc("how many plans to list (default: 5)"),
                           value_desc("K"), init(5));
  tools::parseCommandLine(argc, argv,
                          "popt-plan: chooses plans for StableHLO modules, and "
                          "judges them\n");
  tools::CompileFlags flags = tools::readCompileFlags("popt-plan");
  if (devices.getNumOccurrences() && (devices < 1 || devices > kMostDevices)) {
    llvm::errs() << "popt-plan: --devices=" << devices
                 << ": expected a number of devices from 1 to " << kMostDevices
                 << "\n";
    return 2;
  }
  flags.output = output;
  if (!output.empty() && !tools::canWrite(output, "popt-plan"))
    return 1;
  tools::Compilation compilation(flags);
  if (flags.printCommands)
    return compilation.run(Emit::Scheduled) ? 0 : 1;
  if (!compilation.read(flags.input) ||
      !compilation.Session::run(Emit::Imported))
    return 1;
  FailureOr<Plan> given = planOf(compilation);
  if (failed(given))
    return 1;
  return isPredicted ? predict(compilation, *given, output)
                     : choose(compilation, *given, devices, top, output);
}

int main(int argc, char **argv) {
  return rt::runWithinLimits(argc, argv, plan);
}
