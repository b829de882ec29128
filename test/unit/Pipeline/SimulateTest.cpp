// The simulator against a second one that shares nothing with it, its deadlock
// verdict against exhaustive execution, and times and memory by hand.

#include "Graphs.h"

#include <map>
#include <set>

using namespace popt::pipeline;
using namespace popt::pipeline::test;

//===----------------------------------------------------------------------===//
// By hand
//===----------------------------------------------------------------------===//

/// Two coordinates; a forward of 2 s sends 8 bytes to one of 3 s.
static Problem twoTasks(int m) {
  Problem p;
  p.coordinates = 2;
  p.microbatches = m;
  p.tasks = {{0, 0, Part::Main, 2}, {1, 0, Part::Main, 3}};
  p.values = {{0, {1}, 8, 0, "h"}};
  p.link = {0.5, 4}; // 8 bytes: 2 s on the link, then 0.5 s
  return p;
}

TEST(SimulateTest, LatencyAndBandwidth) {
  Problem problem = twoTasks(2);
  TaskGraph graph(problem);
  Simulation s =
      mustSimulate(graph, mustGenerate(graph, ScheduleKind::OneFOneB));
  ASSERT_EQ(s.transfers.size(), 2u);
  EXPECT_EQ(s.transfers[0].start, 2);
  EXPECT_EQ(s.transfers[0].end, 4.5);
  EXPECT_EQ(s.transfers[1].start, 4); // made at 4, the link is free at 4
  EXPECT_EQ(s.transfers[1].end, 6.5);
  EXPECT_EQ(s.coordinates[1].tasks[0].start, 4.5);
  EXPECT_EQ(s.coordinates[1].tasks[1].start, 7.5);
  EXPECT_EQ(s.makespan, 10.5);
  EXPECT_EQ(s.coordinates[0].span(), 4);
  EXPECT_EQ(s.longestSpan(), 6);
  EXPECT_EQ(s.worstIdle(), 6.5);
  EXPECT_DOUBLE_EQ(s.bubble(), 1 - 10 / 21.0);
}

TEST(SimulateTest, LinksKeepTheirOrderAndTheirOwnSpeed) {
  Problem problem = twoTasks(2);
  problem.link.bytesPerSecond = 1; // 8 s a message
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
  EXPECT_EQ(mustSimulate(graph, schedule).transfers[1].start, 10);
  problem.links.resize(4);
  problem.links[1] = {0, 8}; // from 0 to 1
  EXPECT_EQ(mustSimulate(graph, schedule).transfers[1].end, 5);
  // A value may say how long its message takes, whatever the link's rate.
  problem.values[0].sendSeconds = 3;
  EXPECT_EQ(mustSimulate(graph, schedule).transfers[1].end, 8);
}

TEST(SimulateTest, WhatSendsWaitFor) {
  Problem problem = twoTasks(3);
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
  auto starts = [&](SendModel sends) {
    std::string error;
    std::optional<Simulation> s = simulate(graph, schedule, error, sends);
    std::vector<double> t;
    for (const TransferRun &run : s->transfers)
      t.push_back(run.start);
    return t;
  };
  SendModel rendezvous, one, held;
  Slots slots = assignSlots(graph, schedule);
  rendezvous.capacity = 0;
  one.capacity = 1;
  held.slots = &slots;
  EXPECT_EQ(starts({}), (std::vector<double>{2, 4, 6}));
  // The receives are posted at 0, 7.5 and 10.5 (after a task of 3 s each).
  EXPECT_EQ(starts(rendezvous), (std::vector<double>{2, 7.5, 13}));
  // The second is sent once the first has arrived (4.5), the third once the
  // second has been taken (7.5).
  EXPECT_EQ(starts(one), (std::vector<double>{2, 4.5, 7.5}));
  // Each task starts when the message before has arrived: 4.5 and 9.
  EXPECT_EQ(starts(held), (std::vector<double>{2, 6.5, 11}));
}

TEST(SimulateTest, BundlesOverlap) {
  Problem problem;
  problem.microbatches = 1;
  problem.tasks = {{0, 0, Part::Main, 2}, {0, 1, Part::Main, 3}};
  problem.overlap = 0.5;
  TaskGraph graph(problem);
  Schedule schedule;
  schedule.order = {{{Step::Run, true, 0, 0}, {Step::Run, false, 1, 0}}};
  EXPECT_EQ(check(graph, schedule), "");
  Simulation s = mustSimulate(graph, schedule);
  EXPECT_EQ(s.makespan, 4); // 2 + 3 - 0.5 * 2
  EXPECT_EQ(s.coordinates[0].tasks[1].start, 0);
  EXPECT_EQ(s.coordinates[0].tasks[0].bundle, s.coordinates[0].tasks[1].bundle);
}

TEST(SimulateTest, MemoryOverTime) {
  Problem problem = twoTasks(2);
  problem.fixedBytes = {100, 200};
  TaskGraph graph(problem);
  Simulation s =
      mustSimulate(graph, mustGenerate(graph, ScheduleKind::OneFOneB));
  using Curve = std::vector<std::pair<double, int64_t>>;
  // Written from 0 to 2 and from 2 to 4, gone when arrived.
  EXPECT_EQ(s.coordinates[0].memory,
            (Curve{{0, 108}, {2, 116}, {4.5, 108}, {6.5, 100}}));
  // Posted at 0 and at 7.5, gone when read.
  EXPECT_EQ(s.coordinates[1].memory,
            (Curve{{0, 208}, {7.5, 208}, {10.5, 200}}));
  EXPECT_EQ(s.coordinates[0].peakBytes, 116);
}

//===----------------------------------------------------------------------===//
// A second simulator
//===----------------------------------------------------------------------===//

namespace {
/// Times by recursion from the end: nothing but the definitions.
class Definitions {
public:
  Definitions(const TaskGraph &graph, const Schedule &schedule)
      : graph(graph), schedule(schedule) {}

  double taskEnd(int task, int j) {
    auto [c, i] = find(Step::Run, task, j);
    return clockAfter(c, i);
  }
  double arrival(int transfer, int j) {
    auto [c, i] = find(Step::Send, transfer, j);
    const Transfer &t = graph.transfers[transfer];
    const Link &link = graph.problem.linkBetween(c, t.destination);
    return linkFree(c, i) + link.latencySeconds;
  }
  double clockAfter(int c, int i) {
    if (i < 0)
      return 0;
    auto [it, fresh] = clocks.insert({{c, i}, 0});
    if (!fresh)
      return it->second;
    const std::vector<Step> &steps = schedule.order[c];
    int begin = i, end = i;
    while (begin > 0 && steps[begin - 1].joined)
      --begin;
    while (steps[end].joined)
      ++end;
    double t = clockAfter(c, begin - 1), forward = 0, other = 0;
    std::set<std::pair<int, int>> inside;
    for (int k = begin; k <= end && steps[k].kind == Step::Run; ++k) {
      const Task &task = graph.problem.tasks[steps[k].index];
      for (size_t v = 0; v < graph.problem.values.size(); ++v) {
        const Value &value = graph.problem.values[v];
        int j = steps[k].microbatch - value.distance;
        if (j < 0 || !std::count(value.readers.begin(), value.readers.end(),
                                 steps[k].index))
          continue;
        if (graph.problem.tasks[value.producer].coordinate == c) {
          if (!inside.count({value.producer, j}))
            t = std::max(t, taskEnd(value.producer, j));
          continue;
        }
        for (size_t x = 0; x < graph.transfers.size(); ++x)
          if (graph.transfers[x].value == int(v) &&
              graph.transfers[x].destination == c)
            t = std::max(t, arrival(x, j));
      }
      inside.insert({steps[k].index, steps[k].microbatch});
      (graph.roleOf(steps[k].index) == Role::Forward ? forward : other) +=
          task.seconds;
    }
    t += forward + other - graph.problem.overlap * std::min(forward, other);
    return clocks[{c, i}] = t;
  }

private:
  /// When the link is free again after the send at step i.
  double linkFree(int c, int i) {
    auto [it, fresh] = links.insert({{c, i}, 0});
    if (!fresh)
      return it->second;
    const std::vector<Step> &steps = schedule.order[c];
    const Transfer &t = graph.transfers[steps[i].index];
    double start = clockAfter(c, i - 1);
    for (int k = i - 1; k >= 0; --k)
      if (steps[k].kind == Step::Send &&
          graph.transfers[steps[k].index].destination == t.destination) {
        start = std::max(start, linkFree(c, k));
        break;
      }
    return links[{c, i}] =
               start +
               graph.problem.values[t.value].bytes /
                   graph.problem.linkBetween(c, t.destination).bytesPerSecond;
  }
  std::pair<int, int> find(Step::Kind kind, int index, int j) {
    if (places.empty())
      for (size_t c = 0; c < schedule.order.size(); ++c)
        for (size_t i = 0; i < schedule.order[c].size(); ++i) {
          const Step &s = schedule.order[c][i];
          places[{s.kind, s.index, s.microbatch}] = {int(c), int(i)};
        }
    return places.at({kind, index, j});
  }

  const TaskGraph &graph;
  const Schedule &schedule;
  std::map<std::pair<int, int>, double> clocks, links;
  std::map<std::tuple<Step::Kind, int, int>, std::pair<int, int>> places;
};
} // namespace

static void expectSameTimes(const TaskGraph &graph, const Schedule &bare) {
  Schedule schedule = withTransfers(graph, bare);
  Simulation s = mustSimulate(graph, schedule);
  Definitions d(graph, schedule);
  double makespan = 0;
  for (const CoordinateRun &run : s.coordinates)
    for (const TaskRun &t : run.tasks) {
      EXPECT_NEAR(t.end, d.taskEnd(t.task, t.microbatch), 1e-9);
      makespan = std::max(makespan, t.end);
    }
  for (const TransferRun &t : s.transfers)
    EXPECT_NEAR(t.end, d.arrival(t.transfer, t.microbatch), 1e-9);
  EXPECT_EQ(s.makespan, makespan);
}

TEST(SimulateTest, EqualsASecondSimulator) {
  for (ScheduleKind kind : namedSchedules)
    for (int p = 1; p <= 3; ++p)
      for (int m = 1; m <= 6; ++m) {
        Point at = smallPoint(kind, p, m);
        at.F = 1.5;
        at.W = 0.5;
        at.c = 0.75;
        Problem problem = chainOf(at);
        problem.overlap = 0.25;
        for (Value &v : problem.values)
          v.bytes = 3;
        problem.link.bytesPerSecond = 4;
        TaskGraph graph(problem);
        std::string error;
        if (std::optional<Schedule> schedule = generate(graph, kind, error))
          expectSameTimes(graph, *schedule);
      }
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    Problem problem = randomProblem(random, 3, 3);
    TaskGraph graph(problem);
    for (ScheduleKind kind : namedSchedules) {
      std::string error;
      if (std::optional<Schedule> schedule = generate(graph, kind, error))
        expectSameTimes(graph, *schedule);
    }
  }
}

//===----------------------------------------------------------------------===//
// Exhaustive execution
//===----------------------------------------------------------------------===//

namespace {
/// Runs a schedule in every interleaving of its coordinates. A state is how far
/// each coordinate is.
class Interleavings {
public:
  Interleavings(const TaskGraph &graph, const Schedule &schedule, int capacity)
      : graph(graph), schedule(schedule), capacity(capacity) {}

  /// Some and all interleavings end in a deadlock.
  std::pair<bool, bool> run() {
    explore(std::vector<size_t>(schedule.order.size(), 0));
    return {stuck > 0, finished == 0};
  }

private:
  /// How many steps of this kind stand before the heads, for one pair.
  int passed(const std::vector<size_t> &heads, Step::Kind kind, int source,
             int destination) {
    int c = kind == Step::Send ? source : destination, n = 0;
    for (size_t i = 0; i < heads[c]; ++i) {
      const Step &s = schedule.order[c][i];
      n += s.kind == kind && graph.transfers[s.index].source == source &&
           graph.transfers[s.index].destination == destination;
    }
    return n;
  }
  bool isPassed(const std::vector<size_t> &heads, int c, Step::Kind kind,
                int index, int j) {
    for (size_t i = 0; i < heads[c]; ++i) {
      const Step &s = schedule.order[c][i];
      if (s.kind == kind && s.index == index && s.microbatch == j)
        return true;
    }
    return false;
  }
  bool canPass(const std::vector<size_t> &heads, int c, size_t end) {
    const Step &s = schedule.order[c][heads[c]];
    if (s.kind == Step::Receive)
      return true;
    if (s.kind == Step::Send) {
      const Transfer &t = graph.transfers[s.index];
      int sent = passed(heads, Step::Send, c, t.destination);
      int posted = passed(heads, Step::Receive, c, t.destination);
      return capacity < 0 || sent < posted + capacity;
    }
    for (size_t i = heads[c]; i < end; ++i)
      for (const Input &in : graph.inputs[schedule.order[c][i].index]) {
        int j = graph.readMicrobatch(in.value, schedule.order[c][i].microbatch);
        if (j < 0)
          continue;
        const Value &value = graph.problem.values[in.value];
        bool inside = false;
        for (size_t k = heads[c]; k < i; ++k)
          inside |= schedule.order[c][k].index == value.producer &&
                    schedule.order[c][k].microbatch == j;
        int source = graph.problem.tasks[value.producer].coordinate;
        if (!inside &&
            !(in.transfer < 0
                  ? isPassed(heads, c, Step::Run, value.producer, j)
                  : isPassed(heads, source, Step::Send, in.transfer, j) &&
                        isPassed(heads, c, Step::Receive, in.transfer, j)))
          return false;
      }
    return true;
  }
  void explore(const std::vector<size_t> &heads) {
    if (!seen.insert(heads).second)
      return;
    bool any = false, done = true;
    for (size_t c = 0; c < heads.size(); ++c) {
      const std::vector<Step> &steps = schedule.order[c];
      if (heads[c] == steps.size())
        continue;
      done = false;
      size_t end = heads[c] + 1;
      while (steps[end - 1].joined)
        ++end;
      if (!canPass(heads, c, end))
        continue;
      any = true;
      std::vector<size_t> next = heads;
      next[c] = end;
      explore(next);
    }
    finished += done;
    stuck += !done && !any;
  }

  const TaskGraph &graph;
  const Schedule &schedule;
  int capacity;
  std::set<std::vector<size_t>> seen;
  int stuck = 0, finished = 0;
};
} // namespace

/// Random orders of tasks that respect what each coordinate can see for itself,
/// so that some of them deadlock with each other.
static Schedule scrambled(const TaskGraph &graph, const Schedule &legal,
                          std::mt19937 &random) {
  Schedule s = legal;
  for (std::vector<Step> &steps : s.order)
    for (int k = 0; k < 6 && steps.size() > 1; ++k) {
      size_t i = random() % (steps.size() - 1);
      std::swap(steps[i], steps[i + 1]);
      for (const Input &in : graph.inputs[steps[i].index])
        if (in.transfer < 0 &&
            graph.problem.values[in.value].producer == steps[i + 1].index) {
          std::swap(steps[i], steps[i + 1]);
          break;
        }
    }
  for (std::vector<Step> &steps : s.order)
    for (Step &step : steps)
      step.joined = false;
  return s;
}

/// Executes orders without times, as ranks do: receives are posted, a task
/// waits for what it reads, and before it for the messages of which
/// `simulation` says that they are taken by then. True if all come to their
/// ends.
static bool endsWithTakenMessages(const TaskGraph &graph,
                                  const Schedule &schedule,
                                  const Simulation &simulation) {
  using Message = std::pair<int, int>;
  std::map<Message, double> taken;
  for (const TransferRun &run : simulation.transfers)
    taken[{run.transfer, run.microbatch}] = run.taken;
  size_t n = schedule.order.size();
  std::vector<size_t> heads(n, 0), tasks(n, 0);
  std::vector<std::vector<Message>> open(n);
  std::set<Message> sent, posted;
  auto canRun = [&](size_t c, const Step &s) {
    for (const Input &in : graph.inputs[s.index])
      if (int j = graph.readMicrobatch(in.value, s.microbatch);
          j >= 0 && in.transfer >= 0 && !sent.count({in.transfer, j}))
        return false;
    double start = simulation.coordinates[c].tasks[tasks[c]].start;
    return std::none_of(open[c].begin(), open[c].end(), [&](Message m) {
      return taken[m] <= start && !posted.count(m);
    });
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t c = 0; c < n; ++c)
      for (; heads[c] < schedule.order[c].size(); moved = true) {
        const Step &s = schedule.order[c][heads[c]];
        Message message{s.index, s.microbatch};
        if (s.kind == Step::Run && !canRun(c, s))
          break;
        if (s.kind == Step::Run)
          ++tasks[c];
        else if (s.kind == Step::Receive)
          posted.insert(message);
        else if (sent.insert(message).second)
          open[c].push_back(message);
        ++heads[c];
      }
  }
  for (size_t c = 0; c < n; ++c)
    if (heads[c] < schedule.order[c].size())
      return false;
  return true;
}

TEST(SimulateTest, WaitingForWhatIsTakenNeverDeadlocks) {
  std::mt19937 random(7);
  int orders = 0;
  for (int i = 0; i < 400; ++i) {
    Problem problem = randomProblem(random, 5, 8);
    for (Task &task : problem.tasks)
      task.seconds += 0.125; // no task takes no time
    TaskGraph graph(problem);
    for (const std::string &name : scheduleNames()) {
      std::string error;
      std::optional<ScheduleKind> kind = parseScheduleKind(name, error);
      std::optional<Schedule> made = generate(graph, *kind, error);
      if (!made)
        continue;
      dissolveBundles(*made);
      Schedule schedule = withTransfers(graph, *made);
      std::optional<Simulation> run = simulate(graph, schedule, error);
      ASSERT_TRUE(run) << error;
      EXPECT_TRUE(endsWithTakenMessages(graph, schedule, *run))
          << name << " of random graph " << i;
      ++orders;
    }
  }
  EXPECT_GT(orders, 1000);
}

TEST(SimulateTest, DeadlocksAreThoseOfExhaustiveExecution) {
  std::mt19937 random(17);
  int deadlocks = 0, runs = 0;
  auto compare = [&](const TaskGraph &graph, const Schedule &bare) {
    Schedule schedule = withTransfers(graph, bare, random() % 2);
    for (int capacity : {unbounded, 0, 1, 2}) {
      std::string error;
      SendModel sends;
      sends.capacity = capacity;
      bool found = !simulate(graph, schedule, error, sends);
      auto [some, all] = Interleavings(graph, schedule, capacity).run();
      EXPECT_EQ(some, all); // execution is confluent
      EXPECT_EQ(found, some) << error;
      EXPECT_EQ(found, error.rfind("deadlock: ", 0) == 0) << error;
      deadlocks += found;
      ++runs;
    }
  };
  for (ScheduleKind kind : namedSchedules)
    for (int p = 1; p <= 3; ++p)
      for (int m = 1; m <= 3; ++m) {
        Problem problem = chainOf(smallPoint(kind, p, m));
        TaskGraph graph(problem);
        std::string error;
        std::optional<Schedule> schedule = generate(graph, kind, error);
        if (!schedule)
          continue;
        compare(graph, *schedule);
        for (int i = 0; i < 4; ++i)
          compare(graph, scrambled(graph, *schedule, random));
      }
  for (int i = 0; i < 60; ++i) {
    Problem problem = randomProblem(random, 3, 3, 3);
    if (problem.tasks.size() > 9)
      continue;
    TaskGraph graph(problem);
    Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
    compare(graph, schedule);
    compare(graph, scrambled(graph, schedule, random));
  }
  EXPECT_GE(deadlocks, runs / 20);
  EXPECT_LE(deadlocks, runs * 19 / 20);
}

TEST(SimulateTest, ADeadlockNamesWhoWaitsForWhat) {
  ChainSpec spec;
  spec.coordinates = 2;
  spec.microbatches = 2;
  Problem problem = makeChain(spec);
  TaskGraph graph(problem);
  Schedule schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
  // 0: F0 B0 F1 B1; 1: F0 F1 B0 B1.
  std::swap(schedule.order[0][1], schedule.order[0][2]);
  std::swap(schedule.order[1][1], schedule.order[1][2]);
  EXPECT_EQ(
      check(graph, schedule),
      "deadlock: coordinate 0 waits at backward 0B0 (microbatch 0, stage 0, "
      "coordinate 0) for \"grad 1\" of microbatch 0 from coordinate 1; "
      "coordinate 1 waits at forward 1F1 (microbatch 1, stage 1, coordinate 1) "
      "for \"h 0\" of microbatch 1 from coordinate 0");
  // 1f1b with sends that wait for their receives: both send at once.
  schedule = mustGenerate(graph, ScheduleKind::OneFOneB);
  CheckOptions rendezvous;
  rendezvous.sends.capacity = 0;
  EXPECT_EQ(check(graph, schedule, rendezvous),
            "deadlock: coordinate 0 waits at the send of \"h 0\" of microbatch "
            "1 (stage 0) for coordinate 1; coordinate 1 waits at the send of "
            "\"grad 1\" of microbatch 0 (stage 1) for coordinate 0");
  // Messages pile up in one slot: looped-bfs sends four before it receives.
  spec.chunks = 2;
  spec.microbatches = 4;
  Problem looped = makeChain(spec);
  TaskGraph loopedGraph(looped);
  schedule = mustGenerate(loopedGraph, ScheduleKind::LoopedBFS);
  Slots fewest = assignSlots(loopedGraph, schedule);
  CheckOptions held;
  held.sends.slots = &fewest;
  EXPECT_EQ(
      check(loopedGraph, schedule, held),
      "deadlock: coordinate 0 waits at forward 0F3 (microbatch 3, stage 0, "
      "coordinate 0) until coordinate 1 has taken \"h 0\" of microbatch 2 from "
      "its slot; coordinate 1 waits at forward 1F1 (microbatch 1, stage 1, "
      "coordinate 1) until coordinate 0 has taken \"h 1\" of microbatch 0 from "
      "its slot");
}
