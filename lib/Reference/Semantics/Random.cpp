//===- Random.cpp - rng_bit_generator and rng -----------------------------===//
//
// Counter-based generators of Salmon et al., "Parallel random numbers: as easy
// as 1, 2, 3" (SC 2011): Threefry-2x32 with 20 rounds and Philox-4x32 with 10.
// How counters are assigned to elements is XLA's, bit for bit; that is what
// gives a program the numbers its author saw. Tested by
// test/unit/Reference/MathTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Special.h"
#include "popt/Reference/TensorOps.h"
#include <array>
#include <cmath>

using namespace popt::reference;

using Words2 = std::array<uint32_t, 2>;
using Words4 = std::array<uint32_t, 4>;

static Words2 halves(uint64_t x) { return {uint32_t(x), uint32_t(x >> 32)}; }
static uint64_t whole(uint32_t low, uint32_t high) {
  return uint64_t(high) << 32 | low;
}

static Words2 threefry2x32(Words2 x, Words2 key) {
  static constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {key[0], key[1], 0x1BD11BDA ^ key[0] ^ key[1]};
  x[0] += keys[0];
  x[1] += keys[1];
  for (uint32_t group = 0; group < 5; ++group) {
    for (int rotation : kRotations[group % 2]) {
      x[0] += x[1];
      x[1] = (x[1] << rotation | x[1] >> (32 - rotation)) ^ x[0];
    }
    x[0] += keys[(group + 1) % 3];
    x[1] += keys[(group + 2) % 3] + group + 1;
  }
  return x;
}

static Words4 philox4x32(Words4 x, Words2 key) {
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = uint64_t(x[0]) * 0xD2511F53u;
    const uint64_t b = uint64_t(x[2]) * 0xCD9E8D57u;
    x = {uint32_t(b >> 32) ^ x[1] ^ key[0], uint32_t(b),
         uint32_t(a >> 32) ^ x[3] ^ key[1], uint32_t(a)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return x;
}

/// The low bits of `bits` (ui32 or ui64) as elements of `type`.
static MaybeTensor narrow(const Tensor &bits, ElementType type) {
  if (type == ElementType::I1 || isComplex(type))
    return std::nullopt;
  static constexpr ElementType kUnsigned[] = {
      ElementType::UI8, ElementType::UI16, ElementType::UI32,
      ElementType::UI64};
  const int64_t width = byteWidth(type);
  const int log = width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3;
  return convert(bits, kUnsigned[log]).reinterpreted(type);
}

static bool isState(const Tensor &state, int64_t least, int64_t most) {
  return state.type() == ElementType::UI64 && state.rank() == 1 &&
         state.size() >= least && state.size() <= most;
}

/// The dimension that is generated in pairs: the first even one, else the
/// first of the largest.
static int64_t pairedDim(Ints shape) {
  int64_t largest = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] % 2 == 0)
      return i;
    if (shape[i] > shape[largest])
      largest = i;
  }
  return largest;
}

/// One call gives two words. They become neighbours along the paired dimension;
/// the counter is the row-major position in the shape with that dimension
/// halved (rounded up).
static Tensor threefry32(uint64_t &counter, Words2 key, Ints shape) {
  Shape half(shape.begin(), shape.end());
  if (half.empty())
    half.push_back(1);
  const int64_t dim = pairedDim(half);
  Shape even = half;
  half[dim] = (half[dim] + 1) / 2;
  even[dim] = half[dim] * 2;
  Shape pairs = half;
  pairs.insert(pairs.begin() + dim + 1, 2);
  int64_t inner = 1;
  for (size_t i = dim + 1; i < half.size(); ++i)
    inner *= half[i];
  Tensor bits(ElementType::UI32, pairs);
  uint32_t *out = bits.mutableData<uint32_t>();
  const int64_t n = numElements(half);
  for (int64_t i = 0; i < n; ++i) {
    Words2 words = threefry2x32(halves(counter + uint64_t(i)), key);
    int64_t at = i / inner * 2 * inner + i % inner;
    out[at] = words[0];
    out[at + inner] = words[1];
  }
  counter += uint64_t(n);
  bits = bits.reshaped(even);
  if (shape.empty())
    return extractBox(bits, {0}, {1}).reshaped({});
  return extractBox(bits, Shape(shape.size(), 0), shape);
}

std::optional<std::pair<Tensor, Tensor>>
popt::reference::threefry(const Tensor &state, ElementType type, Ints shape) {
  if (!isState(state, 2, 2))
    return std::nullopt;
  const Words2 key = halves(state.data<uint64_t>()[0]);
  uint64_t counter = state.data<uint64_t>()[1];
  Tensor bits;
  if (byteWidth(type) == 8) {
    bits = Tensor(ElementType::UI64, shape);
    const int64_t n = bits.size();
    for (int64_t i = 0; i < n; ++i) {
      Words2 words = threefry2x32(halves(counter + uint64_t(i)), key);
      bits.mutableData<uint64_t>()[i] = whole(words[0], words[1]);
    }
    counter += uint64_t(n);
  } else {
    bits = threefry32(counter, key, shape);
  }
  MaybeTensor result = narrow(bits, type);
  if (!result)
    return std::nullopt;
  Tensor next = state;
  next.mutableData<uint64_t>()[1] = counter;
  return std::make_pair(next, *result);
}

/// One call gives four words, which become neighbours in row-major order. The
/// counter has 128 bits; in a state of two words the key is its upper half.
std::optional<std::pair<Tensor, Tensor>>
popt::reference::philox(const Tensor &state, ElementType type, Ints shape) {
  if (!isState(state, 2, 3))
    return std::nullopt;
  const Words2 key = halves(state.data<uint64_t>()[0]);
  const uint64_t low = state.data<uint64_t>()[1];
  const uint64_t high = state.data<uint64_t>()[state.size() > 2 ? 2 : 0];
  const bool wide = byteWidth(type) == 8;
  const int64_t words = numElements(shape) * (wide ? 2 : 1);
  const int64_t calls = (words + 3) / 4;
  Tensor stream(ElementType::UI32, {calls * 4});
  auto carried = [&](uint64_t sum) { return high + (sum < low ? 1 : 0); };
  for (int64_t i = 0; i < calls; ++i) {
    const uint64_t sum = low + uint64_t(i);
    Words2 a = halves(sum), b = halves(carried(sum));
    Words4 out = philox4x32({a[0], a[1], b[0], b[1]}, key);
    std::copy(out.begin(), out.end(), stream.mutableData<uint32_t>() + 4 * i);
  }
  Tensor used = extractBox(stream, {0}, {words});
  // Two neighbouring words are one 64-bit number, low word first.
  Tensor bits =
      bitcastConvert(used, wide ? ElementType::UI64 : ElementType::UI32, shape);
  MaybeTensor result = narrow(bits, type);
  if (!result)
    return std::nullopt;
  Tensor next = state;
  const uint64_t sum = low + uint64_t(calls);
  next.mutableData<uint64_t>()[1] = sum;
  if (state.size() > 2)
    next.mutableData<uint64_t>()[2] = carried(sum);
  return std::make_pair(next, *result);
}

/// One float per word; 2 u - 1 is kept above -1, where erf_inv is infinite.
template <typename Float, typename Word>
static Tensor drawFloats(const Tensor &a, const Tensor &b, bool isNormal,
                         const Tensor &bits, ElementType type, int unused) {
  const Float low = a.data<Float>()[0], high = b.data<Float>()[0];
  const Float steps = std::ldexp(Float(1), int(sizeof(Word)) * 8 - unused);
  Tensor result(type, bits.shape());
  for (int64_t i = 0; i < bits.size(); ++i) {
    Float u = Float(bits.data<Word>()[i] >> unused) / steps;
    if (isNormal) {
      Float centred =
          std::max(u + u - Float(1), std::nextafter(Float(-1), Float(0)));
      result.mutableData<Float>()[i] =
          low + Float(erfInv(centred)) * Float(std::sqrt(2.0)) * high;
    } else {
      result.mutableData<Float>()[i] = low + u * (high - low);
    }
  }
  return result;
}

MaybeTensor popt::reference::draw(const Tensor &a, const Tensor &b,
                                  bool isNormal, uint64_t stream, Ints shape) {
  const ElementType type = a.type();
  if (isComplex(type))
    return std::nullopt;
  const bool isWide = byteWidth(type) == 8;
  Tensor state(ElementType::UI64, {2});
  state.mutableData<uint64_t>()[0] = stream;
  state.mutableData<uint64_t>()[1] = 0;
  auto drawn =
      threefry(state, isWide ? ElementType::UI64 : ElementType::UI32, shape);
  if (!drawn)
    return std::nullopt;
  const Tensor &bits = drawn->second;
  if (type == ElementType::F64)
    return drawFloats<double, uint64_t>(a, b, isNormal, bits, type, 12);
  if (isFloat(type))
    return convert(drawFloats<float, uint32_t>(convert(a, ElementType::F32),
                                               convert(b, ElementType::F32),
                                               isNormal, bits, ElementType::F32,
                                               9),
                   type);
  if (type == ElementType::I1) {
    Tensor result(type, shape);
    for (int64_t i = 0; i < bits.size(); ++i)
      result.mutableData<bool>()[i] = bits.data<uint32_t>()[i] >> 31;
    return result;
  }
  // Integers, of whatever sign, as numbers of 128 bits.
  const Tensor from =
      convert(a, isSigned(type) ? ElementType::I64 : ElementType::UI64);
  const Tensor to = convert(b, from.type());
  auto valueOf = [&](const Tensor &scalar) -> __int128 {
    return isSigned(type) ? __int128(scalar.data<int64_t>()[0])
                          : __int128(scalar.data<uint64_t>()[0]);
  };
  const __int128 low = valueOf(from), span = valueOf(to) - low;
  Tensor result(ElementType::UI64, shape);
  for (int64_t i = 0; i < bits.size(); ++i) {
    const __int128 word =
        isWide ? bits.data<uint64_t>()[i] : bits.data<uint32_t>()[i];
    result.mutableData<uint64_t>()[i] =
        uint64_t(span > 0 ? low + word % span : low);
  }
  return convert(result, type);
}
