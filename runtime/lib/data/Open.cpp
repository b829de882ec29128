//===- Open.cpp - Files of tensors, by their names' ends ------------------===//
//
// What every format shares: which one it is, reading its headers, and reading
// and writing all that a file holds. Tests: DataTest, SourceTest.
//
//===----------------------------------------------------------------------===//
#include "Files.h"
#include "Formats.h"
#include <cstring>

using namespace popt::rt;

//===----------------------------------------------------------------------===//
// Headers
//===----------------------------------------------------------------------===//

HeaderFile::~HeaderFile() {
  if (handle >= 0)
    files.close(handle);
}

bool HeaderFile::open(const std::string &thePath, std::string &out_error) {
  path = thePath;
  int error = files.open(path, handle, bytes);
  if (error) {
    handle = -1;
    out_error = describeError("open", path, error);
  }
  return error == 0;
}

bool HeaderFile::read(uint64_t offset, uint64_t count,
                      std::vector<uint8_t> &out_bytes, std::string &out_error) {
  out_bytes.resize(count);
  size_t got = 0;
  int error = files.read(handle, offset, out_bytes.data(), count, got);
  if (error)
    out_error = describeError("read", path, error);
  else if (got < count)
    out_error = path + " ends at byte " + std::to_string(offset + got) +
                " of " + std::to_string(bytes);
  return !error && got == count;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

static bool endsWith(const std::string &text, const char *end) {
  size_t length = std::strlen(end);
  return text.size() > length &&
         text.compare(text.size() - length, length, end) == 0;
}

bool popt::rt::openSources(FileSystem &files, const std::string &path,
                           Sources &out_sources, std::string &out_error) {
  out_sources = Sources();
  out_sources.path = path;
  auto open = endsWith(path, ".safetensors")              ? openSafetensors
              : endsWith(path, ".safetensors.index.json") ? openSafetensorsIndex
              : endsWith(path, ".npy")                    ? openNpy
                                                          : openNpz;
  return open(files, path, out_sources, out_error);
}

bool popt::rt::readTensors(const std::string &path, TensorMap &out_tensors,
                           std::string &out_error) {
  Sources sources;
  out_tensors.clear();
  if (!openSources(machineFiles(), path, sources, out_error) ||
      !unpackAll(machineFiles(), sources, out_error))
    return false;
  SourceReader reader(machineFiles(), sources);
  for (const auto &[key, source] : sources.tensors) {
    Tensor &tensor = out_tensors[key] = Tensor(source.type, source.shape);
    if (!reader.read(source, wholeBox(source.shape), source.type, source.shape,
                     tensor.data.data(), /*counts=*/true, out_error))
      return false;
  }
  out_error = judge(sources, reader.evidence());
  return out_error.empty();
}

bool popt::rt::writeTensors(const std::string &path, const TensorMap &tensors,
                            std::string &out_error) {
  return endsWith(path, ".safetensors")
             ? writeSafetensors(path, tensors, out_error)
             : writeNpz(path, tensors, out_error);
}
