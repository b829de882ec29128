//===- Routine.h - Operations that a routine of the runtime does ----------===//
#ifndef POPT_OPMODELS_ROUTINE_H
#define POPT_OPMODELS_ROUTINE_H

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace popt {

/// A routine of the runtime that computes an operation's results from its
/// operands, all dense: `symbol(operands and results, scalars)`.
struct RoutineCall {
  std::string symbol; ///< "lapack_sgeqrf": popt-rt/lapack.h
  std::vector<int64_t> scalars;
};

/// The routine for these types and options; nothing if there is none.
std::optional<RoutineCall> routineOf(mlir::Operation *op);

} // namespace popt
#endif // POPT_OPMODELS_ROUTINE_H
