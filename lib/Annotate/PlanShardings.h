//===- PlanShardings.h - A plan's shardings on arguments and results ------===//
#ifndef POPT_LIB_ANNOTATE_PLANSHARDINGS_H
#define POPT_LIB_ANNOTATE_PLANSHARDINGS_H

#include "BoundaryValues.h"

#include "popt/Annotate/Plan.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"

#include <array>

namespace popt {

/// Puts the entries of a plan on the values that they match, one after the
/// other, key by key. A result of state has its argument's keys, except for
/// those that an entry gives the result and not the argument.
class PlanShardings {
public:
  PlanShardings(mlir::func::FuncOp main, const BoundaryValues &boundary,
                dist::MeshOp meshOp);

  /// The last entry wins.
  mlir::LogicalResult apply(const PlanSharding &entry);
  /// After all entries: results of state follow their arguments.
  mlir::LogicalResult finish();

private:
  static constexpr unsigned kKeys = 4; ///< dims, at, partial, memory
  /// What the entries say of a value.
  struct Given {
    std::array<const PlanSharding *, kKeys> by = {}; ///< the last, by key
    bool any = false;
    dist::ShardingAttr own; ///< as the program has it
  };

  mlir::FailureOr<dist::ShardingAttr> merge(const PlanSharding &entry,
                                            const BoundaryValue &value,
                                            dist::ShardingAttr old,
                                            const Given &given);
  mlir::LogicalResult setOwners(const PlanSharding &entry,
                                const BoundaryValue &value,
                                mlir::NamedAttrList &attrs);
  mlir::LogicalResult follow(unsigned argument, unsigned result);
  mlir::LogicalResult checkKey(unsigned key, unsigned argument,
                               unsigned result);

  mlir::func::FuncOp main;
  const BoundaryValues &boundary;
  dist::MeshOp meshOp;
  dist::BoundaryAttrs attrs;
  llvm::SmallVector<std::optional<unsigned>> stateArguments; ///< by result
  llvm::SmallVector<Given> arguments, results;
};

} // namespace popt
#endif // POPT_LIB_ANNOTATE_PLANSHARDINGS_H
