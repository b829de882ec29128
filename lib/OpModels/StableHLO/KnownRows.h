//===- KnownRows.h - Gathers and scatters of known rows ---------*- C++ -*-===//
//
// `w[np.array([2, 0])]` is a gather whose indices are constants, and its gradient a
// scatter that adds to zeros. Written as slices they say which rows are moved:
//
//   gather %w, [2, 0]           concatenate %w [2:3], %w [0:1]
//   scatter.add %0, [2, 0], %u  concatenate 0 + %u [1:2], 0, 0 + %u [0:1]
//
// Private to the op models.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_KNOWNROWS_H
#define POPT_LIB_OPMODELS_STABLEHLO_KNOWNROWS_H

#include "popt/Dialect/StableHLO/StableHLO.h"

namespace popt::stablehlo {

/// Replaces the results of an operation that takes or writes whole rows along
/// `dim`, if it is known which. It is left without uses.
bool takeKnownRows(GatherOp gather, int64_t dim);
bool writeKnownRows(ScatterOp scatter, int64_t dim);

} // namespace popt::stablehlo
#endif // POPT_LIB_OPMODELS_STABLEHLO_KNOWNROWS_H
