//===- Manual.h - Regions partitioned by hand -----------------------------===//
#ifndef POPT_LIB_REFERENCE_MANUAL_H
#define POPT_LIB_REFERENCE_MANUAL_H

#include "Evaluator.h"
#include "popt/Layout/Layout.h"

namespace popt::reference {

/// The contents of dist.manual and sdy.manual_computation. Layouts are whole:
/// the axes that are not manual are dropped here.
struct ManualRegion {
  Mesh mesh;
  std::vector<int> manualAxes; ///< indices into the mesh
  std::vector<Layout> in, out;
};

/// Runs the operation's region on every coordinate of the mesh. On one rank
/// (a global module) ranks exist inside only; in a module that runs in lockstep
/// (a manual region inside another) they are the frame's.
LockstepResults runManual(LockstepCall &call, const ManualRegion &manual);

} // namespace popt::reference
#endif // POPT_LIB_REFERENCE_MANUAL_H
