//===- Common.h - Shared by the passes of Collectives ---------------------===//
#ifndef POPT_LIB_COLLECTIVES_COMMON_H
#define POPT_LIB_COLLECTIVES_COMMON_H

#include "popt/Analysis/LocalCosts.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt {

/// A pass over the functions of a partitioned module.
template <typename PassBase> class PassOnFunctions : public PassBase {
public:
  using PassBase::PassBase;

  void runOnOperation() final {
    auto run = [&](const CollectivesInput &input, mlir::func::FuncOp function) {
      runOn(input, function);
    };
    if (mlir::failed(forEachFunction(this->getOperation(), run)))
      this->signalPassFailure();
  }

private:
  virtual void runOn(const CollectivesInput &input,
                     mlir::func::FuncOp function) = 0;
};

/// The value as a partial value for the groups of `like`, at no cost: the first
/// member keeps it, the others take the identity. Zeros are partial values of
/// zero as they are.
mlir::Value toPartials(mlir::OpBuilder &builder, dist::AllReduceOp like,
                       mlir::Value value);

/// The remark of a rewrite: `<what>: sends 8 bytes instead of 16, 8 fewer, in
/// 1.0e-6 s instead of 2.0e-6`.
void explainGain(mlir::Location loc, llvm::StringRef name, llvm::Twine what,
                 const CommCost &before, const CommCost &after);
/// The remark of a rewrite that makes part of a collective unnecessary.
void explainSaved(mlir::Location loc, llvm::StringRef name, llvm::Twine what,
                  const CommCost &saved);
/// The remark of a rewrite that was not made.
void explainMissed(mlir::Location loc, llvm::StringRef name, llvm::Twine why);

/// Erases the operation of a value that nothing reads, and operations that only
/// it read.
void eraseUnused(mlir::Value value);

} // namespace popt

#endif // POPT_LIB_COLLECTIVES_COMMON_H
