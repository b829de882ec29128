//===- run.h - The two ways to run a loaded program -----------------------===//
#ifndef POPT_RT_RUN_H
#define POPT_RT_RUN_H

#include "popt-rt/package.h"
#include "popt-rt/program.h"
#include <functional>

namespace popt::rt {

/// The run driver of popt-run and of every compiled binary.
///
/// Runs the program as the flags say (argv[0] is the name in messages). Returns
/// the exit status: 0 done, 1 the input or the run failed, 2 wrong usage.
/// `compileSeconds` is what --bench reports.
int runMain(int argc, const char *const *argv, LoadedProgram program,
            double compileSeconds = 0);

/// Compiles a program and loads it; gives its parts if they are asked for.
/// False after a message.
using Compile =
    std::function<bool(LoadedProgram &out_program, PackageParts *out_parts)>;

/// Compiles once for all processes that a launcher has started on this host:
/// rank 0 calls `compile`, the others take what it has made. A process that
/// stands alone compiles for itself. `argv` are the run flags, `flags` those of
/// the compiler, which must be the same on all ranks. False and a message, which
/// is empty if compile() has said it.
bool compileOnce(int argc, const char *const *argv, const std::string &flags,
                 const Compile &compile, LoadedProgram &out_program,
                 std::string &out_error);

/// This process ends before runMain(), because of its own flags: if a launcher
/// has started it as a rank, the others get the reason, and need not wait for
/// it. `argv` are the run flags.
void leaveUnstarted(int argc, const char *const *argv, const std::string &why);

/// How many of argv's elements from `index` on are one run flag (with its
/// value): 0 if argv[index] is no run flag. popt-run uses it to tell its own
/// flags from the driver's.
int runFlagLength(int argc, const char *const *argv, int index);

/// The run flags, one per line, as --help prints them.
const char *runHelp();
/// The variables that a run reads, as --help-env prints them.
const char *environmentHelp();

/// Starts the ranks of a program that is called, as popt_rt_program_load() does
/// for one in a file.
popt_rt_status startProgram(LoadedProgram program,
                            const popt_rt_program_options *options,
                            popt_rt_program **out_program);

} // namespace popt::rt

#endif // POPT_RT_RUN_H
