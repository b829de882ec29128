// Registration of every dialect of popt, for tools.
#ifndef POPT_INITALL_H
#define POPT_INITALL_H

#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/OpModels/OpModels.h"
#include "popt/Partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/DialectRegistry.h"

// A dialect that this build does not have is left out.
#if __has_include("popt/Dialect/Sdy/Sdy.h")
#include "popt/Dialect/Sdy/Sdy.h"
#define POPT_HAS_SDY
#endif
#if __has_include("popt/Dialect/Dist/Dist.h")
#include "popt/Dialect/Dist/Dist.h"
#define POPT_HAS_DIST
#endif
#if __has_include("popt/Dialect/Step/Step.h")
#include "popt/Dialect/Step/Step.h"
#define POPT_HAS_STEP
#endif
#if __has_include("popt/Import/Passes.h")
#include "popt/Import/Passes.h"
#define POPT_HAS_IMPORT
#endif
#if __has_include("popt/Annotate/Passes.h")
#include "popt/Annotate/Passes.h"
#define POPT_HAS_ANNOTATE
#endif
#if __has_include("popt/Propagate/Passes.h")
#include "popt/Propagate/Passes.h"
#define POPT_HAS_PROPAGATE
#endif
#if __has_include("popt/Collectives/Passes.h")
#include "popt/Collectives/Passes.h"
#define POPT_HAS_COLLECTIVES
#endif
#if __has_include("popt/Schedule/Passes.h")
#include "popt/Schedule/Passes.h"
#define POPT_HAS_SCHEDULE
#endif
#if __has_include("popt/Conversion/Passes.h")
#include "popt/Conversion/Passes.h"
#define POPT_HAS_CONVERSION
#endif

namespace popt {

/// Dialects and the op models attached to them.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  registerOpModels(registry);
  registry.insert<mlir::func::FuncDialect, stablehlo::StablehloDialect,
                  chlo::ChloDialect>();
#ifdef POPT_HAS_SDY
  registry.insert<sdy::SdyDialect>();
#endif
#ifdef POPT_HAS_DIST
  registry.insert<dist::DistDialect>();
#endif
#ifdef POPT_HAS_STEP
  registry.insert<step::StepDialect>();
#endif
}

inline void registerAllPasses() {
#ifdef POPT_HAS_IMPORT
  registerImportPasses();
#endif
#ifdef POPT_HAS_ANNOTATE
  registerAnnotatePasses();
#endif
#ifdef POPT_HAS_PROPAGATE
  registerPropagatePasses();
#endif
  registerPartitionPasses();
#ifdef POPT_HAS_COLLECTIVES
  registerCollectivesPasses();
#endif
#ifdef POPT_HAS_SCHEDULE
  registerSchedulePasses();
#endif
#ifdef POPT_HAS_CONVERSION
  registerConversionPasses();
#endif
}

} // namespace popt

#endif // POPT_INITALL_H
