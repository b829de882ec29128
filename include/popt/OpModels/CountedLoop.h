//===- CountedLoop.h - Loops that walk along stacked tensors ----*- C++ -*-===//
//
// A scan is a counted loop. In each iteration it reads and writes rows of
// *stacks*: tensors with, for example, the layers of a network along a
// dimension.
//
//   while(%i = 0, %w = %weights, %y = %zeros)
//   cond { compare LT, %i, 12 }
//   do {
//     %row = dynamic_slice %w, %i, 0
//     ...
//     %next = dynamic_update_slice %y, %result, %i, 0
//     return %i + 1, %w, %next
//   }
//
// What iterations read is known before the program runs, since counters start
// at constants.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_OPMODELS_COUNTEDLOOP_H
#define POPT_OPMODELS_COUNTEDLOOP_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace popt {

/// A loop whose number of iterations is known.
class CountedLoop {
public:
  /// Loops of more iterations are not followed.
  static constexpr int64_t kMostTrips = 1 << 14;

  /// Nothing for other operations, and for loops that run as often as data
  /// decides or too often.
  static std::optional<CountedLoop> find(mlir::Operation *op);

  mlir::Operation *operation() const { return op; }
  int64_t trips() const { return numTrips; }
  /// The carried value that ends the loop.
  unsigned counter() const { return counterIndex; }
  mlir::Block &body() const;
  /// The value of the body that becomes carried value `index`.
  mlir::Value nextOf(unsigned index) const;

  /// What an integer scalar of the body is in each iteration; nothing if that
  /// does not follow from constants.
  std::optional<llvm::SmallVector<int64_t>> valuesOf(mlir::Value value) const;
  /// The same of a carried value, at the iterations' begins and after the last
  /// one; null if it is not known.
  const llvm::SmallVector<int64_t> *carriedValues(unsigned index) const;

  /// A loop of iterations [begin, end) alone, which carries these values. Its
  /// body is the same but for the types of what it carries: slices of stacks
  /// may be carried in the place of stacks.
  mlir::Operation *cut(mlir::OpBuilder &builder, int64_t begin, int64_t end,
                       mlir::ValueRange carried) const;
  /// What a loop of iterations from `begin` on carries after `before`, one of
  /// those up to there. Counters begin at constants, from which indices follow.
  llvm::SmallVector<mlir::Value> carriedAfter(mlir::OpBuilder &builder,
                                              mlir::Operation *before,
                                              int64_t begin) const;

private:
  void findCarried();

  mlir::Operation *op = nullptr;
  int64_t numTrips = 0;
  unsigned counterIndex = 0;
  bool ascends = true;
  /// By number, of integers that are known.
  llvm::DenseMap<unsigned, llvm::SmallVector<int64_t>> carried;
};

/// A counted loop and those around it, each in the body of the next. What an index
/// is may follow from the counters of all: `weights[2 * i + j]`.
class LoopNest {
public:
  explicit LoopNest(CountedLoop inner);
  const CountedLoop &inner() const { return loops.front(); }
  /// What an integer scalar of the inner body is in each iteration of all loops, the
  /// inner ones fastest; nothing if that does not follow from constants.
  std::optional<llvm::SmallVector<int64_t>> valuesOf(mlir::Value value) const;

private:
  llvm::SmallVector<CountedLoop, 2> loops; ///< the inner one first
};

/// A read or write of a part of a tensor at indices, one for each dim.
struct SliceAccess {
  mlir::Value whole;
  llvm::SmallVector<int64_t> sizes; ///< of the part
  mlir::OperandRange indices; ///< where it begins; clamped so that it fits
  mlir::Value update;         ///< what is written; null for a read
};
/// The access that an operation is; nothing if it is another one.
std::optional<SliceAccess> sliceAccessOf(mlir::Operation *op);
/// The write that each iteration makes into a carried value, which nothing else of the
/// loop reads; nothing if there is another use.
std::optional<SliceAccess> onlyWriteOf(const CountedLoop &loop, unsigned index);

/// A read or write of rows of a stack, from a start index on.
struct StackAccess {
  mlir::OpOperand *index;
  int64_t rows;
  bool isWrite;
};
/// The access along `dim` that a use of a stack is; nothing if it is another
/// use.
std::optional<StackAccess> stackAccessOf(mlir::OpOperand &use, int64_t dim);

} // namespace popt
#endif // POPT_OPMODELS_COUNTEDLOOP_H
