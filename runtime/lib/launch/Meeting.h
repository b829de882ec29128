//===- Meeting.h - Processes of one job find each other ---------*- C++ -*-===//
//
// Ranks that others start know their number and their job, and nothing else.
// Those of one host meet at the first of them, over a socket that the job's name
// gives: each says who it is and what it is about to run; when all are there and
// say the same, the first hands out the files that they share. Ranks of several
// hosts meet over TCP before that (Rendezvous.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_MEETING_H
#define POPT_RT_LIB_LAUNCH_MEETING_H

#include "../session/Facts.h"
#include "Placement.h"
#include <functional>
#include <vector>

namespace popt::rt {

/// Who meets: ranks of one job on one host.
struct RendezvousGroup {
  std::string name;           ///< what they have in common, and no others
  std::string job;            ///< as the launcher calls it
  std::vector<int64_t> ranks; ///< the first hands out
  int64_t rank = 0;           ///< this one
};
/// All ranks of a job.
RendezvousGroup allOf(const Placement &placement);

/// Of the socket at which they meet about `subject`; a hash, since names of jobs
/// may be long.
std::string meetingName(const RendezvousGroup &group,
                        const std::string &subject);

/// What the first does before it hands out its files, however long it takes: the
/// others wait for as long as it lives. False and what to tell them.
using Preparation =
    std::function<bool(std::vector<int> &files, std::string &out_error)>;

/// This rank can't take part: tells the others, wherever they meet first of
/// these, as far as that is possible within so many seconds. On the first it waits
/// for them to come.
void leaveGroup(const RendezvousGroup &group,
                const std::vector<std::string> &subjects,
                const std::string &why, double seconds);

/// Waits until all of the group are there, at most so many seconds (0: as long
/// as it takes). On the first `files` are handed out, on others they are what
/// was handed out. False and a message: a rank is missing, can't take part, or is
/// about to run something else. The `subject` tells the meetings of one job apart.
[[nodiscard]] bool meet(const RendezvousGroup &group,
                        const std::string &subject, const Facts &facts,
                        double timeoutSeconds, std::vector<int> &files,
                        std::string &out_error,
                        const Preparation &prepare = nullptr);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_MEETING_H
