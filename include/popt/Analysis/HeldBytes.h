//===- HeldBytes.h - What a step holds, and when --------------------------===//
//
// Five points of the flow ask how many bytes a step holds. Each value is an
// interval, from where it is made to its last reader, and has bytes; the bytes
// held at once are their sum (HeldBytes). The points differ in what is known
// there, so that each is a fidelity of one count:
//
//   fidelity  of what                 asked by, and why
//   hints     the program, in the     strategies under a price of memory:
//             layouts of propagation  which values to hold less of
//                                     (heldAtPeak)
//   step      the operations of one   a warning, if barriers make microbatches
//             time step               save little (lib/Time)
//   tasks     a task of a pipeline    schedule "auto": what a budget leaves for
//                                     what tasks keep (lib/Stages)
//   local     a local program         recomputation, fit-memory, choose-memory,
//             (Liveness.h)            offloading, buckets under a budget
//   planned   calls of kernels        orders, overlap, the arena and its budget,
//             (lib/Memory)            the report, what a plan predicts
//
//   fidelity  operations in loops     order         kernels
//   hints     not looked at           of the text   readers that fuse
//   step      not looked at           of the text   none
//   tasks     not looked at           of the text   none
//   local     looked at               of the text   to be expected (Fusion.h)
//   planned   looked at               chosen        as formed
//
// Views, constants, sizes and what is done in place follow the same rules at all of
// them (MemoryRules.h); `hints` and `step` count bytes, the others what these take up
// to the next boundary of the arena. What the tasks of a pipeline keep for others is
// counted where their order is known: by instances (popt/Pipeline/Slots.h,
// Simulate.h) and in the arena (lib/Memory).
//
// An example, 100 bytes each:
//
//   0  %x           held  %x              100
//   1  %a = f %x          %x %a           200
//   2  %b = g %a          %x %a %b        300, the peak
//   3  return %b          %x %b           200
//
// test/unit/Analysis/HeldBytesTest.cpp has the factors within which the
// fidelities are near what is planned. test/Meta/prices.py lists the files that
// may count.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_ANALYSIS_HELDBYTES_H
#define POPT_ANALYSIS_HELDBYTES_H

#include "popt/Layout/Layout.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseSet.h"

namespace popt {

/// Bytes that are held from one position to another, both included.
struct HeldInterval {
  int64_t begin = 0, end = 0;
  int64_t bytes = 0;
};

/// What is held at each position.
class HeldBytes {
public:
  /// Positions are 0 to `last`. An interval that ends before it begins is that of
  /// a value that nothing reads: it is held where it is made.
  HeldBytes(int64_t last, llvm::ArrayRef<HeldInterval> intervals);

  llvm::ArrayRef<int64_t> all() const { return held; }
  int64_t at(int64_t position) const { return held[position]; }
  /// The most that is held at once, and where that is first.
  int64_t peak() const { return held[peakAt]; }
  int64_t peakPosition() const { return peakAt; }
  /// The most from one position to a later one, both included.
  int64_t most(int64_t first, int64_t last) const;
  /// What is held above `target`, summed over all positions.
  double above(int64_t target) const;

private:
  std::vector<int64_t> held;
  int64_t peakAt = 0;
};

/// Bytes of a block, with the elements that it is held in.
int64_t heldBytesOf(mlir::RankedTensorType global, const Layout &layout);

/// Fidelity `hints`: the values of the function's block that are held where most
/// bytes are, if each value takes what `bytesOf` says. An argument counts from its
/// first to its last reader, because a resharded copy of it may be held in
/// between; new state replaces the old in place.
llvm::DenseSet<mlir::Value>
heldAtPeak(mlir::func::FuncOp main,
           llvm::function_ref<int64_t(mlir::Value)> bytesOf);

} // namespace popt

#endif // POPT_ANALYSIS_HELDBYTES_H
