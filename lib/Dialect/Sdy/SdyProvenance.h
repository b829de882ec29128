//===- SdyProvenance.h - Where axes came from ------------------*- C++ -*-===//
#ifndef POPT_LIB_DIALECT_SDY_SDYPROVENANCE_H
#define POPT_LIB_DIALECT_SDY_SDYPROVENANCE_H

#include "popt/Dialect/Sdy/Sdy.h"

namespace popt::sdy {

/// Verifies `sdy.propagation_edges` and the lists of them.
llvm::LogicalResult verifyProvenance(mlir::Operation *op,
                                     mlir::NamedAttribute attr);

} // namespace popt::sdy
#endif // POPT_LIB_DIALECT_SDY_SDYPROVENANCE_H
