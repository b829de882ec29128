//===- Compiler.cpp - The C API of the compiler ---------------------------===//
//
// A compilation reads the module's text, runs the flow in a context of its own
// and passes every message on, with its source line, to the caller. What stays
// of it is plain data: the step table, the kernels and the report.
//
// Tests: test/unit/CAPI/CompilerTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt-c/Compiler.h"

#include "popt-rt/run.h"
#include "popt/Flow/Flow.h"
#include "popt/Report/Report.h"
#include "popt/Support/Messages.h"
#include "popt/Text/Names.h"

#include "mlir/IR/Action.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

#include <new>

using namespace mlir;
using namespace popt;

struct popt_executable {
  rt::LoadedProgram program;
  Report report;
  std::string screen, page; ///< the report for terminals and for browsers
};

namespace {

/// What a compilation starts from.
struct Input {
  std::string source, name;
  FlowOptions options;
};

popt_severity toC(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return POPT_ERROR;
  case DiagnosticSeverity::Warning:
    return POPT_WARNING;
  default:
    return POPT_REMARK;
  }
}

/// What LLVM allocates by itself aborts where there is no memory. A caller in
/// C++ or Python gets std::bad_alloc instead, as it does from `new`.
void throwWhenOutOfMemory() {
  [[maybe_unused]] static const bool isInstalled = [] {
    llvm::install_bad_alloc_error_handler(
        [](void *, const char *, bool) { std::__throw_bad_alloc(); });
    return true;
  }();
}

/// One run of the flow over a module's text.
class Compilation {
public:
  Compilation(const Input &input, const popt_callbacks *callbacks)
      : input(input), callbacks(callbacks ? *callbacks : popt_callbacks()),
        context(registry(), MLIRContext::Threading::DISABLED),
        messages(sources, &context,
                 [this](DiagnosticSeverity severity, const std::string &text) {
                   send(toC(severity), text);
                 }) {
    throwWhenOutOfMemory();
    context.printOpOnDiagnostic(false);
    context.registerActionHandler(
        [this](llvm::function_ref<void()> work, const tracing::Action &) {
          if (mayGoOn())
            work();
        });
  }

  /// False after an error. A module that is not parsed yet is parsed.
  bool run(Emit last) {
    if (!module)
      parse();
    if (!module)
      return false;
    PassManager manager(&context);
    manager.enableVerifier(false);
    buildFlow(manager, input.options, std::min(last, Emit::Scheduled));
    return succeeded(manager.run(*module)) && mayGoOn();
  }
  void send(popt_severity severity, const std::string &text) const {
    if (callbacks.message)
      callbacks.message(callbacks.context, severity, text.c_str());
  }
  /// Asks the caller; after the first no, all passes are skipped.
  bool mayGoOn() {
    if (isStopped || !callbacks.keep_going)
      return !isStopped;
    isStopped = callbacks.keep_going(callbacks.context) == 0;
    if (isStopped)
      send(POPT_ERROR, "error: the compilation was interrupted\n");
    return !isStopped;
  }

  const Input &input;
  const popt_callbacks callbacks;
  MLIRContext context;
  llvm::SourceMgr sources;
  Messages messages;
  OwningOpRef<ModuleOp> module;

private:
  static DialectRegistry registry() {
    DialectRegistry registry;
    registerFlowDialects(registry);
    return registry;
  }
  void parse() {
    std::string errors;
    llvm::raw_string_ostream stream(errors);
    module =
        parseModule(llvm::MemoryBuffer::getMemBuffer(input.source, input.name),
                    &context, stream);
    if (!errors.empty())
      send(module ? POPT_WARNING : POPT_ERROR, errors);
  }
  bool isStopped = false;
};

} // namespace

/// Nothing after an error.
static std::optional<Input> readInput(const char *text, const char *name,
                                      const popt_option *options,
                                      int32_t numOptions,
                                      const popt_callbacks *callbacks) {
  Input input = {text, name, FlowOptions()};
  for (const popt_option &option :
       llvm::ArrayRef(options, static_cast<size_t>(numOptions))) {
    std::string problem = setOption(input.options, option.name, option.value);
    if (problem.empty())
      continue;
    StringRef what = problem;
    what.consume_front((StringRef(option.name) + ": ").str());
    if (callbacks && callbacks->message)
      callbacks->message(callbacks->context, POPT_ERROR,
                         ("error: " + std::string(option.name) + " = \"" +
                          option.value + "\": " + what.str() + "\n")
                             .c_str());
    return std::nullopt;
  }
  return input;
}

static FailureOr<CompiledProgram> compile(Compilation &compilation) {
  if (!compilation.run(Emit::Scheduled))
    return failure();
  return compileProgram(*compilation.module, compilation.input.options);
}

int popt_compile(const char *text, const char *name, const popt_option *options,
                 int32_t num_options, const popt_callbacks *callbacks,
                 popt_executable **out_executable) {
  std::optional<Input> input =
      readInput(text, name, options, num_options, callbacks);
  if (!input)
    return 1;
  input->options.picture = std::make_shared<std::string>();
  Compilation compilation(*input, callbacks);
  RemarkCollector remarks(compilation.context);
  if (!compilation.run(Emit::Scheduled))
    return 1;
  FailureOr<Report> report = makeReport(*compilation.module);
  if (failed(report))
    return 1;
  FailureOr<CompiledProgram> program =
      compileProgram(*compilation.module, input->options);
  if (failed(program))
    return 1;
  std::string error;
  std::optional<rt::LoadedProgram> loaded =
      loadProgram(std::move(*program), error);
  if (!loaded) {
    compilation.send(POPT_ERROR, "error: " + error + "\n");
    return 1;
  }
  report->title = name;
  report->timeline = std::move(*input->options.picture);
  report->decisions = remarks.decisions();
  *out_executable = new popt_executable{std::move(*loaded), std::move(*report),
                                        /*screen=*/{}, /*page=*/{}};
  return 0;
}

/// The text of a phase; failure after an error.
static FailureOr<std::string> lower(Compilation &compilation, StringRef phase) {
  std::optional<Emit> last;
  std::vector<std::string> known;
  for (const EmitName &name : emitNames()) {
    if (name.emit > Emit::Step)
      break;
    if (name.word == phase)
      last = name.emit;
    known.push_back(name.word.str());
  }
  if (!last) {
    compilation.send(POPT_ERROR, "error: \"" + phase.str() + "\" is none of " +
                                     llvm::join(known, ", ") +
                                     suggestName(phase.str(), known) + "\n");
    return failure();
  }
  if (*last == Emit::Step) {
    FailureOr<CompiledProgram> program = compile(compilation);
    if (failed(program))
      return failure();
    return printStep(*compilation.module, program->table);
  }
  if (!compilation.run(*last))
    return failure();
  return printModule(*compilation.module, compilation.input.options);
}

int popt_lower(const char *text, const char *name, const popt_option *options,
               int32_t num_options, const char *phase,
               const popt_callbacks *callbacks, char **out_text) {
  std::optional<Input> input =
      readInput(text, name, options, num_options, callbacks);
  if (!input)
    return 1;
  Compilation compilation(*input, callbacks);
  FailureOr<std::string> result = lower(compilation, phase);
  if (failed(result))
    return 1;
  *out_text = strdup(result->c_str());
  return 0;
}

void popt_free_text(char *text) { std::free(text); }

void popt_executable_destroy(popt_executable *executable) { delete executable; }

popt_rt_status popt_executable_start(const popt_executable *executable,
                                     const popt_rt_program_options *options,
                                     popt_rt_program **out_program) {
  return rt::startProgram(executable->program, options, out_program);
}

const char *popt_executable_report(popt_executable *executable) {
  if (executable->screen.empty()) {
    llvm::raw_string_ostream stream(executable->screen);
    printReport(executable->report, stream);
  }
  return executable->screen.c_str();
}

const char *popt_executable_report_page(popt_executable *executable) {
  if (executable->page.empty())
    executable->page = reportPage(executable->report);
  return executable->page.c_str();
}

double popt_executable_seconds(const popt_executable *executable) {
  return executable->report.seconds();
}
