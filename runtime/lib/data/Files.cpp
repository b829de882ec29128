//===- Files.cpp - Whole files, read and replaced atomically --------------===//
#include "Files.h"
#include "../system/System.h"
#include "Formats.h"
#include "popt-rt/data.h"
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace popt::rt;

static bool failToWrite(const std::string &path, std::string &error) {
  error = "cannot write " + path + ": " + std::strerror(errno);
  return false;
}

bool popt::rt::readFile(const std::string &path,
                        std::vector<uint8_t> &out_bytes,
                        std::string &out_error) {
  HeaderFile file(machineFiles());
  // No more than there is now: it may grow for ever.
  return file.open(path, out_error) &&
         file.read(0, file.size(), out_bytes, out_error);
}

bool popt::rt::isAt(int file, const std::string &path) {
  struct stat opened = {}, there = {};
  return sys::fstat(file, &opened) == 0 &&
         sys::stat(path.c_str(), &there) == 0 &&
         opened.st_ino == there.st_ino && opened.st_dev == there.st_dev;
}

bool popt::rt::canWrite(const std::string &path, std::string &out_error) {
  struct stat info;
  if (sys::stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      errno = EISDIR;
      return failToWrite(path, out_error);
    }
    if (!S_ISREG(info.st_mode))
      return sys::access(path.c_str(), W_OK) == 0 ||
             failToWrite(path, out_error);
  }
  const std::string folder = folderOf(path);
  return sys::access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ||
         failToWrite(path, out_error);
}
