//===- FoldTime.h - Moments become loops ----------------------------------===//
//
// Until here a time axis was an axis like any other: the program says what each
// coordinate does, moments included. Folding turns the coordinates along time
// axes into the steps of loops.
//
// Moves. What crosses moments is written in three words first
// (FoldTimeMoves.cpp): this moment's number, an all-reduce, and an all-gather.
// A slice over time is a dynamic slice at the moment's number; terms are kept
// by moment 0; every other move is one of these after the other. Moves over
// device and time axes together are taken apart.
//
// What varies. A value varies if its operation has the moment's number or
// reads what varies. All-reduces and all-gathers over time end this: their
// results are the same at all moments. They are the *ends* of a loop. What does
// not vary runs once.
//
// Levels (law L6). An end is available after the loop that it ends; what
// varies and reads it, or what is computed of it, belongs to a later loop. An
// end runs in the latest loop that its readers allow, and a loop consists of
// the ancestors of its ends. So the sum that a mean divides by is an early loop
// of nothing but its own ancestors.
//
// Kept or computed again. What two loops need is computed in the first one and
// stored for all steps, or computed again in the second, whichever is cheaper:
// a minimum cut between the ends of a loop and what there is without it, in
// seconds of the machine; stored bytes cost what Machine::timeSeconds says.
//
// Sunk. Sources, views, broadcasts and what is computed of sources alone do not
// vary but are made inside the loop: they cost nothing, and stored they would
// take memory.
//
// Loops and branches of the program. Those that need no other moment are
// operations of a time loop like any other. Those in which moments meet run
// once, and the blocks of their regions are folded by the same rules; what they
// carry has an entry per moment (law L7, FoldTimeRegions.cpp).
//
// The result is dist.time_loop operations among what runs once, in one order:
// prologue, loop, what its ends lead to, loop, ..., epilogue. An all-reduce
// over device and time axes has become an accumulator and, behind the loop, an
// all-reduce over the device axes (law L9).
//
// Tests: test/Time/fold-time*.mlir, and by execution test/Execute/Time.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_TIME_FOLDTIME_H
#define POPT_LIB_TIME_FOLDTIME_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Layout/Layout.h"
#include "popt/Machine/Machine.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// True if the list has a part of a time axis.
bool haveTime(const Mesh &mesh, const AxisList &axes);
/// The time axes of a mesh that have several moments, major to minor.
AxisList timeAxesOf(const Mesh &mesh);
/// The axes of `axes` of which `isTime` holds or does not, in order.
AxisList timePart(const Mesh &mesh, const AxisList &axes, bool isTime);

/// Writes what crosses moments as `dist.axis_index`, `dist.all_reduce` and
/// `dist.all_gather` (over time axes alone).
mlir::LogicalResult writeOutTime(mlir::func::FuncOp main, dist::MeshOp meshOp);

/// True for an all-reduce or all-gather over time axes.
bool isTimeEnd(mlir::Operation *op, const Mesh &mesh);

/// An end in the regions of an operation, or null.
mlir::Operation *endInside(mlir::Operation *op, const Mesh &mesh);

/// If the operation has an end inside, makes all that enters or leaves it the
/// same at all moments; true if something was rewritten. `entries` are
/// the slices made so; a located error if moments differ in
/// which regions they run.
mlir::FailureOr<bool> openRegions(mlir::Operation *op, const Mesh &mesh,
                                  mlir::FlatSymbolRefAttr meshName,
                                  llvm::function_ref<bool(mlir::Value)> varies,
                                  llvm::DenseSet<mlir::Value> &entries);

/// Where the operations of a block run: once, or in which loops.
class TimePlan {
public:
  TimePlan(mlir::Block &block, dist::MeshOp meshOp, const Machine &machine,
           llvm::DenseSet<mlir::Value> &entries)
      : block(block), meshName(meshOp.getRef()), mesh(meshOp.toMesh()),
        machine(machine), entries(entries) {}

  /// Says where everything runs; a located error if moments cannot be folded.
  mlir::LogicalResult make();

  /// True for what runs in loops. Ends do not.
  bool varies(mlir::Operation *op) const { return varying.contains(op); }
  bool varies(mlir::Value value) const {
    mlir::Operation *op = value.getDefiningOp();
    return op && varies(op);
  }
  /// The loop, from 1, after which what does not vary is available; 0 for the
  /// prologue.
  int availableAfter(mlir::Operation *op) const { return after.lookup(op); }
  int numLoops() const { return static_cast<int>(loops.size()); }

  struct Loop {
    std::vector<mlir::Operation *> ends;     ///< in program order
    std::vector<mlir::Operation *> computed; ///< in program order
    std::vector<mlir::Value> read; ///< kept by an earlier loop, for this one
    std::vector<mlir::Value> kept; ///< for later loops
  };
  const Loop &loop(int number) const { return loops[number - 1]; } ///< from 1

  /// True for what is made where it is read.
  bool isSunk(mlir::Operation *op);

private:
  bool spread(mlir::Operation *op);
  void findVarying();
  mlir::FailureOr<bool> openNext();
  bool takeOut();
  mlir::LogicalResult checkEnds();
  void findLevels();
  void fillLoops();
  void chooseKept(int number, llvm::DenseMap<mlir::Operation *, int> &firstLoop,
                  const llvm::DenseSet<mlir::Operation *> &needed);
  bool isOfSources(mlir::Operation *op);
  double computeSeconds(mlir::Operation *op) const;
  double keepSeconds(int64_t bytes) const;

  mlir::Block &block;
  mlir::FlatSymbolRefAttr meshName;
  Mesh mesh;
  const Machine &machine;
  llvm::DenseSet<mlir::Value> &entries;
  int64_t steps = 1;
  std::vector<mlir::Operation *> ops; ///< of the block, in order
  llvm::DenseMap<mlir::Operation *, size_t> orderOf;
  llvm::DenseSet<mlir::Value> varyingValues;
  llvm::DenseSet<mlir::Operation *> varying;    ///< what runs in loops
  llvm::DenseMap<mlir::Operation *, int> after; ///< what does not vary
  llvm::DenseMap<mlir::Operation *, int> endIn; ///< the loop of an end
  llvm::DenseMap<mlir::Operation *, bool> ofSources;
  std::vector<Loop> loops;
};

} // namespace popt
#endif // POPT_LIB_TIME_FOLDTIME_H
