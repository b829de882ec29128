// Schedules in real time: the runtime's executor and transport, with kernels
// that sleep as long as the simulated tasks take. What is measured is what was
// predicted.
#include "../../runtime/RankThreads.h"
#include "Tables.h"
#include "popt-rt/device_cpu.h"
#include "popt-rt/exec.h"
#include "popt-rt/transport_threads.h"
#include "popt/Pipeline/AutoSchedule.h"
#include "popt/Pipeline/Chain.h"
#include "popt/Pipeline/Check.h"

#include <chrono>
#include <gtest/gtest.h>
#include <numeric>
#include <utility>

using namespace popt;
using namespace popt::pipeline;

namespace {
// Long beside what waking a thread takes on a machine that does other things.
constexpr double kUnitSeconds = 0.012;

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// scalars[1]: microseconds.
void sleepKernel(void *const *, const int64_t *scalars) {
  std::this_thread::sleep_for(std::chrono::microseconds(scalars[1]));
}

/// Seconds from the first start to the last end of one step, the best of three.
double measure(rt::StepTable table) {
  const int32_t ranks = static_cast<int32_t>(table.numRanks());
  rt::LoadedProgram program;
  program.table = std::move(table);
  program.symbol = [](const std::string &) {
    return reinterpret_cast<void *>(&sleepKernel);
  };
  std::vector<std::vector<std::pair<double, double>>> times(
      static_cast<size_t>(ranks));
  auto runRank = [&](int32_t rank, rt::Executor &executor,
                     popt_rt_transport *transport) -> std::string {
    std::vector<int32_t> everybody(static_cast<size_t>(ranks));
    std::iota(everybody.begin(), everybody.end(), 0);
    popt_rt_group *world = nullptr;
    if (popt_rt_group_create(transport, everybody.data(), ranks, 99, &world) !=
        POPT_RT_OK)
      return "cannot make the group of all";
    std::string message;
    for (int step = 0; step < 4; ++step) {
      popt_rt_op op{0, "start", nullptr};
      EXPECT_EQ(popt_rt_barrier(world, &op), POPT_RT_OK);
      double begin = now();
      if (!executor.step(message))
        return message;
      times[rank].push_back({begin, now()});
    }
    return "";
  };
  rt::runExecutors(std::move(program), runRank);
  double best = 1e9;
  for (size_t step = 1; step < 4; ++step) {
    double begin = 1e18, end = 0;
    for (const auto &own : times)
      if (step < own.size()) {
        begin = std::min(begin, own[step].first);
        end = std::max(end, own[step].second);
      }
    best = std::min(best, end - begin);
  }
  return best;
}

void runsAsPredicted(const TaskGraph &graph, const Schedule &schedule) {
  std::string error;
  Schedule order = withTransfers(graph, schedule);
  auto simulation = simulate(graph, order, error);
  ASSERT_TRUE(simulation) << error;
  double predicted = simulation->makespan * kUnitSeconds;
  double measured = measure(tableOf(graph, order, kUnitSeconds));
  EXPECT_GT(measured, predicted * 0.98) << schedule.name;
  // A machine that does other things is late, and no proof of anything.
  for (int again = 0; again < 20 && measured >= predicted * 1.10; ++again)
    measured = std::min(measured, measure(tableOf(graph, order, kUnitSeconds)));
  EXPECT_LT(measured, predicted * 1.10) << schedule.name;
}

void runsAsPredicted(ScheduleKind kind) {
  bool isV = kind == ScheduleKind::ZBV || kind == ScheduleKind::DualPipeV ||
             kind == ScheduleKind::Hanayo;
  bool hasChunks = isV || kind == ScheduleKind::InterleavedOneFOneB ||
                   kind == ScheduleKind::LoopedBFS;
  ChainSpec spec;
  spec.coordinates = 4;
  spec.microbatches = 8;
  spec.directions = directionsOf(kind);
  spec.chunks = hasChunks ? 2 : 1;
  spec.placement = isV ? Placement::V : Placement::Loop;
  spec.splitWeight = splitsWeight(kind);
  spec.fuseLast = !cutsLastVisit(kind);
  spec.messageBytes = 64;
  Problem problem = makeChain(spec);
  TaskGraph graph(problem);
  std::string error;
  std::optional<Schedule> schedule = generate(graph, kind, error);
  ASSERT_TRUE(schedule) << error;
  dissolveBundles(*schedule);
  runsAsPredicted(graph, *schedule);
}

/// Orders found for uneven stages, with and without a limit to memory.
void foundRunsAsPredicted(int chunks, std::vector<int64_t> maxBytes) {
  ChainSpec spec;
  spec.coordinates = 4;
  spec.microbatches = 8;
  spec.chunks = chunks;
  spec.placement = Placement::V;
  spec.stages.clear();
  for (int s = 0; s < spec.coordinates * chunks; ++s)
    spec.stages.push_back({1 + 0.2 * (s % 3), 1.5 - 0.2 * (s % 2), 0.8});
  spec.splitWeight = true;
  spec.messageBytes = 64;
  spec.activationBytes = 1000;
  Problem problem = makeChain(spec);
  TaskGraph graph(problem);
  AutoOptions options;
  options.maxBytes = std::move(maxBytes);
  std::string error;
  std::optional<AutoSchedule> found = autoSchedule(graph, options, error);
  ASSERT_TRUE(found) << error;
  runsAsPredicted(graph, found->schedule);
}
} // namespace

TEST(Execution, GPipe) { runsAsPredicted(ScheduleKind::GPipe); }
TEST(Execution, OneFOneB) { runsAsPredicted(ScheduleKind::OneFOneB); }
TEST(Execution, EagerOneFOneB) { runsAsPredicted(ScheduleKind::EagerOneFOneB); }
TEST(Execution, Interleaved) {
  runsAsPredicted(ScheduleKind::InterleavedOneFOneB);
}
TEST(Execution, LoopedBFS) { runsAsPredicted(ScheduleKind::LoopedBFS); }
TEST(Execution, ZBH1) { runsAsPredicted(ScheduleKind::ZBH1); }
TEST(Execution, ZBH2) { runsAsPredicted(ScheduleKind::ZBH2); }
TEST(Execution, ZBV) { runsAsPredicted(ScheduleKind::ZBV); }
TEST(Execution, DualPipeV) { runsAsPredicted(ScheduleKind::DualPipeV); }
TEST(Execution, DualPipe) { runsAsPredicted(ScheduleKind::DualPipe); }
TEST(Execution, Chimera) { runsAsPredicted(ScheduleKind::Chimera); }
TEST(Execution, Hanayo) { runsAsPredicted(ScheduleKind::Hanayo); }
TEST(Execution, Found) { foundRunsAsPredicted(1, {}); }
TEST(Execution, FoundInLittleMemory) {
  foundRunsAsPredicted(1, std::vector<int64_t>(4, 3500));
}
TEST(Execution, FoundForChunks) { foundRunsAsPredicted(2, {}); }
