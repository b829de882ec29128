//===- StepTableTest.cpp - Bytes, text, blocks and groups -----------------===//
#include "Tables.h"
#include "popt-rt/check.h"
#include <set>

using namespace popt::rt;

/// A table in which every record and every command occurs.
/// A loop along the rows of a tensor, the fourth body.
void addRows(TableBuilder &b, Operand row) {
  b.program().bodies.push_back(
      {(int32_t)b.program().commands.size(), 0, "rows"});
  row.shape = {5};
  row.offset += 40;
  row.terms = {{3, -20}, {-1, 20}};
  b.add(FillOp{}, {row});
}

/// A kernel that is a convolution of these operands.
static void addConvolution(TableBuilder &b, std::vector<Operand> operands) {
  KernelOp convolution;
  convolution.symbol = b.kernel("k2");
  KernelEntry &conv = b.table.kernels[convolution.symbol];
  conv.launches = {{"k2.0", 0, 1, 32, 0}};
  conv.convolution.emplace();
  conv.convolution->lhs = {0, POPT_RT_F32, {4, 3, 1}, {3, 1, 1}};
  conv.convolution->rhs = {1, POPT_RT_F32, {5, 3, 1}, {1, 5, 1}};
  conv.convolution->out = {2, POPT_RT_F32, {4, 5, 1}, {5, 1, 1}};
  conv.convolution->window = {{1}, {0}, {0}, {1}, {1}, {1}, 1, 1};
  conv.convolution->tunedFor = "an abacus";
  conv.convolution->algorithm = {4, 5};
  b.add(convolution, std::move(operands));
}

/// A kernel that is a product of operands of two types.
static void addFloat8Product(TableBuilder &b) {
  KernelOp op;
  op.symbol = b.kernel("k3");
  KernelEntry &kernel = b.table.kernels[op.symbol];
  kernel.launches = {{"k3.0", 0, 1, 32, 0}};
  kernel.product.emplace();
  kernel.product->lhsType = POPT_RT_F8E4M3FN;
  kernel.product->rhsType = POPT_RT_F8E5M2;
  kernel.product->outType = POPT_RT_BF16;
  kernel.product->columns = {{5, 0, 1, 1}};
  b.add(op, {b.tensor(POPT_RT_F8E4M3FN, {1}), b.tensor(POPT_RT_F8E5M2, {5}),
             b.tensor(POPT_RT_BF16, {5})});
}

static StepTable everything() {
  TableBuilder b({{"dp", 2, AxisKind::Device},
                  {"mb", 2, AxisKind::Time},
                  {"tp", 2, AxisKind::Device}});
  b.table.info["module"] = "test";
  b.table.target = {"sm_90", true};
  b.table.constants = {1, 2, 3, 4, 5, 6, 7, 8};
  int32_t location = b.table.addLocation(
      {{"model.py", 3, 7}, "dot mlp", {{"layers.py", 5, 1}}});
  Operand x = b.argument("x", POPT_RT_F32, {7, 6}, {{0}, {2}});
  Operand w = b.argument("w", POPT_RT_F32, {6, 5}, {{2}, {}});
  Operand y = b.tensor(POPT_RT_F32, {4, 5});
  Operand s = b.tensor(POPT_RT_I32, {});
  Operand pred = b.tensor(POPT_RT_I1, {});
  b.result("y", y, {7, 5}, {{0}, {}});
  b.table.arguments[1].layout.pins.push_back({0, {0, 1}});
  Program &p = b.program();
  p.numEvents = 2;
  p.slots = {{0, 1}};
  int32_t tp = b.table.addGroup({{2, 1, 2}});
  b.add(MatmulOp{}, {x, w, y}).location = location;
  CollectiveOp reduce;
  reduce.group = tp;
  b.add(reduce, {y, y});
  KernelOp kernel;
  kernel.symbol = b.kernel("k0");
  b.table.kernels[0].launches = {{"k0.0", 0, 12, 256, 4096},
                                 {"k0.1", 1, 1, 1024, 0}};
  b.table.kernels[0].scratchBytes = 48;
  kernel.scalars.push_back(
      Scalar::rankTable(b.table.addAxisIndexTable({0, 1, 2})));
  Operand moving = y;
  moving.shape = {1, 5};
  moving.slotStride = 20;
  moving.slots = 0;
  moving.terms = {{-1, 8}};
  b.add(kernel, {moving});
  KernelOp product;
  product.symbol = b.kernel("k1");
  KernelEntry &entry = b.table.kernels[product.symbol];
  entry.launches = {{"k1.0", 0, 1, 32, 0}};
  entry.product.emplace();
  entry.product->isTf32 = true;
  entry.product->rows = {{4, 3, 0, 5}};
  entry.product->columns = {{5, 0, 1, 1}};
  entry.product->contracted = {{3, 1, 5, 0}};
  entry.product->tunedFor = "an abacus";
  entry.product->algorithm = {1, 2, 3};
  b.add(product, {x, w, y});
  addConvolution(b, {x, w, y});
  addFloat8Product(b);
  Operand constant;
  constant.region = 1;
  constant.shape = {2};
  Operand part = x;
  part.shape = {2};
  part.strides = {3};
  part.rankOffset = b.table.addRankTable({0, 4, 8, 12});
  part.rankExtents.push_back({0, b.table.addRankTable({2, 2, 1, 0})});
  b.add(CopyOp{}, {constant, part});
  b.add(FillOp{}, {y});
  b.add(SetOp{Scalar::constant(3)}, {s});
  SendOp send;
  send.peer = b.table.addRankTable({-1, -1, -1, -1});
  b.add(send, {y}).event = 0;
  RecvOp recv;
  recv.peer = send.peer;
  b.add(recv, {b.tensor(POPT_RT_F32, {4, 5})}).event = 1;
  b.add(WaitOp{}, {}).waits = {0, 1};
  LoopOp loop;
  loop.body = 1;
  loop.count = Scalar::constant(2);
  b.add(loop, {s});
  WhileOp loop2;
  loop2.condition = 2;
  loop2.body = 1;
  b.add(loop2, {pred});
  b.add(CaseOp{{1, -1}}, {pred});
  b.add(ScheduleOp{{{1, 0}, {1, 1}}}, {s});
  b.add(LoopOp{3, Scalar::constant(2)}, {s});
  Operand image = b.tensor(POPT_RT_F32, {1, 1, 4});
  Operand filter = b.tensor(POPT_RT_F32, {1, 1, 2});
  Operand out = b.tensor(POPT_RT_F32, {1, 1, 3});
  b.add(plainConv(), {image, filter, out});
  AttentionOp attention;
  attention.isCausal = attention.hasStats = true;
  attention.window = 5;
  attention.scale = 0.125f;
  Operand heads[4];
  for (Operand &operand : heads)
    operand = b.tensor(POPT_RT_BF16, {1, 1, 3, 8});
  b.add(attention, {heads[0], heads[1], heads[2], heads[3],
                    b.tensor(POPT_RT_F32, {1, 1, 3})});
  p.bodies.push_back({(int32_t)p.commands.size(), 0, "body"});
  b.add(FillOp{}, {s});
  p.bodies.push_back({(int32_t)p.commands.size(), 0, "condition"});
  b.add(FillOp{}, {pred});
  addRows(b, y);
  return b.table;
}

// What is read is what was written, and it is sound.
TEST(StepTable, RoundTrip) {
  StepTable table = everything();
  EXPECT_EQ(check(table), "");
  std::vector<uint8_t> bytes = serialize(table);
  StepTable back;
  std::string error;
  ASSERT_TRUE(deserialize(bytes.data(), bytes.size(), back, error)) << error;
  EXPECT_EQ(serialize(back), bytes);
  EXPECT_EQ(check(back), "");
  const Program &program = table.programs[0];
  EXPECT_EQ(toString(program.commands[0].operands[0], program),
            "arena[0] : f32[4x3]");
  const Operand &moving = program.commands[2].operands[0];
  EXPECT_NE(toString(moving, program).find(" + 20*slot"), std::string::npos)
      << toString(moving, program);
  EXPECT_EQ(
      back.kernels[1].product->toString(),
      "0 * 1 -> 2 : f32 -> f32 tf32, rows [4 by (3, 0, 5)], columns [5 by "
      "(0, 1, 1)], contracted [3 by (1, 5, 0)]");
  // Operands of two types.
  EXPECT_EQ(back.kernels[3].product->toString(),
            "0 * 1 -> 2 : f8e4m3fn * f8e5m2 -> bf16, columns [5 by (0, 1, 1)]");
  EXPECT_EQ(
      back.kernels[2].convolution->toString(),
      "0 * 1 -> 2 : f32 -> f32, lhs [4 by 3, 3 by 1, 1 by 1], rhs [5 by "
      "1, 3 by 5, 1 by 1], out [4 by 5, 5 by 1, 1 by 1], window [by 1 pad "
      "0 0 dilation 1 1 reversed]");
  Operand lost;
  lost.region = 9;
  EXPECT_EQ(toString(lost, program), "region9[0] : f32[]");
}

TEST(StepTable, HeaderErrors) {
  std::vector<uint8_t> bytes = serialize(everything());
  StepTable table;
  std::string error;
  EXPECT_FALSE(deserialize("hello", 5, table, error));
  EXPECT_EQ(error, "step table: this is not a step table");
  std::vector<uint8_t> other = bytes;
  other[8] = kStepTableVersion + 1;
  EXPECT_FALSE(deserialize(other.data(), other.size(), table, error));
  EXPECT_NE(error.find("version " + std::to_string(kStepTableVersion + 1) +
                       ", this runtime reads version"),
            std::string::npos);
  EXPECT_NE(error.find("; compile again"), std::string::npos);
  other = bytes;
  other.back() ^= 1;
  EXPECT_FALSE(deserialize(other.data(), other.size(), table, error));
  EXPECT_NE(error.find("checksum"), std::string::npos);
  other = bytes;
  other.push_back(0);
  EXPECT_FALSE(deserialize(other.data(), other.size(), table, error));
  EXPECT_NE(error.find(" bytes, but its header says "), std::string::npos);
}

// Every truncation is an error; with the length repaired too.
TEST(StepTable, Truncations) {
  std::vector<uint8_t> bytes = serialize(everything());
  std::set<std::string> errors;
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + size);
    StepTable table;
    std::string error;
    EXPECT_FALSE(deserialize(cut.data(), cut.size(), table, error));
    if (size < 32)
      continue;
    uint64_t length = size - 32;
    std::memcpy(&cut[16], &length, 8);
    EXPECT_FALSE(deserialize(cut.data(), cut.size(), table, error, false));
    errors.insert(error);
  }
  EXPECT_EQ(errors, (std::set<std::string>{
                        "step table: the table ends in the middle of a record",
                        "step table: a list is longer than the table"}));
  // And more than there should be.
  bytes.push_back(0);
  uint64_t length = bytes.size() - 32;
  std::memcpy(&bytes[16], &length, 8);
  StepTable table;
  std::string error;
  EXPECT_FALSE(deserialize(bytes.data(), bytes.size(), table, error, false));
  EXPECT_EQ(error, "step table: there are bytes after its end");
}

// Damage that gets past the checksum is either an unreadable table, an unsound
// one or a sound one: never a crash.
TEST(StepTable, FlippedBits) {
  std::vector<uint8_t> bytes = serialize(everything());
  size_t sound = 0;
  std::set<std::string> errors;
  for (size_t byte = 32; byte < bytes.size(); ++byte)
    for (int bit = 0; bit < 8; ++bit) {
      std::vector<uint8_t> damaged = bytes;
      damaged[byte] ^= static_cast<uint8_t>(1 << bit);
      StepTable table;
      std::string error;
      EXPECT_FALSE(deserialize(damaged.data(), damaged.size(), table, error));
      if (!deserialize(damaged.data(), damaged.size(), table, error, false)) {
        errors.insert(error);
        continue;
      }
      if (check(table).empty())
        ++sound;
    }
  EXPECT_GT(sound, 0u); // names may change, after all
  for (const char *kind : {"unknown command", "unknown monoid",
                           "unknown element type", "unknown memory"})
    EXPECT_EQ(errors.count(std::string("step table: ") + kind), 1u) << kind;
}

// Operands of one command meet in one microbatch, so their slots count one by
// one, and not all together.
TEST(StepTable, OverlapInSlots) {
  TableBuilder b({{"a", 2, AxisKind::Device}});
  Operand first = b.tensor(POPT_RT_F32, {16}), second = first;
  first.slotStride = second.slotStride = 64;
  first.slots = 0;
  second.slots = 1;
  ScheduleOp schedule;
  schedule.calls = {{0, 0}, {0, 3}}; // four microbatches
  b.add(schedule, {});
  auto overlap = [&](std::vector<std::vector<int32_t>> slots) {
    b.program().slots = std::move(slots);
    return mayOverlap(b.table, b.program(), {0}, first, second);
  };
  EXPECT_FALSE(overlap({{0, 1}, {1, 0}}));
  EXPECT_TRUE(overlap({{0, 1, 2}, {1, 0}})); // in the fourth
  EXPECT_FALSE(
      overlap({{0, 1, 2, 3, 4}, {1, 0, 0, 0, 4}})); // the fifth is none
  first.offset += 32;
  EXPECT_TRUE(overlap({{0, 1}, {1, 0}}));
}
