//===- Meeting.h - Processes of one job find each other ---------*- C++ -*-===//
//
// Ranks that a launcher starts know their number and their job, and nothing
// else. Those of one host connect to the lowest of them, over a Unix socket
// named after the job. Each sends its number and what it is about to run; if
// all are the same, the lowest hands out the files that they share. Ranks of
// several hosts connect over TCP before that (Rendezvous.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_LAUNCH_MEETING_H
#define POPT_RT_LIB_LAUNCH_MEETING_H

#include "../session/Facts.h"
#include "Placement.h"
#include <functional>
#include <vector>

namespace popt::rt {

/// Ranks of one job that have a rendezvous on one host.
struct RendezvousGroup {
  std::string name;           ///< unique among groups of this host
  std::string job;            ///< as the launcher calls it
  std::vector<int64_t> ranks; ///< the first hands out
  int64_t rank = 0;           ///< this one
};
/// All ranks of a job.
RendezvousGroup allOf(const Placement &placement);

/// The name of the socket of their rendezvous about `subject`: a hash, since
/// names of jobs may be long.
std::string meetingName(const RendezvousGroup &group,
                        const std::string &subject);

/// What the first rank does before it hands out its files. It may take any time: the
/// others wait while its process lives. False and what to tell them.
using Preparation =
    std::function<bool(std::vector<int> &files, std::string &out_error)>;

/// This rank can't take part: tells the others, at the first of these subjects
/// for which they connect, within `seconds`. The first rank waits for them to
/// connect.
void leaveGroup(const RendezvousGroup &group,
                const std::vector<std::string> &subjects,
                const std::string &why, double seconds);

/// Waits until all ranks of the group are there, at most `timeoutSeconds` (0: for
/// ever). The first rank hands out `files`; on others they are what it handed out.
/// False and a message: a rank is missing, can't take part, or is about to run
/// something else. Meetings of one job differ in their `subject`.
[[nodiscard]] bool meet(const RendezvousGroup &group,
                        const std::string &subject, const Facts &facts,
                        double timeoutSeconds, std::vector<int> &files,
                        std::string &out_error,
                        const Preparation &prepare = nullptr);

} // namespace popt::rt
#endif // POPT_RT_LIB_LAUNCH_MEETING_H
