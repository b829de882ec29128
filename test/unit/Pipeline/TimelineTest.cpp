// The picture: well-formed XML, a rectangle for every task and message, legend,
// axis, numbers, memory.

#include "popt/Pipeline/Timeline.h"
#include "Graphs.h"

#include <cstdlib>
#include <cstring>
#include <fstream>

using namespace popt::pipeline;
using namespace popt::pipeline::test;

static int count(const std::string &text, const std::string &what) {
  int n = 0;
  for (size_t i = text.find(what); i != std::string::npos;
       i = text.find(what, i + what.size()))
    ++n;
  return n;
}

/// Empty if the text is one XML element whose tags nest, with quoted attributes
/// and no bare & or <.
static std::string xmlError(const std::string &text) {
  std::vector<std::string> open;
  size_t i = text.find("?>");
  if (text.rfind("<?xml", 0) != 0 || i == std::string::npos)
    return "no declaration";
  bool any = false;
  for (i += 2; i < text.size();) {
    if (text[i] != '<') {
      if (text[i] == '&') {
        size_t end = text.find(';', i);
        if (end == std::string::npos || end - i > 6)
          return "bare &";
      }
      if (open.empty() && text[i] != '\n')
        return "text outside the document";
      ++i;
      continue;
    }
    size_t end = i + 1;
    bool inQuotes = false;
    for (; end < text.size() && (inQuotes || text[end] != '>'); ++end) {
      inQuotes ^= text[end] == '"';
      if (text[end] == '<')
        return "bare <";
    }
    std::string tag = text.substr(i + 1, end - i - 1);
    i = end + 1;
    if (tag.empty() || inQuotes)
      return "broken tag";
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1))
        return "closes " + tag;
      open.pop_back();
      continue;
    }
    if (open.empty() && any)
      return "two documents";
    any = true;
    if (tag.back() != '/')
      open.push_back(tag.substr(0, tag.find(' ')));
  }
  return open.empty() ? "" : "open " + open.back();
}

static std::string draw(const Problem &problem, ScheduleKind kind,
                        const std::string &title = "a step") {
  TaskGraph graph(problem);
  Simulation s = mustSimulate(graph, mustGenerate(graph, kind));
  std::string svg = timelineSvg(graph, s, title);
  // For a look at the pictures: a folder in POPT_TIMELINES.
  if (const char *folder = std::getenv("POPT_TIMELINES"))
    std::ofstream(std::string(folder) + "/" + name(kind) + ".svg") << svg;
  return svg;
}

static Problem eightByThirtyTwo(ScheduleKind kind) {
  Point at = smallPoint(kind, 8, 32);
  at.F = 2e-3;
  at.I = 2e-3;
  at.W = 1.5e-3;
  at.c = 2e-4;
  Problem problem = chainOf(at);
  for (Value &v : problem.values)
    v.bytes = v.name[0] == 'a' ? 6 << 20 : v.name[0] == 'd' ? 0 : 1 << 20;
  problem.link.bytesPerSecond = 5e9;
  return problem;
}

TEST(TimelineTest, EverySchedule) {
  for (ScheduleKind kind : namedSchedules) {
    Problem problem = eightByThirtyTwo(kind);
    std::string svg = draw(problem, kind);
    EXPECT_EQ(xmlError(svg), "") << name(kind);
    TaskGraph graph(problem);
    size_t each = 32 / problem.directions;
    size_t tasks = problem.tasks.size() * each;
    size_t messages = graph.transfers.size() * each;
    // Every task and message tells what it is; memory has one per coordinate.
    EXPECT_EQ(count(svg, "<title>"), int(tasks + messages + 8)) << name(kind);
    EXPECT_EQ(count(svg, ">31</text>") > 8, true) << name(kind);
    for (const char *word :
         {">forward<", splitsWeight(kind) ? ">input gradient<" : ">backward<",
          ">transfer<", ">idle<", ">memory<",
          isV(kind)                 ? ">stages 7, 8<"
          : isLooped(kind)          ? ">stages 7, 15<"
          : directionsOf(kind) == 2 ? ">stages 7, 0<"
                                    : ">stage 7<"})
      EXPECT_EQ(count(svg, word), 1) << name(kind) << " " << word;
    EXPECT_EQ(count(svg, ">time (ms)<") + count(svg, ">time (s)<"), 1)
        << name(kind);
    // Weights are not in it, and the picture says so.
    EXPECT_EQ(count(svg, " between tasks, peak "), 8) << name(kind);
    // The legend has what there is.
    EXPECT_EQ(count(svg, ">weight gradient<"), int(splitsWeight(kind)))
        << name(kind);
  }
}

/// The number that follows `name="` from `at` on.
static double attribute(const std::string &text, size_t at, const char *name) {
  return std::strtod(text.c_str() + text.find(name, at) + std::strlen(name),
                     nullptr);
}

/// The head is not cut off: every text of it ends inside the picture, and above
/// the first lane.
TEST(TimelineTest, HeadFits) {
  for (ScheduleKind kind : namedSchedules)
    for (double width : {720.0, 1040.0}) {
      Problem problem = eightByThirtyTwo(kind);
      TaskGraph graph(problem);
      Simulation s = mustSimulate(graph, mustGenerate(graph, kind));
      std::string svg = timelineSvg(graph, s, "a step", {width, true});
      EXPECT_EQ(svg.rfind("<svg", 0), 0u);
      double most = attribute(svg, 0, " width=\""), lane = 1e9;
      EXPECT_EQ(most, width + 120);
      for (size_t at = svg.find("class=\"idle\""); at != std::string::npos;
           at = svg.find("class=\"idle\"", at + 1))
        if (double height =
                attribute(svg, svg.rfind("<rect", at), " height=\"");
            height > 20)
          lane =
              std::min(lane, attribute(svg, svg.rfind("<rect", at), " y=\""));
      for (size_t at = svg.find("text-anchor=\"start\"");
           at != std::string::npos;
           at = svg.find("text-anchor=\"start\"", at + 1)) {
        size_t begin = svg.rfind("<text", at), text = svg.find('>', at) + 1;
        double size = attribute(svg, at, "font-size=\"");
        double end = attribute(svg, begin, " x=\"") +
                     0.58 * size * (svg.find('<', text) - text);
        EXPECT_LE(end, most) << name(kind) << svg.substr(text, 40);
        EXPECT_LT(attribute(svg, begin, " y=\""), lane) << name(kind);
      }
    }
}

/// Forward and backward in one task have both colours; without any backward it
/// is a forward.
TEST(TimelineTest, WholeTasks) {
  ChainSpec spec;
  spec.coordinates = 2;
  spec.microbatches = 3;
  spec.fuseLast = true;
  Problem problem = makeChain(spec);
  std::string svg = draw(problem, ScheduleKind::OneFOneB);
  EXPECT_EQ(count(svg, ">forward and backward in one task<"), 1);
  EXPECT_EQ(count(svg, "pointer-events"), 3);
  Problem inference;
  inference.coordinates = 2;
  inference.microbatches = 3;
  inference.tasks = {{0, 0, Part::Main, 1}, {1, 0, Part::Main, 1}};
  inference.values = {{0, {1}, 8, 0, "h"}};
  svg = draw(inference, ScheduleKind::OneFOneB);
  EXPECT_EQ(count(svg, ">forward and backward in one task<"), 0);
}

TEST(TimelineTest, DeterministicAndEscaped) {
  Problem problem = chainOf(smallPoint(ScheduleKind::OneFOneB, 2, 2));
  problem.values[0].name = "\"<&\n>\"";
  std::string title = "<b> & \"c\"";
  std::string svg = draw(problem, ScheduleKind::OneFOneB, title);
  EXPECT_EQ(xmlError(svg), "");
  EXPECT_EQ(svg, draw(problem, ScheduleKind::OneFOneB, title));
  EXPECT_EQ(count(svg, "&lt;b&gt; &amp; &quot;c&quot;"), 1);
}

TEST(TimelineTest, NothingToDraw) {
  Problem none;
  none.coordinates = 2;
  EXPECT_EQ(xmlError(draw(none, ScheduleKind::OneFOneB)), "");
  // Tasks that take no time, and one that takes far longer than the others.
  Problem free = chainOf(smallPoint(ScheduleKind::ZBH1, 2, 2));
  for (Task &t : free.tasks)
    t.seconds = 0;
  EXPECT_EQ(xmlError(draw(free, ScheduleKind::ZBH1)), "");
  free.tasks[0].seconds = 1e9;
  free.tasks[1].seconds = 1e-9;
  std::string svg = draw(free, ScheduleKind::ZBH1);
  EXPECT_EQ(xmlError(svg), "");
  EXPECT_EQ(count(svg, "nan") + count(svg, "inf"), 0);
}
