//===- TransferTest.cpp - Matched sends and receives ----------------------===//

#include "Harness.h"
#include "Oracle.h"

using namespace popt::rt::conformance;

namespace {
class TransferTest : public WorldTest {};
} // namespace

// Messages of every type and size around a ring, several in flight, waited for
// in another order than started.
TEST_P(TransferTest, MatchInOrder) {
  for (int32_t size : {1, 2, 3, 8})
    expectAll(
        GetParam(), size, [](popt_rt_transport *transport) -> std::string {
          popt_rt_group *group = groupOfAll(transport);
          int32_t rank = popt_rt_transport_rank(transport);
          int32_t n = popt_rt_transport_size(transport);
          int32_t next = (rank + 1) % n, previous = (rank + n - 1) % n;
          for (popt_rt_element_type type : transferredTypes()) {
            const std::vector<int64_t> counts = {0, 1, 7, 1000, 30000};
            std::vector<Bytes> sent, received;
            std::vector<popt_rt_request *> requests;
            for (int64_t count : counts) {
              int32_t salt = static_cast<int32_t>(sent.size());
              sent.push_back(makeInput(type, rank, count, salt));
              received.push_back(Bytes(count * popt_rt_element_size(type)));
            }
            for (size_t i = 0; i < counts.size(); ++i) {
              popt_rt_op op = {int64_t(i), "ring", nullptr};
              requests.resize(requests.size() + 2);
              popt_rt_request **pair = &requests[requests.size() - 2];
              auto send = [&] {
                return popt_rt_send_start(group, &op, sent[i].data(), counts[i],
                                          type, next, &pair[0]);
              };
              if (rank % 2)
                POPT_RT_TRY(transport, send());
              POPT_RT_TRY(transport, popt_rt_recv_start(
                                         group, &op, received[i].data(),
                                         counts[i], type, previous, &pair[1]));
              if (rank % 2 == 0)
                POPT_RT_TRY(transport, send());
            }
            for (size_t i = requests.size(); i-- > 0;)
              POPT_RT_TRY(transport, popt_rt_wait(requests[i]));
            for (size_t i = 0; i < counts.size(); ++i)
              if (received[i] !=
                  makeInput(type, previous, counts[i], static_cast<int32_t>(i)))
                return std::string("wrong message of ") +
                       popt_rt_element_type_name(type);
          }
          return "";
        });
}

// More messages than the ring has places, and no wait between start and start
// as long as there are places.
TEST_P(TransferTest, ManyInFlight) {
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    int32_t peer = 1 - popt_rt_transport_rank(transport);
    popt_rt_op op = {1, "many", nullptr};
    for (int round = 0; round < 5; ++round) {
      std::vector<int64_t> sent(100), received(100);
      std::vector<popt_rt_request *> requests(200);
      for (int64_t i = 0; i < 100; ++i) {
        sent[i] = round * 1000 + i;
        POPT_RT_TRY(transport,
                    popt_rt_send_start(group, &op, &sent[i], 1, POPT_RT_I64,
                                       peer, &requests[i]));
      }
      for (int64_t i = 0; i < 100; ++i)
        POPT_RT_TRY(transport,
                    popt_rt_recv_start(group, &op, &received[i], 1, POPT_RT_I64,
                                       peer, &requests[100 + i]));
      for (popt_rt_request *request : requests)
        POPT_RT_TRY(transport, popt_rt_wait(request));
      if (received != sent)
        return "wrong messages";
    }
    // One-sided flood: the sender waits for a place, not forever.
    for (int64_t i = 0; i < 1000; ++i) {
      popt_rt_request *request = nullptr;
      int64_t value = i;
      if (peer == 1)
        POPT_RT_TRY(transport, popt_rt_send_start(group, &op, &value, 1,
                                                  POPT_RT_I64, 1, &request));
      else
        POPT_RT_TRY(transport, popt_rt_recv_start(group, &op, &value, 1,
                                                  POPT_RT_I64, 0, &request));
      POPT_RT_TRY(transport, popt_rt_wait(request));
      if (value != i)
        return "wrong value";
    }
    return "";
  });
}

// What both have started needs no place: the sender waits for none of its
// messages before all are started, and the receiver for none before the end.
TEST_P(TransferTest, WaitedForAtTheEnd) {
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {3, "late", nullptr};
    std::vector<int64_t> values(1000);
    std::vector<popt_rt_request *> requests(values.size());
    bool isSender = popt_rt_transport_rank(transport) == 0;
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = isSender ? static_cast<int64_t>(i * i) : -1;
      POPT_RT_TRY(transport,
                  isSender ? popt_rt_send_start(group, &op, &values[i], 1,
                                                POPT_RT_I64, 1, &requests[i])
                           : popt_rt_recv_start(group, &op, &values[i], 1,
                                                POPT_RT_I64, 0, &requests[i]));
    }
    for (popt_rt_request *request : requests)
      POPT_RT_TRY(transport, popt_rt_wait(request));
    for (size_t i = 0; i < values.size(); ++i)
      if (values[i] != static_cast<int64_t>(i * i))
        return "wrong value";
    return "";
  });
}

// A started receive lets the sender finish, though the receiver does not wait.
TEST_P(TransferTest, ProgressNeedsOnlyTheStart) {
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {2, "progress", nullptr};
    int64_t value = 0, answer = 0;
    popt_rt_request *request = nullptr, *back = nullptr;
    if (popt_rt_transport_rank(transport) == 0) {
      value = 41;
      POPT_RT_TRY(transport, popt_rt_send_start(group, &op, &value, 1,
                                                POPT_RT_I64, 1, &request));
      POPT_RT_TRY(transport, popt_rt_wait(request));
      POPT_RT_TRY(transport, popt_rt_recv_start(group, &op, &answer, 1,
                                                POPT_RT_I64, 1, &back));
      POPT_RT_TRY(transport, popt_rt_wait(back));
      return answer == 42 ? "" : "wrong answer";
    }
    POPT_RT_TRY(transport, popt_rt_recv_start(group, &op, &value, 1,
                                              POPT_RT_I64, 0, &request));
    answer = 42;
    POPT_RT_TRY(transport, popt_rt_send_start(group, &op, &answer, 1,
                                              POPT_RT_I64, 0, &back));
    POPT_RT_TRY(transport, popt_rt_wait(back));
    int done = 0;
    while (!done)
      POPT_RT_TRY(transport, popt_rt_test(request, &done));
    POPT_RT_TRY(transport, popt_rt_wait(request));
    return value == 41 ? "" : "wrong value";
  });
}

// A message between ranks that are connected is issued without its peer, which first
// takes part in a collective.
TEST_P(TransferTest, ConnectedRanksDoNotMeet) {
  expectAll(GetParam(), 2, [](popt_rt_transport *transport) -> std::string {
    popt_rt_group *group = groupOfAll(transport);
    popt_rt_op op = {4, "late", nullptr};
    int64_t value = 7;
    popt_rt_request *request = nullptr;
    int done = 0;
    POPT_RT_TRY(transport, popt_rt_group_connect(group));
    bool isSender = popt_rt_transport_rank(transport) == 0;
    if (isSender) {
      POPT_RT_TRY(transport, popt_rt_send_start(group, &op, &value, 1,
                                                POPT_RT_I64, 1, &request));
      POPT_RT_TRY(transport, popt_rt_test(request, &done)); // issues it
    }
    POPT_RT_TRY(transport, popt_rt_barrier(group, &op));
    if (!isSender) {
      value = 0;
      POPT_RT_TRY(transport, popt_rt_recv_start(group, &op, &value, 1,
                                                POPT_RT_I64, 0, &request));
    }
    POPT_RT_TRY(transport, popt_rt_wait(request));
    return value == 7 ? "" : "wrong value";
  });
}

TEST_P(TransferTest, WithinSubgroupsBesideCollectives) {
  expectAll(GetParam(), 6, [](popt_rt_transport *transport) -> std::string {
    std::string error;
    int32_t rank = popt_rt_transport_rank(transport);
    popt_rt_group *half =
        makeGroup(transport, {rank % 2, rank % 2 + 2, rank % 2 + 4}, error);
    popt_rt_group *all = groupOfAll(transport);
    for (int64_t i = 0; i < 200; ++i) {
      popt_rt_op op = {i, "beside", nullptr};
      int32_t next = (popt_rt_group_member(half) + 1) % 3;
      int32_t previous = (popt_rt_group_member(half) + 2) % 3;
      int64_t sent = rank * 1000 + i, received = -1, sum = 0;
      popt_rt_request *send = nullptr, *recv = nullptr;
      POPT_RT_TRY(transport, popt_rt_send_start(half, &op, &sent, 1,
                                                POPT_RT_I64, next, &send));
      POPT_RT_TRY(transport, popt_rt_recv_start(half, &op, &received, 1,
                                                POPT_RT_I64, previous, &recv));
      POPT_RT_TRY(transport, popt_rt_all_reduce(all, &op, &sent, &sum, 1,
                                                POPT_RT_I64, POPT_RT_SUM));
      POPT_RT_TRY(transport, popt_rt_wait(send));
      POPT_RT_TRY(transport, popt_rt_wait(recv));
      if (received != (previous * 2 + rank % 2) * 1000 + i ||
          sum != 15000 + 6 * i)
        return "wrong value";
    }
    return "";
  });
}

POPT_RT_FOR_ALL_WORLDS(TransferTest);
