//===- StrategyTurns.h - Where strategies turn against propagation --------===//
#ifndef POPT_LIB_PARTITION_STRATEGYTURNS_H
#define POPT_LIB_PARTITION_STRATEGYTURNS_H

#include "StrategyProblem.h"

namespace popt {

/// Says where the cheapest strategies turn against what propagation gave: a
/// remark of category `partition` for each operation, and one that is always
/// shown for an axis whose parallelism becomes another one.
void explainTurns(PartitionInput &input, const StrategyProblem &problem,
                  const PairwiseSolution &solution);

} // namespace popt
#endif // POPT_LIB_PARTITION_STRATEGYTURNS_H
