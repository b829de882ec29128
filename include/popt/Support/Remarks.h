//===- Remarks.h - What remarks of all phases have in common --------------===//
#ifndef POPT_SUPPORT_REMARKS_H
#define POPT_SUPPORT_REMARKS_H

#include "mlir/IR/Remarks.h"

namespace popt {

/// The name of the number below.
inline constexpr llvm::StringLiteral kRemarkSeconds = "seconds";
/// Says how many seconds of a step, predicted, a remark is about: what a
/// decision costs, or saves. Reports put those about most first.
inline auto remarkSeconds(double seconds) {
  return mlir::remark::metric(kRemarkSeconds, seconds);
}

/// Says that the program does not do what something else led to expect, such as
/// "propagation". Reports put these before all others.
inline constexpr llvm::StringLiteral kRemarkAgainst = "against";
inline auto remarkAgainst(llvm::StringRef what) {
  return mlir::remark::metric(kRemarkAgainst, what.str());
}

/// The name of remarks that are rows of a table: what was done under a memory
/// budget, in order, for how many bytes and seconds.
inline constexpr llvm::StringLiteral kMemoryTable = "memory-table";

} // namespace popt
#endif // POPT_SUPPORT_REMARKS_H
