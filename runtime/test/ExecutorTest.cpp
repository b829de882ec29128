//===- ExecutorTest.cpp - Hand-written tables on one to four ranks --------===//
#include "Tables.h"
#include <cmath>
#include <mutex>
#include <numeric>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

namespace {
/// A small dense tensor of ints-as-floats, for oracles.
struct Grid {
  std::vector<int64_t> shape;
  std::vector<float> values;

  explicit Grid(std::vector<int64_t> s, float value = 0) : shape(std::move(s)) {
    int64_t n = 1;
    for (int64_t e : shape)
      n *= e;
    values.assign(n, value);
  }
  float &at(const std::vector<int64_t> &index) {
    int64_t offset = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      offset = offset * shape[d] + index[d];
    return values[offset];
  }
};

/// Calls body(index, index with dimension `dim` moved by `shift`) for every
/// element of `from` whose index in `dim` is below `count`.
void moveBlock(Grid &from, Grid &to, int dim, int64_t begin, int64_t target,
               int64_t count, const std::function<void(float, float &)> &put) {
  std::vector<int64_t> shape = from.shape, index(shape.size(), 0);
  shape[dim] = count;
  for (int64_t e : shape)
    if (e == 0)
      return;
  for (;;) {
    std::vector<int64_t> f = index, t = index;
    f[dim] += begin;
    t[dim] += target;
    put(from.at(f), to.at(t));
    size_t d = shape.size();
    while (d-- > 0) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
    if (d == size_t(-1))
      return;
  }
}
} // namespace

static const float kUntouched = -77;

/// One collective of a random kind, shape, dimension, group and split; every
/// rank's result against the definition.
static void collectiveRound(std::mt19937 &random) {
  std::vector<std::vector<MeshAxis>> meshes = {
      {{"a", 4, AxisKind::Device}},
      {{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}},
      {{"a", 3, AxisKind::Device}},
      {{"a", 1, AxisKind::Device}}};
  TableBuilder b(meshes[random() % meshes.size()]);
  const Mesh &mesh = b.table.mesh;
  std::vector<AxisRef> axes;
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    if (axes.empty() || random() % 2)
      axes.push_back({int32_t(i), 1, mesh.axes[i].size});
  CollectiveOp op;
  op.kind = static_cast<CollectiveKind>(random() % 9);
  op.group = b.table.addGroup(axes);
  auto lists = b.table.groups[op.group].lists;
  int64_t ranks = mesh.numRanks(), members = int64_t(lists[0].size());
  op.root = static_cast<int32_t>(random() % members);

  size_t rank = 1 + random() % 3;
  std::vector<int64_t> shape(rank);
  for (int64_t &e : shape)
    e = 1 + random() % 4;
  int dim = int(random() % rank), split = int(random() % rank);
  op.pieces.dim = dim;
  op.split.dim = split;
  // Uneven counts: ceil blocks of a random extent, in every group alike.
  auto pieces = [&](Pieces &p, int64_t total, std::vector<int64_t> &counts,
                    std::vector<int64_t> &offsets) {
    int64_t block = (total + members - 1) / members;
    counts.assign(ranks, 0);
    offsets.assign(ranks, 0);
    for (auto &list : lists)
      for (int64_t m = 0; m < members; ++m) {
        int64_t begin = std::min(total, m * block);
        counts[list[m]] = std::min(total, begin + block) - begin;
        offsets[list[m]] = begin;
      }
    if (total % members) {
      p.counts = b.table.addRankTable(counts);
      if (random() % 2)
        p.offsets = b.table.addRankTable(offsets);
    }
    return block;
  };
  std::vector<int64_t> counts, offsets, splitCounts, splitOffsets;
  std::vector<int64_t> in = shape, out = shape;
  int64_t total = 1 + random() % 9;
  switch (op.kind) {
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    in[dim] = pieces(op.pieces, total, counts, offsets);
    out[dim] = total;
    break;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter:
    out[dim] = pieces(op.pieces, total, counts, offsets);
    in[dim] = total;
    break;
  case CollectiveKind::AllToAll:
    if (dim == split) {
      in[dim] = out[dim] = members * (1 + random() % 3);
    } else {
      in[dim] = pieces(op.pieces, total, counts, offsets);
      out[dim] = total;
      int64_t splitTotal = 1 + random() % 9;
      out[split] = pieces(op.split, splitTotal, splitCounts, splitOffsets);
      in[split] = splitTotal;
    }
    break;
  case CollectiveKind::Permute:
    for (int32_t r = 0; r < ranks; ++r)
      for (auto &list : lists)
        if (std::find(list.begin(), list.end(), r) != list.end() &&
            random() % 3)
          op.pairs.push_back({list[random() % members], r});
    break;
  default:
    break;
  }
  Operand o0 = b.tensor(POPT_RT_F32, in);
  // The result is permuted in memory, or in place, or plain.
  Operand o1 = in == out && random() % 3 == 0 ? o0 : b.tensor(POPT_RT_F32, out);
  bool inPlace = o1.offset == o0.offset;
  bool permuted = !inPlace && rank > 1 && random() % 3 == 0;
  if (permuted) {
    o1.strides.assign(rank, 0);
    int64_t stride = 1;
    for (size_t d = 0; d < rank; ++d) {
      o1.strides[d] = stride;
      stride *= out[d];
    }
  }
  b.add(op, {o0, o1});
  Operand plain = o1;
  plain.strides.clear();
  Argument a;
  a.shape = a.localShape = in;
  a.layout.dims.resize(rank);
  b.table.arguments.push_back(a);
  b.program().argumentPlaces.push_back({0, o0.offset});
  a.shape = a.localShape = out;
  b.table.arguments.push_back(a);
  b.program().argumentPlaces.push_back({0, o1.offset});

  std::vector<Grid> inputs, expected;
  for (int64_t r = 0; r < ranks; ++r) {
    inputs.emplace_back(in);
    for (float &v : inputs.back().values)
      v = float(int(random() % 19)) - 9;
  }
  for (int64_t r = 0; r < ranks; ++r)
    expected.push_back(inPlace ? inputs[r] : Grid(out, kUntouched));
  auto set = [](float from, float &to) { to = from; };
  auto add = [](float from, float &to) { to += from; };
  for (auto &list : lists)
    for (int64_t me = 0; me < members; ++me) {
      Grid &result = expected[list[me]];
      bool root = me == op.root;
      switch (op.kind) {
      case CollectiveKind::AllReduce:
      case CollectiveKind::Reduce:
        if (op.kind == CollectiveKind::Reduce && !root)
          break;
        result = Grid(out);
        for (int32_t r : list)
          moveBlock(inputs[r], result, 0, 0, 0, in[0], add);
        break;
      case CollectiveKind::Broadcast:
        result = inputs[list[op.root]];
        break;
      case CollectiveKind::Permute:
        result = Grid(out);
        for (auto [source, target] : op.pairs)
          if (target == list[me])
            result = inputs[source];
        break;
      case CollectiveKind::AllGather:
      case CollectiveKind::Gather:
        if (op.kind == CollectiveKind::Gather && !root)
          break;
        for (int32_t r : list)
          moveBlock(inputs[r], result, dim, 0, offsets[r], counts[r], set);
        break;
      case CollectiveKind::ReduceScatter: {
        Grid sum(out);
        for (int32_t r : list)
          moveBlock(inputs[r], sum, dim, offsets[list[me]], 0, counts[list[me]],
                    add);
        moveBlock(sum, result, dim, 0, 0, counts[list[me]], set);
        break;
      }
      case CollectiveKind::Scatter:
        moveBlock(inputs[list[op.root]], result, dim, offsets[list[me]], 0,
                  counts[list[me]], set);
        break;
      case CollectiveKind::AllToAll:
        if (dim == split) {
          int64_t block = in[dim] / members;
          for (int64_t m = 0; m < members; ++m)
            moveBlock(inputs[list[m]], result, dim, me * block, m * block,
                      block, set);
          break;
        }
        for (int32_t r : list) {
          // Cut my rows, then put them at r's columns.
          std::vector<int64_t> middle = in;
          middle[split] = out[split];
          Grid cut(middle);
          moveBlock(inputs[r], cut, split, splitOffsets[list[me]], 0,
                    splitCounts[list[me]], set);
          std::vector<int64_t> valid = middle;
          valid[split] = splitCounts[list[me]];
          Grid exact(valid);
          moveBlock(cut, exact, split, 0, 0, splitCounts[list[me]], set);
          moveBlock(exact, result, dim, 0, offsets[r], counts[r], set);
        }
        break;
      }
    }

  std::mutex mutex;
  onEveryRank(loaded(b.table), [&](int32_t r, Executor &executor) {
    float *memory = static_cast<float *>(executor.argument(1));
    for (size_t i = 0; i < expected[r].values.size(); ++i)
      memory[i] = kUntouched;
    std::memcpy(executor.argument(0), inputs[r].values.data(),
                inputs[r].values.size() * 4);
    std::string error;
    bool ok = executor.step(error);
    std::lock_guard<std::mutex> lock(mutex);
    ASSERT_TRUE(ok) << error;
    Grid got(out);
    std::vector<int64_t> index(rank, 0);
    moveBlock(got, got, 0, 0, 0, out[0], [](float, float &) {});
    std::vector<int64_t> strides = o1.resolvedStrides();
    for (size_t i = 0; i < got.values.size(); ++i) {
      int64_t rest = int64_t(i), offset = 0;
      for (size_t d = rank; d-- > 0;) {
        offset += rest % out[d] * strides[d];
        rest /= out[d];
      }
      got.values[i] = memory[offset];
    }
    EXPECT_EQ(got.values, expected[r].values)
        << "rank " << r << " of " << name(b.program().commands[0]) << " "
        << toString(b.program().commands[0].operands[0], b.program()) << ", "
        << toString(o1, b.program());
  });
}

TEST(Executor, Collectives) {
  std::mt19937 random(41);
  for (int round = 0; round < 600 && !testing::Test::HasFailure(); ++round)
    collectiveRound(random);
}

// Wire bytes are those of ring algorithms.
TEST(Executor, WireBytes) {
  TableBuilder b({{"a", 4, AxisKind::Device}});
  Operand x = b.tensor(POPT_RT_F32, {8, 4}), y = b.tensor(POPT_RT_F32, {2, 4});
  CollectiveOp op;
  op.group = b.table.addGroup({{0, 1, 4}});
  b.add(op, {x, x});
  op.kind = CollectiveKind::ReduceScatter;
  b.add(op, {x, y});
  op.kind = CollectiveKind::AllGather;
  b.add(op, {y, x});
  onEveryRank(loaded(b.table), [&](int32_t, Executor &executor) {
    std::string error;
    ASSERT_TRUE(executor.step(error) && executor.step(error)) << error;
    auto comm = executor.communication();
    EXPECT_EQ(comm["all_reduce"].count, 1);
    EXPECT_EQ(comm["all_reduce"].wireBytes, 2 * 3 / 4.0 * 128);
    EXPECT_EQ(comm["reduce_scatter"].wireBytes, 3 * 32);
    EXPECT_EQ(comm["all_gather"].wireBytes, 3 / 4.0 * 128);
  });
}

// A bucket gives what its commands give one by one, packing included, in a loop
// too; in reports it is one message of each kind.
TEST(Executor, Bucket) {
  TableBuilder b({{"a", 3, AxisKind::Device}});
  Operand sum = b.argument("sum", POPT_RT_F32, {5, 4});
  Operand max = b.argument("max", POPT_RT_I32, {7});
  Operand small = b.argument("small", POPT_RT_F32, {2, 3});
  Operand large = b.argument("large", POPT_RT_F64, {6, 5});
  Operand sumOut = b.tensor(POPT_RT_F32, {5, 4});
  Operand gathered = b.tensor(POPT_RT_F32, {2, 9});
  Operand part = b.tensor(POPT_RT_F64, {2, 5});
  b.result("sum", sumOut, {5, 4});
  b.result("max", max, {7});
  b.result("gathered", gathered, {2, 9});
  b.result("part", part, {2, 5});
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(2);
  b.add(loop, {});
  b.program().bodies.push_back({1, 1, "round"});
  CollectiveOp op;
  op.group = b.table.addGroup({{0, 1, 3}});
  op.bucket = 4;
  b.add(op, {sum, sumOut});
  op.bucket = 0;
  op.monoid = POPT_RT_MAX;
  b.add(op, {max, max}); // in place
  op.kind = CollectiveKind::AllGather;
  op.pieces.dim = 1; // packed and unpacked
  b.add(op, {small, gathered});
  op.kind = CollectiveKind::ReduceScatter;
  op.monoid = POPT_RT_SUM;
  op.pieces.dim = 0;
  b.add(op, {large, part});
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    auto fill = [&](int index, auto zero, int count) {
      auto *values = static_cast<decltype(zero) *>(executor.argument(index));
      for (int i = 0; i < count; ++i)
        values[i] = static_cast<decltype(zero)>((rank + 1) * (i + 1));
    };
    fill(0, 0.0f, 20);
    fill(1, 0, 7);
    fill(2, 0.0f, 6);
    fill(3, 0.0, 30);
    std::string error;
    ASSERT_TRUE(executor.step(error)) << error;
    for (int i = 0; i < 20; ++i)
      EXPECT_EQ(static_cast<const float *>(executor.result(0))[i], 6 * (i + 1));
    for (int i = 0; i < 7; ++i)
      EXPECT_EQ(static_cast<const int32_t *>(executor.result(1))[i],
                3 * (i + 1));
    for (int row = 0; row < 2; ++row)
      for (int from = 0; from < 3; ++from)
        for (int i = 0; i < 3; ++i)
          EXPECT_EQ(static_cast<const float *>(
                        executor.result(2))[row * 9 + from * 3 + i],
                    (from + 1) * (row * 3 + i + 1));
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(static_cast<const double *>(executor.result(3))[i],
                6 * (rank * 10 + i + 1));
    auto comm = executor.communication();
    EXPECT_EQ(comm["all_reduce"].count, 2); // two rounds
    EXPECT_EQ(comm["all_gather"].count, 2);
    EXPECT_EQ(comm["all_reduce"].wireBytes, 2 * (2 * 2 / 3.0 * (80 + 28)));
  });
}

//===----------------------------------------------------------------------===//
// Kernels and control
//===----------------------------------------------------------------------===//

static void addOne(void *const *operands, const int64_t *) {
  *static_cast<int32_t *>(operands[0]) += 1;
}
/// o0 += the scalars: rank, step, microbatch, slot, own ones.
static void record(void *const *operands, const int64_t *scalars) {
  int64_t *log = static_cast<int64_t *>(operands[0]);
  for (int i = 0; i < 6; ++i)
    log[i] += scalars[i];
}
/// o1 = o0 < 5.
static void below5(void *const *operands, const int64_t *) {
  *static_cast<uint8_t *>(operands[1]) =
      *static_cast<int32_t *>(operands[0]) < 5;
}

TEST(Executor, LoopWhileCaseCall) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand n = b.argument("n", POPT_RT_I32, {});
  Operand i = b.argument("i", POPT_RT_I32, {});
  Operand pred = b.argument("pred", POPT_RT_I1, {});
  Operand which = b.argument("which", POPT_RT_I32, {});
  Operand m = b.argument("m", POPT_RT_I32, {});
  KernelOp inc, test;
  inc.symbol = b.kernel("inc");
  test.symbol = b.kernel("test");
  LoopOp loop; // n = 3 after
  loop.body = 1;
  loop.count = Scalar::constant(3);
  b.add(loop, {i});
  WhileOp loop2; // n = 5 after
  loop2.condition = 2;
  loop2.body = 1;
  b.add(loop2, {pred});
  CaseOp branch; // m = 1 where which = 1 or out of range
  branch.branches = {-1, 3};
  b.add(branch, {which});
  CaseOp onBool; // pred is false: nothing
  onBool.branches = {-1, 3};
  b.add(onBool, {pred});
  auto body = [&](const char *name) {
    int32_t begin = static_cast<int32_t>(b.program().commands.size());
    b.program().bodies.push_back({begin, begin, name});
  };
  body("increment");
  b.add(inc, {n});
  body("test");
  b.add(test, {n, pred});
  body("other");
  b.add(inc, {m});
  for (int choice : {-1, 0, 1, 7})
    onEveryRank(loaded(b.table, {{"inc", addOne}, {"test", below5}}),
                [&](int32_t, Executor &executor) {
                  auto at = [&](int k) {
                    return static_cast<int32_t *>(executor.argument(k));
                  };
                  *at(0) = *at(4) = 0;
                  *at(3) = choice;
                  std::string error;
                  ASSERT_TRUE(executor.step(error)) << error;
                  EXPECT_EQ(*at(0), 5);
                  EXPECT_EQ(*at(1), 2);
                  EXPECT_EQ(*at(4), choice == 0 ? 0 : 1);
                });
}

TEST(Executor, ScalarsSlotsAndDynamicOffsets) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand log = b.argument("log", POPT_RT_I64, {2, 6});
  Operand index = b.argument("index", POPT_RT_I32, {});
  Operand data = b.argument("data", POPT_RT_F32, {5, 2});
  Operand row = b.argument("row", POPT_RT_F32, {2});
  KernelOp kernel;
  kernel.symbol = b.kernel("record");
  kernel.scalars = {Scalar::rankTable(b.table.addAxisIndexTable({0, 1, 2})),
                    {Scalar::Kind::Memory, 0, 0, index.offset, POPT_RT_I32}};
  b.program().numSlots = 2;
  Operand slot = log;
  slot.shape = {6};
  slot.slotStride = 48;
  CallOp call;
  call.body = 1;
  call.microbatch = 5;
  call.slot = 1;
  b.add(call, {});
  b.add(SetOp{{Scalar::Kind::Rank, 0, 0, 0, POPT_RT_I32}}, {index});
  // row = data[clamp(index + .., 0, 4)], a dynamic slice.
  Operand from = data;
  from.shape = {1, 2};
  from.dynamic.push_back({0, index.offset, POPT_RT_I32, 1, 4, 8});
  Operand to = row;
  to.shape = {1, 2};
  b.add(CopyOp{}, {from, to});
  int32_t begin = static_cast<int32_t>(b.program().commands.size());
  b.program().bodies.push_back({begin, begin, "body"});
  b.add(kernel, {slot});
  onEveryRank(loaded(b.table, {{"record", record}}),
              [&](int32_t rank, Executor &executor) {
                int64_t *l = static_cast<int64_t *>(executor.argument(0));
                float *d = static_cast<float *>(executor.argument(2));
                float *r = static_cast<float *>(executor.argument(3));
                std::memset(l, 0, 96);
                std::iota(d, d + 10, 0.0f);
                *static_cast<int32_t *>(executor.argument(1)) = 40;
                std::string error;
                ASSERT_TRUE(executor.step(error)) << error;
                EXPECT_EQ(l[0], 0); // slot 0 is untouched
                std::vector<int64_t> got(l + 6, l + 12);
                EXPECT_EQ(got, (std::vector<int64_t>{rank, 0, 5, 1, rank, 40}));
                // Index 0 is clamped to 1.
                EXPECT_EQ(r[0], 2.0f);
              });
}

// Copies of uneven blocks: rank extents cut what lies outside.
TEST(Executor, RankExtents) {
  TableBuilder b({{"a", 4, AxisKind::Device}});
  Operand whole = b.argument("whole", POPT_RT_I32, {5});
  Operand block = b.argument("block", POPT_RT_I32, {5}, {{0}});
  Operand from = whole;
  from.shape = {2};
  from.rankOffset = b.table.addRankTable({0, 8, 16, 20});
  from.rankExtents.push_back({0, b.table.addRankTable({2, 2, 1, 0})});
  b.add(CopyOp{}, {from, block});
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    int32_t *w = static_cast<int32_t *>(executor.argument(0));
    int32_t *l = static_cast<int32_t *>(executor.argument(1));
    std::iota(w, w + 5, 10);
    l[0] = l[1] = -1;
    std::string error;
    ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(l[0], rank < 3 ? 10 + 2 * rank : -1);
    EXPECT_EQ(l[1], rank < 2 ? 11 + 2 * rank : -1);
  });
}

// A ring of sends and receives that are in flight together; each event is used
// once per iteration of a loop.
TEST(Executor, Transfers) {
  TableBuilder b({{"a", 3, AxisKind::Stage}});
  Operand out = b.argument("out", POPT_RT_I32, {4});
  Operand in = b.argument("in", POPT_RT_I32, {4});
  b.program().numEvents = 2;
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(6);
  b.add(loop, {});
  int32_t begin = static_cast<int32_t>(b.program().commands.size());
  b.program().bodies.push_back({begin, begin, "turn"});
  RecvOp recv;
  recv.peer = b.table.addRankTable({2, 0, 1});
  b.add(recv, {in}).event = 0;
  SendOp send;
  send.peer = b.table.addRankTable({1, 2, 0});
  b.add(send, {out}).event = 1;
  b.add(WaitOp{}, {}).waits = {0, 1};
  b.add(CopyOp{}, {in, out});
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    int32_t *o = static_cast<int32_t *>(executor.argument(0));
    for (int i = 0; i < 4; ++i)
      o[i] = 10 * rank + i;
    std::string error;
    executor.startTrace(8);
    ASSERT_TRUE(executor.step(error)) << error;
    EXPECT_EQ(o[3], 10 * rank + 3); // six turns of three
    EXPECT_EQ(executor.communication().at("send").count, 6);
    std::vector<TraceEvent> trace = executor.trace();
    EXPECT_EQ(trace.size(), 8u);
    for (size_t i = 0; i < trace.size(); ++i)
      EXPECT_LE(trace[i].begin, trace[i].end);
  });
}

// State results that lie elsewhere are moved to their arguments.
TEST(Executor, StateAndMemory) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand s = b.argument("s", POPT_RT_I32, {});
  Operand r = b.tensor(POPT_RT_I32, {});
  b.result("s", r, {});
  b.state(0, 0);
  b.add(CopyOp{}, {s, r});
  KernelOp inc;
  inc.symbol = b.kernel("inc");
  b.add(inc, {r});
  onEveryRank(loaded(b.table, {{"inc", addOne}}),
              [&](int32_t, Executor &executor) {
                *static_cast<int32_t *>(executor.argument(0)) = 10;
                std::string error;
                for (int i = 0; i < 3; ++i)
                  ASSERT_TRUE(executor.step(error)) << error;
                EXPECT_EQ(*static_cast<int32_t *>(executor.argument(0)), 13);
                EXPECT_EQ(executor.arenaBytes(), 4096);
                EXPECT_EQ(executor.workspaceBytes(), 0);
              });
}

// What a rank cannot have is refused before the first step.
TEST(Executor, OutOfMemory) {
  auto refusal = [](const TableBuilder &b) {
    std::string error;
    auto prepared = prepare(loaded(b.table), error);
    EXPECT_TRUE(prepared) << error;
    popt_rt_transport *transport = nullptr;
    EXPECT_EQ(popt_rt_threads_create(1, nullptr, &transport), POPT_RT_OK);
    EXPECT_FALSE(prepared && Executor::create(prepared, 0, transport, error));
    popt_rt_transport_destroy(transport);
    return error;
  };
  TableBuilder arena({{"a", 1, AxisKind::Device}});
  arena.program().regions[0].bytes = int64_t(1) << 49;
  EXPECT_EQ(refusal(arena),
            "rank 0: out of memory: arena of 562949953421312 bytes");

  // One element, read as if it were 2^46: made dense for the library.
  TableBuilder workspace({{"a", 1, AxisKind::Device}});
  Operand x = workspace.tensor(POPT_RT_F32, {1, 1});
  Operand y = workspace.tensor(POPT_RT_F32, {1, 1});
  x.shape = y.shape = {int64_t(1) << 46, 1};
  x.strides = y.strides = {0, 1};
  CollectiveOp reduce;
  reduce.group = workspace.table.addGroup({{0, 1, 1}});
  workspace.add(reduce, {x, y});
  EXPECT_EQ(refusal(workspace).substr(0, 27), "out of memory: workspace of");

  std::string error;
  auto prepared = prepare(loaded(workspace.table), error);
  EXPECT_FALSE(prepared && Executor::create(prepared, 0, nullptr, error));
  EXPECT_EQ(error, "command 0 (all_reduce): the program communicates, but "
                   "there is no transport");
}

TEST(Executor, PrepareErrors) {
  TableBuilder b({{"a", 1, AxisKind::Device}});
  Operand s = b.argument("s", POPT_RT_I32, {});
  KernelOp inc;
  inc.symbol = b.kernel("inc");
  b.add(inc, {s});
  std::string error;
  EXPECT_FALSE(prepare(loaded(b.table), error));
  EXPECT_EQ(error, "kernel \"inc\" is not in the program");
  b.table.programOfRank.clear();
  EXPECT_FALSE(prepare(loaded(b.table), error));
  EXPECT_EQ(error, "the step table is not sound: 0 ranks have a program, of 1");
}
