//===- CostModel.cpp - Whose prices, and those of whole programs ----------===//
//
// Errors in machines are tested by test/Collectives/invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Cost/CostModel.h"

#include "LibraryRate.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/Attention.h"

using namespace mlir;

namespace popt {

/// The machine of the ranks of a mesh, or of those at a coordinate of its stage axis.
/// Devices that none of them has are replaced by one that they have, so that numbers
/// of devices stay.
static Machine ofRanks(const Machine &machine, const Mesh &mesh,
                       int64_t coordinate) {
  std::optional<int> axis = dist::findStageAxis(mesh);
  Machine own = machine;
  if (machine.devices.size() < 2)
    return own;
  std::vector<bool> isThere(machine.devices.size(), false);
  const DeviceSpec *some = nullptr;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
    if (coordinate < 0 || !axis ||
        mesh.coordinates(rank)[*axis] == coordinate) {
      some =
          &machine.device(mesh.deviceIds.empty() ? rank : mesh.deviceIds[rank]);
      isThere[some - machine.devices.data()] = true;
    }
  for (size_t i = 0; some && i < isThere.size(); ++i)
    if (!isThere[i]) {
      own.devices[i] = *some;
      own.devices[i].count = machine.devices[i].count;
    }
  return own;
}

FailureOr<std::optional<CostModel>> CostModel::of(ModuleOp module) {
  FailureOr<Machine> machine = machineOf(module);
  if (failed(machine))
    return failure();
  std::optional<CostModel> costs;
  if (dist::MeshOp meshOp = dist::getMesh(module))
    costs = CostModel(meshOp.toMesh(), std::move(*machine)).atStage(-1);
  return costs;
}

CostModel CostModel::atStage(int64_t coordinate) const {
  return {mesh, ofRanks(machine, mesh, coordinate)};
}

LogicalResult
forEachFunction(ModuleOp module,
                function_ref<void(const CostModel &, func::FuncOp)> run) {
  FailureOr<std::optional<CostModel>> costs = CostModel::of(module);
  if (failed(costs))
    return failure();
  if (*costs)
    for (auto function : module.getOps<func::FuncOp>())
      run((*costs)->atStage(dist::getStage(function).value_or(-1)), function);
  return success();
}

/// Of the operations of a function that count, as often as they run.
static double sumOfRuns(const CostModel &costs, func::FuncOp function,
                        function_ref<bool(Operation *)> counts) {
  double seconds = 0;
  function.walk([&](Operation *op) {
    if (valueTiesOf(op).empty() && !isa<func::FuncOp>(op) &&
        !isa<dist::BucketOp>(op->getParentOp()) && counts(op))
      seconds +=
          static_cast<double>(runsOf(op->getBlock()).value_or(kUnknownTrips)) *
          costs.costOfRun(op).seconds;
  });
  return seconds;
}

std::string productType(Operation *op) {
  Type widest;
  // Of attention: queries and keys.
  for (Value factor :
       op->getOperands().take_front(std::min(2u, op->getNumOperands())))
    if (Type type = getElementTypeOrSelf(factor);
        isa<FloatType>(type) && (!widest || type.getIntOrFloatBitWidth() >
                                                widest.getIntOrFloatBitWidth()))
      widest = type;
  std::string name;
  llvm::raw_string_ostream(name)
      << (widest ? widest : getElementTypeOrSelf(op->getResult(0)));
  return name;
}

std::string libraryRate(Operation *op, bool holdsScores) {
  return !holdsScores && attentionOf(op) ? "attention" : productType(op);
}

double CostModel::secondsOfCopies(func::FuncOp function) const {
  return sumOfRuns(*this, function, [](Operation *op) {
    return isa<dist::ToHostOp, dist::ToDeviceOp>(op);
  });
}

double CostModel::secondsOfStep(func::FuncOp function) const {
  return sumOfRuns(*this, function, [](Operation *) { return true; });
}

} // namespace popt
