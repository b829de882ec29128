//===- Session.cpp - One compilation --------------------------------------===//
//
// Tested through its users: test/Flow, test/unit/CAPI/CompilerTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Session.h"
#include "popt/Annotate/Plan.h"
#include "popt/Annotate/PlanFile.h"
#include "popt/Compile/AutoPlan.h"
#include "popt/Compile/PlanTrials.h"
#include "popt/Text/Files.h"

#include "mlir/IR/Action.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace popt {

static DialectRegistry flowDialects() {
  DialectRegistry registry;
  registerFlowDialects(registry);
  return registry;
}

Session::Session(FlowOptions given, Messages::Show say)
    : options(std::move(given)),
      context(flowDialects(), MLIRContext::Threading::DISABLED),
      show([this, say = std::move(say)](DiagnosticSeverity severity,
                                        const std::string &text) {
        if (said)
          said->push_back({severity, text});
        say(severity, text);
      }),
      messages(sources, &context, show) {
  // The message and the user's line say it; the operation may be a module.
  context.printOpOnDiagnostic(false);
}

void Session::askBeforePasses(std::function<bool()> ask) {
  asked = std::move(ask);
  context.registerActionHandler(
      [this](function_ref<void()> work, const tracing::Action &) {
        if (mayGoOn())
          work();
      });
}

bool Session::mayGoOn() {
  if (isStopped || !asked)
    return !isStopped;
  isStopped = !asked();
  if (isStopped)
    say(DiagnosticSeverity::Error, "error: the compilation was interrupted\n");
  return !isStopped;
}

bool Session::take(
    function_ref<OwningOpRef<ModuleOp>(llvm::raw_ostream &)> read) {
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  module = read(stream);
  if (!errors.empty())
    say(module ? DiagnosticSeverity::Warning : DiagnosticSeverity::Error,
        errors);
  return static_cast<bool>(module);
}

bool Session::read(StringRef path) {
  return take([&](llvm::raw_ostream &errors) {
    return readModule(path, &context, errors);
  });
}

bool Session::parse(std::unique_ptr<llvm::MemoryBuffer> text) {
  return take([&](llvm::raw_ostream &errors) {
    return parseModule(std::move(text), &context, errors);
  });
}

bool Session::run(Emit last, function_ref<void(PassManager &)> prepare) {
  const bool isChosen = choosesPlan(options) && last > Emit::Imported;
  if (options.devices && !options.decisions && !isChosen &&
      last > Emit::Imported) {
    emitError(UnknownLoc::get(&context))
        << "devices: for --plan=auto, which chooses; of another plan the mesh "
           "says how many they are";
    return false;
  }
  PassManager manager(&context);
  // The flow verifies once a phase. After each pass, as `popt` does, takes as
  // long as the passes themselves.
  manager.enableVerifier(false);
  buildFlow(manager, options,
            isChosen ? Emit::Imported : std::min(last, Emit::Scheduled));
  if (prepare)
    prepare(manager);
  if (failed(manager.run(*module)) || !mayGoOn())
    return false;
  if (isChosen)
    return succeeded(compileByChosenPlan(
               module, options, last, [this] { return mayGoOn(); }, prepare)) &&
           mayGoOn();
  return last < Emit::Scheduled || options.format != Format::Dist ||
         comparePrediction();
}

/// Warns where a plan's figures are not those of the program.
bool Session::comparePrediction() {
  Plan plan;
  if (options.plan.empty() || !loadPlan(options.plan, plan).empty() ||
      !plan.predicted)
    return true;
  FailureOr<Report> report = makeReport(*module);
  if (failed(report))
    return false;
  warnOfDifferences(plan, report->prediction);
  return true;
}

void Session::warnOfDifferences(const Plan &plan,
                                const Prediction &found) const {
  if (plan.predicted)
    for (const std::string &text : compare(*plan.predicted, found))
      say(DiagnosticSeverity::Warning, "warning: " + nameOfPlan(options.plan) +
                                           ": plan.predicted: " + text + "\n");
}

FailureOr<BuiltProgram>
Session::compileText(std::unique_ptr<llvm::MemoryBuffer> text, bool withReport,
                     function_ref<void(PassManager &)> prepare) {
  std::string title = text->getBufferIdentifier().str();
  if (withReport) {
    options.picture = std::make_shared<std::string>();
    collectRemarks();
  }
  if (!parse(std::move(text)) || !run(Emit::Scheduled, prepare))
    return failure();
  BuiltProgram built;
  if (withReport) {
    FailureOr<Report> made = report(title);
    if (failed(made))
      return failure();
    llvm::raw_string_ostream screen(built.report.screen);
    printReport(*made, screen);
    built.report.page = reportPage(*made);
    built.report.prediction = writePrediction(made->prediction);
  }
  FailureOr<CompiledProgram> program = compile();
  if (failed(program))
    return failure();
  built.program = std::move(*program);
  return built;
}

FailureOr<BuiltProgram>
Session::build(std::unique_ptr<llvm::MemoryBuffer> text, bool withReport,
               function_ref<void(PassManager &)> prepare) {
  std::string problem;
  std::optional<ProgramCache> cache =
      ProgramCache::open(text->getBuffer(), text->getBufferIdentifier(),
                         options, withReport, problem);
  auto warn = [&](const std::string &what) {
    if (!what.empty())
      say(DiagnosticSeverity::Warning, "warning: " + what + "\n");
  };
  warn(problem);
  if (!cache)
    return compileText(std::move(text), withReport, prepare);
  if (std::optional<ProgramCache::Entry> entry = cache->find()) {
    for (const auto &[severity, message] : entry->messages)
      say(severity, message);
    return std::move(entry->built);
  }
  FilesRead files;
  said.emplace();
  FailureOr<BuiltProgram> built =
      compileText(std::move(text), withReport, prepare);
  ProgramCache::Entry entry{{}, std::move(*said)};
  said.reset();
  auto read = files.list();
  if (failed(built) || !read)
    return built;
  entry.built = std::move(*built);
  warn(cache->keep(entry, *read));
  return std::move(entry.built);
}

FailureOr<CompiledProgram> Session::compile() {
  return compileProgram(*module, options);
}

FailureOr<Report> Session::report(StringRef title) {
  FailureOr<Report> made = makeReport(*module);
  if (succeeded(made))
    complete(*made, title);
  return made;
}

void Session::complete(Report &report, StringRef title) const {
  report.title = title.str();
  // A planner's report has the picture of its plan.
  if (options.picture && report.timeline.empty())
    report.timeline = *options.picture;
  if (remarks)
    report.decisions = remarks->decisions();
}

} // namespace popt
