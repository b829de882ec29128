//===- StateQuestions.h - What names left open about state ----------------===//
#ifndef POPT_LIB_ANNOTATE_STATEQUESTIONS_H
#define POPT_LIB_ANNOTATE_STATEQUESTIONS_H

#include "popt/Dialect/Dist/BoundaryAttrs.h"

namespace popt {

/// After the words of plan and command line: answers what they settle, refuses
/// what is donated and still open, and notes on the module what a run of
/// several steps must know. The attributes that asked are gone afterwards.
mlir::LogicalResult settleState(dist::BoundaryAttrs &attrs);

} // namespace popt
#endif // POPT_LIB_ANNOTATE_STATEQUESTIONS_H
