// Sends and receives that wait for each other in the order of streams (NCCL's) end
// in every schedule, in the order that ranks issue them in.
#include "Common.h"
#include "Tables.h"

#include "popt-rt/check.h"
#include "popt-rt/transfer_order.h"

#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>

using namespace popt;
using namespace popt::pipeline;
using namespace popt::pipeline::test;

namespace {
class TransferOrderTest : public testing::TestWithParam<ScheduleKind> {};

std::vector<int> microbatches() {
  std::vector<int> all(32);
  std::iota(all.begin(), all.end(), 1);
  return std::getenv("POPT_LONG") ? all
                                  : std::vector<int>{1, 2, 3, 4, 8, 16, 32};
}

/// Calls `body` with tables of the kind up to 8 coordinates and 32 microbatches,
/// with every one where time allows; receives stand just before their readers, or a
/// bundle earlier.
void forTables(ScheduleKind kind,
               const std::function<void(const rt::StepTable &)> &body) {
  for (int p = 2; p <= 8; ++p)
    for (int m : microbatches())
      for (int ahead : {0, 1}) {
        Point at;
        at.kind = kind;
        at.p = p;
        at.m = m;
        at.v = isLooped(kind) ? 2 : 1;
        Problem problem = chainOf(at);
        TaskGraph graph(problem);
        std::string error;
        std::optional<Schedule> schedule = generate(graph, kind, error);
        if (!schedule) // it takes other numbers of microbatches
          continue;
        SCOPED_TRACE("p " + std::to_string(p) + ", m " + std::to_string(m) +
                     ", ahead " + std::to_string(ahead));
        body(tableOf(graph, withTransfers(graph, *schedule, ahead), 1));
      }
}
} // namespace

TEST_P(TransferOrderTest, NobodyWaitsForEver) {
  int numTables = 0;
  forTables(GetParam(), [&](const rt::StepTable &table) {
    rt::TransferOrder order = rt::orderTransfers(table);
    for (size_t rank = 0; rank < order.turnsOfRank.size(); ++rank)
      EXPECT_EQ(order.turnsOfRank[rank].size(),
                static_cast<size_t>(table.programOf(rank).numEvents));
    EXPECT_EQ(rt::checkTransferOrder(table, order), "");
    ++numTables;
  });
  EXPECT_GT(numTables, 10);
}

// Two turns of one rank change places: then a rank waits for ever, and the check
// says who, or the step is done all the same.
TEST_P(TransferOrderTest, MutationsAreRefusedOrHarmless) {
  std::mt19937 random(7);
  int numRefused = 0;
  forTables(GetParam(), [&](const rt::StepTable &table) {
    rt::TransferOrder order = rt::orderTransfers(table);
    for (int i = 0; i < 3; ++i) {
      rt::TransferOrder mutated = order;
      auto &turns = mutated.turnsOfRank[random() % order.turnsOfRank.size()];
      std::swap(turns[random() % turns.size()], turns[random() % turns.size()]);
      std::string problem = rt::checkTransferOrder(table, mutated);
      numRefused += !problem.empty();
      if (!problem.empty())
        EXPECT_EQ(problem.compare(0, 5, "rank "), 0) << problem;
    }
  });
  EXPECT_GT(numRefused, 0);
}

INSTANTIATE_TEST_SUITE_P(All, TransferOrderTest,
                         testing::ValuesIn(namedSchedules), nameOfKind);

// Why there is an order: in that of their programs two ranks wait for each other.
TEST(TransferOrder, TheProgramsOrderIsNotEnough) {
  Point at;
  at.kind = ScheduleKind::OneFOneB;
  at.p = 2;
  at.m = 4;
  Problem problem = chainOf(at);
  TaskGraph graph(problem);
  std::string error;
  std::optional<Schedule> schedule = generate(graph, at.kind, error);
  ASSERT_TRUE(schedule) << error;
  rt::StepTable table = tableOf(graph, withTransfers(graph, *schedule, 0), 1);
  rt::TransferOrder order = rt::orderTransfers(table);
  EXPECT_EQ(rt::checkTransferOrder(table, order), "");
  for (auto &turns : order.turnsOfRank)
    std::sort(turns.begin(), turns.end());
  std::string stuck = rt::checkTransferOrder(table, order);
  EXPECT_NE(stuck.find("rank 0 waits in command "), std::string::npos) << stuck;
  EXPECT_NE(stuck.find("its stream to send to rank 1 message 1"),
            std::string::npos)
      << stuck;
}
