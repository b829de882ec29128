//===- Logic.cpp - Bits, shifts, moves and selections ---------------------===//

#include "Decoder.h"
#include "Ops.h"

#include <algorithm>

namespace popt::fake {
namespace {

template <class T> struct And {
  static T of(T a, T b) { return a & b; }
};
template <class T> struct Or {
  static T of(T a, T b) { return a | b; }
};
template <class T> struct Xor {
  static T of(T a, T b) { return a ^ b; }
};
template <class T> struct Not {
  static T of(T a) { return T(~a); }
};
struct NotPredicate {
  static uint8_t of(uint8_t a) { return a == 0; }
};
template <class T> struct Cnot {
  static T of(T a) { return a == 0; }
};
/// Shifts are clamped to the width.
template <class T> struct Shl {
  static T of(T a, uint32_t n) { return n < 8 * sizeof(T) ? T(a << n) : T(0); }
};
template <class T> struct Shr {
  static T of(T a, uint32_t n) {
    if constexpr (std::is_signed_v<T>)
      return T(a >> std::min<uint32_t>(n, 8 * sizeof(T) - 1));
    else
      return n < 8 * sizeof(T) ? T(a >> n) : T(0);
  }
};
template <bool IsLeft, bool Wraps> struct Funnel {
  static uint32_t of(uint32_t low, uint32_t high, uint32_t n) {
    n = Wraps ? n & 31 : std::min(n, 32u);
    uint64_t both = uint64_t(high) << 32 | low;
    return IsLeft ? uint32_t((both << n) >> 32) : uint32_t(both >> n);
  }
};
template <class T> struct Select {
  static T of(T a, T b, uint8_t p) { return p ? a : b; }
};
template <class T, class C> struct SelectBySign {
  static T of(T a, T b, C c) { return c >= 0 ? a : b; }
};
template <class T> struct Clz {
  static uint32_t of(T a) {
    if constexpr (sizeof(T) == 8)
      return a ? __builtin_clzll(a) : 64;
    else
      return a ? __builtin_clz(a) : 32;
  }
};
template <class T> struct Popc {
  static uint32_t of(T a) { return uint32_t(__builtin_popcountll(a)); }
};
template <class T> struct Brev {
  static T of(T a) {
    T r = 0;
    for (uint32_t i = 0; i < 8 * sizeof(T); ++i)
      r = T(r << 1 | (a >> i & 1));
    return r;
  }
};
/// The place of the highest bit that differs from the sign; all ones if none.
template <class T, bool IsShift> struct Bfind {
  static uint32_t of(T a) {
    using U = std::make_unsigned_t<T>;
    U bits = a < 0 ? U(~a) : U(a);
    if (!bits)
      return ~0u;
    uint32_t at = 63 - uint32_t(__builtin_clzll(bits));
    return IsShift ? uint32_t(8 * sizeof(T)) - 1 - at : at;
  }
};
template <class T> struct Bfe {
  static T of(T a, uint32_t position, uint32_t length) {
    constexpr uint32_t top = 8 * sizeof(T) - 1;
    position &= 255;
    length &= 255;
    using U = std::make_unsigned_t<T>;
    U sign = 0;
    if (std::is_signed_v<T> && length)
      sign = U(a) >> std::min(position + length - 1, top) & 1;
    U field = position <= top ? U(a) >> position : U(0);
    if (position + length > top)
      length = position <= top ? top + 1 - position : 0;
    if (length > top)
      return T(field);
    U mask = (U(1) << length) - 1;
    return T((field & mask) | (sign ? ~mask : U(0)));
  }
};
template <class T>
void bfi(Block &block, const Instruction &i, const Active &active) {
  T *d = block.reg<T>(i.r[0]);
  const T *a = block.reg<T>(i.r[1]), *b = block.reg<T>(i.r[2]);
  const uint32_t *c = block.reg<uint32_t>(i.r[3]);
  const uint32_t *e = block.reg<uint32_t>(i.r[4]);
  each(active, [=](uint32_t t) {
    constexpr uint32_t width = 8 * sizeof(T);
    uint32_t position = c[t] & 255, length = e[t] & 255;
    T mask = length >= width ? T(~T(0)) : T((T(1) << length) - 1);
    mask = position >= width ? T(0) : T(mask << position);
    T field = position >= width ? T(0) : T(a[t] << position);
    d[t] = (b[t] & ~mask) | (field & mask);
  });
}
void lop3(Block &block, const Instruction &i, const Active &active) {
  uint32_t *d = block.reg<uint32_t>(i.r[0]);
  const uint32_t *a = block.reg<uint32_t>(i.r[1]);
  const uint32_t *b = block.reg<uint32_t>(i.r[2]);
  const uint32_t *c = block.reg<uint32_t>(i.r[3]);
  uint32_t table = uint32_t(i.immediate);
  each(active, [=](uint32_t t) {
    uint32_t x = 0;
    for (uint32_t k = 0; k < 8; ++k)
      if (table >> k & 1)
        x |= (k & 4 ? a[t] : ~a[t]) & (k & 2 ? b[t] : ~b[t]) &
             (k & 1 ? c[t] : ~c[t]);
    d[t] = x;
  });
}
/// Modes of prmt: none, then f4e, b4e, rc8, ecl, ecr, rc16.
struct Permute {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t selector) {
    uint64_t both = uint64_t(b) << 32 | a;
    uint32_t d = 0;
    for (uint32_t k = 0; k < 4; ++k) {
      uint32_t s = selector >> (4 * k) & 15;
      uint32_t byte = uint32_t(both >> (8 * (s & 7))) & 255;
      if (s & 8)
        byte = byte & 128 ? 255 : 0;
      d |= byte << (8 * k);
    }
    return d;
  }
};
void permuteMode(Block &block, const Instruction &i, const Active &active) {
  uint32_t *d = block.reg<uint32_t>(i.r[0]);
  const uint32_t *a = block.reg<uint32_t>(i.r[1]);
  const uint32_t *b = block.reg<uint32_t>(i.r[2]);
  const uint32_t *c = block.reg<uint32_t>(i.r[3]);
  // The selector for each mode and the low bits of c.
  static const uint32_t selectors[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123},
      {0x0000, 0x1111, 0x2222, 0x3333}, {0x3210, 0x3211, 0x3222, 0x3333},
      {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232}};
  const uint32_t *row = selectors[i.immediate];
  each(active,
       [=](uint32_t t) { d[t] = Permute::of(a[t], b[t], row[c[t] & 3]); });
}

template <template <class> class F> Run bits2(uint32_t bytes) {
  switch (bytes) {
  case 1:
    return binary<F<uint8_t>, uint8_t, uint8_t, uint8_t>;
  case 2:
    return binary<F<uint16_t>, uint16_t, uint16_t, uint16_t>;
  case 4:
    return binary<F<uint32_t>, uint32_t, uint32_t, uint32_t>;
  case 8:
    return binary<F<uint64_t>, uint64_t, uint64_t, uint64_t>;
  default:
    return nullptr;
  }
}
template <template <class> class F, class T> Run shiftRun() {
  return binary<F<T>, T, T, uint32_t>;
}
template <class T> Run selectRun() {
  return ternary<Select<T>, T, T, T, uint8_t>;
}
template <class T> Run slctRun(bool byFloat) {
  return byFloat ? Run(ternary<SelectBySign<T, float>, T, T, T, float>)
                 : Run(ternary<SelectBySign<T, int32_t>, T, T, T, int32_t>);
}

struct Wide {
  uint64_t low, high;
};
template <class T> struct Same {
  static T of(T a) { return a; }
};
template <> struct Same<Wide> {
  static Wide of(Wide a) { return a; }
};

/// d = {a, b, ...}: little parts of `i.bytes` each into one register.
template <class D, class Part>
void pack(Block &block, const Instruction &i, const Active &active) {
  constexpr uint32_t n = sizeof(D) / sizeof(Part);
  D *d = block.reg<D>(i.r[0]);
  const Part *parts[n];
  for (uint32_t k = 0; k < n; ++k)
    parts[k] = block.reg<Part>(i.r[1 + k]);
  each(active, [&](uint32_t t) {
    Part all[n];
    for (uint32_t k = 0; k < n; ++k)
      all[k] = parts[k][t];
    memcpy(&d[t], all, sizeof(D));
  });
}
template <class D, class Part>
void unpack(Block &block, const Instruction &i, const Active &active) {
  constexpr uint32_t n = sizeof(D) / sizeof(Part);
  Part *parts[n];
  for (uint32_t k = 0; k < n; ++k)
    parts[k] = block.reg<Part>(i.r[k]);
  const D *d = block.reg<D>(i.r[n]);
  each(active, [&](uint32_t t) {
    Part all[n];
    memcpy(all, &d[t], sizeof(D));
    for (uint32_t k = 0; k < n; ++k)
      parts[k][t] = all[k];
  });
}
template <class D> Run packRun(uint32_t parts, bool isPack) {
  switch (sizeof(D) / parts) {
#define POPT_PACK(Part)                                                        \
  if constexpr (sizeof(D) > sizeof(Part) && sizeof(D) <= 8 * sizeof(Part))     \
    return isPack ? pack<D, Part> : unpack<D, Part>;                           \
  return nullptr;
  case 1:
    POPT_PACK(uint8_t)
  case 2:
    POPT_PACK(uint16_t)
  case 4:
    POPT_PACK(uint32_t)
  case 8:
    POPT_PACK(uint64_t)
#undef POPT_PACK
  default:
    return nullptr;
  }
}
Run packOf(uint32_t bytes, size_t parts, bool isPack) {
  if (!parts || bytes % parts)
    return nullptr;
  switch (bytes) {
  case 2:
    return packRun<uint16_t>(uint32_t(parts), isPack);
  case 4:
    return packRun<uint32_t>(uint32_t(parts), isPack);
  case 8:
    return packRun<uint64_t>(uint32_t(parts), isPack);
  case 16:
    return packRun<Wide>(uint32_t(parts), isPack);
  default:
    return nullptr;
  }
}

template <class To, class From> struct Cast {
  static To of(From a) { return To(a); }
};
template <class From> struct Cast<Wide, From> {
  static Wide of(From a) {
    return {uint64_t(a), a < From(0) ? ~uint64_t(0) : 0};
  }
};
template <class To> struct Cast<To, Wide> {
  static To of(Wide a) { return To(a.low); }
};
template <> struct Cast<Wide, Wide> {
  static Wide of(Wide a) { return a; }
};
template <class From> Run castFrom(uint32_t toBytes) {
  switch (toBytes) {
  case 1:
    return unary<Cast<uint8_t, From>, uint8_t, From>;
  case 2:
    return unary<Cast<uint16_t, From>, uint16_t, From>;
  case 4:
    return unary<Cast<uint32_t, From>, uint32_t, From>;
  case 8:
    return unary<Cast<uint64_t, From>, uint64_t, From>;
  default:
    return unary<Cast<Wide, From>, Wide, From>;
  }
}

} // namespace

Run moveRun(uint32_t toBytes, uint32_t fromBytes, bool isSigned) {
  switch (fromBytes) {
  case 1:
    return isSigned ? castFrom<int8_t>(toBytes) : castFrom<uint8_t>(toBytes);
  case 2:
    return isSigned ? castFrom<int16_t>(toBytes) : castFrom<uint16_t>(toBytes);
  case 4:
    return isSigned ? castFrom<int32_t>(toBytes) : castFrom<uint32_t>(toBytes);
  case 8:
    return isSigned ? castFrom<int64_t>(toBytes) : castFrom<uint64_t>(toBytes);
  default:
    return castFrom<Wide>(toBytes);
  }
}

static void decodeMove(Decoder &d) {
  Type type = d.takeType();
  if (type == Type::None)
    return d.fail("mov has no type");
  uint32_t bytes = bytesOf(type);
  const Operand &from = d.operand(1), &to = d.operand(0);
  if (from.kind == Operand::Vector) {
    d.destination(0, type);
    Type part = Type::None;
    size_t n = from.parts.size();
    uint32_t width = n ? bytes / uint32_t(n) : 0;
    part = width == 1   ? Type::B8
           : width == 2 ? Type::B16
           : width == 4 ? Type::B32
                        : Type::B64;
    for (const Operand &operand : from.parts)
      d.source(operand, part);
    d.emit(packOf(bytes, n, true));
    return;
  }
  if (to.kind == Operand::Vector) {
    size_t n = to.parts.size();
    uint32_t width = n ? bytes / uint32_t(n) : 0;
    Type part = width == 1   ? Type::B8
                : width == 2 ? Type::B16
                : width == 4 ? Type::B32
                             : Type::B64;
    for (const Operand &operand : to.parts)
      d.destination(operand, part);
    d.source(1, type);
    d.emit(packOf(bytes, n, false));
    return;
  }
  d.destination(0, type);
  Space space;
  if (from.kind == Operand::Name && !d.isRegister(from) && bytes == 8 &&
      d.variableAddress(from.name, space)) {
    if (from.integer)
      return d.fail("mov of a variable plus a number is not known");
  } else {
    d.source(1, type);
  }
  d.emit(moveRun(bytes, bytes, false));
}

/// destination, sources.
static bool finish(Decoder &d, Type result, std::initializer_list<Type> sources,
                   Run run) {
  d.destination(0, result);
  size_t at = 1;
  for (Type source : sources)
    d.source(at++, source);
  d.emit(run);
  return true;
}

static bool decodeBitwise(Decoder &d) {
  if (d.is("and") || d.is("or") || d.is("xor")) {
    Type type = d.takeType();
    uint32_t bytes = bytesOf(type);
    return finish(d, type, {type, type},
                  d.is("and")  ? bits2<And>(bytes)
                  : d.is("or") ? bits2<Or>(bytes)
                               : bits2<Xor>(bytes));
  }
  if (d.is("not") || d.is("cnot")) {
    Type type = d.takeType();
    bool isNot = d.is("not");
    Run run = nullptr;
    if (type == Type::Pred)
      run = unary<NotPredicate, uint8_t, uint8_t>;
    else if (bytesOf(type) == 2)
      run = isNot ? unary<Not<uint16_t>, uint16_t, uint16_t>
                  : unary<Cnot<uint16_t>, uint16_t, uint16_t>;
    else if (bytesOf(type) == 4)
      run = isNot ? unary<Not<uint32_t>, uint32_t, uint32_t>
                  : unary<Cnot<uint32_t>, uint32_t, uint32_t>;
    else if (bytesOf(type) == 8)
      run = isNot ? unary<Not<uint64_t>, uint64_t, uint64_t>
                  : unary<Cnot<uint64_t>, uint64_t, uint64_t>;
    return finish(d, type, {type}, run);
  }
  return false;
}

static bool decodeShift(Decoder &d) {
  if (d.is("shl") || d.is("shr")) {
    Type type = d.takeType();
    uint32_t bytes = bytesOf(type);
    bool left = d.is("shl"), sign = isSigned(type);
    Run run = nullptr;
    if (bytes == 2)
      run = left   ? shiftRun<Shl, uint16_t>()
            : sign ? shiftRun<Shr, int16_t>()
                   : shiftRun<Shr, uint16_t>();
    else if (bytes == 4)
      run = left   ? shiftRun<Shl, uint32_t>()
            : sign ? shiftRun<Shr, int32_t>()
                   : shiftRun<Shr, uint32_t>();
    else if (bytes == 8)
      run = left   ? shiftRun<Shl, uint64_t>()
            : sign ? shiftRun<Shr, int64_t>()
                   : shiftRun<Shr, uint64_t>();
    return finish(d, type, {type, Type::U32}, run);
  }
  if (d.is("shf")) {
    bool left = d.take("l");
    if (!left && !d.take("r"))
      d.fail("shf needs .l or .r");
    bool wraps = d.take("wrap");
    if (!wraps)
      d.take("clamp");
    d.take("b32");
    Run run = left ? (wraps ? ternary<Funnel<true, true>, uint32_t, uint32_t,
                                      uint32_t, uint32_t>
                            : ternary<Funnel<true, false>, uint32_t, uint32_t,
                                      uint32_t, uint32_t>)
                   : (wraps ? ternary<Funnel<false, true>, uint32_t, uint32_t,
                                      uint32_t, uint32_t>
                            : ternary<Funnel<false, false>, uint32_t, uint32_t,
                                      uint32_t, uint32_t>);
    return finish(d, Type::B32, {Type::B32, Type::B32, Type::U32}, run);
  }
  return false;
}

static bool decodeSelection(Decoder &d) {
  if (d.is("selp")) {
    Type type = d.takeType();
    uint32_t bytes = bytesOf(type);
    return finish(d, type, {type, type, Type::Pred},
                  bytes == 2   ? selectRun<uint16_t>()
                  : bytes == 4 ? selectRun<uint32_t>()
                  : bytes == 8 ? selectRun<uint64_t>()
                               : nullptr);
  }
  if (d.is("slct")) {
    d.take("ftz");
    Type type = d.takeType(), by = d.takeType();
    bool byFloat = by == Type::F32;
    uint32_t bytes = bytesOf(type);
    return finish(d, type, {type, type, by},
                  bytes == 2   ? slctRun<uint16_t>(byFloat)
                  : bytes == 4 ? slctRun<uint32_t>(byFloat)
                  : bytes == 8 ? slctRun<uint64_t>(byFloat)
                               : nullptr);
  }
  return false;
}

static bool decodeCount(Decoder &d) {
  if (d.is("clz") || d.is("popc")) {
    Type type = d.takeType();
    bool clz = d.is("clz"), is64 = bytesOf(type) == 8;
    return finish(d, Type::U32, {type},
                  clz ? (is64 ? unary<Clz<uint64_t>, uint32_t, uint64_t>
                              : unary<Clz<uint32_t>, uint32_t, uint32_t>)
                      : (is64 ? unary<Popc<uint64_t>, uint32_t, uint64_t>
                              : unary<Popc<uint32_t>, uint32_t, uint32_t>));
  }
  if (d.is("brev")) {
    Type type = d.takeType();
    return finish(d, type, {type},
                  bytesOf(type) == 8
                      ? unary<Brev<uint64_t>, uint64_t, uint64_t>
                      : unary<Brev<uint32_t>, uint32_t, uint32_t>);
  }
  if (d.is("bfind")) {
    bool shift = d.take("shiftamt");
    Type type = d.takeType();
    Run run = nullptr;
    switch (type) {
#define POPT_BFIND(T)                                                          \
  run = shift ? unary<Bfind<T, true>, uint32_t, T>                             \
              : unary<Bfind<T, false>, uint32_t, T>;                           \
  break;
    case Type::U32:
      POPT_BFIND(uint32_t)
    case Type::S32:
      POPT_BFIND(int32_t)
    case Type::U64:
      POPT_BFIND(uint64_t)
    case Type::S64:
      POPT_BFIND(int64_t)
#undef POPT_BFIND
    default:
      break;
    }
    return finish(d, Type::U32, {type}, run);
  }
  return false;
}

static bool decodeField(Decoder &d) {
  if (d.is("bfe")) {
    Type type = d.takeType();
    Run run = nullptr;
    switch (type) {
#define POPT_BFE(T)                                                            \
  run = ternary<Bfe<T>, T, T, uint32_t, uint32_t>;                             \
  break;
    case Type::U32:
      POPT_BFE(uint32_t)
    case Type::S32:
      POPT_BFE(int32_t)
    case Type::U64:
      POPT_BFE(uint64_t)
    case Type::S64:
      POPT_BFE(int64_t)
#undef POPT_BFE
    default:
      break;
    }
    return finish(d, type, {type, Type::U32, Type::U32}, run);
  }
  if (d.is("bfi")) {
    Type type = d.takeType();
    return finish(d, type, {type, type, Type::U32, Type::U32},
                  bytesOf(type) == 8 ? bfi<uint64_t> : bfi<uint32_t>);
  }
  return false;
}

static bool decodeTable(Decoder &d) {
  if (d.is("lop3")) {
    d.take("b32");
    if (!d.hasOperand(4) || d.operand(4).kind != Operand::Integer) {
      d.fail("lop3 needs a table");
      return true;
    }
    int64_t table = int64_t(d.operand(4).integer);
    d.destination(0, Type::B32);
    for (size_t i = 1; i < 4; ++i)
      d.source(i, Type::B32);
    d.emit(lop3).immediate = table;
    return true;
  }
  if (d.is("prmt")) {
    d.take("b32");
    int64_t mode = -1, at = 0;
    for (const char *word : {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"}) {
      if (d.take(word))
        mode = at;
      ++at;
    }
    d.destination(0, Type::B32);
    for (size_t i = 1; i < 4; ++i)
      d.source(i, Type::B32);
    d.emit(mode < 0 ? ternary<Permute, uint32_t, uint32_t, uint32_t, uint32_t>
                    : permuteMode)
        .immediate = mode;
    return true;
  }
  return false;
}

bool decodeLogic(Decoder &d) {
  if (d.is("mov")) {
    if (!d.hasOperand(1))
      d.fail("mov needs two operands");
    else
      decodeMove(d);
    return true;
  }
  return decodeBitwise(d) || decodeShift(d) || decodeSelection(d) ||
         decodeCount(d) || decodeField(d) || decodeTable(d);
}

} // namespace popt::fake
