//===- popt-reduce.cpp - Shrinks a module that fails ----------------------===//
//
//   popt-reduce bad.mlir -o small.mlir -- poptc {} --emit=partitioned -o -
//
// runs the command on the module and remembers how it fails: a crash, a hang,
// or its first message. Then it makes the module smaller as long as it fails in
// the same way. Without a command it is `popt-run {} --verify-phases
// --init=random`, which finds phases that change a result.
//
// Modules lose operations, results, arguments and attributes (Edits.h); a text
// that is no module loses lines (Lines.h). Test: test/Reduce.
//
//===----------------------------------------------------------------------===//
#include "../common/LibraryOptions.h"
#include "../common/Limits.h"
#include "../common/Output.h"
#include "Edits.h"
#include "Failure.h"
#include "Lines.h"

#include "popt-rt/limits.h"
#include "popt/Flow/Flow.h"
#include "popt/InitAll.h"
#include "popt/Support/Inputs.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

#include <ctime>

using namespace mlir;
using namespace popt;
using namespace popt::reduce;

namespace cl = llvm::cl;

namespace {
struct Options {
  std::string self, input, output;
  Failure wanted;
  Command command;
  /// Seconds since the epoch; what is tested later is not interesting.
  int64_t until = 0;
};

/// One reduction: the module so far, and what must persist.
class Reduction {
public:
  Reduction(const Options &options, MLIRContext &context)
      : options(options), context(context) {}

  /// Returns false if the file holds no module.
  bool readModule();
  void shrink();
  std::string text() const;

private:
  bool isInteresting(ModuleOp candidate) const;
  size_t countOps() const;

  const Options &options;
  MLIRContext &context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

static bool isLate(const Options &options) {
  return std::time(nullptr) >= options.until;
}

/// Whether the command fails on the file as wanted, and in time.
static bool failsOnFile(const Options &options, StringRef file) {
  Failure seen;
  std::string error;
  return !isLate(options) &&
         observe(options.command, file, options.wanted.pattern, seen, error) &&
         seen == options.wanted;
}

static bool failsOn(const Options &options, StringRef text) {
  SmallString<128> path;
  int descriptor;
  if (llvm::sys::fs::createTemporaryFile("popt-reduce", "mlir", descriptor,
                                         path))
    return false;
  llvm::FileRemover remover(path);
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << text;
    os.flush();
    if (os.has_error()) {
      os.clear_error();
      return false;
    }
  }
  return failsOnFile(options, path);
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os);
  os << "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

/// Text by the parser alone, as what popt's checks refuse may be what is reduced.
static OwningOpRef<ModuleOp> parse(StringRef path, MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = readModuleText(path, message);
  if (file && isBytecode(*file))
    return parseModule(std::move(file), &context, llvm::errs());
  return parseSourceFile<ModuleOp>(path, &context);
}

/// A parser that crashes would take this process with it, so another one tries
/// first.
static bool isReadable(const Options &options) {
  StringRef arguments[] = {options.self, "--parse-only", options.input};
  std::optional<StringRef> redirects[] = {
      StringRef("/dev/null"), StringRef("/dev/null"), StringRef("/dev/null")};
  return llvm::sys::ExecuteAndWait(options.self, arguments, std::nullopt,
                                   redirects,
                                   options.command.timeoutSeconds) == 0;
}

bool Reduction::readModule() {
  if (!isReadable(options))
    return false;
  module = parse(options.input, context);
  return module && isInteresting(*module);
}

bool Reduction::isInteresting(ModuleOp candidate) const {
  return failsOn(options, print(candidate));
}

std::string Reduction::text() const { return print(*module); }

size_t Reduction::countOps() const {
  size_t count = 0;
  (*module)->walk([&](Operation *) { ++count; });
  return count;
}

void Reduction::shrink() {
  size_t before;
  do {
    before = text().size();
    llvm::errs() << "popt-reduce: " << countOps() << " operations, " << before
                 << " bytes\n";
    shrinkModule(module,
                 [&](ModuleOp candidate) { return isInteresting(candidate); });
  } while (text().size() < before && !isLate(options));
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("popt-reduce");

namespace {
struct Flags {
  cl::list<std::string> words{
      cl::Positional, cl::OneOrMore, cl::cat(category),
      cl::desc("MODEL.mlir [-- command with {} for the module]")};
  cl::opt<std::string> output{"o", cl::init("-"), cl::cat(category),
                              cl::value_desc("file"),
                              cl::desc("the smaller module (default: stdout)")};
  cl::opt<std::string> message{
      "message", cl::cat(category), cl::value_desc("regex"),
      cl::desc("what the command must print; default: it fails as it does with "
               "MODEL.mlir (crash, hang, or the first message but for numbers "
               "and names)")};
  cl::opt<unsigned> timeout{
      "timeout", cl::init(60), cl::cat(category), cl::value_desc("s"),
      cl::desc("a command that takes longer hangs (default 60)")};
  cl::opt<unsigned> limit{"limit", cl::init(600), cl::cat(category),
                          cl::value_desc("s"),
                          cl::desc("for everything (default 600)")};
  // For the process that tries the parser.
  cl::opt<bool> parseOnly{"parse-only", cl::ReallyHidden, cl::cat(category)};
};
} // namespace

static int fail(const Twine &message) {
  llvm::errs() << "popt-reduce: " << message << "\n";
  return 1;
}

/// The command, and how it fails with the module as it is. Returns an exit
/// status, or nothing if there is something to shrink.
static std::optional<int> observeFirst(Options &options, unsigned timeout) {
  std::string error;
  if (!observe(options.command, options.input, options.wanted.pattern,
               options.wanted, error))
    return fail(error);
  switch (options.wanted.kind) {
  case Failure::None:
    return fail(options.input + ": the command " +
                (options.wanted.pattern.empty()
                     ? "succeeds, there is nothing to keep"
                     : "prints no line that matches \"" +
                           options.wanted.pattern + "\""));
  case Failure::Crash:
    llvm::errs() << "popt-reduce: the command crashes\n";
    return std::nullopt;
  case Failure::Hang:
    llvm::errs() << "popt-reduce: the command takes more than " << timeout
                 << " s\n";
    return std::nullopt;
  case Failure::Message:
    llvm::errs() << "popt-reduce: the command says: "
                 << (options.wanted.pattern.empty() ? options.wanted.said
                                                    : options.wanted.pattern)
                 << "\n";
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

static std::string shrink(const Options &options, MLIRContext &context,
                          StringRef text) {
  Reduction reduction(options, context);
  if (reduction.readModule()) {
    reduction.shrink();
    return reduction.text();
  }
  llvm::errs() << "popt-reduce: not a module that prints as it reads and still "
                  "fails: lines are removed\n";
  return shrinkLines(text,
                     [&](StringRef fewer) { return failsOn(options, fewer); });
}

static int reduceFile(int argc, char **argv) {
  tools::endWhenOutOfMemory();
  tools::hideLibraryOptions();
  Flags flags;
  cl::HideUnrelatedOptions(category);
  std::string wrong;
  llvm::raw_string_ostream stream(wrong);
  if (!acceptWordFiles(argc, argv))
    return 2;
  if (!cl::ParseCommandLineOptions(
          argc, argv, "popt-reduce: shrinks a module that fails\n", &stream)) {
    llvm::errs() << wrong;
    return 2;
  }

  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  if (flags.parseOnly)
    return !parse(flags.words[0], context);

  static int anchor;
  Options options;
  options.self = llvm::sys::fs::getMainExecutable(argv[0], &anchor);
  options.wanted.pattern = flags.message;
  options.command.timeoutSeconds = flags.timeout;
  if (std::string problem;
      !flags.message.empty() && !llvm::Regex(flags.message).isValid(problem)) {
    llvm::errs() << "popt-reduce: --message=" << flags.message << ": "
                 << problem << "\n";
    return 2;
  }
  options.input = flags.words.front();
  options.until = std::time(nullptr) + flags.limit;
  options.command.words.assign(flags.words.begin() + 1, flags.words.end());
  if (options.command.words.empty()) {
    SmallString<128> run(llvm::sys::path::parent_path(options.self));
    llvm::sys::path::append(run, "popt-run");
    options.command.words = {run.str().str(), "{}", "--verify-phases",
                             "--init=random"};
  }
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      readModuleText(options.input, message);
  if (!file)
    return fail(message);
  if (!tools::canWrite(flags.output, "popt-reduce"))
    return 1;
  if (std::optional<int> status = observeFirst(options, flags.timeout))
    return *status;

  // Candidates are often invalid; their diagnostics are noise.
  ScopedDiagnosticHandler silent(&context, [](Diagnostic &) {});
  std::string text = shrink(options, context, file->getBuffer());
  return tools::writeFile(flags.output, text, "popt-reduce") ? 0 : 1;
}

int main(int argc, char **argv) {
  return rt::runWithinLimits(argc, argv, reduceFile);
}
