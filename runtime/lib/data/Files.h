//===- Files.h - Whole files, deflate, checksums ----------------*- C++ -*-===//
#ifndef POPT_RT_LIB_DATA_FILES_H
#define POPT_RT_LIB_DATA_FILES_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace popt::rt {

/// The whole file. False and "cannot open F: No such file or directory".
bool readFile(const std::string &path, std::vector<uint8_t> &out_bytes,
              std::string &out_error);
/// A piece of a file: memory that the caller keeps alive.
using Piece = std::pair<const void *, size_t>;
/// Replaces the file at `path`: readers see the old one or the whole new one, and
/// nothing else is left, also of a process that is killed (WriteFile.cpp).
bool writeFile(const std::string &path, const std::vector<Piece> &pieces,
               std::string &out_error, bool executable = false);

/// What an errno means where a file is written.
std::string whyNotWritten(int error);

/// Whether the open file still lies at the path, and no other does.
bool isAt(int file, const std::string &path);

/// Decodes a raw deflate stream (RFC 1951) that must give exactly `size` bytes.
bool inflate(const uint8_t *data, size_t dataSize, uint8_t *out_data,
             size_t size);
/// The first bytes of what a stream gives whose begin is here: `most`, or as many
/// as there are. False if it is damaged so far.
bool inflateBegin(const uint8_t *data, size_t dataSize, size_t most,
                  std::vector<uint8_t> &out_bytes);
/// The checksum of zip archives.
uint32_t crc32(const uint8_t *data, size_t size);
/// What bytes with checksum `crc` add to that of a whole in which `after` bytes
/// follow them: all that its parts add, combined by exclusive or, is its own.
uint32_t crc32Before(uint32_t crc, uint64_t after);

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_FILES_H
