//===- SdyDevices.cpp - Numbers of devices --------------------------------===//
//
// An operation on a maximal mesh runs on that device, so the device number that
// it reads there is known. With the number as a constant every device may run
// it, and all get the same result.
//
//   sdy.mesh @second = <[], device_ids=[1]>
//   %id = stablehlo.partition_id : tensor<ui32>
//   %0 = stablehlo.add %x, %id {sdy.sharding = …<[<@second, []>]>}
// becomes
//   %id = stablehlo.constant dense<1> : tensor<ui32>
//   %0 = stablehlo.add %x, %id {sdy.sharding = …<[<@second, []>]>}
//
// A manual computation on a mesh whose order of devices is lost (SdyMeshes.h)
// runs on other devices: the groups of its collectives are those of the devices
// that have the places now, and its partition_id is looked up. Tests:
// test/Import/import-sdy-devices.mlir, test/Execute/Sdy/devices.mlir.
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
/// of devices outside of manual regions, and what is computed from them.
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

/// The results of the differing operations on one device.
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

//===----------------------------------------------------------------------===//
// Manual computations on meshes of other orders
//===----------------------------------------------------------------------===//

static bool goesByNumbers(Operation *op) {
  return op->getAttrOfType<DenseIntElementsAttr>("replica_groups") ||
         op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs") ||
         isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op);
}

/// The mesh that numbers the devices for an operation, or null outside of
/// manual computations.
static FailureOr<sdy::MeshAttr> numberingMesh(Operation *op,
                                              const SdyMeshes &meshes) {
  sdy::MeshAttr mesh;
  for (auto outer = op->getParentOfType<sdy::ManualComputationOp>(); outer;
       outer = outer->getParentOfType<sdy::ManualComputationOp>()) {
    sdy::MeshAttr next = meshes.meshOf(outer);
    if (next && mesh && !(meshes.keepsOrder(next) && meshes.keepsOrder(mesh)) &&
        (next.getTotalSize() != mesh.getTotalSize() ||
         meshes.devicesAt(next) != meshes.devicesAt(mesh)))
      return op->emitOpError()
             << "goes by numbers of devices inside of manual computations on "
                "meshes "
             << next << " and " << mesh
             << ", whose orders of devices differ; name axes instead";
    mesh = next ? next : mesh;
  }
  return mesh;
}

/// The number, looked up for each device.
static void lookUp(stablehlo::PartitionIdOp op, ArrayRef<int64_t> numbers) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  auto element =
      cast<RankedTensorType>(op->getResult(0).getType()).getElementType();
  auto type =
      RankedTensorType::get({static_cast<int64_t>(numbers.size())}, element);
  SmallVector<APInt> entries;
  for (int64_t number : numbers)
    entries.emplace_back(element.getIntOrFloatBitWidth(), number,
                         /*isSigned=*/false, /*implicitTrunc=*/true);
  Value table = stablehlo::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(type, entries));
  Value entry = stablehlo::DynamicSliceOp::create(
      builder, loc, RankedTensorType::get({1}, element), table,
      ValueRange{op->getResult(0)}, builder.getDenseI64ArrayAttr({1}));
  Value number = stablehlo::ReshapeOp::create(
      builder, loc, op->getResult(0).getType(), entry);
  op->getResult(0).replaceAllUsesExcept(number, entry.getDefiningOp());
}

LogicalResult popt::renumberDevices(ModuleOp module, const SdyMeshes &meshes) {
  auto replicas = module->getAttrOfType<IntegerAttr>("mhlo.num_replicas");
  SmallVector<Operation *> numbered;
  module.walk([&](Operation *op) {
    if (goesByNumbers(op))
      numbered.push_back(op);
  });
  for (Operation *op : numbered) {
    FailureOr<sdy::MeshAttr> mesh = numberingMesh(op, meshes);
    if (failed(mesh))
      return failure();
    if (!*mesh || meshes.keepsOrder(*mesh))
      continue;
    if (replicas && replicas.getValue().sgt(1))
      return op->emitOpError()
             << "goes by numbers of replicas on mesh " << *mesh
             << ", whose order of devices the axes of mesh "
             << meshes.getMesh().str() << " cannot describe; name axes instead";
    std::vector<int64_t> devices = meshes.devicesAt(*mesh);
    if (auto id = dyn_cast<stablehlo::PartitionIdOp>(op)) {
      lookUp(id, devices);
      continue;
    }
    std::vector<int64_t> newNumber(devices.size());
    for (auto [device, number] : llvm::enumerate(devices))
      newNumber[number] = static_cast<int64_t>(device);
    for (StringRef name : {"replica_groups", "source_target_pairs"}) {
      auto dense = op->getAttrOfType<DenseIntElementsAttr>(name);
      if (!dense)
        continue;
      auto ids =
          llvm::map_to_vector(dense.getValues<int64_t>(), [&](int64_t id) {
            bool isDevice =
                id >= 0 && id < static_cast<int64_t>(newNumber.size());
            return isDevice ? newNumber[id] : id; // -1 fills rows
          });
      op->setAttr(name, DenseIntElementsAttr::get(dense.getType(),
                                                  ArrayRef<int64_t>(ids)));
    }
  }
  return success();
}
