//===- package.h - A program appended to the launcher ---------------------===//
//
// A compiled binary is the prebuilt launcher followed by the step table, the
// kernels (a shared object, or images for GPUs) and a trailer that says where
// they are. The launcher opens its own file, so that nothing else is needed
// where it runs. A package is the same without the launcher: one launcher runs
// many of them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_PACKAGE_H
#define POPT_RT_PACKAGE_H

#include "popt-rt/exec.h"

namespace popt::rt {

/// A program as bytes.
struct PackageParts {
  std::vector<uint8_t> table; ///< serialize()
  /// A shared object for CPUs, packImages() for GPUs; empty if no kernel is
  /// called.
  std::vector<uint8_t> kernels;
};

/// Writes `outPath`: the launcher, then the parts. Executable; replaced
/// atomically. A launcher that already carries a program is an error. An empty
/// path leaves the launcher out.
bool writePackage(const std::string &launcherPath, const PackageParts &parts,
                  const std::string &outPath, std::string &out_error);

/// The same without launcher in a nameless file; -1 and a message.
int packageInMemory(const PackageParts &parts, std::string &out_error);

/// The same as bytes.
std::vector<uint8_t> packageBytes(const PackageParts &parts);

/// Reads what these wrote to the file at `path` and loads the kernels. The
/// program keeps the kernels loaded until the process ends.
bool loadPackage(const std::string &path, LoadedProgram &out_program,
                 std::string &out_error);
/// Of its bytes; `name` stands for it in messages.
bool loadPackage(const std::string &name, const uint8_t *data, size_t bytes,
                 LoadedProgram &out_program, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_PACKAGE_H
