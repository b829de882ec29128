//===- SourceLines.cpp - Source lines under messages ----------------------===//
//
// Tests: SourceLinesTest, test/Flow/long-lines.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Support/SourceLines.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

/// Not the first byte of a UTF-8 character.
static bool isContinuation(char c) { return (c & 0xC0) == 0x80; }

/// The part of a line around `column` (in bytes), and below it a caret.
static void printAround(StringRef line, size_t column, raw_ostream &stream) {
  column = std::min(column, line.size());
  // A third before the column, two thirds from it on; all of it at an end.
  size_t shown = popt::kSourceColumns;
  size_t begin = column < shown / 3 ? 0 : column - shown / 3;
  begin = std::min(begin, line.size() - shown);
  size_t end = begin + shown;
  while (begin > 0 && isContinuation(line[begin]))
    --begin;
  while (end < line.size() && isContinuation(line[end]))
    ++end;
  StringRef before = begin > 0 ? "..." : "";
  std::string text = line.slice(begin, end).str();
  std::replace(text.begin(), text.end(), '\t', ' ');
  stream << before << text << (end < line.size() ? "..." : "") << "\n";
  size_t characters = count_if(line.slice(begin, column),
                               [](char c) { return !isContinuation(c); });
  stream.indent(before.size() + characters) << "^\n";
}

static void print(const SMDiagnostic &message, void *stream) {
  raw_ostream &out = *static_cast<raw_ostream *>(stream);
  StringRef line = message.getLineContents();
  if (line.size() <= size_t(popt::kSourceColumns) || message.getColumnNo() < 0)
    return message.print(nullptr, out);
  SMDiagnostic((message.getFilename() + ":" + Twine(message.getLineNo()) + ":" +
                Twine(message.getColumnNo() + 1))
                   .str(),
               message.getKind(), message.getMessage())
      .print(nullptr, out);
  printAround(line, message.getColumnNo(), out);
}

void popt::cutSourceLines(SourceMgr &sources, raw_ostream &stream) {
  sources.setDiagHandler(print, &stream);
}
