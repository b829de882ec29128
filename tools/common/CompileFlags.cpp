//===- CompileFlags.cpp - The compile flags of poptc and popt-run ---------===//
//
// Declares the flags of docs/Flow.md with LLVM's command line library, those of
// the table of options among them, and compiles as they say.
//
//===----------------------------------------------------------------------===//
#include "CompileFlags.h"
#include "ChoiceFlag.h"
#include "Report.h"

#include "popt/Compile/AutoPlan.h"
#include "popt/InitAll.h"
#include "popt/Support/Inputs.h"

#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

#include <deque>

using namespace mlir;

namespace popt::tools {
namespace {

namespace cl = llvm::cl;

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

/// An entry of the table of options.
struct OptionFlag {
  OptionFlag(const CompileOption &option, cl::OptionCategory &category)
      : flag(StringRef(option.name), cl::value_desc(option.value),
             cl::desc(option.help), cl::cat(category)) {
    // -O2, but --mesh=dp=2.
    if (option.name.size() == 1)
      flag.setFormattingFlag(cl::Prefix);
    if (option.isSwitch)
      flag.setValueExpectedFlag(cl::ValueOptional);
  }
  cl::opt<std::string> flag;
};

struct Flags {
  Flags() {
    for (const CompileOption &option : compileOptions())
      options.emplace_back(option, category);
  }
  cl::OptionCategory category{"Compile flags"};
  std::optional<OutputFlags> output;
  cl::opt<std::string> input{cl::Positional, cl::desc("MODEL.mlir"),
                             cl::Required, cl::cat(category)};
  std::deque<OptionFlag> options;
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

static const cl::Option &flagOf(StringRef name) {
  return llvm::find_if(flags->options,
                       [&](const OptionFlag &option) {
                         return option.flag.ArgStr == name;
                       })
      ->flag;
}

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
    refuseWithout(flagOf("recompute"), "a program in popt's own dialects");
  if (output.format != Format::StableHLO || output.emit < Emit::Partitioned) {
    StringRef needed = "--format=stablehlo and --emit=partitioned or scheduled";
    refuseWithout(output.groups, needed);
    refuseWithout(output.boundary, needed);
  }
}

CompileFlags readCompileFlags(StringRef tool) {
  CompileFlags result;
  for (const OptionFlag &option : flags->options) {
    const cl::opt<std::string> &flag = option.flag;
    if (!flag.getNumOccurrences())
      continue;
    std::string problem = setOption(result.flow, flag.ArgStr, flag);
    if (!problem.empty())
      refuseValue(tool, flag, flag, problem);
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

static FlowOptions flowOf(const CompileFlags &flags) {
  FlowOptions flow = flags.flow;
  flow.expandTrialPasses =
      flags.printCommands || flags.saveTemps || flags.reportTime;
  return flow;
}

Compilation::Compilation(const CompileFlags &flags)
    : Session(flowOf(flags),
              [](DiagnosticSeverity, const std::string &text) {
                llvm::errs() << text;
              }),
      flags(flags) {
  if (flags.verbose || !flags.remarks.empty() || !flags.report.empty())
    collectRemarks();
}

bool Compilation::run(Emit last) {
  if (!module && !read(flags.input))
    return false;
  if (flags.printCommands && choosesPlan(options)) {
    emitError(UnknownLoc::get(&context))
        << "--plan=auto compiles many plans; write one by popt-plan -o P.json, "
           "and take that for -###";
    return false;
  }
  if (flags.printCommands) {
    PassManager manager(&context);
    buildFlow(manager, options, std::min(last, Emit::Scheduled));
    manager.printAsTextualPipeline(llvm::errs());
    llvm::errs() << "\n";
    return true;
  }
  return Session::run(last, [&](PassManager &manager) { prepare(manager); });
}

bool Compilation::wantsMoreThanProgram() const {
  return flags.printCommands || flags.saveTemps || flags.reportTime ||
         flags.verbose || !flags.remarks.empty() || !flags.report.empty();
}

FailureOr<CompiledProgram> Compilation::program(StringRef tool) {
  if (wantsMoreThanProgram()) {
    if (!run(Emit::Scheduled) || !tools::report(*this, tool))
      return failure();
    return compile();
  }
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> text = readModuleText(flags.input, error);
  if (!text) {
    say(DiagnosticSeverity::Error, flags.input + ": error: " + error + "\n");
    return failure();
  }
  FailureOr<BuiltProgram> built = build(std::move(text), /*withReport=*/false);
  if (failed(built))
    return failure();
  return std::move(built->program);
}

void Compilation::prepare(PassManager &manager) const {
  if (flags.reportTime)
    manager.enableTiming();
  if (!flags.saveTemps)
    return;
  SmallString<128> folder(llvm::sys::path::parent_path(flags.output));
  llvm::sys::path::append(folder,
                          llvm::sys::path::stem(flags.input) + ".temps");
  manager.enableIRPrintingToFileTree([](Pass *, Operation *) { return false; },
                                     [](Pass *, Operation *) { return true; },
                                     /*printModuleScope=*/true,
                                     /*printAfterOnlyOnChange=*/true,
                                     /*printAfterOnlyOnFailure=*/false, folder);
}

} // namespace popt::tools
