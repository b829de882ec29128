//===- UnknownNames.h - Operations that popt does not read ------*- C++ -*-===//
#ifndef POPT_FLOW_UNKNOWNNAMES_H
#define POPT_FLOW_UNKNOWNNAMES_H

#include "mlir/IR/Diagnostics.h"

#include <optional>
#include <string>

namespace popt {

/// What the parser says of an operation, type or attribute that it does not
/// know, in words for the author of the program: what it is, what popt reads,
/// and what may be meant. Nothing for other messages. `text` is the source that
/// the message's place lies in.
std::optional<std::string> rewordUnknown(mlir::Diagnostic &message,
                                         llvm::StringRef text);

} // namespace popt
#endif // POPT_FLOW_UNKNOWNNAMES_H
