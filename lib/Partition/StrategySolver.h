//===- StrategySolver.h - Solves strategy problems ------------------------===//
//
// What choose-strategies and OpenStrategies.h share: from a problem to labels, and
// to attributes. Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_STRATEGYSOLVER_H
#define POPT_LIB_PARTITION_STRATEGYSOLVER_H

#include "StrategyProblem.h"

namespace popt {

/// How long strategies are searched for.
PairwiseOptions strategySolverOptions();

/// The labels that cost least, with messages shared, or that propagation left if the
/// module says so; the cost is infinite if none fit.
PairwiseSolution solveStrategies(mlir::ModuleOp module,
                                 const StrategyProblem &problem,
                                 const PairwiseOptions &options);

/// A bound of all strategies, however many reshards share a message: those of the
/// problem pay for their own.
double boundOfStrategies(mlir::ModuleOp module, const StrategyProblem &problem,
                         const PairwiseSolution &solution,
                         PairwiseOptions options);

/// Arguments that propagation left alone are whole everywhere.
void writeArgumentShardings(PartitionInput &input);
/// The layouts of arguments and results that were open, on `@main`.
void writeBoundary(PartitionInput &input, const StrategyProblem &problem,
                   const std::vector<int> &labels);
/// `dist.operand_shardings` and `dist.shardings` on every operation.
void writeStrategies(PartitionInput &input, const StrategyProblem &problem,
                     const std::vector<int> &labels);
/// Says of labels with forbidden pairs which operation cannot have what it reads.
void explainMisfit(PartitionInput &input, const StrategyProblem &problem,
                   const std::vector<int> &labels);

} // namespace popt
#endif // POPT_LIB_PARTITION_STRATEGYSOLVER_H
