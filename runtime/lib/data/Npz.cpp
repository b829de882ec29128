//===- Npz.cpp - Zip archives of npy members ------------------------------===//
//
// The central directory at the end of a zip file says where its members are.
// Reading follows it, with zip64 records for what exceeds 32 bits, and checks
// every offset against the file. Members stay where they are, with their
// checksums; compressed ones are unpacked before they are read. Writing stores
// members one after another (numpy.load maps or reads them as they are). Tests:
// files by numpy (stored and compressed), our own, truncated and flipped ones.
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include "Formats.h"
#include <algorithm>

using namespace popt::rt;

/// Longer directories are damaged: each entry takes some 60 bytes.
static constexpr uint64_t kMaxDirectory = 256 << 20;

/// What is wrong with the bytes of a compressed member; empty if nothing is.
static std::string inflateMember(const std::vector<uint8_t> &packed,
                                 uint32_t crc, uint8_t *out_data, size_t size) {
  if (!inflate(packed.data(), packed.size(), out_data, size))
    return "its compressed data is damaged";
  if (crc32(out_data, size) != crc)
    return "its checksum is wrong: the file is damaged";
  return "";
}

namespace {
struct Member {
  std::string name;
  uint64_t method = 0, packed = 0, size = 0, offset = 0;
  uint32_t crc = 0;
  bool encrypted = false;

  std::string key() const {
    return endsWith(name, ".npy") ? name.substr(0, name.size() - 4) : name;
  }
};

/// Reads the directory of a zip file; `error` says why it could not, with the
/// path where that is not all.
struct Archive {
  HeaderFile &file;
  std::string error;
  std::vector<Member> members;
  bool isUnreadable = false; ///< `error` is the whole message

  bool fail(const std::string &what) {
    error = what;
    return false;
  }
  bool load(uint64_t offset, uint64_t bytes, std::vector<uint8_t> &out) {
    isUnreadable = !file.read(offset, bytes, out, error);
    return !isUnreadable;
  }

  /// Where the directory is, and how many members it has.
  bool directory(uint64_t &offset, uint64_t &end, uint64_t &count) {
    // The end record is 22 bytes, followed by a comment of at most 64 KiB; a
    // zip64 locator of 20 bytes stands before it.
    uint64_t size = file.size();
    uint64_t most = std::min<uint64_t>(size, 22 + 65535 + 20);
    std::vector<uint8_t> tail;
    if (!load(size - most, most, tail))
      return false;
    for (size_t at = most < 22 ? 0 : most - 22 + 1; at-- > 0;) {
      const uint8_t *record = &tail[at];
      if (littleEndian(record, 4) != 0x06054b50)
        continue;
      count = littleEndian(record + 10, 2);
      offset = littleEndian(record + 16, 4);
      end = size - most + at;
      if ((count != 0xffff && offset != 0xffffffff) || at < 20 ||
          littleEndian(record - 20, 4) != 0x07064b50)
        return true;
      end = littleEndian(record - 20 + 8, 8);
      std::vector<uint8_t> wide;
      if (file.has(end, 56) && !load(end, 56, wide))
        return false;
      if (wide.empty() || littleEndian(wide.data(), 4) != 0x06064b50)
        return fail("its zip64 directory is damaged");
      count = littleEndian(&wide[32], 8);
      offset = littleEndian(&wide[48], 8);
      return true;
    }
    return fail(size == 0 ? "the file is empty"
                          : "this is no npz file, or it is truncated");
  }

  /// The zip64 extra field replaces, in this order, what is all ones.
  bool widen(Member &member, const uint8_t *extra, uint64_t bytes) {
    while (bytes >= 4) {
      uint64_t tag = littleEndian(extra, 2),
               length = littleEndian(extra + 2, 2);
      if (length > bytes - 4)
        return false;
      if (tag == 1) {
        const uint8_t *at = extra + 4, *end = at + length;
        for (uint64_t *field : {&member.size, &member.packed, &member.offset}) {
          if (*field != 0xffffffff)
            continue;
          if (end - at < 8)
            return false;
          *field = littleEndian(at, 8);
          at += 8;
        }
      }
      extra += 4 + length;
      bytes -= 4 + length;
    }
    return true;
  }

  bool read() {
    uint64_t offset = 0, end = 0, count = 0;
    if (!directory(offset, end, count))
      return false;
    std::vector<uint8_t> all;
    if (offset > end || end - offset > kMaxDirectory)
      return fail("its directory is damaged");
    if (!load(offset, end - offset, all))
      return false;
    const uint8_t *record = all.data();
    for (uint64_t i = 0, left = all.size(); i < count; ++i) {
      if (left < 46 || littleEndian(record, 4) != 0x02014b50)
        return fail("its directory is damaged");
      uint64_t nameBytes = littleEndian(record + 28, 2);
      uint64_t extraBytes = littleEndian(record + 30, 2);
      uint64_t bytes =
          46 + nameBytes + extraBytes + littleEndian(record + 32, 2);
      if (bytes > left)
        return fail("its directory is damaged");
      Member member;
      member.encrypted = littleEndian(record + 8, 2) & 1;
      member.method = littleEndian(record + 10, 2);
      member.crc = static_cast<uint32_t>(littleEndian(record + 16, 4));
      member.packed = littleEndian(record + 20, 4);
      member.size = littleEndian(record + 24, 4);
      member.offset = littleEndian(record + 42, 4);
      member.name.assign(reinterpret_cast<const char *>(record) + 46,
                         nameBytes);
      if (!widen(member, record + 46 + nameBytes, extraBytes))
        return fail("its directory is damaged");
      members.push_back(std::move(member));
      record += bytes;
      left -= bytes;
    }
    return true;
  }

  /// Where the bytes of a member begin.
  bool locate(const Member &member, uint64_t &out_begin) {
    std::vector<uint8_t> local;
    if (member.encrypted)
      return fail("it is encrypted");
    if (file.has(member.offset, 30) && !load(member.offset, 30, local))
      return false;
    if (local.empty() || littleEndian(local.data(), 4) != 0x04034b50)
      return fail("its local header is damaged");
    out_begin = member.offset + 30 + littleEndian(&local[26], 2) +
                littleEndian(&local[28], 2);
    if (!file.has(out_begin, member.packed))
      return fail("the file ends within it");
    if (member.method != 0 && member.method != 8)
      return fail("compression method " + std::to_string(member.method) +
                  " is not supported");
    if (member.method == 0 && member.packed != member.size)
      return fail("its directory is damaged");
    return true;
  }

  /// Of a compressed member whose header is none: whether it is damaged is the
  /// first thing to say, where that costs little.
  bool blameDamage(const Member &member, uint64_t begin) {
    constexpr uint64_t kMost = 1 << 20;
    if (!member.method || member.size > kMost)
      return false;
    std::vector<uint8_t> packed, bytes(member.size);
    if (!load(begin, member.packed, packed))
      return false;
    std::string damage =
        inflateMember(packed, member.crc, bytes.data(), bytes.size());
    return fail(damage.empty() ? error : damage);
  }

  /// The npy header of a member, and what follows it.
  bool header(const Member &member, uint64_t begin,
              std::vector<uint8_t> &out_bytes) {
    // Most are short; a second attempt has room for any.
    for (uint64_t most : {uint64_t(512), uint64_t(2) << 20}) {
      if (!load(begin, std::min(member.packed, most), out_bytes))
        return false;
      if (member.method) {
        std::vector<uint8_t> packed = std::move(out_bytes);
        if (!inflateBegin(packed.data(), packed.size(),
                          std::min(member.size, most), out_bytes))
          return fail("its compressed data is damaged");
      }
      uint64_t bytes = npyHeaderBytes(out_bytes.data(), out_bytes.size());
      if (bytes <= out_bytes.size() && out_bytes.size() >= 12)
        break;
    }
    return true;
  }
};
} // namespace

/// Adds a member's tensor. What is left of the checksum of a stored one when
/// the header is taken out guards the elements.
static bool addMember(Archive &archive, const Member &member,
                      const std::string &path, Sources &sources) {
  uint64_t begin = 0;
  std::vector<uint8_t> bytes;
  NpyHeader header;
  if (!archive.locate(member, begin) || !archive.header(member, begin, bytes))
    return false;
  // Deflate makes at most 1032 bytes of one: do not believe what can't come.
  if (member.method && member.size / 1040 > member.packed)
    return archive.fail("its compressed data is damaged");
  if (!parseNpyHeader(bytes.data(), bytes.size(), member.size, header,
                      archive.error))
    return archive.blameDamage(member, begin);
  StoredBlock &block = header.source.blocks[0];
  std::string what = path + ": key \"" + member.key() + "\"";
  if (member.method) {
    block.file = sources.files.size();
    sources.files.push_back(
        {path, member.size,
         PackedMember{what, begin, member.packed, member.crc}, nullptr});
  } else {
    block.guard = static_cast<int32_t>(sources.guards.size());
    uint32_t crc = member.crc ^
                   crc32Before(crc32(bytes.data(), block.offset), header.bytes);
    block.offset += begin;
    sources.guards.push_back({what, crc, block.offset, header.bytes});
  }
  if (!sources.tensors.emplace(member.key(), std::move(header.source)).second)
    return archive.fail("it occurs twice");
  return true;
}

void popt::rt::dropUnread(Sources &sources,
                          const std::vector<const Source *> &read) {
  std::vector<bool> isRead(sources.files.size());
  for (const Source *source : read)
    for (const StoredBlock &block : source->blocks)
      isRead[block.file] = true;
  for (size_t i = 0; i < isRead.size(); ++i)
    if (!isRead[i] && sources.files[i].packed)
      sources.files[i] = SourceFile();
}

bool popt::rt::unpack(FileSystem &files, const SourceFile &file,
                      uint8_t *out_data, std::string &out_error) {
  const PackedMember &member = *file.packed;
  HeaderFile archive(files);
  std::vector<uint8_t> bytes;
  if (!archive.open(file.path, out_error) ||
      !archive.read(member.offset, member.bytes, bytes, out_error))
    return false;
  std::string damage = inflateMember(bytes, member.crc, out_data, file.bytes);
  if (!damage.empty())
    out_error = member.what + ": " + damage;
  return damage.empty();
}

bool popt::rt::unpackAll(FileSystem &files, Sources &sources,
                         std::string &out_error) {
  for (SourceFile &file : sources.files) {
    if (!file.packed || file.contents)
      continue;
    auto bytes = std::make_shared<std::vector<uint8_t>>(file.bytes);
    if (!unpack(files, file, bytes->data(), out_error))
      return false;
    file.contents = {bytes, bytes->data()};
  }
  return true;
}

bool popt::rt::openNpz(FileSystem &files, const std::string &path,
                       Sources &sources, std::string &out_error) {
  HeaderFile file(files);
  if (!file.open(path, out_error))
    return false;
  Archive archive{file, {}, {}};
  auto fail = [&](const std::string &prefix) {
    out_error = archive.isUnreadable ? archive.error : prefix + archive.error;
    return false;
  };
  if (!archive.read())
    return fail(path + ": ");
  sources.files.push_back({path, file.size(), {}, nullptr});
  for (const Member &member : archive.members)
    if (!addMember(archive, member, path, sources))
      return fail(path + ": key \"" + member.key() + "\": ");
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
