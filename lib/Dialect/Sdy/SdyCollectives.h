//===- SdyCollectives.h - From one sharding to another ---------*- C++ -*-===//
#ifndef POPT_LIB_DIALECT_SDY_SDYCOLLECTIVES_H
#define POPT_LIB_DIALECT_SDY_SDYCOLLECTIVES_H

#include "popt/Dialect/Sdy/Sdy.h"

namespace popt::sdy {

/// The sharding of `op`'s operand, or null if it has none or if what is wrong
/// with it is said elsewhere.
TensorShardingAttr getKnownSharding(mlir::Value value, mlir::Operation *op);

/// Unreduced axes that stay are combined as before; new ones are summed.
llvm::LogicalResult verifyUnreduced(mlir::Operation *op,
                                    TensorShardingAttr from,
                                    TensorShardingAttr to);

} // namespace popt::sdy
#endif // POPT_LIB_DIALECT_SDY_SDYCOLLECTIVES_H
