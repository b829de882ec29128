//===- Bytes.h - Numbers of bytes as people write them --------------------===//
#ifndef POPT_MACHINE_BYTES_H
#define POPT_MACHINE_BYTES_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace popt {

/// Reads `4096`, `80GB`, `1.5 GiB` or `16G`: K, M, G and T are powers of 1000,
/// with an i of 1024, and B may follow. Nothing if it is none of these, or less
/// than one byte.
std::optional<int64_t> parseBytes(std::string_view text);

/// `96 B`, `1.5 MiB`: four digits, powers of 1024.
std::string describeBytes(int64_t bytes);

} // namespace popt
#endif // POPT_MACHINE_BYTES_H
