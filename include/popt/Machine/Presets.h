//===- Presets.h - Clusters of GPUs by name -------------------------------===//
//
// `h100:16x8` is 16 hosts of 8 GPUs, `h100:8` one host. GPUs of a host are
// joined by NVLink, hosts by InfiniBand with a card for each GPU. Presets.cpp
// has the source of each figure.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_MACHINE_PRESETS_H
#define POPT_MACHINE_PRESETS_H

#include "popt/Machine/Machine.h"

namespace popt {

/// The names before the colon.
const std::vector<std::string> &presetNames();

/// True if this is such a name, or one with a colon and whatever follows.
bool isPreset(std::string_view words);

/// The cluster of such words; nothing, and what is wrong with them.
std::optional<Machine> presetMachine(std::string_view words,
                                     std::string &error);

} // namespace popt
#endif // POPT_MACHINE_PRESETS_H
