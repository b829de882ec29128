//===- LocalCosts.cpp - What running a local program costs ----------------===//
//
// Tested through the passes of Collectives and Memory; errors in machines by
// test/Collectives/invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/LocalCosts.h"

#include "popt/Analysis/KernelCosts.h"
#include "popt/Interfaces/ModuleMachine.h"

using namespace mlir;

namespace popt {

FailureOr<std::optional<CollectivesInput>>
readCollectivesInput(ModuleOp module) {
  FailureOr<Machine> machine = machineOf(module);
  if (failed(machine))
    return failure();
  std::optional<CollectivesInput> input;
  if (dist::MeshOp meshOp = dist::getMesh(module))
    input = {module, meshOp, meshOp.toMesh(), std::move(*machine)};
  return input;
}

LogicalResult forEachFunction(
    ModuleOp module,
    function_ref<void(const CollectivesInput &, func::FuncOp)> run) {
  FailureOr<std::optional<CollectivesInput>> input =
      readCollectivesInput(module);
  if (failed(input))
    return failure();
  if (*input)
    for (auto function : module.getOps<func::FuncOp>())
      run(**input, function);
  return success();
}

bool isRoundedTwice(Type type, Monoid monoid) {
  Type element = getElementTypeOrSelf(type);
  return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32 &&
         (monoid == Monoid::Sum || monoid == Monoid::Prod);
}

std::optional<CollectiveKind> costKind(dist::CollectiveOpInterface op) {
  return collectiveOf(op.getKind());
}

int64_t bufferBytes(dist::CollectiveOpInterface op) {
  int64_t operand = bytesOf(op->getOperand(0).getType());
  int64_t result = bytesOf(op->getResult(0).getType());
  // Uneven blocks count unpadded, by the largest coordinate's large side.
  switch (op.getKind()) {
  case ReshardKind::AllReduce:
  case ReshardKind::ReduceScatter:
    return operand;
  case ReshardKind::AllGather:
    return result;
  default:
    return std::max(operand, result);
  }
}

static int64_t largestGroup(const CollectivesInput &input,
                            dist::CollectiveOpInterface op) {
  if (dist::AxisListAttr axes = op.getAxesAttr())
    return product(axes.toAxisList(input.mesh));
  size_t size = 1;
  for (const std::vector<int64_t> &group : op.groups(input.mesh))
    size = std::max(size, group.size());
  return size;
}

CommCost costLike(const CollectivesInput &input, dist::CollectiveOpInterface op,
                  CollectiveKind kind, int64_t bytes) {
  if (dist::AxisListAttr axes = op.getAxesAttr())
    return input.machine.collective(kind, input.mesh,
                                    axes.toAxisList(input.mesh), bytes);
  // Lists may cross any link.
  return input.machine.collective(kind, largestGroup(input, op),
                                  input.machine.links.size() - 1, bytes);
}

CommCost costOf(const CollectivesInput &input, dist::CollectiveOpInterface op) {
  std::optional<CollectiveKind> kind = costKind(op);
  return kind ? costLike(input, op, *kind, bufferBytes(op)) : CommCost();
}

CommCost costOfMessage(const CollectivesInput &input,
                       ArrayRef<dist::CollectiveOpInterface> members) {
  CommCost cost;
  double latency = 0, longest = 0;
  for (dist::CollectiveOpInterface member : members) {
    cost = cost + costOf(input, member);
    double own = latencyOf(input, member);
    latency += own;
    longest = std::max(longest, own);
  }
  cost.seconds -= latency - longest;
  return cost;
}

int levelOf(const CollectivesInput &input, dist::CollectiveOpInterface op) {
  int last = input.machine.links.size() - 1, level = last;
  if (dist::AxisListAttr axes = op.getAxesAttr())
    level = input.machine.level(input.mesh, axes.toAxisList(input.mesh));
  return std::clamp(level, 0, last);
}

double latencyOf(const CollectivesInput &input,
                 dist::CollectiveOpInterface op) {
  return latencies(*costKind(op), largestGroup(input, op)) *
         input.machine.links[levelOf(input, op)].latencySeconds;
}

bool isOverDevices(const CollectivesInput &input,
                   dist::CollectiveOpInterface op) {
  dist::AxisListAttr axes = op.getAxesAttr();
  return !axes ||
         llvm::all_of(axes.toAxisList(input.mesh), [&](const AxisRef &ref) {
           return input.mesh.axes[ref.axis].kind == AxisKind::Device;
         });
}

int64_t bytesMoved(Operation *op) {
  int64_t operands = 0, results = 0;
  for (Type type : op->getOperandTypes())
    operands += bytesOf(type);
  for (Type type : op->getResultTypes())
    results += bytesOf(type);
  switch (kernelKindOf(op)) {
  case KernelKind::GatherLike:
    return 2 * results;
  case KernelKind::InPlaceUpdate:
    return 2 * (operands - results);
  default:
    return operands + results;
  }
}

double computeSeconds(const CollectivesInput &input, Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op)) {
    auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    return kernel && !kernel.isExternal() ? secondsOfKernel(input, kernel) : 0;
  }
  if (auto tied = dyn_cast<ValueTieOpInterface>(op);
      tied && !tied.getValueTies().empty()) {
    double rounds = tied.getTripCount().value_or(1), seconds = 0;
    for (Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (Operation &inner : block)
          seconds += computeSeconds(input, &inner);
    return rounds * seconds;
  }
  std::optional<double> flops = flopsOf(op);
  if (!flops || op->getNumResults() == 0)
    return 0;
  KernelKind kind = kernelKindOf(op);
  if (kind == KernelKind::View || kind == KernelKind::Source)
    return 0;
  int64_t bytes = 0;
  if (kind != KernelKind::Map && kind != KernelKind::Broadcast)
    bytes = bytesMoved(op);
  std::string element;
  llvm::raw_string_ostream(element) << getElementTypeOrSelf(op->getResult(0));
  return input.machine.computeSeconds(element, *flops, bytes);
}

CommCost costOfRun(const CollectivesInput &input, Operation *op) {
  if (auto bucket = dyn_cast<dist::BucketOp>(op))
    return costOfMessage(input, bucket.getMembers());
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
    if (costKind(collective))
      return costOf(input, collective);
  if (isa<dist::ToHostOp, dist::ToDeviceOp>(op))
    return {input.machine.hostSeconds(bytesOf(op->getResult(0))), 0};
  return {computeSeconds(input, op), 0};
}

std::optional<int64_t> runsOf(mlir::Block *block) {
  int64_t runs = 1;
  for (Operation *op = block->getParentOp(); op && !isa<func::FuncOp>(op);
       op = op->getParentOp())
    if (isLoop(op)) {
      std::optional<int64_t> trips =
          cast<ValueTieOpInterface>(op).getTripCount();
      if (!trips)
        return std::nullopt;
      runs *= *trips;
    }
  return runs;
}

/// Of the operations of a function that count, as often as they run.
static double sumOfRuns(const CollectivesInput &input, func::FuncOp function,
                        function_ref<bool(Operation *)> counts) {
  double seconds = 0;
  function.walk([&](Operation *op) {
    if (valueTiesOf(op).empty() && !isa<func::FuncOp>(op) &&
        !isa<dist::BucketOp>(op->getParentOp()) && counts(op))
      seconds +=
          static_cast<double>(runsOf(op->getBlock()).value_or(kUnknownTrips)) *
          costOfRun(input, op).seconds;
  });
  return seconds;
}

double secondsOfCopies(const CollectivesInput &input, func::FuncOp function) {
  return sumOfRuns(input, function, [](Operation *op) {
    return isa<dist::ToHostOp, dist::ToDeviceOp>(op);
  });
}

double secondsOfStep(const CollectivesInput &input, func::FuncOp function) {
  return sumOfRuns(input, function, [](Operation *) { return true; });
}

CommCost operator+(const CommCost &a, const CommCost &b) {
  return {a.seconds + b.seconds, a.wireBytes + b.wireBytes};
}

CommCost operator*(int64_t times, const CommCost &a) {
  return {times * a.seconds, times * a.wireBytes};
}

bool isBetter(const CommCost &a, const CommCost &b) {
  if (a.wireBytes != b.wireBytes)
    return a.wireBytes < b.wireBytes;
  return a.seconds < b.seconds * (1 - 1e-9);
}

std::string groupsOf(const CollectivesInput &input,
                     dist::CollectiveOpInterface op) {
  if (dist::AxisListAttr axes = op.getAxesAttr())
    return input.mesh.str(axes.toAxisList(input.mesh));
  return std::to_string(op.groups(input.mesh).size()) + " groups of ranks";
}

} // namespace popt
