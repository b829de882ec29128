//===- Oracle.h - Test values and naive combination -------------*- C++ -*-===//
//
// Shares no code with the library: formats are decoded with ldexp and encoded
// with nearbyint, one element at a time.
//
//===----------------------------------------------------------------------===//

#ifndef POPT_RT_CONFORMANCE_ORACLE_H
#define POPT_RT_CONFORMANCE_ORACLE_H

#include "popt-rt/transport_types.h"

#include <cstdint>
#include <string>
#include <vector>

namespace popt::rt::conformance {

using Bytes = std::vector<unsigned char>;

/// Every element type.
std::vector<popt_rt_element_type> allTypes();
/// The same, but of types that only move one: all have a byte.
std::vector<popt_rt_element_type> transferredTypes();
/// The monoids defined on `type`.
std::vector<popt_rt_monoid> monoidsOf(popt_rt_element_type type);

/// `count` test elements that depend on the rank, on `salt` and on the index;
/// among them zeros of both signs, infinities, NaN, subnormal and large values.
Bytes makeInput(popt_rt_element_type type, int32_t rank, int64_t count,
                int32_t salt = 0);
/// Element `index` of the same.
const unsigned char *inputElement(popt_rt_element_type type, int32_t rank,
                                  int64_t index, int32_t salt = 0);

/// Combines one element of each of n values, in order, and writes it to `out`.
void combine(popt_rt_monoid monoid, popt_rt_element_type type,
             const std::vector<const unsigned char *> &values,
             unsigned char *out);

/// Equal bits, or NaN both (in each part of a complex number).
bool equalElements(popt_rt_element_type type, const unsigned char *a,
                   const unsigned char *b);

/// Value of an f16, bf16 or f8.
double decode(popt_rt_element_type type, uint32_t bits);
/// Nearest bits, ties to even.
uint32_t encode(popt_rt_element_type type, float value);

/// Whether `got` is a sum or product of the values in some order: within the bound
/// on the rounding errors of any, where nothing overflows. Of types that NCCL sums.
bool isOfSomeOrder(popt_rt_monoid monoid, popt_rt_element_type type,
                   const std::vector<const unsigned char *> &values,
                   const unsigned char *got);

/// Hexadecimal, for messages.
std::string hex(popt_rt_element_type type, const unsigned char *element);

} // namespace popt::rt::conformance

#endif
