//===- Page.cpp - A report as an HTML page --------------------------------===//
//
// One file without scripts, fonts or anything from elsewhere: text, tables and
// inline SVG, styled by Page.css. Tested by test/Report/page.test.
//
//===----------------------------------------------------------------------===//
#include "Pictures.h"

#include "popt/Machine/Bytes.h"
#include "popt/Report/Names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

static constexpr StringLiteral style =
#include "PageStyle.inc"
    ;

namespace {
class Page {
public:
  Page(const Report &report, llvm::raw_ostream &os)
      : report(report), page(os) {}
  void write();

private:
  void writeHead();
  void writeCards();
  void writeMesh();
  void writeTensors();
  void writeGroup(const ReportGroup &group);
  void writeTransfers();
  void writeMemory();
  void writePipeline();
  void writeDecisions();

  /// Opens a part of the page.
  void openPart(StringRef id, StringRef text, StringRef note) {
    page.open("section", {{"id", id.str()}}).element("h2", text);
    page.element("p", note, {{"class", "note"}});
  }
  void card(StringRef value, StringRef what) {
    page.open("div", {{"class", "card"}});
    page.element("b", value).element("span", what).close();
  }
  using Columns = std::initializer_list<std::pair<StringRef, StringRef>>;
  /// Opens a table; each column has a name and a width.
  void openTable(Columns columns) {
    page.open("table").open("thead").open("tr");
    for (auto [text, width] : columns)
      page.element("th", text,
                   {{"scope", "col"}, {"style", "width:" + width.str()}});
    page.close().close().open("tbody");
  }
  void closeTable() { page.close().close(); }
  /// "and 4 more lines", where `shown` of `count` stand already.
  void noteRest(size_t count, size_t shown, const Twine &what) {
    if (count > shown)
      page.element("small",
                   ("and " + Twine(count - shown) + " more" + what).str());
  }
  /// The first rows are shown, the rest on request.
  template <typename T, typename Row>
  void writeRows(Columns columns, ArrayRef<T> rows, size_t mostShown,
                 StringRef what, Row row) {
    constexpr size_t mostListed = 400;
    openTable(columns);
    for (const T &one : rows.take_front(mostShown))
      row(one);
    closeTable();
    if (rows.size() <= mostShown)
      return;
    page.open("details").element("summary",
                                 std::to_string(rows.size() - mostShown) +
                                     " more " + what.str());
    openTable(columns);
    for (const T &one : rows.slice(mostShown).take_front(mostListed))
      row(one);
    closeTable();
    if (rows.size() > mostShown + mostListed)
      page.element("p",
                   "and " +
                       std::to_string(rows.size() - mostShown - mostListed) +
                       " more, each smaller",
                   {{"class", "note"}});
    page.close();
  }
  void legend(ArrayRef<std::pair<std::string, std::string>> entries) {
    page.open("div", {{"class", "legend"}});
    for (auto &[style, text] : entries) {
      page.open("span").open("svg", {{"width", "11"}, {"height", "11"}});
      page.shape("rect", {{"width", "11"}, {"height", "11"}, {"class", style}});
      page.close().text(text).close();
    }
    page.close();
  }
  void writeLines(ArrayRef<UserLine> lines);

  const Report &report;
  Markup page;
  /// Boxes of blocks that a page has room for: two megabytes are the limit.
  static constexpr size_t mostBoxes = 6000;
  size_t boxes = 0;
};
} // namespace

static std::string describeShape(StringRef type, ArrayRef<int64_t> shape) {
  std::string text = type.str() + "[";
  for (auto [i, extent] : llvm::enumerate(shape))
    text += (i ? ", " : "") + std::to_string(extent);
  return text + "]";
}

static std::string percent(double part, double whole) {
  return llvm::formatv("{0:f1}%", whole > 0 ? 100 * part / whole : 0).str();
}

void Page::writeHead() {
  page.markup("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
              "<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n"
              "<meta http-equiv=\"Content-Security-Policy\" "
              "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n");
  page.element("title", "popt: " + report.title);
  page.markup("\n<style>\n").markup(style).markup("</style>\n</head>\n");
}

void Page::writeCards() {
  const ReportProgram &slowest = report.slowest();
  int64_t most = 0;
  for (const ReportProgram &program : report.programs)
    most = std::max(most, program.memory.arenaBytes);
  double seconds = report.prediction.stepSeconds;
  page.open("div", {{"class", "cards"}});
  card(std::to_string(report.mesh.numRanks()), "ranks");
  card(describeSeconds(seconds), "predicted for a step");
  card(percent(slowest.sendSeconds, seconds), "of it communication");
  card(describeBytes(report.mostSent()), "sent by a rank in a step");
  card(describeBytes(most), "memory of a rank");
  if (!report.pipeline.empty())
    card(percent(report.prediction.bubble, 1),
         "of it bubble: stages wait for others");
  page.close();
}

static StringRef describe(AxisKind kind) {
  switch (kind) {
  case AxisKind::Device:
    return "devices that run the same program";
  case AxisKind::Stage:
    return "devices that run their own stages";
  case AxisKind::Time:
    return "time steps on one device (microbatches)";
  }
  return "";
}

void Page::writeMesh() {
  openPart("mesh", "Mesh",
           "Ranks by their coordinates. Predictions are for the machine " +
               report.machine.name + "; --cluster names another.");
  openTable(
      {{"axis", "15%"}, {"size", "10%"}, {"is", "40%"}, {"links", "35%"}});
  for (auto [i, axis] : llvm::enumerate(report.mesh.axes)) {
    AxisRef ref = report.mesh.ref(static_cast<int>(i));
    int level = report.machine.level(report.mesh, ref);
    bool isSent = axis.kind != AxisKind::Time && axis.size > 1 && level >= 0;
    page.open("tr").element("td", axis.name, {{"class", "code"}});
    page.element("td", std::to_string(axis.size));
    page.element("td", describe(axis.kind));
    std::string links = "none";
    if (isSent) {
      const LinkLevel &link = report.machine.links[level];
      links = link.name + ": " + describeSeconds(link.latencySeconds) + ", " +
              describeBytes(
                  static_cast<int64_t>(std::min(link.bytesPerSecond, 9e18))) +
              "/s";
    }
    page.element("td", links).close();
  }
  closeTable();
  drawMesh(page, report.mesh);
  page.close();
}

void Page::writeGroup(const ReportGroup &group) {
  std::string names = llvm::join(group.names, ", ");
  page.element("h3", names);
  writeRows<ReportTensor>(
      {{"ranks that hold each block", "15%"},
       {"tensor", "27%"},
       {"whole", "17%"},
       {"sharding", "25%"},
       {"on a rank", "16%"}},
      group.tensors, 100, "tensors", [&](const ReportTensor &tensor) {
        int64_t count = static_cast<int64_t>(tensor.count * group.names.size());
        page.open("tr").open("td");
        if (boxes < mostBoxes)
          boxes += drawBlocks(page, report.mesh, tensor);
        page.close().open("td");
        page.element("code", tensor.name.empty() ? names : tensor.name);
        if (count > 1)
          page.element("small", std::to_string(count) + " tensors");
        page.close();
        page.element("td", describeShape(tensor.type, tensor.shape),
                     {{"class", "code"}});
        page.element("td", tensor.layout.str(report.mesh), {{"class", "code"}});
        page.open("td").element("code",
                                describeShape(tensor.type, tensor.localShape));
        std::string bytes = describeBytes(tensor.localBytes);
        if (count > 1)
          bytes += " each, " + describeBytes(tensor.localBytes * count);
        page.element("small", bytes).close().close();
      });
}

void Page::writeTensors() {
  openPart("tensors", "Who holds what",
           "Arguments of the step; equal layers are one line. A box is a block "
           "of the tensor, with the ranks that hold it; point at it for its "
           "elements.");
  constexpr size_t mostGroups = 200;
  ArrayRef<ReportGroup> arguments(report.arguments);
  for (const ReportGroup &group : arguments.take_front(mostGroups))
    writeGroup(group);
  if (arguments.size() > mostGroups)
    page.element("p",
                 "and " + std::to_string(arguments.size() - mostGroups) +
                     " more groups",
                 {{"class", "note"}});
  if (boxes >= mostBoxes)
    page.element("p",
                 "The other tensors have no pictures here, for there are "
                 "many.",
                 {{"class", "note"}});
  if (!report.outputs.empty())
    page.element("p", "Outputs that are not the next step's state:");
  for (const ReportGroup &group : report.outputs)
    writeGroup(group);
  page.close();
}

void Page::writeLines(ArrayRef<UserLine> lines) {
  constexpr size_t mostNamed = 3;
  for (const UserLine &line : lines.take_front(mostNamed)) {
    std::string text = line.str();
    // Names of arguments stand elsewhere.
    if (text.empty() || !line.argument.empty())
      continue;
    page.open("div", {{"title", line.stack()}}).text(text);
    if (line.frame() && !line.operation.empty())
      page.element("small",
                   line.operation +
                       (line.scope.empty() ? "" : " of " + line.scope));
    page.close();
  }
  noteRest(lines.size(), mostNamed, " lines");
}

void Page::writeTransfers() {
  openPart("sent", "What is sent, and why",
           "Communication of a step as it runs, after bucketing; bytes are "
           "those of the busiest rank. Point at a line of yours for the calls "
           "that lead to it.");
  if (report.transfers.empty()) {
    page.element("p", "Nothing is sent.").close();
    return;
  }
  int64_t all = 0;
  for (const ReportTransfer &transfer : report.transfers)
    all = std::max(all, transfer.stepBytes());
  writeRows<ReportTransfer>(
      {{"in a step", "13%"},
       {"predicted", "9%"},
       {"what", "17%"},
       {"how often", "13%"},
       {"of", "21%"},
       {"your line", "27%"}},
      report.transfers, 25, "kinds", [&](const ReportTransfer &transfer) {
        page.open("tr").open("td").text(describeBytes(transfer.stepBytes()));
        double share = all ? static_cast<double>(transfer.stepBytes()) /
                                 static_cast<double>(all)
                           : 0;
        page.open("svg", {{"width", "110"}, {"height", "6"}});
        page.shape("rect",
                   {{"width", llvm::formatv("{0:f1}", 110 * share).str()},
                    {"height", "6"},
                    {"class", "bar"}});
        page.close().close();
        page.element("td", describeSeconds(transfer.stepSeconds()));
        page.open("td").text(transfer.what);
        std::string over = "over " + transfer.over;
        if (transfer.members > 1)
          over += ", a bucket of " + std::to_string(transfer.members);
        if (!transfer.stages.empty())
          over += ", at " + describeStages(report.mesh, transfer.stages);
        page.element("small", over).close();
        page.open("td").text(std::to_string(transfer.places * transfer.runs) +
                             " x " + describeBytes(transfer.bytes));
        if (transfer.runs > 1)
          page.element("small",
                       std::to_string(transfer.places) + " in the program, " +
                           (transfer.isGuess ? "taken to run " : "") +
                           std::to_string(transfer.runs) + " times each");
        page.close().open("td");
        constexpr size_t mostNamed = 3;
        for (const std::string &tensor :
             ArrayRef(transfer.tensors).take_front(mostNamed))
          page.open("div").element("code", tensor).close();
        noteRest(transfer.tensors.size(), mostNamed, "");
        if (transfer.tensors.empty() && !transfer.maker.empty())
          page.text("result of ").element("code", transfer.maker);
        page.close().open("td");
        writeLines(transfer.lines);
        page.close().close();
      });
  page.close();
}

static std::string describeArenas(const ReportMemory &memory) {
  return "arena of " + describeBytes(memory.arenaBytes) +
         (memory.hostBytes ? ", and one of " + describeBytes(memory.hostBytes) +
                                 " in host memory"
                           : "");
}

void Page::writeMemory() {
  openPart("memory", "Memory over the step",
           "Bytes of the arena that are in use at each operation, in the order "
           "in which they run (a loop's body once). Bars below: how long the "
           "largest temporaries live.");
  std::vector<std::pair<std::string, std::string>> entries;
  for (int use = 0; use < ReportMemory::numUses; ++use)
    entries.push_back({colourOf(static_cast<ReportMemory::Use>(use)).str(),
                       describe(static_cast<ReportMemory::Use>(use)).str()});
  for (Direction direction :
       {Direction::Forward, Direction::Backward, Direction::Recomputed})
    entries.push_back({name(direction).str(), name(direction).str()});
  legend(entries);
  constexpr size_t mostPrograms = 8;
  ArrayRef<ReportProgram> programs(report.programs);
  for (const ReportProgram &program : programs.take_front(mostPrograms)) {
    if (program.stage >= 0)
      page.element("h3", describeStages(report.mesh, program.stage));
    page.element("p", describeArenas(program.memory));
    drawMemory(page, program.memory);
    page.open("details").element("summary", "the largest tensors at the peak");
    openTable({{"bytes", "14%"},
               {"for", "20%"},
               {"what", "38%"},
               {"your line", "28%"}});
    for (const ReportMemory::Tensor &tensor : program.memory.largest) {
      page.open("tr").element("td", describeBytes(tensor.bytes));
      page.element("td", describe(tensor.use));
      page.element("td", tensor.what, {{"class", "code"}}).open("td");
      writeLines(tensor.line);
      page.close().close();
    }
    closeTable();
    page.close();
  }
  for (const ReportProgram &program :
       programs.drop_front(std::min(mostPrograms, programs.size())))
    page.element("p", describeStages(report.mesh, program.stage) + ": " +
                          describeArenas(program.memory));
  page.close();
}

void Page::writePipeline() {
  if (report.timeline.empty())
    return;
  openPart("pipeline", "Pipeline",
           "The schedule of the longest time loop, simulated on the machine. "
           "Point at a task or message for its times.");
  constexpr size_t mostBytes = 1000 * 1000;
  if (report.timeline.size() <= mostBytes)
    page.markup(report.timeline);
  else
    page.element("p", "There are too many tasks for this page; "
                      "--timeline F.svg draws them.");
  page.close();
}

void Page::writeDecisions() {
  openPart("decisions", "What was decided",
           "Remarks of the compiler: first what is not as propagation left it, "
           "then those about most seconds. Equal decisions of equal layers are "
           "one line.");
  writeRows<Decision>(
      {{"seconds", "10%"},
       {"times", "6%"},
       {"phase", "11%"},
       {"decision", "48%"},
       {"where", "25%"}},
      report.decisions, 25, "decisions", [&](const Decision &decision) {
        page.open("tr").element("td", decision.seconds > 0
                                          ? describeSeconds(decision.seconds)
                                          : "");
        page.element("td", std::to_string(decision.count));
        page.open("td").text(decision.category);
        page.element("small", decision.name).close();
        page.element("td",
                     (decision.isMissed ? "not done: " : "") + decision.text);
        page.open("td");
        constexpr size_t mostNamed = 3;
        for (const std::string &place :
             ArrayRef(decision.places).take_front(mostNamed))
          page.element("div", place);
        noteRest(decision.places.size(), mostNamed, " places");
        page.close().close();
      });
  page.close();
}

void Page::write() {
  writeHead();
  page.open("body").element("h1", report.title);
  page.element("p", "mesh " + report.mesh.str(), {{"class", "code"}});
  page.open("nav");
  page.element("a", "Who holds what", {{"href", "#tensors"}});
  page.element("a", "What is sent", {{"href", "#sent"}});
  page.element("a", "Memory", {{"href", "#memory"}});
  if (!report.timeline.empty())
    page.element("a", "Pipeline", {{"href", "#pipeline"}});
  page.element("a", "Decisions", {{"href", "#decisions"}}).close();
  writeCards();
  writeMesh();
  writeTensors();
  writeTransfers();
  writeMemory();
  writePipeline();
  writeDecisions();
  page.close().markup("\n</html>\n");
}

std::string reportPage(const Report &report) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Page(report, os).write();
  return text;
}

} // namespace popt
