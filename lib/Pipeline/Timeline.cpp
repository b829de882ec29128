// Draws a simulation as an SVG document, top to bottom: title, legend, one band
// per coordinate (tasks, messages sent, memory), time axis.
// Test: test/unit/Pipeline/TimelineTest.cpp.

#include "popt/Pipeline/Timeline.h"

#include "popt/Machine/Bytes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string_view>

namespace popt::pipeline {

namespace {
constexpr double left = 96, right = 24, header = 30, legendRow = 20;
constexpr double laneHeight = 26, messageHeight = 8, memoryHeight = 30;
constexpr double bandGap = 14;
/// Width that a task of the common kind gets, and the least of the time area.
constexpr double taskWidth = 17, leastWidth = 720;
/// Of a character of the legend.
constexpr double legendLetter = 6.4;

/// What a colour stands for, and its class in the style below.
struct Style {
  const char *name;
  const char *fill;
};
constexpr Style forwardStyle = {"forward", "forward"};
constexpr Style backwardStyle = {"backward", "backward"};
/// Drawn in both colours.
constexpr Style wholeStyle = {"forward and backward in one task", "backward"};
constexpr Style inputStyle = {"input gradient", "input"};
constexpr Style weightStyle = {"weight gradient", "weight"};
constexpr Style transferStyle = {"transfer", "transfer"};
constexpr Style idleStyle = {"idle", "idle"};
constexpr Style memoryStyle = {"memory", "memory"};

constexpr char style[] = R"(<style>
.timeline { --paper: #fff; --ink: #222; --line: #d5d9de; --edge: #777;
  --forward: #6a9fd4; --backward: #e8a15a; --input: #5fbfae; --weight: #8fbf6a;
  --transfer: #a583c4; --idle: #eceef0; --memory: #c9ced6; }
@media (prefers-color-scheme: dark) { .timeline {
  --paper: #15191e; --ink: #e4e8ec; --line: #353d46; --edge: #98a3ad;
  --forward: #355f8a; --backward: #7d5020; --input: #26665b; --weight: #456b2e;
  --transfer: #7d5e9b; --idle: #262d34; --memory: #4a535d; } }
.timeline text { fill: var(--ink); font-family: sans-serif; }
.timeline .paper { fill: var(--paper); }
.timeline .forward { fill: var(--forward); }
.timeline .backward { fill: var(--backward); }
.timeline .input { fill: var(--input); }
.timeline .weight { fill: var(--weight); }
.timeline .transfer { fill: var(--transfer); }
.timeline .idle { fill: var(--idle); }
.timeline .memory { fill: var(--memory); stroke: var(--edge); stroke-width: 0.6; }
.timeline .task { stroke: var(--paper); stroke-width: 0.6; }
.timeline .grid { stroke: var(--line); stroke-width: 0.7; }
.timeline .axis { stroke: var(--edge); stroke-width: 0.7; }
</style>
)";

/// The unit in which times are printed.
struct Unit {
  const char *name;
  double seconds;
};

class Drawing {
public:
  Drawing(const TaskGraph &graph, const Simulation &simulation,
          const TimelineFrame &frame)
      : graph(graph), simulation(simulation), frame(frame) {
    bands = simulation.coordinates.size();
    for (const CoordinateRun &run : simulation.coordinates)
      mostBytes = std::max(mostBytes, run.peakBytes);
    bandHeight =
        laneHeight + messageHeight + bandGap + (mostBytes ? memoryHeight : 0);
    double width = simulation.makespan / commonTask() * taskWidth;
    width = std::clamp(std::ceil(width), leastWidth, frame.mostWidth);
    if (frame.isEmbedded)
      width = frame.mostWidth;
    scale = simulation.makespan > 0 ? width / simulation.makespan : 0;
    areaWidth = width;
    unit = unitOf(simulation.makespan);
  }

  std::string run(const std::string &title);

private:
  static Unit unitOf(double seconds) {
    for (Unit u : {Unit{"s", 1}, Unit{"ms", 1e-3}, Unit{"us", 1e-6}})
      if (seconds >= u.seconds)
        return u;
    return {"ns", 1e-9};
  }
  /// A duration that most tasks reach: the tenth part of them is shorter.
  double commonTask() const {
    std::vector<double> durations;
    for (const CoordinateRun &run : simulation.coordinates)
      for (const TaskRun &t : run.tasks)
        if (t.end > t.start)
          durations.push_back(t.end - t.start);
    if (durations.empty())
      return 1;
    auto tenth = durations.begin() + durations.size() / 10;
    std::nth_element(durations.begin(), tenth, durations.end());
    return *tenth;
  }

  double x(double seconds) const { return left + seconds * scale; }
  double bandTop(size_t band) const { return top + band * bandHeight; }
  double axisTop() const { return bandTop(bands) + 2; }

  static std::string number(double v) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.2f", v);
    std::string s = buffer;
    s.erase(s.find_last_not_of('0') + 1);
    if (s.back() == '.')
      s.pop_back();
    return s == "-0" ? "0" : s;
  }
  static std::string significant(double v) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, "%.4g", v);
    return buffer;
  }
  std::string time(double seconds) const {
    return significant(seconds / unit.seconds);
  }
  static std::string escape(const std::string &s) {
    std::string out;
    for (char c : s) {
      switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        // Control characters have no place in XML, escaped or not.
        out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
      }
    }
    return out;
  }

  void rect(double x, double y, double w, double h, const std::string &style,
            const std::string &tip = "", const char *more = "") {
    svg += "<rect x=\"" + number(x) + "\" y=\"" + number(y) + "\" width=\"" +
           number(w) + "\" height=\"" + number(h) + "\" class=\"" + style +
           "\"" + more;
    svg +=
        tip.empty() ? "/>\n" : "><title>" + escape(tip) + "</title></rect>\n";
  }
  void text(double x, double y, const std::string &s, const char *anchor,
            double size) {
    svg += "<text x=\"" + number(x) + "\" y=\"" + number(y) +
           "\" text-anchor=\"" + anchor + "\" font-size=\"" + number(size) +
           "\">" + escape(s) + "</text>\n";
  }

  /// True for the forward and backward of an innermost stage in one task:
  /// others have backwards, it has none, and no forward waits for it.
  bool isWhole(int task) const {
    auto isBackward = [&](int other) {
      return graph.roleOf(other) == Role::Backward;
    };
    const std::vector<Task> &tasks = graph.problem.tasks;
    int c = tasks[task].coordinate, number = static_cast<int>(tasks.size());
    if (graph.letter(task) != 'F' ||
        !graph.tasksOf(c, graph.chunkOf(task), Role::Backward).empty())
      return false;
    bool any = false;
    for (int other = 0; other < number && !any; ++other)
      any = isBackward(other);
    for (int value : graph.outputs[task])
      for (int reader : graph.problem.values[value].readers)
        any &= tasks[reader].coordinate == c || isBackward(reader);
    return any;
  }
  const Style &styleOf(int task) const {
    if (isWhole(task))
      return wholeStyle;
    switch (graph.letter(task)) {
    case 'F':
      return forwardStyle;
    case 'B':
      return backwardStyle;
    case 'I':
      return inputStyle;
    default:
      return weightStyle;
    }
  }

  /// The stages that a coordinate holds.
  std::string laneName(size_t c) const {
    int chunks = graph.chunks(c);
    if (chunks == 0)
      return "coordinate " + std::to_string(c);
    std::string first = std::to_string(graph.stage(c, 0));
    if (chunks == 1)
      return "stage " + first;
    return "stages " + first + (chunks == 2 ? ", " : " .. ") +
           std::to_string(graph.stage(c, chunks - 1));
  }

  void drawLegend();
  void drawBand(size_t c);
  void drawTasks(size_t c);
  void drawMessages();
  void drawMemory(size_t c);
  void drawAxis();

  const TaskGraph &graph;
  const Simulation &simulation;
  const TimelineFrame &frame;
  std::string svg;
  size_t bands = 0;
  double top = 0; ///< of the first band, below the legend
  int64_t mostBytes = 0;
  double bandHeight = 0, scale = 0, areaWidth = 0;
  Unit unit{"s", 1};
};
} // namespace

std::string Drawing::run(const std::string &title) {
  // The legend says how high the head is.
  drawLegend();
  std::string legend = std::move(svg);
  double width = left + areaWidth + right, height = axisTop() + 44;
  svg = frame.isEmbedded ? "" : "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  svg += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number(width) +
         "\" height=\"" + number(height) + "\" viewBox=\"0 0 " + number(width) +
         " " + number(height) + "\" class=\"timeline\">\n" + style;
  rect(0, 0, width, height, "paper");
  text(left, 22, title, "start", 15);
  svg += legend;
  drawAxis();
  for (size_t c = 0; c < bands; ++c)
    drawBand(c);
  drawMessages();
  svg += "</svg>\n";
  return std::move(svg);
}

void Drawing::drawLegend() {
  std::set<std::string_view> used{idleStyle.name};
  for (const CoordinateRun &run : simulation.coordinates)
    for (const TaskRun &task : run.tasks)
      used.insert(styleOf(task.task).name);
  if (!simulation.transfers.empty())
    used.insert(transferStyle.name);
  if (mostBytes)
    used.insert(memoryStyle.name);
  double at = left, y = header;
  auto makeRoom = [&](double width) {
    if (at > left && at + width > left + areaWidth + right) {
      at = left;
      y += legendRow;
    }
  };
  for (const Style &s : {forwardStyle, backwardStyle, wholeStyle, inputStyle,
                         weightStyle, transferStyle, idleStyle, memoryStyle}) {
    if (!used.count(s.name))
      continue;
    double width = 32 + legendLetter * std::string_view(s.name).size();
    makeRoom(width);
    rect(at, y + 6, 12, 12, s.fill);
    if (s.name == std::string_view(wholeStyle.name))
      rect(at, y + 6, 6, 12, forwardStyle.fill);
    text(at + 17, y + 16, s.name, "start", 11);
    at += width;
  }
  std::string facts =
      "makespan " + time(simulation.makespan) + " " + unit.name + ", bubble " +
      number(100 * simulation.bubble()) + "%; numbers are microbatches";
  makeRoom(legendLetter * facts.size());
  text(at, y + 16, facts, "start", 11);
  top = y + legendRow + 16;
}

void Drawing::drawBand(size_t c) {
  double y = bandTop(c);
  const CoordinateRun &run = simulation.coordinates[c];
  text(left - 8, y + 12, laneName(c), "end", 12);
  double busy =
      simulation.makespan > 0 ? 100 * run.busySeconds / simulation.makespan : 0;
  text(left - 8, y + 25, "busy " + number(std::round(busy * 10) / 10) + "%",
       "end", 9);
  rect(left, y, areaWidth, laneHeight, idleStyle.fill);
  drawTasks(c);
  if (mostBytes)
    drawMemory(c);
}

void Drawing::drawTasks(size_t c) {
  const std::vector<TaskRun> &tasks = simulation.coordinates[c].tasks;
  for (size_t i = 0; i < tasks.size();) {
    // The tasks of one bundle share its time; they are drawn above each other.
    size_t end = i + 1;
    while (end < tasks.size() && tasks[i].bundle >= 0 &&
           tasks[end].bundle == tasks[i].bundle)
      ++end;
    double height = laneHeight / (end - i);
    for (size_t k = i; k < end; ++k) {
      const TaskRun &t = tasks[k];
      double w = (t.end - t.start) * scale;
      double y = bandTop(c) + (k - i) * height;
      rect(x(t.start), y, w, height,
           std::string("task ") + styleOf(t.task).fill,
           graph.describe(t.task, t.microbatch) + ": " + time(t.start) +
               " to " + time(t.end) + " " + unit.name);
      if (isWhole(t.task))
        rect(x(t.start) + 0.3, y + 0.3, w / 2 - 0.3, height - 0.6,
             forwardStyle.fill, "", " pointer-events=\"none\"");
      std::string label = std::to_string(t.microbatch);
      double size =
          std::min({11.0, height - 2, (w - 1.5) / (0.6 * label.size())});
      if (size >= 4.5)
        text(x(t.start) + w / 2, y + height / 2 + size * 0.36, label, "middle",
             size);
    }
    i = end;
  }
}

void Drawing::drawMessages() {
  for (const TransferRun &run : simulation.transfers) {
    const Transfer &t = graph.transfers[run.transfer];
    rect(x(run.start), bandTop(t.source) + laneHeight + 1,
         std::max((run.end - run.start) * scale, 2.0), messageHeight - 2,
         transferStyle.fill,
         graph.describeValue(t.value) + " of microbatch " +
             std::to_string(run.microbatch) + " to coordinate " +
             std::to_string(t.destination) + ": " + time(run.start) + " to " +
             time(run.end) + " " + unit.name,
         " fill-opacity=\"0.85\"");
  }
}

void Drawing::drawMemory(size_t c) {
  const CoordinateRun &run = simulation.coordinates[c];
  double base = bandTop(c) + laneHeight + messageHeight + memoryHeight;
  auto y = [&](int64_t n) {
    return number(base - (memoryHeight - 3) * n / mostBytes);
  };
  std::string path = "M" + number(left) + " " + number(base);
  for (auto [seconds, n] : run.memory)
    path += "H" + number(std::min(x(seconds), left + areaWidth)) + "V" + y(n);
  path += "H" + number(left + areaWidth) + "V" + number(base) + "Z";
  svg += "<path d=\"" + path + "\" class=\"" + memoryStyle.fill +
         "\"><title>memory of coordinate " + std::to_string(c) +
         (graph.problem.fixedBytes.empty() ? " between tasks" : "") +
         ", peak " + describeBytes(run.peakBytes) + "</title></path>\n";
  text(left - 8, base - 10, "peak " + describeBytes(run.peakBytes), "end", 9);
}

void Drawing::drawAxis() {
  double y = axisTop(), total = simulation.makespan / unit.seconds;
  double wanted = std::max(total, 1e-12) / std::max(areaWidth / 90, 1.0);
  double step = std::pow(10, std::floor(std::log10(wanted)));
  for (double factor : {2.0, 5.0, 10.0})
    if (step < wanted && step * factor >= wanted) {
      step *= factor;
      break;
    }
  auto line = [&](double x1, double y1, double x2, double y2,
                  const char *style) {
    svg += "<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" +
           number(x2) + "\" y2=\"" + number(y2) + "\" class=\"" + style +
           "\"/>\n";
  };
  int ticks = simulation.makespan > 0 ? int(total / step + 1e-9) : 0;
  for (int i = 0; i <= ticks; ++i) {
    double at = x(i * step * unit.seconds);
    line(at, top - 4, at, y + 4, "grid");
    text(at, y + 16, significant(i * step), "middle", 10);
  }
  line(left, y, left + areaWidth, y, "axis");
  text(left + areaWidth / 2, y + 34, std::string("time (") + unit.name + ")",
       "middle", 11);
}

std::string timelineSvg(const TaskGraph &graph, const Simulation &simulation,
                        const std::string &title, const TimelineFrame &frame) {
  return Drawing(graph, simulation, frame).run(title);
}

} // namespace popt::pipeline
