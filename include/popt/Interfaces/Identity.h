//===- Identity.h - The identity element of a monoid ----------------------===//
#ifndef POPT_INTERFACES_IDENTITY_H
#define POPT_INTERFACES_IDENTITY_H

#include "popt/Layout/Layout.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace popt {

/// A tensor all of whose elements are the monoid's identity. Of a floating sum
/// that is -0.
mlir::DenseElementsAttr identityElements(mlir::RankedTensorType type,
                                         Monoid monoid);
/// A tensor of zeros, of floats +0.
mlir::DenseElementsAttr zeroElements(mlir::RankedTensorType type);

} // namespace popt
#endif // POPT_INTERFACES_IDENTITY_H
