//===- CompileFlags.h - The compile flags of poptc and popt-run -----------===//
#ifndef POPT_TOOLS_COMMON_COMPILEFLAGS_H
#define POPT_TOOLS_COMMON_COMPILEFLAGS_H

#include "popt/Compile/Session.h"

#include "llvm/Support/CommandLine.h"

namespace popt::tools {

/// Declares the flags; call before parsing the command line. `writes`: those of
/// what is written, --emit among them, as well.
void registerCompileFlags(bool writes);

/// What --help shows; a tool's own flags join it.
llvm::cl::OptionCategory &compileFlagCategory();

/// What the command line says.
struct CompileFlags {
  std::string input;
  std::string output; ///< poptc's; temporaries go beside it
  FlowOptions flow;
  Emit emit = Emit::Executable;
  bool names = false; ///< print names instead
  bool printCommands, reportTime, verbose, saveTemps;
  std::string remarks; ///< regular expression of remark categories
  std::string report;  ///< HTML file, or empty
};
/// The flags as given. Flags of parts that this build does not have end the
/// process with status 2 and "not in this build".
CompileFlags readCompileFlags(llvm::StringRef tool);

/// Parses the command line as clang-like tools do: wrong usage ends the process
/// with status 2.
void parseCommandLine(int argc, const char *const *argv,
                      llvm::StringRef overview);

/// The compilation that the flags ask for, of their module, with remarks if they
/// ask for any.
struct Compilation : Session {
  explicit Compilation(const CompileFlags &flags);
  /// Reads the module if there is none yet. False after a diagnostic.
  bool run(Emit last);
  /// The program, with the report that the flags ask for. Flags that want more than a
  /// program (-v, --report, --remarks-filter, files and times of passes) compile it;
  /// else it may come from the cache on disk.
  mlir::FailureOr<CompiledProgram> program(llvm::StringRef tool);
  /// Timing and files of passes, as the flags say.
  void prepare(mlir::PassManager &manager) const;

  const CompileFlags &flags;

private:
  bool wantsMoreThanProgram() const;
};

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_COMPILEFLAGS_H
