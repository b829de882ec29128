//===- ChosenOrder.h - What tasks hold beside what they keep --------------===//
//
// Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_CHOSENORDER_H
#define POPT_LIB_STAGES_CHOSENORDER_H

#include "Pipelines.h"

namespace popt {

/// Per coordinate: bytes of arguments, of what the loop carries and of a running
/// task (fidelity `tasks` of popt/Analysis/HeldBytes.h).
std::vector<int64_t> bytesBesideKept(StageProgram &program,
                                     dist::TimeLoopOp loop,
                                     const TaskGraphBuilder &builder,
                                     const StageUses &uses);

} // namespace popt
#endif // POPT_LIB_STAGES_CHOSENORDER_H
