//===- SourceTest.cpp - Boxes of tensors that lie in files ----------------===//
//
// Whatever a file's order and a rank's block, ranges give what a whole read and
// a split give, and no byte more is read.
//
//===----------------------------------------------------------------------===//
#include "data/Source.h"
#include "MemoryFiles.h"
#include "Tables.h"
#include "checkpoint/Load.h"
#include "data/Convert.h"
#include "data/Files.h"
#include "tensor/Shards.h"
#include <cmath>

using namespace popt::rt;

namespace {
int64_t random(std::mt19937 &engine, int64_t below) {
  return static_cast<int64_t>(engine() % static_cast<uint64_t>(below));
}

std::vector<int64_t> someShape(std::mt19937 &engine) {
  std::vector<int64_t> shape(1 + random(engine, 3));
  for (int64_t &extent : shape)
    extent = 1 + random(engine, 13);
  return shape;
}

/// A tensor of one file, which holds it whole in any order of dimensions and of
/// bytes, or in slices along the first dimension.
struct Stored {
  MemoryFiles files;
  Sources sources;
  Tensor whole;

  explicit Stored(std::mt19937 &engine) {
    const ElementType types[] = {POPT_RT_F32, POPT_RT_BF16, POPT_RT_I8,
                                 POPT_RT_C128, POPT_RT_I64};
    whole = Tensor(types[random(engine, 5)], someShape(engine));
    for (uint8_t &byte : whole.data)
      byte = static_cast<uint8_t>(engine());
    Source &source = sources.tensors["t"];
    source.type = whole.type;
    source.shape = whole.shape;
    source.isBigEndian = random(engine, 3) == 0;
    size_t width = popt_rt_element_size(whole.type);
    auto offset = static_cast<uint64_t>(random(engine, 40));
    std::string bytes(offset + whole.data.size(), '?');
    bool isCut = random(engine, 2) && whole.shape[0] > 1;
    int64_t parts = isCut ? whole.shape[0] : 1;
    for (int64_t p = 0; p < parts; ++p) {
      Box box = wholeBox(whole.shape);
      if (isCut) {
        box.begin[0] = p;
        box.extent[0] = 1;
      }
      // Strides of any order of dimensions.
      std::vector<size_t> order(whole.shape.size());
      for (size_t d = 0; d < order.size(); ++d)
        order[d] = d;
      std::shuffle(order.begin(), order.end(), engine);
      std::vector<int64_t> strides(order.size());
      int64_t stride = 1;
      for (size_t d : order) {
        strides[d] = stride;
        stride *= box.extent[d];
      }
      source.blocks.push_back({box, 0, offset, strides});
      put(bytes, source.blocks.back(), width);
      offset += static_cast<uint64_t>(box.numElements()) * width;
    }
    write(bytes + "tail");
  }
  /// A block's elements, where its strides say.
  void put(std::string &bytes, const StoredBlock &block, size_t width) {
    std::vector<int64_t> dense = denseStrides(whole.shape);
    for (int64_t i = 0; i < block.box.numElements(); ++i) {
      int64_t from = 0, to = 0, rest = i;
      for (size_t d = dense.size(); d-- > 0;) {
        int64_t at = rest % block.box.extent[d];
        rest /= block.box.extent[d];
        from += (block.box.begin[d] + at) * dense[d];
        to += at * block.strides[d];
      }
      uint8_t element[16];
      std::memcpy(element, &whole.data[from * width], width);
      if (sources.tensors["t"].isBigEndian)
        swapBytes(whole.type, element, 1);
      std::memcpy(&bytes[block.offset + to * width], element, width);
    }
  }
  void write(const std::string &bytes) {
    int file = -1;
    ASSERT_EQ(files.create("/t", file), 0);
    ASSERT_EQ(files.write(file, bytes.data(), bytes.size()), 0);
    files.close(file);
    sources.files = {{"/t", bytes.size(), {}, nullptr}};
  }
};
} // namespace

// Random meshes, uneven blocks, granules, pins and copies.
TEST(Source, AnyShardingOfAnyOrder) {
  std::mt19937 engine(5);
  for (int round = 0; round < 400; ++round) {
    Stored stored(engine);
    StepTable table;
    table.mesh.axes = {{"a", 1 + random(engine, 4), AxisKind::Device},
                       {"b", 1 + random(engine, 3), AxisKind::Device}};
    Argument a;
    a.type = stored.whole.type;
    a.shape = stored.whole.shape;
    a.layout = Layout::replicate(a.shape.size());
    for (int32_t axis : {0, 1})
      if (random(engine, 4) && table.mesh.axes[axis].size > 1)
        a.layout.dims[random(engine, static_cast<int64_t>(a.shape.size()))]
            .axes.push_back({axis, 1, table.mesh.axes[axis].size});
    a.layout.dims[0].granule = 1 + random(engine, 2);
    ASSERT_EQ(a.layout.check(table.mesh, a.shape), "");
    a.localShape = localShape(a.layout, a.shape);
    table.arguments.push_back(a);
    for (int64_t rank = 0; rank < table.mesh.numRanks(); ++rank) {
      Tensor expected(a.type, a.localShape), got(a.type, a.localShape);
      splitArgument(table, a, rank, stored.whole.data.data(),
                    expected.data.data(), true);
      SourceReader reader(stored.files, stored.sources);
      std::string error;
      ASSERT_TRUE(loadArgument(table, 0, rank, stored.sources.tensors["t"],
                               reader, got.data.data(), true, false, error))
          << error;
      ASSERT_EQ(got.data, expected.data) << "round " << round;
      EXPECT_EQ(reader.bytesRead(),
                static_cast<uint64_t>(
                    boxOf(table, a, rank).numElements() *
                    static_cast<int64_t>(popt_rt_element_size(a.type))));
    }
  }
}

// A step's batch is a slice of the first dimension, in any order.
TEST(Source, Slices) {
  std::mt19937 engine(6);
  for (int round = 0; round < 200; ++round) {
    Stored stored(engine);
    const Tensor &whole = stored.whole;
    std::vector<int64_t> shape(whole.shape.begin() + 1, whole.shape.end());
    SourceReader reader(stored.files, stored.sources);
    size_t bytes = whole.data.size() / static_cast<size_t>(whole.shape[0]);
    for (int64_t i = 0; i < whole.shape[0]; ++i) {
      Source slice = sliceOf(stored.sources.tensors["t"], i);
      EXPECT_EQ(slice.shape, shape);
      std::vector<uint8_t> got(bytes);
      std::string error;
      ASSERT_TRUE(reader.read(slice, wholeBox(shape), whole.type, shape,
                              got.data(), false, error));
      EXPECT_EQ(std::memcmp(got.data(), &whole.data[i * bytes], bytes), 0);
    }
    EXPECT_EQ(reader.bytesRead(), whole.data.size());
  }
}

// What does not lie as it shall goes through a buffer, in parts.
TEST(Source, LargeTransposes) {
  constexpr int64_t kRows = 1500, kColumns = 2100;
  MemoryFiles files;
  std::vector<uint16_t> values(kRows * kColumns);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = floatToBfloat(static_cast<float>(i % 256));
  int file = -1;
  ASSERT_EQ(files.create("/t", file), 0);
  ASSERT_EQ(files.write(file, values.data(), 2 * values.size()), 0);
  Sources sources;
  sources.files = {{"/t", 2 * values.size(), {}, nullptr}};
  Source source =
      denseSource(POPT_RT_BF16, {kColumns, kRows}, 0, 0); // of the transpose
  source.blocks[0].strides = {1, kColumns};
  SourceReader reader(files, sources);
  std::vector<float> got(values.size());
  std::string error;
  ASSERT_TRUE(reader.read(source, wholeBox(source.shape), POPT_RT_F32,
                          source.shape, got.data(), false, error));
  for (int64_t c = 0; c < kColumns; ++c)
    for (int64_t r = 0; r < kRows; ++r)
      ASSERT_EQ(got[c * kRows + r], float((r * kColumns + c) % 256));
  EXPECT_EQ(reader.bytesRead(), 2 * values.size());
}

// Values are rounded once, to nearest even, whatever the two types.
TEST(Source, Casts) {
  const ElementType types[] = {POPT_RT_F16, POPT_RT_BF16,     POPT_RT_F32,
                               POPT_RT_F64, POPT_RT_F8E4M3FN, POPT_RT_F8E5M2};
  for (ElementType from : types)
    for (ElementType to : types) {
      std::mt19937 engine(7);
      Tensor values(from, {4000}), got(to, {4000}), back(from, {4000});
      for (uint8_t &byte : values.data)
        byte = static_cast<uint8_t>(engine());
      convertFloats(from, values.data.data(), to, got.data.data(), 4000);
      convertFloats(to, got.data.data(), from, back.data.data(), 4000);
      for (int64_t i = 0; i < 4000; ++i) {
        double value = elementAsDouble(from, values.data.data(), i);
        double result = elementAsDouble(to, got.data.data(), i);
        if (std::isnan(value)) {
          EXPECT_TRUE(std::isnan(result));
          continue;
        }
        if (popt_rt_element_size(to) > popt_rt_element_size(from)) {
          EXPECT_EQ(result, value);
          continue;
        }
        // No number of the type is nearer.
        uint64_t bits = 0;
        size_t width = popt_rt_element_size(to);
        std::memcpy(&bits, &got.data[i * width], width);
        for (int step : {-1, 1}) {
          uint64_t other = bits + static_cast<uint64_t>(step);
          double near = elementAsDouble(to, &other, 0);
          if (std::isfinite(near) && std::isfinite(result) &&
              std::abs(near) < 1e300) {
            EXPECT_GE(std::abs(near - value), std::abs(result - value))
                << "from " << from << " to " << to << ": " << value;
          }
        }
      }
    }
  // Halfway between two numbers but for bits that a float has not.
  double values[] = {1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-8,
                     1 + 3 * 0x1p-8 - 0x1p-40};
  uint16_t got[3];
  convertFloats(POPT_RT_F64, values, POPT_RT_BF16, got, 3);
  EXPECT_EQ(bfloatToFloat(got[0]), 1 + 0x1p-7f);
  EXPECT_EQ(bfloatToFloat(got[1]), 1);
  EXPECT_EQ(bfloatToFloat(got[2]), 1 + 0x1p-7f);
}

// Integers keep their values, or the first that can't is said with its place: in
// any order of the file, of vectors' widths and more.
TEST(Source, Integers) {
  const ElementType types[] = {POPT_RT_I8,   POPT_RT_I16, POPT_RT_I32,
                               POPT_RT_I64,  POPT_RT_UI8, POPT_RT_UI16,
                               POPT_RT_UI32, POPT_RT_UI64};
  const int64_t values[] = {0,     1,     127,    128,        255,       256,
                            32767, 65535, 65536,  2147483648, INT64_MAX, -1,
                            -128,  -129,  -32768, INT64_MIN};
  for (ElementType from : types)
    for (ElementType to : types)
      for (int64_t value : values)
        for (size_t place : {0, 7, 36}) {
          std::vector<uint64_t> in(37), out(37);
          size_t width = popt_rt_element_size(from);
          std::memcpy(reinterpret_cast<char *>(in.data()) + place * width,
                      &value, width);
          size_t good = convertIntegers(from, in.data(), to, out.data(), 37, 0);
          auto at = [place](ElementType type, const auto &list) {
            return elementAsDouble(type, list.data(),
                                   static_cast<int64_t>(place));
          };
          bool fits = at(from, in) == at(to, out);
          // As doubles, 2^63 - 1 and 2^63 are one.
          if (value == INT64_MAX && from == POPT_RT_UI64 && to == POPT_RT_I64)
            fits = true;
          EXPECT_EQ(good, fits ? 37 : place)
              << value << " from " << from << " to " << to;
        }
  const int32_t tokens[] = {0, 5, 6, -1};
  int64_t out[4];
  for (uint64_t limit : {7, 6, 1})
    EXPECT_EQ(convertIntegers(POPT_RT_I32, tokens, POPT_RT_I64, out, 4, limit),
              limit == 7   ? 3u
              : limit == 6 ? 2u
                           : 1u);

  MemoryFiles files;
  int file = -1;
  ASSERT_EQ(files.create("/t", file), 0);
  std::vector<uint16_t> stored(12, 200);
  stored[7] = 300; // at [1, 3], or at [3, 1] of [4, 3] in Fortran's order
  ASSERT_EQ(files.write(file, "??", 2), 0);
  ASSERT_EQ(files.write(file, stored.data(), 24), 0);
  Sources sources;
  sources.files = {{"/t", 26, {}, nullptr}};
  Source source = denseSource(POPT_RT_UI16, {3, 4}, 0, 2);
  SourceReader reader(files, sources);
  std::string error;
  std::vector<int64_t> wide(12);
  EXPECT_TRUE(reader.read(source, wholeBox({3, 4}), POPT_RT_I64, {3, 4},
                          wide.data(), false, error));
  EXPECT_EQ(wide[7], 300);
  for (bool isTurned : {false, true}) {
    if (isTurned) {
      source.shape = source.blocks[0].box.extent = {4, 3};
      source.blocks[0].strides = {1, 4};
    }
    Box box = isTurned ? Box{{2, 1}, {2, 2}} : Box{{1, 2}, {2, 2}};
    uint8_t narrow[4];
    EXPECT_FALSE(
        reader.read(source, box, POPT_RT_UI8, {2, 2}, narrow, false, error));
    EXPECT_EQ(error, "/t: 300 at byte 16 does not fit ui8");
  }
  source.limit = 250;
  EXPECT_FALSE(reader.read(source, wholeBox({4, 3}), POPT_RT_UI16, {4, 3},
                           wide.data(), false, error));
  EXPECT_EQ(error, "/t: 300 at byte 16 is no token of a vocabulary of 250");
  EXPECT_FALSE(readsAs(source, POPT_RT_F32));
  EXPECT_FALSE(readsAs(source, POPT_RT_I4));
  EXPECT_FALSE(readsAs(source, POPT_RT_I1));
  source.isBits = true; // of a bf16, as numpy has it
  EXPECT_FALSE(readsAs(source, POPT_RT_I64));
  EXPECT_TRUE(readsAs(source, source.type));
}

// A file that has shrunk since its header was read.
TEST(Source, FilesThatChange) {
  std::mt19937 engine(8);
  Stored stored(engine);
  stored.files.contentsOf("/t").resize(3);
  const Source &source = stored.sources.tensors["t"];
  SourceReader reader(stored.files, stored.sources);
  std::vector<uint8_t> data(stored.whole.data.size());
  std::string error;
  EXPECT_FALSE(reader.read(source, wholeBox(source.shape), source.type,
                           source.shape, data.data(), false, error));
  EXPECT_EQ(error.find("/t ends at byte "), 0u) << error;
  ASSERT_EQ(stored.files.removeFile("/t"), 0);
  SourceReader other(stored.files, stored.sources);
  EXPECT_FALSE(other.read(source, wholeBox(source.shape), source.type,
                          source.shape, data.data(), false, error));
  EXPECT_EQ(error, "cannot read /t: No such file or directory");
}

// The checksums of an npz are checked by ranks that each read a part.
TEST(Source, GuardsOfNpz) {
  TemporaryFolder folder;
  TensorMap map;
  map["w"] = Tensor(POPT_RT_F32, {6, 10});
  for (size_t i = 0; i < map["w"].data.size(); ++i)
    map["w"].data[i] = static_cast<uint8_t>(7 * i);
  map["empty"] = Tensor(POPT_RT_F32, {0, 10});
  std::string path = folder.file("w.npz"), error;
  ASSERT_TRUE(writeTensors(path, map, error));
  std::string good = contents(path);
  auto judged = [&] {
    Sources sources;
    if (!openSources(machineFiles(), path, sources, error))
      return error;
    Evidence all;
    for (int64_t column = 0; column < 10; column += 5) {
      SourceReader reader(machineFiles(), sources);
      std::vector<uint8_t> part(6 * 5 * 4);
      EXPECT_TRUE(reader.read(sources.tensors["w"], {{0, column}, {6, 5}},
                              POPT_RT_F32, {6, 5}, part.data(), true, error));
      all.sums.resize(sources.guards.size());
      all.counts.resize(sources.guards.size());
      for (size_t g = 0; g < all.sums.size(); ++g) {
        all.sums[g] ^= reader.evidence().sums[g];
        all.counts[g] += reader.evidence().counts[g];
      }
    }
    return judge(sources, all);
  };
  EXPECT_EQ(judged(), "");
  size_t begin = good.find("w.npy"), end = good.find("PK\1\2");
  for (size_t at = begin + 20; at < end; at += 3) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    ASSERT_TRUE(writeFile(path, {{bad.data(), bad.size()}}, error));
    EXPECT_NE(judged(), "") << at;
  }
  good[end - 1] = static_cast<char>(good[end - 1] ^ 1);
  ASSERT_TRUE(writeFile(path, {{good.data(), good.size()}}, error));
  EXPECT_EQ(judged(),
            path + ": key \"w\": its checksum is wrong: the file is damaged");
}
