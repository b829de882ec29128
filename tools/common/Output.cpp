//===- Output.cpp - Files that tools write --------------------------------===//
//
// As in runs, a file is replaced as a whole, and a pipe without a reader is an error.
// Tested by test/Execute/files.test.
//
//===----------------------------------------------------------------------===//
#include "Output.h"

#include "popt-rt/data.h"

#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/// Prints the message, if there is one.
static bool isGood(StringRef tool, StringRef error) {
  if (!error.empty())
    errs() << tool << ": " << error << "\n";
  return error.empty();
}

bool popt::tools::writeFile(StringRef path, StringRef bytes, StringRef tool) {
  std::string error;
  if (path == "-") {
    outs() << bytes;
    outs().flush();
    if (std::error_code code = outs().error())
      error = "cannot write to standard output: " + code.message();
    outs().clear_error();
  } else {
    rt::replaceFile(path.str(), bytes, error);
  }
  return isGood(tool, error);
}

bool popt::tools::canWrite(StringRef path, StringRef tool) {
  std::string error;
  if (path != "-")
    rt::canWrite(path.str(), error);
  return isGood(tool, error);
}
