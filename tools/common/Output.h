//===- Output.h - Files that tools write ------------------------*- C++ -*-===//
#ifndef POPT_TOOLS_COMMON_OUTPUT_H
#define POPT_TOOLS_COMMON_OUTPUT_H

#include "llvm/ADT/StringRef.h"

namespace popt::tools {

/// Writes a file; `-` is stdout. False after a message.
bool writeFile(llvm::StringRef path, llvm::StringRef bytes,
               llvm::StringRef tool);

/// False after a message if writeFile() would fail at once. Ask before work that
/// takes long.
bool canWrite(llvm::StringRef path, llvm::StringRef tool);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_OUTPUT_H
