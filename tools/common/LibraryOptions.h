//===- LibraryOptions.h - Whose options --help shows ----------------------===//
#ifndef POPT_TOOLS_COMMON_LIBRARYOPTIONS_H
#define POPT_TOOLS_COMMON_LIBRARYOPTIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

namespace popt::tools {

/// Hides the hundreds of options that libLLVM declares for its own tools; call
/// it before the tool declares its own.
inline void hideLibraryOptions() {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (llvm::is_contained(option->Categories, &llvm::cl::getGeneralCategory()))
      option->setHiddenFlag(llvm::cl::ReallyHidden);
}

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_LIBRARYOPTIONS_H
