//===- Numbered.h - Vectors with numbers ----------------------------------===//
#ifndef POPT_LIB_SEARCH_NUMBERED_H
#define POPT_LIB_SEARCH_NUMBERED_H

#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <vector>

namespace popt {

/// Of equal vectors the same.
struct VectorHash {
  template <typename T> size_t operator()(const std::vector<T> &value) const {
    uint64_t h = value.size();
    for (const T &item : value) {
      uint64_t bits = 0;
      std::memcpy(&bits, &item, sizeof(T));
      h = (h ^ bits) * 0x9e3779b97f4a7c15ull;
      h ^= h >> 32;
    }
    return h;
  }
};

/// Vectors with numbers; equal ones have the same.
template <typename T> class Numbered {
public:
  int add(std::vector<T> value) {
    size_t hash = VectorHash()(value);
    auto [first, last] = byHash.equal_range(hash);
    for (auto it = first; it != last; ++it)
      if (values[it->second] == value)
        return it->second;
    byHash.emplace_hint(last, hash, static_cast<int>(values.size()));
    values.push_back(std::move(value));
    return static_cast<int>(values.size()) - 1;
  }
  const std::vector<T> &operator[](int number) const { return values[number]; }

private:
  std::vector<std::vector<T>> values;
  std::unordered_multimap<size_t, int> byHash;
};

/// A step that was taken before, by the numbers of what it starts from; looked
/// up, never iterated.
template <typename T>
using Memo = std::unordered_map<std::vector<int>, T, VectorHash>;

} // namespace popt

#endif // POPT_LIB_SEARCH_NUMBERED_H
