//===- Failure.h - How a command fails on a file --------------------------===//
#ifndef POPT_REDUCE_FAILURE_H
#define POPT_REDUCE_FAILURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace popt::reduce {

/// A failure that must persist while its input shrinks.
struct Failure {
  enum Kind { None, Crash, Hang, Message };
  Kind kind = None;
  /// Of `Message`: what was said, without its place, numbers and names. Empty
  /// if `pattern` decides.
  std::string said;
  /// A regular expression that some line of the output must match.
  std::string pattern;

  bool operator==(const Failure &other) const {
    return kind == other.kind && said == other.said;
  }
};

/// A command line in which "{}" stands for the file.
struct Command {
  std::vector<std::string> words;
  unsigned timeoutSeconds = 60;
};

/// Runs the command on the file. A command that ends in time with status 0 does
/// not fail. With a pattern, only a line that matches it is a message, whatever
/// the status. Returns false, with `error`, if the command cannot be run.
bool observe(const Command &command, llvm::StringRef file,
             llvm::StringRef pattern, Failure &seen, std::string &error);

} // namespace popt::reduce
#endif // POPT_REDUCE_FAILURE_H
