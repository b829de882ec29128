//===- Inflate.cpp - Decoder of deflate streams ---------------------------===//
//
// numpy.savez_compressed and other writers of zip files deflate. This is a
// table-free decoder of RFC 1951: canonical Huffman codes are decoded by
// walking the counts of each code length, which is compact and checks itself;
// speed is some 100 MB/s, enough for inputs. Any damage gives false. Tests:
// npz files made by numpy, and truncated and flipped ones.
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include <array>

using namespace popt::rt;

namespace {
struct Huffman {
  std::array<uint16_t, 16> count{};
  std::array<uint16_t, 288> symbol{};

  /// False if the lengths are no code (over-subscribed).
  bool build(const uint8_t *lengths, int n) {
    count.fill(0);
    for (int i = 0; i < n; ++i)
      ++count[lengths[i]];
    int left = 1;
    for (int length = 1; length < 16; ++length) {
      left = left * 2 - count[length];
      if (left < 0)
        return false;
    }
    std::array<uint16_t, 16> offset{};
    for (int length = 1; length < 15; ++length)
      offset[length + 1] = offset[length] + count[length];
    for (int i = 0; i < n; ++i)
      if (lengths[i])
        symbol[offset[lengths[i]]++] = static_cast<uint16_t>(i);
    count[0] = 0;
    return true;
  }
};

struct Decoder {
  const uint8_t *at, *end;
  std::vector<uint8_t> &out;
  size_t size;
  uint64_t buffer = 0;
  int held = 0;
  bool bad = false;

  uint32_t bits(int n) {
    while (held < n) {
      if (at == end) {
        bad = true;
        return 0;
      }
      buffer |= static_cast<uint64_t>(*at++) << held;
      held += 8;
    }
    uint32_t value = static_cast<uint32_t>(buffer & ((1ull << n) - 1));
    buffer >>= n;
    held -= n;
    return value;
  }

  int decode(const Huffman &code) {
    int value = 0, first = 0, index = 0;
    for (int length = 1; length < 16 && !bad; ++length) {
      value |= static_cast<int>(bits(1));
      int count = code.count[length];
      if (value - count < first)
        return code.symbol[index + value - first];
      index += count;
      first = (first + count) * 2;
      value *= 2;
    }
    bad = true;
    return 0;
  }

  void stored() {
    buffer = 0;
    held = 0;
    if (end - at < 4) {
      bad = true;
      return;
    }
    size_t length = at[0] | at[1] << 8, check = at[2] | at[3] << 8;
    at += 4;
    if ((length ^ 0xffff) != check || length > static_cast<size_t>(end - at) ||
        length > size - out.size()) {
      bad = true;
      return;
    }
    out.insert(out.end(), at, at + length);
    at += length;
  }

  void codes(const Huffman &literals, const Huffman &distances) {
    static const uint16_t lengthBase[] = {
        3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
        31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t lengthBits[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1,
                                         1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                                         4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distanceBase[] = {
        1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
        33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
        1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    static const uint8_t distanceBits[] = {
        0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
        6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
    while (!bad) {
      int symbol = decode(literals);
      if (bad || symbol == 256)
        return;
      if (symbol < 256) {
        if (out.size() == size) {
          bad = true;
          return;
        }
        out.push_back(static_cast<uint8_t>(symbol));
        continue;
      }
      if (symbol > 285) {
        bad = true;
        return;
      }
      size_t length = lengthBase[symbol - 257] + bits(lengthBits[symbol - 257]);
      int which = decode(distances);
      if (bad || which > 29) {
        bad = true;
        return;
      }
      size_t distance = distanceBase[which] + bits(distanceBits[which]);
      if (bad || distance > out.size() || length > size - out.size()) {
        bad = true;
        return;
      }
      for (size_t i = 0; i < length; ++i)
        out.push_back(out[out.size() - distance]);
    }
  }

  void fixedBlock() {
    uint8_t lengths[288];
    for (int i = 0; i < 288; ++i)
      lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    Huffman literals, distances;
    literals.build(lengths, 288);
    for (int i = 0; i < 30; ++i)
      lengths[i] = 5;
    distances.build(lengths, 30);
    codes(literals, distances);
  }

  void dynamicBlock() {
    static const uint8_t order[] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                    11, 4,  12, 3, 13, 2, 14, 1, 15};
    int numLiterals = static_cast<int>(bits(5)) + 257;
    int numDistances = static_cast<int>(bits(5)) + 1;
    int numLengths = static_cast<int>(bits(4)) + 4;
    uint8_t lengths[320] = {};
    for (int i = 0; i < numLengths; ++i)
      lengths[order[i]] = static_cast<uint8_t>(bits(3));
    Huffman code;
    if (bad || numLiterals > 286 || numDistances > 30 ||
        !code.build(lengths, 19)) {
      bad = true;
      return;
    }
    std::fill(lengths, lengths + 320, uint8_t(0));
    for (int i = 0; i < numLiterals + numDistances && !bad;) {
      int symbol = decode(code);
      int repeat = 1;
      uint8_t length = static_cast<uint8_t>(symbol);
      if (symbol == 16) {
        if (i == 0) {
          bad = true;
          return;
        }
        length = lengths[i - 1];
        repeat = 3 + static_cast<int>(bits(2));
      } else if (symbol == 17) {
        length = 0;
        repeat = 3 + static_cast<int>(bits(3));
      } else if (symbol == 18) {
        length = 0;
        repeat = 11 + static_cast<int>(bits(7));
      }
      if (i + repeat > numLiterals + numDistances) {
        bad = true;
        return;
      }
      while (repeat--)
        lengths[i++] = length;
    }
    Huffman literals, distances;
    if (bad || !literals.build(lengths, numLiterals) ||
        !distances.build(lengths + numLiterals, numDistances)) {
      bad = true;
      return;
    }
    codes(literals, distances);
  }

  bool run() {
    for (bool last = false; !last && !bad;) {
      last = bits(1);
      switch (bits(2)) {
      case 0:
        stored();
        break;
      case 1:
        fixedBlock();
        break;
      case 2:
        dynamicBlock();
        break;
      default:
        bad = true;
      }
    }
    return !bad && out.size() == size;
  }
};
} // namespace

bool popt::rt::inflate(const uint8_t *data, size_t dataSize, size_t size,
                       std::vector<uint8_t> &out_bytes) {
  out_bytes.clear();
  // Deflate reaches 1032:1 at most; a larger claim is a lie.
  if (size / 1040 > dataSize)
    return false;
  out_bytes.reserve(size);
  return Decoder{data, data + dataSize, out_bytes, size}.run();
}

uint32_t popt::rt::crc32(const uint8_t *data, size_t size) {
  static const std::array<std::array<uint32_t, 256>, 8> tables = [] {
    std::array<std::array<uint32_t, 256>, 8> t{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit)
        value = value & 1 ? value >> 1 ^ 0xedb88320u : value >> 1;
      t[0][i] = value;
    }
    for (int k = 1; k < 8; ++k)
      for (uint32_t i = 0; i < 256; ++i)
        t[k][i] = t[k - 1][i] >> 8 ^ t[0][t[k - 1][i] & 255];
    return t;
  }();
  uint32_t crc = ~0u;
  for (; size >= 8; size -= 8, data += 8) {
    uint32_t low = crc ^ (uint32_t(data[0]) | uint32_t(data[1]) << 8 |
                          uint32_t(data[2]) << 16 | uint32_t(data[3]) << 24);
    crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^
          tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
          tables[3][data[4]] ^ tables[2][data[5]] ^ tables[1][data[6]] ^
          tables[0][data[7]];
  }
  while (size--)
    crc = crc >> 8 ^ tables[0][(crc ^ *data++) & 255];
  return ~crc;
}
