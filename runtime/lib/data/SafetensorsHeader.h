//===- SafetensorsHeader.h - The start of a safetensors file ----*- C++ -*-===//
//
// 8 bytes with the length of a text, the text (JSON), and then the data. So a
// document says how long it is, and one may follow another in a pipe.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_SAFETENSORSHEADER_H
#define POPT_RT_LIB_DATA_SAFETENSORSHEADER_H

#include "Source.h"

namespace popt::rt {

/// A tensor of a file; its data follow those of the one before.
struct SafetensorsEntry {
  std::string key;
  ElementType type = POPT_RT_F32;
  std::vector<int64_t> shape;
  uint64_t bytes = 0;
};

/// All that stands before the data, a multiple of `alignment` bytes. `format` is
/// what Hugging Face's libraries want in the metadata: "pt", or null for none.
std::string safetensorsHeader(const std::vector<SafetensorsEntry> &entries,
                              const char *format = nullptr,
                              size_t alignment = 8);

/// What the text says.
struct SafetensorsContent {
  std::map<std::string, Source> tensors;
  std::map<std::string, std::string> metadata;
  uint64_t bytes = 0; ///< of all data
};

/// What is wrong with the length of a text; empty if nothing is.
std::string lengthProblem(uint64_t length);

/// Parses the text of a document whose data are the bytes from `begin` on of file
/// number `file`, at most `dataBytes`. What is wrong with it; empty if nothing is.
std::string parseSafetensors(const std::vector<uint8_t> &text, uint64_t begin,
                             uint64_t dataBytes, size_t file,
                             SafetensorsContent &out_content);

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_SAFETENSORSHEADER_H
