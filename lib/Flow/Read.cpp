//===- Read.cpp - Reading a module without trusting it --------------------===//
//
// MLIR's parser is recursive: a text of thousands of nested brackets would
// overflow its stack. This file counts brackets first. Tested by
// test/Flow/nesting.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Flow.h"

#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace popt {

/// No program that a front end prints comes near it.
static constexpr int kMaxDepth = 256;

std::optional<std::string> checkNesting(StringRef text, StringRef file) {
  int depth = 0, line = 1;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\n') {
      ++line;
      inString = false;
      continue;
    }
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
      continue;
    }
    switch (c) {
    case '"':
      inString = true;
      break;
    case '/':
      if (i + 1 < text.size() && text[i + 1] == '/')
        while (i + 1 < text.size() && text[i + 1] != '\n')
          ++i;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      if (++depth > kMaxDepth)
        return llvm::formatv("{0}:{1}: error: brackets are nested deeper than "
                             "{2}",
                             file, line, kMaxDepth)
            .str();
      break;
    case ')':
    case ']':
    case '}':
      depth = std::max(0, depth - 1);
      break;
    case '>':
      if (i > 0 && text[i - 1] != '-')
        depth = std::max(0, depth - 1);
      break;
    }
  }
  return std::nullopt;
}

OwningOpRef<ModuleOp> readModule(StringRef path, MLIRContext *context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file) {
    llvm::errs() << path << ": error: " << message << "\n";
    return nullptr;
  }
  if (!file->getBuffer().starts_with("ML\xefR"))
    if (std::optional<std::string> problem =
            checkNesting(file->getBuffer(), path)) {
      llvm::errs() << *problem << "\n";
      return nullptr;
    }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), SMLoc());
  SourceMgrDiagnosticHandler handler(sources, context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  return module;
}

} // namespace popt
