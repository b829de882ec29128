//===- Messages.cpp - A compilation's messages as text --------------------===//
//
// Tests: MessagesTest.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/Messages.h"

#include "popt/Support/SourceLines.h"

using namespace mlir;

namespace popt {

Messages::Messages(llvm::SourceMgr &sources, MLIRContext *context, Show show)
    : SourceMgrDiagnosticHandler(sources, context, stream) {
  cutSourceLines(sources, stream);
  setHandler([this, show = std::move(show)](Diagnostic &message) {
    text.clear();
    print(message);
    show(message.getSeverity(), text);
  });
}

void Messages::print(Diagnostic &message) {
  if (!isa<UnknownLoc>(message.getLocation()))
    return emitDiagnostic(message);
  static constexpr StringLiteral names[] = {"note", "warning", "error",
                                            "remark"};
  stream << names[static_cast<int>(message.getSeverity())] << ": " << message
         << "\n";
  for (Diagnostic &note : message.getNotes())
    emitDiagnostic(note.getLocation(), note.str(), note.getSeverity());
}

} // namespace popt
