//===- Strategies.h - The ways in which one operation may be divided ------===//
//
// Enumerates strategies of an operation: every mesh axis goes to one of its
// factors, carries partial values through a linear group, or is left unused.
// Private to lib/Partition.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_PARTITION_STRATEGIES_H
#define POPT_LIB_PARTITION_STRATEGIES_H

#include "popt/Interfaces/OpModel.h"

#include <set>

namespace popt {

/// What the enumeration of one function shares.
struct StrategyOptions {
  AxisList axes; ///< the axes to distribute, whole
  /// By axis of the mesh, the parts in which it may be distributed as well,
  /// major to minor; empty or missing: only as a whole.
  std::vector<AxisList> parts;
  llvm::SmallVector<Monoid, 2> monoids; ///< those that reductions here produce
  /// Where the user pins some values of the function: along device axes.
  std::vector<std::vector<Pin>> pins;
  /// Pairs (a, b) of axes such that the user somewhere splits a dimension by a,
  /// then b, against the order of the mesh.
  std::set<std::pair<int, int>> reversed;
  /// What propagation left says nothing: no strategy is left out for being far from
  /// it.
  bool invents = false;
};

/// A strategy with what follows from it.
struct Candidate {
  Strategy strategy;
  OpLayouts layouts;
  bool isHinted = false; ///< every axis is where propagation has it
};

/// Those of one operation.
struct Candidates : std::vector<Candidate> {
  bool areSome = false; ///< others, far from the hints, were left out
};

/// The strategies of `op`, deterministic, without duplicates in layouts; the
/// first leaves everything replicated. All of them, or, where an operation on
/// many axes has too many, those that leave the hints with few axes. An axis
/// goes to a factor if it divides what remains of it, or if `hints` (layouts of
/// operands and results, as propagation left them) put it there. An axis is
/// taken apart only where a part goes to a factor that cannot take the whole,
/// or that the hints give a part. Operations that compute element by element,
/// or reduce, are there a second time for each list of pins: they read and make
/// pinned values, an update of pinned state needs no move. On more than two
/// axes that is so of what is whole, or as propagation left it.
Candidates enumerateCandidates(const Mesh &mesh, ShardingOpInterface op,
                               const FactorRule &rule, const OpLayouts &hints,
                               const StrategyOptions &options);

/// True if layouts follow from a strategy: axes only on factors that can be
/// split, partial values only through linear groups, and all operands and
/// results agree.
bool followFromStrategy(const Mesh &mesh, ShardingOpInterface op,
                        const FactorRule &rule, const OpLayouts &layouts);

/// The same for an operation that passes one value through unchanged (a
/// constraint or a barrier) and for layouts that must agree with `bound`:
/// closed dims exactly, open dims in their leading axes.
Candidates enumerateIdentityCandidates(const Mesh &mesh,
                                       mlir::RankedTensorType type,
                                       const OpLayouts &hints,
                                       const Layout *bound,
                                       const StrategyOptions &options);

/// The layouts that the values of a tie may have.
Candidates enumerateTieCandidates(const Mesh &mesh, mlir::RankedTensorType type,
                                  const OpLayouts &hints,
                                  const StrategyOptions &options);

} // namespace popt
#endif // POPT_LIB_PARTITION_STRATEGIES_H
