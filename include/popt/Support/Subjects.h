//===- Subjects.h - What kept messages are about --------------------------===//
//
// The messages of a program are kept until it is known that it runs. More is
// then known than in the pass that emitted them, so a note may be added.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_SUPPORT_SUBJECTS_H
#define POPT_SUPPORT_SUBJECTS_H

#include "mlir/IR/Diagnostics.h"

namespace popt {

/// Strategies turn against the parallelism that the user asked for.
inline constexpr llvm::StringLiteral kTurnSubject = "turn";

inline void setSubject(mlir::InFlightDiagnostic &message,
                       llvm::StringLiteral subject) {
  if (mlir::Diagnostic *diagnostic = message.getUnderlyingDiagnostic())
    diagnostic->getMetadata().push_back(mlir::DiagnosticArgument(subject));
}

inline bool isAbout(mlir::Diagnostic &message, llvm::StringRef subject) {
  using Kind = mlir::DiagnosticArgument::DiagnosticArgumentKind;
  return llvm::any_of(message.getMetadata(), [&](auto &argument) {
    return argument.getKind() == Kind::String &&
           argument.getAsString() == subject;
  });
}

} // namespace popt
#endif // POPT_SUPPORT_SUBJECTS_H
