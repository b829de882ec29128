//===- InitAll.h - Registration of every dialect and pass of popt ---------===//
#ifndef POPT_INITALL_H
#define POPT_INITALL_H

#include "popt/Annotate/Passes.h"
#include "popt/Collectives/Passes.h"
#include "popt/Conversion/Passes.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Sdy/Sdy.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Step/Step.h"
#include "popt/Export/Passes.h"
#include "popt/Flow/Passes.h"
#include "popt/Import/Passes.h"
#include "popt/Kernels/Passes.h"
#include "popt/Memory/Passes.h"
#include "popt/OpModels/OpModels.h"
#include "popt/Partition/Passes.h"
#include "popt/Propagate/Passes.h"
#include "popt/Stages/Passes.h"
#include "popt/Time/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"

namespace popt {

/// Dialects and the op models attached to them.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registerOpModels(registry);
  registry.insert<mlir::func::FuncDialect, stablehlo::StablehloDialect,
                  chlo::ChloDialect, sdy::SdyDialect, dist::DistDialect,
                  step::StepDialect>();
}

inline void registerAllPasses() {
  registerImportPasses();
  registerAnnotatePasses();
  registerPropagatePasses();
  registerPartitionPasses();
  registerTimePasses();
  registerStagesPasses();
  registerCollectivesPasses();
  registerKernelsPasses();
  registerMemoryPasses();
  registerConversionPasses();
  registerExportPasses();
  registerFlowPasses();
}

} // namespace popt

#endif // POPT_INITALL_H
