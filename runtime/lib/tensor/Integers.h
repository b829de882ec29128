//===- Integers.h - Integer element types as types of C++ -------*- C++ -*-===//
//
// In an anonymous namespace for the reason that MiniFloat.h gives.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_LIB_TENSOR_INTEGERS_H
#define POPT_RT_LIB_TENSOR_INTEGERS_H

#include "popt-rt/transport_types.h"
#include <cstdint>

namespace {

/// What `use` returns for a zero of the integer type; `otherwise` for element
/// types that are no integers (i1 is none).
template <typename Result, typename Use>
inline Result visitInteger(popt_rt_element_type type, Result otherwise,
                           Use use) {
  switch (type) {
  case POPT_RT_I8:
    return use(int8_t());
  case POPT_RT_I16:
    return use(int16_t());
  case POPT_RT_I32:
    return use(int32_t());
  case POPT_RT_I64:
    return use(int64_t());
  case POPT_RT_UI8:
    return use(uint8_t());
  case POPT_RT_UI16:
    return use(uint16_t());
  case POPT_RT_UI32:
    return use(uint32_t());
  case POPT_RT_UI64:
    return use(uint64_t());
  default:
    return otherwise;
  }
}

} // namespace

#endif
