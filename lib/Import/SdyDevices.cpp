//===- SdyDevices.cpp - Operations on one device --------------------------===//
//
//   sdy.mesh @second = <[], device_ids=[1]>
//   %id = stablehlo.partition_id : tensor<ui32>
//   %0 = stablehlo.add %x, %id {sdy.sharding = …<[<@second, []>]>}
// becomes
//   %id = stablehlo.constant dense<1> : tensor<ui32>
//   %0 = stablehlo.add %x, %id {sdy.sharding = …<[<@second, []>]>}
//
// An operation on a maximal mesh runs on that device, and what it reads there
// of the device's number is known. Afterwards every device may run it: all get
// the same. Test: test/Import/import-sdy-devices.mlir.
//
//===----------------------------------------------------------------------===//
#include "SdyDevices.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;
using namespace popt;

/// The device that an operation runs on, if it is only one.
static std::optional<int64_t> findDevice(Operation *op) {
  auto list =
      op->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  if (!list || list.empty())
    return std::nullopt;
  sdy::MeshAttr mesh = list.getSharding(0).getMesh(op);
  if (!mesh || !mesh.isMaximal())
    return std::nullopt;
  return mesh.getDeviceIds().front();
}

/// Operations that differ from device to device, in program order: the numbers
/// of devices outside of manual regions, and what is made of them.
static llvm::SetVector<Operation *> findDiffering(ModuleOp module) {
  llvm::SetVector<Operation *> differing;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<sdy::ManualComputationOp>(op))
      return WalkResult::skip();
    bool isNumber = isa<stablehlo::PartitionIdOp>(op);
    bool readsNumber = llvm::any_of(op->getOperands(), [&](Value operand) {
      return differing.contains(operand.getDefiningOp());
    });
    if (isNumber || (readsNumber && op->getNumRegions() == 0 && isPure(op) &&
                     !findDevice(op)))
      differing.insert(op);
    return WalkResult::advance();
  });
  return differing;
}

/// What the differing operations make on one device.
static IRMapping copyFor(int64_t device,
                         const llvm::SetVector<Operation *> &differing) {
  IRMapping copies;
  for (Operation *op : differing) {
    OpBuilder builder(op);
    if (isa<stablehlo::PartitionIdOp>(op)) {
      auto type = cast<RankedTensorType>(op->getResult(0).getType());
      APInt number(type.getElementTypeBitWidth(), device,
                   /*isSigned=*/false, /*implicitTrunc=*/true);
      auto value = DenseElementsAttr::get(type, number);
      copies.map(op->getResult(0),
                 stablehlo::ConstantOp::create(builder, op->getLoc(), value)
                     .getResult());
    } else {
      builder.clone(*op, copies);
    }
  }
  return copies;
}

void popt::fixDeviceNumbers(ModuleOp module) {
  llvm::SetVector<Operation *> differing = findDiffering(module);
  if (differing.empty())
    return;
  // Any number may name a device, also those that hash maps of LLVM keep free.
  std::map<int64_t, SmallVector<OpOperand *>> readsOn;
  for (Operation *op : differing)
    for (OpOperand &use : op->getUses())
      if (std::optional<int64_t> device = findDevice(use.getOwner()))
        readsOn[*device].push_back(&use);
  for (auto &[device, reads] : readsOn) {
    IRMapping copies = copyFor(device, differing);
    for (OpOperand *read : reads)
      read->set(copies.lookup(read->get()));
  }
  for (Operation *op : llvm::reverse(differing))
    if (op->use_empty())
      op->erase();
}
