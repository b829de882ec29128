//===- FoldTime.h - Time axes become loops --------------------------------===//
//
// Until here a time axis was an axis like any other: the program says what each
// coordinate does, time steps included. Folding turns the coordinates along
// time axes into iterations of loops.
//
// Moves. Moves over time axes are first reduced to three operations
// (FoldTimeMoves.cpp): the time step's number, an all-reduce, and an
// all-gather. A slice over time is a dynamic slice at the time step's number;
// to_partial keeps the value in time step 0; every other move is a sequence of
// these. Moves over device and time axes together are taken apart.
//
// What varies. A value varies if its operation reads the time step's number or
// a value that varies. All-reduces and all-gathers over time stop this: their
// results are the same in all time steps. They are the *ends* of a loop.
// Operations that do not vary run once.
//
// Levels (law L6). An end is available after the loop that it ends. A varying
// operation that reads it, or a value computed from it, belongs to a later
// loop. An end runs in the latest loop that its readers allow, and a loop
// consists of the ancestors of its ends. So the count that a mean divides by is
// an early loop of only its own ancestors.
//
// Kept or computed again. Values that two loops need are computed in the first
// one and stored for all time steps, or computed again in the second, whichever
// is cheaper: a minimum cut between the ends of a loop and the values that
// exist without it, in seconds of the machine; stored bytes cost what
// Machine::timeSeconds says.
//
// Sunk into the loop. Sources, views, broadcasts and values computed only from
// sources do not vary, but are computed inside the loop: they cost nothing
// there, and stored they would take memory.
//
// Loops and branches of the program. Those that need no other time step are
// operations of a time loop like any other, but for what a branch makes of values
// that do not vary: that is a branch of its own (FoldTimeBranches.cpp). Those with a
// move over time inside run once, and their regions are folded by the same rules;
// the values that they carry have an entry per time step (law L7,
// FoldTimeRegions.cpp).
//
// The result is dist.time_loop operations among those that run once: prologue,
// loop, what depends on its ends, loop, ..., epilogue. An all-reduce over
// device and time axes has become an accumulator and, after the loop, an
// all-reduce over the device axes (law L9).
//
// Tests: test/Time/fold-time*.mlir, and by execution test/Execute/Time.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_TIME_FOLDTIME_H
#define POPT_LIB_TIME_FOLDTIME_H

#include "popt/Cost/LocalProgram.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Layout/Layout.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// True if the list has a part of a time axis.
bool haveTime(const Mesh &mesh, const AxisList &axes);
/// The time axes of a mesh with more than one time step, major to minor.
AxisList timeAxesOf(const Mesh &mesh);
/// The axes of `axes` of which `isTime` holds or does not, in order.
AxisList timePart(const Mesh &mesh, const AxisList &axes, bool isTime);

/// Writes moves over time as `dist.axis_index`, `dist.all_reduce` and
/// `dist.all_gather` (over time axes alone).
mlir::LogicalResult lowerTimeMoves(mlir::func::FuncOp main,
                                   dist::MeshOp meshOp);

/// True for an all-reduce or all-gather over time axes.
bool isTimeEnd(mlir::Operation *op, const Mesh &mesh);

/// An end in the regions of an operation, or null.
mlir::Operation *endInside(mlir::Operation *op, const Mesh &mesh);

/// If the operation has an end inside, makes all its operands and results the
/// same in all time steps; true if something was rewritten. `entries` are the
/// slices made so; a located error if time steps differ in which regions they
/// run.
mlir::FailureOr<bool> openRegions(mlir::Operation *op, const Mesh &mesh,
                                  mlir::FlatSymbolRefAttr meshName,
                                  llvm::function_ref<bool(mlir::Value)> varies,
                                  llvm::DenseSet<mlir::Value> &entries);

/// True if the operation itself reads the time step's number, in a region or
/// not.
bool readsTimeStep(mlir::Operation *op, const Mesh &mesh);

/// Takes what does not vary out of a branch, into one that runs once before it; true
/// if there was anything. `isSunk`: stays, for it costs nothing in a loop. The
/// branch is replaced, after `forget` of it.
bool hoistFromBranch(mlir::Operation *op, const Mesh &mesh,
                     llvm::function_ref<bool(mlir::Value)> varies,
                     llvm::function_ref<bool(mlir::Operation *)> isSunk,
                     llvm::function_ref<void(mlir::Operation *)> forget);

/// Where the operations of a block run: once, or in which loops.
class TimePlan {
public:
  TimePlan(mlir::Block &block, dist::MeshOp meshOp, const CostModel &costs,
           llvm::DenseSet<mlir::Value> &entries)
      : block(block), meshName(meshOp.getRef()), mesh(meshOp.toMesh()),
        costs(costs), entries(entries) {}

  /// Decides where everything runs; a located error if time axes cannot be
  /// folded.
  mlir::LogicalResult make();

  /// True for operations that run in loops. Ends do not.
  bool varies(mlir::Operation *op) const { return varying.contains(op); }
  bool varies(mlir::Value value) const {
    mlir::Operation *op = value.getDefiningOp();
    return op && varies(op);
  }
  /// The loop, from 1, after which a value that does not vary is available; 0
  /// for the prologue.
  int availableAfter(mlir::Operation *op) const { return after.lookup(op); }
  int numLoops() const { return static_cast<int>(loops.size()); }

  struct Loop {
    std::vector<mlir::Operation *> ends;     ///< in program order
    std::vector<mlir::Operation *> computed; ///< in program order
    std::vector<mlir::Value> read; ///< kept by an earlier loop, for this one
    std::vector<mlir::Value> kept; ///< for later loops
  };
  const Loop &loop(int number) const { return loops[number - 1]; } ///< from 1

  /// The coordinates of the stage axis that keep a value for later loops; empty if
  /// it is kept where it is made.
  llvm::SmallVector<int64_t> keptAt(mlir::Value value) const;

  /// True for operations that are repeated where they are read.
  bool isSunkIntoLoop(mlir::Operation *op);

private:
  bool spread(mlir::Operation *op);
  void forget(mlir::Operation *op);
  bool runsInLoop(mlir::Operation *op);
  void takeOut(mlir::Operation *op);
  mlir::LogicalResult findVarying();
  mlir::LogicalResult checkEnds();
  void findLevels();
  void fillLoops();
  llvm::SmallSetVector<int64_t, 2>
  readAt(mlir::Value value,
         llvm::function_ref<bool(mlir::Operation *)> isComputed) const;
  llvm::SmallSetVector<int64_t, 2> readIn(const Loop &loop,
                                          mlir::Value value) const;
  double sendSeconds(mlir::Value value) const;
  void chooseKept(int number, LocalProgram &program,
                  llvm::DenseMap<mlir::Operation *, int> &firstLoop,
                  const llvm::DenseSet<mlir::Operation *> &needed);
  bool isOfSources(mlir::Operation *op);
  double keepSeconds(int64_t bytes) const;

  mlir::Block &block;
  mlir::FlatSymbolRefAttr meshName;
  Mesh mesh;
  const CostModel &costs;
  llvm::DenseSet<mlir::Value> &entries;
  int64_t steps = 1;
  std::vector<mlir::Operation *> ops; ///< of the block, in order
  llvm::DenseSet<mlir::Value> varyingValues;
  llvm::DenseSet<mlir::Operation *> varying;    ///< what runs in loops
  llvm::DenseMap<mlir::Operation *, int> after; ///< what does not vary
  llvm::DenseMap<mlir::Operation *, int> endIn; ///< the loop of an end
  llvm::DenseMap<mlir::Operation *, bool> ofSources;
  std::vector<Loop> loops;
};

} // namespace popt
#endif // POPT_LIB_TIME_FOLDTIME_H
