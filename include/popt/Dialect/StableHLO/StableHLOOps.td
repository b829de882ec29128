// The whole dialect, for the generated documentation.
#ifndef POPT_DIALECT_STABLEHLO_OPS
#define POPT_DIALECT_STABLEHLO_OPS

include "popt/Dialect/StableHLO/StableHLOElementwise.td"
include "popt/Dialect/StableHLO/StableHLODataMovement.td"
include "popt/Dialect/StableHLO/StableHLOContraction.td"
include "popt/Dialect/StableHLO/StableHLOReduction.td"
include "popt/Dialect/StableHLO/StableHLOControlFlow.td"
include "popt/Dialect/StableHLO/StableHLOCollectives.td"
include "popt/Dialect/StableHLO/StableHLOMisc.td"

#endif // POPT_DIALECT_STABLEHLO_OPS
