//===- SecretFile.cpp - Where the job's secret is -------------------------===//
//
// As ssh has it of its keys: a file of the user's that others can read is
// refused. Test: SecretTest.
//
//===----------------------------------------------------------------------===//
#include "SecretFile.h"
#include "../system/System.h"
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace popt::rt;

/// The longest secret, and the shortest, which can't be found by trying.
static constexpr size_t kMostBytes = 4096, kFewBytes = 16;

/// A file ends with a line's end, and a variable may.
static void trim(std::string &text) {
  while (!text.empty() && std::strchr("\r\n \t", text.back()))
    text.pop_back();
}

static bool readFile(const std::string &path, std::string &out_text,
                     std::string &out_note, std::string &out_error) {
  const std::string name = "--secret-file " + path;
  // One that is no file must not be waited for.
  int file = sys::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct ::stat info = {};
  char text[kMostBytes + 1];
  ssize_t size = -1;
  bool isRead = file >= 0 && sys::fstat(file, &info) == 0;
  if (isRead && S_ISREG(info.st_mode)) {
    size = sys::read(file, text, sizeof text);
    isRead = size >= 0;
  }
  if (!isRead)
    out_error = name + ": " + std::strerror(errno);
  else if (!S_ISREG(info.st_mode))
    out_error = name + " is no regular file";
  else if (static_cast<size_t>(size) > kMostBytes)
    out_error = name + " has more than " + std::to_string(kMostBytes) +
                " bytes, and a secret has fewer";
  else
    out_text.assign(text, static_cast<size_t>(size));
  if (file >= 0)
    (void)sys::close(file);
  char mode[8];
  std::snprintf(mode, sizeof mode, "%04o", info.st_mode & 07777);
  bool isOpen = out_error.empty() && info.st_mode & 077;
  if (isOpen && info.st_uid == geteuid())
    out_error = name + ": its permissions " + mode +
                " let others read it: chmod 600 " + path;
  else if (isOpen && info.st_mode & 04)
    out_note = name + " belongs to another user, and its permissions " + mode +
               " let all users read it";
  return out_error.empty();
}

bool popt::rt::readSecret(const Options &options, std::string &out_key,
                          std::string &out_note, std::string &out_error) {
  out_key.clear();
  const char *variable = std::getenv("POPT_SECRET");
  std::string name = "POPT_SECRET";
  if (!options.secretFile.empty()) {
    name = "--secret-file " + options.secretFile;
    if (!readFile(options.secretFile, out_key, out_note, out_error))
      return false;
  } else if (variable) {
    out_key = variable;
  } else {
    return true;
  }
  trim(out_key);
  if (out_key.empty())
    out_error = name + " is empty, and a secret is not: openssl rand -hex 32 "
                       "makes one";
  else if (out_key.size() > kMostBytes)
    out_error = name + " has more than " + std::to_string(kMostBytes) +
                " bytes, and a secret has fewer";
  else if (out_key.size() < kFewBytes && out_note.empty())
    out_note = name + " is so short (" + std::to_string(out_key.size()) +
               " bytes) that a program that hears a handshake can find it by "
               "trying: "
               "openssl rand -hex 32 makes a better one";
  return out_error.empty();
}
