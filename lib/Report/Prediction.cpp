//===- Prediction.cpp - What a step takes, holds and sends, in figures ----===//
//
// Tested by test/Compile/predict.test.
//
//===----------------------------------------------------------------------===//
#include "Collect.h"

#include "popt/Cost/StepCost.h"
#include "popt/Machine/Bytes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

/// The same machine, on which what is sent arrives at once.
static Machine withFreeLinks(Machine machine) {
  for (LinkLevel &link : machine.links) {
    link.latencySeconds = 0;
    link.bytesPerSecond = std::numeric_limits<double>::infinity();
    link.efficiency.clear();
    link.algorithms.clear();
    link.slowdownBesideKernels = 1;
  }
  for (DeviceSpec &device : machine.devices)
    device.slowdownBesideLinks = 1;
  return machine;
}

static CoordinatePrediction predict(const ReportMemory &memory) {
  CoordinatePrediction held;
  held.arenaBytes = memory.arenaBytes;
  held.hostBytes = memory.hostBytes;
  if (memory.alive.empty())
    return held;
  const auto &atPeak = memory.alive[memory.peakPosition];
  held.stateBytes = atPeak[ReportMemory::State];
  held.inputBytes = atPeak[ReportMemory::Inputs];
  held.keptBytes = atPeak[ReportMemory::Kept];
  held.activationBytes = atPeak[ReportMemory::Activations];
  held.temporaryBytes = atPeak[ReportMemory::Temporaries];
  return held;
}

Prediction predict(const CostModel &costs, ModuleOp module,
                   const Report &report) {
  Prediction prediction;
  prediction.machine = costs.machine.name;
  for (const DeviceSpec &device : costs.machine.devices)
    if (device.memoryBytes > 0 && (!prediction.deviceBytes ||
                                   device.memoryBytes < prediction.deviceBytes))
      prediction.deviceBytes = device.memoryBytes;
  StepCost cost = costOfStep(costs, module);
  prediction.stepSeconds = cost.seconds();
  prediction.bubble = cost.bubble();
  CostModel withoutSending(costs.mesh, withFreeLinks(costs.machine));
  // Two sums in another order may differ in their last bits.
  prediction.exposedSeconds = std::max(
      0.0, cost.seconds() - costOfStep(withoutSending, module).seconds());
  for (auto [program, coordinate] :
       llvm::zip_equal(report.programs, cost.coordinates)) {
    int64_t stage = std::max<int64_t>(program.stage, 0);
    CoordinatePrediction &held = prediction.coordinates[stage];
    held = predict(program.memory);
    held.endSeconds = coordinate.endSeconds;
    for (const auto &[kind, levels] : program.sentBytes)
      for (const auto &[level, bytes] : levels) {
        int64_t &most = prediction.sentBytes[kind][level];
        most = std::max(most, bytes);
      }
  }
  return prediction;
}

static std::string percent(double part) {
  return llvm::formatv("{0:f1}%", 100 * part).str();
}

std::string describeStep(const Prediction &prediction) {
  std::string text = describeSeconds(prediction.stepSeconds);
  if (!prediction.sentBytes.empty())
    text += ", " + describeSeconds(prediction.exposedSeconds) +
            " of it waiting for what is sent";
  if (prediction.coordinates.size() > 1)
    text += ", bubble " + percent(prediction.bubble);
  return text;
}

std::string describeHeld(const CoordinatePrediction &held,
                         const Prediction &prediction) {
  SmallVector<std::string> parts;
  auto add = [&](int64_t bytes, const char *what) {
    if (bytes)
      parts.push_back(describeBytes(bytes) + " " + what);
  };
  add(held.stateBytes, "state");
  add(held.inputBytes, "inputs");
  add(held.keptBytes, "kept between tasks");
  add(held.activationBytes, "activations");
  add(held.temporaryBytes, "temporaries");
  std::string text = describeBytes(held.arenaBytes);
  if (!parts.empty())
    text += " (" + llvm::join(parts, ", ") + ")";
  if (prediction.deviceBytes > 0 && held.arenaBytes > prediction.deviceBytes)
    text += ", more than the " + describeBytes(prediction.deviceBytes) +
            " that a device has";
  if (held.hostBytes)
    text += ", and " + describeBytes(held.hostBytes) + " of host memory";
  return text;
}

void printPrediction(const Prediction &prediction, const Mesh &mesh,
                     llvm::raw_ostream &os) {
  os << "mesh " << mesh.str() << ", " << mesh.numRanks() << " ranks of "
     << prediction.machine << "\nstep: " << describeStep(prediction) << "\n";
  for (const auto &[stage, held] : prediction.coordinates) {
    os << "memory of a rank";
    if (prediction.coordinates.size() > 1)
      os << " at " << describeStages(mesh, stage) << ", done after "
         << describeSeconds(held.endSeconds);
    os << ": " << describeHeld(held, prediction) << "\n";
  }
  for (const auto &[kind, levels] : prediction.sentBytes) {
    os << "sent by " << kind << ":";
    StringRef separator = " ";
    for (const auto &[level, bytes] : levels) {
      os << separator << describeBytes(bytes) << " over " << level;
      separator = ", ";
    }
    os << "\n";
  }
}

} // namespace popt
