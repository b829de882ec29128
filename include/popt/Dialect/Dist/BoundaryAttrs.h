//===- BoundaryAttrs.h - Attributes of arguments and results, at once -----===//
//
// MLIR keeps the attributes of all arguments of a function in one list, and
// those of all results in another: setting one copies the list, so that a loop
// that sets some on each takes time with the square of their number. These
// lists are read once and written back once.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_DIALECT_DIST_BOUNDARYATTRS_H
#define POPT_DIALECT_DIST_BOUNDARYATTRS_H

#include "popt/Dialect/Dist/Sharding.h"

namespace popt::dist {

/// The attributes of a function's arguments and results. Changes of the
/// function between the making and `write` are lost.
struct BoundaryAttrs {
  explicit BoundaryAttrs(mlir::FunctionOpInterface func);
  /// Writes all lists back.
  void write();

  /// The result that the argument becomes in the next step, if it is state.
  std::optional<unsigned> stateOf(unsigned argument) const;
  void setState(unsigned argument, unsigned result);
  /// Null removes.
  void setSharding(unsigned argument, ShardingAttr sharding) {
    set(arguments[argument], kSharding, sharding);
  }
  void setResultSharding(unsigned result, ShardingAttr sharding) {
    set(results[result], kSharding, sharding);
  }
  ShardingAttr getSharding(unsigned argument) const {
    return llvm::dyn_cast_or_null<ShardingAttr>(
        arguments[argument].get(kSharding));
  }
  ShardingAttr getResultSharding(unsigned result) const {
    return llvm::dyn_cast_or_null<ShardingAttr>(results[result].get(kSharding));
  }

  mlir::FunctionOpInterface func;
  llvm::SmallVector<mlir::NamedAttrList> arguments, results;

private:
  static void set(mlir::NamedAttrList &list, llvm::StringRef name,
                  mlir::Attribute attr);
};

/// For every result of a function the argument that it becomes in the next
/// step, if it is state.
llvm::SmallVector<std::optional<unsigned>>
getStateArguments(mlir::FunctionOpInterface func);

/// The arguments that are state, each with its value in the next step.
llvm::SmallVector<std::pair<mlir::BlockArgument, mlir::Value>>
getNextStates(mlir::FunctionOpInterface func);

} // namespace popt::dist
#endif // POPT_DIALECT_DIST_BOUNDARYATTRS_H
