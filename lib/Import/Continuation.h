//===- Continuation.h - Which arguments a result carries on ---------------===//
#ifndef POPT_LIB_IMPORT_CONTINUATION_H
#define POPT_LIB_IMPORT_CONTINUATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace popt {

/// How a result is reached from an argument, element by element.
enum class Continuation {
  None,   ///< not at all, or only through sums, products of matrices, ...
  Scaled, ///< multiplied on the way: 0.9 * m + g; also g + 0.01 * w
  Direct, ///< with terms added: w - 0.1 * g
};

/// The continuations of results, found when they are asked for.
class Continuations {
public:
  explicit Continuations(mlir::func::FuncOp main) : main(main) {}
  Continuation of(unsigned argument, unsigned result);
  /// True if the result is the argument as it came.
  bool isSame(unsigned argument, unsigned result);

private:
  const llvm::DenseMap<unsigned, Continuation> &argumentsOf(unsigned result);
  mlir::func::FuncOp main;
  llvm::DenseMap<unsigned, llvm::DenseMap<unsigned, Continuation>> known;
};

} // namespace popt
#endif // POPT_LIB_IMPORT_CONTINUATION_H
