//===- LargeFilesTest.cpp - Rank files that go past the page cache --------===//
//
// Large files of checkpoints go to the disk in parts, straight from memory. On
// whatever file system, they are those that pieces make.
//
//===----------------------------------------------------------------------===//
#include "Fault.h"
#include "SavedState.h"
#include "checkpoint/Verify.h"

using namespace popt::rt;

namespace {
struct LargeFilesTest : testing::Test {
  TemporaryFolder folder;
  StepTable table;
  SavePlan plan;
  Pages data;
  std::atomic<bool> isCancelled{false};

  LargeFilesTest() {
    // Borders of tensors are not those of parts, and the end is not a page's.
    TableBuilder b({});
    auto add = [&](const char *name, ElementType type,
                   std::vector<int64_t> shape) {
      Operand o = b.argument(name, type, shape);
      b.result(name, o, shape);
      auto last = static_cast<int32_t>(b.table.arguments.size()) - 1;
      b.state(last, last);
    };
    add("c", POPT_RT_C128, {3});
    add("w", POPT_RT_F32, {1100003});
    add("v", POPT_RT_F32, {1200001});
    add("few", POPT_RT_I8, {13});
    add("nothing", POPT_RT_F32, {0, 3});
    table = b.table;
    plan = planSave(table);
    data = Pages(bytesOf(plan[0]));
    std::mt19937 random(1);
    for (uint64_t i = 0; i < bytesOf(plan[0]); ++i)
      data.data()[i] = static_cast<uint8_t>(random());
  }
  Draft draft(int64_t step) const { return {folder.path, "run", step}; }
  /// Writes and commits; what is wrong.
  std::string save(int64_t step) {
    RankFile file(machineFiles(), table, draft(step), 0, plan[0]);
    file.appendAll(data.data(), isCancelled);
    SaveParts parts;
    parts.files.push_back(file.finish());
    parts.hashes.push_back(file.hashes());
    parts.hashes[0].resize(plan[0].size());
    CheckpointIndex index;
    index.step = step;
    index.ranks = 1;
    return commitSave(machineFiles(), table, draft(step), plan, parts, index,
                      {}, 0);
  }
  std::string pathOf(int64_t step) const {
    return folder.path + "/" + folderName(step);
  }
  /// Every byte is there, and at its place.
  void expectRight(int64_t step) {
    CheckpointIndex index;
    EXPECT_EQ(verifyCheckpoint(machineFiles(), pathOf(step), index),
              std::vector<std::string>{});
    std::string text;
    EXPECT_EQ(
        readWhole(machineFiles(), pathOf(step) + "/rank-0.safetensors", text),
        0);
    uint64_t header = index.files.at(0).headerBytes;
    EXPECT_EQ(header % kPageBytes, 0u);
    ASSERT_EQ(text.size(), header + bytesOf(plan[0]));
    EXPECT_EQ(std::memcmp(text.data() + header, data.data(), bytesOf(plan[0])),
              0);
  }
};
} // namespace

TEST_F(LargeFilesTest, AsPiecesMakeThem) {
  ASSERT_EQ(save(1), "");
  expectRight(1);
  RankFile file(machineFiles(), table, draft(2), 0, plan[0]);
  std::vector<BlockSums> sums;
  for (const SavedPiece &piece : plan[0]) {
    const uint8_t *begin = data.data() + piece.offset;
    size_t width = popt_rt_element_size(table.arguments[piece.argument].type);
    sums.push_back({xxh3(begin, piece.bytes),
                    elementSum(begin, piece.bytes / width, width, 0)});
    file.append(begin);
  }
  EXPECT_EQ(file.finish().error, "");
  ASSERT_EQ(file.hashes().size(), sums.size());
  for (size_t i = 0; i < sums.size(); ++i) {
    EXPECT_EQ(file.hashes()[i].xxh3, sums[i].xxh3);
    EXPECT_EQ(file.hashes()[i].sum, sums[i].sum);
  }
  std::string whole, pieces;
  EXPECT_EQ(readWhole(machineFiles(), pathOf(1) + "/rank-0.safetensors", whole),
            0);
  EXPECT_EQ(readWhole(machineFiles(), draft(2).folder() + "/rank-0.safetensors",
                      pieces),
            0);
  EXPECT_TRUE(whole == pieces);
}

// File systems that know no such writes, or find out late, or take a part.
TEST_F(LargeFilesTest, AnyFileSystem) {
  int64_t step = 0;
  for (const char *fault :
       {"call=fcntl,times=all,do=fail:EINVAL",
        "call=fcntl,after=1,do=fail:EINVAL",
        "call=write,after=1,do=fail:EINVAL", "call=write,after=2,do=fail:EINTR",
        "call=write,after=1,times=3,do=short"}) {
    Fault wrong(fault);
    EXPECT_EQ(save(++step), "") << fault;
    expectRight(step);
  }
}

TEST_F(LargeFilesTest, Failures) {
  std::string file = draft(1).folder() + "/rank-0.safetensors";
  const std::pair<const char *, const char *> faults[] = {
      {"call=write,after=1,do=fail:ENOSPC", "No space left on device"},
      {"call=write,after=2,do=fail:EIO", "Input/output error"},
      // The kind of writing cannot be changed back.
      {"call=fcntl,after=2,do=fail:EBADF", "Bad file descriptor"}};
  for (auto [fault, what] : faults) {
    Fault wrong(fault);
    EXPECT_EQ(save(1), "rank 0: cannot write " + file + ": " + what) << fault;
  }
  isCancelled = true;
  RankFile cancelled(machineFiles(), table, draft(1), 0, plan[0]);
  cancelled.appendAll(data.data(), isCancelled);
  EXPECT_EQ(cancelled.finish().bytes % kPageBytes, 0u);
}
