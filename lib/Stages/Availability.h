//===- Availability.h - Where values can be without a message -*- C++ -*-===//
//
// Each value has the set of coordinates of the stage axis where it can exist
// without a message: arguments where they are held (unpinned inputs everywhere),
// constants everywhere, results of an operation where its place is or, without
// one, where all its operands can be. What a time loop carries can be where its
// operand and its next value can.
//
//   %a (pinned to 0)   {0}        %c = constant      {0, 1, 2}
//   %b = tanh %a       {0}        %d = negate %c     {0, 1, 2}
//   %e = add %b, %d    {0}        %f = add %b, %g    {}   %g is pinned to 2
//
// place-stages asks before it gives operations their places, form-tasks and
// split-stages after it. Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_AVAILABILITY_H
#define POPT_LIB_STAGES_AVAILABILITY_H

#include "popt/Dialect/Dist/Stages.h"

#include "llvm/ADT/bit.h"

namespace popt {

/// A set of coordinates of the stage axis; bit i: coordinate i.
using PlaceSet = uint64_t;

inline PlaceSet placeOf(int64_t coordinate) {
  return PlaceSet(1) << coordinate;
}
inline bool isIn(PlaceSet set, int64_t coordinate) {
  return set & placeOf(coordinate);
}
inline int countPlaces(PlaceSet set) { return llvm::popcount(set); }
/// The lowest coordinate of a set that is not empty.
inline int64_t firstPlace(PlaceSet set) { return llvm::countr_zero(set); }
/// The coordinate of the set that is nearest to `reader`; the lower of two.
int64_t nearestPlace(PlaceSet set, int64_t reader);
PlaceSet toPlaceSet(llvm::ArrayRef<int64_t> coordinates);
llvm::SmallVector<int64_t> toCoordinates(PlaceSet set);

class Availability {
public:
  /// Pins are `dist.place` on arguments and operations.
  Availability(mlir::func::FuncOp main, int64_t coordinates);

  /// Says where an argument can be, in place of its pin. `find` follows.
  void setArgument(unsigned index, PlaceSet places) {
    arguments[index] = places;
  }
  /// Finds all sets.
  void find();

  /// Where the value can be.
  PlaceSet of(mlir::Value value) const;
  /// Where the operation can run.
  PlaceSet of(mlir::Operation *op) const { return sets.lookup(op); }
  PlaceSet everywhere() const { return all; }

  /// The operations of the function and of its time loops, in order; not the
  /// loops and terminators.
  llvm::ArrayRef<mlir::Operation *> ops() const { return order; }
  /// Operands, and what regions read from outside.
  llvm::ArrayRef<mlir::Value> operandsOf(mlir::Operation *op) const {
    auto it = operands.find(op);
    return it == operands.end() ? llvm::ArrayRef<mlir::Value>() : it->second;
  }

private:
  void add(mlir::Operation *op);

  mutable mlir::func::FuncOp main; ///< a handle: asking it is not const
  PlaceSet all;
  std::vector<mlir::Operation *> order;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> operands;
  std::vector<PlaceSet> arguments;
  llvm::DenseMap<mlir::Operation *, PlaceSet> sets;
  llvm::DenseMap<mlir::Value, PlaceSet> carried; ///< by loops' arguments
};

} // namespace popt

#endif // POPT_LIB_STAGES_AVAILABILITY_H
