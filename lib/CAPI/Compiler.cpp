//===- Compiler.cpp - The C API of the compiler ---------------------------===//
//
// A session compiles the module's text; every message goes, with its source line,
// to the caller. What stays is plain data: the step table, the kernels and the
// report.
//
// Tests: test/unit/CAPI/CompilerTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt-c/Compiler.h"

#include "popt-rt/gpu_code.h"
#include "popt-rt/run.h"
#include "popt/Compile/Session.h"
#include "popt/Interfaces/Target.h"
#include "popt/Text/Names.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MemoryBuffer.h"

#include <new>

using namespace mlir;
using namespace popt;

struct popt_executable {
  rt::LoadedProgram program;
  SmallVector<char, 0> object; ///< its kernels for CPUs
  ReportTexts report;
  std::vector<uint8_t> package;
};

namespace {

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

/// What passes a session's messages to the caller.
auto sayer(const popt_callbacks &callbacks) {
  return [callbacks](DiagnosticSeverity severity, const std::string &text) {
    if (callbacks.message)
      callbacks.message(callbacks.context, toC(severity), text.c_str());
  };
}

/// A session whose messages go to the caller, or none after an error in the
/// options.
std::unique_ptr<Session> openSession(ArrayRef<popt_option> options,
                                     const popt_callbacks *given) {
  throwWhenOutOfMemory();
  popt_callbacks callbacks = given ? *given : popt_callbacks();
  auto say = sayer(callbacks);
  FlowOptions flow;
  for (const popt_option &option : options) {
    std::string problem = setOption(flow, option.name, option.value);
    if (problem.empty())
      continue;
    StringRef what = problem;
    what.consume_front((StringRef(option.name) + ": ").str());
    say(DiagnosticSeverity::Error, "error: " + std::string(option.name) +
                                       " = \"" + option.value +
                                       "\": " + what.str() + "\n");
    return nullptr;
  }
  auto session = std::make_unique<Session>(std::move(flow), say);
  if (callbacks.keep_going)
    session->askBeforePasses(
        [callbacks] { return callbacks.keep_going(callbacks.context) != 0; });
  return session;
}

} // namespace

int popt_compile(const char *text, const char *name, const popt_option *options,
                 int32_t num_options, const popt_callbacks *callbacks,
                 popt_executable **out_executable) {
  std::unique_ptr<Session> session =
      openSession({options, static_cast<size_t>(num_options)}, callbacks);
  if (!session)
    return 1;
  FailureOr<BuiltProgram> built =
      session->build(llvm::MemoryBuffer::getMemBuffer(text, name),
                     /*withReport=*/true);
  if (failed(built))
    return 1;
  std::string error;
  SmallVector<char, 0> object = built->program.sharedObject;
  std::optional<rt::LoadedProgram> loaded =
      loadProgram(std::move(built->program), error);
  if (!loaded) {
    session->say(DiagnosticSeverity::Error, "error: " + error + "\n");
    return 1;
  }
  *out_executable = new popt_executable{std::move(*loaded), std::move(object),
                                        std::move(built->report),
                                        /*package=*/{}};
  return 0;
}

/// The text of a phase; failure after an error.
static FailureOr<std::string> lower(Session &session, StringRef phase) {
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
    session.say(DiagnosticSeverity::Error,
                "error: \"" + phase.str() + "\" is none of " +
                    llvm::join(known, ", ") + suggestName(phase.str(), known) +
                    "\n");
    return failure();
  }
  if (!session.run(*last))
    return failure();
  if (*last != Emit::Step)
    return printModule(*session.module, session.options);
  FailureOr<CompiledProgram> program = session.compile();
  if (failed(program))
    return failure();
  return printStep(*session.module, program->table);
}

int popt_lower(const char *text, const char *name, const popt_option *options,
               int32_t num_options, const char *phase,
               const popt_callbacks *callbacks, char **out_text) {
  std::unique_ptr<Session> session =
      openSession({options, static_cast<size_t>(num_options)}, callbacks);
  if (!session || !session->parse(llvm::MemoryBuffer::getMemBuffer(text, name)))
    return 1;
  FailureOr<std::string> result = lower(*session, phase);
  if (failed(result))
    return 1;
  *out_text = strdup(result->c_str());
  return 0;
}

void popt_free_text(char *text) { std::free(text); }

int popt_read_bytecode(const void *bytes, int64_t num_bytes, const char *name,
                       const popt_callbacks *callbacks, char **out_text) {
  throwWhenOutOfMemory();
  Session session(FlowOptions(),
                  sayer(callbacks ? *callbacks : popt_callbacks()));
  StringRef all(static_cast<const char *>(bytes), num_bytes);
  if (!session.parse(llvm::MemoryBuffer::getMemBufferCopy(all, name)))
    return 1;
  std::string text;
  llvm::raw_string_ostream stream(text);
  (*session.module)->print(stream, OpPrintingFlags().enableDebugInfo());
  *out_text = strdup(text.c_str());
  return 0;
}

void popt_executable_destroy(popt_executable *executable) { delete executable; }

void popt_executable_package(popt_executable *executable, const void **out_data,
                             int64_t *out_bytes) {
  const rt::LoadedProgram &program = executable->program;
  if (executable->package.empty()) {
    rt::PackageParts parts = {
        rt::serialize(program.table),
        {executable->object.begin(), executable->object.end()}};
    if (!program.images.empty())
      parts.kernels = rt::packImages(program.images);
    executable->package = rt::packageBytes(parts);
  }
  *out_data = executable->package.data();
  *out_bytes = static_cast<int64_t>(executable->package.size());
}

popt_rt_status popt_executable_start(const popt_executable *executable,
                                     const popt_rt_program_options *options,
                                     popt_rt_program **out_program) {
  return rt::startProgram(executable->program, options, out_program);
}

const char *popt_executable_report(popt_executable *executable) {
  return executable->report.screen.c_str();
}

const char *popt_executable_report_page(popt_executable *executable) {
  return executable->report.page.c_str();
}

const char *popt_executable_prediction(popt_executable *executable) {
  return executable->report.prediction.c_str();
}

/// The newest architecture that is not newer, without the letter that would tie the
/// program to this one.
const char *popt_target_of_gpu(int32_t capability) {
  const char *best = nullptr;
  int32_t newest = 0;
  for (const std::string &name : targetNames()) {
    int32_t number = 0;
    if (StringRef(name).starts_with("sm_") &&
        !StringRef(name).drop_front(3).getAsInteger(10, number) &&
        number <= capability && number > newest) {
      newest = number;
      best = findTarget(name)->name().data();
    }
  }
  return best;
}
