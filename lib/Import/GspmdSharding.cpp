//===- GspmdSharding.cpp - Sharding strings of GSPMD ----------------------===//
//
// See GspmdSharding.h. Tests: test/Import/import-gspmd.mlir,
// import-gspmd-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "GspmdSharding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <numeric>

using namespace mlir;
using namespace popt;

/// No machine has more; a text that says so would fill the memory.
static constexpr int64_t kMaxDevices = 1 << 20;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// Recursive descent over one text.
class Parser {
public:
  Parser(StringRef text) : rest(text), text(text) {}
  bool parse(std::vector<GspmdSharding> &shardings);
  std::string error;

private:
  using Kind = GspmdSharding::Kind;

  bool fail(const Twine &what) {
    if (error.empty())
      error =
          (what + " at character " + Twine(text.size() - rest.size())).str();
    return false;
  }
  void skipSpace() { rest = rest.ltrim(); }
  bool consume(StringRef word) {
    skipSpace();
    return rest.consume_front(word);
  }
  bool expect(StringRef word) {
    return consume(word) || fail("expected '" + word + "'");
  }
  bool parseNumber(int64_t &number) {
    skipSpace();
    if (rest.empty() || !llvm::isDigit(rest.front()) ||
        rest.consumeInteger(10, number))
      return fail("expected a number");
    return true;
  }
  bool parseNumbers(std::vector<int64_t> &numbers);
  bool parseNumbers(std::vector<int64_t> &numbers, StringRef close);
  bool parseOne(GspmdSharding &sharding);
  bool parseTiles(GspmdSharding &sharding);
  bool parseDevices(GspmdSharding &sharding, int64_t count);
  bool parseSubgroups(GspmdSharding &sharding);
  bool parseKind(Kind &kind);
  bool skipMetadata();

  StringRef rest, text;
};
} // namespace

/// `1,2,3`.
bool Parser::parseNumbers(std::vector<int64_t> &numbers) {
  do {
    int64_t number;
    if (!parseNumber(number))
      return false;
    numbers.push_back(number);
  } while (consume(","));
  return true;
}

/// `1,2,3]`, to the closing bracket.
bool Parser::parseNumbers(std::vector<int64_t> &numbers, StringRef close) {
  return parseNumbers(numbers) && expect(close);
}

bool Parser::parseKind(Kind &kind) {
  if (consume("replicated"))
    kind = Kind::Replicated;
  else if (consume("manual"))
    kind = Kind::Manual;
  else if (consume("unreduced"))
    kind = Kind::Unreduced;
  else
    return false;
  return true;
}

/// Multiplies sizes, each at least 1; nothing if the product is too large.
static std::optional<int64_t> multiply(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (size < 1 || size > kMaxDevices || product * size > kMaxDevices)
      return std::nullopt;
    product *= size;
  }
  return product;
}

/// The numbers 0, 1, ... in the shape `sizes`, with dimensions permuted.
static std::vector<int64_t> transposedIota(ArrayRef<int64_t> sizes,
                                           ArrayRef<int64_t> permutation,
                                           int64_t count) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0; stride *= sizes[i])
    strides[i] = stride;
  std::vector<int64_t> numbers(count), index(sizes.size(), 0);
  for (int64_t &number : numbers) {
    number = 0;
    for (auto [i, from] : llvm::enumerate(permutation))
      number += index[i] * strides[from];
    for (size_t i = permutation.size(); i-- > 0;) {
      if (++index[i] < sizes[permutation[i]])
        break;
      index[i] = 0;
    }
  }
  return numbers;
}

/// `0,1,2,3`, or `<=[2,2]T(1,0)`.
bool Parser::parseDevices(GspmdSharding &sharding, int64_t count) {
  std::vector<int64_t> &devices = sharding.devices;
  if (!consume("<=")) {
    if (!parseNumbers(devices))
      return false;
  } else {
    std::vector<int64_t> sizes, permutation;
    if (!expect("[") || !parseNumbers(sizes, "]"))
      return false;
    if (multiply(sizes) != count)
      return fail("expected sizes with product " + Twine(count));
    permutation.resize(sizes.size());
    std::iota(permutation.begin(), permutation.end(), 0);
    if (consume("T")) {
      std::vector<int64_t> given;
      if (!expect("(") || !parseNumbers(given, ")"))
        return false;
      if (given.size() != sizes.size() ||
          !std::is_permutation(given.begin(), given.end(), permutation.begin()))
        return fail("expected a permutation of " + Twine(sizes.size()) +
                    " dimensions");
      permutation = given;
    }
    devices = transposedIota(sizes, permutation, count);
  }
  if (static_cast<int64_t>(devices.size()) != count)
    return fail("expected " + Twine(count) + " devices, not " +
                Twine(devices.size()));
  std::vector<bool> seen(count, false);
  for (int64_t device : devices) {
    if (device >= count || seen[device])
      return fail("expected each device from 0 to " + Twine(count - 1) +
                  " once");
    seen[device] = true;
  }
  return true;
}

bool Parser::parseSubgroups(GspmdSharding &sharding) {
  if (consume("last_tile_dims=")) {
    if (!expect("{"))
      return false;
    do {
      Kind kind;
      if (!parseKind(kind))
        return fail("expected 'replicated', 'manual' or 'unreduced'");
      sharding.subgroups.push_back(kind);
    } while (consume(","));
    if (!expect("}"))
      return false;
  } else if (consume("last_tile_dim_replicate")) {
    sharding.subgroups.push_back(Kind::Replicated);
  }
  if (sharding.subgroups.size() > sharding.tile.size())
    return fail("expected no more kinds of subgroups than dimensions");
  return true;
}

bool Parser::parseTiles(GspmdSharding &sharding) {
  sharding.kind = Kind::Tiled;
  if (!expect("[") || !parseNumbers(sharding.tile, "]"))
    return false;
  std::optional<int64_t> count = multiply(sharding.tile);
  if (!count)
    return fail("expected tiles for 1 to " + Twine(kMaxDevices) + " devices");
  return parseDevices(sharding, *count) && parseSubgroups(sharding);
}

/// Names of operations and such, between balanced braces.
bool Parser::skipMetadata() {
  if (!expect("{"))
    return false;
  int depth = 1;
  while (!rest.empty() && depth > 0) {
    depth += rest.front() == '{' ? 1 : rest.front() == '}' ? -1 : 0;
    rest = rest.drop_front();
  }
  return depth == 0 || fail("expected '}'");
}

bool Parser::parseOne(GspmdSharding &sharding) {
  if (!expect("{"))
    return false;
  if (consume("maximal")) {
    sharding.kind = Kind::Maximal;
    sharding.devices.resize(1);
    if (!expect("device=") || !parseNumber(sharding.devices[0]))
      return false;
  } else if (consume("devices=")) {
    if (!parseTiles(sharding))
      return false;
  } else if (consume("unknown")) {
    sharding.kind = Kind::Unknown;
  } else if (!parseKind(sharding.kind)) {
    return fail("expected a kind of sharding");
  }
  if (consume("shard_as") || consume("shard_like")) {
    int64_t group;
    if (!parseNumber(group))
      return false;
    sharding.group = group;
  }
  if (consume("metadata=") && !skipMetadata())
    return false;
  return expect("}");
}

bool Parser::parse(std::vector<GspmdSharding> &shardings) {
  StringRef begin = rest;
  if (text.trim() == "{}") // Of an operation without results.
    return true;
  if (consume("{") && consume("{")) {
    rest = begin;
    consume("{");
    do {
      if (!parseOne(shardings.emplace_back()))
        return false;
    } while (consume(","));
    if (!expect("}"))
      return false;
  } else {
    rest = begin;
    if (!parseOne(shardings.emplace_back()))
      return false;
  }
  skipSpace();
  return rest.empty() || fail("expected the end");
}

std::optional<std::vector<GspmdSharding>>
popt::parseGspmdShardings(StringRef text, std::string &error) {
  Parser parser(text);
  std::vector<GspmdSharding> shardings;
  // An empty string says nothing.
  if (text.trim().empty()) {
    shardings.emplace_back().kind = GspmdSharding::Kind::Unknown;
    return shardings;
  }
  if (parser.parse(shardings))
    return shardings;
  error = parser.error;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Digits
//===----------------------------------------------------------------------===//

/// The digits of which `values`, beginning with 0, is the list of sums.
static std::optional<DeviceDigits> readDigits(ArrayRef<int64_t> values) {
  DeviceDigits digits; // Minor to major.
  for (size_t done = 1; done < values.size();) {
    int64_t stride = values[done];
    size_t left = values.size() / done, run = 2;
    if (stride <= 0)
      return std::nullopt;
    while (run < left &&
           values[run * done] == static_cast<int64_t>(run) * stride)
      ++run;
    while (left % run != 0)
      --run;
    if (run == 1)
      return std::nullopt;
    digits.push_back({stride, static_cast<int64_t>(run)});
    done *= run;
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

/// The sum of digit times stride for the number `index` of these digits.
static int64_t sum(const DeviceDigits &digits, int64_t index) {
  int64_t total = 0;
  for (const DeviceDigit &digit : llvm::reverse(digits)) {
    total += index % digit.size * digit.stride;
    index /= digit.size;
  }
  return total;
}

std::optional<std::vector<DeviceDigits>>
popt::readDigits(const GspmdSharding &sharding, ArrayRef<int64_t> rankOf) {
  std::vector<int64_t> ranks;
  for (int64_t device : sharding.devices)
    ranks.push_back(rankOf[device]);
  size_t numDims = sharding.tile.size();
  std::vector<int64_t> weights(numDims);
  int64_t count = 1;
  for (size_t dim = numDims; dim-- > 0; count *= sharding.tile[dim])
    weights[dim] = count;
  // The order within a subgroup has no meaning.
  for (size_t dim = sharding.rank(); dim < numDims; ++dim)
    for (int64_t base = 0; base < count; ++base) {
      int64_t size = sharding.tile[dim], weight = weights[dim];
      if (base / weight % size != 0)
        continue;
      std::vector<int64_t> members;
      for (int64_t i = 0; i < size; ++i)
        members.push_back(ranks[base + i * weight]);
      llvm::sort(members);
      for (int64_t i = 0; i < size; ++i)
        ranks[base + i * weight] = members[i];
    }
  if (ranks[0] != 0)
    return std::nullopt;
  std::vector<DeviceDigits> result;
  for (size_t dim = 0; dim < numDims; ++dim) {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < sharding.tile[dim]; ++i)
      values.push_back(ranks[i * weights[dim]]);
    std::optional<DeviceDigits> digits = ::readDigits(ArrayRef(values));
    if (!digits)
      return std::nullopt;
    result.push_back(std::move(*digits));
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t expected = 0;
    for (size_t dim = 0; dim < numDims; ++dim)
      expected += sum(result[dim], i / weights[dim] % sharding.tile[dim]);
    if (expected != ranks[i])
      return std::nullopt;
  }
  return result;
}
