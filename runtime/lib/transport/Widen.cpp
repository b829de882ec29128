//===- Widen.cpp - Narrow floats to f32 and back --------------------------===//
//
// Tested by runtime/conformance (MessagesTest.cpp: chains give the bits of the
// kernels).
//
//===----------------------------------------------------------------------===//

#include "Widen.h"

#include "MiniFloat.h"

template <typename Format>
static void widenAll(const void *from, float *to, int64_t count) {
  auto *formats = static_cast<const Format *>(from);
  for (int64_t i = 0; i < count; ++i)
    to[i] = Format::widen(formats[i]);
}

template <typename Format>
static void narrowAll(const float *from, void *to, int64_t count) {
  auto *formats = static_cast<Format *>(to);
  for (int64_t i = 0; i < count; ++i)
    formats[i] = Format::narrow(from[i]);
}

bool popt::rt::isNarrow(popt_rt_element_type type) {
  return type == POPT_RT_F16 || type == POPT_RT_BF16 ||
         type == POPT_RT_F8E4M3FN || type == POPT_RT_F8E5M2;
}

void popt::rt::widen(popt_rt_element_type type, const void *from, float *to,
                     int64_t count) {
  if (type == POPT_RT_F16)
    widenAll<F16>(from, to, count);
  else if (type == POPT_RT_BF16)
    widenAll<BF16>(from, to, count);
  else if (type == POPT_RT_F8E4M3FN)
    widenAll<F8E4M3FN>(from, to, count);
  else
    widenAll<F8E5M2>(from, to, count);
}

void popt::rt::narrow(popt_rt_element_type type, const float *from, void *to,
                      int64_t count) {
  if (type == POPT_RT_F16)
    narrowAll<F16>(from, to, count);
  else if (type == POPT_RT_BF16)
    narrowAll<BF16>(from, to, count);
  else if (type == POPT_RT_F8E4M3FN)
    narrowAll<F8E4M3FN>(from, to, count);
  else
    narrowAll<F8E5M2>(from, to, count);
}
