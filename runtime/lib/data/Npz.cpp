//===- Npz.cpp - Zip archives of npy members ------------------------------===//
//
// The central directory at the end of a zip file says where its members are.
// Reading follows it, with zip64 records for what exceeds 32 bits, checks every
// offset against the file and every member's checksum. Writing stores members
// one after another (numpy.load maps or reads them as they are). Tests: files
// by numpy (stored and compressed), our own, truncated and flipped ones.
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include "popt-rt/data.h"
#include <algorithm>
#include <cstring>

using namespace popt::rt;

namespace {
uint64_t little(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= static_cast<uint64_t>(at[i]) << (8 * i);
  return value;
}

struct Member {
  std::string name;
  uint64_t method = 0, crc = 0, packed = 0, size = 0, offset = 0;
  bool encrypted = false;
};

/// Reads the directory of a zip file; `error` says why it could not.
struct Archive {
  const std::vector<uint8_t> &file;
  std::string error;
  std::vector<Member> members;

  bool fail(const std::string &what) {
    error = what;
    return false;
  }
  bool has(uint64_t offset, uint64_t bytes) const {
    return offset <= file.size() && bytes <= file.size() - offset;
  }

  bool directory(uint64_t &offset, uint64_t &count) {
    // The end record is 22 bytes, followed by a comment of at most 64 KiB.
    size_t size = file.size();
    size_t lowest = size > 22 + 65535 ? size - 22 - 65535 : 0;
    for (size_t at = size < 22 ? 0 : size - 22 + 1; at-- > lowest;) {
      if (little(&file[at], 4) != 0x06054b50)
        continue;
      count = little(&file[at + 10], 2);
      offset = little(&file[at + 16], 4);
      if ((count != 0xffff && offset != 0xffffffff) || at < 20 ||
          little(&file[at - 20], 4) != 0x07064b50)
        return true;
      uint64_t wide = little(&file[at - 20 + 8], 8);
      if (!has(wide, 56) || little(&file[wide], 4) != 0x06064b50)
        return fail("its zip64 directory is damaged");
      count = little(&file[wide + 32], 8);
      offset = little(&file[wide + 48], 8);
      return true;
    }
    return fail(size == 0 ? "the file is empty"
                          : "this is no npz file, or it is truncated");
  }

  /// The zip64 extra field replaces, in this order, what is all ones.
  bool widen(Member &member, const uint8_t *extra, uint64_t bytes) {
    while (bytes >= 4) {
      uint64_t tag = little(extra, 2), length = little(extra + 2, 2);
      if (length > bytes - 4)
        return false;
      if (tag == 1) {
        const uint8_t *at = extra + 4, *end = at + length;
        for (uint64_t *field : {&member.size, &member.packed, &member.offset}) {
          if (*field != 0xffffffff)
            continue;
          if (end - at < 8)
            return false;
          *field = little(at, 8);
          at += 8;
        }
      }
      extra += 4 + length;
      bytes -= 4 + length;
    }
    return true;
  }

  bool read() {
    uint64_t offset = 0, count = 0;
    if (!directory(offset, count))
      return false;
    for (uint64_t i = 0; i < count; ++i) {
      if (!has(offset, 46) || little(&file[offset], 4) != 0x02014b50)
        return fail("its directory is damaged");
      const uint8_t *record = &file[offset];
      uint64_t nameBytes = little(record + 28, 2);
      uint64_t extraBytes = little(record + 30, 2);
      uint64_t commentBytes = little(record + 32, 2);
      if (!has(offset, 46 + nameBytes + extraBytes + commentBytes))
        return fail("its directory is damaged");
      Member member;
      member.encrypted = little(record + 8, 2) & 1;
      member.method = little(record + 10, 2);
      member.crc = little(record + 16, 4);
      member.packed = little(record + 20, 4);
      member.size = little(record + 24, 4);
      member.offset = little(record + 42, 4);
      member.name.assign(reinterpret_cast<const char *>(record) + 46,
                         nameBytes);
      if (!widen(member, record + 46 + nameBytes, extraBytes))
        return fail("its directory is damaged");
      members.push_back(std::move(member));
      offset += 46 + nameBytes + extraBytes + commentBytes;
    }
    return true;
  }

  /// The bytes of a member, unpacked into `buffer` where needed.
  bool contents(const Member &member, std::vector<uint8_t> &buffer,
                const uint8_t *&out_data) {
    if (member.encrypted)
      return fail("it is encrypted");
    if (!has(member.offset, 30) ||
        little(&file[member.offset], 4) != 0x04034b50)
      return fail("its local header is damaged");
    const uint8_t *local = &file[member.offset];
    uint64_t begin =
        member.offset + 30 + little(local + 26, 2) + little(local + 28, 2);
    if (!has(begin, member.packed))
      return fail("the file ends within it");
    if (member.method == 0) {
      if (member.packed != member.size)
        return fail("its directory is damaged");
      out_data = file.data() + begin;
    } else if (member.method == 8) {
      if (!inflate(file.data() + begin, member.packed, member.size, buffer))
        return fail("its compressed data is damaged");
      out_data = buffer.data();
    } else {
      return fail("compression method " + std::to_string(member.method) +
                  " is not supported");
    }
    if (crc32(out_data, member.size) != member.crc)
      return fail("its checksum is wrong: the file is damaged");
    return true;
  }
};
} // namespace

bool popt::rt::readNpz(const std::string &path, TensorMap &out_tensors,
                       std::string &out_error) {
  std::vector<uint8_t> file, buffer;
  if (!readFile(path, file, out_error))
    return false;
  out_tensors.clear();
  Archive archive{file, {}, {}};
  if (!archive.read()) {
    out_error = path + ": " + archive.error;
    return false;
  }
  for (const Member &member : archive.members) {
    std::string key = member.name;
    if (key.size() > 4 && key.compare(key.size() - 4, 4, ".npy") == 0)
      key.resize(key.size() - 4);
    auto fail = [&](const std::string &what) {
      out_error = path + ": key \"" + key + "\": " + what;
      return false;
    };
    const uint8_t *data = nullptr;
    Tensor tensor;
    std::string reason;
    if (!archive.contents(member, buffer, data))
      return fail(archive.error);
    if (!parseNpy(data, member.size, tensor, reason))
      return fail(reason);
    if (!out_tensors.emplace(key, std::move(tensor)).second)
      return fail("it occurs twice");
  }
  return true;
}

static void put(std::vector<uint8_t> &out, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i)
    out.push_back(static_cast<uint8_t>(value >> (8 * i)));
}

bool popt::rt::writeNpz(const std::string &path, const TensorMap &tensors,
                        std::string &out_error) {
  std::vector<std::vector<uint8_t>> headers, bodies;
  std::vector<uint8_t> directory;
  std::vector<Piece> pieces;
  headers.reserve(tensors.size());
  bodies.reserve(tensors.size());
  uint64_t offset = 0;
  for (const auto &[key, tensor] : tensors) {
    bodies.push_back(formatNpy(tensor));
    const std::vector<uint8_t> &body = bodies.back();
    std::string name = key + ".npy";
    uint32_t crc = crc32(body.data(), body.size());
    bool wide = body.size() >= 0xffffffff || offset >= 0xffffffff;
    auto common = [&](std::vector<uint8_t> &out, size_t extra) {
      put(out, wide ? 45 : 20, 2); // version needed
      put(out, 0x800, 2);          // names are UTF-8
      put(out, 0, 2);              // stored
      put(out, 0, 2);              // time
      put(out, 0x21, 2);           // 1 January 1980
      put(out, crc, 4);
      put(out, wide ? 0xffffffff : body.size(), 4);
      put(out, wide ? 0xffffffff : body.size(), 4);
      put(out, name.size(), 2);
      put(out, extra, 2);
    };
    // The 64-bit sizes, after the name.
    auto wideSizes = [&](std::vector<uint8_t> &out, size_t bytes) {
      put(out, 1, 2);
      put(out, bytes, 2);
      put(out, body.size(), 8);
      put(out, body.size(), 8);
    };
    headers.emplace_back();
    std::vector<uint8_t> &local = headers.back();
    put(local, 0x04034b50, 4);
    common(local, wide ? 20 : 0);
    local.insert(local.end(), name.begin(), name.end());
    if (wide)
      wideSizes(local, 16);
    put(directory, 0x02014b50, 4);
    put(directory, 45, 2);
    common(directory, wide ? 28 : 0);
    put(directory, 0, 6); // comment, disk, attributes
    put(directory, 0, 4);
    put(directory, wide ? 0xffffffff : offset, 4);
    directory.insert(directory.end(), name.begin(), name.end());
    if (wide) {
      wideSizes(directory, 24);
      put(directory, offset, 8);
    }
    pieces.push_back({local.data(), local.size()});
    pieces.push_back({body.data(), body.size()});
    offset += local.size() + body.size();
  }
  std::vector<uint8_t> end;
  uint64_t count = tensors.size(), length = directory.size();
  bool wide = count >= 0xffff || offset >= 0xffffffff || length >= 0xffffffff;
  if (wide) {
    put(end, 0x06064b50, 4);
    put(end, 44, 8);
    put(end, 45, 2);
    put(end, 45, 2);
    put(end, 0, 8);
    put(end, count, 8);
    put(end, count, 8);
    put(end, length, 8);
    put(end, offset, 8);
    put(end, 0x07064b50, 4);
    put(end, 0, 4);
    put(end, offset + length, 8);
    put(end, 1, 4);
  }
  put(end, 0x06054b50, 4);
  put(end, 0, 4);
  put(end, wide ? 0xffff : count, 2);
  put(end, wide ? 0xffff : count, 2);
  put(end, wide ? 0xffffffff : length, 4);
  put(end, wide ? 0xffffffff : offset, 4);
  put(end, 0, 2);
  pieces.push_back({directory.data(), directory.size()});
  pieces.push_back({end.data(), end.size()});
  return writeFile(path, pieces, out_error);
}

static bool endsWith(const std::string &text, const char *end) {
  size_t length = std::strlen(end);
  return text.size() >= length &&
         text.compare(text.size() - length, length, end) == 0;
}

bool popt::rt::readTensors(const std::string &path, TensorMap &out_tensors,
                           std::string &out_error) {
  return endsWith(path, ".safetensors")
             ? readSafetensors(path, out_tensors, out_error)
             : readNpz(path, out_tensors, out_error);
}

bool popt::rt::writeTensors(const std::string &path, const TensorMap &tensors,
                            std::string &out_error) {
  return endsWith(path, ".safetensors")
             ? writeSafetensors(path, tensors, out_error)
             : writeNpz(path, tensors, out_error);
}
