//===- Hash.cpp - Are bytes those that were saved? ------------------------===//
//
// Tests: CheckpointTest.
//
//===----------------------------------------------------------------------===//
#include "Hash.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace popt::rt;

uint64_t popt::rt::xxh3(const void *data, size_t size) {
  return XXH3_64bits(data, size);
}

struct RunningHash::State {
  XXH3_state_t of;
};

RunningHash::RunningHash() : state(std::make_unique<State>()) {
  XXH3_INITSTATE(&state->of);
  XXH3_64bits_reset(&state->of);
}

RunningHash::~RunningHash() = default;

void RunningHash::add(const void *data, size_t size) {
  XXH3_64bits_update(&state->of, data, size);
}

uint64_t RunningHash::value() const { return XXH3_64bits_digest(&state->of); }

/// The number of one word: a bijection of its bits (SplitMix64's finalizer).
[[gnu::always_inline]] static inline uint64_t scramble(uint64_t word,
                                                       uint64_t place) {
  word += (place + 1) * 0x9e3779b97f4a7c15;
  word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
  word = (word ^ word >> 27) * 0x94d049bb133111eb;
  return word ^ word >> 31;
}

template <typename Word>
[[gnu::always_inline]] static inline uint64_t
sumInOrder(const uint8_t *data, size_t count, uint64_t first) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    Word word;
    std::memcpy(&word, data + i * sizeof(Word), sizeof(Word));
    sum += scramble(word, first + i);
  }
  return sum;
}

#if defined(__x86_64__)
/// The same, eight words at a time: only these processors multiply 64-bit words
/// in vectors.
template <typename Word>
[[gnu::target("avx512f,avx512dq,avx512vl,avx512bw")]] static uint64_t
sumInVectors(const uint8_t *data, size_t count, uint64_t first) {
  return sumInOrder<Word>(data, count, first);
}
#endif

template <typename Word>
static uint64_t sumOfWords(const uint8_t *data, size_t count, uint64_t first) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
    return sumInVectors<Word>(data, count, first);
#endif
  return sumInOrder<Word>(data, count, first);
}

uint64_t popt::rt::elementSum(const uint8_t *data, size_t count, size_t width,
                              uint64_t first) {
  switch (width) {
  case 1:
    return sumOfWords<uint8_t>(data, count, first);
  case 2:
    return sumOfWords<uint16_t>(data, count, first);
  case 4:
    return sumOfWords<uint32_t>(data, count, first);
  default: // 16 bytes are two words
    return sumOfWords<uint64_t>(data, count * (width / 8), first * (width / 8));
  }
}

BlockSums popt::rt::sumsOf(const uint8_t *data, size_t size, size_t width) {
  /// Fits into a core's cache, so that the second sum finds it there.
  constexpr size_t kPart = 64 << 10;
  XXH3_state_t state;
  XXH3_INITSTATE(&state);
  XXH3_64bits_reset(&state);
  BlockSums sums;
  for (size_t at = 0; at < size; at += kPart) {
    size_t part = std::min(kPart, size - at);
    XXH3_64bits_update(&state, data + at, part);
    sums.sum += elementSum(data + at, part / width, width, at / width);
  }
  sums.xxh3 = XXH3_64bits_digest(&state);
  return sums;
}

std::string popt::rt::toHex(uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx",
                static_cast<unsigned long long>(hash));
  return text;
}
