// The text form: what is written is read back, files of other tools are read,
// and every mistake has a located message.

#include "Graphs.h"

using namespace popt::pipeline;
using namespace popt::pipeline::test;

static std::string mustWrite(const TaskGraph &graph, const Schedule &schedule) {
  std::string error;
  std::optional<std::string> text = writeSchedule(graph, schedule, error);
  EXPECT_TRUE(text) << error;
  return text.value_or("");
}

static Schedule mustRead(const TaskGraph &graph, const std::string &text) {
  std::string error;
  std::optional<Schedule> s = readSchedule(graph, text, "order.csv", error);
  EXPECT_TRUE(s) << error;
  return s ? *s : Schedule{};
}

TEST(CsvTest, RoundTrips) {
  for (ScheduleKind kind : namedSchedules)
    for (int p : {1, 3, 4}) {
      Problem problem = chainOf(smallPoint(kind, p, 8));
      if (kind == ScheduleKind::InterleavedOneFOneB)
        problem.microbatches = 2 * p;
      TaskGraph graph(problem);
      Schedule bare = mustGenerate(graph, kind);
      for (const Schedule &s : {bare, withTransfers(graph, bare, 1)}) {
        std::string text = mustWrite(graph, s);
        Schedule read = mustRead(graph, text);
        EXPECT_EQ(read.order, s.order) << name(kind);
        EXPECT_EQ(directionsOfOrder(text, problem.microbatches),
                  problem.directions)
            << name(kind);
        EXPECT_EQ(check(graph, read), "");
        EXPECT_EQ(read.name, "custom");
      }
    }
}

TEST(CsvTest, WholeFile) {
  Problem problem = chainOf(smallPoint(ScheduleKind::ZBH1, 2, 2));
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, ScheduleKind::ZBH1);
  EXPECT_EQ(mustWrite(graph, schedule), "0F0,0F1,0I0,0W0,0I1,0W1\n"
                                        "1F0,1I0,1F1,1I1,1W0,1W1\n");
  EXPECT_EQ(mustWrite(graph, withTransfers(graph, schedule)),
            "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0I0,0W0,0RECV_B1,0I1,0W1\n"
            "1RECV_F0,1F0,1I0,1SEND_B0,1RECV_F1,1F1,1I1,1SEND_B1,1W0,1W1\n");
}

/// Files as other tools write them: idle cells, blanks, quotes, line ends of
/// another system, no line break at the end.
TEST(CsvTest, Tolerant) {
  Problem problem = chainOf(smallPoint(ScheduleKind::OneFOneB, 2, 2));
  TaskGraph graph(problem);
  Schedule want = mustGenerate(graph, ScheduleKind::OneFOneB);
  EXPECT_EQ(
      mustRead(graph, "0F0,0F1,,, 0B0 ,\"0B1\"\r\n,1F0,1B0,1F1,1B1").order,
      want.order);
  // A chain with split weight parts: B stands for both, as one bundle.
  Problem split = chainOf(smallPoint(ScheduleKind::ZBH1, 1, 1));
  TaskGraph splitGraph(split);
  Schedule bundles = mustRead(splitGraph, "0F0,0B0\n");
  ASSERT_EQ(bundles.order[0].size(), 3u);
  EXPECT_TRUE(bundles.order[0][1].joined);
  EXPECT_EQ(check(splitGraph, bundles), "");
  // A last stage that is one task: its B stands for nothing.
  ChainSpec spec;
  spec.coordinates = 2;
  spec.microbatches = 2;
  spec.fuseLast = true;
  Problem fused = makeChain(spec);
  TaskGraph fusedGraph(fused);
  EXPECT_EQ(check(fusedGraph, mustRead(fusedGraph, "0F0,0F1,0B0,0B1\n"
                                                   "1F0,1B0,1F1,1B1\n")),
            "");
  // What it sends is of a backward all the same.
  EXPECT_EQ(check(fusedGraph,
                  mustRead(fusedGraph,
                           "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,"
                           "0B1\n"
                           "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,"
                           "1SEND_B1\n")),
            "");
}

TEST(CsvTest, OverlappedPairs) {
  Problem problem = chainOf(smallPoint(ScheduleKind::DualPipeV, 1, 2));
  TaskGraph graph(problem);
  std::string text = "0F0,1F0,0F1,1B0,(1F1;0B0)OVERLAP_F_B,1B1,0I1,0W1\n";
  Schedule s = mustRead(graph, text);
  EXPECT_EQ(check(graph, s), "");
  EXPECT_EQ(mustWrite(graph, s), text);
}

TEST(CsvTest, Mistakes) {
  Problem problem = chainOf(smallPoint(ScheduleKind::OneFOneB, 2, 2));
  TaskGraph graph(problem);
  auto message = [&](const std::string &text) {
    std::string error;
    EXPECT_FALSE(readSchedule(graph, text, "o.csv", error)) << text;
    return error;
  };
  const std::string form =
      " is no action: one is written stage, kind, microbatch, such as 2F0";
  EXPECT_EQ(message("0F0,x\n1F0\n"), "o.csv:1:2: \"x\"" + form);
  EXPECT_EQ(message("0F0,0F\n1F0\n"), "o.csv:1:2: \"0F\"" + form);
  EXPECT_EQ(message("0F0,0F1x\n1F0\n"), "o.csv:1:2: \"0F1x\"" + form);
  EXPECT_EQ(message("0F0,0Q1\n1F0\n"), "o.csv:1:2: \"0Q1\"" + form);
  EXPECT_EQ(message("0F99999999999\n"), "o.csv:1:1: \"0F99999999999\"" + form);
  EXPECT_EQ(message("0F0\n,1F0,1B7\n"),
            "o.csv:2:3: \"1B7\" names microbatch 7, there are 2");
  EXPECT_EQ(message("0F0\n,1F0,5B1\n"),
            "o.csv:2:3: \"5B1\" names stage 5, there are 2 stages");
  EXPECT_EQ(message("0F0,1B0\n1F0\n"),
            "o.csv:1:2: \"1B0\" is in row 1, stage 1 is on coordinate 1 (row "
            "2)");
  EXPECT_EQ(message("0UNSHARD,0F0\n1F0\n"),
            "o.csv:1:1: \"0UNSHARD\" cannot be ordered: gathers and reductions "
            "of weights are placed by the memory budget, leave it out");
  EXPECT_EQ(message("0F0,0REDUCE_GRAD\n1F0\n").rfind("o.csv:1:2: ", 0), 0u);
  EXPECT_EQ(message("0F0,0RESHARD\n1F0\n").rfind("o.csv:1:2: ", 0), 0u);
  EXPECT_EQ(message("0F0,0BW0\n1F0\n"),
            "o.csv:1:2: \"0BW0\" is of an older form: write B for a whole "
            "backward, I and W for its halves");
  EXPECT_EQ(message("0F0\n"),
            "o.csv:2:1: there are 1 rows, the stage axis has 2 coordinates");
  EXPECT_EQ(message("0F0\n1F0\n2F0\n"),
            "o.csv:3:1: there is a row for coordinate 2, the stage axis has 2 "
            "coordinates");
  EXPECT_EQ(message(""),
            "o.csv:1:1: there are 0 rows, the stage axis has 2 coordinates");
  EXPECT_EQ(message("(0F0;0B0)OVERLAP,0F1\n1F0\n"),
            "o.csv:1:1: \"(0F0;0B0)OVERLAP\" is no action: a bundle is written "
            "(1F2;3B4)OVERLAP_F_B");
  EXPECT_EQ(message("(0F0;0B0\n1F0\n").rfind("o.csv:1:1: ", 0), 0u);
  EXPECT_EQ(message("(0F0;)OVERLAP_F_B\n1F0\n"), "o.csv:1:1: \"\"" + form);
  EXPECT_EQ(message("(0F0;0SEND_F0)OVERLAP_F_B\n1F0\n"),
            "o.csv:1:1: \"(0F0;0SEND_F0)OVERLAP_F_B\" has a send or receive in "
            "a bundle");
  EXPECT_EQ(message("0F0,0SEND_F0,0SEND_F0\n1F0\n"),
            "o.csv:1:3: \"0SEND_F0\" has nothing to send: no value of stage 0 "
            "travels there, or an earlier cell has taken it");
  EXPECT_EQ(message("0F0,0RECV_F0\n1F0\n"),
            "o.csv:1:2: \"0RECV_F0\" has nothing to receive: no value of stage "
            "0 travels there, or an earlier cell has taken it");
}

/// Damaged files are read or refused with a place, never more than that.
TEST(CsvTest, Damage) {
  Problem problem = chainOf(smallPoint(ScheduleKind::DualPipeV, 2, 4));
  TaskGraph graph(problem);
  std::string text = mustWrite(
      graph,
      withTransfers(graph, mustGenerate(graph, ScheduleKind::DualPipeV)));
  std::mt19937 random(41);
  const std::string letters = "0123FIBWSENDRCV_,;()\n\r\" \0";
  for (int round = 0; round < 5000; ++round) {
    std::string damaged = text;
    for (int k = random() % 4; k >= 0; --k) {
      size_t at = random() % damaged.size();
      if (random() % 3 == 0)
        damaged.erase(at, random() % 9);
      else if (random() % 2)
        damaged[at] = letters[random() % letters.size()];
      else
        damaged.insert(at, 1, letters[random() % letters.size()]);
      if (damaged.empty())
        damaged = "x";
    }
    std::string error;
    std::optional<Schedule> s = readSchedule(graph, damaged, "o.csv", error);
    if (s)
      check(graph, *s);
    else
      EXPECT_EQ(error.rfind("o.csv:", 0), 0u) << error;
  }
}

/// Orders that are read are checked like any other.
TEST(CsvTest, WhatIsReadIsChecked) {
  Problem problem = chainOf(smallPoint(ScheduleKind::OneFOneB, 2, 2));
  TaskGraph graph(problem);
  EXPECT_EQ(check(graph, mustRead(graph, "0F0,0F1,0B0\n1F0,1B0,1F1,1B1\n")),
            "backward 0B1 (microbatch 1, stage 0, coordinate 0) never runs");
}

TEST(CsvTest, WhatCannotBeWritten) {
  // A fused stage with a weight part before other visits: two tasks, one cell.
  Problem problem;
  problem.microbatches = 1;
  problem.tasks = {{0, 0, Part::Main, 1},
                   {0, 0, Part::Weight, 1},
                   {0, 1, Part::Main, 1},
                   {0, 1, Part::Weight, 1}};
  TaskGraph graph(problem);
  auto run = [](int task, bool joined = false) {
    return Step{Step::Run, joined, task, 0};
  };
  std::string error;
  Schedule apart;
  apart.order = {{run(0), run(1), run(2), run(3)}};
  EXPECT_FALSE(writeSchedule(graph, apart, error));
  EXPECT_EQ(error, "the text form cannot say this order: what \"0W0\" stands "
                   "for is not in one place");
  Schedule together;
  together.order = {{run(0), run(2), run(1), run(3)}};
  EXPECT_EQ(mustWrite(graph, together), "0F0,0I0,0W0\n");
  Schedule bundle;
  problem.microbatches = 2;
  bundle.order = {{run(0, true), run(1, true), run(2, true), run(3)}};
  EXPECT_FALSE(writeSchedule(graph, bundle, error));
  EXPECT_EQ(error, "the text form cannot say this order: a bundle of 3 cells "
                   "begins with \"0F0\"");
}
