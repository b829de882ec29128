//===- Box.cpp - A range in every dimension of a tensor -------------------===//
#include "Box.h"
#include "popt-rt/step_table.h"
#include <algorithm>

using namespace popt::rt;

int64_t Box::numElements() const { return popt::rt::numElements(extent); }

std::string Box::str() const {
  std::string text;
  for (size_t d = 0; d < begin.size(); ++d)
    text += (d ? ", " : "[") + std::to_string(begin[d]) + ":" +
            std::to_string(begin[d] + extent[d]);
  return (begin.empty() ? "[" : text) + "]";
}

std::string popt::rt::listOf(const std::vector<int64_t> &numbers) {
  std::string text = "[";
  for (size_t i = 0; i < numbers.size(); ++i)
    text += (i ? ", " : "") + std::to_string(numbers[i]);
  return text + "]";
}

Box popt::rt::wholeBox(const std::vector<int64_t> &shape) {
  return {std::vector<int64_t>(shape.size(), 0), shape};
}

Box popt::rt::intersection(const Box &a, const Box &b) {
  Box both = a;
  for (size_t d = 0; d < a.begin.size(); ++d) {
    both.begin[d] = std::max(a.begin[d], b.begin[d]);
    int64_t end = std::min(a.begin[d] + a.extent[d], b.begin[d] + b.extent[d]);
    both.extent[d] = std::max<int64_t>(0, end - both.begin[d]);
  }
  return both;
}

Box popt::rt::relativeTo(const Box &box, const std::vector<int64_t> &origin) {
  Box moved = box;
  for (size_t d = 0; d < origin.size(); ++d)
    moved.begin[d] -= origin[d];
  return moved;
}
