//===- Screen.cpp - A report for the terminal -----------------------------===//
//
// What `poptc -v` says, on one screen: the largest entries of each part, and
// how many were left out. Tested by test/Report/screen.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Machine/Bytes.h"
#include "popt/Report/Names.h"
#include "popt/Report/Report.h"
#include "popt/Support/Remarks.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <set>

using namespace mlir;

namespace popt {

// Lines of each part; with headings they are 40 at most.
static constexpr size_t mostTensors = 9, mostTransfers = 10, mostDecisions = 6;
static constexpr size_t mostPrograms = 3, mostLetters = 240;

static std::string shorten(std::string text) {
  if (text.size() > mostLetters)
    text = text.substr(0, mostLetters - 3) + "...";
  return text;
}

static void printRest(size_t all, size_t shown, StringRef what,
                      llvm::raw_ostream &os) {
  if (all > shown)
    os << "  and " << all - shown << " more " << what << "\n";
}

static std::string listPlaces(ArrayRef<std::string> places, size_t most) {
  std::string text = llvm::join(places.take_front(most), ", ");
  if (places.size() > most)
    text += " and " + std::to_string(places.size() - most) + " more";
  return text;
}

static std::string shapeText(ArrayRef<int64_t> shape, StringRef type) {
  std::string text;
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  return text + type.str();
}

namespace {
/// Tensors of one type and layout, whatever they are called.
struct TensorLine {
  std::string first;
  size_t count = 0;
  int64_t bytes = 0; ///< of all, on a rank
};
} // namespace

static void printTensors(const Report &report, llvm::raw_ostream &os) {
  OrderedByName<TensorLine> lines;
  for (const ReportGroup &group : report.arguments)
    for (const ReportTensor &tensor : group.tensors) {
      TensorLine &line = lines[shapeText(tensor.shape, tensor.type) + " " +
                               tensor.layout.str(report.mesh) + " -> " +
                               shapeText(tensor.localShape, tensor.type)];
      if (line.count == 0)
        line.first = group.names.front() + tensor.name;
      size_t count = tensor.count * group.names.size();
      line.count += count;
      line.bytes += tensor.localBytes * static_cast<int64_t>(count);
    }
  auto ordered = lines.takeVector();
  llvm::stable_sort(ordered, [](const auto &a, const auto &b) {
    return a.second.bytes > b.second.bytes;
  });
  os << "arguments, by bytes on a rank\n";
  for (auto &[text, line] : ArrayRef(ordered).take_front(mostTensors)) {
    os << llvm::format("  %10s  ", describeBytes(line.bytes).c_str())
       << line.first;
    if (line.count > 1)
      os << " (" << line.count << " like it)";
    os << ": " << text << "\n";
  }
  printRest(ordered.size(), mostTensors, "kinds", os);
}

static void printTransfers(const Report &report, llvm::raw_ostream &os) {
  os << "sent by a rank in a step: " << describeBytes(report.mostSent()) << ", "
     << describeSeconds(report.slowest().sendSeconds) << " of "
     << describeSeconds(report.prediction.stepSeconds) << " predicted\n";
  for (const ReportTransfer &transfer :
       ArrayRef(report.transfers).take_front(mostTransfers)) {
    std::string text = transfer.what + " over " + transfer.over;
    if (transfer.members > 1)
      text += ", " + std::to_string(transfer.members) + " as one";
    if (!transfer.stages.empty())
      text += ", at " + describeStages(report.mesh, transfer.stages);
    std::vector<std::string> places;
    for (const UserLine &line : transfer.lines)
      if (!line.frames.empty())
        places.push_back(line.str());
    std::string why =
        listPlaces(transfer.tensors.empty() ? places : transfer.tensors, 1);
    os << llvm::format("  %10s %12s %5lld x ",
                       describeBytes(transfer.stepBytes()).c_str(),
                       describeSeconds(transfer.stepSeconds()).c_str(),
                       static_cast<long long>(transfer.places * transfer.runs))
       << text << (why.empty() ? "" : ": ") << why << "\n";
  }
  printRest(report.transfers.size(), mostTransfers,
            "kinds, each with fewer bytes", os);
}

static void printPipeline(const Report &report, llvm::raw_ostream &os) {
  auto fact = [&](const char *name) {
    auto it = report.pipeline.find(name);
    return it == report.pipeline.end() ? "" : it->second;
  };
  if (report.pipeline.empty())
    return;
  os << "pipeline " << fact("schedule") << ": predicted bubble "
     << llvm::format("%.6f", report.prediction.bubble)
     << "\n  activation slots per coordinate " << fact("activation_slots")
     << "\n  bytes kept between tasks, per coordinate " << fact("kept_bytes")
     << "\n";
  if (report.pipeline.count("choice"))
    os << "  chosen: " << fact("choice") << "\n";
}

static void printMemory(const Report &report, llvm::raw_ostream &os) {
  for (const ReportProgram &program :
       ArrayRef(report.programs).take_front(mostPrograms)) {
    const ReportMemory &memory = program.memory;
    os << "memory of a rank"
       << (program.stage >= 0
               ? " at " + describeStages(report.mesh, program.stage)
               : "")
       << ": "
       << describeHeld(report.prediction.coordinates.at(
                           std::max<int64_t>(program.stage, 0)),
                       report.prediction);
    std::vector<std::string> largest;
    for (const ReportMemory::Tensor &tensor :
         ArrayRef(memory.largest).take_front(1))
      largest.push_back(
          describeBytes(tensor.bytes) + " " + tensor.what +
          (tensor.line.frames.empty() ? "" : ", " + tensor.line.str()));
    os << (largest.empty() ? "" : "; largest at the peak: ")
       << llvm::join(largest, "; ") << "\n";
  }
  printRest(report.programs.size(), mostPrograms, "coordinates", os);
  for (const Decision &decision : report.decisions)
    if (decision.name == kMemoryTable)
      os << "  " << decision.text << "\n";
}

/// The decision about most seconds of each kind, then the next of them. What the
/// memory plan and the budget say stands elsewhere.
static std::vector<const Decision *> mostWorth(ArrayRef<Decision> decisions) {
  std::vector<const Decision *> first, others;
  std::set<StringRef> names;
  for (const Decision &decision : decisions)
    if (!StringRef(decision.name).starts_with("plan-memory") &&
        decision.name != kMemoryTable)
      (names.insert(decision.name).second ? first : others)
          .push_back(&decision);
  llvm::append_range(first, others);
  first.resize(std::min(first.size(), mostDecisions));
  return first;
}

static void printMostWorth(const Report &report, llvm::raw_ostream &os) {
  if (report.decisions.empty())
    return;
  os << "decisions (all: --remarks-filter=.*, or --report F.html)\n";
  for (const Decision *decision : mostWorth(report.decisions)) {
    std::string where = listPlaces(decision->places, 1);
    os << "  " << shorten(where + (where.empty() ? "" : ": ") + decision->text)
       << "\n";
  }
}

void printReport(const Report &report, llvm::raw_ostream &os) {
  os << "mesh " << report.mesh.str() << ", " << report.mesh.numRanks()
     << " ranks of " << report.machine.name
     << "\nstep, predicted: " << describeStep(report.prediction) << "\n";
  printTensors(report, os);
  printTransfers(report, os);
  printPipeline(report, os);
  printMemory(report, os);
  printMostWorth(report, os);
}

void printDecisions(ArrayRef<Decision> decisions, llvm::raw_ostream &os) {
  constexpr size_t mostNamed = 2;
  for (const Decision &decision : decisions) {
    std::string where = listPlaces(decision.places, mostNamed);
    os << where << (where.empty() ? "" : ": ")
       << "remark: " << (decision.isMissed ? "[Missed] " : "") << decision.name
       << " | Category:" << decision.category << " | " << decision.text;
    if (decision.count > 1)
      os << " (" << decision.count << " times)";
    os << "\n";
  }
}

} // namespace popt
