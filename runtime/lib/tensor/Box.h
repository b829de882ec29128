//===- Box.h - A range in every dimension of a tensor -----------*- C++ -*-===//
#ifndef POPT_RT_LIB_TENSOR_BOX_H
#define POPT_RT_LIB_TENSOR_BOX_H

#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt {

/// A range in every dimension.
struct Box {
  std::vector<int64_t> begin, extent;

  int64_t numElements() const;
  bool operator==(const Box &o) const {
    return begin == o.begin && extent == o.extent;
  }
  bool operator<(const Box &o) const {
    return begin != o.begin ? begin < o.begin : extent < o.extent;
  }
  /// "[0:4, 2:5]".
  std::string str() const;
};

/// "[4, 6]".
std::string listOf(const std::vector<int64_t> &numbers);

Box wholeBox(const std::vector<int64_t> &shape);
/// What is in both; of no elements if nothing is.
Box intersection(const Box &a, const Box &b);
/// The same box, counted from `origin`.
Box relativeTo(const Box &box, const std::vector<int64_t> &origin);

} // namespace popt::rt
#endif // POPT_RT_LIB_TENSOR_BOX_H
