//===- FlatLoop.h - A loop over rows in place of groups ---------*- C++ -*-===//
//
// A loop over the rows of flat stacks, [12, 8], is made of loops that take rows in
// groups, [6, 2, 8], as front ends write scans.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_FLATLOOP_H
#define POPT_OPMODELS_FLATLOOP_H

#include "popt/OpModels/CountedLoop.h"

namespace popt {

/// A number that is begin + each * t in iteration t of a loop.
struct EvenNumber {
  int64_t begin = 0, each = 0;
};
/// Nothing if the values do not grow evenly.
std::optional<EvenNumber> evenly(llvm::ArrayRef<int64_t> values);

bool isIntegerScalar(mlir::Value value);
/// True if a row is accessed: one of the first dimension, and all of the others.
bool isRow(const SliceAccess &access);

/// A loop over rows while it is built.
class FlatLoop {
public:
  FlatLoop(mlir::Operation *old, int64_t trips)
      : old(old), trips(trips), builder(old) {}

  /// Carries what the old loop gets as `init`; `isStack`: of groups, made flat.
  /// Returns its number.
  unsigned carry(mlir::Value init, bool isStack);
  /// Begins the body; what is built next stands there.
  void begin();
  mlir::OpBuilder &inside() { return builder; }
  mlir::Value carried(unsigned number) const;
  mlir::Value number(mlir::Location loc, EvenNumber number, mlir::Type element);
  /// Lets a read or write of a row be at this one of a flat stack, which it has as
  /// its first operand.
  void setRow(mlir::Operation *access, EvenNumber row);
  mlir::Value readRow(mlir::Location loc, mlir::Value stack, EvenNumber row);
  mlir::Value writeRow(mlir::Location loc, mlir::Value stack, mlir::Value piece,
                       EvenNumber row);
  /// Ends the body; `next` has a value for each that is carried.
  void end(llvm::ArrayRef<mlir::Value> next);
  /// Puts what is carried as `number` in the place of a result of the old loop.
  void replace(unsigned result, unsigned number);
  /// What the new loop leaves of what it carries as `number`.
  mlir::Value result(unsigned number) const;
  mlir::Operation *loop() const { return made; }
  /// Replaces what else the old loop leaves, which it knew before, and erases it.
  void finish(const CountedLoop &known);

private:
  mlir::Operation *old;
  int64_t trips;
  mlir::OpBuilder builder;
  llvm::SmallVector<mlir::Value> inits;
  mlir::Operation *made = nullptr;
  mlir::Block *body = nullptr;
};

} // namespace popt
#endif // POPT_OPMODELS_FLATLOOP_H
