//===- Common.h - Shared by the passes of Partition -----------------------===//
#ifndef POPT_LIB_PARTITION_COMMON_H
#define POPT_LIB_PARTITION_COMMON_H

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Machine/Machine.h"
#include "popt/Reshard/Reshard.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// `@main`, the module's mesh and the machine: what every pass here starts
/// from.
struct PartitionInput {
  PartitionInput(mlir::func::FuncOp main, dist::MeshOp meshOp, Machine machine)
      : main(main), meshOp(meshOp), mesh(meshOp.toMesh()),
        machine(std::move(machine)), reshards(mesh, this->machine) {}
  PartitionInput(const PartitionInput &) = delete;

  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  Mesh mesh;
  Machine machine;
  ReshardCache reshards;

  mlir::FlatSymbolRefAttr meshName() { return meshOp.getRef(); }
  dist::ShardingAttr attr(const Layout &layout) {
    return dist::ShardingAttr::fromLayout(main.getContext(), meshName(), mesh,
                                          layout);
  }
};

/// Emits a located error and fails if there is no `@main`, no mesh, or no such
/// machine.
mlir::FailureOr<std::unique_ptr<PartitionInput>>
readInput(mlir::ModuleOp module, llvm::StringRef cluster);

/// The operation of `@main`'s body that reads a value: the operand's owner, or
/// the operation whose region captures it. Regions run as they are, on whole
/// values, so what they capture is read replicated.
struct Reader {
  mlir::Operation *op;
  bool isCapture;
};
Reader readerOf(mlir::OpOperand &use, mlir::func::FuncOp main);
/// Uses of a value in the order of their readers.
llvm::SmallVector<mlir::OpOperand *> usesInOrder(mlir::Value value,
                                                 mlir::func::FuncOp main);

/// Costs and plans of reshards of values of this type.
ReshardCosts &reshardsOf(ReshardCache &cache, mlir::RankedTensorType type);

/// The plan of a reshard of a value of this type.
std::optional<ReshardPlan> planOf(PartitionInput &input,
                                  mlir::RankedTensorType type,
                                  const Layout &from, const Layout &to);

} // namespace popt
#endif // POPT_LIB_PARTITION_COMMON_H
