//===- Compare.h - Plans of one module beside each other --------*- C++ -*-===//
#ifndef POPT_TOOLS_COMMON_COMPARE_H
#define POPT_TOOLS_COMMON_COMPARE_H

#include "CompileFlags.h"

namespace popt::tools {

/// Compiles the module by each plan file and prints one table of what a step takes,
/// holds and sends, then what differs from the first. False after a diagnostic.
bool comparePlans(Compilation &compilation, llvm::ArrayRef<std::string> files,
                  llvm::raw_ostream &os);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_COMPARE_H
