//===- CollectivesTest.cpp - Every collective against a naive oracle ------===//
//
// Each test runs one operation on every shape of group, for every element type
// and size (and monoid), with separate buffers and in place, and compares bits.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "Oracle.h"

#include <cstring>

using namespace popt::rt::conformance;

namespace {

// The sanitizers look at the synchronisation, which does not depend on the
// element type; all types there would take ten minutes.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int64_t largeCount = 20'000;
const std::vector<popt_rt_element_type> testedTypes = {
    POPT_RT_I1, POPT_RT_UI16, POPT_RT_BF16, POPT_RT_F32, POPT_RT_C128};
#else
constexpr int64_t largeCount = 100'000;
const std::vector<popt_rt_element_type> testedTypes = transferredTypes();
#endif

class CollectivesTest : public WorldTest {};

/// What a check of one operation needs.
struct Member {
  popt_rt_transport *transport;
  popt_rt_group *group;
  std::vector<int32_t> ranks;
  int32_t me;
  bool ordersSums;

  int32_t size() const { return static_cast<int32_t>(ranks.size()); }
  std::string where(popt_rt_element_type type, int64_t count) const {
    return std::string(" [") + popt_rt_element_type_name(type) + " x " +
           std::to_string(count) + ", member " + std::to_string(me) + " of " +
           std::to_string(size()) + "] ";
  }
};

using Check = std::function<std::string(const Member &)>;

/// A receive buffer between guards, so that stray writes show.
class Guarded {
public:
  Guarded(popt_rt_element_type type, int64_t count)
      : type(type), count(count),
        bytes(2 * guard + count * popt_rt_element_size(type), 0xa5) {}
  unsigned char *data() { return bytes.data() + guard; }

  /// Compares with expected(index, out), all of it or a sample if large. What
  /// differs may be right all the same.
  template <typename Expected, typename IsRight>
  std::string compare(int32_t seed, Expected expected, IsRight isRight) {
    for (size_t i = 0; i < guard; ++i)
      if (bytes[i] != 0xa5 || bytes[bytes.size() - 1 - i] != 0xa5)
        return "wrote outside the buffer";
    size_t size = popt_rt_element_size(type);
    unsigned char wanted[16];
    for (int64_t i = 0; i < count; ++i) {
      if (count > 2000 && i > 64 && i < count - 64 && (i + seed) % 61 != 0)
        continue;
      expected(i, wanted);
      if (!equalElements(type, data() + i * size, wanted) &&
          !isRight(i, data() + i * size))
        return "element " + std::to_string(i) + " is " +
               hex(type, data() + i * size) + ", expected " + hex(type, wanted);
    }
    return "";
  }
  template <typename Expected>
  std::string compare(int32_t seed, Expected expected) {
    return compare(seed, expected,
                   [](int64_t, const unsigned char *) { return false; });
  }

private:
  static constexpr size_t guard = 64;
  popt_rt_element_type type;
  int64_t count;
  Bytes bytes;
};

} // namespace

/// Runs `check` on groups of all ranks for several sizes, then on disjoint and
/// permuted groups of eight ranks, all at once.
static void onAllShapes(const World &world, const Check &check) {
  auto run = [&](popt_rt_transport *transport,
                 std::vector<int32_t> ranks) -> std::string {
    std::string error;
    popt_rt_group *group = makeGroup(transport, ranks, error);
    if (!group)
      return error;
    return check({transport, group, ranks, popt_rt_group_member(group),
                  world.ordersSums});
  };
  for (int32_t size : {1, 2, 3, 4, 5, 8})
    expectAll(world, size, [&](popt_rt_transport *transport) {
      std::vector<int32_t> ranks;
      for (int32_t r = 0; r < size; ++r)
        ranks.push_back(r);
      return run(transport, ranks);
    });
  expectAll(world, 8, [&](popt_rt_transport *transport) -> std::string {
    int32_t rank = popt_rt_transport_rank(transport);
    std::vector<int32_t> strided = {rank % 2, rank % 2 + 2, rank % 2 + 4,
                                    rank % 2 + 6};
    std::string error = run(transport, strided);
    if (!error.empty())
      return error;
    return rank == 6 || rank == 1 || rank == 3 || rank == 5 || rank == 0
               ? run(transport, {6, 1, 3, 5, 0})
               : run(transport, {7, 4, 2});
  });
}

static std::vector<int64_t> countsToTest(int32_t size) {
  if (size == 5)
    return {0, 1, 7, 1000};
  return {0, 1, 7, 1000, largeCount};
}

/// Uneven counts with zeros, about `count` on average.
static std::vector<int64_t> unevenCounts(int32_t size, int64_t count,
                                         int32_t salt) {
  std::vector<int64_t> counts(size);
  for (int32_t m = 0; m < size; ++m)
    counts[m] = (m + salt) % 3 == 2 ? 0 : count + (m + salt) % 2;
  return counts;
}

static int64_t offsetOf(const std::vector<int64_t> &counts, int32_t member) {
  int64_t offset = 0;
  for (int32_t m = 0; m < member; ++m)
    offset += counts[m];
  return offset;
}

static int64_t totalOf(const std::vector<int64_t> &counts) {
  return offsetOf(counts, static_cast<int32_t>(counts.size()));
}

static popt_rt_op nextOp(const char *name) { return {77, name, nullptr}; }

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Element `index` of all members.
static const std::vector<const unsigned char *> &
valuesOf(const Member &m, popt_rt_element_type type, int64_t index) {
  thread_local std::vector<const unsigned char *> values;
  values.clear();
  for (int32_t rank : m.ranks)
    values.push_back(inputElement(type, rank, index));
  return values;
}

/// Compares with the reduction over all members, from its element `first` on.
static std::string compareReduced(const Member &m, Guarded &recv,
                                  popt_rt_element_type type,
                                  popt_rt_monoid monoid, int64_t first = 0) {
  return recv.compare(
      m.me,
      [&](int64_t i, unsigned char *out) {
        combine(monoid, type, valuesOf(m, type, first + i), out);
      },
      [&](int64_t i, const unsigned char *got) {
        return !m.ordersSums &&
               isOfSomeOrder(monoid, type, valuesOf(m, type, first + i), got);
      });
}

static std::string checkReductions(
    const Member &m,
    const std::function<std::string(popt_rt_element_type, popt_rt_monoid,
                                    int64_t)> &check) {
  for (popt_rt_element_type type : testedTypes)
    for (popt_rt_monoid monoid : monoidsOf(type))
      for (int64_t count : countsToTest(m.size())) {
        std::string error = check(type, monoid, count);
        if (!error.empty())
          return popt_rt_monoid_name(monoid) + m.where(type, count) + error;
      }
  return "";
}

TEST_P(CollectivesTest, AllReduce) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkReductions(
        m,
        [&](popt_rt_element_type type, popt_rt_monoid monoid,
            int64_t count) -> std::string {
          popt_rt_op op = nextOp("all_reduce");
          Bytes send = makeInput(type, m.ranks[m.me], count);
          Guarded recv(type, count), inPlace(type, count);
          POPT_RT_TRY(m.transport,
                      popt_rt_all_reduce(m.group, &op, send.data(), recv.data(),
                                         count, type, monoid));
          std::string error = compareReduced(m, recv, type, monoid);
          if (!error.empty())
            return error;
          if (!send.empty())
            memcpy(inPlace.data(), send.data(), send.size());
          POPT_RT_TRY(m.transport,
                      popt_rt_all_reduce(m.group, &op, inPlace.data(),
                                         inPlace.data(), count, type, monoid));
          error = compareReduced(m, inPlace, type, monoid);
          return error.empty() ? "" : "in place: " + error;
        });
  });
}

TEST_P(CollectivesTest, Reduce) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkReductions(
        m,
        [&](popt_rt_element_type type, popt_rt_monoid monoid,
            int64_t count) -> std::string {
          popt_rt_op op = nextOp("reduce");
          int32_t root = (type + monoid) % m.size();
          bool isRoot = root == m.me;
          Bytes send = makeInput(type, m.ranks[m.me], count);
          Guarded recv(type, isRoot ? count : 0);
          bool inPlace = count % 2 == 1 && isRoot;
          if (inPlace)
            memcpy(recv.data(), send.data(), send.size());
          POPT_RT_TRY(m.transport,
                      popt_rt_reduce(m.group, &op,
                                     inPlace ? recv.data() : send.data(),
                                     isRoot ? recv.data() : nullptr, count,
                                     type, monoid, root));
          return compareReduced(m, recv, type, monoid);
        });
  });
}

TEST_P(CollectivesTest, ReduceScatter) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkReductions(
        m,
        [&](popt_rt_element_type type, popt_rt_monoid monoid,
            int64_t count) -> std::string {
          popt_rt_op op = nextOp("reduce_scatter");
          std::vector<int64_t> counts =
              unevenCounts(m.size(), count / m.size(), type);
          if (count == 1000)
            counts.assign(m.size(), count / m.size());
          int64_t offset = offsetOf(counts, m.me), mine = counts[m.me];
          int64_t size = popt_rt_element_size(type);
          Bytes send = makeInput(type, m.ranks[m.me], totalOf(counts));
          Guarded recv(type, mine);
          POPT_RT_TRY(m.transport, popt_rt_reduce_scatter(
                                       m.group, &op, send.data(), recv.data(),
                                       counts.data(), type, monoid));
          std::string error = compareReduced(m, recv, type, monoid, offset);
          if (!error.empty())
            return error;
          // In place at my slice, then at the start.
          Bytes slice = send;
          POPT_RT_TRY(m.transport,
                      popt_rt_reduce_scatter(m.group, &op, slice.data(),
                                             slice.data() + offset * size,
                                             counts.data(), type, monoid));
          POPT_RT_TRY(m.transport, popt_rt_reduce_scatter(
                                       m.group, &op, send.data(), send.data(),
                                       counts.data(), type, monoid));
          for (auto *data : {slice.data() + offset * size, send.data()}) {
            if (mine)
              memcpy(recv.data(), data, mine * size);
            error = compareReduced(m, recv, type, monoid, offset);
            if (!error.empty())
              return "in place: " + error;
          }
          return "";
        });
  });
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Even and uneven counts of every type.
static std::string checkCopies(
    const Member &m,
    const std::function<std::string(popt_rt_element_type,
                                    const std::vector<int64_t> &)> &check) {
  for (popt_rt_element_type type : testedTypes)
    for (int64_t count : countsToTest(m.size())) {
      std::vector<int64_t> even(m.size(), count / m.size());
      for (const std::vector<int64_t> &counts :
           {even, unevenCounts(m.size(), count / m.size(), type),
            unevenCounts(m.size(), count / m.size(), type + 1)}) {
        std::string error = check(type, counts);
        if (!error.empty())
          return m.where(type, totalOf(counts)) + error;
      }
    }
  return "";
}

/// Element `index` of the concatenation of all members' inputs.
static void gathered(const Member &m, popt_rt_element_type type,
                     const std::vector<int64_t> &counts, int64_t index,
                     unsigned char *out) {
  int32_t owner = 0;
  for (; index >= counts[owner]; ++owner)
    index -= counts[owner];
  memcpy(out, inputElement(type, m.ranks[owner], index),
         popt_rt_element_size(type));
}

TEST_P(CollectivesTest, AllGather) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkCopies(
        m,
        [&](popt_rt_element_type type,
            const std::vector<int64_t> &counts) -> std::string {
          popt_rt_op op = nextOp("all_gather");
          int64_t total = totalOf(counts), size = popt_rt_element_size(type);
          auto expected = [&](int64_t i, unsigned char *out) {
            gathered(m, type, counts, i, out);
          };
          Bytes send = makeInput(type, m.ranks[m.me], counts[m.me]);
          Guarded recv(type, total), slice(type, total), same(type, total);
          POPT_RT_TRY(m.transport,
                      popt_rt_all_gather(m.group, &op, send.data(), recv.data(),
                                         counts.data(), type));
          std::string error = recv.compare(m.me, expected);
          if (!error.empty())
            return error;
          unsigned char *mine = slice.data() + offsetOf(counts, m.me) * size;
          if (!send.empty()) {
            memcpy(mine, send.data(), send.size());
            memcpy(same.data() + offsetOf(counts, m.me) * size, send.data(),
                   send.size());
          }
          POPT_RT_TRY(m.transport,
                      popt_rt_all_gather(m.group, &op, mine, slice.data(),
                                         counts.data(), type));
          POPT_RT_TRY(m.transport,
                      popt_rt_all_gather(m.group, &op, same.data(), same.data(),
                                         counts.data(), type));
          error = slice.compare(m.me, expected) + same.compare(m.me, expected);
          return error.empty() ? "" : "in place: " + error;
        });
  });
}

TEST_P(CollectivesTest, GatherAndScatter) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkCopies(
        m,
        [&](popt_rt_element_type type,
            const std::vector<int64_t> &counts) -> std::string {
          popt_rt_op op = nextOp("gather");
          int64_t total = totalOf(counts), size = popt_rt_element_size(type);
          int32_t root = type % m.size();
          bool isRoot = root == m.me;
          Bytes send = makeInput(type, m.ranks[m.me], counts[m.me]);
          Guarded recv(type, isRoot ? total : 0);
          unsigned char *large = isRoot ? recv.data() : nullptr;
          POPT_RT_TRY(m.transport,
                      popt_rt_gather(m.group, &op, send.data(), large,
                                     counts.data(), type, root));
          std::string error =
              recv.compare(m.me, [&](int64_t i, unsigned char *out) {
                gathered(m, type, counts, i, out);
              });
          if (!error.empty())
            return "gather: " + error;
          // Scatter gives everyone its part back; in place it stays on the
          // root.
          for (bool inPlace : {false, true}) {
            Guarded part(type, counts[m.me]);
            unsigned char *to = isRoot && inPlace ? large : part.data();
            POPT_RT_TRY(m.transport,
                        popt_rt_scatter(m.group, &op, large, to, counts.data(),
                                        type, root));
            const unsigned char *got =
                isRoot && inPlace ? large + offsetOf(counts, m.me) * size
                                  : part.data();
            if (!send.empty() && memcmp(got, send.data(), send.size()) != 0)
              return "scatter differs";
          }
          POPT_RT_TRY(m.transport,
                      popt_rt_gather(m.group, &op, isRoot ? large : send.data(),
                                     large, counts.data(), type, root));
          error = recv.compare(m.me, [&](int64_t i, unsigned char *out) {
            gathered(m, type, counts, i, out);
          });
          return error.empty() ? "" : "gather in place: " + error;
        });
  });
}

TEST_P(CollectivesTest, Broadcast) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkCopies(
        m,
        [&](popt_rt_element_type type,
            const std::vector<int64_t> &counts) -> std::string {
          popt_rt_op op = nextOp("broadcast");
          int64_t total = totalOf(counts);
          int32_t root = (type + 1) % m.size();
          bool isRoot = root == m.me;
          Bytes send = makeInput(type, m.ranks[root], isRoot ? total : 0);
          Guarded recv(type, total);
          auto expected = [&](int64_t i, unsigned char *out) {
            memcpy(out, inputElement(type, m.ranks[root], i),
                   popt_rt_element_size(type));
          };
          POPT_RT_TRY(m.transport,
                      popt_rt_broadcast(m.group, &op,
                                        isRoot ? send.data() : nullptr,
                                        recv.data(), total, type, root));
          std::string error = recv.compare(m.me, expected);
          if (!error.empty())
            return error;
          POPT_RT_TRY(m.transport,
                      popt_rt_broadcast(m.group, &op, recv.data(), recv.data(),
                                        total, type, root));
          error = recv.compare(m.me, expected);
          return error.empty() ? "" : "in place: " + error;
        });
  });
}

TEST_P(CollectivesTest, AllToAll) {
  onAllShapes(GetParam(), [](const Member &m) {
    return checkCopies(
        m,
        [&](popt_rt_element_type type,
            const std::vector<int64_t> &rows) -> std::string {
          popt_rt_op op = nextOp("all_to_all");
          // Blocks of a matrix that goes from split rows to split columns.
          auto between = [&](int32_t source, int32_t target) {
            return rows[source] * ((target + type) % 3) / 2;
          };
          std::vector<int64_t> sent(m.size()), received(m.size());
          for (int32_t i = 0; i < m.size(); ++i) {
            sent[i] = between(m.me, i);
            received[i] = between(i, m.me);
          }
          auto expected = [&](int64_t i, unsigned char *out) {
            int32_t source = 0;
            for (; i >= received[source]; ++source)
              i -= received[source];
            for (int32_t t = 0; t < m.me; ++t)
              i += between(source, t);
            memcpy(out, inputElement(type, m.ranks[source], i),
                   popt_rt_element_size(type));
          };
          Bytes send = makeInput(type, m.ranks[m.me], totalOf(sent));
          Guarded recv(type, totalOf(received));
          POPT_RT_TRY(m.transport,
                      popt_rt_all_to_all(m.group, &op, send.data(), sent.data(),
                                         recv.data(), received.data(), type));
          std::string error = recv.compare(m.me, expected);
          if (!error.empty())
            return error;
          // In place, in a buffer that holds either.
          Bytes both = send;
          both.resize(std::max(both.size(), size_t(totalOf(received)) *
                                                popt_rt_element_size(type)));
          POPT_RT_TRY(m.transport,
                      popt_rt_all_to_all(m.group, &op, both.data(), sent.data(),
                                         both.data(), received.data(), type));
          if (totalOf(received))
            memcpy(recv.data(), both.data(),
                   totalOf(received) * popt_rt_element_size(type));
          error = recv.compare(m.me, expected);
          return error.empty() ? "" : "in place: " + error;
        });
  });
}

TEST_P(CollectivesTest, Permute) {
  onAllShapes(GetParam(), [](const Member &m) -> std::string {
    int32_t n = m.size();
    std::vector<std::vector<popt_rt_pair>> patterns(4);
    for (int32_t i = 0; i < n; ++i) {
      patterns[0].push_back({i, (i + 1) % n}); // ring
      if (i + 1 < n)
        patterns[1].push_back({i, i + 1}); // shift: member 0 has no source
      patterns[2].push_back({0, i});       // one source
    }
    for (popt_rt_element_type type : testedTypes)
      for (int64_t count : countsToTest(n))
        for (const std::vector<popt_rt_pair> &pairs : patterns) {
          popt_rt_op op = nextOp("permute");
          unsigned char fill[16] = {};
          popt_rt_monoid_identity(POPT_RT_PROD, type, fill);
          bool zeros = count % 2 == 0;
          int32_t source = -1;
          for (popt_rt_pair pair : pairs)
            if (pair.target == m.me)
              source = pair.source;
          auto expected = [&](int64_t i, unsigned char *out) {
            memset(out, 0, 16);
            if (source >= 0)
              memcpy(out, inputElement(type, m.ranks[source], i),
                     popt_rt_element_size(type));
            else if (!zeros)
              memcpy(out, fill, sizeof fill);
          };
          Bytes send = makeInput(type, m.ranks[m.me], count);
          Guarded recv(type, count);
          auto permute = [&](const void *from) {
            return popt_rt_permute(
                m.group, &op, from, recv.data(), count, type, pairs.data(),
                static_cast<int32_t>(pairs.size()), zeros ? nullptr : fill);
          };
          POPT_RT_TRY(m.transport, permute(send.data()));
          std::string error = recv.compare(m.me, expected);
          if (!send.empty())
            memcpy(recv.data(), send.data(), send.size());
          POPT_RT_TRY(m.transport, permute(recv.data()));
          error += recv.compare(m.me, expected);
          if (!error.empty())
            return m.where(type, count) + error;
        }
    return "";
  });
}

POPT_RT_FOR_QUICK_WORLDS(CollectivesTest);
