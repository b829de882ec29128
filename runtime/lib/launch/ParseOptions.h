//===- ParseOptions.h - Parses the run flags --------------------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_PARSEOPTIONS_H
#define POPT_RT_LIB_LAUNCH_PARSEOPTIONS_H

#include "../session/Options.h"

namespace popt::rt {

/// False and a message if the flags are wrong (exit status 2).
bool parseOptions(int argc, const char *const *argv, Options &out_options,
                  std::string &out_error);
/// A line per variable that looks like ours and is not.
std::string unknownEnvironment();

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_PARSEOPTIONS_H
