//===- Strided.h - Loops over strided views, copies and fills -------------===//
#ifndef POPT_RT_LIB_TENSOR_STRIDED_H
#define POPT_RT_LIB_TENSOR_STRIDED_H

#include "popt-rt/step_table.h"

namespace popt::rt {

/// One dimension of a loop nest over up to three operands: its extent and the
/// stride of each operand, in elements.
struct Loop {
  int64_t count = 1;
  std::array<int64_t, 3> stride{};
};
using Loops = std::vector<Loop>;

/// Drops dimensions of extent 1, orders by stride (the first operand's, then
/// the second's, ...), largest first, and merges neighbours that all operands
/// walk as one. The order of iteration changes, the set does not.
Loops simplified(Loops loops);
int64_t iterations(const Loops &loops);

/// A copy between two strided views of elements of one width.
class StridedCopy {
public:
  StridedCopy() = default;
  StridedCopy(const std::vector<int64_t> &shape,
              const std::vector<int64_t> &toStrides,
              const std::vector<int64_t> &fromStrides, size_t width);
  void run(void *to, const void *from) const;
  int64_t elements() const { return count; }

private:
  Loops outer;        ///< stride[0] of `to`, stride[1] of `from`
  Loop rows, columns; ///< the two innermost; columns is unit stride in `to`
  size_t width = 1;
  int64_t count = 0;
};

/// Writes one element everywhere.
class StridedFill {
public:
  StridedFill() = default;
  StridedFill(const std::vector<int64_t> &shape,
              const std::vector<int64_t> &strides, size_t width);
  void run(void *to, const uint8_t *value) const;

private:
  Loops loops;
  size_t width = 1;
};

/// Calls body(offsets) for every iteration; offsets in elements, per operand.
template <typename F> void forEach(const Loops &loops, F body) {
  std::array<int64_t, 3> at{};
  std::array<int64_t, 32> index{};
  for (const Loop &loop : loops)
    if (loop.count == 0)
      return;
  for (;;) {
    body(at);
    size_t d = loops.size();
    while (d-- > 0) {
      const Loop &loop = loops[d];
      if (++index[d] < loop.count) {
        for (int i = 0; i < 3; ++i)
          at[i] += loop.stride[i];
        break;
      }
      index[d] = 0;
      for (int i = 0; i < 3; ++i)
        at[i] -= loop.stride[i] * (loop.count - 1);
    }
    if (d == static_cast<size_t>(-1))
      return;
  }
}

} // namespace popt::rt
#endif // POPT_RT_LIB_TENSOR_STRIDED_H
