//===- Report.cpp - What the compiler decided, for people -----------------===//
//
// What lib/Report says, where the flags want it: a page in a file, a screen, or
// a list of decisions on stderr. Tested by test/Report.
//
//===----------------------------------------------------------------------===//
#include "Report.h"

#include "popt/Report/Report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

namespace popt::tools {

bool writeFile(StringRef path, StringRef bytes, StringRef tool) {
  std::error_code error;
  llvm::ToolOutputFile out(path, error, llvm::sys::fs::OF_None);
  if (!error) {
    out.os() << bytes;
    out.os().flush();
    error = out.os().error();
    out.os().clear_error();
  }
  if (error) {
    llvm::errs() << tool << ": cannot write " << path << ": " << error.message()
                 << "\n";
    return false;
  }
  out.keep();
  return true;
}

bool report(Compilation &compilation, StringRef tool) {
  const CompileFlags &flags = compilation.flags;
  bool isPlanned =
      flags.emit >= Emit::Scheduled && flags.flow.format == Format::Dist;
  if (!isPlanned || (!flags.verbose && flags.report.empty()))
    return true;
  FailureOr<Report> made = makeReport(*compilation.module);
  if (failed(made))
    return false;
  made->title = llvm::sys::path::filename(flags.input).str();
  if (flags.flow.picture)
    made->timeline = *flags.flow.picture;
  made->decisions = compilation.remarks->decisions();
  if (flags.verbose)
    printReport(*made, llvm::errs());
  return flags.report.empty() ||
         writeFile(flags.report, reportPage(*made), tool);
}

void printRemarks(Compilation &compilation) {
  if (compilation.flags.remarks.empty())
    return;
  printDecisions(compilation.remarks->decisions(compilation.flags.remarks),
                 llvm::errs());
}

} // namespace popt::tools
