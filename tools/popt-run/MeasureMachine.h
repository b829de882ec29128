//===- MeasureMachine.h - A cluster file of this machine ------------------===//
#ifndef POPT_TOOLS_POPT_RUN_MEASUREMACHINE_H
#define POPT_TOOLS_POPT_RUN_MEASUREMACHINE_H

namespace popt::tools {

/// True if the flags ask to measure the machine, not to run a program.
bool asksToMeasure(int argc, const char *const *argv);

/// `popt-run --measure-machine [-n N] [-o C.json]`: measures what N ranks at work
/// at once reach on this machine's processors, and writes a cluster file. The
/// exit status: 2 for wrong usage.
int measureMachine(int argc, const char *const *argv);

} // namespace popt::tools
#endif // POPT_TOOLS_POPT_RUN_MEASUREMACHINE_H
