//===- CudaCopyTest.cpp - Copies and fills of strided views on GPUs -------===//
//
// Against element by element, on the fake driver, which reports accesses off
// their alignment and counts what warps move.
//
//===----------------------------------------------------------------------===//
#include "FakeDriver.h"
#include "Indices.h"
#include "Tables.h"
#include "Views.h"
#include "popt-rt/device_cuda.h"

using namespace popt::rt;

namespace {
class CudaCopy : public FakeDriver {
protected:
  CudaCopy() { open(""); }
  ~CudaCopy() override { popt_rt_device_destroy(device); }
  void open(const std::string &words) {
    popt_rt_device_destroy(device);
    reset(words.c_str());
    EXPECT_EQ(popt_rt_cuda_create(1, nullptr, &device), POPT_RT_OK);
    EXPECT_EQ(popt_rt_device_open(device, 1, 0), POPT_RT_OK);
    for (void *&memory : memories)
      EXPECT_EQ(popt_rt_device_allocate(device, POPT_RT_DEVICE_MEMORY, kBytes,
                                        &memory),
                POPT_RT_OK);
  }

  static popt_rt_view viewOf(const View &view, size_t width) {
    const popt_rt_element_type types[] = {
        POPT_RT_UI8, POPT_RT_UI16, POPT_RT_F32, POPT_RT_F64, POPT_RT_C128};
    size_t number = 0;
    while (size_t(1) << number != width)
      ++number;
    return {types[number], static_cast<int32_t>(view.shape.size()),
            view.shape.data(), view.strides.data()};
  }
  void write(void *to, const std::vector<uint8_t> &bytes) {
    EXPECT_EQ(popt_rt_device_copy(device, 0, to, bytes.data(), bytes.size()),
              POPT_RT_OK);
  }
  std::vector<uint8_t> read(void *from, size_t count) {
    std::vector<uint8_t> bytes(count);
    EXPECT_EQ(popt_rt_device_copy(device, 0, bytes.data(), from, count),
              POPT_RT_OK);
    EXPECT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK);
    return bytes;
  }
  void launch(popt_rt_action *action, std::vector<void *> addresses) {
    EXPECT_EQ(
        popt_rt_action_launch(action, 0, addresses.data(), nullptr, nullptr),
        POPT_RT_OK);
    popt_rt_action_destroy(action);
  }
  static uint8_t *at(void *memory, int64_t bytes) {
    return static_cast<uint8_t *>(memory) + bytes;
  }

  /// Copies between views that begin so many bytes into their memories, then
  /// fills the target.
  void check(const View &from, int64_t fromElements, const View &to,
             int64_t toElements, size_t width, size_t shift, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<uint8_t> source(fromElements * width + shift),
        target(toElements * width + shift, 0xcd);
    ASSERT_LE(std::max(source.size(), target.size()), kBytes);
    for (uint8_t &byte : source)
      byte = static_cast<uint8_t>(random());
    write(memories[0], source);
    write(memories[1], target);
    std::vector<uint8_t> expected = target;
    auto where = [&](const View &view, const std::vector<int64_t> &index) {
      return view.at(index) * width + shift;
    };
    forEachIndex(to.shape, [&](const std::vector<int64_t> &index) {
      std::memcpy(&expected[where(to, index)], &source[where(from, index)],
                  width);
    });
    void *first[] = {at(memories[0], from.start * width + shift),
                     at(memories[1], to.start * width + shift)};
    popt_rt_view views[] = {viewOf(from, width), viewOf(to, width)};
    popt_rt_action *action = nullptr;
    ASSERT_EQ(
        popt_rt_device_prepare_copy(device, &views[0], &views[1], &action),
        POPT_RT_OK);
    launch(action, {first[0], first[1]});
    ASSERT_EQ(read(memories[1], target.size()), expected);
    std::vector<uint8_t> value(source.end() - width, source.end());
    forEachIndex(to.shape, [&](const std::vector<int64_t> &index) {
      std::memcpy(&expected[where(to, index)], value.data(), width);
    });
    ASSERT_EQ(
        popt_rt_device_prepare_fill(device, &views[1], value.data(), &action),
        POPT_RT_OK);
    launch(action, {first[1]});
    ASSERT_EQ(read(memories[1], target.size()), expected);
    ASSERT_EQ(counters().reports, 0u);
  }

  static constexpr size_t kBytes = 1 << 18;
  popt_rt_device *device = nullptr;
  void *memories[2] = {};
};

/// What a copy of f32 moves: bytes that are asked for, those of them by
/// accesses of 16 bytes, and the bytes of all sectors.
struct Moved {
  uint64_t asked, wide, sectors;
};
} // namespace

TEST_F(CudaCopy, RandomViews) {
  std::mt19937 random(7);
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    std::vector<int64_t> shape(random() % 5);
    for (int64_t &extent : shape)
      extent = random() % 20 == 0  ? 0
               : random() % 3 == 0 ? 8 * (1 + random() % 5)
                                   : 1 + random() % 5;
    size_t width = size_t(1) << random() % 5;
    int64_t toElements, fromElements;
    View to = randomView(random, shape, false, toElements);
    View from = randomView(random, shape, true, fromElements);
    if (std::max(toElements, fromElements) * width + 16 > kBytes)
      continue;
    // Not on the boundary of an access that is wider than an element.
    size_t shift = random() % 2 ? width % 16 : 0;
    check(from, fromElements, to, toElements, width, shift, round);
  }
}

// Every shape of a tile, whole and cut, of every width.
TEST_F(CudaCopy, Transposes) {
  for (size_t width = 1; width <= 16; width *= 2)
    for (auto [rows, columns] : {std::pair<int64_t, int64_t>{32, 64},
                                 {33, 70},
                                 {3, 700},
                                 {700, 3},
                                 {2, 2},
                                 {17, 5}}) {
      SCOPED_TRACE(testing::Message() << rows << "x" << columns);
      View from{{3, rows, columns}, {rows * columns, 1, rows}};
      View to{{3, rows, columns}, {rows * columns, columns, 1}};
      check(from, 3 * rows * columns, to, 3 * rows * columns, width, 0, 1);
    }
}

TEST_F(CudaCopy, Traffic) {
  TemporaryFolder folder;
  auto moved = [&](const View &from, const View &to, int64_t elements,
                   size_t shift) -> Moved {
    open("checks=bounds,counters=" + folder.file("counters.json"));
    std::vector<uint8_t> bytes(elements * 4 + shift);
    write(memories[0], bytes);
    popt_rt_view views[] = {viewOf(from, 4), viewOf(to, 4)};
    popt_rt_action *action = nullptr;
    EXPECT_EQ(
        popt_rt_device_prepare_copy(device, &views[0], &views[1], &action),
        POPT_RT_OK);
    launch(action, {at(memories[0], shift), at(memories[1], shift)});
    EXPECT_EQ(popt_rt_device_synchronize(device, 0), POPT_RT_OK);
    PoptFakeCudaCounters found = counters();
    return {found.bytes_accessed, found.bytes_accessed_by_16,
            32 * found.sectors};
  };
  // Half of each row: by 16 bytes, unless the memory begins off them.
  View half{{64, 32}, {64, 1}}, dense{{64, 32}, {32, 1}};
  Moved slice = moved(half, dense, 64 * 64, 0);
  EXPECT_EQ(slice.asked, 2u * 64 * 32 * 4);
  EXPECT_EQ(slice.wide, slice.asked);
  EXPECT_EQ(slice.sectors, slice.asked);
  EXPECT_EQ(moved(half, dense, 64 * 64, 4).wide, 0u);
  // Heads and positions change places: their lines stay.
  View positions{{2, 8, 4, 16}, {512, 16, 128, 1}};
  View heads{{2, 8, 4, 16}, {512, 64, 16, 1}};
  Moved swapped = moved(positions, heads, 2 * 8 * 4 * 16, 0);
  EXPECT_EQ(swapped.wide, swapped.asked);
  EXPECT_EQ(swapped.sectors, swapped.asked);
  // Through tiles, of which no sector is touched twice.
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>{96, 64}, {8, 512}, {512, 8}}) {
    SCOPED_TRACE(testing::Message() << rows << "x" << columns);
    Moved transposed =
        moved({{rows, columns}, {1, rows}}, {{rows, columns}, {columns, 1}},
              rows * columns, 0);
    EXPECT_EQ(transposed.asked, 2u * rows * columns * 4);
    EXPECT_EQ(transposed.sectors, transposed.asked);
  }
}
