//===- TaskCosts.cpp - Measured seconds of tasks --------------------------===//
//
// A run with --bench K --per-task F.json writes what each task took, by its name,
// and the key of the program's tasks, which the step table carries. A compile with
// --task-costs F.json takes them in place of estimates, for schedules, the
// simulator and the timeline. Tested by test/Execute/Stages/task-costs.test.
//
//===----------------------------------------------------------------------===//
#include "Pipelines.h"

#include "popt/Support/Inputs.h"
#include "popt/Text/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace popt;

std::string popt::taskKeyOf(const TaskGraphBuilder &builder) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << builder.problem.microbatches;
  for (const TaskGraphBuilder::Node &node : builder.nodes) {
    const pipeline::Task &task = builder.problem.tasks[node.task];
    os << ";" << task.coordinate << "," << task.direction << "," << task.visit
       << " " << node.op->getName();
    for (Type type : node.op->getOperandTypes())
      os << " " << type;
    for (Type type : node.op->getResultTypes())
      os << " " << type;
  }
  return llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true);
}

namespace {
struct TaskCosts {
  std::string key;
  std::map<std::string, double> seconds; ///< by name of the task
};
} // namespace

static void readCosts(const JsonNode &node, TaskCosts &costs) {
  node.object({"popt_task_costs", "tasks", "seconds"});
  JsonNode version = node.required("popt_task_costs");
  if (version.integer() != 1)
    version.fail("version " + std::to_string(version.integer()) +
                 " is unknown; this popt reads version 1");
  costs.key = node.required("tasks").string();
  JsonNode seconds = node.required("seconds").anyObject();
  for (const auto &[task, value] : seconds.value.items()) {
    JsonNode at = seconds.quoted(task);
    double number = at.number();
    if (!(number >= 0))
      at.fail("a task takes no less than 0 seconds");
    costs.seconds[task] = number;
  }
}

/// Seconds of each task, in the order of the problem's; nothing unless the file
/// has all parts of each visit, or the visit as a whole, and nothing else.
static std::optional<std::vector<double>>
measuredSeconds(const TaskGraphBuilder &builder, const TaskCosts &costs) {
  TaskGraphBuilder whole = builder;
  std::vector<int> wholeOf = whole.mergeWeightParts();
  pipeline::TaskGraph parts(builder.problem), visits(whole.problem);
  std::vector<bool> isInParts(whole.problem.tasks.size(), true);
  for (auto [part, visit] : llvm::enumerate(wholeOf))
    if (!costs.seconds.count(parts.label(static_cast<int>(part))))
      isInParts[visit] = false;
  std::set<std::string> used;
  std::vector<double> seconds;
  for (auto [part, visit] : llvm::enumerate(wholeOf)) {
    std::string name = isInParts[visit] ? parts.label(static_cast<int>(part))
                                        : visits.label(visit);
    auto measured = costs.seconds.find(name);
    if (measured == costs.seconds.end())
      return std::nullopt;
    used.insert(name);
    double share = isInParts[visit] ? 1
                                    : builder.problem.tasks[part].seconds /
                                          whole.problem.tasks[visit].seconds;
    seconds.push_back(measured->second * share);
  }
  if (used.size() < costs.seconds.size())
    return std::nullopt;
  return seconds;
}

LogicalResult popt::readTaskCosts(StageProgram &program,
                                  TaskGraphBuilder &builder, StringRef file) {
  auto refuse = [&] {
    return program.meshOp.emitError() << "--task-costs " << file << ": ";
  };
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer = readInput(file, error);
  if (!buffer)
    return refuse() << error;
  TaskCosts costs;
  error = readJson(buffer->getBuffer(), file.str(), "costs",
                   [&](const JsonNode &node) { readCosts(node, costs); });
  if (!error.empty())
    return program.meshOp.emitError() << "--task-costs: " << error;
  auto loops = program.loops();
  if (std::distance(loops.begin(), loops.end()) > 1)
    return refuse() << "costs of a step with several loops (time barriers) are "
                       "not in this build";
  std::optional<std::vector<double>> seconds;
  if (costs.key == taskKeyOf(builder))
    seconds = measuredSeconds(builder, costs);
  if (!seconds)
    return refuse() << "it was measured of other tasks; compile with the same "
                       "flags but this one, and measure again: --bench 20 "
                       "--per-task "
                    << llvm::sys::path::filename(file);
  // Every task takes some time, as in form-tasks.
  for (auto [task, measured] : llvm::zip(builder.problem.tasks, *seconds))
    task.seconds = std::max(measured, 1e-9);
  builder.write();
  return success();
}
