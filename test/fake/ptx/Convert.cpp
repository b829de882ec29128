//===- Convert.cpp - cvt --------------------------------------------------===//
//
// Integers to integers are moves of another width. Floats to integers clamp,
// and a NaN is 0, or the top bit alone where either side has 64 bits. What
// rounds to f16, bf16 or tf32 rounds once.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Numbers.h"

#include <limits>
#include <type_traits>

namespace popt::fake {
namespace {

bool isFloat(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::F32 ||
         type == Type::F64;
}

//===----------------------------------------------------------------------===//
// Integers.
//===----------------------------------------------------------------------===//

template <class D, class S> struct Clamp {
  static D of(S a) {
    using L = std::numeric_limits<D>;
    if (a < 0)
      return std::is_signed_v<D>
                 ? (int64_t(a) < int64_t(L::min()) ? L::min() : D(a))
                 : D(0);
    return uint64_t(a) > uint64_t(L::max()) ? L::max() : D(a);
  }
};
Run clampRun(Type to, Type from) {
  return forIntegers(to, [&](auto result) {
    using D = decltype(result);
    return forIntegers(from, [](auto source) -> Run {
      using S = decltype(source);
      return unary<Clamp<D, S>, D, S>;
    });
  });
}

//===----------------------------------------------------------------------===//
// Integers to floats.
//===----------------------------------------------------------------------===//

template <class D, class S> struct ToFloat {
  static D of(S a) { return D(a); }
};
/// Through double, which holds 32 bits exactly; of 64 bits, what the halves
/// keep is put to odd.
template <class S> double exactOrOdd(S a) {
  if constexpr (sizeof(S) <= 4)
    return double(a);
  else
    return addToOdd(double(a >> 32) * 4294967296.0,
                    double(uint64_t(a) & 0xffffffffu));
}
template <class H, class S> struct ToHalf {
  static uint16_t of(S a) { return H::narrow(exactOrOdd(a)); }
};
template <class S>
void toFloatRounded(Block &block, const Instruction &i, const Active &active) {
  float *d = block.reg<float>(i.r[0]);
  const S *a = block.reg<S>(i.r[1]);
  auto rounding = Rounding(i.immediate);
  each(active, [=](uint32_t t) {
    d[t] = float(roundTo(exactOrOdd(a[t]), 23, -126, 127, rounding));
  });
}
template <class S> Run toFloatFrom(Type to, Rounding rounding) {
  bool near = rounding == Rounding::Near || rounding == Rounding::None;
  if (to == Type::F32)
    return near ? unary<ToFloat<float, S>, float, S> : toFloatRounded<S>;
  if (to == Type::F64 && (near || sizeof(S) <= 4))
    return unary<ToFloat<double, S>, double, S>;
  if (to == Type::F16 && near)
    return unary<ToHalf<F16, S>, uint16_t, S>;
  if (to == Type::BF16 && near)
    return unary<ToHalf<BF16, S>, uint16_t, S>;
  return nullptr;
}
Run toFloatRun(Type to, Type from, Rounding rounding) {
  return forIntegers(from, [&](auto source) {
    return toFloatFrom<decltype(source)>(to, rounding);
  });
}

//===----------------------------------------------------------------------===//
// Floats to integers.
//===----------------------------------------------------------------------===//

inline double wholeBy(double x, Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return std::trunc(x);
  case Rounding::Down:
    return std::floor(x);
  case Rounding::Up:
    return std::ceil(x);
  default:
    return std::nearbyint(x);
  }
}
/// What `make` returns for the rounding as a constant of its own type.
template <class Make> Run forWhole(Rounding rounding, Make make) {
  switch (rounding) {
  case Rounding::Near:
    return make(std::integral_constant<Rounding, Rounding::Near>());
  case Rounding::Zero:
    return make(std::integral_constant<Rounding, Rounding::Zero>());
  case Rounding::Down:
    return make(std::integral_constant<Rounding, Rounding::Down>());
  case Rounding::Up:
    return make(std::integral_constant<Rounding, Rounding::Up>());
  default:
    return nullptr;
  }
}
template <class D, class S, Rounding R, bool Ftz> struct ToInteger {
  static D of(S a) {
    if (Ftz)
      a = flush(a);
    using L = std::numeric_limits<D>;
    if (a != a)
      return sizeof(D) == 8 || sizeof(S) == 8
                 ? D(uint64_t(1) << (8 * sizeof(D) - 1))
                 : D(0);
    double x = wholeBy(a, R);
    // The bounds are exact in double, but for the top of 64 bits.
    if (x < double(L::min()))
      return L::min();
    if (x >= std::ldexp(1.0, L::digits))
      return L::max();
    return D(x);
  }
};
template <class S, bool Ftz> Run toIntegerFrom(Type to, Rounding rounding) {
  return forIntegers(to, [&](auto result) {
    using D = decltype(result);
    return forWhole(rounding, [](auto constant) -> Run {
      return unary<ToInteger<D, S, decltype(constant)::value, Ftz>, D, S>;
    });
  });
}

//===----------------------------------------------------------------------===//
// Floats to floats.
//===----------------------------------------------------------------------===//

enum Flag : int64_t { kFtz = 16, kSat = 32, kRelu = 64, kWhole = 128 };

double clampTo(double x, int64_t flags) {
  if (flags & kSat)
    return x > 0 ? std::min(x, 1.0) : 0.0; // also of a NaN
  if (flags & kRelu)
    return x > 0 ? x : x != x ? x : 0.0;
  return x;
}
double wideOf(Type type, const uint8_t *column, uint32_t t) {
  switch (type) {
  case Type::F16:
    return fromF16(reinterpret_cast<const uint16_t *>(column)[t]);
  case Type::BF16:
    return fromBf16(reinterpret_cast<const uint16_t *>(column)[t]);
  case Type::F32:
    return reinterpret_cast<const float *>(column)[t];
  default:
    return reinterpret_cast<const double *>(column)[t];
  }
}
void put(Type type, uint8_t *column, uint32_t t, double x, Rounding rounding) {
  switch (type) {
  case Type::F16:
    reinterpret_cast<uint16_t *>(column)[t] = toF16(x, rounding);
    break;
  case Type::BF16:
    reinterpret_cast<uint16_t *>(column)[t] = toBf16(x, rounding);
    break;
  case Type::TF32:
    reinterpret_cast<uint32_t *>(column)[t] = toTf32(float(x), rounding);
    break;
  case Type::F32:
    reinterpret_cast<float *>(column)[t] =
        rounding == Rounding::Near || rounding == Rounding::None
            ? float(x)
            : float(roundTo(x, 23, -126, 127, rounding));
    break;
  default:
    reinterpret_cast<double *>(column)[t] = x;
  }
}
/// Any float to any float: types in `target`, rounding and flags in `immediate`.
void floatToFloat(Block &block, const Instruction &i, const Active &active) {
  auto to = Type(i.target & 255), from = Type(i.target >> 8);
  auto rounding = Rounding(i.immediate & 15);
  int64_t flags = i.immediate;
  uint8_t *d = block.reg<uint8_t>(i.r[0]);
  const uint8_t *a = block.reg<uint8_t>(i.r[1]);
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    double x = wideOf(from, a, t);
    if (flags & kFtz && from == Type::F32)
      x = flush(float(x));
    if (flags & kWhole)
      x = wholeBy(x, rounding);
    put(to, d, t, clampTo(x, flags),
        flags & kWhole ? Rounding::Near : rounding);
    if (flags & kFtz && to == Type::F32) {
      float &result = reinterpret_cast<float *>(d)[t];
      result = flush(result);
    }
  }
}
/// cvt.rn.f16x2.f32 d, a, b: a is the upper half.
void pairOfHalves(Block &block, const Instruction &i, const Active &active) {
  auto to = Type(i.target);
  auto rounding = Rounding(i.immediate & 15);
  uint32_t *d = block.reg<uint32_t>(i.r[0]);
  const float *a = block.reg<float>(i.r[1]), *b = block.reg<float>(i.r[2]);
  int64_t flags = i.immediate;
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    auto narrow = [&](float x) -> uint32_t {
      double y = clampTo(x, flags);
      return to == Type::F16x2 ? toF16(y, rounding) : toBf16(y, rounding);
    };
    d[t] = narrow(a[t]) << 16 | narrow(b[t]);
  }
}

struct Bf16Pair {
  static uint32_t of(float a, float b) {
    return uint32_t(toBf16(a)) << 16 | toBf16(b);
  }
};
struct FromBf16 {
  static float of(uint16_t a) { return fromBf16(a); }
};
struct FromF16 {
  static float of(uint16_t a) { return fromF16(a); }
};
struct ToBf16 {
  static uint16_t of(float a) { return toBf16(a); }
};
template <Rounding R, class T> struct Whole {
  static T of(T a) { return T(wholeBy(a, R)); }
};
template <class T> Run wholeRun(Rounding rounding) {
  return forWhole(rounding, [](auto constant) -> Run {
    return unary<Whole<decltype(constant)::value, T>, T, T>;
  });
}
/// The frequent ones, without flags.
Run fastRun(Type to, Type from, Rounding rounding, bool isWhole) {
  bool near = rounding == Rounding::Near || rounding == Rounding::None;
  if (isWhole && to == from && to == Type::F32)
    return wholeRun<float>(rounding);
  if (isWhole && to == from && to == Type::F64)
    return wholeRun<double>(rounding);
  if (isWhole || !near)
    return nullptr;
  if (to == Type::F32 && from == Type::BF16)
    return unary<FromBf16, float, uint16_t>;
  if (to == Type::F32 && from == Type::F16)
    return unary<FromF16, float, uint16_t>;
  if (to == Type::BF16 && from == Type::F32)
    return unary<ToBf16, uint16_t, float>;
  if (to == Type::F32 && from == Type::F64)
    return unary<ToFloat<float, double>, float, double>;
  if (to == Type::F64 && from == Type::F32)
    return unary<ToFloat<double, float>, double, float>;
  return nullptr;
}

} // namespace

bool decodeConvert(Decoder &d) {
  if (!d.is("cvt"))
    return false;
  Rounding integral = d.take("rni")   ? Rounding::Near
                      : d.take("rzi") ? Rounding::Zero
                      : d.take("rmi") ? Rounding::Down
                      : d.take("rpi") ? Rounding::Up
                                      : Rounding::None;
  bool isWhole = integral != Rounding::None;
  Rounding rounding = isWhole ? integral : takeRounding(d);
  int64_t flags = isWhole ? int64_t(kWhole) : 0;
  for (auto [word, flag] : {std::pair("ftz", kFtz), std::pair("sat", kSat),
                            std::pair("relu", kRelu)})
    if (d.take(word))
      flags |= flag;
  Type to = d.takeType(), from = d.takeType();
  if (to == Type::None || from == Type::None) {
    d.fail("\"" + std::string(d.mnemonic()) + "\" is not known");
    return true;
  }
  d.destination(0, to);
  d.source(1, from);
  if (to == Type::F16x2 || to == Type::BF16x2) {
    d.source(2, Type::F32);
    bool fast = to == Type::BF16x2 && rounding == Rounding::Near && !flags;
    if (from != Type::F32)
      d.fail("pairs are made of f32");
    Instruction &i =
        d.emit(fast ? binary<Bf16Pair, uint32_t, float, float> : pairOfHalves);
    i.immediate = int64_t(rounding) | flags;
    i.target = uint32_t(to);
    return true;
  }
  bool toFloats = isFloat(to) || to == Type::TF32, fromFloats = isFloat(from);
  if (toFloats && fromFloats) {
    Run run = flags & ~int64_t(kWhole) ? nullptr
                                       : fastRun(to, from, rounding, isWhole);
    Instruction &i = d.emit(run ? run : floatToFloat);
    i.immediate = int64_t(rounding) | flags;
    i.target = uint32_t(to) | uint32_t(from) << 8;
  } else if (fromFloats) {
    // Of a half, through f32, exactly.
    if (from == Type::F32) {
      d.emit(flags & kFtz ? toIntegerFrom<float, true>(to, rounding)
                          : toIntegerFrom<float, false>(to, rounding));
    } else if (from == Type::F64) {
      d.emit(toIntegerFrom<double, false>(to, rounding));
    } else {
      d.restart();
      uint32_t wide = d.newRegister(4);
      d.add(wide);
      d.source(1, from);
      d.emit(from == Type::F16 ? Run(unary<FromF16, float, uint16_t>)
                               : Run(unary<FromBf16, float, uint16_t>));
      d.restart();
      d.destination(0, to);
      d.add(wide);
      d.emit(toIntegerFrom<float, false>(to, rounding));
    }
  } else if (toFloats) {
    if (flags & ~int64_t(kFtz))
      d.fail("this conversion of an integer is not known");
    d.emit(toFloatRun(to, from, rounding)).immediate = int64_t(rounding);
  } else {
    d.emit(flags & kSat ? clampRun(to, from)
                        : moveRun(bytesOf(to), bytesOf(from), isSigned(from)));
  }
  return true;
}

} // namespace popt::fake
