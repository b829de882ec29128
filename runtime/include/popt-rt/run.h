//===- run.h - The run driver of popt-run and of every compiled binary ----===//
#ifndef POPT_RT_RUN_H
#define POPT_RT_RUN_H

#include "popt-rt/exec.h"

namespace popt::rt {

/// Runs the program as the flags say (argv[0] is the name in messages). Returns
/// the exit status: 0 done, 1 the input or the run failed, 2 wrong usage.
/// `compileSeconds` is what --bench reports.
int runMain(int argc, const char *const *argv, LoadedProgram program,
            double compileSeconds = 0);

/// How many of argv's elements from `index` on are one run flag (with its
/// value): 0 if argv[index] is no run flag. popt-run uses it to tell its own
/// flags from the driver's.
int runFlagLength(int argc, const char *const *argv, int index);

/// The run flags, one per line, as --help prints them.
const char *runHelp();

} // namespace popt::rt

#endif // POPT_RT_RUN_H
