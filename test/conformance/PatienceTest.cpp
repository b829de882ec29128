//===- PatienceTest.cpp - Slow ranks are waited for, silent ones are not --===//
//
// The time limit is on silence: ranks that compute, communicate, or wait for
// those that do are alive for as long as it takes; deadlocks and stopped
// processes are not.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "../../runtime/lib/transport/SharedMemoryTransport.h"

#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace popt::rt::conformance;

namespace {
class PatienceTest : public WorldTest {
protected:
  using Body = std::function<std::string(popt_rt_transport *transport,
                                         popt_rt_group *all, int32_t rank)>;
  /// Runs the body on so many ranks under a limit of a quarter of a second once
  /// all are there; what it waits for takes several times as long.
  void expect(int32_t ranks, const Body &body) {
    expectAll(GetParam(), ranks,
              [&](popt_rt_transport *transport) -> std::string {
                popt_rt_group *all = groupOfAll(transport);
                popt_rt_op first = {0, "first", nullptr};
                POPT_RT_TRY(transport, popt_rt_barrier(all, &first));
                popt_rt_transport_set_timeout(transport, 0.25);
                return body(transport, all, popt_rt_transport_rank(transport));
              });
  }
};
} // namespace

/// Of the call on which the transport ends by its time limit.
static std::string expectTimeout(popt_rt_transport *transport,
                                 popt_rt_status got,
                                 const std::vector<std::string> &texts) {
  return expectStatus(transport, got, POPT_RT_TIMEOUT, texts);
}

/// Sends or receives a number.
template <typename Start>
static popt_rt_status transfer(Start start, popt_rt_group *group,
                               const popt_rt_op &op, int32_t peer) {
  float value = 0;
  popt_rt_request *request = nullptr;
  popt_rt_status status =
      start(group, &op, &value, 1, POPT_RT_F32, peer, &request);
  return status ? status : popt_rt_wait(request);
}
static popt_rt_status receive(popt_rt_group *group, const popt_rt_op &op,
                              int32_t source) {
  return transfer(popt_rt_recv_start, group, op, source);
}
static popt_rt_status send(popt_rt_group *group, const popt_rt_op &op,
                           int32_t target) {
  return transfer(popt_rt_send_start, group, op, target);
}

// Rank 2 computes for long. Rank 1 waits for it, rank 0 for rank 1: neither
// gives up.
TEST_P(PatienceTest, ARankThatComputesIsAlive) {
  expect(3,
         [](popt_rt_transport *transport, popt_rt_group *group,
            int32_t rank) -> std::string {
           popt_rt_op all = {1, "all", nullptr}, edge = {2, "edge", nullptr};
           popt_rt_transport_computing(transport, 0);
           POPT_RT_TRY(transport, popt_rt_barrier(group, &all));
           if (rank == 2)
             pause(1000);
           if (rank < 2)
             POPT_RT_TRY(transport, receive(group, edge, rank + 1));
           if (rank > 0)
             POPT_RT_TRY(transport, send(group, edge, rank - 1));
           POPT_RT_TRY(transport, popt_rt_barrier(group, &all));
           return "";
         });
}

// Ranks 0 and 1 communicate with one another for long; rank 2, which waits for
// both, sees them move.
TEST_P(PatienceTest, ARankThatCommunicatesIsAlive) {
  expect(3,
         [](popt_rt_transport *transport, popt_rt_group *group,
            int32_t rank) -> std::string {
           std::string error;
           popt_rt_op all = {1, "all", nullptr}, two = {2, "two", nullptr};
           if (rank < 2) {
             popt_rt_group *pair = makeGroup(transport, {0, 1}, error);
             for (int i = 0; i < 100; ++i) {
               POPT_RT_TRY(transport, popt_rt_barrier(pair, &two));
               pause(10);
             }
           }
           POPT_RT_TRY(transport, popt_rt_barrier(group, &all));
           return "";
         });
}

// Rank 2 is done with computing and does nothing more. Rank 1 waits for it, and
// names it though rank 0, which waits for rank 1, has waited as long.
TEST_P(PatienceTest, TheSilentRankIsNamed) {
  expect(
      3,
      [](popt_rt_transport *transport, popt_rt_group *group,
         int32_t rank) -> std::string {
        popt_rt_op edge = {2, "edge", nullptr};
        popt_rt_transport_computing(transport, 7);
        if (rank == 2) {
          popt_rt_transport_idle(transport);
          awaitEnd(transport);
        }
        return expectTimeout(
            transport, receive(group, edge, rank + 1 < 3 ? rank + 1 : 0),
            {"receive of op 2 (\"edge\") from rank 2 timed out after 250 ms: "
             "rank 2 (last seen in op 7) has not started the matching send"});
      });
}

// All ranks compute, and each waits for the next: none has news.
TEST_P(PatienceTest, ACircleEnds) {
  expect(3,
         [](popt_rt_transport *transport, popt_rt_group *group,
            int32_t rank) -> std::string {
           popt_rt_op op = {2, "circle", nullptr};
           popt_rt_transport_computing(transport, 1);
           auto begin = std::chrono::steady_clock::now();
           popt_rt_status status = receive(group, op, (rank + 1) % 3);
           if (std::chrono::steady_clock::now() - begin >
               std::chrono::seconds(3))
             return "too late";
           return expectTimeout(transport, status,
                                {"receive of op 2 (\"circle\")",
                                 " (waits in op 2) has not started"});
         });
}

// A process that computes, but is stopped by a signal.
/// Until the transport has ended, which a child of this process waits for.
static void stopUntilTheEnd(popt_rt_transport *transport) {
  pid_t self = getpid();
  if (fork() == 0) { // goes on when the other has given up
    awaitEnd(transport);
    kill(self, SIGCONT);
    _exit(0);
  }
  kill(self, SIGSTOP);
  wait(nullptr);
}

TEST_P(PatienceTest, AStoppedProcessIsNamed) {
  if (!GetParam().processes)
    GTEST_SKIP() << "ranks are threads";
  expect(2,
         [](popt_rt_transport *transport, popt_rt_group *group,
            int32_t rank) -> std::string {
           popt_rt_op begin = {1, "begin", nullptr}, op = {3, "all", nullptr};
           if (rank == 0) // so that rank 1 waits, and is stopped soon after
             pause(100);
           POPT_RT_TRY(transport, popt_rt_barrier(group, &begin));
           popt_rt_transport_computing(transport, 2);
           if (rank == 0)
             return expectTimeout(
                 transport, popt_rt_barrier(group, &op),
                 {"barrier of op 3 (\"all\") timed out after 250 "
                  "ms: rank 1 (last seen in op 2) did not "
                  "arrive"});
           stopUntilTheEnd(transport);
           return expectTimeout(transport, popt_rt_barrier(group, &op), {});
         });
}

// All have arrived, and the rank that opens the collective is stopped before that.
TEST_P(PatienceTest, AStoppedProcessMayHaveArrived) {
  if (GetParam().name != "processes")
    GTEST_SKIP() << "looks into the transport of processes";
  expect(2,
         [](popt_rt_transport *transport, popt_rt_group *group,
            int32_t rank) -> std::string {
           popt_rt_op op = {3, "all", nullptr};
           popt_rt_transport_computing(transport, 2);
           if (rank == 0)
             return expectTimeout(
                 transport, popt_rt_barrier(group, &op),
                 {"barrier of op 3 (\"all\") timed out after 250 ms: rank 1 "
                  "(last seen in op 2) did not finish"});
           auto &threads =
               dynamic_cast<popt::rt::SharedMemoryTransport &>(*transport);
           popt::rt::Segment &segment = *threads.segment;
           popt::rt::GroupBlock *block = segment.findGroup({0, 1}, 0);
           auto *members =
               segment.at<popt::rt::MemberRecord>(block->membersOffset);
           members[1].arrived.store(members[1].sequence + 1);
           stopUntilTheEnd(transport);
           return expectTimeout(transport, popt_rt_barrier(group, &op), {});
         });
}

POPT_RT_FOR_ALL_WORLDS(PatienceTest);
