//===- Memory.cpp - ld, st, cvta and hints --------------------------------===//
//
// An access resolves the addresses of all threads at once (Block::resolve), then
// copies between their places and the columns. Elements narrower than their
// register are extended by moves that the decoder adds.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "Ops.h"

#include <algorithm>

namespace popt::fake {
namespace {

struct Wide {
  uint64_t low, high;
};

/// r[0..count) = the elements at the address in r[count].
template <class T, int Count>
void load(Block &block, const Instruction &i, const Active &active) {
  if (!block.resolve(i, active, Count, false))
    return;
  T *d[Count];
  for (int k = 0; k < Count; ++k)
    d[k] = block.reg<T>(i.r[k]);
  const uint64_t *where = block.where();
  if (block.isDense()) {
    const T *from = reinterpret_cast<const T *>(where[active.begin]);
    uint32_t first = active.begin;
    each(active, [=](uint32_t t) {
      for (int k = 0; k < Count; ++k)
        d[k][t] = from[(t - first) * Count + k];
    });
    return;
  }
  each(active, [=](uint32_t t) {
    T all[Count];
    memcpy(all, reinterpret_cast<const void *>(where[t]), sizeof(all));
    for (int k = 0; k < Count; ++k)
      d[k][t] = all[k];
  });
}

/// The elements at the address in r[0] = r[1..count].
template <class T, int Count>
void store(Block &block, const Instruction &i, const Active &active) {
  if (!block.resolve(i, active, 0, true))
    return;
  const T *s[Count];
  for (int k = 0; k < Count; ++k)
    s[k] = block.reg<T>(i.r[1 + k]);
  const uint64_t *where = block.where();
  if (block.isDense()) {
    T *to = reinterpret_cast<T *>(where[active.begin]);
    uint32_t first = active.begin;
    each(active, [=](uint32_t t) {
      for (int k = 0; k < Count; ++k)
        to[(t - first) * Count + k] = s[k][t];
    });
    return;
  }
  // In the order of threads: of several to one place the last stays.
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    T all[Count];
    for (int k = 0; k < Count; ++k)
      all[k] = s[k][t];
    memcpy(reinterpret_cast<void *>(where[t]), all, sizeof(all));
  }
}

template <class T> Run accessOf(uint32_t count, bool isStore) {
  switch (count) {
  case 1:
    return isStore ? store<T, 1> : load<T, 1>;
  case 2:
    return isStore ? store<T, 2> : load<T, 2>;
  case 4:
    return isStore ? store<T, 4> : load<T, 4>;
  case 8:
    return isStore ? store<T, 8> : load<T, 8>;
  default:
    return nullptr;
  }
}
Run accessRun(uint32_t bytes, uint32_t count, bool isStore) {
  switch (bytes) {
  case 1:
    return accessOf<uint8_t>(count, isStore);
  case 2:
    return accessOf<uint16_t>(count, isStore);
  case 4:
    return accessOf<uint32_t>(count, isStore);
  case 8:
    return accessOf<uint64_t>(count, isStore);
  case 16:
    return count == 1 ? (isStore ? store<Wide, 1> : load<Wide, 1>) : nullptr;
  default:
    return nullptr;
  }
}

void nothing(Block &, const Instruction &, const Active &) {}

/// generic address = address + immediate, and back.
void addWindow(Block &block, const Instruction &i, const Active &active) {
  uint64_t *d = block.reg<uint64_t>(i.r[0]);
  const uint64_t *a = block.reg<uint64_t>(i.r[1]);
  uint64_t window = uint64_t(i.immediate);
  each(active, [=](uint32_t t) { d[t] = a[t] + window; });
}
void isInSpace(Block &block, const Instruction &i, const Active &active) {
  uint8_t *d = block.reg<uint8_t>(i.r[0]);
  const uint64_t *a = block.reg<uint64_t>(i.r[1]);
  uint64_t window = uint64_t(i.immediate);
  each(active, [=](uint32_t t) { d[t] = (a[t] & kWindowMask) == window; });
}

uint64_t windowOf(Space space) {
  return space == Space::Shared  ? kSharedWindow
         : space == Space::Local ? kLocalWindow
                                 : 0;
}

} // namespace

Space takeSpace(Decoder &d) {
  if (d.take("global"))
    return Space::Global;
  if (d.take("shared") || d.take("shared::cta"))
    return Space::Shared;
  if (d.take("local"))
    return Space::Local;
  if (d.take("const"))
    return Space::Const;
  if (d.take("param") || d.take("param::entry") || d.take("param::func"))
    return Space::Param;
  return Space::Generic;
}

static void decodeAccess(Decoder &d, bool isStore) {
  bool isAtomic = false;
  for (const char *order :
       {"volatile", "relaxed", "acquire", "release", "mmio"})
    isAtomic |= d.take(order);
  d.ignore({"weak",
            "cta",
            "cluster",
            "gpu",
            "sys",
            "nc",
            "ca",
            "cg",
            "cs",
            "lu",
            "cv",
            "wb",
            "wt",
            "L1::evict_normal",
            "L1::evict_unchanged",
            "L1::evict_first",
            "L1::evict_last",
            "L1::no_allocate",
            "L2::evict_first",
            "L2::evict_last",
            "L2::evict_normal",
            "L2::64B",
            "L2::128B",
            "L2::256B",
            "unified"});
  Space space = takeSpace(d);
  uint32_t count = d.take("v8") ? 8 : d.take("v4") ? 4 : d.take("v2") ? 2 : 1;
  Type type = d.takeType();
  uint32_t bytes = bytesOf(type);
  if (!d.hasOperand(1) || !bytes || type == Type::Pred)
    return d.fail("\"" + std::string(d.mnemonic()) + "\" is not known");
  const Operand &value = d.operand(isStore ? 1 : 0);
  const Operand &place = d.operand(isStore ? 0 : 1);
  const std::vector<Operand> one = {value};
  const std::vector<Operand> &values =
      value.kind == Operand::Vector ? value.parts : one;
  if (values.size() != count)
    return d.fail("the access is of " + std::to_string(count) +
                  " elements and names " + std::to_string(values.size()));
  // A parameter of the entry is a register.
  uint32_t offset;
  if (space == Space::Param && d.entryParameter(place, offset)) {
    if (isStore || bytes > 8)
      return d.fail("this access to a parameter is not known");
    for (uint32_t k = 0; k < count; ++k) {
      d.destination(values[k], type);
      d.add(d.parameterRegister(offset + k * bytes, bytes));
      d.emit(moveRun(bytes, bytes, false));
      d.restart();
    }
    return;
  }
  if (isStore)
    d.address(place, space);
  for (const Operand &element : values)
    isStore ? d.source(element, type) : d.destination(element, type);
  if (!isStore)
    d.address(place, space);
  // Through a register, a structure among the entry's parameters is read.
  if (space == Space::Param && isStore)
    return d.fail("parameters of an entry cannot be written");
  Instruction &i = d.emit(accessRun(bytes, count, isStore));
  i.space = space;
  i.bytes = uint8_t(bytes);
  i.count = uint8_t(count);
  i.isAtomic = isAtomic;
}

bool decodeMemory(Decoder &d) {
  if (d.is("ld") || d.is("st")) {
    decodeAccess(d, d.is("st"));
    return true;
  }
  if (d.is("cvta")) {
    bool toSpace = d.take("to");
    Space space = takeSpace(d);
    d.take("u64");
    d.destination(0, Type::U64);
    Space variableSpace = space;
    if (d.hasOperand(1) && !d.isRegister(d.operand(1)))
      d.variableAddress(d.operand(1).name, variableSpace);
    else
      d.source(1, Type::U64);
    if (space != variableSpace || space == Space::Param)
      d.fail("this cvta is not known");
    uint64_t window = windowOf(space);
    d.emit(addWindow).immediate = int64_t(toSpace ? -window : window);
    return true;
  }
  if (d.is("isspacep")) {
    Space space = takeSpace(d);
    d.destination(0, Type::Pred);
    d.source(1, Type::U64);
    d.emit(isInSpace).immediate = int64_t(windowOf(space));
    return true;
  }
  if (d.is("prefetch") || d.is("prefetchu") || d.is("discard") ||
      d.is("applypriority")) {
    while (!d.takeAny().empty()) {
    }
    d.emit(nothing);
    return true;
  }
  // Blocks and threads do not run at the same time, so order is given.
  if (d.is("membar") || d.is("fence")) {
    d.ignore({"sc", "acq_rel", "acquire", "release", "cta", "cluster", "gpu",
              "sys", "gl"});
    d.emit(nothing);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Addresses of all threads.
//===----------------------------------------------------------------------===//

static std::string hex(uint64_t value) {
  char text[32];
  snprintf(text, sizeof(text), "0x%llx", (unsigned long long)value);
  return text;
}

bool Block::resolve(const Instruction &i, const Active &active,
                    uint32_t addressAt, bool isWrite) {
  const uint64_t *base = reg<uint64_t>(i.r[addressAt]);
  uint64_t offset = uint64_t(i.immediate);
  uint64_t *to = addresses.data();
  each(active, [=](uint32_t t) { to[t] = base[t] + offset; });
  Space space = i.space;
  if (space == Space::Generic) {
    // All in one window, or one thread after the other.
    uint64_t first = to[active.thread(active.begin)] & kWindowMask, other = 0;
    each(active, [&](uint32_t t) { other |= (to[t] & kWindowMask) ^ first; });
    if (other) {
      for (uint32_t at = active.begin; at < active.end; ++at) {
        Active one{active.thread(at), active.thread(at) + 1, nullptr};
        if (!resolve(i, one, addressAt, isWrite))
          return false;
      }
      dense = false;
      return true;
    }
    space = first == kSharedWindow  ? Space::Shared
            : first == kLocalWindow ? Space::Local
                                    : Space::Global;
    if (first)
      each(active, [=](uint32_t t) { to[t] -= first; });
  }
  return resolveWindow(i, active, space, isWrite);
}

/// What the addresses of the active threads have in common. For threads that
/// stand side by side nearly always one look at their differences is enough.
static void survey(const uint64_t *to, const Active &active, uint32_t bytes,
                   Access &out_access, uint64_t &out_bits) {
  uint32_t begin = active.thread(active.begin), end = active.end;
  int64_t low = int64_t(to[begin]), high = low;
  uint64_t bits = to[begin], jumps = 0, step = to[begin];
  if (!active.list) {
    POPT_FAKE_LOOP
    for (uint32_t t = begin; t < end; ++t)
      jumps |= to[t] ^ (step + uint64_t(t - begin) * bytes);
    if (!jumps) {
      out_access.isDense = true;
      out_access.low = step;
      out_access.high = step + uint64_t(end - begin) * bytes;
      out_bits = step | (end - begin > 1 ? bytes : 0);
      return;
    }
    POPT_FAKE_LOOP
    for (uint32_t t = begin; t < end; ++t) {
      // Signed: no address has the top bit, and a wild one is found either way.
      low = std::min(low, int64_t(to[t]));
      high = std::max(high, int64_t(to[t]));
      bits |= to[t];
    }
  } else {
    for (uint32_t at = active.begin; at < end; ++at) {
      uint64_t address = to[active.list[at]];
      low = std::min(low, int64_t(address));
      high = std::max(high, int64_t(address));
      bits |= address;
    }
  }
  out_access.isDense = false;
  out_access.low = uint64_t(low);
  out_access.high = uint64_t(high) + bytes;
  out_bits = bits;
}

/// Bounds and alignment of shared and local memory; global memory's checker
/// knows its own. Afterwards the addresses are the host's.
bool Block::resolveWindow(const Instruction &i, const Active &active,
                          Space space, bool isWrite) {
  uint64_t *to = addresses.data();
  uint32_t bytes = uint32_t(i.bytes) * i.count;
  Access access{to,         active, 0,
                0,          bytes,  isWrite,
                i.isAtomic, false,  uint32_t(&i - kernel.code.data())};
  uint64_t bits;
  survey(to, active, bytes, access, bits);
  dense = access.isDense;
  auto describe = [&](uint32_t t) {
    return std::string(isWrite ? "writes " : "reads ") + std::to_string(bytes) +
           " bytes at " + hex(to[t]);
  };
  uint32_t align = bytes & (bytes - 1) ? i.bytes : bytes;
  if (bits & (align - 1)) {
    for (uint32_t at = active.begin; at < active.end; ++at)
      if (uint32_t t = active.thread(at); to[t] & (align - 1)) {
        fail(i, t, kMisaligned,
             describe(t) + ", which is not a multiple of " +
                 std::to_string(align));
        return false;
      }
  }
  Finding finding;
  if (space == Space::Global || space == Space::Const) {
    if (!checker.global(access, finding)) {
      fail(i, finding.thread, finding.code, finding.what);
      return false;
    }
    return true;
  }
  bool isShared = space == Space::Shared;
  uint64_t size = isShared                ? sharedBytes
                  : space == Space::Param ? kernel.parameterBytes
                                          : kernel.localBytes;
  if (access.low > size || access.high > size || access.high < access.low) {
    for (uint32_t at = active.begin; at < active.end; ++at)
      if (uint32_t t = active.thread(at);
          to[t] > size || to[t] + bytes > size) {
        fail(i, t, kIllegalAccess,
             describe(t) + " of " +
                 (isShared                ? "shared"
                  : space == Space::Param ? "parameter"
                                          : "local") +
                 " memory, which has " + std::to_string(size) + " bytes");
        return false;
      }
  }
  if (isShared) {
    if (!checker.shared(access, finding)) {
      fail(i, finding.thread, finding.code, finding.what);
      return false;
    }
    uint64_t memory = reinterpret_cast<uint64_t>(shared.data());
    each(active, [=](uint32_t t) { to[t] += memory; });
    return true;
  }
  if (space == Space::Param) {
    uint64_t memory = reinterpret_cast<uint64_t>(parameters.data());
    each(active, [=](uint32_t t) { to[t] += memory; });
    return true;
  }
  dense = false;
  uint8_t *memory = reinterpret_cast<uint8_t *>(local.data());
  for (uint32_t at = active.begin; at < active.end; ++at) {
    uint32_t t = active.thread(at);
    size_t place = size_t(t) * kernel.localBytes + to[t];
    uint8_t *written = localWritten.data() + place;
    if (isWrite) {
      memset(written, 1, bytes);
    } else if (memchr(written, 0, bytes)) {
      fail(i, t, kFailedLaunch,
           describe(t) + " of local memory that it never wrote");
      return false;
    }
    to[t] = reinterpret_cast<uint64_t>(memory + place);
  }
  return true;
}

} // namespace popt::fake
