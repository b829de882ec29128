//===- Groups.h - Collectives among groups of ranks -----------------------===//
//
// Shared by stablehlo's and dist's collectives: groups are lists of ranks in
// order, and every member of a group must take part.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_REFERENCE_GROUPS_H
#define POPT_LIB_REFERENCE_GROUPS_H

#include "Evaluator.h"

namespace popt::reference {

using Groups = std::vector<std::vector<int64_t>>;

/// The mesh, or an error that the operation needs ranks.
const Mesh *requireMesh(const LockstepCall &call);

/// The groups whose members are in this frame. An error if some members of a
/// group are and others are not: ranks went separate ways before a collective.
mlir::FailureOr<Groups> presentGroups(const LockstepCall &call,
                                      const Groups &groups);

/// The members' blocks of operand `i`, in group order.
llvm::SmallVector<Tensor> heldBy(const LockstepCall &call,
                                 llvm::ArrayRef<int64_t> group, unsigned i = 0);

/// Combines the partial values from left to right; narrow floats in f32,
/// rounded once.
MaybeTensor combine(llvm::ArrayRef<Tensor> partials, const Body &body);

/// Part `index` of `count` equal parts along `dim`.
Tensor part(const Tensor &x, int64_t dim, int64_t count, int64_t index);

} // namespace popt::reference
#endif // POPT_LIB_REFERENCE_GROUPS_H
