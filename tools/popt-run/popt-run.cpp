//===- popt-run.cpp - Compiles in memory and runs -------------------------===//
//
// popt-run MODEL.mlir [compile flags] [run flags]. With --reference the
// reference interpreter takes the place of compiled code: the whole program is
// then one command of a one-rank step table, so inputs, batches, metrics and
// comparisons work as always.
//
//===----------------------------------------------------------------------===//
#include "../common/ChoiceFlag.h"
#include "../common/CompileFlags.h"
#include "../common/Limits.h"
#include "../common/Reference.h"
#include "../common/Report.h"
#include "MeasureMachine.h"

#include "popt-rt/limits.h"
#include "popt-rt/run.h"
#include "popt/Compile/AutoPlan.h"

#include "llvm/Support/CommandLine.h"

#include <chrono>

using namespace mlir;
using namespace popt;

/// Table and kernels in memory; false after a message.
static bool compile(tools::Compilation &compilation,
                    rt::LoadedProgram &out_program,
                    rt::PackageParts *out_parts) {
  FailureOr<CompiledProgram> program = compilation.program("popt-run");
  if (failed(program))
    return false;
  if (out_parts)
    *out_parts = packageParts(*program);
  std::string error;
  std::optional<rt::LoadedProgram> loaded =
      loadProgram(std::move(*program), error);
  if (!loaded) {
    llvm::errs() << "popt-run: " << error << "\n";
    return false;
  }
  out_program = std::move(*loaded);
  return true;
}

/// Flags that are wrong end the process where they are read; if a launcher has
/// started it, the other ranks get the error, too.
static tools::CompileFlags
readFlags(const std::vector<const char *> &compileArgs,
          const std::vector<const char *> &runArgs) {
  static bool areRead = false;
  static const std::vector<const char *> *ownRunArgs = &runArgs;
  std::atexit([] {
    if (!areRead)
      rt::leaveUnstarted(static_cast<int>(ownRunArgs->size()),
                         ownRunArgs->data(),
                         "popt-run refuses its flags, and says why");
  });
  tools::parseCommandLine(
      static_cast<int>(compileArgs.size()), compileArgs.data(),
      "popt-run: compiles an annotated StableHLO module in memory and runs "
      "it\n");
  tools::CompileFlags flags = tools::readCompileFlags("popt-run");
  areRead = true;
  return flags;
}

/// The ranks that run flags ask for; 0: as many as the program has. A plan may leave
/// some out, so the flag goes.
static int64_t takeRanks(std::vector<const char *> &runArgs) {
  int64_t ranks = 0;
  for (size_t i = 0; i + 1 < runArgs.size(); ++i) {
    if (StringRef(runArgs[i]) != "-n" ||
        StringRef(runArgs[i + 1]).getAsInteger(10, ranks))
      continue; // the driver says what is wrong with it
    auto flag = runArgs.begin() + static_cast<long>(i);
    runArgs.erase(flag, flag + 2);
    return ranks;
  }
  return 0;
}

static int compileAndRun(int argc, char **argv) {
  tools::endWhenOutOfMemory();
  tools::registerCompileFlags(/*writes=*/false);
  static llvm::cl::opt<bool> reference(
      "reference", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("run the reference interpreter"));
  static tools::ChoiceFlag<Emit> at(
      "at", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::init(Emit::Partitioned),
      llvm::cl::desc("with --reference: the program that it runs "
                     "(partitioned)"),
      tools::EmitWords{Emit::Collectives});
  static llvm::cl::opt<bool> verifyPhases(
      "verify-phases", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("run every phase (up to --at, else all) with the "
                     "reference interpreter and stop at the first that changes "
                     "a result"));
  static llvm::cl::opt<bool> poison(
      "poison-padding", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("with --reference: padding holds NaN or large numbers"));
  static llvm::cl::opt<bool> measureMachine(
      "measure-machine", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("measures what -n N ranks at work at once reach on this "
                     "machine's processors, and writes it for --cluster into "
                     "-o C.json; runs no program"));
  static const std::string runHelp =
      std::string("\nRun flags:\n") + rt::runHelp();
  static llvm::cl::extrahelp runFlags(runHelp);

  // Needs no model.
  if (argc == 2 && StringRef(argv[1]) == "--help-env") {
    llvm::outs() << rt::environmentHelp();
    return 0;
  }

  if (tools::asksToMeasure(argc, argv))
    return tools::measureMachine(argc, argv);

  // Run flags belong to the runtime's driver, the rest to the compiler.
  std::vector<const char *> compileArgs{argv[0]}, runArgs{argv[0]};
  for (int i = 1; i < argc;) {
    int length =
        StringRef(argv[i]) == "--help" ? 0 : rt::runFlagLength(argc, argv, i);
    for (int k = 0; k < std::max(1, length); ++k, ++i)
      (length ? runArgs : compileArgs).push_back(argv[i]);
  }
  tools::CompileFlags flags = readFlags(compileArgs, runArgs);
  if (choosesPlan(flags.flow) && !flags.flow.devices)
    if (int64_t ranks = takeRanks(runArgs))
      setOption(flags.flow, "devices", std::to_string(ranks));
  auto begin = std::chrono::steady_clock::now();
  tools::Compilation compilation(flags);

  if (reference || verifyPhases) {
    if (!flags.report.empty()) {
      llvm::errs() << "popt-run: --report: the reference interpreter runs "
                      "before there is a program to report; leave out "
                      "--reference and --verify-phases\n";
      return 2;
    }
    tools::ReferenceOptions options;
    options.last = verifyPhases && !at.getNumOccurrences() ? Emit::Folded : at;
    options.verifyPhases = verifyPhases;
    options.poisonPadding = poison;
    int status = tools::runReference(compilation, options, runArgs);
    tools::printRemarks(compilation);
    return status;
  }
  for (const llvm::cl::Option *flag :
       std::initializer_list<const llvm::cl::Option *>{&at, &poison})
    if (flag->getNumOccurrences()) {
      llvm::errs() << "popt-run: --" << flag->ArgStr << ": needs --reference\n";
      return 2;
    }
  std::string words, error;
  for (const char *word : ArrayRef(compileArgs).drop_front())
    words += (words.empty() ? "" : " ") + std::string(word);
  rt::LoadedProgram program;
  bool hasProgram = rt::compileOnce(
      static_cast<int>(runArgs.size()), runArgs.data(), words,
      [&](rt::LoadedProgram &out_program, rt::PackageParts *out_parts) {
        bool ok = compile(compilation, out_program, out_parts);
        tools::printRemarks(compilation);
        return ok;
      },
      program, error);
  if (!hasProgram) {
    if (!error.empty())
      llvm::errs() << "popt-run: error: " << error << "\n";
    return 1;
  }
  tools::throwWhenOutOfMemory();
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
          .count();
  return rt::runMain(static_cast<int>(runArgs.size()), runArgs.data(),
                     std::move(program), seconds);
}

int main(int argc, char **argv) {
  return rt::runWithinLimits(argc, argv, compileAndRun);
}
