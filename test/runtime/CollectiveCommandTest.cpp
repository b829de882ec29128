//===- CollectiveCommandTest.cpp - Collective commands on 1 to 4 ranks ----===//
#include "Indices.h"
#include "Tables.h"
#include "transport/Transport.h"
#include <mutex>

using namespace popt::rt;

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
  std::vector<int64_t> shape = from.shape;
  shape[dim] = count;
  forEachIndex(shape, [&](const std::vector<int64_t> &index) {
    std::vector<int64_t> f = index, t = index;
    f[dim] += begin;
    t[dim] += target;
    put(from.at(f), to.at(t));
  });
}
} // namespace

static const float kUntouched = -77;

namespace {
/// One collective of a random kind, shape, dimension, group and split; every
/// rank's result against the definition.
class CollectiveRound {
public:
  explicit CollectiveRound(std::mt19937 &random);
  void run();

private:
  using Counts = std::vector<int64_t>;
  static TableBuilder randomMesh(std::mt19937 &random);
  int64_t choosePieces(Pieces &pieces, int64_t total, Counts &counts,
                       Counts &offsets);
  void chooseShapes();
  void chooseMemory();
  Grid expect(const std::vector<int32_t> &list, int64_t me) const;
  Grid exchanged(const std::vector<int32_t> &list, int64_t me) const;

  std::mt19937 &random;
  TableBuilder b;
  CollectiveOp op;
  std::vector<std::vector<int32_t>> lists;
  int64_t ranks, members;
  int dim = 0, split = 0;
  std::vector<int64_t> in, out;
  Counts counts, offsets, splitCounts, splitOffsets;
  Operand o0, o1;
  bool inPlace = false;
  std::vector<Grid> inputs;
};
} // namespace

TableBuilder CollectiveRound::randomMesh(std::mt19937 &random) {
  std::vector<std::vector<MeshAxis>> meshes = {
      {{"a", 4, AxisKind::Device}},
      {{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}},
      {{"a", 3, AxisKind::Device}},
      {{"a", 1, AxisKind::Device}}};
  return TableBuilder(meshes[random() % meshes.size()]);
}

CollectiveRound::CollectiveRound(std::mt19937 &random)
    : random(random), b(randomMesh(random)) {
  const Mesh &mesh = b.table.mesh;
  AxisList axes;
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    if (axes.empty() || random() % 2)
      axes.push_back(mesh.ref(int(i)));
  op.kind = static_cast<CollectiveKind>(random() % 9);
  op.group = b.table.addGroup(axes);
  lists = b.table.groups[op.group].lists;
  ranks = mesh.numRanks();
  members = int64_t(lists[0].size());
  op.root = static_cast<int32_t>(random() % members);
  chooseShapes();
  chooseMemory();
  for (int64_t r = 0; r < ranks; ++r) {
    inputs.emplace_back(in);
    for (float &v : inputs.back().values)
      v = float(int(random() % 19)) - 9;
  }
}

/// Ceil blocks of `total`, in every group alike; tables where they are uneven.
int64_t CollectiveRound::choosePieces(Pieces &pieces, int64_t total,
                                      Counts &counts, Counts &offsets) {
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
    pieces.counts = b.table.addRankTable(counts);
    pieces.offsets = b.table.addRankTable(offsets);
  }
  return block;
}

void CollectiveRound::chooseShapes() {
  size_t rank = 1 + random() % 3;
  in.resize(rank);
  for (int64_t &e : in)
    e = 1 + random() % 4;
  out = in;
  op.pieces.dim = dim = int(random() % rank);
  op.split.dim = split = int(random() % rank);
  int64_t total = 1 + random() % 9;
  switch (op.kind) {
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    in[dim] = choosePieces(op.pieces, total, counts, offsets);
    out[dim] = total;
    break;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::Scatter:
    out[dim] = choosePieces(op.pieces, total, counts, offsets);
    in[dim] = total;
    break;
  case CollectiveKind::AllToAll:
    if (dim == split) {
      in[dim] = out[dim] = members * (1 + random() % 3);
    } else {
      in[dim] = choosePieces(op.pieces, total, counts, offsets);
      out[dim] = total;
      int64_t splitTotal = 1 + random() % 9;
      out[split] =
          choosePieces(op.split, splitTotal, splitCounts, splitOffsets);
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
}

/// The result is permuted in memory, or in place, or plain.
void CollectiveRound::chooseMemory() {
  o0 = b.tensor(POPT_RT_F32, in);
  o1 = in == out && random() % 3 == 0 ? o0 : b.tensor(POPT_RT_F32, out);
  inPlace = o1.offset == o0.offset;
  if (!inPlace && out.size() > 1 && random() % 3 == 0) {
    o1.strides.assign(out.size(), 0);
    int64_t stride = 1;
    for (size_t d = 0; d < out.size(); ++d) {
      o1.strides[d] = stride;
      stride *= out[d];
    }
  }
  b.add(op, {o0, o1});
  for (const Operand *operand : {&o0, &o1}) {
    Argument a;
    a.shape = a.localShape = operand->shape;
    a.layout = Layout::replicate(a.shape.size());
    b.table.arguments.push_back(a);
    b.program().argumentAddresses.push_back({0, operand->offset});
  }
}

static void set(float from, float &to) { to = from; }
static void add(float from, float &to) { to += from; }

/// What member `me` of the list has of an all-to-all between two dimensions.
Grid CollectiveRound::exchanged(const std::vector<int32_t> &list,
                                int64_t me) const {
  Grid result(out, kUntouched);
  int64_t own = splitCounts[list[me]];
  for (int32_t r : list) {
    // Cut my rows, then put them at r's columns.
    std::vector<int64_t> middle = in, valid = in;
    middle[split] = out[split];
    valid[split] = own;
    Grid cut(middle), exact(valid), from = inputs[r];
    moveBlock(from, cut, split, splitOffsets[list[me]], 0, own, set);
    moveBlock(cut, exact, split, 0, 0, own, set);
    moveBlock(exact, result, dim, 0, offsets[r], counts[r], set);
  }
  return result;
}

/// What member `me` of the list has afterwards.
Grid CollectiveRound::expect(const std::vector<int32_t> &list,
                             int64_t me) const {
  int32_t own = list[me];
  Grid result = inPlace ? inputs[own] : Grid(out, kUntouched);
  if (isRooted(op.kind) && op.kind != CollectiveKind::Broadcast &&
      op.kind != CollectiveKind::Scatter && me != op.root)
    return result;
  std::vector<Grid> from = inputs;
  switch (op.kind) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::Reduce:
    result = Grid(out);
    for (int32_t r : list)
      moveBlock(from[r], result, 0, 0, 0, in[0], add);
    break;
  case CollectiveKind::Broadcast:
    result = inputs[list[op.root]];
    break;
  case CollectiveKind::Permute:
    result = Grid(out);
    for (auto [source, target] : op.pairs)
      if (target == own)
        result = inputs[source];
    break;
  case CollectiveKind::AllGather:
  case CollectiveKind::Gather:
    for (int32_t r : list)
      moveBlock(from[r], result, dim, 0, offsets[r], counts[r], set);
    break;
  case CollectiveKind::ReduceScatter: {
    Grid sum(out);
    for (int32_t r : list)
      moveBlock(from[r], sum, dim, offsets[own], 0, counts[own], add);
    moveBlock(sum, result, dim, 0, 0, counts[own], set);
    break;
  }
  case CollectiveKind::Scatter:
    moveBlock(from[list[op.root]], result, dim, offsets[own], 0, counts[own],
              set);
    break;
  case CollectiveKind::AllToAll:
    if (dim != split)
      return exchanged(list, me);
    for (int64_t m = 0, block = in[dim] / members; m < members; ++m)
      moveBlock(from[list[m]], result, dim, me * block, m * block, block, set);
    break;
  case CollectiveKind::Barrier:
  case CollectiveKind::Bucket:
    break; // no commands
  }
  return result;
}

void CollectiveRound::run() {
  std::vector<Grid> expected;
  for (int64_t r = 0; r < ranks; ++r)
    expected.push_back(inPlace ? inputs[r] : Grid(out, kUntouched));
  for (auto &list : lists)
    for (int64_t me = 0; me < members; ++me)
      expected[list[me]] = expect(list, me);
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
    std::vector<int64_t> strides = o1.resolvedStrides();
    for (size_t i = 0; i < got.values.size(); ++i) {
      int64_t rest = int64_t(i), offset = 0;
      for (size_t d = out.size(); d-- > 0;) {
        offset += rest % out[d] * strides[d];
        rest /= out[d];
      }
      got.values[i] = memory[offset];
    }
    EXPECT_EQ(got.values, expected[r].values)
        << "rank " << r << " of " << name(b.program().commands[0]) << " "
        << toString(o0, b.program()) << ", " << toString(o1, b.program());
  });
}

TEST(Executor, Collectives) {
  std::mt19937 random(41);
  for (int round = 0; round < 600 && !testing::Test::HasFailure(); ++round)
    CollectiveRound(random).run();
}

/// What is added next runs twice.
static void addTwoRounds(TableBuilder &b) {
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(2);
  b.add(loop, {});
  b.program().bodies.push_back({1, 1, "round"});
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

// What a call moves, as nccl-tests counts it: whole vectors, and their factors.
TEST(Executor, Volumes) {
  TableBuilder b({{"a", 4, AxisKind::Device}});
  Operand whole = b.tensor(POPT_RT_F32, {8, 4});
  Operand part = b.tensor(POPT_RT_F32, {2, 4});
  CollectiveOp op;
  op.group = b.table.addGroup({{0, 1, 4}});
  auto add = [&](CollectiveKind kind, const Operand &from, const Operand &to) {
    op.kind = kind;
    b.add(op, {from, to});
  };
  add(CollectiveKind::AllReduce, whole, whole);
  add(CollectiveKind::ReduceScatter, whole, part);
  add(CollectiveKind::AllGather, part, whole);
  add(CollectiveKind::Broadcast, whole, whole);
  add(CollectiveKind::Reduce, whole, whole);
  add(CollectiveKind::AllToAll, whole, whole);
  op.pairs = {{0, 1}, {0, 2}, {3, 3}};
  Operand other = b.tensor(POPT_RT_F32, {8, 4});
  add(CollectiveKind::Permute, whole, other);
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    std::map<int32_t, CommVolume> volumes = executor.volumes();
    ASSERT_EQ(volumes.size(), 7u);
    auto expect = [&](int32_t command, double wire, double bus) {
      EXPECT_EQ(volumes[command].bytes, 128) << command;
      EXPECT_EQ(volumes[command].wireBytes, wire) << command;
      EXPECT_EQ(volumes[command].busBytes, bus) << command;
    };
    expect(0, 192, 192);
    expect(1, 96, 96);
    expect(2, 96, 96);
    expect(3, 128, 128); // to the root of a chain, or from it
    expect(4, 128, 128);
    expect(5, 96, 96);
    if (rank < 3)
      expect(6, rank == 0 ? 256 : 0, 128);
    else
      EXPECT_EQ(volumes[6].bytes, 0);
  });
}

// Each call is timed, in the order of execution; the last ones are kept.
TEST(Executor, TimedCalls) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand x = b.tensor(POPT_RT_F32, {8});
  addTwoRounds(b);
  CollectiveOp op;
  op.group = b.table.addGroup({{0, 1, 2}});
  b.add(op, {x, x});
  op.group = b.table.addGroup("one", {{0}});
  b.add(op, {x, x}); // rank 1 takes no part
  onEveryRank(loaded(b.table), [&](int32_t rank, Executor &executor) {
    std::string error;
    auto run = [&] {
      ASSERT_TRUE(executor.step(error) && executor.readTimes(error)) << error;
    };
    run();
    EXPECT_TRUE(executor.timedCalls().empty());
    executor.startTiming(7);
    run();
    run();
    std::vector<TimedCall> calls = executor.timedCalls();
    ASSERT_EQ(calls.size(), rank == 0 ? 7u : 4u);
    for (size_t i = 0; i < calls.size(); ++i) {
      EXPECT_EQ(calls[calls.size() - 1 - i].command,
                rank == 0 && i % 2 == 0 ? 2 : 1);
      EXPECT_GE(calls[i].seconds, 0);
    }
    // The first of rank 0's eight is lost.
    EXPECT_EQ(calls.back().step - calls.front().step, 1);
    EXPECT_EQ(executor.firstTimedStep(), rank == 0 ? calls.back().step : 1);
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
  addTwoRounds(b);
  CollectiveOp op;
  op.group = b.table.addGroup({{0, 1, 3}});
  op.bucket = 4;
  b.add(op, {sum, sumOut});
  op.bucket = 0;
  op.monoid = Monoid::Max;
  b.add(op, {max, max}); // in place
  op.kind = CollectiveKind::AllGather;
  op.pieces.dim = 1; // packed and unpacked
  b.add(op, {small, gathered});
  op.kind = CollectiveKind::ReduceScatter;
  op.monoid = Monoid::Sum;
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
      EXPECT_EQ(static_cast<const float *>(executor.result(0, error))[i],
                6 * (i + 1));
    for (int i = 0; i < 7; ++i)
      EXPECT_EQ(static_cast<const int32_t *>(executor.result(1, error))[i],
                3 * (i + 1));
    for (int row = 0; row < 2; ++row)
      for (int from = 0; from < 3; ++from)
        for (int i = 0; i < 3; ++i)
          EXPECT_EQ(static_cast<const float *>(
                        executor.result(2, error))[row * 9 + from * 3 + i],
                    (from + 1) * (row * 3 + i + 1));
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(static_cast<const double *>(executor.result(3, error))[i],
                6 * (rank * 10 + i + 1));
    auto comm = executor.communication();
    EXPECT_EQ(comm["all_reduce"].count, 2); // two rounds
    EXPECT_EQ(comm["all_gather"].count, 2);
    EXPECT_EQ(comm["all_reduce"].wireBytes, 2 * (107 + 38));
  });
}

namespace {
/// Notes which groups are made, and does nothing else.
struct GroupRecorder : popt_rt_transport {
  struct Group : popt_rt_group {
    popt_rt_status run(const popt_rt_op &, const Collective &) override {
      return POPT_RT_UNSUPPORTED;
    }
    popt_rt_status start(const popt_rt_op &, const TransferCall &,
                         popt_rt_request *&) override {
      return POPT_RT_UNSUPPORTED;
    }
  };
  const char *name() const override { return "recorder"; }
  void setTimeout(double) override {}
  void abort(const char *) override {}
  void computing(int64_t) override {}
  void idle() override {}
  popt_rt_status health(std::string *) override { return POPT_RT_OK; }
  popt_rt_status allocate(size_t, void *&) override {
    return POPT_RT_OUT_OF_MEMORY;
  }
  void free(void *) override {}
  popt_rt_status makeGroup(std::vector<int32_t> list, int32_t channel,
                           int32_t member,
                           std::unique_ptr<popt_rt_group> &group) override {
    std::string text;
    for (int32_t r : list)
      text += std::to_string(r) + " ";
    made.push_back(text + "channel " + std::to_string(channel));
    group = std::make_unique<Group>();
    group->ranks = std::move(list);
    group->channel = channel;
    group->member = member;
    return POPT_RT_OK;
  }
  std::vector<std::string> made;
};
} // namespace

// Whatever the order of commands, all ranks make their groups in one order.
TEST(Executor, GroupsInTableOrder) {
  TableBuilder b({{"a", 2, AxisKind::Device}, {"b", 2, AxisKind::Device}});
  Operand x = b.tensor(POPT_RT_F32, {4}), y = b.tensor(POPT_RT_F32, {4});
  CollectiveOp op;
  int32_t rows = b.table.addGroup({b.table.mesh.ref(1)});
  int32_t all = b.table.addGroup({b.table.mesh.ref(0), b.table.mesh.ref(1)});
  std::vector<int64_t> next = {1, 2, 3, 0}, last = {3, 0, 1, 2};
  b.add(SendOp{b.table.addRankTable(next), 1}, {x});
  op.group = all;
  op.channel = 2;
  b.add(op, {x, x});
  op.channel = 0;
  b.add(op, {x, x});
  b.add(RecvOp{b.table.addRankTable(last), 1}, {y});
  op.group = rows;
  b.add(op, {x, x});
  std::string error;
  auto prepared = prepare(loaded(b.table), error);
  ASSERT_TRUE(prepared) << error;
  GroupRecorder transport;
  transport.rank = 2;
  transport.size = 4;
  popt_rt_device *device = nullptr;
  ASSERT_EQ(popt_rt_cpu_create(1, nullptr, &device), POPT_RT_OK);
  EXPECT_TRUE(Executor::create(prepared, 2, device, &transport, error))
      << error;
  popt_rt_device_destroy(device);
  EXPECT_EQ(transport.made,
            (std::vector<std::string>{"2 3 channel 0", "0 1 2 3 channel 0",
                                      "0 1 2 3 channel 2", "1 2 channel 1",
                                      "2 3 channel 1"}));
}
