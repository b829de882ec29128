//===- SecretFile.h - Where the job's secret is -----------------*- C++ -*-===//
#ifndef POPT_RT_LIB_LAUNCH_SECRETFILE_H
#define POPT_RT_LIB_LAUNCH_SECRETFILE_H

#include "../net/Secret.h"
#include "../session/Options.h"

namespace popt::rt {

/// That of --secret-file, else of POPT_SECRET, else none. False and a message if
/// the file is none that only its owner reads, or the secret is empty; the
/// message does not say the secret. `out_note`: what the user should know.
[[nodiscard]] bool readSecret(const Options &options, std::string &out_key,
                              std::string &out_note, std::string &out_error);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_SECRETFILE_H
