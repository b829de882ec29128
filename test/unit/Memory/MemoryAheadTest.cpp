// Against what is alive by counting, for orders at random.

#include "MemoryAhead.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace popt;

namespace {
using Order = std::vector<int>;

constexpr int kNumOps = 9;

/// By place: bytes alive while the operation there runs.
std::vector<int64_t> count(const TouchedMemory &memory, const Order &order,
                           const std::vector<int64_t> &beside) {
  std::vector<int64_t> alive;
  for (int op : order)
    alive.push_back(beside[op]);
  for (size_t piece = 0; piece < memory.pieces.size(); ++piece) {
    int first = -1, last = -1;
    for (int place = 0; place < kNumOps; ++place)
      if (llvm::is_contained(memory.touched[order[place]], piece)) {
        first = first < 0 ? place : first;
        last = place;
      }
    if (memory.pieces[piece].outlives)
      last = kNumOps - 1;
    for (int place = first; first >= 0 && place <= last; ++place)
      alive[place] += memory.pieces[piece].bytes;
  }
  return alive;
}

struct Random {
  explicit Random(unsigned seed) : generator(seed) {
    memory.touched.resize(kNumOps);
    for (int op = 0; op < kNumOps; ++op)
      beside.push_back(below(20));
    for (int piece = 0; piece < 8; ++piece) {
      memory.pieces.push_back({10 * below(10), below(5) == 0});
      for (int op = 0; op < kNumOps; ++op)
        if (below(4) == 0)
          memory.touched[op].push_back(piece);
    }
    order.resize(kNumOps);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), generator);
    memory.alive.resize(kNumOps);
    std::vector<int64_t> alive = count(memory, order, beside);
    for (int place = 0; place < kNumOps; ++place)
      memory.alive[order[place]] = alive[place];
  }
  int64_t below(int64_t end) {
    return std::uniform_int_distribution<int64_t>(0, end - 1)(generator);
  }

  std::mt19937 generator;
  TouchedMemory memory;
  std::vector<int64_t> beside;
  Order order;
};

/// Those that are taken, and the rest in its order.
Order complete(const Order &taken, const Order &order) {
  Order all = taken;
  for (int op : order)
    if (!llvm::is_contained(taken, op))
      all.push_back(op);
  return all;
}
} // namespace

// Nothing that is promised to fit does not; the next operation of the order needs
// what it needs there.
TEST(MemoryAheadTest, RandomOrders) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed);
    MemoryAhead ahead(random.memory, random.order);
    Order taken;
    while (taken.size() < kNumOps) {
      Order rest = complete(taken, random.order);
      rest.erase(rest.begin(), rest.begin() + taken.size());
      for (size_t i = 0; i < rest.size(); ++i) {
        Order next = taken;
        next.push_back(rest[i]);
        std::vector<int64_t> alive =
            count(random.memory, complete(next, random.order), random.beside);
        // The operation, and the i that it overtakes.
        int64_t most = *std::max_element(alive.begin() + taken.size(),
                                         alive.begin() + taken.size() + i + 1);
        EXPECT_GE(ahead.mostIfNext(rest[i]), most) << seed;
        if (i == 0)
          EXPECT_EQ(ahead.mostIfNext(rest[i]), most) << seed;
      }
      int op = rest[random.below(rest.size())];
      ahead.take(op);
      taken.push_back(op);
    }
  }
}

// The example of the header.
TEST(MemoryAheadTest, WaitsForThePeak) {
  enum { a, b, c, g, r };
  TouchedMemory memory;
  memory.pieces = {{20, false}, {70, false}, {10, false}, {40, false}};
  memory.touched = {{0}, {0, 1}, {2}, {3}, {2, 3}};
  memory.alive = {20, 90, 10, 50, 50};
  // What c makes is made of b's, which is over by then.
  MemoryAhead ahead(memory, {a, b, c, g, r});
  EXPECT_EQ(ahead.mostIfNext(g), 130);
  ahead.take(a);
  EXPECT_EQ(ahead.mostIfNext(g), 130);
  ahead.take(b);
  EXPECT_EQ(ahead.mostIfNext(g), 50);
  ahead.take(g);
  EXPECT_EQ(ahead.mostIfNext(c), 50);
}
