//===- limits.h - Limits of the process end in messages -------------------===//
//
// The limits that `ulimit` sets may be too low for a program:
//
//   -f  a file that would grow beyond it: an error of the call that writes
//   -v  address space, -d data: a failed allocation of the runtime is an error.
//       Libraries that do not check for it, and the C library where it has no
//       way to report it, crash or abort: then a message has the limit and how
//       much of it is used, and the status is 1
//   -t  processor time: a run stops after a step shortly before the limit;
//       other commands end with a message and status 1
//   -s  stack: threads, main() among them, have at least 8 MiB
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIMITS_H
#define POPT_RT_LIMITS_H

namespace popt::rt {

/// Returns what `main` does, which no limit of the process ends by a signal. Only
/// for main(): signal handlers are the process's.
int runWithinLimits(int argc, char **argv, int (*main)(int, char **));

/// "processor time is running out (ulimit -t 10)": what a handler of SIGXCPU says.
/// Safe in a signal handler.
const char *processorLimitText();

} // namespace popt::rt

#endif // POPT_RT_LIMITS_H
