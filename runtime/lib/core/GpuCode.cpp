//===- GpuCode.cpp - Images of GPU code as bytes --------------------------===//
//
//   magic "POPTGPU1" | number of images | per image: PTX, cubin
//
// Each part is its length in 8 bytes, little-endian, and its bytes. The package
// has the checksum. Test: GpuCodeTest.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/gpu_code.h"
#include <cstring>

using namespace popt::rt;

static constexpr char kMagic[8] = {'P', 'O', 'P', 'T', 'G', 'P', 'U', '1'};

std::vector<uint8_t> popt::rt::packImages(const std::vector<GpuImage> &images) {
  std::vector<uint8_t> bytes(kMagic, kMagic + 8);
  auto number = [&](uint64_t value) {
    for (int i = 0; i < 8; ++i)
      bytes.push_back(static_cast<uint8_t>(value >> (8 * i)));
  };
  auto part = [&](const auto &data) {
    number(data.size());
    bytes.insert(bytes.end(), data.begin(), data.end());
  };
  number(images.size());
  for (const GpuImage &image : images) {
    part(image.ptx);
    part(image.cubin);
  }
  return bytes;
}

bool popt::rt::unpackImages(const uint8_t *data, size_t size,
                            std::vector<GpuImage> &out_images,
                            std::string &out_error) {
  const uint8_t *at = data, *end = data + size;
  auto number = [&](uint64_t &value) {
    if (end - at < 8)
      return false;
    value = 0;
    for (int i = 0; i < 8; ++i)
      value |= static_cast<uint64_t>(at[i]) << (8 * i);
    at += 8;
    return true;
  };
  auto part = [&](auto &out) {
    uint64_t length = 0;
    if (!number(length) || length > static_cast<uint64_t>(end - at))
      return false;
    out.assign(at, at + length);
    at += length;
    return true;
  };
  auto fail = [&](const char *what) {
    out_error = std::string("the GPU code ") + what;
    return false;
  };
  uint64_t count = 0;
  if (size < sizeof(kMagic) || std::memcmp(data, kMagic, sizeof(kMagic)) != 0)
    return fail("is none");
  at += sizeof(kMagic);
  if (!number(count))
    return fail("is cut short");
  out_images.clear();
  for (uint64_t i = 0; i < count; ++i) {
    GpuImage image;
    if (!part(image.ptx) || !part(image.cubin))
      return fail("is cut short");
    out_images.push_back(std::move(image));
  }
  return at == end || fail("has bytes after its end");
}
