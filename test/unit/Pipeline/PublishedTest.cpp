// Every schedule against published figures: order texts, closed forms, peaks,
// golden values, latency forms, and the bubble rates that the zero-bubble paper
// measured its schedules by. The tables are read at test time (environment
// variable POPT_SHARED, else ../shared of the repository) and the tests are
// skipped without them; GenerateTest.cpp has figures of its own.

#include "Common.h"
#include "Expression.h"
#include "popt/Pipeline/AutoSchedule.h"

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace popt::pipeline;
using namespace popt::pipeline::test;
using nlohmann::json;

static std::optional<json> published(const std::string &file) {
  const char *set = std::getenv("POPT_SHARED");
  std::ifstream in(std::string(set ? set : POPT_SOURCE_DIR "/../shared") +
                   "/published/" + file);
  if (!in)
    return std::nullopt;
  return json::parse(in);
}

#define POPT_NEEDS(VARIABLE, FILE)                                             \
  std::optional<json> VARIABLE##Read = published(FILE);                        \
  if (!VARIABLE##Read)                                                         \
    GTEST_SKIP() << "skipped: published/" FILE                                 \
                    " is not there (set POPT_SHARED)";                         \
  const json &VARIABLE = *VARIABLE##Read

static std::optional<ScheduleKind> roleOf(const json &row,
                                          const char *key = "name") {
  std::string error;
  return parseScheduleKind(row[key].get<std::string>(), error);
}

namespace {
/// What a table says about a point.
struct Outcome {
  double makespan = 0, span = 0, worstIdle = 0, work = 0;
  std::vector<int64_t> peaks;
};
} // namespace

static Outcome outcomeOf(const Point &at, bool peaks = true) {
  Problem problem = chainOf(at);
  EXPECT_EQ(problem.check(), "");
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, at.kind);
  Simulation simulation = mustSimulate(graph, schedule);
  Outcome out;
  out.makespan = simulation.makespan;
  out.span = simulation.longestSpan();
  out.worstIdle = simulation.worstIdle();
  out.work = at.m * (at.F + at.I + at.W) *
             (at.kind == ScheduleKind::DualPipeV ? 2 : 1);
  if (peaks)
    out.peaks = assignSlots(graph, schedule).peakBytes;
  return out;
}

TEST(PublishedTest, GoldenRows) {
  POPT_NEEDS(table, "schedules.json");
  int rows = 0;
  for (const json &row : table["golden_rows"]) {
    std::optional<ScheduleKind> kind = roleOf(row, "schedule");
    if (!kind)
      continue;
    SCOPED_TRACE(row.dump());
    ++rows;
    Point at{*kind,
             row["p"],
             row["m"],
             row.value("v", row.value("w", 1)),
             row["F"],
             row["I"],
             row["W"],
             row["c"],
             row.value("FB", -1.0)};
    Outcome out = outcomeOf(at);
    EXPECT_NEAR(out.makespan, row["makespan"].get<double>(), 1e-6);
    if (!row.contains("span"))
      continue;
    EXPECT_NEAR(out.span, row["span"].get<double>(), 1e-6);
    EXPECT_NEAR(out.worstIdle, row["worst_idle"].get<double>(), 1e-6);
    EXPECT_EQ(*std::max_element(out.peaks.begin(), out.peaks.end()),
              row["peak_max"].get<int64_t>());
    if (row.contains("peak")) {
      EXPECT_EQ(out.peaks, row["peak"].get<std::vector<int64_t>>());
    }
  }
  EXPECT_GE(rows, 600);
}

TEST(PublishedTest, OrderTexts) {
  POPT_NEEDS(table, "schedules.json");
  int texts = 0;
  for (const json &row : table["rows"]) {
    std::optional<ScheduleKind> kind = roleOf(row);
    if (!kind || !row.contains("order_example"))
      continue;
    const json &example = row["order_example"];
    Point at;
    at.kind = *kind;
    at.p = example["p"];
    at.m = example["m"];
    at.v = example.value("v", 1);
    Problem problem = chainOf(at);
    TaskGraph graph(problem);
    Schedule schedule = mustGenerate(graph, *kind);
    for (int d = 0; d < at.p; ++d)
      EXPECT_EQ(orderText(graph, schedule, d),
                example["devices"][d].get<std::string>())
          << name(*kind);
    EXPECT_NEAR(mustSimulate(graph, schedule).makespan,
                example["makespan_unit_times"].get<double>(), 1e-6);
    ++texts;
  }
  EXPECT_EQ(texts, 10);
}

//===----------------------------------------------------------------------===//
// Closed forms
//===----------------------------------------------------------------------===//

namespace {
struct Costs {
  double F, I, W, c;
  double FB = -1;
};
} // namespace

static std::map<std::string, double> variablesOf(const Point &at) {
  double B = at.I + at.W;
  return {{"p", at.p}, {"m", at.m},
          {"v", at.v}, {"w", at.v},
          {"F", at.F}, {"I", at.I},
          {"W", at.W}, {"B", B},
          {"c", at.c}, {"FB", at.FB < 0 ? at.F + B : at.FB}};
}

static bool isDual(ScheduleKind kind) {
  return kind == ScheduleKind::DualPipeV || kind == ScheduleKind::DualPipe;
}

/// The points at which forms are tried: m from p to 8p, every one of them for
/// small p, and with POPT_LONG=1 for all.
static std::vector<Point> pointsOf(ScheduleKind kind) {
  const Costs costs[] = {
      {1, 1, 1, 0},      {1, 1, 1, 0.1},     {1, 1, 1, 0.4},
      {1, 1.2, 0.8, 0},  {1, 0.5, 0.5, 0.1}, {2, 1.5, 0.5, 0},
      {1, 2.5, 0.75, 0}, {1, 1, 1, 0, 2.5},  {1, 0.5, 0.5, 0}};
  std::vector<Point> points;
  const char *set = std::getenv("POPT_LONG");
  bool all = set && std::string(set) == "1";
  auto step = [&](int p, int m) {
    return all || p <= 4 ? 1 : p <= 8 ? 5 : m % p ? 19 : 9;
  };
  for (int p : {2, 4, 8, 16})
    for (int m = p; m <= 8 * p; m += step(p, m))
      for (int v : isLooped(kind) || kind == ScheduleKind::Hanayo
                       ? std::vector<int>{1, 2, 3}
                       : std::vector<int>{1})
        for (int round : {0, 1}) { // also the multiples of p
          int count = round ? m / p * p : m;
          if (round && count == m)
            continue;
          if (kind == ScheduleKind::InterleavedOneFOneB && count % p != 0)
            continue;
          if (isDual(kind) && count < 2 * p)
            continue;
          // Orders from times have forms for one unit of microbatches alone.
          if ((directionsOf(kind) == 2 && count % 2 != 0) ||
              (isListed(kind) && count != p))
            continue;
          for (const Costs &k : costs) {
            if (k.FB >= 0 && !isDual(kind))
              continue;
            points.push_back({kind, p, count, v, k.F, k.I, k.W, k.c, k.FB});
          }
        }
  return points;
}

static bool holds(const json &condition, const Point &at) {
  if (condition.is_null())
    return true;
  std::map<std::string, double> variables = variablesOf(at);
  return Expression(condition, variables).evaluate() != 0;
}

static double metricOf(const Outcome &out, const std::string &metric) {
  if (metric == "makespan")
    return out.makespan;
  if (metric == "makespan_minus_work")
    return out.makespan - out.work;
  if (metric == "span_minus_work")
    return out.span - out.work;
  EXPECT_EQ(metric, "worst_idle");
  return out.worstIdle;
}

class ClosedFormTest : public testing::TestWithParam<ScheduleKind> {};

TEST_P(ClosedFormTest, MakespansAndPeaks) {
  POPT_NEEDS(table, "schedules.json");
  int compared = 0, peaks = 0;
  bool isPublished = false;
  for (const json &row : table["rows"]) {
    if (row["name"] != name(GetParam()))
      continue;
    isPublished = true;
    for (const Point &at : pointsOf(GetParam())) {
      bool peak = at.c == 0 && row.contains("peak") &&
                  holds(row["peak"]["valid_if"], at);
      Outcome out = outcomeOf(at, peak);
      std::map<std::string, double> variables = variablesOf(at);
      for (const json &form : row["closed_forms"]) {
        if (!holds(form["valid_if"], at))
          continue;
        double want = Expression(form["expr"], variables).evaluate();
        ASSERT_NEAR(metricOf(out, form["metric"]), want, 1e-6)
            << form.dump() << " p=" << at.p << " m=" << at.m << " v=" << at.v
            << " F=" << at.F << " I=" << at.I << " W=" << at.W << " c=" << at.c
            << " FB=" << at.FB;
        ++compared;
      }
      for (int d = 0; peak && d < at.p; ++d) {
        variables["d"] = d;
        // Those of dualpipe and dualpipev are the most of all coordinates.
        ASSERT_EQ(out.peaks[d],
                  Expression(row["peak"]["expr"], variables).evaluate())
            << "peak, p=" << at.p << " m=" << at.m << " v=" << at.v
            << " d=" << d;
        ++peaks;
      }
    }
  }
  if (!isPublished)
    GTEST_SKIP() << "no figures of it are published";
  EXPECT_GE(compared, isListed(GetParam()) ? 8 : 20);
  EXPECT_GE(peaks, isListed(GetParam()) ? 0 : 20);
}

INSTANTIATE_TEST_SUITE_P(All, ClosedFormTest, testing::ValuesIn(namedSchedules),
                         nameOfKind);

// Of schedules without a row nothing is compared above: twelve have one.
TEST(PublishedTest, TwelveSchedulesHaveRows) {
  POPT_NEEDS(table, "schedules.json");
  std::set<ScheduleKind> published;
  std::string unknown;
  for (const json &row : table["rows"])
    if (auto kind = parseScheduleKind(row["name"].get<std::string>(), unknown))
      published.insert(*kind);
  EXPECT_GE(published.size(), 12u);
}

/// Conditions of the latency table are words: "always", "any m (...)", or
/// expressions set apart by commas.
static bool latencyHolds(const std::string &valid, const Point &at) {
  if (valid == "always" || valid.rfind("any m", 0) == 0)
    return true;
  std::string condition = valid;
  for (size_t i; (i = condition.find(',')) != std::string::npos;)
    condition.replace(i, 1, " and");
  return holds(condition, at);
}

TEST(PublishedTest, LatencyForms) {
  POPT_NEEDS(table, "schedules.json");
  for (const json &form : table["latency_forms"]) {
    std::optional<ScheduleKind> kind = roleOf(form, "schedule");
    ASSERT_TRUE(kind);
    int compared = 0;
    for (const Point &at : pointsOf(*kind)) {
      if (!latencyHolds(form["valid"], at))
        continue;
      std::map<std::string, double> variables = variablesOf(at);
      ASSERT_NEAR(outcomeOf(at, false).makespan,
                  Expression(form["makespan"], variables).evaluate(), 1e-6)
          << form.dump() << " p=" << at.p << " m=" << at.m << " v=" << at.v;
      ++compared;
    }
    EXPECT_GE(compared, 20) << form.dump();
  }
}

//===----------------------------------------------------------------------===//
// Zero bubble
//===----------------------------------------------------------------------===//

TEST(PublishedTest, ZeroBubbleRates) {
  POPT_NEEDS(table, "zero_bubble_table.json");
  int rates = 0;
  for (const json &row : table["rows"]) {
    const std::pair<const char *, const char *> names[] = {{"1f1b", "1f1b"},
                                                           {"zb_h1", "zb-h1"},
                                                           {"zb_h2", "zb-h2"},
                                                           {"zb_1p", "zb-1p"}};
    for (auto [key, schedule] : names) {
      std::string error;
      Point at;
      at.kind = *parseScheduleKind(schedule, error);
      at.p = row["p"];
      at.m = row["m"];
      at.F = row["F_ms"];
      at.I = row["I_ms"];
      at.W = row["W_ms"];
      at.c = row["c_ms"];
      Outcome out = outcomeOf(at, false);
      double rate = (out.span - out.work) / out.span;
      EXPECT_EQ(std::round(rate * 1e4),
                std::round(row["bubble_rate"][key].get<double>() * 1e4))
          << schedule << " " << row["model"] << " m=" << at.m;
      ++rates;
    }
  }
  EXPECT_GE(rates, 36);
}

/// Orders found under the memory of ZB-2p against those that its authors found.
/// Rows of many tasks only with POPT_LONG=1.
TEST(PublishedTest, SearchedZeroBubbleRates) {
  POPT_NEEDS(table, "zero_bubble_table.json");
  const char *set = std::getenv("POPT_LONG");
  bool all = set && std::string(set) == "1";
  int rates = 0;
  for (const json &row : table["rows"]) {
    double F = row["F_ms"], I = row["I_ms"], W = row["W_ms"];
    int p = row["p"], m = row["m"];
    if (!all && p * m > 8 * 32)
      continue;
    ChainSpec spec;
    spec.coordinates = p;
    spec.microbatches = m;
    spec.stages = {{F, I, W}};
    spec.splitWeight = true;
    spec.link.latencySeconds = row["c_ms"];
    // Bytes per layer, sequence and sample (memory_model_for_search).
    int64_t h = row["hidden"], a = row["heads"], s = row["seq"];
    int64_t forInput = 34 * h + 5 * a * s, forWeight = 32 * h;
    spec.activationBytes = forWeight;
    Problem problem = withInputBytes(makeChain(spec), forInput - forWeight);
    TaskGraph graph(problem);
    AutoOptions options;
    options.objective = Objective::LongestSpan;
    options.maxBytes.assign(p, 2 * p * forInput);
    std::string error;
    std::optional<AutoSchedule> found = autoSchedule(graph, options, error);
    ASSERT_TRUE(found) << error;
    CheckOptions limits;
    limits.maxBytes = options.maxBytes;
    EXPECT_EQ(check(graph, found->schedule, limits), "");
    double span = mustSimulate(graph, found->schedule).longestSpan();
    EXPECT_NEAR(span, found->chosen.seconds, 1e-6);
    EXPECT_LE((span - m * (F + I + W)) / span,
              row["bubble_rate"]["zb_2p"].get<double>() + 0.002)
        << row["model"] << " m=" << m;
    ++rates;
  }
  EXPECT_GE(rates, all ? 9 : 4);
}
