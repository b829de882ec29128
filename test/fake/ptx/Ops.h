//===- Ops.h - Loops over the threads of a block --------------------------===//
//
// An instruction's function is a loop over columns: unary(), binary() and
// ternary() make one from a functor with a static of(). The functor decides the
// meaning, the types of the columns decide the widths.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_PTX_OPS_H
#define POPT_RT_FAKE_PTX_OPS_H

#include "Block.h"

#include <cstring>

// Iterations are independent: a destination is the same column as a source or
// does not overlap with it.
#if defined(__clang__)
#define POPT_FAKE_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define POPT_FAKE_LOOP _Pragma("GCC ivdep")
#endif

namespace popt::fake {

template <class F> inline void each(const Active &active, F f) {
  if (const uint16_t *list = active.list) {
    for (uint32_t at = active.begin; at < active.end; ++at)
      f(uint32_t(list[at]));
    return;
  }
  uint32_t end = active.end;
  POPT_FAKE_LOOP
  for (uint32_t thread = active.begin; thread < end; ++thread)
    f(thread);
}

template <class F, class D, class A>
void unary(Block &block, const Instruction &i, const Active &active) {
  D *d = block.reg<D>(i.r[0]);
  const A *a = block.reg<A>(i.r[1]);
  each(active, [=](uint32_t t) { d[t] = F::of(a[t]); });
}

template <class F, class D, class A, class B>
void binary(Block &block, const Instruction &i, const Active &active) {
  D *d = block.reg<D>(i.r[0]);
  const A *a = block.reg<A>(i.r[1]);
  const B *b = block.reg<B>(i.r[2]);
  each(active, [=](uint32_t t) { d[t] = F::of(a[t], b[t]); });
}

template <class F, class D, class A, class B, class C>
void ternary(Block &block, const Instruction &i, const Active &active) {
  D *d = block.reg<D>(i.r[0]);
  const A *a = block.reg<A>(i.r[1]);
  const B *b = block.reg<B>(i.r[2]);
  const C *c = block.reg<C>(i.r[3]);
  each(active, [=](uint32_t t) { d[t] = F::of(a[t], b[t], c[t]); });
}

/// The loop of a functor whose sources and result have one type.
template <class F, class T, int Sources> Run run() {
  if constexpr (Sources == 1)
    return unary<F, T, T>;
  else if constexpr (Sources == 2)
    return binary<F, T, T, T>;
  else
    return ternary<F, T, T, T, T>;
}

/// What `make` returns for a value of the C++ type of an integer of 16 bits or
/// more; null for other types.
template <class Make> Run forWords(Type type, Make make) {
  return type == Type::S16   ? make(int16_t())
         : type == Type::U16 ? make(uint16_t())
         : type == Type::S32 ? make(int32_t())
         : type == Type::U32 ? make(uint32_t())
         : type == Type::S64 ? make(int64_t())
         : type == Type::U64 ? make(uint64_t())
                             : Run(nullptr);
}
/// Those of 8 bits, too.
template <class Make> Run forIntegers(Type type, Make make) {
  return type == Type::S8   ? make(int8_t())
         : type == Type::U8 ? make(uint8_t())
                            : forWords(type, make);
}

template <class To, class From> inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  memcpy(&to, &from, sizeof(To));
  return to;
}

/// Copies a column into a wider or narrower one. Widths 1, 2, 4, 8, 16.
Run moveRun(uint32_t toBytes, uint32_t fromBytes, bool isSigned);

} // namespace popt::fake

#endif // POPT_RT_FAKE_PTX_OPS_H
