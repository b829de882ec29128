//===- Inputs.h - Files that a compilation reads ----------------*- C++ -*-===//
#ifndef POPT_SUPPORT_INPUTS_H
#define POPT_SUPPORT_INPUTS_H

#include "llvm/Support/MemoryBuffer.h"

namespace popt {

/// The text of a regular file. Null and why not, without the path.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef path,
                                              std::string &out_error);

/// The same of a module, which may also come from a pipe that is open already:
/// `-` or `<(command)`. The message has the path.
std::unique_ptr<llvm::MemoryBuffer> readModuleText(llvm::StringRef path,
                                                   std::string &out_error);

/// LLVM reads the words of `@file` in place of it. False after a message about a
/// file that is not read.
bool acceptWordFiles(int argc, const char *const *argv);

} // namespace popt

#endif // POPT_SUPPORT_INPUTS_H
