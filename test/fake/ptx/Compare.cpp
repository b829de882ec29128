//===- Compare.cpp - setp and set -----------------------------------------===//
//
// setp.CmpOp{.BoolOp}{.ftz}.type p{|q}, a, b{, {!}c}: p = (a CmpOp b) BoolOp c,
// and q = !(a CmpOp b) BoolOp c. Comparisons of floats are ordered (false with
// a NaN) unless they end in u. Of two halves in a register (f16x2, bf16x2) p is the
// comparison of the lower ones, q of the upper ones.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Numbers.h"

namespace popt::fake {
namespace {

template <class T> struct Eq {
  static uint8_t of(T a, T b) { return a == b; }
};
template <class T> struct Lt {
  static uint8_t of(T a, T b) { return a < b; }
};
template <class T> struct Le {
  static uint8_t of(T a, T b) { return a <= b; }
};
template <class T> struct Gt {
  static uint8_t of(T a, T b) { return a > b; }
};
template <class T> struct Ge {
  static uint8_t of(T a, T b) { return a >= b; }
};
/// Ordered: neither is NaN.
template <class T> struct Num {
  static uint8_t of(T a, T b) { return (a == a) & (b == b); }
};
template <class T> struct Ne {
  static uint8_t of(T a, T b) { return Num<T>::of(a, b) & (a != b); }
};
template <class F> struct Not {
  template <class T> static uint8_t of(T a, T b) { return !F::of(a, b); }
};
template <class F> struct FlushFirst {
  static uint8_t of(float a, float b) { return F::of(flush(a), flush(b)); }
};
template <class F, class H> struct Widened {
  static uint8_t of(uint16_t a, uint16_t b) {
    return F::of(H::wide(a), H::wide(b));
  }
};

template <class F, class H, int Shift> struct OfPair {
  static uint8_t of(uint32_t a, uint32_t b) {
    return Widened<F, H>::of(uint16_t(a >> Shift), uint16_t(b >> Shift));
  }
};

enum class Shape : uint8_t {
  Plain,
  Flushed,
  HalfF16,
  HalfBF16,
  LowerF16,
  UpperF16,
  LowerBF16,
  UpperBF16
};

template <class F, class T> Run shaped(Shape shape) {
  if constexpr (std::is_same_v<T, float>) {
    if (shape == Shape::Flushed)
      return binary<FlushFirst<F>, uint8_t, float, float>;
    if (shape == Shape::HalfF16)
      return binary<Widened<F, F16>, uint8_t, uint16_t, uint16_t>;
    if (shape == Shape::HalfBF16)
      return binary<Widened<F, BF16>, uint8_t, uint16_t, uint16_t>;
    if (shape == Shape::LowerF16)
      return binary<OfPair<F, F16, 0>, uint8_t, uint32_t, uint32_t>;
    if (shape == Shape::UpperF16)
      return binary<OfPair<F, F16, 16>, uint8_t, uint32_t, uint32_t>;
    if (shape == Shape::LowerBF16)
      return binary<OfPair<F, BF16, 0>, uint8_t, uint32_t, uint32_t>;
    if (shape == Shape::UpperBF16)
      return binary<OfPair<F, BF16, 16>, uint8_t, uint32_t, uint32_t>;
  }
  return binary<F, uint8_t, T, T>;
}

enum class Of : uint8_t { Both, Integers, Floats };
struct Comparison {
  std::string_view name;
  Of of;
  Run (*run)(Shape);
};
template <class T>
constexpr Comparison kComparisons[] = {
    {"eq", Of::Both, shaped<Eq<T>, T>},
    {"ne", Of::Both, shaped<Ne<T>, T>},
    {"lt", Of::Both, shaped<Lt<T>, T>},
    {"le", Of::Both, shaped<Le<T>, T>},
    {"gt", Of::Both, shaped<Gt<T>, T>},
    {"ge", Of::Both, shaped<Ge<T>, T>},
    {"lo", Of::Integers, shaped<Lt<T>, T>},
    {"ls", Of::Integers, shaped<Le<T>, T>},
    {"hi", Of::Integers, shaped<Gt<T>, T>},
    {"hs", Of::Integers, shaped<Ge<T>, T>},
    {"equ", Of::Floats, shaped<Not<Ne<T>>, T>},
    {"neu", Of::Floats, shaped<Not<Eq<T>>, T>},
    {"ltu", Of::Floats, shaped<Not<Ge<T>>, T>},
    {"leu", Of::Floats, shaped<Not<Gt<T>>, T>},
    {"gtu", Of::Floats, shaped<Not<Le<T>>, T>},
    {"geu", Of::Floats, shaped<Not<Lt<T>>, T>},
    {"num", Of::Floats, shaped<Num<T>, T>},
    {"nan", Of::Floats, shaped<Not<Num<T>>, T>}};

template <class T> Run compareRun(std::string_view op, Shape shape) {
  Of other = std::is_floating_point_v<T> ? Of::Integers : Of::Floats;
  for (const Comparison &comparison : kComparisons<T>)
    if (comparison.name == op && comparison.of != other)
      return comparison.run(shape);
  return nullptr;
}

Run compareOf(std::string_view op, Type type, bool ftz) {
  switch (type) {
  case Type::B16:
  case Type::U16:
    return compareRun<uint16_t>(op, Shape::Plain);
  case Type::S16:
    return compareRun<int16_t>(op, Shape::Plain);
  case Type::B32:
  case Type::U32:
    return compareRun<uint32_t>(op, Shape::Plain);
  case Type::S32:
    return compareRun<int32_t>(op, Shape::Plain);
  case Type::B64:
  case Type::U64:
    return compareRun<uint64_t>(op, Shape::Plain);
  case Type::S64:
    return compareRun<int64_t>(op, Shape::Plain);
  case Type::F32:
    return compareRun<float>(op, ftz ? Shape::Flushed : Shape::Plain);
  case Type::F64:
    return compareRun<double>(op, Shape::Plain);
  case Type::F16:
    return compareRun<float>(op, Shape::HalfF16);
  case Type::BF16:
    return compareRun<float>(op, Shape::HalfBF16);
  default:
    return nullptr;
  }
}

/// r[0] and r[1] are p and q, r[2] the comparison, r[3] is c; `immediate` is
/// the first letter of the operation, negation of c in `target`.
void combine(Block &block, const Instruction &i, const Active &active) {
  uint8_t *p = block.reg<uint8_t>(i.r[0]), *q = block.reg<uint8_t>(i.r[1]);
  const uint8_t *is = block.reg<uint8_t>(i.r[2]);
  const uint8_t *c = block.reg<uint8_t>(i.r[3]);
  uint8_t negate = uint8_t(i.target);
  int64_t op = i.immediate;
  each(active, [=](uint32_t t) {
    uint8_t holds = is[t] != 0, other = (c[t] != 0) ^ negate, not_ = !holds;
    p[t] = op == 'a'   ? holds & other
           : op == 'o' ? holds | other
                       : holds ^ other;
    q[t] = op == 'a' ? not_ & other : op == 'o' ? not_ | other : not_ ^ other;
  });
}
/// set: all ones or 1.0 instead of a predicate.
template <bool IsFloat> struct Spread {
  static uint32_t of(uint8_t p) {
    return p ? (IsFloat ? 0x3f800000u : ~0u) : 0u;
  }
};

/// Two instructions, for a pair of predicates.
void decodePairs(Decoder &d, std::string_view op, Type type) {
  const Operand &to = d.operand(0);
  bool isF16 = type == Type::F16x2;
  Shape shapes[] = {isF16 ? Shape::LowerF16 : Shape::LowerBF16,
                    isF16 ? Shape::UpperF16 : Shape::UpperBF16};
  for (int half = 0; half < 2; ++half) {
    if (half == 1)
      d.restart();
    d.destination(to.parts[half], Type::Pred);
    d.source(1, type);
    d.source(2, type);
    d.emit(compareRun<float>(op, shapes[half]));
  }
}

} // namespace

bool decodeCompare(Decoder &d) {
  bool isSet = d.is("set");
  if (!d.is("setp") && !isSet)
    return false;
  std::string_view op = d.takeAny();
  char boolean = d.take("and")   ? 'a'
                 : d.take("or")  ? 'o'
                 : d.take("xor") ? 'x'
                                 : 0;
  bool ftz = d.take("ftz");
  Type result = isSet ? d.takeType() : Type::Pred;
  Type type = d.takeType();
  Run run = compareOf(op, type, ftz);
  if (!d.hasOperand(2)) {
    d.fail("\"setp\" needs a predicate and two values");
    return true;
  }
  const Operand &to = d.operand(0);
  if ((type == Type::F16x2 || type == Type::BF16x2) && !isSet && !boolean &&
      to.kind == Operand::Pair) {
    decodePairs(d, op, type);
    return true;
  }
  if (!isSet && !boolean && to.kind != Operand::Pair) {
    d.destination(0, Type::Pred);
    d.source(1, type);
    d.source(2, type);
    d.emit(run);
    return true;
  }
  // Two instructions: the comparison, then what is done with it.
  uint32_t holds = d.newRegister(1);
  d.add(holds);
  d.source(1, type);
  d.source(2, type);
  d.emit(run);
  d.restart();
  uint32_t target = holds;
  if (isSet && boolean)
    target = d.newRegister(1);
  if (boolean || to.kind == Operand::Pair) {
    if (isSet) {
      d.add(target);
      d.add(d.newRegister(1));
    } else if (to.kind == Operand::Pair) {
      d.destination(to.parts[0], Type::Pred);
      d.destination(to.parts[1], Type::Pred);
    } else {
      d.destination(to, Type::Pred);
      d.add(d.newRegister(1));
    }
    d.add(holds);
    bool negated = false;
    if (boolean) {
      d.source(3, Type::Pred);
      negated = d.hasOperand(3) && d.operand(3).negated;
    } else {
      d.constant(Type::Pred, 0);
    }
    Instruction &i = d.emit(combine);
    i.immediate = boolean ? boolean : 'o';
    i.target = negated;
  }
  if (isSet) {
    d.restart();
    d.destination(0, result);
    d.add(target);
    if (bytesOf(result) != 4)
      d.fail("set writes 32 bits");
    d.emit(result == Type::F32 ? unary<Spread<true>, uint32_t, uint8_t>
                               : unary<Spread<false>, uint32_t, uint8_t>);
  }
  return true;
}

} // namespace popt::fake
