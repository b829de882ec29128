//===- popt-plan.cpp - Chooses plans, and says what they cost -------------===//
//
// popt-plan MODEL.mlir [--cluster C] [--devices N] [--mesh A] [--plan PINS.json]
// [-o P.json]: the fastest plan that is found. With --predict: what a step of the
// plan that is given takes, holds and sends. With --diff A.json B.json: what differs
// between two plans. Exit status: 0 done, 1 the input failed
// with a located message, 2 wrong usage.
//
//===----------------------------------------------------------------------===//
#include "../common/CompileFlags.h"
#include "../common/Limits.h"
#include "../common/Output.h"
#include "../common/Report.h"

#include "Answers.h"
#include "Contest.h"

#include "popt-rt/limits.h"
#include "popt/Annotate/PlanDiff.h"
#include "popt/Annotate/PlanFile.h"
#include "popt/Compile/AutoPlan.h"
#include "popt/Compile/PlanQuestions.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <cmath>
#include <csignal>

using namespace mlir;
using namespace popt;

/// Progress is said of what takes longer.
static constexpr std::chrono::seconds kQuiet{2};

/// What of an old plan costs a step at most this part is kept.
static constexpr double kWorthAChange = 0.01;

namespace {
/// What to do with the plans that are chosen.
struct PlanFlags {
  std::string output, json, from, mps; ///< files
  std::string why;                     ///< a pattern of names
  size_t top;                          ///< plans in the table
};
} // namespace

static int refuse(tools::Compilation &compilation, const std::string &problem) {
  emitError(UnknownLoc::get(&compilation.context)) << problem;
  return 1;
}

/// The plan of the command line: its file, and what flags say beside it.
static FailureOr<Plan> planOf(tools::Compilation &compilation) {
  const FlowOptions &flow = compilation.flags.flow;
  Plan plan;
  std::string problem;
  if (!flow.plan.empty() && !choosesPlan(flow))
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
  FailureOr<PlanTrial> trial = trials.evaluate(
      plan, [&](PassManager &manager) { compilation.prepare(manager); });
  tools::printRemarks(compilation);
  if (failed(trial))
    return 1;
  Report *report = &trial->report;
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

static volatile std::sig_atomic_t isInterrupted = 0;

/// The first Ctrl-C ends the search, the second one the process.
static void stopSearch(int) {
  isInterrupted = 1;
  std::signal(SIGINT, SIG_DFL);
}

/// What is kept of --from's plan binds from then on.
static LogicalResult keep(tools::Compilation &compilation, Planner &planner,
                          PlanQuestion &question,
                          std::vector<PlanAnswer> &answers, StringRef from) {
  Plan old;
  std::string problem = loadPlan(from, old);
  if (!problem.empty())
    return emitError(UnknownLoc::get(&compilation.context)) << problem;
  FailureOr<KeptPlan> kept =
      keepOf(planner, question, answers.front(), old, kWorthAChange);
  if (failed(kept))
    return failure();
  for (const auto &[name, slower] : kept->dropped) {
    std::string why = "of more devices, or with stages";
    if (slower)
      why = std::isfinite(*slower)
                ? llvm::formatv("{0:F1}% slower by the model", 100 * *slower)
                      .str()
                : "which this program can't have";
    llvm::errs() << "popt-plan: not kept of " << from << ": " << name << ", "
                 << why << "\n";
  }
  double bound = answers.front().report->prediction.lowerBoundSeconds;
  question.given = std::move(kept->pins);
  if (!question.given.mesh.empty())
    question.devices = 0; // its own
  FailureOr<std::vector<PlanAnswer>> again = planner.choose(question);
  if (failed(again))
    return failure();
  answers = std::move(*again);
  // That of all plans, not only of those with the pins.
  for (PlanAnswer &answer : answers)
    answer.certify(bound, planner.getLeftOut());
  return success();
}

static LogicalResult printWhy(Planner &planner, const PlanQuestion &question,
                              const PlanAnswer &best, StringRef pattern) {
  FailureOr<std::vector<LayoutCost>> costs =
      costsOfLayouts(planner, question, best, pattern);
  if (failed(costs))
    return failure();
  llvm::outs() << "a step by the model, with " << pattern
               << " laid out so and all else at its best:\n";
  double least = costs->front().seconds;
  for (const LayoutCost &cost : *costs)
    llvm::outs() << "  " << describe(cost.dims) << ": "
                 << describeSeconds(cost.seconds)
                 << llvm::formatv(", +{0:F1}%",
                                  100 * (cost.seconds / least - 1))
                 << (cost.isChosen ? ", as the plan has it" : "") << "\n";
  return success();
}

static int choose(tools::Compilation &compilation, const Plan &given,
                  const PlanFlags &flags) {
  if (!flags.why.empty() && failed(checkAlike(*compilation.module, flags.why)))
    return 1;
  Planner planner(*compilation.module, compilation.options);
  const auto begin = std::chrono::steady_clock::now();
  planner.onProgress = [&](const std::string &text) {
    if (std::chrono::steady_clock::now() - begin > kQuiet)
      llvm::errs() << "popt-plan: " << text << "\n";
  };
  planner.mayGoOn = [] { return !isInterrupted; };
  PlanQuestion question{given, compilation.options.devices};
  FailureOr<std::vector<PlanAnswer>> answers = planner.choose(question);
  if (failed(answers) ||
      (!flags.from.empty() &&
       failed(keep(compilation, planner, question, *answers, flags.from))))
    return 1;
  PlanAnswer &best = answers->front();
  best.said.say(&compilation.context);
  if (flags.output != "-") {
    tools::printAnswers(*answers, flags.top, planner.getDevices(),
                        llvm::outs());
    for (const std::string &text : planner.getLeftOut())
      llvm::outs() << "not compiled: " << text << "\n";
  }
  if (!flags.why.empty() &&
      failed(printWhy(planner, question, best, flags.why)))
    return 1;
  if (!flags.mps.empty()) {
    Plan open = question.given;
    open.mesh = devicesOf(best.plan);
    if (failed(planner.write(open, flags.mps)))
      return 1;
  }
  if (!flags.json.empty()) {
    std::string error;
    std::optional<std::string> text = tools::answersAsJson(*answers, error);
    if (!text)
      return refuse(compilation, "--json " + flags.json + ": " + error);
    if (!tools::writeFile(flags.json, *text, "popt-plan"))
      return 1;
  }
  const std::string &timeline = compilation.options.timeline;
  if (!timeline.empty() &&
      !tools::writeFile(timeline, best.report->timeline, "popt-plan"))
    return 1;
  if (!tools::showReport(compilation, *best.report, "popt-plan"))
    return 1;
  return flags.output.empty() ||
                 writePlanTo(flags.output, best.plan, &compilation.context)
             ? 0
             : 1;
}

/// What differs between two plans.
static int diff(tools::Compilation &compilation, StringRef before,
                StringRef after) {
  Plan plans[2];
  for (auto [file, plan] :
       {std::pair(before, &plans[0]), std::pair(after, &plans[1])})
    if (std::string problem = loadPlan(file, *plan); !problem.empty())
      return refuse(compilation, problem);
  std::string error;
  std::optional<std::vector<std::string>> lines =
      differencesOf(plans[0], plans[1], error);
  if (!lines)
    return refuse(compilation, error);
  for (const std::string &line : *lines)
    llvm::outs() << line << "\n";
  return 0;
}

static int plan(int argc, char **argv) {
  tools::endWhenOutOfMemory();
  tools::registerCompileFlags(/*writes=*/false);
  using namespace llvm::cl;
  OptionCategory &category = tools::compileFlagCategory();
  static opt<bool> isPredicted(
      "predict", cat(category),
      desc("choose nothing; say what a step of the plan takes, holds and "
           "sends"));
  static opt<std::string> output(
      "o", cat(category),
      desc("write the plan with its figures there (- is stdout)"),
      value_desc("P.json"));
  static opt<unsigned> top("top", cat(category),
                           desc("how many plans to list (default: 5)"),
                           value_desc("K"), init(5));
  static opt<std::string> json(
      "json", cat(category),
      desc("write all plans that were compiled there, with their figures"),
      value_desc("F.json"));
  static opt<std::string> before(
      "diff", cat(category),
      desc("MODEL.mlir is a plan, too: say what differs from A to it"),
      value_desc("A.json"));
  static opt<std::string> from(
      "from", cat(category),
      desc("keep what a step of this plan decides, if it costs at most 1%, and "
           "list the rest"),
      value_desc("OLD.json"));
  static opt<std::string> why(
      "why", cat(category),
      desc("also say what other layouts of the arguments and results of this "
           "name (a pattern) would cost"),
      value_desc("NAME"));
  static opt<std::string> mps(
      "mps", cat(category),
      desc("write the problem of layouts on the best plan's mesh there, as an "
           "integer program for other solvers"),
      value_desc("F.mps"));
  // Of another problem, without a model.
  static opt<std::string> contest(
      "iopddl", cat(category),
      desc("solve an instance of the ASPLOS 2025 contest; goes with --seconds "
           "alone"),
      value_desc("F.json"));
  static opt<double> seconds("seconds", cat(category),
                             desc("time for --iopddl (default: 60)"),
                             value_desc("S"));
  if (tools::asksForContest(argc, argv))
    return tools::solveContest(argc, argv);
  tools::parseCommandLine(argc, argv,
                          "popt-plan: chooses plans for StableHLO modules, and "
                          "judges them\n");
  tools::CompileFlags flags = tools::readCompileFlags("popt-plan");
  flags.output = output;
  if (!output.empty() && !tools::canWrite(output, "popt-plan"))
    return 1;
  // While the model is read, too.
  if (!isPredicted && before.empty())
    std::signal(SIGINT, stopSearch);
  tools::Compilation compilation(flags);
  if (!before.empty())
    return diff(compilation, before, flags.input);
  if (flags.printCommands)
    return compilation.run(Emit::Scheduled) ? 0 : 1;
  if (!compilation.read(flags.input) ||
      !compilation.Session::run(Emit::Imported))
    return 1;
  FailureOr<Plan> given = planOf(compilation);
  if (failed(given))
    return 1;
  return isPredicted
             ? predict(compilation, *given, output)
             : choose(compilation, *given, {output, json, from, mps, why, top});
}

int main(int argc, char **argv) {
  return rt::runWithinLimits(argc, argv, plan);
}
