//===- Unsupported.h - What popt says of programs it can't compile -*- C++ -*-//
//
// The same words for text and for bytecode.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_IMPORT_UNSUPPORTED_H
#define POPT_IMPORT_UNSUPPORTED_H

#include "llvm/ADT/Twine.h"

#include <optional>
#include <string>

namespace popt {

std::string refuseShape(const llvm::Twine &type);
std::string refuseQuantised(const llvm::Twine &type);

/// Why popt has no such operation of StableHLO: its shape is a value, or it is
/// about quantised types. Nothing of all others.
std::optional<std::string> refuseOperation(llvm::StringRef name);

} // namespace popt

#endif // POPT_IMPORT_UNSUPPORTED_H
