//===- Atomic.cpp - atom and red, of integers -----------------------------===//
//
// Atomics of floats are refused: their sums would depend on the order of
// threads, and popt emits none.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Ops.h"

#include <algorithm>

namespace popt::fake {

namespace {

enum What : uint32_t { Add, Min, Max, And, Or, Xor, Exch, Cas, Inc, Dec };

template <class T> T apply(uint32_t what, T old, T b, T c) {
  using U = std::make_unsigned_t<T>;
  switch (what) {
  case Add:
    return T(U(old) + U(b));
  case Min:
    return std::min(old, b);
  case Max:
    return std::max(old, b);
  case And:
    return old & b;
  case Or:
    return old | b;
  case Xor:
    return old ^ b;
  case Exch:
    return b;
  case Cas:
    return old == b ? c : old;
  case Inc:
    return U(old) >= U(b) ? T(0) : T(old + 1);
  default:
    return old == 0 || U(old) > U(b) ? b : T(old - 1);
  }
}

/// r[0] = old value; address in r[1]; operands in r[2] and r[3].
template <class T>
void atomic(Block &block, const Instruction &i, const Active &active) {
  if (!block.resolve(i, active, 1, true))
    return;
  T *d = block.reg<T>(i.r[0]);
  const T *b = block.reg<T>(i.r[2]), *c = block.reg<T>(i.r[3]);
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    T old;
    void *place = reinterpret_cast<void *>(block.where()[t]);
    memcpy(&old, place, sizeof(T));
    T value = apply<T>(i.target, old, b[t], c[t]);
    memcpy(place, &value, sizeof(T));
    d[t] = old;
  }
}

} // namespace

bool decodeAtomic(Decoder &d) {
  bool isRed = d.is("red");
  if (!d.is("atom") && !isRed)
    return false;
  d.ignore({"relaxed", "acquire", "release", "acq_rel", "cta", "cluster", "gpu",
            "sys"});
  Space space = takeSpace(d);
  static const std::pair<const char *, What> names[] = {
      {"add", Add}, {"min", Min},   {"max", Max}, {"and", And}, {"or", Or},
      {"xor", Xor}, {"exch", Exch}, {"cas", Cas}, {"inc", Inc}, {"dec", Dec}};
  uint32_t what = ~0u;
  for (auto [name, value] : names)
    if (d.take(name))
      what = value;
  Type type = d.takeType();
  if (what == ~0u || type == Type::F32 || type == Type::F64 ||
      type == Type::F16 || bytesOf(type) < 4 || type == Type::F16x2 ||
      type == Type::BF16x2 || !d.hasOperand(isRed ? 1 : 2)) {
    d.fail("\"" + std::string(d.mnemonic()) +
           "\" is not known: atomics are of integers");
    return true;
  }
  size_t at = 0;
  if (isRed)
    d.temporary(type);
  else
    d.destination(at++, type);
  d.address(d.operand(at++), space);
  d.source(at, type);
  d.source(what == Cas ? at + 1 : at, type);
  bool is64 = bytesOf(type) == 8;
  Instruction &i =
      d.emit(isSigned(type) ? (is64 ? atomic<int64_t> : atomic<int32_t>)
                            : (is64 ? atomic<uint64_t> : atomic<uint32_t>));
  i.space = space;
  i.bytes = uint8_t(bytesOf(type));
  i.isAtomic = true;
  i.target = what;
  return true;
}

} // namespace popt::fake
