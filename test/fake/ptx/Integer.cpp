//===- Integer.cpp - add, mul, mad, div, min, ... of integers -------------===//
//
// Sums and products wrap, so they are computed unsigned. Division by zero gives
// all ones, as on the device (PTX leaves it undefined), and its remainder the
// dividend.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Ops.h"

#include <algorithm>
#include <type_traits>

namespace popt::fake {
namespace {

template <class T> using Unsigned = std::make_unsigned_t<T>;
template <class T> struct WiderOf;
template <> struct WiderOf<uint16_t> {
  using type = uint32_t;
};
template <> struct WiderOf<int16_t> {
  using type = int32_t;
};
template <> struct WiderOf<uint32_t> {
  using type = uint64_t;
};
template <> struct WiderOf<int32_t> {
  using type = int64_t;
};
__extension__ using Wide128 = __int128;
__extension__ using UnsignedWide128 = unsigned __int128;
template <> struct WiderOf<uint64_t> {
  using type = UnsignedWide128;
};
template <> struct WiderOf<int64_t> {
  using type = Wide128;
};
template <class T> using Wider = typename WiderOf<T>::type;

template <class T> struct Add {
  static T of(T a, T b) { return T(Unsigned<T>(a) + Unsigned<T>(b)); }
};
template <class T> struct Sub {
  static T of(T a, T b) { return T(Unsigned<T>(a) - Unsigned<T>(b)); }
};
struct AddSat {
  static int32_t of(int32_t a, int32_t b) {
    int64_t sum = int64_t(a) + b;
    return int32_t(
        std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX));
  }
};
struct SubSat {
  static int32_t of(int32_t a, int32_t b) {
    int64_t sum = int64_t(a) - b;
    return int32_t(
        std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX));
  }
};
template <class T> struct MulLo {
  static T of(T a, T b) { return T(uint64_t(a) * uint64_t(b)); }
};
template <class T> struct MulHi {
  static T of(T a, T b) {
    return T((Wider<T>(a) * Wider<T>(b)) >> (8 * sizeof(T)));
  }
};
template <class T> struct MulWide {
  static Wider<T> of(T a, T b) { return Wider<T>(a) * Wider<T>(b); }
};
template <class T> struct MadLo {
  static T of(T a, T b, T c) {
    return T(uint64_t(a) * uint64_t(b) + uint64_t(c));
  }
};
template <class T> struct MadHi {
  static T of(T a, T b, T c) { return Add<T>::of(MulHi<T>::of(a, b), c); }
};
template <class T> struct MadWide {
  static Wider<T> of(T a, T b, Wider<T> c) {
    return Wider<T>(uint64_t(MulWide<T>::of(a, b)) + uint64_t(c));
  }
};
template <class T> struct Div {
  static T of(T a, T b) {
    if (b == 0)
      return T(-1);
    if (std::is_signed_v<T> && b == T(-1))
      return Sub<T>::of(0, a);
    return T(a / b);
  }
};
template <class T> struct Rem {
  static T of(T a, T b) {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == T(-1))
      return 0;
    return T(a % b);
  }
};
template <class T> struct Min {
  static T of(T a, T b) { return b < a ? b : a; }
};
template <class T> struct Max {
  static T of(T a, T b) { return a < b ? b : a; }
};
template <class T> struct Neg {
  static T of(T a) { return Sub<T>::of(0, a); }
};
template <class T> struct Abs {
  static T of(T a) { return a < 0 ? Neg<T>::of(a) : a; }
};
template <class T> struct Sad {
  static T of(T a, T b, T c) {
    return Add<T>::of(c, a < b ? Sub<T>::of(b, a) : Sub<T>::of(a, b));
  }
};

template <template <class> class F, int Sources> Run runOf(Type type) {
  return forWords(type, [](auto value) {
    using T = decltype(value);
    return run<F<T>, T, Sources>();
  });
}
Run wideOf(Type type, bool isMad) {
  return forWords(type, [&](auto value) -> Run {
    using T = decltype(value);
    using W = Wider<T>;
    if constexpr (sizeof(T) == 8)
      return nullptr;
    else if (isMad)
      return ternary<MadWide<T>, W, T, T, W>;
    else
      return binary<MulWide<T>, W, T, T>;
  });
}
Type wider(Type type) {
  return type == Type::U16   ? Type::U32
         : type == Type::S16 ? Type::S32
         : type == Type::U32 ? Type::U64
         : type == Type::S32 ? Type::S64
                             : Type::None;
}

/// d = a + b (+ carry), with the carry out in r[3]. A subtraction adds ~b; its
/// flag is the borrow.
template <class T, bool IsSub, bool In>
void withCarry(Block &block, const Instruction &i, const Active &active) {
  T *d = block.reg<T>(i.r[0]);
  const T *a = block.reg<T>(i.r[1]);
  const T *b = block.reg<T>(i.r[2]);
  uint8_t *carry = block.reg<uint8_t>(i.r[3]);
  bool setsCarry = i.immediate != 0;
  each(active, [=](uint32_t t) {
    T addend = IsSub ? T(~b[t]) : b[t];
    T in = In ? T((carry[t] != 0) != IsSub) : T(IsSub);
    T sum = T(a[t] + addend);
    T all = T(sum + in);
    if (setsCarry)
      carry[t] = ((sum < addend) | (all < in)) != IsSub;
    d[t] = all;
  });
}
/// The low or high half of a * b, plus c (+ carry).
template <class T, bool In>
void madWithCarry(Block &block, const Instruction &i, const Active &active) {
  T *d = block.reg<T>(i.r[0]);
  const T *a = block.reg<T>(i.r[1]);
  const T *b = block.reg<T>(i.r[2]);
  const T *c = block.reg<T>(i.r[4]);
  uint8_t *carry = block.reg<uint8_t>(i.r[3]);
  bool setsCarry = i.immediate & 1, isHigh = i.immediate & 2;
  each(active, [=](uint32_t t) {
    UnsignedWide128 product = UnsignedWide128(a[t]) * b[t];
    T part = T(isHigh ? product >> (8 * sizeof(T)) : product);
    T in = In ? T(carry[t] != 0) : T(0);
    T sum = T(part + c[t]);
    T all = T(sum + in);
    if (setsCarry)
      carry[t] = (sum < part) | (all < in);
    d[t] = all;
  });
}
template <class T> Run carryRun(bool isSub, bool in) {
  if (isSub)
    return in ? withCarry<T, true, true> : withCarry<T, true, false>;
  return in ? withCarry<T, false, true> : withCarry<T, false, false>;
}

} // namespace

static bool isInteger(Type type) {
  return type >= Type::U16 && type <= Type::S64 && type != Type::B16 &&
         type != Type::B32 && type != Type::B64;
}

/// The type of a mnemonic is its last modifier.
static Type lastType(std::string_view mnemonic) {
  return typeNamed(mnemonic.substr(mnemonic.rfind('.') + 1));
}

static void decodeCarry(Decoder &d, bool isSub, bool isMad, bool in) {
  Type type = d.takeType();
  bool sets = d.take("cc");
  bool isHigh = isMad && d.take("hi");
  if (isMad && !isHigh)
    d.take("lo");
  bool is64 = bytesOf(type) == 8;
  d.destination(0, type);
  d.source(1, type);
  d.source(2, type);
  d.add(d.carry());
  if (isMad) {
    d.source(3, type);
    if (isHigh && isSigned(type))
      return d.fail("signed mad.hi with a carry is not known");
    Run run = is64 ? (in ? madWithCarry<uint64_t, true>
                         : madWithCarry<uint64_t, false>)
                   : (in ? madWithCarry<uint32_t, true>
                         : madWithCarry<uint32_t, false>);
    d.emit(run).immediate = int(sets) | (isHigh ? 2 : 0);
    return;
  }
  d.emit(is64 ? carryRun<uint64_t>(isSub, in) : carryRun<uint32_t>(isSub, in))
      .immediate = sets;
}

bool decodeInteger(Decoder &d) {
  if (d.is("addc") || d.is("subc") || d.is("madc")) {
    decodeCarry(d, d.is("subc"), d.is("madc"), true);
    return true;
  }
  Type type = lastType(d.mnemonic());
  if (!isInteger(type))
    return false;
  bool isMad = d.is("mad");
  if ((d.is("add") || d.is("sub") || isMad) &&
      d.mnemonic().find(".cc.") != std::string_view::npos) {
    decodeCarry(d, d.is("sub"), isMad, false);
    return true;
  }
  Run run = nullptr;
  size_t sources = 2;
  Type result = type, last = type;
  if (d.is("add"))
    run = d.take("sat") ? binary<AddSat, int32_t, int32_t, int32_t>
                        : runOf<Add, 2>(type);
  else if (d.is("sub"))
    run = d.take("sat") ? binary<SubSat, int32_t, int32_t, int32_t>
                        : runOf<Sub, 2>(type);
  else if (d.is("mul") || isMad) {
    sources = isMad ? 3 : 2;
    if (d.take("wide")) {
      run = wideOf(type, isMad);
      result = last = wider(type);
    } else if (d.take("hi")) {
      run = isMad ? runOf<MadHi, 3>(type) : runOf<MulHi, 2>(type);
    } else if (d.take("lo")) {
      run = isMad ? runOf<MadLo, 3>(type) : runOf<MulLo, 2>(type);
    }
  } else if (d.is("div"))
    run = runOf<Div, 2>(type);
  else if (d.is("rem"))
    run = runOf<Rem, 2>(type);
  else if (d.is("min"))
    run = runOf<Min, 2>(type);
  else if (d.is("max"))
    run = runOf<Max, 2>(type);
  else if (d.is("sad"))
    run = runOf<Sad, 3>(type), sources = 3;
  else if (d.is("neg"))
    run = isSigned(type) ? runOf<Neg, 1>(type) : nullptr, sources = 1;
  else if (d.is("abs"))
    run = isSigned(type) ? runOf<Abs, 1>(type) : nullptr, sources = 1;
  else
    return false;
  d.takeType();
  d.destination(0, result);
  for (size_t i = 1; i <= sources; ++i)
    d.source(i, i == 3 ? last : type);
  d.emit(run);
  return true;
}

} // namespace popt::fake
