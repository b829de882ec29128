//===- ProgramCache.h - Compiled programs on disk ---------------*- C++ -*-===//
//
// The program of a module's text is kept with all that its compilation said, so that
// the next start of the same script takes it instead of compiling. What a program
// depends on is in two parts. What is known before: the text and its name, the
// options, this build of the compiler, the processor; their hash is the key of the
// entries. And the files that the compilation then reads (plan, machine, costs of
// tasks, ...): each entry has their paths and hashes, and is another's if one has
// other contents now.
//
// docs/Decisions/0095 has the reasons.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_PROGRAMCACHE_H
#define POPT_COMPILE_PROGRAMCACHE_H

#include "popt/Compile/CacheFolder.h"
#include "popt/Flow/Flow.h"

#include "mlir/IR/Diagnostics.h"

namespace popt {

/// A report as text, where one is wanted.
struct ReportTexts {
  std::string screen, page; ///< for terminals and for browsers
  std::string prediction;   ///< as plans have it
};

/// What a compilation leaves.
struct BuiltProgram {
  CompiledProgram program;
  ReportTexts report;
};

/// The entries of one compilation.
class ProgramCache {
public:
  /// A message of a compilation, as it was shown.
  using Message = std::pair<mlir::DiagnosticSeverity, std::string>;
  struct Entry {
    BuiltProgram built;
    std::vector<Message> messages;
  };

  /// Nothing if the options or the environment want no cache, or if this build has no
  /// name. `out_problem`: what is wrong with a variable.
  static std::optional<ProgramCache>
  open(llvm::StringRef text, llvm::StringRef name, const FlowOptions &options,
       bool withReport, std::string &out_problem);

  std::optional<Entry> find() const;
  /// Empty, or why it can't be kept. `files`: those that were read, by path.
  std::string keep(const Entry &entry,
                   const std::map<std::string, std::string> &files) const;

  const std::string &key() const { return hash; }

private:
  ProgramCache(CacheFolder folder, std::string hash)
      : folder(std::move(folder)), hash(std::move(hash)) {}

  CacheFolder folder;
  std::string hash;
};

/// What tells this build of the compiler from others: the identities that the linker
/// has given to it and to its libraries. Empty if it has none.
std::string buildIdentity();

} // namespace popt
#endif // POPT_COMPILE_PROGRAMCACHE_H
