//===- Options.cpp - What the compile flags say ---------------------------===//
//
// One reader for the flags of poptc and popt-run and for the options of the
// C API. Values are checked here, before a module is read; what they say of a
// module's names is checked where they are applied.
//
// Tests: OptionsTest; test/Flow/usage.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Recompute.h"
#include "popt/Annotate/Plan.h"
#include "popt/Flow/Flow.h"
#include "popt/Interfaces/Target.h"
#include "popt/Kernels/Codegen.h"
#include "popt/Machine/Bytes.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Text/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace popt {

llvm::ArrayRef<EmitName> emitNames() {
  static constexpr EmitName names[] = {
      {Emit::Imported, "imported", "after Import"},
      {Emit::Annotated, "annotated", "after Annotate"},
      {Emit::Propagated, "propagated", "after Propagate"},
      {Emit::Partitioned, "partitioned", "the local program"},
      {Emit::Folded, "folded", "with time axes as loops"},
      {Emit::Collectives, "collectives", "what is sent and computed again"},
      {Emit::Scheduled, "scheduled", "kernels and memory"},
      {Emit::Step, "step", "the step table as text"},
      {Emit::LLVM, "llvm", "kernels as LLVM IR"},
      {Emit::Object, "obj", "kernels: a shared object, or PTX"},
      {Emit::Package, "package",
       "a binary without its launcher; popt-launch runs many"},
      {Emit::Executable, "exe", "a binary"}};
  return names;
}

namespace {
/// An option that is a text; `check` says what is wrong with it.
struct TextOption {
  StringLiteral name;
  std::string FlowOptions::*field;
  std::string (*check)(const std::string &text);
};
} // namespace

static std::string acceptAny(const std::string &) { return ""; }

static std::string checkMesh(const std::string &text) {
  std::vector<MeshOverride> mesh;
  return parseMeshOverrides(text, mesh);
}

static std::string checkState(const std::string &text) {
  std::vector<std::pair<std::string, std::string>> state;
  return parseStateList(text, state);
}

static std::string checkBatch(const std::string &text) {
  std::vector<std::pair<std::string, int64_t>> batch;
  return parseBatchList(text, batch);
}

static std::string checkSchedule(const std::string &text) {
  if (StringRef(text).ends_with(".csv"))
    return "";
  std::string error;
  std::optional<pipeline::ScheduleKind> kind =
      pipeline::parseScheduleKind(text, error);
  return kind == pipeline::ScheduleKind::Custom
             ? "schedule \"custom\" has no rule: name its file, "
               "--schedule=ORDER.csv"
             : error;
}

static std::string checkCpu(const std::string &text) {
  CodegenOptions codegen;
  codegen.cpu = text;
  std::string error;
  KernelTarget::create(codegen, error);
  return error;
}

static std::string checkTarget(const std::string &text) {
  if (findTarget(text))
    return "";
  std::vector<std::string> known = targetNames();
  return "\"" + text + "\" is none of " + llvm::join(known, ", ") +
         suggestName(text, known);
}

static std::string checkPtxas(const std::string &text) {
  return text == "off" || text == "auto" || !findPtxas(text).empty()
             ? ""
             : "there is no such program; auto looks for ptxas in PATH, "
               "CUDA_PATH and /usr/local/cuda, off leaves PTX to the driver";
}

static std::string checkOverlap(const std::string &text) {
  return text == "off" || text == "auto"
             ? ""
             : "\"" + text + "\" is neither auto nor off";
}

static std::string checkPrecision(const std::string &text) {
  return text == "f32" || text == "tf32"
             ? ""
             : "\"" + text + "\" is none of f32 (as the program says), tf32" +
                   suggestName(text, {"f32", "tf32"});
}

static std::string checkRecompute(const std::string &text) {
  std::string error;
  if (!text.empty())
    parseRecomputePolicy(text, error);
  return error;
}

static const TextOption kTexts[] = {
    {"mesh", &FlowOptions::mesh, checkMesh},
    {"plan", &FlowOptions::plan, acceptAny},
    {"state", &FlowOptions::state, checkState},
    {"batch", &FlowOptions::batch, checkBatch},
    {"strategies", &FlowOptions::strategies, checkStrategies},
    {"cluster", &FlowOptions::cluster, acceptAny},
    {"schedule", &FlowOptions::schedule, checkSchedule},
    {"task-costs", &FlowOptions::taskCosts, acceptAny},
    {"recompute", &FlowOptions::recompute, checkRecompute},
    {"timeline", &FlowOptions::timeline, acceptAny},
    {"target", &FlowOptions::target, checkTarget},
    {"ptxas", &FlowOptions::ptxas, checkPtxas},
    {"overlap", &FlowOptions::overlap, checkOverlap},
    {"target-cpu", &FlowOptions::cpu, checkCpu},
    {"matmul-precision", &FlowOptions::matmulPrecision, checkPrecision},
    {"tuned", &FlowOptions::tuned, acceptAny},
};

std::string setOption(FlowOptions &options, StringRef name, StringRef value) {
  for (const TextOption &option : kTexts)
    if (name == option.name) {
      options.*option.field = value.str();
      return option.check(value.str());
    }
  if (name == "memory-budget") {
    std::optional<int64_t> bytes = parseBytes(value.str());
    options.memoryBudget = bytes.value_or(0);
    return bytes ? ""
                 : "expected a number of bytes from 1, such as 80GB, 1.5GiB or "
                   "4096";
  }
  if (name == "O") {
    if (value.size() != 1 || value[0] < '0' || value[0] > '3')
      return "expected -O0 to -O3";
    options.optLevel = value[0] - '0';
    return "";
  }
  std::vector<std::string> known = {"memory-budget", "O"};
  for (const TextOption &option : kTexts)
    known.push_back(option.name.str());
  return "there is no option \"" + name.str() + "\"" +
         suggestName(name.str(), known);
}

} // namespace popt
