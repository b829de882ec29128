//===- poptc.cpp - The compiler driver ------------------------------------===//
//
// poptc MODEL.mlir -o OUT: compiles an annotated module to a binary, or to any
// stage before it (--emit). Exit status: 0 done, 1 the input failed with a
// located message, 2 wrong usage.
//
//===----------------------------------------------------------------------===//
#include "../common/Compare.h"
#include "../common/CompileFlags.h"
#include "../common/Limits.h"
#include "../common/NameTree.h"
#include "../common/Output.h"
#include "../common/Report.h"

#include "popt-rt/limits.h"
#include "popt-rt/package.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>

using namespace mlir;
using namespace popt;

static bool writeFile(StringRef path, StringRef bytes) {
  return tools::writeFile(path, bytes, "poptc");
}

/// The launcher lies beside this executable, or in the installation's lib
/// folder.
static std::string findLauncher(const char *self) {
  static int anchor;
  std::string executable = llvm::sys::fs::getMainExecutable(self, &anchor);
  StringRef folder = llvm::sys::path::parent_path(executable);
  for (StringRef relative : {"popt-launch", "../lib/popt/popt-launch"}) {
    SmallString<128> path(folder);
    llvm::sys::path::append(path, relative);
    if (llvm::sys::fs::can_execute(path))
      return path.str().str();
  }
  return "";
}

/// What the flags want instead of a program, as text: the program after a phase.
static FailureOr<std::string> phaseAsText(tools::Compilation &compilation) {
  const tools::CompileFlags &flags = compilation.flags;
  ModuleOp module = *compilation.module;
  if (flags.emit <= Emit::Scheduled)
    return printModule(module, flags.flow);
  if (flags.emit == Emit::LLVM)
    return kernelsAsLLVM(module, flags.flow);
  FailureOr<CompiledProgram> program = compilation.compile();
  if (failed(program))
    return failure();
  return printStep(module, program->table);
}

/// Writes a program, or what the flags want instead. The exit status.
static int emit(tools::Compilation &compilation, StringRef output,
                const char *self) {
  const tools::CompileFlags &flags = compilation.flags;
  if (flags.printCommands || flags.names || flags.emit < Emit::Object) {
    if (!compilation.run(flags.names ? Emit::Imported : flags.emit))
      return 1;
    if (flags.printCommands)
      return 0;
    if (flags.names) {
      tools::printNames(*compilation.module, llvm::outs());
      return 0;
    }
    if (!tools::report(compilation, "poptc"))
      return 1;
    FailureOr<std::string> text = phaseAsText(compilation);
    return succeeded(text) && writeFile(output, *text) ? 0 : 1;
  }
  FailureOr<CompiledProgram> program = compilation.program("poptc");
  if (failed(program))
    return 1;
  if (flags.emit == Emit::Object) {
    std::string ptx;
    for (const rt::GpuImage &image : program->images)
      ptx += image.ptx;
    StringRef object(program->sharedObject.data(),
                     program->sharedObject.size());
    return writeFile(output, ptx.empty() ? object : ptx) ? 0 : 1;
  }
  std::string launcher;
  if (flags.emit == Emit::Executable)
    launcher = findLauncher(self);
  if (launcher.empty() && flags.emit == Emit::Executable) {
    llvm::errs() << "poptc: popt-launch is not beside this executable\n";
    return 1;
  }
  std::string error;
  if (!rt::writePackage(launcher, packageParts(*program), output.str(),
                        error)) {
    llvm::errs() << "poptc: " << error << "\n";
    return 1;
  }
  return 0;
}

static int compileToFile(int argc, char **argv) {
  tools::endWhenOutOfMemory();
  tools::registerCompileFlags(/*writes=*/true);
  static llvm::cl::opt<std::string> output(
      "o", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::desc("output file (default a.out; - is stdout for text)"),
      llvm::cl::value_desc("file"), llvm::cl::init("a.out"));
  static llvm::cl::list<std::string> compared(
      "compare", llvm::cl::cat(tools::compileFlagCategory()),
      llvm::cl::multi_val(2),
      llvm::cl::desc(
          "write nothing; print what a step takes, holds and sends by "
          "these plans, beside each other, and what differs (again "
          "for more)"),
      llvm::cl::value_desc("P1.json P2.json"));
  tools::parseCommandLine(
      argc, argv,
      "poptc: compiles an annotated StableHLO module to a parallel binary\n");
  tools::CompileFlags flags = tools::readCompileFlags("poptc");
  // Linking kernels resets every option of this process to its default.
  flags.output = output;
  const std::vector<std::string> plans(compared.begin(), compared.end());
  if (!plans.empty()) {
    tools::Compilation compilation(flags);
    return tools::comparePlans(compilation, plans, llvm::outs()) ? 0 : 1;
  }
  if (!flags.printCommands && !flags.names &&
      !tools::canWrite(flags.output, "poptc"))
    return 1;
  auto begin = std::chrono::steady_clock::now();
  tools::Compilation compilation(flags);
  int status = emit(compilation, flags.output, argv[0]);
  tools::printRemarks(compilation);
  if (status == 0 && flags.verbose && !flags.printCommands && !flags.names)
    llvm::errs() << llvm::format(
        "poptc: %s in %.2f s\n", flags.output.c_str(),
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count());
  return status;
}

int main(int argc, char **argv) {
  return rt::runWithinLimits(argc, argv, compileToFile);
}
