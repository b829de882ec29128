//===- Inflate.cpp - Deflate streams and checksums, by zlib ---------------===//
//
// numpy.savez_compressed and other writers of zip files deflate. zlib counts
// what it is given in 32 bits, so that longer streams go through in pieces.
// Tests: npz files made by numpy, and truncated and flipped ones (DataTest).
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include <algorithm>
#include <zlib.h>

using namespace popt::rt;

bool popt::rt::inflate(const uint8_t *data, size_t dataSize, size_t size,
                       std::vector<uint8_t> &out_bytes) {
  // Deflate makes at most 1032 bytes of one: do not reserve what can't come.
  out_bytes.clear();
  if (size / 1040 > dataSize)
    return false;
  out_bytes.resize(size);
  z_stream stream = {};
  constexpr int kRaw = -MAX_WBITS; // no zlib header around it
  if (inflateInit2(&stream, kRaw) != Z_OK)
    return false;
  stream.next_in = const_cast<uint8_t *>(data);
  stream.next_out = out_bytes.data();
  uint8_t *end = out_bytes.data() + size;
  int status = Z_OK;
  for (size_t left = dataSize; status == Z_OK;) {
    constexpr size_t kMost = size_t(1) << 30;
    stream.avail_in = static_cast<uInt>(std::min(left, kMost));
    stream.avail_out = static_cast<uInt>(
        std::min(static_cast<size_t>(end - stream.next_out), kMost));
    const uint8_t *before = stream.next_in;
    status = ::inflate(&stream, Z_NO_FLUSH); // Z_BUF_ERROR: it gets no further
    left -= static_cast<size_t>(stream.next_in - before);
  }
  bool isWhole = status == Z_STREAM_END && stream.next_out == end;
  inflateEnd(&stream);
  return isWhole;
}

uint32_t popt::rt::crc32(const uint8_t *data, size_t size) {
  return static_cast<uint32_t>(::crc32_z(0, data, size));
}

uint32_t popt::rt::crc32Before(uint32_t crc, uint64_t after) {
  return static_cast<uint32_t>(
      ::crc32_combine(crc, 0, static_cast<z_off_t>(after)));
}
