//===- Answers.cpp - Plans beside each other ------------------------------===//
//
// Tests: test/Compile/choose-plan.test.
//
//===----------------------------------------------------------------------===//
#include "Answers.h"

#include "popt/Machine/Bytes.h"
#include "popt/Text/Json.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

/// `pp=2,tp=2,mb=8,1f1b`: the axes, and the schedule.
static std::string describeMesh(const Plan &plan) {
  std::string text;
  for (const MeshOverride &axis : plan.mesh)
    text += (text.empty() ? "" : ",") + axis.name + "=" +
            std::to_string(axis.size.value_or(0));
  if (plan.schedule) {
    text += "," + plan.schedule->kind;
    if (plan.schedule->chunks)
      text += " of " + std::to_string(*plan.schedule->chunks) + " chunks";
  }
  return text.empty() ? "one device" : text;
}

/// What a step is spent on.
namespace {
struct Spent {
  double computing, sending, bubble;
  explicit Spent(const PlanAnswer &answer)
      : computing(answer.report->slowest().computeSeconds),
        sending(answer.report->prediction.exposedSeconds),
        bubble(answer.report->prediction.bubble *
               answer.report->prediction.stepSeconds) {}
};
} // namespace

static std::string whyNot(const PlanAnswer &answer, const PlanAnswer &best) {
  if (&answer == &best)
    return "";
  if (!answer.fits)
    return "holds too much";
  double seconds = answer.report->prediction.stepSeconds,
         least = best.report->prediction.stepSeconds;
  double slower = seconds / least - 1;
  if (slower < 1e-3)
    return answer.plan.mesh.size() > best.plan.mesh.size()
               ? "no faster, with more axes"
               : "no faster";
  Spent own(answer), others(best);
  std::string text = llvm::formatv("{0:F1}% slower", 100 * slower).str();
  std::pair<double, const char *> more[] = {
      {own.computing - others.computing, "of computing"},
      {own.sending - others.sending, "of waiting for what is sent"},
      {own.bubble - others.bubble, "of bubble"}};
  auto &most = *std::max_element(std::begin(more), std::end(more));
  return most.first > 0 ? text + ": " + describeSeconds(most.first) + " more " +
                              most.second
                        : text;
}

/// Devices that a plan uses.
static int64_t devicesUsed(const Plan &plan) {
  int64_t devices = 1;
  for (const MeshOverride &axis : plan.mesh)
    if (axis.kind != AxisKind::Time)
      devices *= axis.size.value_or(1);
  return devices;
}

void tools::printAnswers(ArrayRef<PlanAnswer> answers, size_t most,
                         int64_t devices, llvm::raw_ostream &os) {
  double bound = answers.front().report->prediction.lowerBoundSeconds;
  os << "plans by predicted step"
     << (bound > 0 ? " (no plan of the space takes less than " +
                         describeSeconds(bound) + " by the model)"
                   : " (stopped before all were tried)")
     << ":\n";
  std::vector<std::vector<std::string>> rows = {{"", "step", "computing",
                                                 "sending", "memory",
                                                 "by the model", "bound", ""}};
  bool hasBubble = llvm::any_of(answers, [](const PlanAnswer &answer) {
    return answer.report->prediction.bubble > 0;
  });
  if (hasBubble)
    rows[0].insert(rows[0].begin() + 4, "bubble");
  for (const PlanAnswer &answer : answers.take_front(most)) {
    const Prediction &found = answer.report->prediction;
    Spent spent(answer);
    std::vector<std::string> row = {describeMesh(answer.plan),
                                    describeSeconds(found.stepSeconds),
                                    describeSeconds(spent.computing),
                                    describeSeconds(spent.sending),
                                    describeBytes(found.peakBytes()),
                                    describeSeconds(answer.modelSeconds),
                                    describeSeconds(answer.boundSeconds),
                                    whyNot(answer, answers.front())};
    if (int64_t used = devicesUsed(answer.plan); used < devices)
      row.back() += (row.back().empty() ? "" : "; ") +
                    std::to_string(devices - used) + " of " +
                    std::to_string(devices) +
                    " devices idle: dividing more takes longer, by the model";
    if (hasBubble)
      row.insert(row.begin() + 4, describeSeconds(spent.bubble));
    rows.push_back(std::move(row));
  }
  std::vector<size_t> widths(rows[0].size(), 0);
  for (const std::vector<std::string> &row : rows)
    for (auto [width, cell] : llvm::zip(widths, row))
      width = std::max(width, cell.size());
  for (const std::vector<std::string> &row : rows) {
    std::string line = " ";
    for (auto [width, cell] : llvm::zip(widths, row))
      line += " " + cell + std::string(width + 1 - cell.size(), ' ');
    os << StringRef(line).rtrim() << "\n";
  }
}

std::optional<std::string> tools::answersAsJson(ArrayRef<PlanAnswer> answers,
                                                std::string &error) {
  Json json = {{"popt_plans", 1}};
  double bound = answers.front().report->prediction.lowerBoundSeconds;
  if (bound > 0)
    json["lower_bound_seconds"] = bound;
  for (const PlanAnswer &answer : answers) {
    std::optional<std::string> text = writePlan(answer.plan, error);
    if (!text)
      return std::nullopt;
    const Prediction &found = answer.report->prediction;
    Spent spent(answer);
    Json entry = {{"degrees", Json::object()}};
    for (const MeshOverride &axis : answer.plan.mesh)
      entry["degrees"][axis.name] = axis.size.value_or(0);
    entry["step_seconds"] = found.stepSeconds;
    entry["computing_seconds"] = spent.computing;
    entry["exposed_seconds"] = spent.sending;
    entry["bubble"] = found.bubble;
    entry["peak_bytes"] = found.peakBytes();
    entry["fits"] = answer.fits;
    entry["model_seconds"] = answer.modelSeconds;
    entry["bound_seconds"] = answer.boundSeconds;
    entry["why_not"] = whyNot(answer, answers.front());
    entry["plan"] = Json::parse(*text);
    json["plans"].push_back(std::move(entry));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}
