//===- KernelMapping.h - Maps the loops of a kernel to threads ------------===//
//
// The emitter says what a kernel computes: nests whose iterations do not depend
// on one another, folds, and loops whose order matters. A mapping says which
// threads run them. On a processor one thread runs all, one nest after the
// other, in vectors; on a GPU every nest is a launch of its own, whose
// iterations are divided among threads (GpuMapping.h).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_KERNELMAPPING_H
#define POPT_LIB_KERNELS_KERNELMAPPING_H

#include "KernelEmitter.h"

namespace popt {

/// The mapping to a processor; others override what differs.
class KernelMapping {
public:
  explicit KernelMapping(KernelEmitter &e) : e(e) {}
  virtual ~KernelMapping() = default;

  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  /// Emits what runs as one launch: at most one nest at its outermost level and
  /// what that needs before it.
  virtual void launch(llvm::function_ref<void()> emit) { emit(); }
  /// The same for loops whose order matters.
  virtual void launchInOrder(llvm::function_ref<void()> emit) { emit(); }
  /// A nest whose iterations do not depend on one another.
  virtual void nest(llvm::ArrayRef<int64_t> extents,
                    const KernelEmitter::NestBody &body,
                    const KernelEmitter::NestBody &atDepth) {
    e.nestOfLoops(extents, body, atDepth);
  }
  /// A nest over all elements of values of equal counts.
  virtual void
  nestOverElements(mlir::ValueRange values,
                   const std::function<void(const LinearForm &)> &body);
  /// A nest whose iterations are long: without vectors.
  virtual void nestOfTasks(llvm::ArrayRef<int64_t> extents,
                           const KernelEmitter::NestBody &body) {
    e.nestInOrder(extents, body);
  }

  /// Tasks next to one another that `nestOfFew` may run together; 1: none.
  virtual int64_t tasksTogether() const { return 1; }
  /// Within a task of `nestOfTasks`: `body`, in order, where `isWanted` holds
  /// (null: everywhere). Both are of the place that `enter` was called for last.
  /// `isTogether`: each `tasksTogether()` tasks want the same.
  virtual void nestOfFew(llvm::ArrayRef<int64_t> extents, bool isTogether,
                         const KernelEmitter::NestBody &enter,
                         llvm::function_ref<mlir::Value()> isWanted,
                         llvm::function_ref<void()> body);

  /// A fold (KernelEmitter::fold) by those that run the present scope.
  virtual KernelEmitter::Values fold(llvm::ArrayRef<int64_t> extents,
                                     unsigned lanes, mlir::ValueRange initial,
                                     const KernelEmitter::FoldBody &body) {
    return e.fold(extents, lanes, initial, body);
  }
  /// True if several threads run the present scope and divide a fold among
  /// themselves: each has a part of the result.
  virtual bool isShared() const { return false; }
  /// Called for an operation whose `work` elements are so many tasks.
  virtual void noteTasks(mlir::Operation *op, int64_t tasks, int64_t work) {}
  /// Called before a reduction is evaluated by one thread.
  virtual void noteSerial(mlir::Operation *reduce) {}
  /// One result of their parts.
  using Combine = llvm::function_ref<Elem(Elem, Elem)>;
  virtual Elem combine(Elem part, Combine) { return part; }
  /// What a scope that is shared makes of the elements at 0 to count - 1,
  /// combined in their order; every thread gets it.
  using Elems = llvm::SmallVector<Elem>;
  virtual Elems foldInOrder(
      int64_t count, llvm::function_ref<Elems(const LinearForm &)> elementsAt,
      llvm::function_ref<Elems(llvm::ArrayRef<Elem>, llvm::ArrayRef<Elem>)>
          combine) {
    llvm_unreachable("one thread runs all");
  }
  /// Emits what only the first thread of those that run the present scope does.
  virtual void onFirstThread(llvm::function_ref<void()> emit) { emit(); }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  /// Writes the results in `group`, none of which has loops of its own.
  virtual void emitNests(llvm::ArrayRef<unsigned> group) { e.emitNests(group); }
  /// Called before any root is emitted.
  virtual void prepare() {}
  /// Called after the last.
  virtual void finish() {}

  /// Memory for so many elements between launches.
  virtual KernelEmitter::Storage scratch(int64_t count, mlir::Type element) {
    llvm_unreachable("one thread keeps what it needs on its stack");
  }

  //===--------------------------------------------------------------------===//
  // Properties
  //===--------------------------------------------------------------------===//

  /// Lanes of a loop over `count` elements; 0 for none.
  virtual unsigned chooseLanes(int64_t count) const;
  /// Lanes in which a reduction over `count` neighbours keeps its partial
  /// results, of this many bytes each.
  virtual unsigned accumulatorLanes(unsigned bytes, int64_t count) const;
  /// What is known of the address of these elements; none: that of an element.
  virtual llvm::MaybeAlign alignmentOf(const LinearForm &at,
                                       mlir::VectorType type) const {
    return {};
  }
  /// An element as it lies in memory, of those that the threads of a block read
  /// together before; null if it is not among them.
  virtual mlir::Value readThroughTile(const KernelEmitter::Storage &from,
                                      const LinearForm &at) {
    return {};
  }
  /// Tasks and nests run side by side: what has no order should say so.
  virtual bool isParallel() const { return false; }

protected:
  KernelEmitter &e;
};

} // namespace popt

#endif // POPT_LIB_KERNELS_KERNELMAPPING_H
