//===- StepTableBytes.cpp - Step table to bytes and back ------------------===//
//
// One function per record lists its fields; the writer and the reader both run
// it, so that they cannot disagree. Integers are little-endian and of fixed
// width, a list is its length and its elements. The reader never trusts a
// length: bulk data must fit into what is left, and records are appended one by
// one, so that memory stays proportional to the file. Tests: flipped bits and
// every truncation of a table (StepTableTest).
//
//===----------------------------------------------------------------------===//
#include "Checksum.h"
#include "popt-rt/step_table.h"
#include <cstring>
#include <type_traits>

using namespace popt::rt;

// Records that are not structs of ours, which argument-dependent lookup would
// not find below.
template <typename A> static void fields(A &a, std::string &s) { a.text(s); }
template <typename A> static void fields(A &a, std::vector<int64_t> &v) {
  a.numbers(v);
}
template <typename A> static void fields(A &a, std::vector<int32_t> &v) {
  a.numbers(v);
}
template <typename A> static void fields(A &a, std::pair<int32_t, int32_t> &v) {
  a.value(v.first);
  a.value(v.second);
}

namespace {
constexpr char kMagic[8] = {'P', 'O', 'P', 'T', 'S', 'T', 'E', 'P'};
constexpr size_t kHeaderBytes = 8 + 4 + 4 + 8 + 8;

/// Appends little-endian records to a byte vector.
struct Writer {
  std::vector<uint8_t> bytes;

  void number(uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i)
      bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  }
  template <typename T> void value(T &v) {
    number(static_cast<uint64_t>(v), std::is_enum_v<T> ? 1 : sizeof(T));
  }
  template <typename T> void numbers(std::vector<T> &list) {
    number(list.size(), 8);
    for (T &v : list)
      value(v);
  }
  void raw(std::vector<uint8_t> &list) {
    number(list.size(), 8);
    bytes.insert(bytes.end(), list.begin(), list.end());
  }
  void text(std::string &s) {
    number(s.size(), 4);
    bytes.insert(bytes.end(), s.begin(), s.end());
  }
  template <typename T> void records(std::vector<T> &list) {
    number(list.size(), 4);
    for (T &record : list)
      fields(*this, record);
  }
  template <typename T> void optional(std::optional<T> &v) {
    number(v.has_value(), 1);
    if (v)
      fields(*this, *v);
  }
  template <typename... Ts> void oneOf(std::variant<Ts...> &v) {
    number(v.index(), 1);
    std::visit([&](auto &op) { fields(*this, op); }, v);
  }
  void map(std::map<std::string, std::string> &m) {
    number(m.size(), 4);
    for (auto &[key, v] : m) {
      std::string k = key;
      text(k);
      text(v);
    }
  }
};

/// Reads the same records; after the first failure it reads zeros.
struct Reader {
  const uint8_t *at;
  const uint8_t *end;
  std::string error;

  bool failed() const { return !error.empty(); }
  void fail(const char *what) {
    if (error.empty())
      error = what;
    at = end;
  }
  uint64_t number(size_t width) {
    if (static_cast<size_t>(end - at) < width) {
      fail("the table ends in the middle of a record");
      return 0;
    }
    uint64_t value = 0;
    for (size_t i = 0; i < width; ++i)
      value |= static_cast<uint64_t>(at[i]) << (8 * i);
    at += width;
    return value;
  }
  template <typename T> void value(T &v) {
    uint64_t bits = number(std::is_enum_v<T> ? 1 : sizeof(T));
    // C's enumerations can't even hold a number that is none of theirs.
    if constexpr (std::is_same_v<T, ElementType>)
      if (bits >= POPT_RT_NUM_ELEMENT_TYPES)
        return fail("unknown element type");
    if constexpr (std::is_same_v<T, Monoid>)
      if (bits >= POPT_RT_NUM_MONOIDS)
        return fail("unknown monoid");
    if constexpr (std::is_same_v<T, popt::Memory>)
      if (bits > static_cast<uint64_t>(popt::Memory::Host))
        return fail("unknown memory");
    if constexpr (std::is_same_v<T, bool>)
      v = bits != 0;
    else
      v = static_cast<T>(bits);
  }
  /// A count of things that take at least `width` bytes each.
  size_t count(size_t countWidth, size_t width) {
    uint64_t n = number(countWidth);
    if (n > static_cast<uint64_t>(end - at) / width) {
      fail("a list is longer than the table");
      return 0;
    }
    return static_cast<size_t>(n);
  }
  template <typename T> void numbers(std::vector<T> &list) {
    list.resize(count(8, sizeof(T)));
    for (T &v : list)
      value(v);
  }
  void raw(std::vector<uint8_t> &list) {
    size_t n = count(8, 1);
    list.assign(at, at + n);
    at += n;
  }
  void text(std::string &s) {
    size_t n = count(4, 1);
    s.assign(reinterpret_cast<const char *>(at), n);
    at += n;
  }
  template <typename T> void records(std::vector<T> &list) {
    list.clear();
    size_t n = count(4, 1);
    for (size_t i = 0; i < n && !failed(); ++i) {
      list.emplace_back();
      fields(*this, list.back());
    }
  }
  template <typename T> void optional(std::optional<T> &v) {
    v.reset();
    if (number(1))
      fields(*this, v.emplace());
  }
  template <size_t I = 0, typename... Ts>
  void alternative(std::variant<Ts...> &v, size_t index) {
    if constexpr (I == sizeof...(Ts)) {
      fail("unknown command");
    } else if (index == I) {
      v.template emplace<I>();
      fields(*this, std::get<I>(v));
    } else {
      alternative<I + 1>(v, index);
    }
  }
  template <typename... Ts> void oneOf(std::variant<Ts...> &v) {
    alternative(v, static_cast<size_t>(number(1)));
  }
  void map(std::map<std::string, std::string> &m) {
    size_t n = count(4, 8);
    for (size_t i = 0; i < n && !failed(); ++i) {
      std::string key, v;
      text(key);
      text(v);
      m[key] = v;
    }
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// The fields of every record
//===----------------------------------------------------------------------===//

template <typename A, typename... Ts> static void numbers(A &a, Ts &...values) {
  (a.value(values), ...);
}

// What only propagation reads of a layout (open, priority, replicated) is not
// part of a table.
namespace popt {
template <typename A> static void fields(A &a, MeshAxis &v) {
  a.text(v.name);
  numbers(a, v.size, v.kind);
}
template <typename A> static void fields(A &a, AxisRef &v) {
  numbers(a, v.axis, v.pre, v.size);
}
template <typename A> static void fields(A &a, DimLayout &v) {
  a.records(v.axes);
  numbers(a, v.granule);
}
template <typename A> static void fields(A &a, Pin &v) {
  numbers(a, v.axis);
  a.numbers(v.coordinates);
}
template <typename A> static void fields(A &a, Layout &v) {
  a.records(v.dims);
  numbers(a, v.monoid);
  a.records(v.partial);
  a.records(v.pins);
  numbers(a, v.memory);
}
} // namespace popt

namespace popt::rt {
template <typename A> static void fields(A &a, Region &v) {
  numbers(a, v.kind, v.bytes);
  a.text(v.name);
}
template <typename A> static void fields(A &a, Address &v) {
  numbers(a, v.region, v.offset);
}
template <typename A> static void fields(A &a, RankExtent &v) {
  numbers(a, v.dim, v.rankTable);
}
template <typename A> static void fields(A &a, Term &v) {
  numbers(a, v.loop, v.bytes);
}
template <typename A> static void fields(A &a, Operand &v) {
  numbers(a, v.region, v.offset, v.slotStride, v.slots, v.type, v.rankOffset);
  a.records(v.terms);
  a.numbers(v.shape);
  a.numbers(v.strides);
  a.records(v.rankExtents);
}
template <typename A> static void fields(A &a, Scalar &v) {
  numbers(a, v.kind, v.value);
}
template <typename A> static void fields(A &a, KernelOp &v) {
  numbers(a, v.symbol);
  a.records(v.scalars);
}
template <typename A> static void fields(A &a, MatmulOp &v) {
  numbers(a, v.batchDims, v.rowDims, v.columnDims, v.contractedDims, v.adds);
}
template <typename A> static void fields(A &a, ConvOp &v) {
  a.numbers(v.windowStrides);
  a.numbers(v.padLow);
  a.numbers(v.padHigh);
  a.numbers(v.lhsDilation);
  a.numbers(v.rhsDilation);
  a.numbers(v.windowReversal);
  numbers(a, v.featureGroups, v.batchGroups);
}
template <typename A> static void fields(A &a, AttentionOp &v) {
  numbers(a, v.isBackward, v.isCausal, v.hasBias, v.hasLengths, v.hasStats,
          v.hasBiasResult, v.window);
  uint32_t bits = 0;
  std::memcpy(&bits, &v.scale, sizeof bits);
  a.value(bits);
  std::memcpy(&v.scale, &bits, sizeof bits);
}
template <typename A> static void fields(A &, CopyOp &) {}
template <typename A> static void fields(A &a, FillOp &v) {
  for (uint8_t &byte : v.value)
    a.value(byte);
}
template <typename A> static void fields(A &a, SetOp &v) { fields(a, v.value); }
template <typename A> static void fields(A &a, Pieces &v) {
  numbers(a, v.dim, v.counts, v.offsets);
}
template <typename A> static void fields(A &a, CollectiveOp &v) {
  numbers(a, v.kind, v.group, v.channel, v.monoid);
  fields(a, v.pieces);
  fields(a, v.split);
  a.records(v.pairs);
  numbers(a, v.root, v.id, v.bucket);
}
template <typename A> static void fields(A &a, SendOp &v) {
  numbers(a, v.peer, v.channel);
}
template <typename A> static void fields(A &a, RecvOp &v) {
  numbers(a, v.peer, v.channel);
}
template <typename A> static void fields(A &a, LoopOp &v) {
  numbers(a, v.body);
  fields(a, v.count);
}
template <typename A> static void fields(A &a, WhileOp &v) {
  numbers(a, v.condition, v.body);
}
template <typename A> static void fields(A &a, CaseOp &v) {
  a.numbers(v.branches);
}
template <typename A> static void fields(A &a, ScheduleOp &v) {
  a.records(v.calls);
}
template <typename A> static void fields(A &, WaitOp &) {}
template <typename A> static void fields(A &a, Command &v) {
  a.oneOf(v.op);
  a.records(v.operands);
  numbers(a, v.location, v.stream, v.event);
  a.numbers(v.waits);
}
template <typename A> static void fields(A &a, Body &v) {
  numbers(a, v.begin, v.end);
  a.text(v.name);
}
template <typename A> static void fields(A &a, SourcePlace &v) {
  a.text(v.file);
  numbers(a, v.line, v.column);
}
template <typename A> static void fields(A &a, Location &v) {
  fields(a, static_cast<SourcePlace &>(v));
  a.text(v.name);
  a.records(v.fused);
}
template <typename A> static void fields(A &a, Part &v) {
  numbers(a, v.of, v.dim, v.begin, v.extent);
}
/// Of an argument or a result; `state` is the number of the other one.
template <typename A, typename V>
static void boundaryFields(A &a, V &v, int32_t &state) {
  a.text(v.name);
  numbers(a, v.type, state);
  a.numbers(v.shape);
  a.numbers(v.localShape);
  fields(a, v.layout);
  fields(a, v.part);
}
template <typename A> static void fields(A &a, Argument &v) {
  boundaryFields(a, v, v.stateResult);
}
template <typename A> static void fields(A &a, Result &v) {
  boundaryFields(a, v, v.stateArgument);
}
template <typename A> static void fields(A &a, Group &v) {
  a.text(v.name);
  a.records(v.lists);
}
template <typename A> static void fields(A &a, Launch &v) {
  a.text(v.entry);
  numbers(a, v.image, v.grid, v.block, v.sharedBytes);
}
template <typename A> static void fields(A &a, ProductLoop &v) {
  numbers(a, v.extent, v.lhs, v.rhs, v.out);
}
template <typename A> static void fields(A &a, Product &v) {
  numbers(a, v.lhs, v.rhs, v.out, v.added, v.lhsType, v.rhsType, v.outType,
          v.isTf32);
  a.records(v.batch);
  a.records(v.rows);
  a.records(v.columns);
  a.records(v.contracted);
  a.text(v.tunedFor);
  a.raw(v.algorithm);
}
template <typename A> static void fields(A &a, ConvolutionOperand &v) {
  numbers(a, v.operand, v.type);
  a.numbers(v.shape);
  a.numbers(v.strides);
}
template <typename A> static void fields(A &a, Convolution &v) {
  fields(a, v.lhs);
  fields(a, v.rhs);
  fields(a, v.out);
  fields(a, v.window);
  a.value(v.isTf32);
  a.text(v.tunedFor);
  a.raw(v.algorithm);
}
template <typename A> static void fields(A &a, KernelEntry &v) {
  a.text(v.symbol);
  a.records(v.launches);
  numbers(a, v.scratchBytes, v.numResults);
  a.optional(v.product);
  a.optional(v.convolution);
}
template <typename A> static void fields(A &a, Program &v) {
  a.text(v.name);
  a.records(v.regions);
  a.records(v.argumentAddresses);
  a.records(v.resultAddresses);
  a.records(v.commands);
  a.records(v.bodies);
  a.records(v.slots);
  numbers(a, v.numEvents);
}
template <typename A> static void fields(A &a, StepTable &v) {
  a.text(v.meshName);
  a.records(v.mesh.axes);
  a.numbers(v.mesh.deviceIds);
  a.text(v.target.name);
  a.value(v.target.isGpu);
  a.records(v.kernels);
  a.raw(v.constants);
  a.records(v.rankTables);
  a.records(v.groups);
  a.records(v.locations);
  a.records(v.arguments);
  a.records(v.results);
  a.records(v.programs);
  a.numbers(v.programOfRank);
  a.map(v.info);
}
} // namespace popt::rt

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

uint64_t popt::rt::checksum(const void *bytes, size_t size) {
  auto *data = static_cast<const uint8_t *>(bytes);
  // FNV-1a over words, with a fold so that high bits reach low ones.
  uint64_t hash = 0xcbf29ce484222325ull ^ size;
  for (size_t i = 0; i < size; i += 8) {
    uint64_t word = 0;
    std::memcpy(&word, data + i, size - i < 8 ? size - i : 8);
    hash = (hash ^ word) * 0x100000001b3ull;
    hash ^= hash >> 29;
  }
  return hash;
}

std::vector<uint8_t> popt::rt::serialize(const StepTable &table) {
  Writer payload;
  fields(payload, const_cast<StepTable &>(table)); // the writer only reads
  Writer file;
  file.bytes.insert(file.bytes.end(), kMagic, kMagic + 8);
  file.number(kStepTableVersion, 4);
  file.number(0, 4);
  file.number(payload.bytes.size(), 8);
  file.number(checksum(payload.bytes.data(), payload.bytes.size()), 8);
  file.bytes.insert(file.bytes.end(), payload.bytes.begin(),
                    payload.bytes.end());
  return std::move(file.bytes);
}

uint64_t popt::rt::checksum(const StepTable &table) {
  std::vector<uint8_t> bytes = serialize(table);
  return checksum(bytes.data(), bytes.size());
}

bool popt::rt::deserialize(const void *data, size_t size, StepTable &out_table,
                           std::string &out_error, bool verifyChecksum) {
  const uint8_t *bytes = static_cast<const uint8_t *>(data);
  auto fail = [&](const std::string &message) {
    out_error = "step table: " + message;
    return false;
  };
  if (size < kHeaderBytes || std::memcmp(bytes, kMagic, 8) != 0)
    return fail("this is not a step table");
  Reader reader{bytes + 8, bytes + kHeaderBytes, {}};
  uint64_t version = reader.number(4);
  bool isDamaged = reader.number(4) != 0;
  uint64_t length = reader.number(8), sum = reader.number(8);
  if (version != kStepTableVersion)
    return fail("version " + std::to_string(version) +
                ", this runtime reads version " +
                std::to_string(kStepTableVersion) + "; compile again");
  if (length != size - kHeaderBytes)
    return fail("it has " + std::to_string(size - kHeaderBytes) +
                " bytes, but its header says " + std::to_string(length));
  if (verifyChecksum &&
      (isDamaged || checksum(bytes + kHeaderBytes, length) != sum))
    return fail("the checksum is wrong: the file is damaged");
  out_table = StepTable();
  reader = {bytes + kHeaderBytes, bytes + size, {}};
  fields(reader, out_table);
  if (reader.failed())
    return fail(reader.error);
  if (reader.at != reader.end)
    return fail("there are bytes after its end");
  return true;
}
