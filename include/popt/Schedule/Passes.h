// Registration of the Schedule phase's passes, for tools.
#ifndef POPT_SCHEDULE_PASSES_H
#define POPT_SCHEDULE_PASSES_H

#include "popt/Schedule/FormKernels.h"
#include "popt/Schedule/PlanMemory.h"

namespace popt {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "popt/Schedule/Passes.h.inc"

inline void registerSchedulePasses() {
  registerSchedulingPasses();
  registerFormKernelsPass();
  registerPlanMemoryPasses();
}

} // namespace popt

#endif // POPT_SCHEDULE_PASSES_H
