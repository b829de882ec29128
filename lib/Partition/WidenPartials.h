//===- WidenPartials.h - Partial values of narrow floats are f32 ----------===//
//
// A bf16 sum must round once (law L2): rounding each rank's partial sum first
// loses what single-device execution keeps. So wherever a value of a float type
// narrower than f32 is partial by sum or product, its local blocks are f32: the
// operation that computes the partial values runs in f32, they are sent as f32,
// and the result of the reduction is converted:
//
//   %0 = stablehlo.dot_general %x, %w : (bf16, bf16) -> bf16   partial = sum
// becomes
//   %0 = stablehlo.dot_general %x, %w : (bf16, bf16) -> f32
//   %1 = dist.all_reduce %0 sum over {"tp"} : f32
//   %2 = stablehlo.convert %1 : f32 -> bf16
//
// Only arguments and results of the program keep their own types. What else is
// combined in a type that no reduction of the runtime knows is converted around
// the collective. Tests:
// test/Partition/widen-partials.mlir, test/Execute/widen-partials.mlir.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_WIDENPARTIALS_H
#define POPT_LIB_PARTITION_WIDENPARTIALS_H

#include "popt/Interfaces/OpModel.h"

namespace popt {

/// The type of the blocks, with the elements that they are held in.
mlir::RankedTensorType heldType(mlir::RankedTensorType global,
                                const Layout &layout);

/// Converts elements of narrow floats to f32; other values stay.
mlir::Value toWide(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value value);
/// Converts a block to the element type that it is held in.
mlir::Value toHeld(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value value, mlir::Type global, const Layout &layout);

/// Lets collectives combine elements that the runtime only moves, integers and
/// floats narrower than a byte and most of a byte, as what it combines: extrema
/// of floats as bf16, which has all their numbers, else as f32 or i8.
void widenSmallReductions(mlir::func::FuncOp function);

/// A global operation that does the same in f32, beside the narrow one for as
/// long as this object lives; the model localises it instead.
class WideOp {
public:
  WideOp() = default;
  WideOp(const WideOp &) = delete;
  ~WideOp();
  ShardingOpInterface make(ShardingOpInterface op);

private:
  llvm::SmallVector<mlir::Operation *> made; ///< what is used before its users
};

} // namespace popt
#endif // POPT_LIB_PARTITION_WIDENPARTIALS_H
