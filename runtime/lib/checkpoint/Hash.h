//===- Hash.h - Are bytes those that were saved? ----------------*- C++ -*-===//
//
// Two sums guard a block. XXH3 is of its bytes, in order: a rank that reads the
// whole block compares that. A run on another mesh reads a block in parts, on
// several ranks, and none reads all of it; so the *element sum* adds a number
// for each element, made of its bits and of its place in the block. Ranks add
// up what they read, and then each other's sums. For one place different bits
// give different numbers, so one changed element always shows; of several, one
// change in 2^64 does not.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_CHECKPOINT_HASH_H
#define POPT_RT_LIB_CHECKPOINT_HASH_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace popt::rt {

/// XXH3 with 64 bits.
uint64_t xxh3(const void *data, size_t size);

/// The same of bytes that come one after the other.
class RunningHash {
public:
  RunningHash();
  ~RunningHash();
  void add(const void *data, size_t size);
  /// Of all so far.
  uint64_t value() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// The sum of `count` elements of `width` bytes, of which the first is element
/// `first` of its block. Sums of disjoint parts add up to the whole's.
uint64_t elementSum(const uint8_t *data, size_t count, size_t width,
                    uint64_t first);

/// Both sums of a block.
struct BlockSums {
  uint64_t xxh3 = 0, sum = 0;
};
/// Reads it once. Elements have `width` bytes.
BlockSums sumsOf(const uint8_t *data, size_t size, size_t width);

/// 16 hexadecimal digits.
std::string toHex(uint64_t hash);

} // namespace popt::rt
#endif // POPT_RT_LIB_CHECKPOINT_HASH_H
