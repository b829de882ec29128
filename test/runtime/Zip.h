//===- Zip.h - Archives that say of their members what a test likes -------===//
#ifndef POPT_RT_TEST_ZIP_H
#define POPT_RT_TEST_ZIP_H

#include "popt-rt/data.h"
#include <zlib.h>

namespace popt::rt {

/// What an archive says of a member, and the bytes that it has of it.
struct ZipMember {
  std::string name;
  std::vector<uint8_t> packed;
  uint32_t size = 0, crc = 0;
};

/// The begin of a deflate stream that gives `bytes`, and then `more` bytes that
/// are none: who reads on finds them.
inline std::vector<uint8_t> deflated(const std::vector<uint8_t> &bytes,
                                     size_t more) {
  std::vector<uint8_t> packed(bytes.size() + 1000);
  z_stream stream = {};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 8,
               Z_DEFAULT_STRATEGY);
  stream.next_in = const_cast<uint8_t *>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, more ? Z_SYNC_FLUSH : Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  packed.resize(packed.size() + more, 0xff);
  return packed;
}

/// A zip archive of deflated members.
inline std::vector<uint8_t> zipOf(const std::vector<ZipMember> &members) {
  std::vector<uint8_t> file, directory;
  auto put = [](std::vector<uint8_t> &out, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i)
      out.push_back(static_cast<uint8_t>(value >> (8 * i)));
  };
  for (const ZipMember &member : members) {
    auto common = [&](std::vector<uint8_t> &out) {
      put(out, 20, 2);
      put(out, 0, 2);
      put(out, 8, 2); // deflated
      put(out, 0, 4);
      put(out, member.crc, 4);
      put(out, member.packed.size(), 4);
      put(out, member.size, 4);
      put(out, member.name.size(), 2);
      put(out, 0, 2);
    };
    put(directory, 0x02014b50, 4);
    put(directory, 20, 2);
    common(directory);
    put(directory, 0, 10);
    put(directory, file.size(), 4);
    put(file, 0x04034b50, 4);
    common(file);
    directory.insert(directory.end(), member.name.begin(), member.name.end());
    file.insert(file.end(), member.name.begin(), member.name.end());
    file.insert(file.end(), member.packed.begin(), member.packed.end());
  }
  const size_t begin = file.size();
  file.insert(file.end(), directory.begin(), directory.end());
  put(file, 0x06054b50, 4);
  put(file, 0, 4);
  put(file, members.size(), 2);
  put(file, members.size(), 2);
  put(file, directory.size(), 4);
  put(file, begin, 4);
  put(file, 0, 2);
  return file;
}

} // namespace popt::rt
#endif // POPT_RT_TEST_ZIP_H
