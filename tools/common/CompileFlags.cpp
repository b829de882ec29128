//===- CompileFlags.cpp - The compile flags of poptc and popt-run ---------===//
//
// Declares the flags of docs/Flow.md with LLVM's command line library and runs
// the flow as they say.
//
//===----------------------------------------------------------------------===//
#include "CompileFlags.h"
#include "ChoiceFlag.h"

#include "popt/InitAll.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Support/Inputs.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;

namespace popt::tools {
namespace {

namespace cl = llvm::cl;

std::string describeSchedules() {
  std::string text = "order of a pipeline's tasks: ";
  for (const std::string &name : pipeline::scheduleNames())
    if (name != pipeline::name(pipeline::ScheduleKind::Custom))
      text += name + ", ";
  text += "or a file (default: 1f1b; auto: the best that is found)";
  return text;
}

/// What a compiler writes; popt-run writes nothing.
struct OutputFlags {
  explicit OutputFlags(cl::OptionCategory &category) : category(category) {}
  cl::OptionCategory &category;
  ChoiceFlag<Emit> emit{"emit", cl::desc("what to write (exe)"),
                        cl::init(Emit::Executable), cl::cat(category),
                        EmitWords{Emit::Executable}};
  cl::opt<bool> names{
      "print-names", cl::cat(category),
      cl::desc("print the names that patterns of --plan, --batch and --state "
               "match, and compile nothing")};
  /// What it was called before runs had a --names of their own.
  cl::alias namesBefore{"names", cl::aliasopt(names), cl::Hidden};
  ChoiceFlag<Format> format{
      "format", cl::desc("in whose words --emit writes a module"),
      cl::init(Format::Dist), cl::cat(category),
      cl::values(
          clEnumValN(Format::Dist, "dist", "popt's own (default)"),
          clEnumValN(Format::StableHLO, "stablehlo",
                     "what JAX and XLA read: up to propagated with sdy "
                     "shardings; partitioned: the local program with "
                     "StableHLO's collectives and time axes as loops; "
                     "scheduled: the same, communication made cheaper"))};
  ChoiceFlag<GroupForm> groups{
      "replica-groups",
      cl::desc("how collectives of --format=stablehlo name their groups"),
      cl::init(GroupForm::Lists), cl::cat(category),
      cl::values(clEnumValN(GroupForm::Lists, "lists",
                            "lists of partitions (default)"),
                 clEnumValN(GroupForm::Axes, "axes",
                            "axes of the mesh: the text does not grow with the "
                            "number of devices"))};
  ChoiceFlag<Boundary> boundary{
      "boundary",
      cl::desc("what @main of a local program in --format=stablehlo takes"),
      cl::init(Boundary::Local), cl::cat(category),
      cl::values(
          clEnumValN(Boundary::Local, "local", "blocks of tensors (default)"),
          clEnumValN(Boundary::Global, "global",
                     "whole tensors with sdy shardings; the program is "
                     "one manual computation, as JAX compiles it"))};
};

struct Flags {
  cl::OptionCategory category{"Compile flags"};
  std::optional<OutputFlags> output;
  cl::opt<std::string> input{cl::Positional, cl::desc("MODEL.mlir"),
                             cl::Required, cl::cat(category)};
  cl::opt<std::string> mesh{
      "mesh", cl::value_desc("axes"), cl::cat(category),
      cl::desc("add axes (major, in the order given) or override sizes by "
               "name: stage:pp=2,dp=2,time:mb=4")};
  cl::opt<std::string> plan{
      "plan", cl::value_desc("P.json"), cl::cat(category),
      cl::desc("mesh, shardings, state, schedule: docs/Plan.md")};
  cl::opt<std::string> state{
      "state", cl::value_desc("arg=res,..."), cl::cat(category),
      cl::desc("which results are the next value of which arguments, by name, "
               "subtree (params=result[0]) or number; none: no state")};
  cl::opt<std::string> batch{
      "batch", cl::value_desc("NAME=DIM,..."), cl::cat(category),
      cl::desc("batch dimensions of inputs, which data and time axes split")};
  cl::opt<std::string> strategies{
      "strategies", cl::value_desc("how"), cl::cat(category),
      cl::desc("how operations are divided: least-cost (default), or "
               "propagated, which keeps what propagation gave them")};
  cl::opt<std::string> cluster{
      "cluster", cl::value_desc("C.json"), cl::init("builtin"),
      cl::cat(category),
      cl::desc("machine whose costs count: a file, builtin, or builtin:bytes "
               "(least bytes sent)")};
  cl::opt<std::string> target{
      "target", cl::value_desc("cpu or sm_N"), cl::cat(category),
      cl::desc("device to compile for: cpu (default), or an architecture of "
               "GPUs from sm_80, such as sm_90")};
  cl::opt<std::string> ptxas{
      "ptxas", cl::value_desc("auto, off or PATH"), cl::cat(category),
      cl::desc("adds machine code for the GPU to its PTX, so that programs "
               "start at once (default: off)")};
  cl::opt<std::string> overlap{
      "overlap", cl::value_desc("auto or off"), cl::cat(category),
      cl::desc("whether collectives run beside kernels where the target can "
               "(default: auto)")};
  cl::opt<std::string> matmulPrecision{
      "matmul-precision", cl::value_desc("f32 or tf32"), cl::cat(category),
      cl::desc("of factors of f32 in matrix products and convolutions on GPUs: "
               "as the program says (default: f32), or rounded to TF32")};
  cl::opt<std::string> tuned{
      "tuned", cl::value_desc("F.json"), cl::cat(category),
      cl::desc("algorithms of matrix products and convolutions on GPUs, as "
               "popt-run --tune measured them")};
  cl::opt<std::string> cpu{
      "target-cpu", cl::cat(category),
      cl::desc("processor to compile for (default: this one)")};
  cl::opt<char> optLevel{"O", cl::Prefix, cl::init('3'), cl::cat(category),
                         cl::desc("optimisation of kernels: 0 to 3")};
  cl::opt<std::string> remarks{
      "remarks-filter", cl::value_desc("regex"), cl::cat(category),
      cl::desc("print the decisions of the categories that match")};
  cl::opt<bool> verbose{"v", cl::cat(category), cl::desc("say what is done")};
  cl::opt<bool> printCommands{"###", cl::cat(category),
                              cl::desc("print the passes, run nothing")};
  cl::opt<bool> saveTemps{
      "save-temps", cl::cat(category),
      cl::desc("keep the module after every pass that changes "
               "it, in M.temps beside the output")};
  cl::opt<bool> reportTime{"ftime-report", cl::cat(category),
                           cl::desc("print the time of every pass")};
  cl::opt<std::string> memoryBudget{
      "memory-budget", cl::value_desc("bytes"), cl::cat(category),
      cl::desc("most bytes of a device's memory that a step may take: 80GB, "
               "1.5GiB, 4096")};
  const std::string schedules = describeSchedules();
  cl::opt<std::string> schedule{"schedule", cl::value_desc("name or F.csv"),
                                cl::cat(category), cl::desc(schedules)};
  cl::opt<std::string> taskCosts{
      "task-costs", cl::value_desc("F.json"), cl::cat(category),
      cl::desc("seconds of a pipeline's tasks as measured (a run with --bench "
               "K --per-task F.json), for schedules and timelines")};
  cl::opt<std::string> recompute{
      "recompute", cl::value_desc("policy"), cl::cat(category),
      cl::desc("what a backward part computes again: "
               "none, selective, full (default: what a memory budget "
               "leads to, else none)")};
  cl::opt<std::string> timeline{"timeline", cl::value_desc("F.svg"),
                                cl::cat(category),
                                cl::desc("draw the simulated timeline")};
  cl::opt<std::string> report{
      "report", cl::value_desc("F.html"), cl::cat(category),
      cl::desc("write a page for browsers: who holds what, what is sent and "
               "why, memory, the pipeline, what was decided")};
};

Flags *flags = nullptr;

} // namespace

void registerCompileFlags(bool writes) {
  static Flags instance;
  flags = &instance;
  if (writes)
    flags->output.emplace(flags->category);
}

cl::OptionCategory &compileFlagCategory() { return flags->category; }

/// Ends with status 2. The problem may name the flag, too.
static void refuseValue(StringRef tool, const cl::Option &flag, StringRef value,
                        StringRef problem) {
  problem.consume_front((flag.ArgStr + ": ").str());
  // -O2, but --mesh=dp=2.
  StringRef dashes = flag.ArgStr.size() == 1 ? "-" : "--";
  StringRef equals = flag.ArgStr.size() == 1 ? "" : "=";
  llvm::errs() << tool << ": " << dashes << flag.ArgStr << equals << value
               << ": " << problem << "\n";
  std::exit(2);
}

/// Formats are of modules, groups and boundaries of local ones in StableHLO.
static void checkFormat(StringRef tool, const OutputFlags &output) {
  auto refuseWithout = [&](const cl::Option &flag, StringRef needed) {
    if (!flag.getNumOccurrences())
      return;
    llvm::errs() << tool << ": --" << flag.ArgStr << ": needs " << needed
                 << "\n";
    std::exit(2);
  };
  if (output.emit < Emit::Scheduled || output.format == Format::StableHLO)
    refuseWithout(flags->report, "a program that runs: --emit=scheduled or a "
                                 "later phase, in popt's own dialects");
  if (output.emit > Emit::Scheduled)
    refuseWithout(output.format, "--emit=scheduled or a phase before it");
  if (output.format == Format::StableHLO)
    refuseWithout(flags->recompute, "a program in popt's own dialects");
  if (output.format != Format::StableHLO || output.emit < Emit::Partitioned) {
    StringRef needed = "--format=stablehlo and --emit=partitioned or scheduled";
    refuseWithout(output.groups, needed);
    refuseWithout(output.boundary, needed);
  }
}

CompileFlags readCompileFlags(StringRef tool) {
  CompileFlags result;
  std::string optLevel(1, flags->optLevel);
  std::pair<const cl::Option *, StringRef> options[] = {
      {&flags->mesh, flags->mesh},
      {&flags->plan, flags->plan},
      {&flags->state, flags->state},
      {&flags->batch, flags->batch},
      {&flags->strategies, flags->strategies},
      {&flags->cluster, flags->cluster},
      {&flags->memoryBudget, flags->memoryBudget},
      {&flags->schedule, flags->schedule},
      {&flags->taskCosts, flags->taskCosts},
      {&flags->timeline, flags->timeline},
      {&flags->target, flags->target},
      {&flags->cpu, flags->cpu},
      {&flags->ptxas, flags->ptxas},
      {&flags->overlap, flags->overlap},
      {&flags->matmulPrecision, flags->matmulPrecision},
      {&flags->tuned, flags->tuned},
      {&flags->recompute, flags->recompute},
      {&flags->optLevel, optLevel}};
  for (auto [flag, value] : options) {
    if (!flag->getNumOccurrences())
      continue;
    std::string problem = setOption(result.flow, flag->ArgStr, value);
    if (!problem.empty())
      refuseValue(tool, *flag, value, problem);
  }
  if (flags->output)
    checkFormat(tool, *flags->output);
  std::string problem;
  if (!flags->remarks.empty() &&
      !llvm::Regex(flags->remarks).isValid(problem)) {
    llvm::errs() << tool << ": --remarks-filter=" << flags->remarks
                 << ": not a regular expression: " << problem << "\n";
    std::exit(2);
  }
  result.input = flags->input;
  if (flags->output) {
    result.emit = flags->output->emit;
    result.names = flags->output->names;
    result.flow.format = flags->output->format;
    result.flow.groups = flags->output->groups;
    result.flow.boundary = flags->output->boundary;
  }
  result.printCommands = flags->printCommands;
  result.reportTime = flags->reportTime;
  result.verbose = flags->verbose;
  result.saveTemps = flags->saveTemps;
  result.remarks = flags->remarks;
  result.report = flags->report;
  if (!result.report.empty())
    result.flow.picture = std::make_shared<std::string>();
  return result;
}

void parseCommandLine(int argc, const char *const *argv, StringRef overview) {
  cl::HideUnrelatedOptions(flags->category);
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) {
    os << "popt " POPT_VERSION " (LLVM " LLVM_VERSION_STRING ")\n";
  });
  if (!acceptWordFiles(argc, argv))
    std::exit(2);
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &stream)) {
    llvm::errs() << errors;
    std::exit(2);
  }
}

Compilation::Compilation(const CompileFlags &flags)
    : flags(flags), context(
                        [] {
                          DialectRegistry registry;
                          registerFlowDialects(registry);
                          return registry;
                        }(),
                        MLIRContext::Threading::DISABLED),
      messages(sources, &context,
               [](DiagnosticSeverity, const std::string &text) {
                 llvm::errs() << text;
               }) {
  // The message and the user's line say it; the operation may be a module.
  context.printOpOnDiagnostic(false);
  if (flags.verbose || !flags.remarks.empty() || !flags.report.empty())
    remarks.emplace(context);
}

bool Compilation::run(Emit last) {
  if (!module)
    module = readModule(flags.input, &context);
  if (!module)
    return false;
  PassManager manager(&context);
  // The flow verifies once a phase. After each pass, as `popt` does, takes as
  // long as the passes themselves.
  manager.enableVerifier(false);
  FlowOptions flow = flags.flow;
  flow.isWrittenOut =
      flags.printCommands || flags.saveTemps || flags.reportTime;
  buildFlow(manager, flow, std::min(last, Emit::Scheduled));
  if (flags.printCommands) {
    manager.printAsTextualPipeline(llvm::errs());
    llvm::errs() << "\n";
    return true;
  }
  if (flags.reportTime)
    manager.enableTiming();
  if (flags.saveTemps) {
    SmallString<128> folder(llvm::sys::path::parent_path(flags.output));
    llvm::sys::path::append(folder,
                            llvm::sys::path::stem(flags.input) + ".temps");
    manager.enableIRPrintingToFileTree(
        [](Pass *, Operation *) { return false; },
        [](Pass *, Operation *) { return true; }, /*printModuleScope=*/true,
        /*printAfterOnlyOnChange=*/true, /*printAfterOnlyOnFailure=*/false,
        folder);
  }
  return succeeded(manager.run(*module));
}

} // namespace popt::tools
