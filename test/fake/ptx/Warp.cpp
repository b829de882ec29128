//===- Warp.cpp - shfl, vote, match, redux --------------------------------===//
//
// The block runs these once all lanes that the mask names have come, so the
// active threads of a warp are all that matter. The mask is r[0].
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Ops.h"

#include <algorithm>

namespace popt::fake {
namespace {

enum ShuffleMode : int64_t { Up, Down, Bfly, Idx };

uint32_t maskOfWarp(const Active &active, uint32_t &at) {
  uint32_t warp = active.thread(at) / kWarpSize, mask = 0;
  while (at < active.end && active.thread(at) / kWarpSize == warp)
    mask |= 1u << active.thread(at++) % kWarpSize;
  return mask;
}

/// r: mask, d, predicate, a, b, c.
void shuffle(Block &block, const Instruction &i, const Active &active) {
  uint32_t *d = block.reg<uint32_t>(i.r[1]);
  uint8_t *p = block.reg<uint8_t>(i.r[2]);
  const uint32_t *a = block.reg<uint32_t>(i.r[3]);
  const uint32_t *b = block.reg<uint32_t>(i.r[4]);
  const uint32_t *c = block.reg<uint32_t>(i.r[5]);
  const uint32_t *mask = block.reg<uint32_t>(i.r[0]);
  uint32_t at = active.begin;
  while (at < active.end) {
    uint32_t begin = at;
    uint32_t here = maskOfWarp(active, at);
    uint32_t base = active.thread(begin) / kWarpSize * kWarpSize;
    // The destination may be the source: read the warp first.
    uint32_t values[kWarpSize];
    for (uint32_t k = begin; k < at; ++k)
      values[active.thread(k) - base] = a[active.thread(k)];
    for (uint32_t k = begin; k < at; ++k) {
      uint32_t t = active.thread(k), lane = t - base;
      uint32_t segment = c[t] >> 8 & 31, clamp = c[t] & 31, by = b[t] & 31;
      uint32_t last = (lane & segment) | (clamp & ~segment);
      uint32_t first = lane & segment, from = lane;
      bool inRange = false;
      switch (i.immediate) {
      case Up:
        from = lane - by;
        inRange = int32_t(from) >= int32_t(last);
        break;
      case Down:
        from = lane + by;
        inRange = from <= last;
        break;
      case Bfly:
        from = lane ^ by;
        inRange = from <= last;
        break;
      default:
        from = first | (by & ~segment);
        inRange = from <= last;
      }
      if (!inRange)
        from = lane;
      if (!(here & mask[t]) || !(here >> from & 1) || !(mask[t] >> from & 1))
        return block.fail(i, t, kFailedLaunch,
                          "shuffles from lane " + std::to_string(from) +
                              ", which does not take part");
      p[t] = inRange;
      d[t] = values[from];
    }
  }
}

enum VoteMode : int64_t { All, Any, Uniform, Ballot };

/// r: mask, d, predicate.
void vote(Block &block, const Instruction &i, const Active &active) {
  const uint8_t *p = block.reg<uint8_t>(i.r[2]);
  const uint32_t *mask = block.reg<uint32_t>(i.r[0]);
  int64_t mode = i.immediate & 3;
  bool negated = i.immediate & 4;
  uint32_t at = active.begin;
  while (at < active.end) {
    uint32_t begin = at, votes = 0;
    uint32_t here = maskOfWarp(active, at);
    for (uint32_t k = begin; k < at; ++k) {
      uint32_t t = active.thread(k);
      votes |= uint32_t((p[t] != 0) != negated) << t % kWarpSize;
    }
    for (uint32_t k = begin; k < at; ++k) {
      uint32_t t = active.thread(k), all = here & mask[t],
               yes = votes & mask[t];
      if (mode == Ballot)
        block.reg<uint32_t>(i.r[1])[t] = yes;
      else
        block.reg<uint8_t>(i.r[1])[t] = mode == All   ? yes == all
                                        : mode == Any ? yes != 0
                                                      : yes == all || !yes;
    }
  }
}

/// match.any: the lanes with an equal value. r: mask, d, a.
template <class T>
void matchAny(Block &block, const Instruction &i, const Active &active) {
  uint32_t *d = block.reg<uint32_t>(i.r[1]);
  const T *a = block.reg<T>(i.r[2]);
  const uint32_t *mask = block.reg<uint32_t>(i.r[0]);
  uint32_t at = active.begin;
  while (at < active.end) {
    uint32_t begin = at;
    maskOfWarp(active, at);
    for (uint32_t k = begin; k < at; ++k) {
      uint32_t t = active.thread(k), equal = 0;
      for (uint32_t o = begin; o < at; ++o)
        if (a[active.thread(o)] == a[t])
          equal |= 1u << active.thread(o) % kWarpSize;
      d[t] = equal & mask[t];
    }
  }
}

enum ReduxMode : int64_t { RAdd, RMin, RMax, RAnd, ROr, RXor };

template <class T>
void redux(Block &block, const Instruction &i, const Active &active) {
  T *d = block.reg<T>(i.r[1]);
  const T *a = block.reg<T>(i.r[2]);
  uint32_t at = active.begin;
  while (at < active.end) {
    uint32_t begin = at;
    maskOfWarp(active, at);
    T all = a[active.thread(begin)];
    for (uint32_t k = begin + 1; k < at; ++k) {
      T x = a[active.thread(k)];
      switch (i.immediate) {
      case RAdd:
        all = T(uint32_t(all) + uint32_t(x));
        break;
      case RMin:
        all = std::min(all, x);
        break;
      case RMax:
        all = std::max(all, x);
        break;
      case RAnd:
        all &= x;
        break;
      case ROr:
        all |= x;
        break;
      default:
        all ^= x;
      }
    }
    for (uint32_t k = begin; k < at; ++k)
      d[active.thread(k)] = all;
  }
}

void activeMask(Block &block, const Instruction &i, const Active &active) {
  uint32_t *d = block.reg<uint32_t>(i.r[0]);
  uint32_t at = active.begin;
  while (at < active.end) {
    uint32_t begin = at;
    uint32_t mask = maskOfWarp(active, at);
    for (uint32_t k = begin; k < at; ++k)
      d[active.thread(k)] = mask;
  }
}

void nothing(Block &, const Instruction &, const Active &) {}

} // namespace

static int64_t takeMode(Decoder &d, std::initializer_list<const char *> words) {
  int64_t at = 0;
  for (const char *word : words) {
    if (d.take(word))
      return at;
    ++at;
  }
  d.fail("\"" + std::string(d.mnemonic()) + "\" is not known");
  return 0;
}

bool decodeWarp(Decoder &d) {
  if (d.is("activemask")) {
    d.take("b32");
    d.destination(0, Type::B32);
    d.emit(activeMask);
    return true;
  }
  bool isWarpBarrier = d.is("bar") && d.mnemonic() == "bar.warp.sync";
  if (!d.is("shfl") && !d.is("vote") && !d.is("match") && !d.is("redux") &&
      !isWarpBarrier)
    return false;
  if (!d.take("sync")) {
    d.fail("only the .sync form of \"" + std::string(d.name()) + "\" is known");
    return true;
  }
  if (isWarpBarrier) {
    d.take("warp");
    d.source(0, Type::U32);
    d.emit(nothing, Instruction::WarpSync);
    return true;
  }
  if (d.is("shfl")) {
    int64_t mode = takeMode(d, {"up", "down", "bfly", "idx"});
    d.take("b32");
    d.source(4, Type::U32);
    if (!d.hasOperand(4))
      return true;
    const Operand &to = d.operand(0);
    if (to.kind == Operand::Pair) {
      d.destination(to.parts[0], Type::B32);
      d.destination(to.parts[1], Type::Pred);
    } else {
      d.destination(to, Type::B32);
      d.temporary(Type::Pred);
    }
    for (size_t i = 1; i < 4; ++i)
      d.source(i, Type::B32);
    d.emit(shuffle, Instruction::WarpSync).immediate = mode;
    return true;
  }
  if (d.is("vote")) {
    int64_t mode = takeMode(d, {"all", "any", "uni", "ballot"});
    d.takeType();
    d.source(2, Type::U32);
    d.destination(0, mode == Ballot ? Type::B32 : Type::Pred);
    d.source(1, Type::Pred);
    bool negated = d.hasOperand(1) && d.operand(1).negated;
    d.emit(vote, Instruction::WarpSync).immediate = mode | (negated ? 4 : 0);
    return true;
  }
  if (d.is("match")) {
    if (!d.take("any"))
      d.fail("only match.any is known");
    Type type = d.takeType();
    d.source(2, Type::U32);
    d.destination(0, Type::B32);
    d.source(1, type);
    d.emit(bytesOf(type) == 8 ? matchAny<uint64_t> : matchAny<uint32_t>,
           Instruction::WarpSync);
    return true;
  }
  int64_t mode = takeMode(d, {"add", "min", "max", "and", "or", "xor"});
  Type type = d.takeType();
  if (bytesOf(type) != 4 || type == Type::F32)
    d.fail("redux is of 32-bit integers");
  d.source(2, Type::U32);
  d.destination(0, type);
  d.source(1, type);
  d.emit(isSigned(type) ? redux<int32_t> : redux<uint32_t>,
         Instruction::WarpSync)
      .immediate = mode;
  return true;
}

} // namespace popt::fake
