//===- SafetensorsHeader.h - The start of a safetensors file ----*- C++ -*-===//
#ifndef POPT_RT_LIB_DATA_SAFETENSORSHEADER_H
#define POPT_RT_LIB_DATA_SAFETENSORSHEADER_H

#include "popt-rt/data.h"

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

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_SAFETENSORSHEADER_H
