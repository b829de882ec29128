//===- Rounded.cpp - Arithmetic rounded towards zero, down or up ----------===//
//
// Compiled with -frounding-math: the host's rounding mode is changed around the
// loop. These forms are rare, so the loop is plain.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Numbers.h"

#include <cfenv>

namespace popt::fake {
namespace {

enum What : uint32_t { Add, Sub, Mul, Fma, Div, Sqrt, Rcp };

template <class T> T compute(uint32_t what, T a, T b, T c) {
  // Through volatile, so that nothing moves out of the changed mode.
  volatile T x = a, y = b, z = c;
  volatile T result = 0;
  switch (what) {
  case Add:
    result = x + y;
    break;
  case Sub:
    result = x - y;
    break;
  case Mul:
    result = x * y;
    break;
  case Fma:
    result = std::fma(T(x), T(y), T(z));
    break;
  case Div:
    result = x / y;
    break;
  case Sqrt:
    result = std::sqrt(T(x));
    break;
  case Rcp:
    result = T(1) / x;
    break;
  }
  return result;
}

template <class T>
void rounded(Block &block, const Instruction &i, const Active &active) {
  T *d = block.reg<T>(i.r[0]);
  const T *a = block.reg<T>(i.r[1]);
  const T *b = block.reg<T>(i.r[2]);
  const T *c = block.reg<T>(i.r[3]);
  auto mode = Rounding(i.immediate & 7);
  bool ftz = i.immediate & 8;
  int old = fegetround();
  fesetround(mode == Rounding::Zero   ? FE_TOWARDZERO
             : mode == Rounding::Down ? FE_DOWNWARD
                                      : FE_UPWARD);
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    d[t] =
        ftz ? flush(compute<T>(i.target, flush(a[t]), flush(b[t]), flush(c[t])))
            : compute<T>(i.target, a[t], b[t], c[t]);
  }
  fesetround(old);
}

} // namespace

bool decodeRounded(Decoder &d) {
  static const std::pair<const char *, What> names[] = {
      {"add", Add}, {"sub", Sub}, {"mul", Mul},   {"fma", Fma},
      {"mad", Fma}, {"div", Div}, {"sqrt", Sqrt}, {"rcp", Rcp}};
  std::string_view mnemonic = d.mnemonic();
  Type type = typeNamed(mnemonic.substr(mnemonic.rfind('.') + 1));
  if (type != Type::F32 && type != Type::F64)
    return false;
  for (auto [name, what] : names) {
    if (!d.is(name))
      continue;
    d.takeType();
    Rounding rounding = takeRounding(d);
    bool ftz = d.take("ftz");
    d.destination(0, type);
    size_t sources = what == Fma ? 3 : what >= Sqrt ? 1 : 2;
    for (size_t i = 1; i <= 3; ++i)
      d.source(std::min(i, sources), type);
    Instruction &i =
        d.emit(type == Type::F32 ? rounded<float> : rounded<double>);
    i.immediate = int(rounding) | (ftz ? 8 : 0);
    i.target = what;
    return true;
  }
  return false;
}

} // namespace popt::fake
