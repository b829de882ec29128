//===- NumberRange.cpp - What a tensor's numbers lie between --------------===//
//
// Tests: NumberRangeTest.
//
//===----------------------------------------------------------------------===//
#include "NumberRange.h"
#include "MiniFloat.h"
#include "Strided.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace popt::rt;

/// Calls visit with a function that reads a number, and how many parts an element has.
template <typename Visit>
static void visitFloat(ElementType type, Visit visit) {
  auto plain = [](const auto *at) { return static_cast<double>(*at); };
  auto wide = [](const auto *at) {
    return static_cast<double>(std::decay_t<decltype(*at)>::widen(*at));
  };
  switch (type) {
  case POPT_RT_F16:
    return visit(static_cast<const F16 *>(nullptr), wide, 1);
  case POPT_RT_BF16:
    return visit(static_cast<const BF16 *>(nullptr), wide, 1);
  case POPT_RT_F32:
    return visit(static_cast<const float *>(nullptr), plain, 1);
  case POPT_RT_F64:
    return visit(static_cast<const double *>(nullptr), plain, 1);
  case POPT_RT_C64:
    return visit(static_cast<const float *>(nullptr), plain, 2);
  case POPT_RT_C128:
    return visit(static_cast<const double *>(nullptr), plain, 2);
#define POPT_RT_VISIT(NAME)                                                    \
  case POPT_RT_##NAME:                                                         \
    return visit(static_cast<const NAME *>(nullptr), wide, 1);
    POPT_RT_SMALL_FLOATS(POPT_RT_VISIT)
#undef POPT_RT_VISIT
  default:
    return;
  }
}

bool popt::rt::hasNan(ElementType type) {
  bool has = false;
  visitFloat(type, [&](auto, auto, int) { has = true; });
  return has;
}

NumberRange popt::rt::rangeOf(const void *data, ElementType type,
                              const std::vector<int64_t> &shape,
                              const std::vector<int64_t> &strides) {
  NumberRange range;
  visitFloat(type, [&](auto of, auto read, int parts) {
    Loops loops;
    for (size_t d = 0; d < shape.size(); ++d)
      loops.push_back({shape[d], {strides[d], 0, 0}});
    const decltype(of) begin = static_cast<decltype(of)>(data);
    forEach(simplified(std::move(loops)), [&](auto &at) {
      for (int part = 0; part < parts; ++part) {
        double number = read(begin + at[0] * parts + part);
        range.numNan += std::isnan(number);
        range.numInfinite += std::isinf(number);
        if (std::isfinite(number)) {
          range.least = std::min(range.least, number);
          range.greatest = std::max(range.greatest, number);
        }
      }
    });
  });
  return range;
}

std::string NumberRange::toString() const {
  char text[80] = "";
  if (least <= greatest)
    std::snprintf(text, sizeof text,
                  least < greatest ? "from %.6g to %.6g" : "all %.6g", least,
                  greatest);
  std::string all = text;
  for (auto [count, what] :
       {std::pair(numInfinite, "infinite"), std::pair(numNan, "NaN")})
    if (count > 0)
      all += (all.empty() ? "" : ", ") + std::to_string(count) + " " + what;
  return all.empty() ? "without elements" : all;
}
