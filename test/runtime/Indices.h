//===- Indices.h - All elements of a tensor -------------------------------===//
#ifndef POPT_RT_TEST_INDICES_H
#define POPT_RT_TEST_INDICES_H

#include <cstdint>
#include <functional>
#include <vector>

namespace popt::rt {

/// Calls `body` with the index of each element, row by row.
inline void
forEachIndex(const std::vector<int64_t> &shape,
             const std::function<void(const std::vector<int64_t> &)> &body) {
  std::vector<int64_t> index(shape.size(), 0);
  for (int64_t extent : shape)
    if (extent == 0)
      return;
  for (;;) {
    body(index);
    size_t d = shape.size();
    while (d-- > 0) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
    if (d == size_t(-1))
      return;
  }
}

} // namespace popt::rt
#endif // POPT_RT_TEST_INDICES_H
