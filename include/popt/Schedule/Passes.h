// Registration of the Schedule phase's passes, for tools.
#ifndef POPT_SCHEDULE_PASSES_H
#define POPT_SCHEDULE_PASSES_H

#include "popt/Schedule/FormKernels.h"
#include "popt/Schedule/PlanMemory.h"

namespace popt {

inline void registerSchedulePasses() {
  registerFormKernelsPass();
  registerPlanMemoryPasses();
}

} // namespace popt

#endif // POPT_SCHEDULE_PASSES_H
