//===- ArgumentsTest.cpp - Wrong arguments are refused, locally -----------===//
//
// Every INVALID_ARGUMENT of the C API, with its message; afterwards the
// transport still works.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

#include "popt-rt/transport_threads.h"

#include <unistd.h>

using namespace popt::rt::conformance;

namespace {
class ArgumentsTest : public WorldTest {};
} // namespace

namespace {
/// Notes which calls were not refused, or with other words.
struct Refusals {
  popt_rt_transport *transport;
  std::string &error;
  void operator()(popt_rt_status status, const char *text) const {
    std::string message = popt_rt_last_error(transport);
    if (status != POPT_RT_INVALID_ARGUMENT)
      error += std::string("not refused: ") + text + "; ";
    else if (message.find(text) == std::string::npos)
      error += "message \"" + message + "\" lacks \"" + text + "\"; ";
  }
};
} // namespace

static void refuseCollectives(popt_rt_group *group, int32_t rank,
                              const Refusals &refused) {
  popt_rt_op op = {5, "wrong", nullptr};
  float a[8] = {}, b[8] = {};
  int64_t counts[2] = {2, 2}, negative[2] = {2, -2}, uneven[2] = {1, 3};
  refused(popt_rt_barrier(nullptr, &op), "barrier of op 5 (\"wrong\"): null");
  refused(popt_rt_all_reduce(group, &op, a, b, 4, POPT_RT_F32, POPT_RT_AND),
          "and is not defined on f32");
  refused(popt_rt_all_reduce(group, &op, a, b, 4, POPT_RT_C64, POPT_RT_MAX),
          "max is not defined on c64");
  refused(popt_rt_all_reduce(group, &op, a, b, -1, POPT_RT_F32, POPT_RT_SUM),
          "count -1");
  refused(popt_rt_all_reduce(group, &op, a, b, 4,
                             static_cast<popt_rt_element_type>(31),
                             POPT_RT_SUM),
          "unknown element type 31");
  refused(
      popt_rt_all_reduce(group, &op, nullptr, b, 4, POPT_RT_F32, POPT_RT_SUM),
      "null send");
  refused(
      popt_rt_all_reduce(group, &op, a, nullptr, 4, POPT_RT_F32, POPT_RT_SUM),
      "null recv");
  refused(popt_rt_all_reduce(group, &op, a, a + 1, 4, POPT_RT_F32, POPT_RT_SUM),
          "send and recv overlap without being in place");
  refused(popt_rt_all_gather(group, &op, a, b, negative, POPT_RT_F32),
          "a count is out of range");
  refused(popt_rt_all_gather(group, &op, a, b, nullptr, POPT_RT_F32),
          "null group or counts");
  refused(popt_rt_all_to_all(group, &op, a, nullptr, b, counts, POPT_RT_F32),
          "null group or counts");
  refused(popt_rt_all_gather(group, &op, a + 1, a, counts, POPT_RT_F32),
          "overlap");
  refused(popt_rt_reduce_scatter(group, &op, a, a + 1, counts, POPT_RT_F32,
                                 POPT_RT_SUM),
          "overlap");
  refused(popt_rt_scatter(group, &op, a, a + 1, counts, POPT_RT_F32, rank),
          "overlap");
  refused(popt_rt_all_to_all(group, &op, a, counts, a + 1, counts, POPT_RT_F32),
          "overlap");
  refused(popt_rt_all_to_all(group, &op, a, counts, b, uneven, POPT_RT_F32),
          "this member sends itself 2 elements but receives");
  refused(popt_rt_broadcast(group, &op, a, b, 4, POPT_RT_F32, 2),
          "root 2 does not exist, the group has 2");
  refused(popt_rt_broadcast(group, &op, nullptr, b, 4, POPT_RT_F32, rank),
          "null send");
  popt_rt_pair outside[1] = {{0, 2}}, same[2] = {{0, 1}, {1, 1}};
  refused(
      popt_rt_permute(group, &op, a, b, 4, POPT_RT_F32, outside, 1, nullptr),
      "pair 0 -> 2 names a member that does not exist, the group has 2");
  refused(popt_rt_permute(group, &op, a, b, 4, POPT_RT_F32, same, 2, nullptr),
          "member 1 is the target of two pairs");
  refused(
      popt_rt_permute(group, &op, a, b, 4, POPT_RT_F32, nullptr, 1, nullptr),
      "null list of pairs");
}

/// Runs on the ranks of a world of two; all calls but the last fail locally.
static std::string wrongCalls(popt_rt_transport *transport) {
  std::string error;
  popt_rt_group *group = groupOfAll(transport);
  Refusals refused{transport, error};
  popt_rt_op op = {5, "wrong", nullptr};
  float a[8] = {}, b[8] = {};
  popt_rt_group *other = nullptr;
  int32_t rank = popt_rt_transport_rank(transport);
  int32_t twice[2] = {rank, rank}, unknown[2] = {rank, 2}, without = 1 - rank;

  refused(popt_rt_group_create(transport, twice, 2, 0, &other),
          "is listed twice");
  refused(popt_rt_group_create(transport, unknown, 2, 0, &other),
          "rank 2 does not exist, there are 2 ranks");
  refused(popt_rt_group_create(transport, &without, 1, 0, &other),
          "creates a group that it is not in");
  refused(popt_rt_group_create(transport, twice, 0, 0, &other),
          "group: null argument or empty list of ranks");
  refused(popt_rt_group_create(transport, nullptr, 2, 0, &other),
          "group: null argument or empty list of ranks");
  refused(popt_rt_transport_allocate(transport, 8, nullptr),
          "allocate: null argument");
  refused(popt_rt_transport_register(transport, nullptr, 8),
          "register: null argument");
  refused(popt_rt_group_connect(nullptr), "connect: null group");

  refuseCollectives(group, rank, refused);

  popt_rt_request *request = nullptr;
  refused(popt_rt_send_start(group, &op, a, 4, POPT_RT_F32, 2, &request),
          "send: member 2 does not exist");
  refused(popt_rt_recv_start(group, &op, a, -4, POPT_RT_F32, 1, &request),
          "receive: negative count -4");
  refused(popt_rt_recv_start(group, &op, nullptr, 4, POPT_RT_F32, 1, &request),
          "receive: null buffer, count 4");
  refused(popt_rt_recv_start(group, &op, a, 4, POPT_RT_F32, 1, nullptr),
          "receive: null argument");
  refused(popt_rt_send_start(group, &op, a, 4,
                             static_cast<popt_rt_element_type>(31), 1,
                             &request),
          "send: unknown element type 31");
  int done = 0;
  refused(popt_rt_test(nullptr, &done), "test: null argument");
  refused(popt_rt_wait(nullptr), "wait: null request");
  refused(popt_rt_issue(transport, nullptr, 1), "issue: null argument");

  POPT_RT_TRY(transport, popt_rt_transport_health(transport));
  POPT_RT_TRY(transport, popt_rt_all_reduce(group, &op, a, b, 4, POPT_RT_F32,
                                            POPT_RT_SUM));
  return error;
}

TEST_P(ArgumentsTest, AreCheckedLocally) {
  expectAll(GetParam(), 2, wrongCalls);
}

TEST(ThreadsOptionsTest, WrongCreationIsRefused) {
  popt_rt_transport *transport = nullptr;
  EXPECT_EQ(popt_rt_threads_create(0, nullptr, &transport),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(popt_rt_threads_create(2, nullptr, nullptr),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_EQ(popt_rt_threads_attach(-1, 0, nullptr, &transport),
            POPT_RT_SYSTEM_ERROR);
  int fd = -1;
  ASSERT_EQ(popt_rt_threads_create_segment(2, 1 << 20, &fd), POPT_RT_OK);
  EXPECT_EQ(popt_rt_threads_attach(fd, 2, nullptr, &transport),
            POPT_RT_INVALID_ARGUMENT);
  ASSERT_EQ(popt_rt_threads_attach(fd, 0, nullptr, &transport), POPT_RT_OK);
  popt_rt_transport *again = nullptr;
  EXPECT_EQ(popt_rt_threads_attach(fd, 0, nullptr, &again),
            POPT_RT_INVALID_ARGUMENT);
  EXPECT_STREQ(popt_rt_transport_name(transport), "threads");
  popt_rt_transport_destroy(transport);
  close(fd);
}

POPT_RT_FOR_ALL_WORLDS(ArgumentsTest);
