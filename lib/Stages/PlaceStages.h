//===- PlaceStages.h - Which coordinate runs which operation --------------===//
//
// The pass's two halves: what is known of places (`StagePlaces`: pins, what
// follows from them, the least-cost choice for the rest) and what is rewritten
// with it (`combinePlaces`: sums over places). Private to lib/Stages.
// docs/Rationale/Stages.md has the reasons.
//
// Operations that can run at several coordinates (Availability.h) run wherever
// they are read; all others run at one coordinate, chosen for all of them at
// once by least bytes sent.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_PLACESTAGES_H
#define POPT_LIB_STAGES_PLACESTAGES_H

#include "Availability.h"

#include "popt/Search/Pairwise.h"
#include "popt/Support/Tensors.h"

#include "llvm/ADT/MapVector.h"

namespace popt {

/// True for operations that compute elements of the result from elements of
/// operands of the same size, or pass an operand on as it is.
bool isMap(mlir::Operation *op);
/// 0 if it is no tensor of static shape.
int64_t elementsOf(mlir::Value value);
/// True for scalars, and scalars that are repeated.
bool isNumber(mlir::Value value);

/// At which coordinate of the stage axis each operation runs.
class StagePlaces {
public:
  /// Operations run where their parameters are: sending a weight costs so many
  /// times its bytes. A gradient is made where its weight is unless that costs so
  /// many times its bytes.
  static constexpr double kParameterFactor = 1000;

  /// `coordinates` is at most 64. Pins are `dist.place` on arguments, results
  /// and operations.
  StagePlaces(mlir::func::FuncOp main, int64_t coordinates);

  /// Chooses. Afterwards everything below answers.
  void solve();

  /// Where the value can be without a message.
  PlaceSet available(mlir::Value value) const;
  /// Where the operation runs: `available` if it runs where it is read, else
  /// one coordinate.
  PlaceSet runsAt(mlir::Operation *op) const { return sets.lookup(op); }
  bool isWhereRead(mlir::Operation *op) const {
    return !chosen.contains(op) && !pinned.contains(op);
  }
  /// Where an argument is held: its pin, or where it was chosen to be; 0 if it
  /// is wherever it is read.
  PlaceSet heldAt(mlir::BlockArgument argument) const;
  /// True for state and what is computed from it alone.
  bool isParameter(mlir::Value value) const {
    return parameters.contains(value);
  }
  /// Coordinates at which the value is read.
  PlaceSet readAt(mlir::Value value) const { return reads.lookup(value); }

  double cost() const { return solution.cost; }
  double bound() const { return solution.bound; }

private:
  void findAvailable();
  bool limitState();
  void findParameters();
  void findGradients();
  bool repeatsNumberForOne(mlir::Operation *op) const;
  void choose();
  void findReads();
  double moveCost(mlir::Value value) const;
  llvm::ArrayRef<mlir::Value> operandsOf(mlir::Operation *op) const {
    return availability.operandsOf(op);
  }

  mutable mlir::func::FuncOp main; ///< a handle: asking it is not const
  int64_t coordinates;
  Availability availability;
  llvm::ArrayRef<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, PlaceSet> sets;   ///< where operations run
  llvm::DenseMap<mlir::Operation *, PlaceSet> pinned; ///< by the user
  llvm::DenseSet<mlir::Operation *> chosen; ///< those the solver places
  std::vector<PlaceSet> held;               ///< by argument
  std::vector<bool> floats; ///< state that is not pinned and has one owner
  /// Other state that is not pinned: where its next value can be made.
  std::vector<PlaceSet> limits;
  llvm::DenseSet<mlir::Value> parameters; ///< made of state and constants only
  llvm::DenseMap<mlir::Operation *, PlaceSet> gradients;
  llvm::DenseMap<mlir::Value, PlaceSet> reads;
  PairwiseSolution solution;
};

/// `all(stack([a, b]))` is `a and b`: reductions of vectors that scalars make
/// become operations on these.
void expandSumsOfScalars(mlir::func::FuncOp main);

/// Writes sums over several places that several places read as `dist.combine`;
/// true if there were any.
bool combinePlaces(mlir::func::FuncOp main, const StagePlaces &places);

} // namespace popt

#endif // POPT_LIB_STAGES_PLACESTAGES_H
