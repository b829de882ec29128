//===- Positions.h - The order in which operations run ----------*- C++ -*-===//
//
// Operations are numbered in the order of the text, from 1; those in regions
// lie between the first and the last number of the operation around them. What
// is alive, estimated (Liveness.h) or exact (plan-memory), is an interval of
// these positions; 0 is before the program.
//
//   1  %a = tanh                  begin 1, end 1
//   2  %b = while { 3, 4 } 5      begin 2, end 5
//   6  return
//
// Communication that runs beside the n operations after it (`step.beside`) ends
// at a position of its own after the last of them.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_POSITIONS_H
#define POPT_ANALYSIS_POSITIONS_H

#include "popt/Interfaces/OpModel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

class Positions {
public:
  explicit Positions(mlir::func::FuncOp function);

  int64_t begin(mlir::Operation *op) const { return beginOf.lookup(op); }
  int64_t end(mlir::Operation *op) const { return endOf.lookup(op); }
  /// The position up to which an operation reads its operands itself.
  int64_t readBy(mlir::Operation *op) const;
  int64_t last() const { return static_cast<int64_t>(ops.size()) - 1; }
  /// What stands at the position, or the operation that ends there.
  mlir::Operation *opAt(int64_t position) const { return ops[position]; }
  /// The position from which the value's memory holds it.
  int64_t definedAt(mlir::Value value) const;
  /// The position up to which `reader`, which runs at `at`, needs a value of
  /// region `home`: a loop reads what comes from around it in every step.
  int64_t readAt(mlir::Operation *reader, int64_t at, mlir::Region *home) const;

private:
  void number(mlir::Region &region);

  llvm::DenseMap<mlir::Operation *, int64_t> beginOf, endOf;
  std::vector<mlir::Operation *> ops; ///< by position
};

} // namespace popt

#endif // POPT_ANALYSIS_POSITIONS_H
