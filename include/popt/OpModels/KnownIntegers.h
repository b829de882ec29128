//===- KnownIntegers.h - Integers known at compile time ---------*- C++ -*-===//
#ifndef POPT_OPMODELS_KNOWNINTEGERS_H
#define POPT_OPMODELS_KNOWNINTEGERS_H

#include "mlir/IR/Value.h"

#include <optional>

namespace popt {

/// An integer of a tensor of one element, as far as it follows from constants: what
/// a loop counts to, too. Nothing for other values.
std::optional<int64_t> knownInteger(mlir::Value value);

} // namespace popt
#endif // POPT_OPMODELS_KNOWNINTEGERS_H
