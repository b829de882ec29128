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

/// Decodes into `size` bytes at `out_data`, until the stream or they end;
/// returns zlib's last status, and how many bytes were made.
static int run(const uint8_t *data, size_t dataSize, uint8_t *out_data,
               size_t size, size_t &out_made) {
  z_stream stream = {};
  constexpr int kRaw = -MAX_WBITS; // no zlib header around it
  out_made = 0;
  if (inflateInit2(&stream, kRaw) != Z_OK)
    return Z_MEM_ERROR;
  stream.next_in = const_cast<uint8_t *>(data);
  stream.next_out = out_data;
  uint8_t *end = out_data + size;
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
  out_made = static_cast<size_t>(stream.next_out - out_data);
  inflateEnd(&stream);
  return status;
}

bool popt::rt::inflate(const uint8_t *data, size_t dataSize, uint8_t *out_data,
                       size_t size) {
  // zlib wants to be told where even nothing goes.
  uint8_t none = 0;
  size_t made = 0;
  int status = run(data, dataSize, size ? out_data : &none, size, made);
  return status == Z_STREAM_END && made == size;
}

bool popt::rt::inflateBegin(const uint8_t *data, size_t dataSize, size_t most,
                            std::vector<uint8_t> &out_bytes) {
  out_bytes.resize(std::max<size_t>(most, 1));
  size_t made = 0;
  int status = run(data, dataSize, out_bytes.data(), most, made);
  out_bytes.resize(made);
  return status == Z_STREAM_END || status == Z_BUF_ERROR;
}

uint32_t popt::rt::crc32(const uint8_t *data, size_t size) {
  return static_cast<uint32_t>(::crc32_z(0, data, size));
}

uint32_t popt::rt::crc32Before(uint32_t crc, uint64_t after) {
  return static_cast<uint32_t>(
      ::crc32_combine(crc, 0, static_cast<z_off_t>(after)));
}
