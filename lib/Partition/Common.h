//===- Common.h - Shared by the passes of Partition -----------------------===//
#ifndef POPT_LIB_PARTITION_COMMON_H
#define POPT_LIB_PARTITION_COMMON_H

#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// `@main`, the module's mesh and the machine: every pass here starts from
/// these.
struct PartitionInput {
  PartitionInput(mlir::func::FuncOp main, dist::MeshOp meshOp,
                 std::shared_ptr<ReshardBook> book)
      : main(main), meshOp(meshOp), book(std::move(book)),
        mesh(meshOp.toMesh()), costs(mesh, this->book->machine) {}
  PartitionInput(const PartitionInput &) = delete;

  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  std::shared_ptr<ReshardBook> book;
  const Mesh mesh; ///< that of the book may have other names
  CostModel costs;
  /// Pairs of source and target by the shape and the layouts of a permute:
  /// lists of all ranks.
  std::map<std::string, mlir::ArrayAttr> permutes;
  /// Those of layoutsOf, by type and part of the latencies.
  std::map<std::pair<const void *, double>, LayoutSpace *> spaces;

  mlir::FlatSymbolRefAttr meshName() { return meshOp.getRef(); }
  dist::ShardingAttr attr(const Layout &layout) {
    return dist::ShardingAttr::fromLayout(main.getContext(), meshName(), mesh,
                                          layout);
  }
};

/// Emits a located error and fails if there is no `@main`, no mesh, or no such
/// machine. Costs of reshards come from the pool; null for none.
mlir::FailureOr<std::unique_ptr<PartitionInput>>
readInput(mlir::ModuleOp module, const std::shared_ptr<ReshardPool> &pool);
/// A pass that starts from there, with the pool that the flow gives it.
template <typename PassBase> class PassOnInput : public PassBase {
public:
  using PassBase::PassBase;
  explicit PassOnInput(std::shared_ptr<ReshardPool> pool)
      : pool(std::move(pool)) {}
  template <typename Options>
  PassOnInput(Options options, std::shared_ptr<ReshardPool> pool)
      : PassBase(std::move(options)), pool(std::move(pool)) {}

  void runOnOperation() final {
    mlir::FailureOr<std::unique_ptr<PartitionInput>> input =
        readInput(this->getOperation(), pool);
    if (mlir::failed(input) || mlir::failed(runOn(**input)))
      this->signalPassFailure();
  }

private:
  virtual mlir::LogicalResult runOn(PartitionInput &input) = 0;

  std::shared_ptr<ReshardPool> pool;
};

/// True if the operation has regions that are divided like the code around
/// them: those of tied operations and manual ones. Other regions run as they
/// are.
bool isEntered(mlir::Operation *op);
/// The layout inside a manual region of a value with this layout at its edge:
/// without the manual axes, along which communication is explicit.
Layout insideLayout(dist::ManualOp op, dist::ShardingAttr edge,
                    const Mesh &mesh);
/// Visits the operations of `@main` in program order, those in regions that are
/// entered included.
void walkProgram(mlir::func::FuncOp main,
                 llvm::function_ref<void(mlir::Operation *)> visit);
/// The layout of a value; a block argument of a region has that of its tie, or
/// of the manual region's edge.
std::optional<Layout> layoutOf(mlir::Value value, const Mesh &mesh);
/// The same, closed; replicated if propagation left none.
Layout hintOf(mlir::Value value, const Mesh &mesh);

/// How a use reads: `owner` is the operation with the operand, or the one whose
/// region captures the value to run as it is, on whole values (`isCapture`).
/// `place` is the operation in the value's own block that has `owner` in it:
/// a reshard for this use stands before it.
struct Reader {
  mlir::Operation *place, *owner;
  bool isCapture;
};
Reader readerOf(mlir::OpOperand &use);
/// Uses of a value in the order of their readers.
llvm::SmallVector<mlir::OpOperand *> usesInOrder(mlir::Value value);

/// Costs of reshards of values of this type, by numbers of layouts. Those that
/// share messages pay a part of the latencies.
LayoutSpace &layoutsOf(PartitionInput &input, mlir::RankedTensorType type,
                       double latencyPart = 1);

/// The moves of a plan as the attribute of a reshard.
mlir::ArrayAttr movesAttr(PartitionInput &input,
                          llvm::ArrayRef<ReshardStep> steps);
/// The moves of a reshard: those that stand on it, else the cheapest; a located
/// error if there are none.
mlir::FailureOr<std::vector<ReshardStep>> movesOf(PartitionInput &input,
                                                  dist::ReshardOp op);

/// The members that keep their partial values; null if that is the first.
mlir::DenseI64ArrayAttr keepersOf(mlir::Builder &builder, const Mesh &mesh,
                                  const AxisList &axes, const Layout &from);

/// The plan of a reshard of this value, where it is: in a manual region nothing
/// moves over the manual axes.
std::optional<ReshardPlan> planOf(PartitionInput &input, mlir::Value value,
                                  const Layout &from, const Layout &to);

} // namespace popt
#endif // POPT_LIB_PARTITION_COMMON_H
