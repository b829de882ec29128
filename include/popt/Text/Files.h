//===- Files.h - Which files are read ---------------------------*- C++ -*-===//
#ifndef POPT_TEXT_FILES_H
#define POPT_TEXT_FILES_H

#include <string>

namespace popt {

/// Why a file is not read: a pipe waits for a process that writes, and a device
/// may never end. Empty if it is. `mayBePipe`: one that a shell has opened for
/// this process, as of `<(command)`, is read to its end.
std::string whyNotRead(const std::string &path, bool mayBePipe = false);

/// The whole text of a regular file. False and why not.
bool readText(const std::string &path, std::string &out_text,
              std::string &out_error);

} // namespace popt
#endif // POPT_TEXT_FILES_H
