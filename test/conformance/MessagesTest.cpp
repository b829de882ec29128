//===- MessagesTest.cpp - Groups that cross hosts -------------------------===//
//
// What the tests of all worlds do not see: large vectors on every way that
// MessageGroup.h describes, the bytes that leave a host, and an engine that
// fails.
//
//===----------------------------------------------------------------------===//

#include "Hosts.h"
#include "Oracle.h"

#include "../../runtime/lib/transport/Reduce.h"
#include "../../runtime/lib/transport/messages/MpiEngine.h"
#include "../../runtime/mpi/popt_mpi.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>

using namespace popt::rt;
using namespace popt::rt::conformance;

namespace {
/// A group of all ranks, in this order, and where they are.
struct Shape {
  std::vector<int32_t> hostOfRank;
  std::vector<int32_t> members;
};

/// One call on one member, and what must come out.
class Check {
public:
  Check(popt_rt_transport *transport, popt_rt_group *group,
        const std::vector<int32_t> &ranks, popt_rt_element_type type,
        int64_t count)
      : transport(transport), group(group), type(type), count(count),
        width(static_cast<int64_t>(popt_rt_element_size(type))) {
    for (int32_t rank : ranks) {
      inputs.push_back(makeInput(type, rank, count));
      sources.push_back(inputs.back().data());
    }
    n = static_cast<int32_t>(ranks.size());
    me = popt_rt_group_member(group);
    // Uneven, and one is empty.
    int64_t left = count;
    for (int32_t m = 0; m < n; ++m) {
      counts.push_back(m + 1 == n ? left : m == 1 ? 0 : left * (m + 1) / n);
      left -= counts.back();
    }
  }

  std::string all() {
    sum.resize(inputs[0].size());
    void *output = sum.data();
    findReduceKernel(POPT_RT_SUM, type)(sources.data(), n, {&output, 1, false},
                                        count);
    for (bool inPlace : {false, true})
      expect("all_reduce", inPlace, sum, [&](const void *send, void *recv) {
        return popt_rt_all_reduce(group, &op, send, recv, count, type,
                                  POPT_RT_SUM);
      });
    for (int32_t root = 0; root < n; ++root) {
      expect("reduce", true, me == root ? sum : inputs[me],
             [&](const void *send, void *recv) {
               return popt_rt_reduce(group, &op, send, recv, count, type,
                                     POPT_RT_SUM, root);
             });
      expect(
          "broadcast", false, inputs[root], [&](const void *send, void *recv) {
            return popt_rt_broadcast(group, &op, send, recv, count, type, root);
          });
    }
    slices();
    return error;
  }

private:
  void slices() {
    Bytes gathered, mine;
    int64_t begin = 0;
    for (int32_t m = 0; m < n; ++m) {
      gathered.insert(gathered.end(), inputs[m].begin(),
                      inputs[m].begin() + counts[m] * width);
      if (m == me)
        mine.assign(sum.begin() + begin * width,
                    sum.begin() + (begin + counts[m]) * width);
      begin += counts[m];
    }
    expect("all_gather", false, gathered, [&](const void *send, void *recv) {
      return popt_rt_all_gather(group, &op, send, recv, counts.data(), type);
    });
    expect("reduce_scatter", false, mine, [&](const void *send, void *recv) {
      return popt_rt_reduce_scatter(group, &op, send, recv, counts.data(), type,
                                    POPT_RT_SUM);
    });
  }
  template <typename Call>
  void expect(const char *what, bool inPlace, const Bytes &wanted, Call call) {
    if (!error.empty())
      return;
    Bytes got = inPlace ? inputs[me] : Bytes(wanted.size(), 0x5a);
    if (popt_rt_status status =
            call(inPlace ? got.data() : inputs[me].data(), got.data()))
      error = describe(transport, what, status);
    // Which NaN comes of two is the processor's choice.
    for (size_t at = 0; at < got.size() && error.empty(); at += width)
      if (!equalElements(type, &got[at], &wanted[at]))
        error = std::string(what) + " of " + popt_rt_element_type_name(type) +
                ": got " + hex(type, &got[at]) + ", expected " +
                hex(type, &wanted[at]);
  }

  popt_rt_transport *transport;
  popt_rt_group *group;
  popt_rt_element_type type;
  int64_t count, width;
  int32_t n = 0, me = 0;
  popt_rt_op op = {1, "large", nullptr};
  std::vector<Bytes> inputs;
  std::vector<const void *> sources;
  std::vector<int64_t> counts;
  Bytes sum;
  std::string error;
};
} // namespace

static void expectNone(const std::vector<Outcome> &outcomes) {
  for (size_t rank = 0; rank < outcomes.size(); ++rank)
    EXPECT_EQ(outcomes[rank].error, "") << "rank " << rank;
}

// Several parts each; members in runs and not, one alone on its host, and in
// another order than the ranks.
TEST(Messages, LargeVectorsHaveTheBitsOfOneKernel) {
  const std::vector<Shape> shapes = {
      {{0, 0, 1, 1}, {0, 1, 2, 3}}, {{0, 1, 0, 1}, {0, 1, 2, 3}},
      {{5, 5, 5, 2}, {3, 2, 1, 0}}, {{0, 0, 1, 2, 2}, {0, 1, 2, 3, 4}},
      {{0, 1, 2}, {2, 0, 1}},       {{0, 1}, {1, 0}}};
  LocalOptions options;
  options.seed = 3;
  for (const Shape &shape : shapes)
    expectNone(runOnHosts(
        shape.hostOfRank, options, 60,
        [&](popt_rt_transport *transport) -> std::string {
          std::string error;
          popt_rt_group *group = makeGroup(transport, shape.members, error);
          for (auto [type, count] :
               {std::pair<popt_rt_element_type, int64_t>{POPT_RT_F32, 700'001},
                {POPT_RT_BF16, 700'001},
                {POPT_RT_F8E4M3FN, 700'001},
                {POPT_RT_C128, 70'001}})
            if (error.empty())
              error = Check(transport, group, shape.members, type, count).all();
          return error;
        }));
}

/// Bytes that the fullest link carries, over those of the vector.
template <typename Call>
static double shareOnLinks(const std::vector<int32_t> &hostOfRank,
                           int64_t count, Call call) {
  std::map<int32_t, std::atomic<int64_t>> leaving;
  for (int32_t host : hostOfRank)
    leaving[host] = 0;
  LocalOptions options;
  options.observe = [&](int32_t source, int32_t target, int64_t bytes) {
    if (hostOfRank[source] != hostOfRank[target])
      leaving[hostOfRank[source]] += bytes;
  };
  expectNone(runOnHosts(hostOfRank, options, 60,
                        [&](popt_rt_transport *transport) -> std::string {
                          popt_rt_group *group = groupOfAll(transport);
                          std::vector<float> send(count, 1), recv(count);
                          POPT_RT_TRY(transport,
                                      call(group, send.data(), recv.data()));
                          return "";
                        }));
  int64_t most = 0;
  for (const auto &[host, bytes] : leaving)
    most = std::max<int64_t>(most, bytes);
  return static_cast<double>(most) / static_cast<double>(count * 4);
}

// Between two hosts of two ranks each a vector of 8 MiB goes once each way.
TEST(Messages, LargeVectorsCrossALinkOnce) {
  const std::vector<int32_t> hosts = {0, 0, 1, 1};
  const int64_t count = 2 << 20;
  const std::vector<int64_t> slices(4, count / 4);
  popt_rt_op op = {1, "large", nullptr};
  EXPECT_LE(shareOnLinks(hosts, count,
                         [&](popt_rt_group *group, float *send, float *recv) {
                           return popt_rt_all_reduce(group, &op, send, recv,
                                                     count, POPT_RT_F32,
                                                     POPT_RT_SUM);
                         }),
            1.01);
  EXPECT_LE(shareOnLinks(hosts, count,
                         [&](popt_rt_group *group, float *send, float *recv) {
                           return popt_rt_reduce_scatter(
                               group, &op, send, recv, slices.data(),
                               POPT_RT_F32, POPT_RT_SUM);
                         }),
            1.01);
  EXPECT_LE(shareOnLinks(hosts, count,
                         [&](popt_rt_group *group, float *send, float *recv) {
                           return popt_rt_all_gather(group, &op, send, recv,
                                                     slices.data(),
                                                     POPT_RT_F32);
                         }),
            0.76);
  EXPECT_LE(shareOnLinks(hosts, count,
                         [&](popt_rt_group *group, float *send, float *recv) {
                           return popt_rt_broadcast(group, &op, send, recv,
                                                    count, POPT_RT_F32, 1);
                         }),
            1.01);
}

// Whatever an engine cannot do ends the transport of all ranks, in its words.
TEST(Messages, AnEngineThatFailsEndsTheRun) {
  for (int64_t messages : {0, 1, 20}) {
    LocalOptions options;
    options.failsAfter = messages;
    expectNone(
        runOnHosts({0, 1, 1}, options, 60, [](popt_rt_transport *transport) {
          popt_rt_group *group = groupOfAll(transport);
          // A slow starter may find the transport ended.
          popt_rt_status status = popt_rt_transport_health(transport);
          for (int64_t i = 0; i < 1000 && !status; ++i) {
            popt_rt_op op = {i, "all", nullptr};
            std::vector<float> send(10'000, 1), recv(send.size());
            status = popt_rt_all_reduce(group, &op, send.data(), recv.data(),
                                        10'000, POPT_RT_F32, POPT_RT_SUM);
          }
          return expectStatus(transport, status, POPT_RT_SYSTEM_ERROR,
                              {"rank 0: local: the cable is cut"});
        }));
  }
}

// There is no device among ranks of several hosts.
TEST(Messages, CallsOnAStreamAreRefused) {
  expectNone(runOnHosts(
      {0, 1}, LocalOptions(), 60,
      [](popt_rt_transport *transport) -> std::string {
        popt_rt_group *group = groupOfAll(transport);
        int stream = 0;
        popt_rt_op op = {4, "here", &stream};
        return expectStatus(
            transport, popt_rt_barrier(group, &op), POPT_RT_INVALID_ARGUMENT,
            {"op 4 (\"here\") is on a stream, but the ranks are on no device"});
      }));
}

//===----------------------------------------------------------------------===//
// What can be wrong with MPI, without MPI
//===----------------------------------------------------------------------===//

/// The message of openMpi() for a shim at `path`.
static std::string messageFor(const char *path) {
  setenv("POPT_MPI", path, 1);
  std::string error;
  EXPECT_EQ(openMpi(error), nullptr);
  unsetenv("POPT_MPI");
  return error;
}

TEST(Messages, AShimThatIsNotThereOrNotOurs) {
  const std::string advice =
      "; install Open MPI (Debian: openmpi-bin), or build the shim for your "
      "MPI with the Makefile in popt's share/popt/mpi and name it in POPT_MPI, "
      "or do without it: --transport tcp";
  std::string error = messageFor("/nowhere/libpopt-mpi.so");
  EXPECT_EQ(
      error.find("cannot open popt's shim for MPI: /nowhere/libpopt-mpi.so"),
      0u)
      << error;
  EXPECT_NE(error.find(advice), std::string::npos) << error;
  EXPECT_EQ(
      messageFor("/dev/null"), // a pipe would be waited for
      "cannot open popt's shim for MPI: /dev/null: it is no regular file" +
          advice);
  EXPECT_EQ(messageFor("libm.so.6"),
            "what POPT_MPI names is not popt's shim for MPI" + advice);
  EXPECT_EQ(
      messageFor(POPT_OTHER_MPI_SHIM),
      "popt's shim for MPI is of another version than this program: build "
      "it again" +
          advice);
}

namespace {
/// Of an MPI that starts with this error, or as rank 0 of 1.
int theErrorAtStart = 0;
popt_mpi otherMpi() {
  popt_mpi calls = {};
  calls.built_for = "Other MPI 9.9";
  calls.open = [](popt_mpi_world **, int32_t *out_rank, int32_t *out_size) {
    *out_rank = 0;
    *out_size = 1;
    return theErrorAtStart;
  };
  calls.finalize = [] { return 0; };
  calls.describe = [](int error, char *text, size_t size) {
    snprintf(text, size, "error %d", error);
  };
  return calls;
}
} // namespace

TEST(Messages, AnMpiThatSaysSomethingElse) {
  popt_mpi calls = otherMpi();
  std::string error;
  EXPECT_EQ(makeMpiEngine(std::make_shared<MpiLibrary>(calls), 1, 2, error),
            nullptr);
  EXPECT_EQ(error,
            "rank 1 of 2 is rank 0 of 1 for Other MPI 9.9: start the run with "
            "the mpirun of that MPI, or build popt's shim with the mpicc of "
            "yours and name it in POPT_MPI");
  theErrorAtStart = 16;
  EXPECT_EQ(makeMpiEngine(std::make_shared<MpiLibrary>(calls), 1, 2, error),
            nullptr);
  EXPECT_EQ(error, "Other MPI 9.9 does not start: error 16");
  theErrorAtStart = 0;
}
