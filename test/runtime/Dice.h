//===- Dice.h - Bytes that no rank sends ----------------------------------===//
#ifndef POPT_RT_TEST_DICE_H
#define POPT_RT_TEST_DICE_H

#include "net/Message.h"
#include <cstdlib>
#include <random>

namespace popt::rt {

/// How many frames a state gets: `make asan-compiler` sends them all, to code
/// under AddressSanitizer.
inline size_t numFrames() { return std::getenv("POPT_LONG") ? 100'000 : 1'000; }

/// Equal in every run.
class Dice {
public:
  explicit Dice(uint64_t seed) : random(seed) {}
  /// 0 to below `count`.
  size_t below(size_t count) { return random() % count; }
  bool oneIn(size_t count) { return below(count) == 0; }
  Bytes bytes(size_t count) {
    Bytes bytes(count);
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
    return bytes;
  }
  /// What is right, and then not quite.
  Bytes change(Bytes bytes) {
    for (size_t times = 1 + below(3); times && !bytes.empty(); --times)
      changeOnce(bytes);
    return bytes;
  }

private:
  void changeOnce(Bytes &bytes) {
    size_t at = below(bytes.size());
    switch (below(6)) {
    case 0: // a bit
      bytes[at] ^= static_cast<uint8_t>(1 << below(8));
      return;
    case 1: // a number
      return put(bytes, at & ~size_t(7), kNumbers[below(std::size(kNumbers))]);
    case 2: // a small number
      return put(bytes, at & ~size_t(3), below(100));
    case 3: // cut
      return bytes.resize(at);
    case 4: { // more
      Bytes more = this->bytes(1 + below(40));
      bytes.insert(bytes.end(), more.begin(), more.end());
      return;
    }
    default: // anything
      bytes = this->bytes(below(200));
    }
  }
  static void put(Bytes &bytes, size_t at, uint64_t number) {
    for (size_t i = at; i < std::min(bytes.size(), at + 8); ++i, number >>= 8)
      bytes[i] = static_cast<uint8_t>(number);
  }
  static constexpr uint64_t kNumbers[] = {
      0,          1,          UINT64_MAX,    uint64_t(INT64_MAX),
      1ull << 63, 0xffffffff, 1ull << 32,    0x80000000,
      0x7fffffff, 1 << 20,    1ull << 40,    0x00000000ffffffff,
      72 << 10,   136 << 10,  (64 << 20) + 1};
  std::mt19937_64 random;
};

} // namespace popt::rt
#endif // POPT_RT_TEST_DICE_H
