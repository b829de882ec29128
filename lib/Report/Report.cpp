//===- Report.cpp - A report of a compilation, for users ------------------===//
//
// Puts the parts together. Tested by test/Report/page.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Report/Report.h"

#include "Collect.h"

#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Report/Names.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

std::string describeSeconds(double seconds) {
  struct Unit {
    const char *name;
    double seconds;
  };
  for (Unit unit : {Unit{"s", 1}, Unit{"ms", 1e-3}, Unit{"us", 1e-6}})
    if (seconds >= unit.seconds)
      return llvm::formatv("{0:f3} {1}", seconds / unit.seconds, unit.name)
          .str();
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3g ns", seconds / 1e-9);
  return text;
}

std::string describeStages(const Mesh &mesh, ArrayRef<int64_t> stages) {
  std::optional<int> axis = dist::findStageAxis(mesh);
  return (axis ? mesh.axes[*axis].name + " " : "") + describeNumbers(stages);
}

Value valueInside(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<dist::BucketOp, dist::TaskOp, dist::TimeLoopOp>(op))
      return value;
    Operation *end = op->getRegion(0).front().getTerminator();
    unsigned index = cast<OpResult>(value).getResultNumber();
    if (index >= end->getNumOperands() ||
        !end->getOperand(index).getDefiningOp())
      return value;
    value = end->getOperand(index);
  }
  return value;
}

std::string makerOf(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return "";
  auto call = dyn_cast<func::CallOp>(op);
  return (call ? call.getCallee() : op->getName().stripDialect()).str();
}

const ReportProgram &Report::slowest() const {
  return *llvm::max_element(programs, [](const ReportProgram &a,
                                         const ReportProgram &b) {
    return a.computeSeconds + a.sendSeconds < b.computeSeconds + b.sendSeconds;
  });
}

int64_t ReportProgram::allSentBytes() const {
  int64_t sum = 0;
  for (const auto &[kind, levels] : sentBytes)
    for (const auto &[level, bytes] : levels)
      sum += bytes;
  return sum;
}

int64_t Report::mostSent() const {
  int64_t most = 0;
  for (const ReportProgram &program : programs)
    most = std::max(most, program.allSentBytes());
  return most;
}

/// What the phases wrote about the pipeline.
static std::map<std::string, std::string> pipelineFacts(ModuleOp module) {
  std::map<std::string, std::string> facts;
  if (auto given = module->getAttrOfType<DictionaryAttr>(dist::kPipeline))
    for (NamedAttribute fact : given)
      if (auto text = dyn_cast<StringAttr>(fact.getValue()))
        facts[fact.getName().str()] = text.str();
  return facts;
}

FailureOr<Report> makeReport(ModuleOp module) {
  SmallVector<func::FuncOp> programs = dist::getPrograms(module);
  if (programs.empty())
    return module.emitError("module has no function @main with a body");
  FailureOr<Machine> machine = machineOf(module);
  if (failed(machine))
    return failure();
  dist::MeshOp meshOp = dist::getMesh(module);
  Report report;
  if (meshOp)
    report.mesh = meshOp.toMesh();
  report.machine = *machine;
  report.title = module.getName().value_or("").str();
  collectTensors(programs, report);
  CostModel costs(report.mesh, report.machine);
  collectTransfers(costs, programs, report);
  for (auto [function, program] : llvm::zip(programs, report.programs))
    program.memory = collectMemory(function);
  report.prediction = predict(costs, module, report);
  report.pipeline = pipelineFacts(module);
  return report;
}

} // namespace popt
