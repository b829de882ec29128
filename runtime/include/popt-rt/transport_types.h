/* Status codes, element types and monoids of the runtime's C API.
 *
 * The numbers are stored in step tables and travel between processes: never
 * renumber, only append. */
#ifndef POPT_RT_TRANSPORT_TYPES_H
#define POPT_RT_TRANSPORT_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a call that can fail returns. The text is in popt_rt_last_error(). */
typedef enum popt_rt_status {
  POPT_RT_OK = 0,
  /* The arguments of this call are wrong; the transport stays usable. */
  POPT_RT_INVALID_ARGUMENT = 1,
  /* A peer did not arrive in time. Every rank gets this, with one message. */
  POPT_RT_TIMEOUT = 2,
  /* A rank called popt_rt_transport_abort(), or died. */
  POPT_RT_ABORTED = 3,
  /* Ranks of a group are in different operations, or disagree on counts,
   * element type or monoid. Every rank gets this, with one message. */
  POPT_RT_MISMATCH = 4,
  POPT_RT_OUT_OF_MEMORY = 5,
  /* This transport, or this build, does not do it. */
  POPT_RT_UNSUPPORTED = 6,
  /* The operating system, MPI or NCCL refused. */
  POPT_RT_SYSTEM_ERROR = 7
} popt_rt_status;

/* Enumerations are read from files before they are checked: in C++ they are
 * 32-bit numbers, of which any value may be looked at. */
#ifdef __cplusplus
#define POPT_RT_AS_UINT32 : uint32_t
#else
#define POPT_RT_AS_UINT32
#endif

/* StableHLO's element types. I1 is one byte, 0 or 1. Types of 2, 4 or 6 bits are
 * one byte, too: their bits, and zeros above. Complex numbers are (real,
 * imaginary) pairs; C64 is two f32. */
typedef enum popt_rt_element_type POPT_RT_AS_UINT32 {
  POPT_RT_I1 = 0,
  POPT_RT_I8 = 1,
  POPT_RT_I16 = 2,
  POPT_RT_I32 = 3,
  POPT_RT_I64 = 4,
  POPT_RT_UI8 = 5,
  POPT_RT_UI16 = 6,
  POPT_RT_UI32 = 7,
  POPT_RT_UI64 = 8,
  POPT_RT_F16 = 9,
  POPT_RT_BF16 = 10,
  POPT_RT_F32 = 11,
  POPT_RT_F64 = 12,
  POPT_RT_C64 = 13,
  POPT_RT_C128 = 14,
  POPT_RT_F8E4M3FN = 15,
  POPT_RT_F8E5M2 = 16,
  POPT_RT_I2 = 17,
  POPT_RT_I4 = 18,
  POPT_RT_UI2 = 19,
  POPT_RT_UI4 = 20,
  POPT_RT_F4E2M1FN = 21,
  POPT_RT_F6E2M3FN = 22,
  POPT_RT_F6E3M2FN = 23,
  POPT_RT_F8E3M4 = 24,
  POPT_RT_F8E4M3 = 25,
  POPT_RT_F8E4M3FNUZ = 26,
  POPT_RT_F8E4M3B11FNUZ = 27,
  POPT_RT_F8E5M2FNUZ = 28,
  POPT_RT_F8E8M0FNU = 29,
  POPT_RT_NUM_ELEMENT_TYPES = 30
} popt_rt_element_type;

/* How values of several ranks combine.
 *
 * Operands combine in group order, 0 to n-1, always: equal inputs give equal
 * bits on every rank and in every run. Integers wrap. On I1 add means or and
 * multiply means and (max and min likewise). Max and min propagate NaN and
 * order -0 below +0. F16, BF16, F8E4M3FN and F8E5M2 combine in f32 and are
 * rounded once, to nearest even; F8E4M3FN has no infinity, so it overflows to
 * NaN. Complex types have sum and prod; and, or, xor are for I1 and integers.
 * The other types of at most 8 bits only move: programs combine them in f32 or
 * I8. */
typedef enum popt_rt_monoid POPT_RT_AS_UINT32 {
  POPT_RT_SUM = 0,
  POPT_RT_PROD = 1,
  POPT_RT_MAX = 2,
  POPT_RT_MIN = 3,
  POPT_RT_AND = 4,
  POPT_RT_OR = 5,
  POPT_RT_XOR = 6,
  POPT_RT_NUM_MONOIDS = 7
} popt_rt_monoid;

/* Bytes of one element; 0 for a number that is no element type. */
size_t popt_rt_element_size(popt_rt_element_type type);

/* "f32", "ui8", ...; "?" for a number that is no element type. */
const char *popt_rt_element_type_name(popt_rt_element_type type);

/* "sum", "prod", "max", "min", "and", "or", "xor"; "?" otherwise. */
const char *popt_rt_monoid_name(popt_rt_monoid monoid);

/* "ok", "timeout", ... */
const char *popt_rt_status_name(popt_rt_status status);

/* 1 if `monoid` is defined on `type` (see popt_rt_monoid), else 0. */
int popt_rt_monoid_is_defined(popt_rt_monoid monoid, popt_rt_element_type type);

/* Writes the identity of `monoid` (0, for floats -0, 1, lowest or -inf, ...) to
 * `out_element`. Returns POPT_RT_INVALID_ARGUMENT where it is not defined. */
popt_rt_status popt_rt_monoid_identity(popt_rt_monoid monoid,
                                       popt_rt_element_type type,
                                       void *out_element);

#ifdef __cplusplus
}
#endif
#endif
