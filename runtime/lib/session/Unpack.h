//===- Unpack.h - Compressed tensors, once per host -------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SESSION_UNPACK_H
#define POPT_RT_LIB_SESSION_UNPACK_H

#include "../data/Source.h"
#include "World.h"

namespace popt::rt {

/// Files whose compressed members are unpacked by one rank of each host, and
/// read by all. A process that has unpacked them itself shares nothing.
class UnpackedFiles {
public:
  /// All ranks call it, with equal lists. Null and a message if a member is
  /// damaged, or there is no memory for it.
  static std::unique_ptr<UnpackedFiles>
  create(World &world, const std::vector<SourceFile> &files,
         std::string &out_error);

  const std::vector<SourceFile> &list() const { return files; }

private:
  explicit UnpackedFiles(const std::vector<SourceFile> &files) : files(files) {}
  std::vector<SourceFile> files;
};

} // namespace popt::rt
#endif // POPT_RT_LIB_SESSION_UNPACK_H
