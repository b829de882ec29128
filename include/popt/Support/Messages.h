//===- Messages.h - A compilation's messages as text ------------*- C++ -*-===//
#ifndef POPT_SUPPORT_MESSAGES_H
#define POPT_SUPPORT_MESSAGES_H

#include "mlir/IR/Diagnostics.h"

namespace popt {

/// Makes the text of every message of a context: its place, the source line and
/// its notes. What has no place in a file, such as an error about a flag, comes
/// without one, but with the name of its operation or argument if that has one.
class Messages : public mlir::SourceMgrDiagnosticHandler {
public:
  using Show =
      std::function<void(mlir::DiagnosticSeverity, const std::string &text)>;
  Messages(llvm::SourceMgr &sources, mlir::MLIRContext *context, Show show);

private:
  void print(mlir::Diagnostic &message);
  void print(mlir::Location place, mlir::DiagnosticSeverity severity,
             llvm::StringRef said);

  std::string text;
  llvm::raw_string_ostream stream{text};
};

} // namespace popt

#endif // POPT_SUPPORT_MESSAGES_H
