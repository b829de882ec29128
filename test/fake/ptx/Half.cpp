//===- Half.cpp - f16, bf16 and their pairs -------------------------------===//
//
// One operation is computed wide and rounded once: sums and products of two
// halves are exact or harmlessly rounded in double, fma is rounded to odd first.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Numbers.h"

namespace popt::fake {
namespace {

template <class H> struct Add {
  static uint16_t of(uint16_t a, uint16_t b) {
    return H::narrow(addToOdd(H::wide(a), H::wide(b)));
  }
};
template <class H> struct Sub {
  static uint16_t of(uint16_t a, uint16_t b) {
    return H::narrow(addToOdd(H::wide(a), -H::wide(b)));
  }
};
template <class H> struct Mul {
  static uint16_t of(uint16_t a, uint16_t b) {
    return H::narrow(double(H::wide(a)) * double(H::wide(b)));
  }
};
template <class H> struct Fma {
  static uint16_t of(uint16_t a, uint16_t b, uint16_t c) {
    return H::narrow(
        addToOdd(double(H::wide(a)) * double(H::wide(b)), H::wide(c)));
  }
};
template <class H> struct Neg {
  static uint16_t of(uint16_t a) { return a ^ 0x8000; }
};
template <class H> struct Abs {
  static uint16_t of(uint16_t a) { return a & 0x7fff; }
};
template <class H, bool IsMin, bool KeepsNan> struct Extreme {
  static uint16_t of(uint16_t a, uint16_t b) {
    float x = H::wide(a), y = H::wide(b);
    if (x != x || y != y)
      return KeepsNan || (x != x && y != y) ? H::nan : x != x ? b : a;
    bool first = x == y ? bool(a >> 15) == IsMin : (x < y) == IsMin;
    return first ? a : b;
  }
};
template <class H> using Min = Extreme<H, true, false>;
template <class H> using Max = Extreme<H, false, false>;
template <class H> using MinNan = Extreme<H, true, true>;
template <class H> using MaxNan = Extreme<H, false, true>;
template <class H> struct Exp2 {
  static uint16_t of(uint16_t a) {
    return H::narrow(std::exp2(double(H::wide(a))));
  }
};
template <class H> struct Tanh {
  static uint16_t of(uint16_t a) {
    return H::narrow(std::tanh(double(H::wide(a))));
  }
};
template <class F> struct Relu {
  static uint16_t of(uint16_t a, uint16_t b, uint16_t c) {
    uint16_t d = F::of(a, b, c);
    return d & 0x8000 ? 0 : d;
  }
};

/// The two halves of 32 bits.
template <class F> struct Both {
  template <class... T> static uint32_t of(T... x) {
    return uint32_t(F::of(uint16_t(x)...)) |
           uint32_t(F::of(uint16_t(x >> 16)...)) << 16;
  }
};

template <template <class> class F, int Sources>
void decode(Decoder &d, Type type) {
  d.destination(0, type);
  for (int i = 1; i <= Sources; ++i)
    d.source(i, type);
  switch (type) {
  case Type::F16:
    d.emit(run<F<F16>, uint16_t, Sources>());
    break;
  case Type::BF16:
    d.emit(run<F<BF16>, uint16_t, Sources>());
    break;
  case Type::F16x2:
    d.emit(run<Both<F<F16>>, uint32_t, Sources>());
    break;
  default:
    d.emit(run<Both<F<BF16>>, uint32_t, Sources>());
    break;
  }
}
template <class H> using FmaRelu = Relu<Fma<H>>;

void decodeFma(Decoder &d, Type type) {
  d.take("relu") ? decode<FmaRelu, 3>(d, type) : decode<Fma, 3>(d, type);
}
void decodeExp2(Decoder &d, Type type) {
  d.take("ftz");
  decode<Exp2, 1>(d, type);
}
template <template <class> class F, template <class> class KeepsNan>
void decodeExtreme(Decoder &d, Type type) {
  d.take("NaN") ? decode<KeepsNan, 2>(d, type) : decode<F, 2>(d, type);
}

/// From sm_100 on halves go into a float without a conversion before.
template <class H> struct MixedAdd {
  static float of(uint16_t a, float c) { return H::wide(a) + c; }
};
template <class H> struct MixedSub {
  static float of(uint16_t a, float c) { return H::wide(a) - c; }
};
template <class H> struct MixedFma {
  static float of(uint16_t a, uint16_t b, float c) {
    return std::fma(H::wide(a), H::wide(b), c);
  }
};

template <template <class> class F> void decodeMixedSum(Decoder &d, Type type) {
  d.source(1, type);
  d.source(2, Type::F32);
  d.emit(type == Type::F16 ? binary<F<F16>, float, uint16_t, float>
                           : binary<F<BF16>, float, uint16_t, float>);
}
void decodeMixedFma(Decoder &d, Type type) {
  d.source(1, type);
  d.source(2, type);
  d.source(3, Type::F32);
  d.emit(type == Type::F16
             ? ternary<MixedFma<F16>, float, uint16_t, uint16_t, float>
             : ternary<MixedFma<BF16>, float, uint16_t, uint16_t, float>);
}

const Operation kMixed[] = {
    {"fma", decodeMixedFma},
    {"add", decodeMixedSum<MixedAdd>},
    {"sub", decodeMixedSum<MixedSub>},
};

const Operation kOperations[] = {
    {"fma", decodeFma},
    {"ex2", decodeExp2},
    {"min", decodeExtreme<Min, MinNan>},
    {"max", decodeExtreme<Max, MaxNan>},
    {"add", decode<Add, 2>},
    {"sub", decode<Sub, 2>},
    {"mul", decode<Mul, 2>},
    {"neg", decode<Neg, 1>},
    {"abs", decode<Abs, 1>},
    {"tanh", decode<Tanh, 1>},
};

} // namespace

bool decodeHalf(Decoder &d) {
  std::string_view mnemonic = d.mnemonic();
  Type type = typeNamed(mnemonic.substr(mnemonic.rfind('.') + 1));
  if (type != Type::F16 && type != Type::BF16 && type != Type::F16x2 &&
      type != Type::BF16x2)
    return false;
  bool isMixed = mnemonic.find(".f32.") != std::string_view::npos;
  const Operation *operation =
      isMixed ? find(kMixed, d.name()) : find(kOperations, d.name());
  if (!operation)
    return false;
  d.takeType();
  if (isMixed) {
    d.takeType();
    d.ignore({"rn"});
    d.destination(0, Type::F32);
    operation->decode(d, type);
    return true;
  }
  if (!d.is("min") && !d.is("max"))
    d.ignore({"rn", "approx"});
  operation->decode(d, type);
  return true;
}

} // namespace popt::fake
