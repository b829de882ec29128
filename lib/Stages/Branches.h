//===- Branches.h - Branches over what several stages hold ------*- C++ -*-===//
//
// A branch over a train state reads and makes values of several coordinates:
//
//   %r:2 = case(%i) { return %a, %b }
//                   { %c = f(%a)  %d = g(%b)  return %c, %d }
//
// As one operation it would run at one coordinate. So branches are *opened*
// before operations get places: what stands in their regions stands in the
// function, with a note of the region it is from, and each result is a choice.
//
//   %c = f(%a)   in (0, 1)       %r0 = select(%i == 0, %a, %c)
//   %d = g(%b)   in (0, 1)       %r1 = select(%i == 0, %b, %d)
//
// Stacks become blocks and operations get places as anywhere else. Then branches
// are *closed*: what one coordinate runs without waiting for another is a branch
// again. Here %a is at 0 and %b at 1, and only %i is sent.
//
//   %r0 = case(%i) { return %a } { %c = f(%a)  return %c }    at 0
//   %r1 = case(%i) { return %b } { %d = g(%b)  return %d }    at 1
//
// A region whose operations wait for other coordinates becomes several branches
// at a coordinate, by *level*: how often a value went from one coordinate to
// another on its way. Where the region does not run, what they leave for others
// is zero. Combinations of several coordinates stand outside of branches, since
// all take part in them always.
//
// Attributes, between the two alone: "dist.branch" = number of the branch, on an
// operation without results or anything in its regions which keeps how the branch
// was written; "dist.in_branch" = [branch, region, ...], from the outermost
// inwards; "dist.chooses" = [branch, region], on a choice between the value of
// this region and those of later ones. Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_BRANCHES_H
#define POPT_LIB_STAGES_BRANCHES_H

#include "PlaceStages.h"

namespace popt {

inline constexpr llvm::StringLiteral kBranch = "dist.branch";
inline constexpr llvm::StringLiteral kInBranch = "dist.in_branch";
inline constexpr llvm::StringLiteral kChooses = "dist.chooses";

/// (branch, region) from the outermost inwards; empty outside of branches.
llvm::ArrayRef<int64_t> branchPathOf(mlir::Operation *op);
void setBranchPath(mlir::Operation *op, llvm::ArrayRef<int64_t> path);

/// Opens all branches of the function's own block, and those in them. Those in
/// loops stay.
void openBranches(mlir::func::FuncOp main);

/// Notes on what was built for `op` around it, after `before` and before `after`
/// (null: the begin and the end of its block), what `op` says of branches.
void noteBranch(mlir::Operation *op, mlir::Operation *before,
                mlir::Operation *after);

/// Makes branches again of what openBranches took apart, one for each place and
/// level. Operations have their places.
void closeBranches(mlir::func::FuncOp main, const StagePlaces &places);

} // namespace popt

#endif // POPT_LIB_STAGES_BRANCHES_H
