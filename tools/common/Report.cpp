//===- Report.cpp - What the compiler decided, for people -----------------===//
//
// What lib/Report says, where the flags want it: a page in a file, a screen, or
// a list of decisions on stderr. Tested by test/Report.
//
//===----------------------------------------------------------------------===//
#include "Report.h"
#include "Output.h"

#include "popt/Report/Report.h"

#include "llvm/Support/Path.h"

using namespace mlir;

namespace popt::tools {

bool report(Compilation &compilation, StringRef tool) {
  const CompileFlags &flags = compilation.flags;
  bool isPlanned =
      flags.emit >= Emit::Scheduled && flags.flow.format == Format::Dist;
  if (!isPlanned || (!flags.verbose && flags.report.empty()))
    return true;
  FailureOr<Report> made = makeReport(*compilation.module);
  return succeeded(made) && showReport(compilation, *made, tool);
}

bool showReport(Compilation &compilation, Report &report, StringRef tool) {
  const CompileFlags &flags = compilation.flags;
  compilation.complete(report, llvm::sys::path::filename(flags.input));
  if (flags.verbose)
    printReport(report, llvm::errs());
  return flags.report.empty() ||
         writeFile(flags.report, reportPage(report), tool);
}

void printRemarks(Compilation &compilation) {
  if (compilation.flags.remarks.empty())
    return;
  printDecisions(compilation.remarks->decisions(compilation.flags.remarks),
                 llvm::errs());
}

} // namespace popt::tools
