//===- MemoryRules.h - Which values take memory of their own --------------===//
//
// What a step holds is counted at several points of the flow (HeldBytes.h), each
// time with what is known there of layouts, of kernels and of the order:
//
//   hints, step,       before there are local programs and before there are
//   tasks              kernels: the order of the text, the insides of loops are
//                      not looked at
//   local              Liveness.h, in the order of the text, with the kernels
//                      that are to be expected
//   planned            plan-memory (lib/Memory), with the kernels as formed, in
//                      the order that it chooses
//
// This is what they share:
//
//   size        a value takes its bytes, up to the next boundary of the arena
//   constants   that are not one number, and small ones, lie in the step table
//   views       leave their operand in place: a reshape, a permutation of dims
//               that library calls alone read or that a product is made in, a
//               slice at a time step
//   in place    communication that keeps a block's shape may leave its result
//               where its operand lay
//
// test/unit/Analysis/HeldBytesTest.cpp holds estimates against what is planned, on
// the corpus.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_MEMORYRULES_H
#define POPT_ANALYSIS_MEMORYRULES_H

#include "popt/Interfaces/OpModel.h"

namespace popt {

/// Bytes that a value takes in the arena.
int64_t arenaBytes(mlir::Value value);

/// True for a constant that lies among the program's constants and takes no
/// memory of the step: those that are not one number, and small ones.
bool isAmongConstants(mlir::Operation *op);

/// True for views: operations whose results lie where their operands of the
/// same number do. Further operands say where.
bool leavesOperandInPlace(mlir::Operation *op);

using IsView = llvm::function_ref<bool(mlir::Operation *)>;
/// The value whose memory a view, or a chain of them, shows.
mlir::Value viewedBy(mlir::Value value, IsView isView = leavesOperandInPlace);
/// The uses of a value and of all its views, except the views themselves.
void forEachRead(mlir::Value value,
                 llvm::function_ref<void(mlir::OpOperand &)> visit,
                 IsView isView = leavesOperandInPlace);

/// Bytes that a kernel of its own for the operation reads and writes. Of a tensor
/// that is gathered from or written into, that is a part: a row of a stack.
int64_t bytesMoved(mlir::Operation *op);

/// True for communication that may write result `result` over operand
/// `operand`.
bool mayCommunicateInPlace(mlir::Operation *op, unsigned result,
                           unsigned operand);

} // namespace popt

#endif // POPT_ANALYSIS_MEMORYRULES_H
