//===- Options.h - The options of a compilation ---------------------------===//
//
// One table: the flags of poptc and popt-run with their --help, the options of
// the C API and the arguments of Python's popt.compile that are not of the
// boundary of its function.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_OPTIONS_H
#define POPT_COMPILE_OPTIONS_H

#include "popt/Flow/Flow.h"

namespace popt {

/// What an option has an effect on besides messages: the program, which is then
/// another one to the cache on disk (ProgramCache.h); a file that a compilation writes,
/// for which it has to run; or only on how the program is come by.
enum class OptionEffect { Program, Files, None };

struct CompileOption {
  llvm::StringLiteral name;  ///< `mesh`: `--mesh`; `O`: `-O2`
  llvm::StringLiteral value; ///< what --help calls its value; empty: nothing
  std::string help;
  /// Sets what the value says. Empty, or what is wrong with it.
  std::string (*set)(FlowOptions &options, llvm::StringRef value);
  OptionEffect effect = OptionEffect::Program;
  /// `--no-cache` alone is "true".
  bool isSwitch = false;
};

/// In the order in which values are checked.
llvm::ArrayRef<CompileOption> compileOptions();

/// Sets what the option of this name says ("mesh", "memory-budget", "O", ...).
/// Empty, or what is wrong with the name or the value. What a value says of a
/// module's names is checked where it is applied.
std::string setOption(FlowOptions &options, llvm::StringRef name,
                      llvm::StringRef value);

} // namespace popt
#endif // POPT_COMPILE_OPTIONS_H
