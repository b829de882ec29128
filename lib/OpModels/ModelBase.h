//===- ModelBase.h - One model, three interfaces --------------------------===//
//
// All that popt knows of an operation is in one struct, its model:
//
//   struct FooModel : public OpModelBase<FooModel, FooOp> {
//     FactorRule getFactorRule(Operation *op) const { ... }
//     KernelKind getKernelKind(Operation *op, const Target &target) const ...
//   };
//   ...
//   attachModels<FooModel>(context);
//
// Phases ask it through the interfaces of popt/Interfaces/OpModel.h.
// OpModelBase has the defaults.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_MODELBASE_H
#define POPT_LIB_OPMODELS_MODELBASE_H

#include "popt/Interfaces/OpModel.h"

namespace popt {

/// The defaults of ShardingOpInterface and KernelOpInterface: an operation that
/// is linear in nothing, whose local program is itself on blocks, and that runs
/// on its own at the cost of one addition per element. getFactorRule has none.
template <typename Concrete, typename Op> struct OpModelBase {
  using OpType = Op; ///< the operation that the model is of
  using Operation = mlir::Operation;

  FactorRule getPropagationRule(Operation *op) const {
    return static_cast<const Concrete *>(this)->getFactorRule(op);
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Compute;
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return {};
  }
  bool isSource(Operation *op) const { return false; }
  bool communicatesAlong(Operation *op, unsigned factor) const { return false; }
  llvm::SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                             const OpLayouts &layouts) const {
    return {};
  }
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  localise(Operation *op, LocaliseContext &context) const {
    return context.clone();
  }

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::Opaque;
  }
  std::optional<int64_t> getVaryingDim(Operation *op) const {
    return std::nullopt;
  }
  unsigned getElementCost(Operation *op) const { return 0; }
  Elem emitElement(Operation *op, KernelOps &ops,
                   llvm::ArrayRef<Elem> operands) const {
    llvm_unreachable("only maps are emitted by elements");
  }
  double getFlops(Operation *op,
                  llvm::ArrayRef<mlir::RankedTensorType> operands,
                  llvm::ArrayRef<mlir::RankedTensorType> results) const {
    double count = 0;
    for (mlir::RankedTensorType type : results)
      count += static_cast<double>(type.getNumElements());
    return count * elementCostOf(op);
  }
  /// Loops of an operation's own read often.
  int64_t getReadsPerElement(Operation *op, unsigned operand) const {
    return kernelKindOf(op) == KernelKind::OwnLoops ? 16 : 1;
  }
  bool takesAnyStrides(Operation *op, unsigned operand) const { return false; }
  bool hasLoops(Operation *op) const { return true; }
  std::optional<llvm::SmallVector<int64_t>>
  getPermutation(Operation *op) const {
    return std::nullopt;
  }
  std::optional<llvm::SmallVector<int64_t>> getOtherOrder(Operation *op) const {
    return std::nullopt;
  }
  mlir::Value buildInOtherOrder(Operation *op, mlir::OpBuilder &builder) const {
    llvm_unreachable("there is no other order");
  }
  std::optional<llvm::SmallVector<mlir::Value>>
  decompose(Operation *op, mlir::OpBuilder &builder) const {
    return std::nullopt;
  }
  bool isShorthand(Operation *op) const { return false; }
};

/// A model's answers as ShardingOpInterface.
template <typename Op, typename Model>
struct ShardingOf
    : public ShardingOpInterface::ExternalModel<ShardingOf<Op, Model>, Op> {
  using Operation = mlir::Operation;
  static constexpr Model model{};

  FactorRule getFactorRule(Operation *op) const {
    return model.getFactorRule(op);
  }
  FactorRule getPropagationRule(Operation *op) const {
    return model.getPropagationRule(op);
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return model.getPropagationClass(op);
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return model.getLinearGroups(op, monoid);
  }
  bool isSource(Operation *op) const { return model.isSource(op); }
  bool communicatesAlong(Operation *op, unsigned factor) const {
    return model.communicatesAlong(op, factor);
  }
  llvm::SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                             const OpLayouts &layouts) const {
    return model.getInnerMoves(op, mesh, layouts);
  }
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  localise(Operation *op, LocaliseContext &context) const {
    return model.localise(op, context);
  }
};

/// A model's answers as KernelOpInterface.
template <typename Op, typename Model>
struct KernelOf
    : public KernelOpInterface::ExternalModel<KernelOf<Op, Model>, Op> {
  using Operation = mlir::Operation;
  static constexpr Model model{};

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return model.getKernelKind(op, target);
  }
  std::optional<int64_t> getVaryingDim(Operation *op) const {
    return model.getVaryingDim(op);
  }
  unsigned getElementCost(Operation *op) const {
    return model.getElementCost(op);
  }
  Elem emitElement(Operation *op, KernelOps &ops,
                   llvm::ArrayRef<Elem> operands) const {
    return model.emitElement(op, ops, operands);
  }
  double getFlops(Operation *op,
                  llvm::ArrayRef<mlir::RankedTensorType> operands,
                  llvm::ArrayRef<mlir::RankedTensorType> results) const {
    return model.getFlops(op, operands, results);
  }
  /// Loops of an operation's own read often.
  int64_t getReadsPerElement(Operation *op, unsigned operand) const {
    return model.getReadsPerElement(op, operand);
  }
  bool takesAnyStrides(Operation *op, unsigned operand) const {
    return model.takesAnyStrides(op, operand);
  }
  bool hasLoops(Operation *op) const { return model.hasLoops(op); }
  std::optional<llvm::SmallVector<int64_t>>
  getPermutation(Operation *op) const {
    return model.getPermutation(op);
  }
  std::optional<llvm::SmallVector<int64_t>> getOtherOrder(Operation *op) const {
    return model.getOtherOrder(op);
  }
  mlir::Value buildInOtherOrder(Operation *op, mlir::OpBuilder &builder) const {
    return model.buildInOtherOrder(op, builder);
  }
  std::optional<llvm::SmallVector<mlir::Value>>
  decompose(Operation *op, mlir::OpBuilder &builder) const {
    return model.decompose(op, builder);
  }
  bool isShorthand(Operation *op) const { return model.isShorthand(op); }
};

/// Each of the models to its operation.
template <typename... Models> void attachModels(mlir::MLIRContext *context) {
  (Models::OpType::template attachInterface<
       ShardingOf<typename Models::OpType, Models>,
       KernelOf<typename Models::OpType, Models>>(*context),
   ...);
}

/// The base of models that tie values: getValueTies has no default.
template <typename Concrete, typename Op>
struct TiedOpModelBase : public OpModelBase<Concrete, Op> {
  bool isLoop(mlir::Operation *op) const { return false; }
  std::optional<int64_t> getTripCount(mlir::Operation *op) const { return 1; }
};

/// A model's answers as ValueTieOpInterface.
template <typename Op, typename Model>
struct TiesOf
    : public ValueTieOpInterface::ExternalModel<TiesOf<Op, Model>, Op> {
  static constexpr Model model{};

  llvm::SmallVector<ValueTie> getValueTies(mlir::Operation *op) const {
    return model.getValueTies(op);
  }
  bool isLoop(mlir::Operation *op) const { return model.isLoop(op); }
  std::optional<int64_t> getTripCount(mlir::Operation *op) const {
    return model.getTripCount(op);
  }
};

template <typename... Models>
void attachTiedModels(mlir::MLIRContext *context) {
  attachModels<Models...>(context);
  (Models::OpType::template attachInterface<
       TiesOf<typename Models::OpType, Models>>(*context),
   ...);
}

} // namespace popt
#endif // POPT_LIB_OPMODELS_MODELBASE_H
