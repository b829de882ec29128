//===- Reference.h - popt-run --reference and --verify-phases -------------===//
#ifndef POPT_TOOLS_COMMON_REFERENCE_H
#define POPT_TOOLS_COMMON_REFERENCE_H

#include "CompileFlags.h"

namespace popt::tools {

/// The stage that --at names, if the interpreter can run it.
std::optional<Stage> referenceStage(llvm::StringRef name);

/// Runs the program at `stage` (with --verify-phases: at every stage up to it,
/// comparing) under the run flags. Returns the exit status.
int runReference(Compilation &compilation, Stage stage, bool poisonPadding,
                 const std::vector<const char *> &runArgs);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_REFERENCE_H
