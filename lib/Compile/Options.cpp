//===- Options.cpp - The options of a compilation -------------------------===//
//
// Values are checked here, before a module is read.
//
// Tests: OptionsTest; test/Flow/usage.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Options.h"
#include "popt/Analysis/Recompute.h"
#include "popt/Annotate/Plan.h"
#include "popt/Interfaces/Target.h"
#include "popt/Kernels/Codegen.h"
#include "popt/Machine/Bytes.h"
#include "popt/Pipeline/Schedule.h"
#include "popt/Text/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace popt {

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

/// An option that is a text.
template <std::string FlowOptions::*field,
          std::string (*check)(const std::string &) = acceptAny>
static std::string setText(FlowOptions &options, StringRef value) {
  options.*field = value.str();
  return check(value.str());
}

static std::string setMemoryBudget(FlowOptions &options, StringRef value) {
  std::optional<int64_t> bytes = parseBytes(value.str());
  options.memoryBudget = bytes.value_or(0);
  return bytes ? ""
               : "expected a number of bytes from 1, such as 80GB, 1.5GiB or "
                 "4096";
}

/// As clusters by name have at most.
static constexpr int64_t kMostDevices = 1000000;

static std::string setDevices(FlowOptions &options, StringRef value) {
  bool isNumber = !value.getAsInteger(10, options.devices);
  return isNumber && options.devices >= 1 && options.devices <= kMostDevices
             ? ""
             : "expected a number of devices from 1 to " +
                   std::to_string(kMostDevices);
}

static std::string setOptLevel(FlowOptions &options, StringRef value) {
  if (value.size() != 1 || value[0] < '0' || value[0] > '3')
    return "expected -O0 to -O3";
  options.optLevel = value[0] - '0';
  return "";
}

static std::string setNoCache(FlowOptions &options, StringRef value) {
  bool isOn = value.empty() || value.equals_insensitive("true");
  options.cache = !isOn;
  return isOn || value.equals_insensitive("false") ? ""
                                                   : "expected true or false";
}

static std::string describeSchedules() {
  std::string text = "order of a pipeline's tasks: ";
  for (const std::string &name : pipeline::scheduleNames())
    if (name != pipeline::name(pipeline::ScheduleKind::Custom))
      text += name + ", ";
  text += "or a file (default: 1f1b; auto: the best that is found)";
  return text;
}

ArrayRef<CompileOption> compileOptions() {
  static const std::vector<CompileOption> options = {
      {"mesh", "axes",
       "add axes (major, in the order given) or override sizes by name: "
       "stage:pp=2,dp=2,time:mb=4",
       setText<&FlowOptions::mesh, checkMesh>},
      {"plan", "P.json or auto",
       "mesh, shardings, state, schedule: docs/Plan.md; a file, its text, or "
       "auto, the fastest plan that is found",
       setText<&FlowOptions::plan>},
      {"devices", "N",
       "devices that a plan is chosen for (default: those of the mesh, else of "
       "the cluster)",
       setDevices},
      {"state", "arg=res,...",
       "which results are the next value of which arguments, by name, subtree "
       "(params=result[0]) or number; none: no state",
       setText<&FlowOptions::state, checkState>},
      {"batch", "NAME=DIM,...",
       "batch dimensions of inputs, which data and time axes split",
       setText<&FlowOptions::batch, checkBatch>},
      {"strategies", "how",
       "how operations are divided: least-cost (default); by-price, which does "
       "not compile the propagated program to compare; or propagated, which "
       "keeps what propagation gave them",
       setText<&FlowOptions::strategies, checkStrategies>},
      {"cluster", "C.json",
       "machine whose costs count: a file, builtin, builtin:bytes (least bytes "
       "sent), or GPUs by name, such as h100:8 (one host) or h100:16x8 (16 "
       "hosts); v100, a100, h100, h200, b200",
       setText<&FlowOptions::cluster>},
      {"memory-budget", "bytes",
       "most bytes of a device's memory that a step may take: 80GB, 1.5GiB, "
       "4096",
       setMemoryBudget},
      {"schedule", "name or F.csv", describeSchedules(),
       setText<&FlowOptions::schedule, checkSchedule>},
      {"task-costs", "F.json",
       "seconds of a pipeline's tasks as measured (a run with --bench K "
       "--per-task F.json), for schedules and timelines",
       setText<&FlowOptions::taskCosts>},
      {"timeline", "F.svg", "draw the simulated timeline",
       setText<&FlowOptions::timeline>, OptionEffect::Files},
      {"target", "cpu or sm_N",
       "device to compile for: cpu (default), or an architecture of GPUs from "
       "sm_80, such as sm_90",
       setText<&FlowOptions::target, checkTarget>},
      {"target-cpu", "", "processor to compile for (default: this one)",
       setText<&FlowOptions::cpu, checkCpu>},
      {"ptxas", "auto, off or PATH",
       "adds machine code for the GPU to its PTX, so that programs start at "
       "once (default: off)",
       setText<&FlowOptions::ptxas, checkPtxas>},
      {"overlap", "auto or off",
       "whether collectives run beside kernels where the target can (default: "
       "auto)",
       setText<&FlowOptions::overlap, checkOverlap>},
      {"matmul-precision", "f32 or tf32",
       "of factors of f32 in matrix products and convolutions on GPUs: as the "
       "program says (default: f32), or rounded to TF32",
       setText<&FlowOptions::matmulPrecision, checkPrecision>},
      {"tuned", "F.json",
       "algorithms of matrix products and convolutions on GPUs, as popt-run "
       "--tune measured them",
       setText<&FlowOptions::tuned>},
      {"recompute", "policy",
       "what a backward part computes again: none, selective, full (default: "
       "what a memory budget leads to, else none)",
       setText<&FlowOptions::recompute, checkRecompute>},
      {"O", "", "optimisation of kernels: 0 to 3", setOptLevel},
      {"no-cache", "bool",
       "compile, even if the cache on disk has the program (POPT_CACHE_DIR; "
       "~/.cache/popt), and keep nothing there",
       setNoCache, OptionEffect::None, /*isSwitch=*/true}};
  return options;
}

std::string setOption(FlowOptions &options, StringRef name, StringRef value) {
  std::vector<std::string> known;
  for (const CompileOption &option : compileOptions()) {
    if (name == option.name) {
      options.given[name.str()] = value.str();
      return option.set(options, value);
    }
    known.push_back(option.name.str());
  }
  return "there is no option \"" + name.str() + "\"" +
         suggestName(name.str(), known);
}

} // namespace popt
