//===- Limits.h - Limits of the process end in messages ---------*- C++ -*-===//
#ifndef POPT_TOOLS_COMMON_LIMITS_H
#define POPT_TOOLS_COMMON_LIMITS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

#include <new>
#include <unistd.h>

namespace popt::tools {

/// From now on memory that cannot be allocated ends the process with status 1
/// and a message: no exception gets through MLIR's code.
inline void endWhenOutOfMemory() {
  auto end = [] {
    constexpr llvm::StringLiteral message = "error: out of memory\n";
    // Neither allocates nor runs the destructors of half a compilation.
    (void)!write(STDERR_FILENO, message.data(), message.size());
    _exit(1);
  };
  std::set_new_handler(end);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { std::get_new_handler()(); });
}

/// Back to exceptions, which the runtime turns into messages of its own.
inline void throwWhenOutOfMemory() {
  llvm::remove_bad_alloc_error_handler();
  std::set_new_handler(nullptr);
}

} // namespace popt::tools

#endif // POPT_TOOLS_COMMON_LIMITS_H
