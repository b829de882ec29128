//===- Widen.cpp - Narrow floats to f32 and back --------------------------===//
//
// Tested by test/conformance (MessagesTest.cpp: chains give the bits of the
// kernels).
//
//===----------------------------------------------------------------------===//

#include "Widen.h"

#include "../tensor/MiniFloat.h"

/// Calls `use` with a value of the narrow format.
template <typename Use>
static void withFormat(popt_rt_element_type type, Use use) {
  using namespace popt::rt;
  if (type == POPT_RT_F16)
    use(F16());
  else if (type == POPT_RT_BF16)
    use(BF16());
  else if (type == POPT_RT_F8E4M3FN)
    use(F8E4M3FN());
  else
    use(F8E5M2());
}

bool popt::rt::isNarrow(popt_rt_element_type type) {
  return type == POPT_RT_F16 || type == POPT_RT_BF16 ||
         type == POPT_RT_F8E4M3FN || type == POPT_RT_F8E5M2;
}

void popt::rt::widen(popt_rt_element_type type, const void *from, float *to,
                     int64_t count) {
  withFormat(type, [&](auto format) {
    auto *narrow = static_cast<const decltype(format) *>(from);
    for (int64_t i = 0; i < count; ++i)
      to[i] = format.widen(narrow[i]);
  });
}

void popt::rt::narrow(popt_rt_element_type type, const float *from, void *to,
                      int64_t count) {
  withFormat(type, [&](auto format) {
    auto *narrow = static_cast<decltype(format) *>(to);
    for (int64_t i = 0; i < count; ++i)
      narrow[i] = format.narrow(from[i]);
  });
}
