//===- AroundLoops.h - What loops read where it lies ------------*- C++ -*-===//
#ifndef POPT_LIB_MEMORY_AROUNDLOOPS_H
#define POPT_LIB_MEMORY_AROUNDLOOPS_H

#include "popt/OpModels/CountedLoop.h"

namespace popt {

/// What is around a loop, or what it does not change, if a value of its body stands
/// in that, at indices that follow from constants, stand there as well, or are held:
/// a layer's weight. Null for other values.
mlir::Value standsIn(mlir::Value value, const CountedLoop &loop,
                     llvm::function_ref<bool(mlir::Value)> isHeld);

/// True if a value is held as long as a later operation of its block runs, whatever
/// else that reads.
bool livesOn(mlir::Value value, mlir::Operation *later);

} // namespace popt

#endif // POPT_LIB_MEMORY_AROUNDLOOPS_H
