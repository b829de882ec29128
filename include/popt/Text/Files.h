//===- Files.h - Which files are read ---------------------------*- C++ -*-===//
#ifndef POPT_TEXT_FILES_H
#define POPT_TEXT_FILES_H

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace popt {

/// Why a file is not read: a pipe waits for a process that writes, and a device
/// may never end. Empty if it is. `mayBePipe`: one that a shell has opened for
/// this process, as of `<(command)`, is read to its end.
std::string whyNotRead(const std::string &path, bool mayBePipe = false);

/// The whole text of a regular file. False and why not.
bool readText(const std::string &path, std::string &out_text,
              std::string &out_error);

/// Notes the files that this process reads while it exists, by whatever thread: what
/// a compilation depends on, wherever a pass or a core reads it. Of compilations side
/// by side each has the files of all.
class FilesRead {
public:
  FilesRead();
  ~FilesRead();
  FilesRead(const FilesRead &) = delete;
  FilesRead &operator=(const FilesRead &) = delete;

  /// Text by path, as it was given. Nothing if a file has changed between two reads.
  std::optional<std::map<std::string, std::string>> list() const;

private:
  friend void noteRead(const std::string &path, std::string_view text);
  std::map<std::string, std::string> files;
  bool hasChanged = false;
};

/// For what reads a file by other means than readText().
void noteRead(const std::string &path, std::string_view text);

} // namespace popt
#endif // POPT_TEXT_FILES_H
