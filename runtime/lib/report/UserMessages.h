//===- UserMessages.h - What a run tells its user ---------------*- C++ -*-===//
#ifndef POPT_RT_LIB_REPORT_USERMESSAGES_H
#define POPT_RT_LIB_REPORT_USERMESSAGES_H

#include <string>

namespace popt::rt {

// An empty text says nothing.

/// Prints "PROGRAM: note: TEXT", of several lines each so.
void note(const std::string &program, const std::string &text);
/// Prints "PROGRAM: warning: TEXT".
void warn(const std::string &program, const std::string &text);
/// Prints "PROGRAM: error: MESSAGE", and writes the error file.
void reportError(const std::string &program, const std::string &message);
/// torchrun gives each process a file for its error, from which it makes its
/// table of failures. Nothing without it.
void writeErrorFile(const std::string &program, const std::string &message);

} // namespace popt::rt
#endif // POPT_RT_LIB_REPORT_USERMESSAGES_H
