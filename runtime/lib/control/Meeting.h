//===- Meeting.h - Processes of one job find each other ---------*- C++ -*-===//
//
// Ranks that others start know their number and their job, and nothing else.
// They meet at rank 0, over a socket of this host that the job's name gives:
// each says who it is and what it is about to run; when all are there and say
// the same, rank 0 hands out the files that they share.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CONTROL_MEETING_H
#define POPT_RT_LIB_CONTROL_MEETING_H

#include "Placement.h"
#include <functional>
#include <map>
#include <vector>

namespace popt::rt {

/// What all ranks must have in common: name and value.
using Facts = std::map<std::string, std::string>;

/// What rank 0 does before it hands out its files, however long it takes: the
/// others wait for as long as it lives. False and what to tell them.
using Preparation =
    std::function<bool(std::vector<int> &files, std::string &out_error)>;

/// Waits until all ranks of the job are there, at most so many seconds (0: as
/// long as it takes). On rank 0 `files` are handed out, on others they are what
/// was handed out. False and a message: a rank is missing, there twice, or about
/// to run something else. The `subject` tells the meetings of one job apart.
[[nodiscard]] bool meet(const Placement &placement, const std::string &subject,
                        const Facts &facts, double timeoutSeconds,
                        std::vector<int> &files, std::string &out_error,
                        const Preparation &prepare = nullptr);

} // namespace popt::rt
#endif // POPT_RT_LIB_CONTROL_MEETING_H
