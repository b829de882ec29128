//===- Compare.cpp - Plans of one module beside each other ----------------===//
//
//               dp.json     tp.json
//   mesh        dp=4        tp=4
//   step        12.3 ms     10.1 ms (-17.9%)
//   ...
//   tp.json differs from dp.json:
//     mesh.device: [["dp",4]] -> [["tp",4]]
//
// Tests: test/Compile/compare.test.
//
//===----------------------------------------------------------------------===//
#include "Compare.h"

#include "popt/Annotate/PlanDiff.h"
#include "popt/Annotate/PlanFile.h"
#include "popt/Compile/PlanTrials.h"
#include "popt/Machine/Bytes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace popt;

namespace {
struct Candidate {
  std::string name;
  Plan plan;
  std::string mesh;
  Prediction figures;
};

/// Lines of cells, a column for each plan.
class Table {
public:
  explicit Table(ArrayRef<Candidate> candidates) : candidates(candidates) {
    addRow("", [](const Candidate &of) { return of.name; });
  }
  template <typename Cell> void addRow(StringRef name, Cell cell) {
    rows.push_back({name.str()});
    for (const Candidate &of : candidates)
      rows.back().push_back(cell(of));
  }
  /// With the part by which a figure is more or less than the first plan's. No row
  /// where all have none.
  template <typename Figure>
  void addFigures(StringRef name, Figure figure,
                  llvm::function_ref<std::string(double)> describe) {
    if (llvm::all_of(candidates,
                     [&](const Candidate &of) { return figure(of) == 0; }))
      return;
    double first = figure(candidates.front());
    addRow(name, [&](const Candidate &of) {
      double its = figure(of);
      std::string text = describe(its);
      if (&of != &candidates.front() && first > 0)
        text += llvm::formatv(" ({0}{1:F1}%)", its < first ? "" : "+",
                              100 * (its / first - 1));
      return text;
    });
  }
  void print(llvm::raw_ostream &os) const {
    SmallVector<size_t> widths(candidates.size() + 1, 0);
    for (const auto &row : rows)
      for (auto [width, cell] : llvm::zip_equal(widths, row))
        width = std::max(width, cell.size());
    for (const auto &row : rows) {
      std::string line;
      for (auto [width, cell] : llvm::zip_equal(widths, row))
        line += cell + std::string(width + 2 - cell.size(), ' ');
      os << StringRef(line).rtrim() << "\n";
    }
  }

private:
  ArrayRef<Candidate> candidates;
  std::vector<SmallVector<std::string>> rows;
};
} // namespace

static std::string inBytes(double bytes) {
  return describeBytes(static_cast<int64_t>(bytes));
}

static void printTable(ArrayRef<Candidate> candidates, llvm::raw_ostream &os) {
  Table table(candidates);
  table.addRow("mesh", [](const Candidate &of) { return of.mesh; });
  table.addFigures(
      "step", [](const Candidate &of) { return of.figures.stepSeconds; },
      describeSeconds);
  table.addFigures(
      "waits for what is sent",
      [](const Candidate &of) { return of.figures.exposedSeconds; },
      describeSeconds);
  table.addFigures(
      "bubble",
      [](const Candidate &of) {
        return of.figures.bubble * of.figures.stepSeconds;
      },
      describeSeconds);
  table.addFigures(
      "memory of a rank",
      [](const Candidate &of) { return double(of.figures.peakBytes()); },
      inBytes);
  table.addFigures(
      "host memory",
      [](const Candidate &of) {
        int64_t most = 0;
        for (const auto &[stage, held] : of.figures.coordinates)
          most = std::max(most, held.hostBytes);
        return double(most);
      },
      inBytes);
  std::set<std::string> kinds;
  for (const Candidate &of : candidates)
    for (const auto &entry : of.figures.sentBytes)
      kinds.insert(entry.first);
  for (const std::string &kind : kinds)
    table.addFigures(
        "sent by " + kind,
        [&](const Candidate &of) {
          double bytes = 0;
          auto levels = of.figures.sentBytes.find(kind);
          if (levels != of.figures.sentBytes.end())
            for (const auto &entry : levels->second)
              bytes += double(entry.second);
          return bytes;
        },
        inBytes);
  table.print(os);
}

bool tools::comparePlans(Compilation &compilation, ArrayRef<std::string> files,
                         llvm::raw_ostream &os) {
  auto refuse = [&](const std::string &problem) {
    emitError(UnknownLoc::get(&compilation.context)) << problem;
    return false;
  };
  if (!compilation.read(compilation.flags.input) ||
      !compilation.Session::run(Emit::Imported))
    return false;
  PlanTrials trials(*compilation.module, compilation.options);
  std::vector<Candidate> candidates;
  for (const std::string &file : files) {
    Candidate &of = candidates.emplace_back(Candidate{file, {}, "", {}});
    std::string problem = loadPlan(file, of.plan);
    if (!problem.empty())
      return refuse(problem);
    FailureOr<PlanTrial> trial = trials.evaluate(
        of.plan, [&](PassManager &manager) { compilation.prepare(manager); });
    if (failed(trial))
      return refuse(file + " can't be compared: it does not compile");
    of.mesh = trial->report.mesh.str();
    of.figures = trial->report.prediction;
  }
  printTable(candidates, os);
  const Candidate &first = candidates.front();
  for (const Candidate &of : llvm::drop_begin(candidates)) {
    // The table has what is predicted now.
    Plan a = first.plan, b = of.plan;
    a.predicted.reset();
    b.predicted.reset();
    std::string error;
    std::optional<std::vector<std::string>> lines = differencesOf(a, b, error);
    if (!lines)
      return refuse(error);
    os << of.name << (lines->empty() ? " is " : " differs from ") << first.name
       << (lines->empty() ? "\n" : ":\n");
    for (const std::string &line : *lines)
      os << "  " << line << "\n";
  }
  return true;
}
