//===- OpenStrategies.h - The strategy problem of a planner ---------------===//
//
// One problem for a mesh, many questions. Where arguments and results are open
// (propagate-shardings{mode=plan}) a planner asks the same strategy problem for
// answers at several prices of memory, and with some arguments held in a familiar
// way. To build the problem (labels of all operations, prices of all reshards
// between them) takes longer than to solve it, so it is built once.
//
//   of(module)          labels and tables, at no price of memory
//   ask({})             the layouts that cost least, and a bound of all
//   ask({price})        so, if a byte that is held where most is held has a price
//   ask({0, words})     so, if some arguments are whole on each device, divided, or
//                       read where they lie
//
// Tested by test/unit/Partition/OpenStrategiesTest.cpp and test/Compile/.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_PARTITION_OPENSTRATEGIES_H
#define POPT_PARTITION_OPENSTRATEGIES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <vector>

namespace popt {

class ReshardPool;

/// What is asked of an open argument.
struct ArgumentWord {
  enum Kind {
    Any,     ///< nothing
    Whole,   ///< each device has all of it
    Divided, ///< among as many devices as can be
    /// It is divided, and all that reads it reads it so: operands move, weights don't.
    Stationary,
  };
  Kind kind = Any;
  /// Divided along this dimension alone; -1: along any, the largest if several are as
  /// good.
  int64_t dim = -1;

  ArgumentWord() = default;
  ArgumentWord(Kind kind, int64_t dim = -1) : kind(kind), dim(dim) {}
};

struct StrategyQuestion {
  /// Seconds that a byte costs which is held where most is held.
  double memoryPrice = 0;
  /// By number of the argument; empty: nothing is asked. Arguments that are not open
  /// stay as they are.
  std::vector<ArgumentWord> words;
};

struct StrategyAnswer {
  double seconds = 0; ///< of a step by the prices of operations and reshards
  double boundSeconds = 0; ///< with what bytes cost no answer takes less
  double bytes = 0;        ///< about what a rank holds
};

class OpenStrategies {
public:
  /// Of a propagated module. Failure after a located error.
  static mlir::FailureOr<std::unique_ptr<OpenStrategies>>
  of(mlir::OwningOpRef<mlir::ModuleOp> module,
     const std::shared_ptr<ReshardPool> &pool);
  ~OpenStrategies();

  /// The answer, whose layouts the arguments and results of `module()` have
  /// afterwards. Failure after a located error.
  mlir::FailureOr<StrategyAnswer> ask(const StrategyQuestion &question);
  mlir::ModuleOp module() const { return *owned; }
  /// Of how many kinds of operations strategies were left out, being too many.
  int64_t getKindsCut() const;
  /// The problem without words and prices as an integer program
  /// (popt/Search/Mps.h), with as exact an answer as can be had. Failure after an
  /// error.
  mlir::LogicalResult write(llvm::StringRef file);

private:
  struct Impl;
  OpenStrategies(mlir::OwningOpRef<mlir::ModuleOp> module);

  mlir::OwningOpRef<mlir::ModuleOp> owned;
  std::unique_ptr<Impl> impl;
};

} // namespace popt
#endif // POPT_PARTITION_OPENSTRATEGIES_H
