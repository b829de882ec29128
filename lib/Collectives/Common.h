//===- Common.h - Shared by the passes of Collectives ---------------------===//
#ifndef POPT_LIB_COLLECTIVES_COMMON_H
#define POPT_LIB_COLLECTIVES_COMMON_H

#include "popt/Cost/CostModel.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace popt {

/// A pass over the functions of a partitioned module.
template <typename PassBase> class PassOnFunctions : public PassBase {
public:
  using PassBase::PassBase;

  void runOnOperation() final {
    auto run = [&](const CostModel &costs, mlir::func::FuncOp function) {
      runOn(costs, function);
    };
    if (mlir::failed(forEachFunction(this->getOperation(), run)))
      this->signalPassFailure();
  }

private:
  virtual void runOn(const CostModel &costs, mlir::func::FuncOp function) = 0;
};

/// One whose work on a function is Worker(costs, function).run().
template <typename PassBase, typename Worker>
class PassByWorker : public PassOnFunctions<PassBase> {
  using PassOnFunctions<PassBase>::PassOnFunctions;

  void runOn(const CostModel &costs, mlir::func::FuncOp function) final {
    Worker(costs, function).run();
  }
};

/// Moves collectives after operations that give the same on what is not yet
/// collected. An Entry says of a value what it costs to have it without, and
/// what the program as written costs.
template <typename Entry> class Sinker {
public:
  Sinker(const CostModel &costs, mlir::func::FuncOp function)
      : costs(costs), function(function) {}
  virtual ~Sinker() = default;

protected:
  /// Fills `entries` in the order of the block, and rewrites those values that
  /// are cheaper so and are not taken as they are by a later entry.
  void sink(mlir::Block &block) {
    entries.clear();
    llvm::SmallVector<mlir::Value> values;
    llvm::DenseSet<mlir::Value> inner;
    for (mlir::Operation &op : block)
      if (std::optional<Entry> found = examine(&op)) {
        for (mlir::OpOperand &operand : op.getOpOperands())
          if (takes(*found, operand))
            inner.insert(operand.get());
        values.push_back(op.getResult(0));
        entries[values.back()] = std::move(*found);
      }
    for (mlir::Value value : values) {
      const Entry &root = entries[value];
      if (!inner.contains(value) && isBetter(root.cost, root.written))
        rewrite(value);
    }
  }
  /// Nothing if the operation's result cannot wait.
  virtual std::optional<Entry> examine(mlir::Operation *op) = 0;
  /// True if the entry is made from the operand's own entry.
  virtual bool takes(const Entry &entry, mlir::OpOperand &operand) const = 0;
  virtual void rewrite(mlir::Value value) = 0;

  const CostModel &costs;
  mlir::func::FuncOp function;
  llvm::DenseMap<mlir::Value, Entry> entries;
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

} // namespace popt

#endif // POPT_LIB_COLLECTIVES_COMMON_H
