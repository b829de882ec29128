//===- Distribute.h - Global tensors to ranks and back --------------------===//
//
// The block algebra of popt/Layout/Layout.h carried out on Tensors. Rank r of
// `mesh` holds, in a tensor of the layout's local shape, its block at the
// beginning of every dimension; the rest is padding.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_DISTRIBUTE_H
#define POPT_REFERENCE_DISTRIBUTE_H

#include "popt/Layout/Layout.h"
#include "popt/Reference/TensorOps.h"

namespace popt::reference {

/// The contents of padding: zeros, or NaN (floats), true (i1) and large numbers
/// (integers).
enum class Padding { Zero, Poison };

Tensor padding(ElementType type, Ints shape, Padding kind);

/// The element that changes nothing under `monoid`; nothing if the monoid is
/// not defined for the type.
MaybeTensor identityElement(Monoid monoid, ElementType type);
Binary operationOf(Monoid monoid);

/// Splits `global`. Of a partial value the first coordinate of each group keeps
/// the value and the others hold the identity; where a value is pinned away a
/// rank holds padding. Ranks with equal blocks share a buffer.
RankTensors distribute(const Mesh &mesh, const Layout &layout,
                       const Tensor &global, Padding kind = Padding::Zero);

/// Puts the blocks together, combining partial values in rank order (narrow
/// floats in f32). On failure `error` says which rank is wrong: a tensor of
/// another type, or a copy that differs from the first by more than `atol +
/// rtol * |first|` (a negative `rtol` leaves copies unchecked).
MaybeTensor collect(const Mesh &mesh, const Layout &layout, Ints globalShape,
                    llvm::ArrayRef<Tensor> locals, std::string &error,
                    double rtol = 0, double atol = 0);

} // namespace popt::reference
#endif // POPT_REFERENCE_DISTRIBUTE_H
