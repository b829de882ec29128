//===- SharedWords.h - Memory that is read while it is written --*- C++ -*-===//
//
// A writer that never waits and readers that try again: a number is odd while
// the writer is at work, and a reader that sees the same even one before and
// after has read a consistent value (a seqlock).
//
//   number = 1; storeWords(...); number = 2;      number; loadWords(...); number
//
// The words go one by one and in this order, so that no thread or compiler moves
// them past the number.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_TRANSPORT_SHAREDWORDS_H
#define POPT_RT_LIB_TRANSPORT_SHAREDWORDS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace popt::rt {

/// May stand for parts of any type.
using SharedWord = uint64_t __attribute__((may_alias));

/// Copies `count` values to where others may read them.
template <typename T> void storeWords(T *to, const T *from, size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0 &&
                alignof(T) % 8 == 0);
  auto *words = reinterpret_cast<SharedWord *>(to);
  for (size_t i = 0; i < count * sizeof(T) / 8; ++i) {
    uint64_t word;
    std::memcpy(&word, reinterpret_cast<const char *>(from) + 8 * i, 8);
    __atomic_store_n(&words[i], word, __ATOMIC_RELEASE);
  }
}

/// Copies `count` values from where another may write them.
template <typename T> void loadWords(T *to, const T *from, size_t count) {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) % 8 == 0 &&
                alignof(T) % 8 == 0);
  auto *words = reinterpret_cast<const SharedWord *>(from);
  for (size_t i = 0; i < count * sizeof(T) / 8; ++i) {
    uint64_t word = __atomic_load_n(&words[i], __ATOMIC_ACQUIRE);
    std::memcpy(reinterpret_cast<char *>(to) + 8 * i, &word, 8);
  }
}

} // namespace popt::rt
#endif // POPT_RT_LIB_TRANSPORT_SHAREDWORDS_H
