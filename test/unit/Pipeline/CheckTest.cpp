// The checker finds every corruption of every schedule, rule by rule, and says
// which task, microbatch and stage it is. Corruptions are made so that each is
// certainly wrong; random ones are judged by execution from the definitions.

#include "Graphs.h"

#include <functional>
#include <map>
#include <set>

using namespace popt::pipeline;
using namespace popt::pipeline::test;

namespace {
/// A schedule with transfers, and what is needed to break it.
class CheckTest : public testing::TestWithParam<ScheduleKind> {
protected:
  CheckTest()
      : problem(chainOf(smallPoint(GetParam()))), graph(problem),
        legal(withTransfers(graph, mustGenerate(graph, GetParam()))) {}

  /// The message for a corrupted schedule; fails if there is none, or if it does
  /// not say this.
  std::string mustCatch(const Schedule &broken, const char *what,
                        const std::string &saying = "",
                        const CheckOptions &options = {}) {
    std::string error = check(graph, broken, options);
    EXPECT_NE(error, "") << what;
    EXPECT_NE(error.find(saying), std::string::npos) << error;
    EXPECT_NE(error.find("microbatch"), std::string::npos) << error;
    EXPECT_NE(error.find("stage"), std::string::npos) << error;
    ++corruptions;
    return error;
  }
  void forEachStep(const std::function<void(int, size_t, const Step &)> &f) {
    for (int c = 0; c < problem.coordinates; ++c)
      for (size_t i = 0; i < legal.order[c].size(); ++i)
        f(c, i, legal.order[c][i]);
  }
  /// Steps moved or removed leave the bundles they were in.
  static void erase(std::vector<Step> &steps, size_t i) {
    if (i > 0 && !steps[i].joined)
      steps[i - 1].joined = false;
    steps.erase(steps.begin() + i);
  }
  static void move(std::vector<Step> &steps, size_t from, size_t to) {
    Step s = steps[from];
    s.joined = false;
    erase(steps, from);
    steps.insert(steps.begin() + to, s);
    for (size_t i = 0; i + 1 < steps.size(); ++i)
      steps[i].joined &= steps[i + 1].kind == Step::Run;
  }
  size_t find(int c, Step::Kind kind, int index, int j) {
    for (size_t i = 0; i < legal.order[c].size(); ++i) {
      const Step &s = legal.order[c][i];
      if (s.kind == kind && s.index == index && s.microbatch == j)
        return i;
    }
    ADD_FAILURE() << "no such step";
    return 0;
  }

  Problem problem;
  TaskGraph graph;
  Schedule legal;
  int corruptions = 0;
};
} // namespace

TEST_P(CheckTest, LegalAsGenerated) { EXPECT_EQ(check(graph, legal), ""); }

TEST_P(CheckTest, ForeignMicrobatches) {
  forEachStep([&](int c, size_t i, const Step &) {
    for (int j : {-1, problem.microbatches, 1 << 20}) {
      Schedule s = legal;
      s.order[c][i].microbatch = j;
      mustCatch(s, "foreign microbatch", "has microbatch " + std::to_string(j));
    }
  });
}

TEST_P(CheckTest, ForeignTasks) {
  forEachStep([&](int c, size_t i, const Step &) {
    for (int index : {-1, 1 << 20}) {
      Schedule s = legal;
      s.order[c][i].index = index;
      EXPECT_NE(check(graph, s), "");
    }
  });
  Schedule s = legal;
  s.order.pop_back();
  size_t orders = s.order.size();
  EXPECT_EQ(check(graph, s),
            "the schedule has orders for " + std::to_string(orders) +
                " coordinates, there are " + std::to_string(orders + 1));
}

TEST_P(CheckTest, WrongCoordinates) {
  forEachStep([&](int c, size_t i, const Step &step) {
    for (int other = 0; other < problem.coordinates; ++other) {
      if (other == c)
        continue;
      Schedule s = legal;
      erase(s.order[c], i);
      Step moved = step;
      moved.joined = false;
      s.order[other].push_back(moved);
      mustCatch(s, "wrong coordinate",
                "belongs to coordinate " + std::to_string(c));
    }
  });
}

TEST_P(CheckTest, DroppedSteps) {
  forEachStep([&](int c, size_t i, const Step &) {
    Schedule s = legal;
    erase(s.order[c], i);
    mustCatch(s, "dropped", "never");
  });
}

TEST_P(CheckTest, DuplicatedSteps) {
  forEachStep([&](int c, size_t i, const Step &step) {
    for (size_t to : {i + 1, legal.order[c].size()}) {
      if (to == i + 1 && step.joined)
        continue;
      Schedule s = legal;
      Step copy = step;
      copy.joined = false;
      s.order[c].insert(s.order[c].begin() + to, copy);
      mustCatch(s, "duplicated", "twice");
    }
  });
}

TEST_P(CheckTest, WrongMicrobatchesAndTasks) {
  forEachStep([&](int c, size_t i, const Step &step) {
    // Another microbatch of the problem: one too many, one missing.
    Schedule s = legal;
    s.order[c][i].microbatch = (step.microbatch + 1) % problem.microbatches;
    mustCatch(s, "wrong microbatch");
    if (step.kind != Step::Run)
      return;
    for (int t : graph.tasksAt[c])
      if (t != step.index) {
        s = legal;
        s.order[c][i].index = t;
        mustCatch(s, "wrong task");
      }
  });
}

TEST_P(CheckTest, ReadersBeforeProducers) {
  for (size_t t = 0; t < problem.tasks.size(); ++t)
    for (const Input &in : graph.inputs[t])
      for (int j = 0; in.transfer < 0 && j < problem.microbatches; ++j) {
        if (!problem.runsFor(t, j))
          continue;
        int c = problem.tasks[t].coordinate;
        size_t from = find(c, Step::Run, t, j);
        size_t to = find(c, Step::Run, problem.values[in.value].producer, j);
        Schedule s = legal;
        move(s.order[c], from, to);
        // Receives of the reader are now late as well; order comes first only
        // where there are none.
        mustCatch(s, "reader before producer");
        Schedule bare = s;
        for (std::vector<Step> &steps : bare.order)
          for (size_t i = steps.size(); i-- > 0;)
            if (steps[i].kind != Step::Run)
              steps.erase(steps.begin() + i);
        mustCatch(bare, "reader before producer", "runs before");
      }
}

TEST_P(CheckTest, SendsBeforeTheyAreMade) {
  for (size_t t = 0; t < graph.transfers.size(); ++t)
    for (int j = 0; j < problem.microbatches; ++j) {
      int c = graph.transfers[t].source;
      int producer = problem.values[graph.transfers[t].value].producer;
      if (!problem.runsFor(producer, j))
        continue;
      size_t made = find(c, Step::Run, producer, j);
      while (made > 0 && legal.order[c][made - 1].joined)
        --made;
      Schedule s = legal;
      move(s.order[c], find(c, Step::Send, t, j), made);
      mustCatch(s, "early send", "is sent before it is made");
    }
}

TEST_P(CheckTest, ReceivesAfterTheyAreRead) {
  for (size_t t = 0; t < graph.transfers.size(); ++t)
    for (int j = 0; j < problem.microbatches; ++j) {
      int c = graph.transfers[t].destination;
      if (!problem.runsFor(graph.transfers[t].readers[0], j))
        continue;
      size_t read = find(c, Step::Run, graph.transfers[t].readers[0], j);
      while (legal.order[c][read].joined)
        ++read;
      Schedule s = legal;
      move(s.order[c], find(c, Step::Receive, t, j), read);
      mustCatch(s, "late receive", "is received after");
    }
}

/// Two messages of one pair of coordinates change places at one end. Receives
/// are posted early first, so that nothing but their order is wrong.
TEST_P(CheckTest, UnmatchedOrders) {
  Schedule early = withTransfers(graph, legal, 0);
  early = legal;
  for (int c = 0; c < problem.coordinates; ++c) {
    std::vector<Step> receives, others;
    for (const Step &s : legal.order[c])
      (s.kind == Step::Receive ? receives : others).push_back(s);
    early.order[c] = receives;
    early.order[c].insert(early.order[c].end(), others.begin(), others.end());
  }
  ASSERT_EQ(check(graph, early), "");
  for (int c = 0; c < problem.coordinates; ++c)
    for (size_t i = 0; i < early.order[c].size(); ++i)
      for (size_t k = i + 1; k < early.order[c].size(); ++k) {
        Step &a = early.order[c][i], &b = early.order[c][k];
        if (a.kind != Step::Receive || b.kind != Step::Receive ||
            graph.transfers[a.index].source != graph.transfers[b.index].source)
          continue;
        Schedule s = early;
        std::swap(s.order[c][i], s.order[c][k]);
        mustCatch(s, "swapped receives", "but received as");
      }
}

/// A task is moved after one that waits for it by way of other coordinates.
TEST_P(CheckTest, Deadlocks) {
  // What must have run before each instance, on whatever coordinate.
  using Instance = std::pair<int, int>;
  std::map<Instance, std::set<Instance>> before;
  std::function<const std::set<Instance> &(Instance)> ancestors =
      [&](Instance i) -> const std::set<Instance> & {
    auto [it, fresh] = before.insert({i, {}});
    if (fresh) {
      std::set<Instance> all;
      for (const Input &in : graph.inputs[i.first]) {
        Instance p{problem.values[in.value].producer,
                   graph.readMicrobatch(in.value, i.second)};
        if (p.second < 0)
          continue;
        all.insert(p);
        const std::set<Instance> &more = ancestors(p);
        all.insert(more.begin(), more.end());
      }
      before[i] = all;
    }
    return before[i];
  };
  Schedule bare = mustGenerate(graph, GetParam());
  int found = 0;
  for (int c = 0; c < problem.coordinates; ++c)
    for (size_t i = 0; i < bare.order[c].size(); ++i)
      for (size_t k = i + 1; k < bare.order[c].size(); ++k) {
        const Step &a = bare.order[c][i], &b = bare.order[c][k];
        if (!ancestors({b.index, b.microbatch}).count({a.index, a.microbatch}))
          continue;
        Schedule s = bare;
        move(s.order[c], i, k);
        std::string error = mustCatch(s, "deadlock");
        found += error.rfind("deadlock: ", 0) == 0;
      }
  // Two neighbours wait for each other: the first runs the backward of j before
  // the forward of k, the second the forward of k before the backward of j.
  auto moveBehind = [&](std::vector<Step> &steps, int task, int j, int other,
                        int k) {
    auto at = [&](int t, int microbatch) {
      for (size_t i = 0; i < steps.size(); ++i)
        if (steps[i].index == t && steps[i].microbatch == microbatch)
          return i;
      return steps.size();
    };
    size_t from = at(task, j), to = at(other, k);
    if (from < to)
      move(steps, from, to);
  };
  for (int s = 0; s + 1 < graph.stages(); ++s) {
    auto task = [&](int stage, Role role) {
      return graph.tasksOf(graph.coordinateOfStage(stage),
                           graph.chunkOfStage(stage), role)[0];
    };
    int c = graph.coordinateOfStage(s), next = graph.coordinateOfStage(s + 1);
    int each = problem.microbatches / problem.directions;
    for (int j = 0; c != next && j < each; ++j)
      for (int k = j + 1; k < each; ++k) {
        Schedule broken = bare;
        moveBehind(broken.order[c], task(s, Role::Forward), k,
                   task(s, Role::Backward), j);
        moveBehind(broken.order[next], task(s + 1, Role::Backward), j,
                   task(s + 1, Role::Forward), k);
        std::string error = mustCatch(broken, "deadlock");
        found += error.rfind("deadlock: ", 0) == 0;
      }
  }
  EXPECT_GT(found, problem.directions == 1 ? 10 : 5);
}

TEST_P(CheckTest, Joins) {
  forEachStep([&](int c, size_t i, const Step &step) {
    bool last = i + 1 == legal.order[c].size();
    if (step.kind == Step::Run && !last &&
        legal.order[c][i + 1].kind == Step::Run)
      return;
    Schedule s = legal;
    s.order[c][i].joined = true;
    mustCatch(s, "joined", "is joined with what is no task");
  });
}

TEST_P(CheckTest, MemoryLimits) {
  Slots slots = assignSlots(graph, legal);
  CheckOptions options;
  options.maxBytes = slots.peakBytes;
  options.maxSlots.assign(problem.values.size(), -1);
  EXPECT_EQ(check(graph, legal, options), "");
  for (int c = 0; c < problem.coordinates; ++c) {
    CheckOptions less = options;
    --less.maxBytes[c];
    std::string error = mustCatch(legal, "bytes", "", less);
    EXPECT_EQ(error.find("coordinate " + std::to_string(c) + " keeps " +
                         std::to_string(slots.peakBytes[c]) + " bytes when "),
              0u)
        << error;
  }
  for (const SlotAssignment &a : slots.values) {
    if (a.transfer >= 0)
      continue;
    CheckOptions exact = options, less = options;
    exact.maxSlots[a.value] = a.count;
    less.maxSlots[a.value] = a.count - 1;
    EXPECT_EQ(check(graph, legal, exact), "");
    mustCatch(legal, "slots", "instances of", less);
  }
}

/// Two random steps change places: caught if and only if some rule is broken,
/// as told by running the order from the definitions.
TEST_P(CheckTest, RandomSwaps) {
  auto isLegal = [&](const Schedule &s) {
    // Execution with messages in flight kept as sets and queues.
    std::vector<size_t> heads(problem.coordinates, 0);
    std::set<std::pair<int, int>> made, arrived;
    std::map<std::pair<int, int>, std::vector<std::pair<int, int>>> sent, taken;
    bool more = true;
    while (more) {
      more = false;
      for (int c = 0; c < problem.coordinates; ++c) {
        if (heads[c] == s.order[c].size())
          continue;
        size_t end = heads[c] + 1;
        while (s.order[c][end - 1].joined)
          ++end;
        bool can = true;
        std::set<std::pair<int, int>> inside;
        for (size_t i = heads[c]; i < end; ++i) {
          const Step &step = s.order[c][i];
          if (step.kind != Step::Run) {
            const Transfer &t = graph.transfers[step.index];
            std::pair<int, int> pair{t.source, t.destination};
            std::pair<int, int> message{step.index, step.microbatch};
            if (step.kind == Step::Send) {
              can = made.count(
                  {problem.values[t.value].producer, step.microbatch});
              if (can)
                sent[pair].push_back(message);
              else
                return false; // sent before it is made
            } else {
              taken[pair].push_back(message);
            }
            continue;
          }
          for (const Input &in : graph.inputs[step.index]) {
            int producer = problem.values[in.value].producer;
            if (in.transfer < 0) {
              can &= made.count({producer, step.microbatch}) ||
                     inside.count({producer, step.microbatch});
              continue;
            }
            const Transfer &t = graph.transfers[in.transfer];
            auto has = [&](auto &lists) {
              auto &l = lists[{t.source, t.destination}];
              return std::count(l.begin(), l.end(),
                                std::make_pair(in.transfer, step.microbatch));
            };
            if (!has(taken))
              return false; // read before it is received
            can &= has(sent) > 0;
          }
          inside.insert({step.index, step.microbatch});
        }
        if (!can)
          continue;
        made.insert(inside.begin(), inside.end());
        heads[c] = end;
        more = true;
      }
    }
    for (int c = 0; c < problem.coordinates; ++c)
      if (heads[c] < s.order[c].size())
        return false;
    return sent == taken;
  };
  std::mt19937 random(31);
  int caught = 0, fine = 0;
  for (int round = 0; round < 3000; ++round) {
    Schedule s = legal;
    std::vector<Step> &steps = s.order[random() % s.order.size()];
    for (int swaps = 1 + random() % 2; swaps > 0; --swaps) {
      size_t i = random() % steps.size(), k = random() % steps.size();
      if (round % 2)
        k = std::min(i + 1, steps.size() - 1);
      std::swap(steps[i], steps[k]);
      std::swap(steps[i].joined, steps[k].joined);
    }
    bool bundles = true; // bundles hold tasks only
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].joined)
        bundles &= steps[i].kind == Step::Run && i + 1 < steps.size() &&
                   steps[i + 1].kind == Step::Run;
    std::string error = check(graph, s);
    EXPECT_EQ(error.empty(), bundles && isLegal(s)) << error;
    (error.empty() ? fine : caught) += 1;
  }
  EXPECT_GT(caught, 100);
  EXPECT_GT(fine, 10);
}

INSTANTIATE_TEST_SUITE_P(All, CheckTest, testing::ValuesIn(namedSchedules),
                         nameOfKind);

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

TEST(CheckMessagesTest, NameTaskMicrobatchAndStage) {
  Problem problem = chainOf(smallPoint(ScheduleKind::OneFOneB, 2, 3));
  TaskGraph graph(problem);
  Schedule legal = mustGenerate(graph, ScheduleKind::OneFOneB);
  auto broken = [&](auto change, CheckOptions options = {}) {
    Schedule s = legal;
    change(s.order);
    return check(graph, s, options);
  };
  using Order = std::vector<std::vector<Step>>;
  EXPECT_EQ(broken([](Order &o) { o[0][2].microbatch = 7; }),
            "step 2 of coordinate 0 (B of stage 0) has microbatch 7, there are "
            "3");
  EXPECT_EQ(
      broken([](Order &o) { o[0][2].index = 99; }),
      "step 2 of coordinate 0 names task 99 of microbatch 0, there are 4");
  EXPECT_EQ(broken([](Order &o) { std::swap(o[0][5], o[1][5]); }),
            "backward 1B2 (microbatch 2, stage 1, coordinate 1) stands in the "
            "order of coordinate 0, it belongs to coordinate 1");
  EXPECT_EQ(broken([](Order &o) { o[1].pop_back(); }),
            "backward 1B2 (microbatch 2, stage 1, coordinate 1) never runs");
  EXPECT_EQ(broken([](Order &o) { o[1].push_back(o[1][0]); }),
            "forward 1F0 (microbatch 0, stage 1, coordinate 1) runs twice, at "
            "steps 0 and 6");
  EXPECT_EQ(broken([](Order &o) { std::swap(o[1][0], o[1][1]); }),
            "backward 1B0 (microbatch 0, stage 1, coordinate 1) runs before "
            "forward 1F0 (microbatch 0, stage 1, coordinate 1), which makes "
            "\"act 1\" for it");
  CheckOptions limit;
  limit.maxSlots.assign(problem.values.size(), -1);
  limit.maxSlots[0] = 1;
  EXPECT_EQ(broken([](Order &) {}, limit),
            "coordinate 0 keeps 2 instances of \"act 0\" when forward 0F1 "
            "(microbatch 1, stage 0, coordinate 0) runs, the limit is 1");
  // With transfers: F0 >h F1 >h <g B0 ...
  legal = withTransfers(graph, legal);
  std::string h = "\"h 0\" of microbatch 0 from forward 0F0 (microbatch 0, "
                  "stage 0, coordinate 0) to coordinate 1";
  EXPECT_EQ(broken([](Order &o) { o[0].erase(o[0].begin() + 1); }),
            h + " is never sent");
  EXPECT_EQ(broken([](Order &o) { o[1].erase(o[1].begin()); }),
            h + " is never received");
  EXPECT_EQ(broken([](Order &o) { o[0].push_back(o[0][1]); }),
            h + " is sent twice, at steps 1 and 12");
  EXPECT_EQ(broken([](Order &o) { std::swap(o[0][0], o[0][1]); }),
            h + " is sent before it is made");
  EXPECT_EQ(broken([](Order &o) { std::swap(o[1][0], o[1][1]); }),
            h + " is received after forward 1F0 (microbatch 0, stage 1, "
                "coordinate 1), which reads it");
  EXPECT_EQ(broken([](Order &o) { o[0][0].joined = true; }),
            "step 0 of coordinate 0 (0F0, microbatch 0, stage 0) is joined "
            "with what is no task");
}

TEST(CheckMessagesTest, MessagesThatNobodyReads) {
  Problem problem = lateReader(2, 1, "carry");
  TaskGraph graph(problem);
  Schedule s =
      withTransfers(graph, mustGenerate(graph, ScheduleKind::OneFOneB));
  s.order[0].push_back({Step::Send, false, 0, 1});
  EXPECT_EQ(check(graph, s),
            "\"carry\" of microbatch 1 from forward 0F1 (microbatch 1, stage "
            "0, coordinate 0) to coordinate 1 is sent, but nothing reads it");
}
