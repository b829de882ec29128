//===- DamageTest.cpp - Every flipped bit of a checkpoint is found --------===//
#include "MemoryFiles.h"
#include "SavedState.h"
#include "UpdateProgram.h"
#include "checkpoint/Hash.h"
#include "checkpoint/Verify.h"

using namespace popt::rt;

namespace {
/// State of a few small tensors, of which some are split, on one to eight ranks.
StepTable randomProgram(std::mt19937 &random) {
  auto any = [&](int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random);
  };
  const ElementType types[] = {POPT_RT_F32,  POPT_RT_BF16, POPT_RT_I8,
                               POPT_RT_C128, POPT_RT_F64,  POPT_RT_I1};
  TableBuilder b(
      {{"a", any(1, 4), AxisKind::Device}, {"b", any(1, 2), AxisKind::Device}});
  for (int i = 0, count = any(1, 3); i < count; ++i) {
    std::vector<int64_t> shape = {any(1, 5), any(1, 3)};
    std::vector<std::vector<int32_t>> dims(2);
    if (any(0, 2) > 0)
      dims[0] = {0};
    if (any(0, 1) > 0)
      dims[1] = {1};
    std::string name = "w" + std::to_string(i);
    Operand o = b.argument(name, types[any(0, 5)], shape, dims);
    b.result(name, o, shape, dims);
    b.state(i, i);
  }
  return b.table;
}

struct DamageTest : testing::Test {
  MemoryFiles files;
  StepTable table = updateProgram();
  CheckpointIndex index;
  std::string folder;

  DamageTest() { save(1, 1); }
  void save(uint32_t seed, int64_t step) {
    EXPECT_EQ(saveState(files, table, randomWholes(table, seed), "/ck", step),
              "");
    index = newest(files, "/ck");
    folder = index.folder;
  }
  std::vector<std::string> verify() {
    CheckpointIndex read;
    return verifyCheckpoint(files, folder, read);
  }
  /// Each flip of a bit is found, with file and tensor.
  void flipEachBit() {
    EXPECT_EQ(verify(), std::vector<std::string>{});
    for (size_t f = 0; f < index.files.size(); ++f) {
      std::string &text = files.contentsOf(folder + "/" + index.files[f].name);
      for (size_t bit = 0; bit < 8 * text.size(); ++bit) {
        char &byte = text[bit / 8];
        byte = static_cast<char>(byte ^ 1 << bit % 8);
        ASSERT_EQ(verify(), std::vector<std::string>{expected(f, bit / 8)});
        byte = static_cast<char>(byte ^ 1 << bit % 8);
      }
    }
  }
  /// What must be said of byte `at` of a file.
  std::string expected(size_t file, uint64_t at) const {
    std::string path = folder + "/" + index.files[file].name;
    for (const SavedTensor &tensor : index.tensors)
      for (const SavedBlock &block : tensor.blocks)
        if (block.file == file && block.offset <= at &&
            at < block.offset + tensor.bytesOf(block))
          return path + ": " + block.box.str() + " of \"" + tensor.name +
                 "\" is not what was saved";
    return path + ": its header is not what was saved";
  }
};
} // namespace

TEST_F(DamageTest, EveryBit) { flipEachBit(); }

// Of a thousand files in `make check-all`.
TEST_F(DamageTest, EveryBitOfManyFiles) {
  std::mt19937 random(18);
  size_t wanted = std::getenv("POPT_LONG") ? 1000 : 3, numFiles = 0;
  for (int64_t step = 2; numFiles < wanted && !HasFailure(); ++step) {
    table = randomProgram(random);
    save(static_cast<uint32_t>(step), step);
    numFiles += index.files.size();
    flipEachBit();
  }
}

TEST_F(DamageTest, EveryBitOfTheIndex) {
  std::string &text = files.contentsOf(folder + "/index.json");
  for (size_t bit = 0; bit < 8 * text.size(); ++bit) {
    char &byte = text[bit / 8];
    byte = static_cast<char>(byte ^ 1 << bit % 8);
    std::vector<std::string> said = verify();
    ASSERT_EQ(said.size(), 1u);
    EXPECT_EQ(said[0].find(folder + "/index.json"), 0u) << said[0];
    byte = static_cast<char>(byte ^ 1 << bit % 8);
  }
}

// Bytes of no tensor, and files that go.
TEST_F(DamageTest, OtherSizes) {
  std::string first = folder + "/rank-0.safetensors";
  files.contentsOf(first) += "x";
  std::vector<std::string> said = verify();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].find(first + " has "), 0u) << said[0];
  // An index that knows of the byte.
  CheckpointIndex longer = index;
  ++longer.files[0].bytes;
  files.contentsOf(folder + "/index.json") = toJson(longer);
  said = verify();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0], first + ": " + std::to_string(longer.files[0].bytes) +
                         " bytes, of which " +
                         std::to_string(index.files[0].bytes) +
                         " belong to tensors and the header");
  ASSERT_EQ(files.removeFile(first), 0);
  EXPECT_EQ(verify(), std::vector<std::string>{"cannot open " + first +
                                               ": No such file or directory"});
}

/// As docs/Checkpoints.md defines it.
static uint64_t sumByDefinition(const std::vector<uint8_t> &data, size_t width,
                                uint64_t first) {
  size_t word = std::min<size_t>(width, 8);
  uint64_t sum = 0, place = first * (width / word);
  for (size_t at = 0; at < data.size(); at += word) {
    uint64_t x = 0;
    std::memcpy(&x, &data[at], word);
    x += (++place) * 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    sum += x ^ x >> 31;
  }
  return sum;
}

// Sums of parts add up, in any order, and one changed element shows.
TEST(HashTest, ElementSums) {
  std::mt19937_64 random(1);
  std::vector<uint8_t> data(16 * 24);
  for (uint8_t &byte : data)
    byte = static_cast<uint8_t>(random());
  for (size_t width : {1, 2, 4, 8, 16}) {
    size_t count = data.size() / width;
    uint64_t whole = elementSum(data.data(), count, width, 0), parts = 0;
    for (size_t first = 0; first < count; first += 5) {
      size_t some = std::min<size_t>(5, count - first);
      parts += elementSum(data.data() + first * width, some, width, first);
    }
    EXPECT_EQ(parts, whole);
    EXPECT_EQ(sumByDefinition(data, width, 0), whole);
    EXPECT_EQ(sumByDefinition(data, width, 77),
              elementSum(data.data(), count, width, 77));
    for (size_t bit = 0; bit < 8 * data.size(); ++bit) {
      data[bit / 8] ^= 1 << bit % 8;
      EXPECT_NE(elementSum(data.data(), count, width, 0), whole);
      data[bit / 8] ^= 1 << bit % 8;
    }
  }
  EXPECT_EQ(toHex(xxh3("", 0)), "2d06800538d394c2");
}
