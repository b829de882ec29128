//===- FilledStacks.h - Loops that write all of a stack ---------*- C++ -*-===//
//
// A scan that leaves a row in each iteration, and reads nothing of the stack before:
//
//   while(%i = 0, %y = %anything)         4 times
//     %next = dynamic_update_slice %y, %row, %i, 0
//     return %i + 1, %next
//
// What the stack was before does not matter. Several loops may fill it together, each
// of which goes on with the stack of the one before.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_FILLEDSTACKS_H
#define POPT_OPMODELS_FILLEDSTACKS_H

#include "popt/OpModels/CountedLoop.h"

namespace popt {

/// A loop that writes rows of a stack, and the stack's number among what it carries.
struct FillingLoop {
  CountedLoop loop;
  unsigned index;
};

/// The loops, this one first, that fill the stack which it carries as `index`; empty
/// if they leave something of it, or read it.
llvm::SmallVector<FillingLoop> loopsThatFill(CountedLoop loop, unsigned index);

/// True if loops that fill a stack write no row twice.
bool writesEachRowOnce(llvm::ArrayRef<FillingLoop> loops);

/// True if the loop does nothing with what it carries as `index` but add to rows of
/// it: the same number of times whatever it is.
bool addsToRows(mlir::Operation *loop, unsigned index);
/// True if nothing reads the value but loops, one after the other, that add to its
/// rows, and the last gives `next`.
bool isSumOfRows(mlir::Value value, mlir::Value next);

/// What an update replaces, read where it replaces it.
mlir::Value buildReplaced(mlir::OpBuilder &builder, mlir::Operation *update);

} // namespace popt
#endif // POPT_OPMODELS_FILLEDSTACKS_H
