//===- CompileFlags.h - The compile flags of poptc and popt-run -----------===//
#ifndef POPT_TOOLS_COMMON_COMPILEFLAGS_H
#define POPT_TOOLS_COMMON_COMPILEFLAGS_H

#include "popt/Flow/Flow.h"
#include "popt/Report/Remarks.h"
#include "popt/Support/Messages.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

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

/// A context with all of popt, remarks if asked for, and the module, run up to
/// `flags.emit` (at most Emit::Scheduled).
struct Compilation {
  explicit Compilation(const CompileFlags &flags);
  /// False after a diagnostic.
  bool run(Emit last);

  const CompileFlags &flags;
  mlir::MLIRContext context;
  llvm::SourceMgr sources;
  Messages messages;
  /// If the flags ask for any.
  std::optional<RemarkCollector> remarks;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_COMPILEFLAGS_H
