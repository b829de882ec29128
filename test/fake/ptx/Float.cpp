//===- Float.cpp - f32, its pairs, and f64 --------------------------------===//
//
// The .rn forms are the host's own operations, bit for bit (this file is
// compiled without contraction). What PTX calls approximate is computed in
// double and rounded once, so it is closer than any device: a test that needs
// more than the documented error of a device cannot be satisfied by luck here.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Numbers.h"

namespace popt::fake {
namespace {

template <class T> struct Add {
  static T of(T a, T b) { return a + b; }
};
template <class T> struct Sub {
  static T of(T a, T b) { return a - b; }
};
template <class T> struct Mul {
  static T of(T a, T b) { return a * b; }
};
template <class T> struct Div {
  static T of(T a, T b) { return a / b; }
};
template <class T> struct Fma {
  static T of(T a, T b, T c) { return std::fma(a, b, c); }
};
template <class T> struct Sqrt {
  static T of(T a) { return std::sqrt(a); }
};
template <class T> struct Rcp {
  static T of(T a) { return T(1) / a; }
};
template <class T> struct Rsqrt {
  static T of(T a) { return T(1 / std::sqrt(double(a))); }
};
template <class T> struct Exp2 {
  static T of(T a) { return T(std::exp2(double(a))); }
};
template <class T> struct Log2 {
  static T of(T a) { return T(std::log2(double(a))); }
};
template <class T> struct Sin {
  static T of(T a) { return T(std::sin(double(a))); }
};
template <class T> struct Cos {
  static T of(T a) { return T(std::cos(double(a))); }
};
template <class T> struct Tanh {
  static T of(T a) { return T(std::tanh(double(a))); }
};
template <class T> T canonicalNan();
template <> float canonicalNan() { return bitCast<float>(0x7fffffffu); }
template <> double canonicalNan() {
  return bitCast<double>(uint64_t(0x7fffffffffffffff));
}
/// -0 is less than +0. A NaN loses against a number, unless .NaN is asked.
template <class T> struct Min {
  static T of(T a, T b) {
    T less = a < b || (a == b && std::signbit(a)) ? a : b;
    T one = a != a ? b : b != b ? a : less;
    return one != one ? canonicalNan<T>() : one;
  }
};
template <class T> struct Max {
  static T of(T a, T b) {
    T more = a > b || (a == b && !std::signbit(a)) ? a : b;
    T one = a != a ? b : b != b ? a : more;
    return one != one ? canonicalNan<T>() : one;
  }
};
template <class T> struct MinNan {
  static T of(T a, T b) {
    T less = a < b || (a == b && std::signbit(a)) ? a : b;
    return a != a || b != b ? canonicalNan<T>() : less;
  }
};
template <class T> struct MaxNan {
  static T of(T a, T b) {
    T more = a > b || (a == b && !std::signbit(a)) ? a : b;
    return a != a || b != b ? canonicalNan<T>() : more;
  }
};
template <class T> struct Neg {
  static T of(T a) { return -a; }
};
template <class T> struct Abs {
  static T of(T a) { return std::fabs(a); }
};
/// copysign d, a, b: the sign of a, the value of b.
template <class T> struct CopySign {
  static T of(T a, T b) { return std::copysign(b, a); }
};

template <class F, class T> struct Ftz {
  static T of(T a) { return flush(F::of(flush(a))); }
  static T of(T a, T b) { return flush(F::of(flush(a), flush(b))); }
  static T of(T a, T b, T c) {
    return flush(F::of(flush(a), flush(b), flush(c)));
  }
};
template <class F, class T> struct Saturated {
  static T clamp(T x) { return x > 0 ? (x < 1 ? x : T(1)) : T(0); }
  static T of(T a) { return clamp(F::of(a)); }
  static T of(T a, T b) { return clamp(F::of(a, b)); }
  static T of(T a, T b, T c) { return clamp(F::of(a, b, c)); }
};

/// The two floats of 64 bits.
template <class F> struct Both {
  template <class... T> static uint64_t of(T... x) {
    auto half = [](uint64_t bits) { return bitCast<float>(uint32_t(bits)); };
    return bitCast<uint32_t>(F::of(half(x)...)) |
           uint64_t(bitCast<uint32_t>(F::of(half(x >> 32)...))) << 32;
  }
};

template <template <class> class F, int Sources>
void decode(Decoder &d, Type type) {
  bool ftz = d.take("ftz"), sat = d.take("sat");
  d.destination(0, type);
  for (int i = 1; i <= Sources; ++i)
    d.source(i, type);
  if (type == Type::F64 && !ftz && !sat) {
    d.emit(run<F<double>, double, Sources>());
    return;
  }
  if (type == Type::F32x2 && !sat) {
    d.emit(ftz ? run<Both<Ftz<F<float>, float>>, uint64_t, Sources>()
               : run<Both<F<float>>, uint64_t, Sources>());
    return;
  }
  if (type != Type::F32)
    return d.fail("this modifier of \"" + std::string(d.name()) +
                  "\" needs f32");
  using G = F<float>;
  if (sat && ftz)
    d.emit(run<Saturated<Ftz<G, float>, float>, float, Sources>());
  else if (sat)
    d.emit(run<Saturated<G, float>, float, Sources>());
  else if (ftz)
    d.emit(run<Ftz<G, float>, float, Sources>());
  else
    d.emit(run<G, float, Sources>());
}

/// min and max have forms that keep a NaN.
template <template <class> class F, template <class> class KeepsNan>
void decodeExtreme(Decoder &d, Type type) {
  d.take("NaN") ? decode<KeepsNan, 2>(d, type) : decode<F, 2>(d, type);
}

/// Those that have rounding modes.
const Operation kRounded[] = {
    {"add", decode<Add, 2>},   {"sub", decode<Sub, 2>}, {"mul", decode<Mul, 2>},
    {"fma", decode<Fma, 3>},   {"mad", decode<Fma, 3>}, {"div", decode<Div, 2>},
    {"sqrt", decode<Sqrt, 1>}, {"rcp", decode<Rcp, 1>},
};
const Operation kOthers[] = {
    {"rsqrt", decode<Rsqrt, 1>},
    {"ex2", decode<Exp2, 1>},
    {"lg2", decode<Log2, 1>},
    {"sin", decode<Sin, 1>},
    {"cos", decode<Cos, 1>},
    {"tanh", decode<Tanh, 1>},
    {"neg", decode<Neg, 1>},
    {"abs", decode<Abs, 1>},
    {"copysign", decode<CopySign, 2>},
    {"min", decodeExtreme<Min, MinNan>},
    {"max", decodeExtreme<Max, MaxNan>},
};

enum TestKind { Finite = 1, Infinite, Number, NotNumber, Normal, Subnormal };
template <class T>
void testp(Block &block, const Instruction &i, const Active &active) {
  uint8_t *d = block.reg<uint8_t>(i.r[0]);
  const T *a = block.reg<T>(i.r[1]);
  int64_t kind = i.immediate;
  each(active, [=](uint32_t t) {
    int c = std::fpclassify(a[t]);
    d[t] = kind == Finite      ? c != FP_NAN && c != FP_INFINITE
           : kind == Infinite  ? c == FP_INFINITE
           : kind == Number    ? c != FP_NAN
           : kind == NotNumber ? c == FP_NAN
           : kind == Normal    ? c == FP_NORMAL
                               : c == FP_SUBNORMAL || c == FP_ZERO;
  });
}

} // namespace

bool decodeFloat(Decoder &d) {
  std::string_view mnemonic = d.mnemonic();
  Type type = typeNamed(mnemonic.substr(mnemonic.rfind('.') + 1));
  bool isPair = type == Type::F32x2;
  if (type != Type::F32 && type != Type::F64 && !isPair)
    return false;
  if (isPair && !d.is("add") && !d.is("sub") && !d.is("mul") && !d.is("fma"))
    return false;
  if (d.is("testp")) {
    int kind = d.take("finite")       ? Finite
               : d.take("infinite")   ? Infinite
               : d.take("number")     ? Number
               : d.take("notanumber") ? NotNumber
               : d.take("normal")     ? Normal
               : d.take("subnormal")  ? Subnormal
                                      : 0;
    d.takeType();
    d.destination(0, Type::Pred);
    d.source(1, type);
    d.emit(type == Type::F32 ? testp<float> : testp<double>).immediate = kind;
    return true;
  }
  const Operation *rounded = find(kRounded, d.name());
  const Operation *operation = rounded ? rounded : find(kOthers, d.name());
  if (!operation)
    return false;
  if (rounded)
    for (const char *mode : {".rz.", ".rm.", ".rp."})
      if (mnemonic.find(mode) != std::string_view::npos)
        return false; // Rounded.cpp
  d.takeType();
  if (rounded)
    d.take("rn");
  // Of approximate forms the flag alone is left to say.
  if (!d.is("add") && !d.is("sub") && !d.is("mul") && !d.is("fma"))
    d.ignore({"approx", "full"});
  operation->decode(d, type);
  return true;
}

} // namespace popt::fake
