//===- Reference.h - popt-run --reference and --verify-phases -------------===//
#ifndef POPT_TOOLS_COMMON_REFERENCE_H
#define POPT_TOOLS_COMMON_REFERENCE_H

#include "CompileFlags.h"

namespace popt::tools {

/// How popt-run asks for the interpreter.
struct ReferenceOptions {
  Emit last = Emit::Partitioned; ///< the program that is run
  /// Runs it after every phase up to that one, and compares.
  bool verifyPhases = false;
  bool poisonPadding = false;
};

/// Runs the program under the run flags. Returns the exit status.
int runReference(Compilation &compilation, const ReferenceOptions &options,
                 const std::vector<const char *> &runArgs);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_REFERENCE_H
