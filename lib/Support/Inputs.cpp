//===- Inputs.cpp - Files that a compilation reads ------------------------===//
//
// LLVM waits for a writer where a file is a pipe, reads a device for ever, and
// maps large files: the process dies if one is cut meanwhile. Here files are
// read. Tests: test/Flow/files.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/Inputs.h"

#include "popt/Text/Files.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace popt;

static std::unique_ptr<llvm::MemoryBuffer>
readFile(llvm::StringRef path, bool mayBePipe, std::string &out_error) {
  out_error = whyNotRead(path.str(), mayBePipe);
  if (!out_error.empty())
    return nullptr;
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/true,
                                          /*IsVolatile=*/true);
  if (file)
    return std::move(*file);
  out_error = file.getError().message();
  return nullptr;
}

std::unique_ptr<llvm::MemoryBuffer> popt::readInput(llvm::StringRef path,
                                                    std::string &out_error) {
  std::unique_ptr<llvm::MemoryBuffer> file =
      readFile(path, /*mayBePipe=*/false, out_error);
  if (file)
    noteRead(path.str(), file->getBuffer());
  return file;
}

std::unique_ptr<llvm::MemoryBuffer>
popt::readModuleText(llvm::StringRef path, std::string &out_error) {
  std::unique_ptr<llvm::MemoryBuffer> text;
  if (path != "-") {
    text = readFile(path, /*mayBePipe=*/true, out_error);
  } else if (auto input = llvm::MemoryBuffer::getSTDIN()) {
    text = std::move(*input);
  } else {
    out_error = input.getError().message();
  }
  if (!text)
    out_error = ("cannot open input file '" + path + "': " + out_error).str();
  return text;
}

bool popt::acceptWordFiles(int argc, const char *const *argv) {
  for (llvm::StringRef word : llvm::ArrayRef(argv, argc)) {
    // What is not there is a word like any other.
    if (!word.consume_front("@") || !llvm::sys::fs::exists(word))
      continue;
    if (std::string why = whyNotRead(word.str()); !why.empty()) {
      llvm::errs() << "@" << word << ": error: " << why << "\n";
      return false;
    }
  }
  return true;
}
