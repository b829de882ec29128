//===- ErrorReport.h - Tells why a run ended --------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_REPORT_ERRORREPORT_H
#define POPT_RT_LIB_REPORT_ERRORREPORT_H

#include <string>

namespace popt::rt {

/// Prints "PROGRAM: error: MESSAGE", and writes the error file.
void reportError(const std::string &program, const std::string &message);
/// torchrun gives each process a file for its error, from which it makes its
/// table of failures. Nothing without it.
void writeErrorFile(const std::string &program, const std::string &message);

} // namespace popt::rt
#endif // POPT_RT_LIB_REPORT_ERRORREPORT_H
