//===- Messages.cpp - A compilation's messages as text --------------------===//
//
// Tests: MessagesTest.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/Messages.h"

#include "popt/Support/SourceLines.h"
#include "popt/Support/UserPlace.h"

using namespace mlir;

namespace popt {

Messages::Messages(llvm::SourceMgr &sources, MLIRContext *context, Show show)
    // Of a call stack the lines of the user, if there are any.
    : SourceMgrDiagnosticHandler(sources, context, stream, [](Location at) {
        auto file = dyn_cast<FileLineColLoc>(at);
        return !file || !isInstalled(file.getFilename());
      }) {
  cutSourceLines(sources, stream);
  setHandler([this, show = std::move(show)](Diagnostic &message) {
    text.clear();
    print(message);
    show(message.getSeverity(), text);
  });
}

void Messages::print(Location place, DiagnosticSeverity severity,
                     StringRef said) {
  if (place->findInstanceOf<FileLineColLoc>())
    return emitDiagnostic(place, said, severity);
  static constexpr StringLiteral severities[] = {"note", "warning", "error",
                                                 "remark"};
  if (auto named = place->findInstanceOf<NameLoc>())
    stream << named.getName() << ": ";
  stream << severities[static_cast<int>(severity)] << ": " << said << "\n";
}

void Messages::print(Diagnostic &message) {
  if (message.getLocation()->findInstanceOf<FileLineColLoc>())
    return emitDiagnostic(message);
  print(message.getLocation(), message.getSeverity(), message.str());
  for (Diagnostic &note : message.getNotes())
    print(note.getLocation(), note.getSeverity(), note.str());
}

} // namespace popt
