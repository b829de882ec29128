//===- Environment.h - Variables of the environment -------------*- C++ -*-===//
#ifndef POPT_RT_LIB_SYSTEM_ENVIRONMENT_H
#define POPT_RT_LIB_SYSTEM_ENVIRONMENT_H

#include <functional>
#include <string>

namespace popt::rt {

/// Reads a variable; empty if it is not set.
using Environment = std::function<std::string(const char *name)>;

/// That of this process.
std::string environmentOfProcess(const char *name);

} // namespace popt::rt
#endif // POPT_RT_LIB_SYSTEM_ENVIRONMENT_H
