//===- Failure.cpp - How a command fails on a file ------------------------===//
//
// Two failures are the same if both are crashes, both are hangs, or the first
// messages are equal except for places, numbers and names: these change while a
// module shrinks.
//
//===----------------------------------------------------------------------===//
#include "Failure.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"

using namespace llvm;
using namespace popt::reduce;

/// `line` from its message on, up to the first detail: numbers become "#" and
/// quoted names "\"\"".
static std::string withoutDetails(StringRef line) {
  size_t error = line.find("error: ");
  line = error == StringRef::npos ? line.split(": ").second
                                  : line.drop_front(error + 7);
  std::string text;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '"') {
      text += "\"\"";
      i = std::min(line.find('"', i + 1), line.size() - 1) + 1;
    } else if (isDigit(line[i])) {
      text += '#';
      while (i < line.size() && isDigit(line[i]))
        ++i;
    } else {
      text += line[i++];
    }
  }
  return StringRef(text).split(": ").first.str();
}

/// The first line that reports an error, or else any line of a tool.
static StringRef firstMessage(StringRef output) {
  SmallVector<StringRef> lines;
  output.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef line : lines)
    if (line.contains("error: "))
      return line;
  for (StringRef line : lines)
    if (line.contains(": "))
      return line;
  return "";
}

bool popt::reduce::observe(const Command &command, StringRef file,
                           StringRef pattern, Failure &seen,
                           std::string &error) {
  SmallString<128> path;
  if (std::error_code code =
          sys::fs::createTemporaryFile("popt-reduce", "txt", path)) {
    error = "cannot make a temporary file: " + code.message();
    return false;
  }
  FileRemover remover(path);
  std::vector<std::string> words;
  for (StringRef word : command.words) {
    auto [before, after] = word.split("{}");
    words.push_back(word.contains("{}") ? (before + file + after).str()
                                        : word.str());
  }
  ErrorOr<std::string> program = sys::findProgramByName(words.front());
  if (!program) {
    error = "\"" + words.front() + "\" is not a program";
    return false;
  }
  SmallVector<StringRef> arguments(words.begin(), words.end());
  std::optional<StringRef> redirects[] = {StringRef("/dev/null"),
                                          StringRef(path), StringRef(path)};
  std::string problem;
  bool cannotRun = false;
  int status = sys::ExecuteAndWait(*program, arguments, std::nullopt, redirects,
                                   command.timeoutSeconds, /*MemoryLimit=*/0,
                                   &problem, &cannotRun);
  if (cannotRun) {
    error = "\"" + words.front() + "\" cannot be run: " + problem;
    return false;
  }
  auto output = MemoryBuffer::getFile(path);
  StringRef text = output ? (*output)->getBuffer() : "";
  Failure failure;
  failure.pattern = pattern.str();
  if (!pattern.empty())
    failure.kind = Regex(pattern, Regex::Newline).match(text) ? Failure::Message
                                                              : Failure::None;
  else if (status == -2)
    failure.kind = StringRef(problem).contains("timed out") ? Failure::Hang
                                                            : Failure::Crash;
  else if (status != 0) {
    failure.kind = Failure::Message;
    failure.said = withoutDetails(firstMessage(text));
  }
  seen = failure;
  return true;
}
