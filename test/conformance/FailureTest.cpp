//===- FailureTest.cpp - Missing, diverging, aborting and dead ranks ------===//
//
// Whatever goes wrong on one rank, all ranks return soon, with one status and
// one message that names the rank and the place.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include <chrono>
#include <csignal>
#include <thread>
#include <unistd.h>

using namespace popt::rt::conformance;

namespace {
class FailureTest : public WorldTest {};
} // namespace

/// Expects the call to fail with `status` and a message containing `texts`.
static std::string expectFailure(popt_rt_transport *transport,
                                 popt_rt_status got, popt_rt_status wanted,
                                 std::vector<std::string> texts) {
  std::string error = expectStatus(transport, got, wanted, texts);
  if (error.empty() && popt_rt_transport_health(transport) != wanted)
    return "health differs";
  return error;
}

// Limits are short once all ranks are there: machines may start them slowly.
TEST_P(FailureTest, TimeoutNamesTheMissing) {
  expectAll(GetParam(), 4, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    int32_t rank = popt_rt_transport_rank(transport);
    popt_rt_op first = {11, "first", nullptr}, op = {12, "second", nullptr};
    POPT_RT_TRY(transport, popt_rt_barrier(group, &first));
    popt_rt_transport_set_timeout(transport, 0.3);
    if (rank == 1 || rank == 3)
      awaitEnd(transport);
    float send[100] = {}, recv[100];
    popt_rt_status status = popt_rt_all_reduce(group, &op, send, recv, 100,
                                               POPT_RT_F32, POPT_RT_SUM);
    return expectFailure(transport, status, POPT_RT_TIMEOUT,
                         {"all_reduce of op 12 (\"second\")", "300 ms",
                          "ranks 1 (last seen in op 11), 3 (last seen in "
                          "op 11) did not arrive"});
  });
}

TEST_P(FailureTest, TimeoutCanBeChanged) {
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op first = {11, "first", nullptr};
    POPT_RT_TRY(transport, popt_rt_barrier(group, &first));
    popt_rt_transport_set_timeout(transport, 0.05);
    if (popt_rt_transport_rank(transport) == 1)
      awaitEnd(transport);
    return expectFailure(transport, popt_rt_barrier(group, nullptr),
                         POPT_RT_TIMEOUT,
                         {"rank 1 (last seen in op 11)", "50 ms"});
  });
}

TEST_P(FailureTest, TransferTimeoutNamesThePeer) {
  expectAll(GetParam(), 3, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op first = {30, "first", nullptr}, op = {31, "edge", nullptr};
    POPT_RT_TRY(transport, popt_rt_barrier(group, &first));
    popt_rt_transport_set_timeout(transport, 0.3);
    float buffer[10] = {};
    popt_rt_request *request = nullptr;
    if (popt_rt_transport_rank(transport) == 0) {
      POPT_RT_TRY(transport, popt_rt_recv_start(group, &op, buffer, 10,
                                                POPT_RT_F32, 2, &request));
      return expectFailure(transport, popt_rt_wait(request), POPT_RT_TIMEOUT,
                           {"receive of op 31 (\"edge\") from rank 2",
                            "has not started the matching send"});
    }
    awaitEnd(transport);
    return expectFailure(
        transport,
        popt_rt_send_start(group, &op, buffer, 10, POPT_RT_F32, 0, &request),
        POPT_RT_TIMEOUT, {"receive of op 31"});
  });
}

TEST_P(FailureTest, AbortWakesSleepers) {
  expectAll(GetParam(), 4, [](popt_rt_transport *transport) -> std::string {
    std::string error;
    popt_rt_group *group = groupOfAll(transport);
    // A rank that begins after the end gets no group.
    popt_rt_op begin = {0, "begin", nullptr}, op = {1, "wait", nullptr};
    POPT_RT_TRY(transport, popt_rt_barrier(group, &begin));
    auto start = std::chrono::steady_clock::now();
    if (popt_rt_transport_rank(transport) == 2) {
      pause(50);
      popt_rt_transport_abort(transport, "out of coffee");
      popt_rt_transport_abort(transport, "the first one counts");
    }
    int32_t value = 0;
    popt_rt_request *request = nullptr;
    popt_rt_status status = popt_rt_transport_rank(transport) == 1
                                ? popt_rt_recv_start(group, &op, &value, 1,
                                                     POPT_RT_I32, 2, &request)
                                : popt_rt_barrier(group, &op);
    if (request)
      status = popt_rt_wait(request);
    if (std::chrono::steady_clock::now() - start > std::chrono::seconds(5))
      return "too late";
    error = expectFailure(transport, status, POPT_RT_ABORTED,
                          {"rank 2: out of coffee"});
    if (!error.empty())
      return error;
    return expectFailure(transport, popt_rt_barrier(group, &op),
                         POPT_RT_ABORTED, {"rank 2: out of coffee"});
  });
}

// A rank that returns early, with its transport destroyed, is noticed long
// before the time limit.
TEST_P(FailureTest, ARankThatLeftIsNamed) {
  expectAll(GetParam(), 3, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {3, "alone", nullptr};
    POPT_RT_TRY(transport, popt_rt_barrier(group, &op));
    if (popt_rt_transport_rank(transport) == 1)
      return "";
    return expectFailure(transport, popt_rt_barrier(group, &op),
                         POPT_RT_ABORTED,
                         {"rank 1 (last seen in op 3) left without "
                          "taking part"});
  });
}

TEST_P(FailureTest, MismatchNamesBoth) {
  using Call = std::function<popt_rt_status(popt_rt_group *, bool odd)>;
  struct Case {
    Call call;
    std::vector<std::string> texts;
    /// Some member continues, since its part needs no comparison.
    bool goesOn = false;
  };
  static float send[64], recv[64];
  static const int64_t four[3] = {4, 4, 4}, other[3] = {4, 5, 3},
                       more[3] = {4, 4, 5};
  static const popt_rt_op op = {7, "here", nullptr},
                          later = {8, "there", nullptr};
  static const popt_rt_pair ring[1] = {{0, 1}}, back[1] = {{1, 0}};
  static const float one = 1, two = 2;
  std::vector<Case> cases = {
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_all_reduce(g, &op, send, recv, odd ? 10 : 11,
                                   POPT_RT_F32, POPT_RT_SUM);
       },
       {"rank 0 is in op 7 (\"here\"), all_reduce of 11 f32 by sum",
        "all_reduce of 10 f32 by sum"}},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_all_reduce(g, &op, send, recv, 4,
                                   odd ? POPT_RT_F32 : POPT_RT_I32,
                                   POPT_RT_SUM);
       },
       {"4 i32 by sum", "4 f32 by sum"}},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_all_reduce(g, &op, send, recv, 4, POPT_RT_F32,
                                   odd ? POPT_RT_MAX : POPT_RT_SUM);
       },
       {"f32 by sum", "f32 by max"},
       /*goesOn=*/true},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_barrier(g, odd ? &op : &later);
       },
       {"op 8 (\"there\")", "rank 1 is in op 7 (\"here\")"},
       /*goesOn=*/true},
      {[](popt_rt_group *g, bool odd) {
         return odd ? popt_rt_barrier(g, &op)
                    : popt_rt_broadcast(g, &op, send, recv, 4, POPT_RT_F32, 0);
       },
       {"broadcast of 4 f32", "rank 1 is in op 7 (\"here\"), barrier"}},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_broadcast(g, &op, send, recv, 4, POPT_RT_F32, odd);
       },
       {"with root 1"}},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_all_gather(g, &op, send, recv, odd ? other : four,
                                   POPT_RT_F32);
       },
       {"counts and pairs must agree"}},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_permute(g, &op, send, recv, 4, POPT_RT_F32,
                                odd ? ring : back, 1, nullptr);
       },
       {"permute of 4 f32", "counts and pairs must agree"},
       /*goesOn=*/true},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_permute(g, &op, send, recv, 4, POPT_RT_F32, ring, 1,
                                odd ? &one : &two);
       },
       {"permute of 4 f32"},
       /*goesOn=*/true},
      {[](popt_rt_group *g, bool odd) {
         return popt_rt_all_to_all(g, &op, send, odd ? more : four, recv, four,
                                   POPT_RT_F32);
       },
       {"rank 1 sends 5 elements to rank 2, which expects 4"},
       /*goesOn=*/true},
  };
  for (const Case &test : cases) {
    if (test.goesOn && !GetParam().comparesCalls)
      continue;
    expectAll(GetParam(), 3, [&](popt_rt_transport *transport) -> std::string {
      popt_rt_group *group = groupOfAll(transport);
      bool odd = popt_rt_transport_rank(transport) == 1;
      popt_rt_status status = test.call(group, odd);
      return expectFailure(transport, status, POPT_RT_MISMATCH, test.texts);
    });
  }
}

TEST_P(FailureTest, TransferMismatchNamesBoth) {
  if (!GetParam().comparesCalls)
    GTEST_SKIP() << "counts of transfers are not compared";
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {9, "edge", nullptr};
    float buffer[8] = {};
    popt_rt_request *request = nullptr;
    popt_rt_status status = popt_rt_transport_rank(transport) == 0
                                ? popt_rt_send_start(group, &op, buffer, 8,
                                                     POPT_RT_F32, 1, &request)
                                : popt_rt_recv_start(group, &op, buffer, 7,
                                                     POPT_RT_F32, 0, &request);
    if (request) {
      popt_rt_status waited = popt_rt_wait(request);
      status = status ? status : waited;
    }
    return expectFailure(transport, status, POPT_RT_MISMATCH,
                         {"rank 0 sends 8 f32 in op 9 (\"edge\"), but rank 1 "
                          "receives 7 f32"});
  });
}

// Aborts at random moments of a stream of collectives: every rank returns, and
// no peer touches the buffers of a rank that has returned (the sanitizers see).
TEST_P(FailureTest, AbortInTheMiddleOfWork) {
  for (int round = 0; round < 10; ++round)
    expectAll(GetParam(), 4, [&](popt_rt_transport *transport) -> std::string {
      popt_rt_group *group = groupOfAll(transport);
      if (!group) // a slow starter may find the transport ended
        return expectFailure(transport, POPT_RT_ABORTED, POPT_RT_ABORTED,
                             {": now"});
      auto start = std::chrono::steady_clock::now();
      std::thread aborter;
      if (popt_rt_transport_rank(transport) == round % 4)
        aborter = std::thread([&] {
          std::this_thread::sleep_for(
              std::chrono::microseconds(500 + 997 * round));
          popt_rt_transport_abort(transport, "now");
        });
      popt_rt_status status = POPT_RT_OK;
      for (int64_t i = 0; !status; ++i) {
        popt_rt_op op = {i, "work", nullptr};
        std::vector<float> send(50000, 1), recv(send.size());
        status =
            popt_rt_all_reduce(group, &op, send.data(), recv.data(),
                               int64_t(send.size()), POPT_RT_F32, POPT_RT_SUM);
      }
      if (aborter.joinable())
        aborter.join();
      if (std::chrono::steady_clock::now() - start > std::chrono::seconds(2))
        return "too late";
      return expectFailure(transport, status, POPT_RT_ABORTED, {": now"});
    });
}

TEST_P(FailureTest, AKilledProcessIsNamed) {
  if (!GetParam().processes)
    GTEST_SKIP() << "ranks are threads";
  std::vector<Outcome> outcomes =
      GetParam().run(4, 60, [](popt_rt_transport *transport) -> std::string {
        popt_rt_group *group = groupOfAll(transport);
        popt_rt_op op = {1, "all", nullptr};
        POPT_RT_TRY(transport, popt_rt_barrier(group, &op));
        if (popt_rt_transport_rank(transport) == 2)
          kill(getpid(), SIGKILL);
        auto start = std::chrono::steady_clock::now();
        popt_rt_status status = popt_rt_barrier(group, &op);
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(2))
          return "too late";
        return expectFailure(transport, status, POPT_RT_ABORTED,
                             {" of rank 2 (last seen in op 1) died"});
      });
  for (int32_t rank = 0; rank < 4; ++rank) {
    EXPECT_EQ(outcomes[rank].error, "");
    EXPECT_EQ(outcomes[rank].killed, rank == 2);
  }
}

POPT_RT_FOR_ALL_WORLDS(FailureTest);
