//===- Formats.h - The headers of files with tensors ------------*- C++ -*-===//
//
// Each function adds the files and tensors of one file to `sources`. Whatever
// the file holds, the answer is where its tensors lie, all of them within the
// file, or a message that names the file, the key and the problem.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_LIB_DATA_FORMATS_H
#define POPT_RT_LIB_DATA_FORMATS_H

#include "Source.h"

namespace popt::rt {

[[nodiscard]] bool openSafetensors(FileSystem &files, const std::string &path,
                                   Sources &sources, std::string &out_error);
/// `model.safetensors.index.json`: which file beside it has which tensor.
[[nodiscard]] bool openSafetensorsIndex(FileSystem &files,
                                        const std::string &path,
                                        Sources &sources,
                                        std::string &out_error);
[[nodiscard]] bool openNpz(FileSystem &files, const std::string &path,
                           Sources &sources, std::string &out_error);
[[nodiscard]] bool openNpy(FileSystem &files, const std::string &path,
                           Sources &sources, std::string &out_error);

/// The text of a file of JSON.
[[nodiscard]] bool readText(FileSystem &files, const std::string &path,
                            std::string &out_text, std::string &out_error);

/// A file that is open while its headers are read.
class HeaderFile {
public:
  explicit HeaderFile(FileSystem &files) : files(files) {}
  ~HeaderFile();
  HeaderFile(const HeaderFile &) = delete;
  HeaderFile &operator=(const HeaderFile &) = delete;

  /// False and "cannot open F: No such file or directory".
  [[nodiscard]] bool open(const std::string &path, std::string &out_error);
  uint64_t size() const { return bytes; }
  bool has(uint64_t offset, uint64_t count) const {
    return offset <= bytes && count <= bytes - offset;
  }
  /// Bytes that the file has; false and a message if they can't be read.
  [[nodiscard]] bool read(uint64_t offset, uint64_t count,
                          std::vector<uint8_t> &out_bytes,
                          std::string &out_error);

private:
  FileSystem &files;
  std::string path;
  int handle = -1;
  uint64_t bytes = 0;
};

/// An array in npy format: what it holds, and where its elements begin.
struct NpyHeader {
  Source source;      ///< its one block's offset is from the header's begin
  uint64_t bytes = 0; ///< of all elements
};
/// How many bytes the header has, of which `size` are here: those that are here,
/// if they show already what is wrong.
uint64_t npyHeaderBytes(const uint8_t *data, size_t size);
/// Parses the first npyHeaderBytes() of `total` bytes.
[[nodiscard]] bool parseNpyHeader(const uint8_t *data, size_t size,
                                  uint64_t total, NpyHeader &out_header,
                                  std::string &out_error);

/// The bytes of a tensor. False if they, or the strides of what is empty, are
/// more than numbers have room for.
[[nodiscard]] bool bytesOfShape(ElementType type,
                                const std::vector<int64_t> &shape,
                                uint64_t &out_bytes);

/// A little-endian number.
inline uint64_t littleEndian(const uint8_t *at, int bytes) {
  uint64_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= static_cast<uint64_t>(at[i]) << (8 * i);
  return value;
}

} // namespace popt::rt
#endif // POPT_RT_LIB_DATA_FORMATS_H
