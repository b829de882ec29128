//===- RandomTensor.cpp - Values for arguments that no file gives ---------===//
//
// The generator's state only counts, so that any part of a tensor can be made
// alone: large tensors are made by as many threads as there are cores, and hold
// the same bits. Test: RunTest.
//
//===----------------------------------------------------------------------===//
#include "RandomTensor.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <system_error>
#include <thread>

using namespace popt::rt;

/// Numbers that are worth a thread.
static constexpr int64_t kPart = 1 << 18;

namespace {
struct SplitMix {
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15ull;
  uint64_t state;
  uint64_t next() {
    uint64_t z = state += kStep;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
  }
  double uniform() { // (0, 1]
    return (static_cast<double>(next() >> 11) + 1) * 0x1p-53;
  }
};
} // namespace

template <typename T> static void store(uint8_t *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

static void storeFloat(ElementType type, uint8_t *to, double value) {
  switch (type) {
  case POPT_RT_F64:
  case POPT_RT_C128:
    return store(to, value);
  case POPT_RT_F16:
    return store(to, floatToHalf(static_cast<float>(value)));
  case POPT_RT_BF16:
    return store(to, floatToBfloat(static_cast<float>(value)));
  case POPT_RT_F32:
  case POPT_RT_C64:
    return store(to, static_cast<float>(value));
  default:
    return store(to, floatToFloat8(type, static_cast<float>(value)));
  }
}

/// Box and Muller: two normal numbers at a time. `begin` is even.
static void fillFloats(ElementType type, uint8_t *data, size_t width,
                       SplitMix random, int64_t begin, int64_t end,
                       bool isPositive) {
  double other = 0;
  for (int64_t i = begin; i < end; ++i) {
    double value = other;
    if (i % 2 == 0) {
      double radius = 0.02 * std::sqrt(-2 * std::log(random.uniform()));
      double angle = 6.283185307179586 * random.uniform();
      value = radius * std::cos(angle);
      other = radius * std::sin(angle);
    }
    storeFloat(type, data + i * width, isPositive ? std::abs(value) : value);
  }
}

/// Calls `fill(begin, end)` for all of `count`, in parts that begin at multiples
/// of kPart.
template <typename F> static void inParts(int64_t count, F fill) {
  int64_t cores = std::max<int64_t>(std::thread::hardware_concurrency(), 1);
  int64_t parts = (count + kPart - 1) / kPart;
  int64_t each = (parts + cores - 1) / cores * kPart;
  std::vector<std::thread> threads;
  int64_t begin = 0;
  try {
    for (; begin + each < count; begin += each)
      threads.emplace_back(fill, begin, begin + each);
  } catch (const std::system_error &) {
    // No more threads: this one does the rest.
  }
  fill(begin, count);
  for (std::thread &thread : threads)
    thread.join();
}

Tensor popt::rt::randomTensor(ElementType type,
                              const std::vector<int64_t> &shape, uint64_t seed,
                              uint64_t stream, bool isPositive) {
  Tensor tensor(type, shape);
  SplitMix first{seed * 0xd1342543de82ef95ull + stream};
  first.next();
  size_t width = popt_rt_element_size(type);
  int64_t count = tensor.numElements();
  uint8_t *data = tensor.data.data();
  bool complex = isComplex(type), isFloats = isFloat(type) || complex;
  if (complex) {
    count *= 2;
    width /= 2;
  }
  // Each number takes one step of the generator.
  inParts(count, [=](int64_t begin, int64_t end) {
    SplitMix random{first.state +
                    SplitMix::kStep * static_cast<uint64_t>(begin)};
    if (isFloats)
      return fillFloats(type, data, width, random, begin, end, isPositive);
    for (int64_t i = begin; i < end; ++i)
      data[i * width] = random.next() >> 63; // the low byte
  });
  return tensor;
}
