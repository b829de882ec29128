//===- CacheFolder.h - A folder that keeps bytes by key ---------*- C++ -*-===//
//
// For many processes at once, any of which may die at any moment: an entry is
// written under another name and renamed when it is whole, and its checksum is
// verified whenever it is read. Nothing is locked. The folder has a limit; the
// entries that were not used for longest go first.
//
//   FOLDER/3f/3f0c…e1.9a41…7d    entries of the key 3f0c…e1
//   FOLDER/3f/.new.4711.0        one that is being written
//
// Only what has such a name is counted or removed: other files may lie there.
// Entries are of one user: those of another, or that another could change, are
// as good as absent.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_CACHEFOLDER_H
#define POPT_COMPILE_CACHEFOLDER_H

#include "mlir/Support/LLVM.h"

#include <optional>
#include <string>

namespace popt {

class CacheFolder {
public:
  CacheFolder(std::string path, int64_t maxBytes)
      : path(std::move(path)), maxBytes(maxBytes) {}

  /// POPT_CACHE_DIR, or popt's folder in XDG_CACHE_HOME or ~/.cache, with at most
  /// POPT_CACHE_BYTES. Nothing if the variable is set to nothing or no folder is
  /// known. `out_problem`: what is wrong with a variable, whose default counts then.
  static std::optional<CacheFolder> ofEnvironment(std::string &out_problem);

  /// What a reader says of an entry: it is the one, another one, or no such thing,
  /// which is removed.
  enum class Verdict { Taken, Other, Damaged };
  /// Shows the entries of a key until one is taken, which then counts as used now.
  /// Keys are of 64 hexadecimal digits.
  void find(llvm::StringRef key,
            llvm::function_ref<Verdict(llvm::StringRef)> read) const;

  /// Keeps an entry; one of the same key and variant (16 hexadecimal digits) is
  /// replaced. Empty, or why it can't be written. A full disk is no error: the entry
  /// is not kept.
  std::string keep(llvm::StringRef key, llvm::StringRef variant,
                   llvm::StringRef bytes) const;

  const std::string &where() const { return path; }

private:
  void makeRoom(llvm::StringRef newest) const;

  std::string path;
  int64_t maxBytes;
};

} // namespace popt
#endif // POPT_COMPILE_CACHEFOLDER_H
