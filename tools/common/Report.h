//===- Report.h - What the compiler decided, for people -------------------===//
#ifndef POPT_TOOLS_COMMON_REPORT_H
#define POPT_TOOLS_COMMON_REPORT_H

#include "CompileFlags.h"

namespace popt::tools {

/// Writes the page of --report and prints the screen of -v, if the module is at
/// Emit::Scheduled. False after a message.
bool report(Compilation &compilation, llvm::StringRef tool);
/// The same of a program that was compiled apart from the session's module.
bool showReport(Compilation &compilation, Report &report, llvm::StringRef tool);

/// Prints the decisions that --remarks-filter asks for; call when no pass runs
/// any more.
void printRemarks(Compilation &compilation);

} // namespace popt::tools
#endif // POPT_TOOLS_COMMON_REPORT_H
