// What makes a problem well formed, and what follows from one: stages, slots,
// transfers, distances.

#include "Graphs.h"

using namespace popt::pipeline;
using namespace popt::pipeline::test;

/// Two tasks on two coordinates, one value.
static Problem good() {
  Problem p;
  p.coordinates = 2;
  p.microbatches = 3;
  p.tasks = {{0, 0, Part::Main, 1}, {1, 0, Part::Main, 1}};
  p.values = {{0, {1}, 8, 0, "h"}};
  return p;
}

TEST(ProblemTest, EveryMistakeHasItsMessage) {
  EXPECT_EQ(good().check(), "");
  auto broken = [](auto change) {
    Problem p = good();
    change(p);
    return p.check();
  };
  EXPECT_EQ(broken([](Problem &p) { p.coordinates = 0; }),
            "there are 0 coordinates");
  EXPECT_EQ(broken([](Problem &p) { p.microbatches = 0; }),
            "there are 0 microbatches");
  EXPECT_EQ(broken([](Problem &p) { p.tasks[1].coordinate = 2; }),
            "task 1 is on coordinate 2, there are 2");
  EXPECT_EQ(broken([](Problem &p) { p.tasks[1].visit = -1; }),
            "task 1 has the negative visit -1");
  EXPECT_EQ(broken([](Problem &p) { p.tasks[0].seconds = -1; }),
            "task 0 takes -1.000000 seconds, which is no cost");
  EXPECT_EQ(broken([](Problem &p) { p.tasks[1].coordinate = 0; }),
            "visit 0 of coordinate 0 is there twice");
  EXPECT_EQ(broken([](Problem &p) { p.values[0].producer = 7; }),
            "value 0 (\"h\") is made by task 7, there are 2");
  EXPECT_EQ(broken([](Problem &p) { p.values[0].readers = {-1}; }),
            "value 0 (\"h\") is read by task -1, there are 2");
  EXPECT_EQ(broken([](Problem &p) { p.values[0].readers = {1, 1}; }),
            "value 0 (\"h\") names a reader twice");
  EXPECT_EQ(broken([](Problem &p) { p.values[0].bytes = -8; }),
            "value 0 (\"h\") has -8 bytes");
  EXPECT_EQ(broken([](Problem &p) { p.values[0].distance = -1; }),
            "value 0 (\"h\") is read 1 microbatches before it is made");
  EXPECT_EQ(broken([](Problem &p) { p.links.resize(3); }),
            "3 links are given, 2 coordinates have 4");
  EXPECT_EQ(broken([](Problem &p) { p.link.bytesPerSecond = 0; }),
            "a link has a latency that is no cost, or no bandwidth");
  EXPECT_EQ(broken([](Problem &p) { p.fixedBytes = {1}; }),
            "1 coordinates have fixed bytes, there are 2");
  EXPECT_EQ(broken([](Problem &p) { p.overlap = 2; }),
            "the overlap is 2.000000, it must be between 0 and 1");
  EXPECT_EQ(broken([](Problem &p) {
              p.tasks.push_back({0, 1, Part::Weight, 1});
              p.values.push_back({1, {0}, 0, 0, "back"});
              p.values.push_back({1, {2}, 0, 0, ""});
            }),
            "the placement is cyclic: these wait for each other: visit 0 of "
            "coordinate 1, visit 0 of coordinate 0");
  // Waiting for an earlier microbatch is no circle.
  EXPECT_EQ(broken([](Problem &p) { p.values.push_back({1, {0}, 0, 1, ""}); }),
            "");
}

/// The coordinate and chunk of every stage: "0.0 1.0 1.1 0.1".
static std::string stagesOf(const Problem &problem) {
  TaskGraph graph(problem);
  std::string s;
  for (int i = 0; i < graph.stages(); ++i)
    s += (i ? " " : "") + std::to_string(graph.coordinateOfStage(i)) + "." +
         std::to_string(graph.chunkOfStage(i));
  return s;
}

TEST(ProblemTest, StagesAreNumberedAlongTheNetwork) {
  ChainSpec spec;
  spec.coordinates = 3;
  spec.chunks = 2;
  EXPECT_EQ(stagesOf(makeChain(spec)), "0.0 1.0 2.0 0.1 1.1 2.1");
  spec.placement = Placement::V;
  EXPECT_EQ(stagesOf(makeChain(spec)), "0.0 1.0 2.0 2.1 1.1 0.1");
  spec.fuseLast = spec.splitWeight = true;
  EXPECT_EQ(makeChain(spec).check(), "");
  EXPECT_EQ(stagesOf(makeChain(spec)), "0.0 1.0 2.0 2.1 1.1 0.1");
  EXPECT_EQ(stagesOf(networkProblem(twoTowers(), 4, false, false)),
            "0.0 2.0 1.0 3.0 4.0");
  EXPECT_EQ(stagesOf(contrastive(2)), "0.0 1.0 0.1 1.1");
}

TEST(ProblemTest, SlotsOfAFusedStage) {
  ChainSpec spec;
  spec.coordinates = 2;
  spec.fuseLast = spec.splitWeight = true;
  Problem problem = makeChain(spec);
  TaskGraph graph(problem);
  EXPECT_EQ(graph.tasksOf(1, 0, Role::Forward).size(), 1u);
  EXPECT_EQ(graph.tasksOf(1, 0, Role::Backward).size(), 0u);
  EXPECT_EQ(graph.tasksOf(1, 0, Role::Weight).size(), 1u);
  EXPECT_EQ(graph.tasksOf(1, 5, Role::Weight).size(), 0u);
  int fused = graph.tasksOf(1, 0, Role::Forward)[0];
  EXPECT_EQ(graph.describe(fused, 3),
            "forward 1F3 (microbatch 3, stage 1, coordinate 1)");
  EXPECT_EQ(graph.label(graph.tasksOf(0, 0, Role::Backward)[0], 2), "0I2");
  // Forward and backward in one: 1 + 1 seconds.
  EXPECT_EQ(problem.tasks[fused].seconds, 2);
}

TEST(ProblemTest, HopsToTheEnd) {
  auto hops = [](const Problem &problem) {
    TaskGraph graph(problem);
    std::vector<int> h;
    for (int c = 0; c < problem.coordinates; ++c)
      h.push_back(graph.hopsToEnd(c));
    return h;
  };
  ChainSpec spec;
  spec.coordinates = 4;
  EXPECT_EQ(hops(makeChain(spec)), (std::vector<int>{3, 2, 1, 0}));
  EXPECT_EQ(hops(networkProblem(twoTowers(), 4, false, true)),
            (std::vector<int>{3, 2, 2, 1, 0}));
  EXPECT_EQ(hops(networkProblem(skipsAndHeads(), 4, false, true)),
            (std::vector<int>{3, 2, 1, 0, 0}));
}

TEST(ProblemTest, OneTransferPerValueAndDestination) {
  Problem problem = contrastive(2);
  TaskGraph graph(problem);
  // Both embeddings and both gradients, each to the other coordinate, once.
  ASSERT_EQ(graph.transfers.size(), 4u);
  EXPECT_EQ(graph.transfers[0].source, 0);
  EXPECT_EQ(graph.transfers[0].destination, 1);
  EXPECT_EQ(graph.transfers[0].readers, std::vector<int>{4});
  EXPECT_EQ(graph.describeValue(0), "\"embedding\"");
  problem.values[0].name.clear();
  EXPECT_EQ(graph.describeValue(0), "a result of F of stage 0");
}
