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

} // namespace popt
#endif // POPT_SUPPORT_REMARKS_H
