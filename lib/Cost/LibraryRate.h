//===- LibraryRate.h - At which rate a library computes ---------*- C++ -*-===//
#ifndef POPT_LIB_COST_LIBRARYRATE_H
#define POPT_LIB_COST_LIBRARYRATE_H

#include "mlir/IR/Operation.h"

namespace popt {

/// As DeviceSpec::flopRate takes it: the type of the factors (productType), or
/// "attention". Attention whose scores lie in memory has the rate of its products.
std::string libraryRate(mlir::Operation *op, bool holdsScores);

} // namespace popt
#endif // POPT_LIB_COST_LIBRARYRATE_H
