//===- FolderLock.h - A folder of checkpoints has one writer ----*- C++ -*-===//
//
//   DIR/.lock    locked (open file description) while the run lives; its text
//                names the process that holds it
//
// The lock is the kernel's, so it dies with the processes that have the file
// open, however they end; the file is removed by a run that ends in order. On
// network file systems it holds between hosts as far as they have locks (NFS
// does). Tests: SaveTest, test/Execute/two-writers.test.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_FOLDERLOCK_H
#define POPT_RT_LIB_CHECKPOINT_FOLDERLOCK_H

#include <string>

namespace popt::rt {

class FolderLock {
public:
  FolderLock() = default;
  /// Removes the file and gives the lock back.
  ~FolderLock();
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;

  /// Makes the folder if it is not there, and locks it for `program`. False and
  /// a message if it can't be written, or another run writes there and does not
  /// end within some seconds.
  /// `out_warning`: the file system has no locks.
  [[nodiscard]] bool take(const std::string &dir, const std::string &program,
                          std::string &out_warning, std::string &out_error);
  /// Whether no other run writes into the folder.
  bool isHeld() const { return file >= 0; }

private:
  std::string path;
  int file = -1;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_FOLDERLOCK_H
