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

/// Writes `outPath`: the launcher, then the table and its kernels: a shared
/// object for CPUs, packImages() for GPUs; nothing if no kernel is called.
/// Executable; replaced atomically. A launcher that already carries a program is
/// an error. An empty path leaves the launcher out.
bool writePackage(const std::string &launcherPath,
                  const std::vector<uint8_t> &table,
                  const std::vector<uint8_t> &kernels,
                  const std::string &outPath, std::string &out_error);

/// Reads what writePackage() wrote to the file at `path` and loads the kernels. The program keeps the kernels loaded until the process
/// ends.
bool loadPackage(const std::string &path, LoadedProgram &out_program,
                 std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_PACKAGE_H
