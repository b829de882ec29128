//===- Npy.cpp - One array in numpy's format ------------------------------===//
//
// Magic, version, header length, a Python dictionary literal with descr,
// fortran_order and shape, then the elements. The dictionary is read by a
// scanner that knows exactly these three keys; anything else is an error with
// the reason. Tests: arrays written by numpy, damaged headers (DataTest).
//
//===----------------------------------------------------------------------===//
#include "Formats.h"
#include <algorithm>
#include <cstring>
#include <iterator>
#include <limits>

using namespace popt::rt;

namespace {
struct Header {
  std::string descr;
  bool fortran = false;
  std::vector<int64_t> shape;
};

/// Scans `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`.
struct Scanner {
  const char *at, *end;
  std::string error;

  bool fail(const char *what) {
    if (error.empty())
      error = std::string("its header is damaged: ") + what;
    return false;
  }
  void space() {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t'))
      ++at;
  }
  bool take(char c) {
    space();
    if (at == end || *at != c)
      return false;
    ++at;
    return true;
  }
  bool word(const char *text) {
    size_t length = std::strlen(text);
    if (static_cast<size_t>(end - at) < length ||
        std::memcmp(at, text, length) != 0)
      return false;
    at += length;
    return true;
  }
  bool string(std::string &out) {
    space();
    if (at == end || (*at != '\'' && *at != '"'))
      return fail("a string is missing");
    char quote = *at++;
    const char *close = std::find(at, end, quote);
    if (close == end)
      return fail("a string does not end");
    out.assign(at, close);
    at = close + 1;
    return true;
  }
  bool number(int64_t &out) {
    space();
    if (at == end || *at < '0' || *at > '9')
      return fail("an extent is no number");
    out = 0;
    for (; at < end && *at >= '0' && *at <= '9'; ++at) {
      if (out > (std::numeric_limits<int64_t>::max() - 9) / 10)
        return fail("an extent is too large");
      out = out * 10 + (*at - '0');
    }
    if (at < end && *at == 'L') // Python 2
      ++at;
    return true;
  }
  bool tuple(std::vector<int64_t> &out) {
    if (!take('('))
      return fail("the shape is no tuple");
    while (!take(')')) {
      int64_t extent;
      if (!number(extent))
        return false;
      out.push_back(extent);
      if (take(','))
        continue;
      if (!take(')'))
        return fail("the shape does not end");
      break;
    }
    return true;
  }
  bool dictionary(Header &out) {
    bool descr = false, order = false, shape = false;
    if (!take('{'))
      return fail("no dictionary");
    while (!take('}')) {
      std::string key;
      if (!string(key))
        return false;
      if (!take(':'))
        return fail("a colon is missing");
      space();
      if (key == "descr") {
        if (at < end && *at == '[')
          return fail("structured types are not supported");
        if (!string(out.descr))
          return false;
        descr = true;
      } else if (key == "fortran_order") {
        out.fortran = word("True");
        if (!out.fortran && !word("False"))
          return fail("fortran_order is neither True nor False");
        order = true;
      } else if (key == "shape") {
        if (!tuple(out.shape))
          return false;
        shape = true;
      } else {
        return fail("unknown key");
      }
      if (take(','))
        continue;
      if (!take('}'))
        return fail("it does not end");
      break;
    }
    if (!descr || !order || !shape)
      return fail("a key is missing");
    return true;
  }
};
} // namespace

static bool parseType(const std::string &descr, ElementType &type, bool &swap) {
  static const std::pair<const char *, ElementType> types[] = {
      {"b1", POPT_RT_I1},
      {"i1", POPT_RT_I8},
      {"i2", POPT_RT_I16},
      {"i4", POPT_RT_I32},
      {"i8", POPT_RT_I64},
      {"u1", POPT_RT_UI8},
      {"u2", POPT_RT_UI16},
      {"u4", POPT_RT_UI32},
      {"u8", POPT_RT_UI64},
      {"f2", POPT_RT_F16},
      {"f4", POPT_RT_F32},
      {"f8", POPT_RT_F64},
      {"c8", POPT_RT_C64},
      {"c16", POPT_RT_C128},
      // Types of extension packages (bfloat16, float8) are saved as raw bytes.
      {"V1", POPT_RT_UI8},
      {"V2", POPT_RT_UI16}};
  if (descr.empty())
    return false;
  char order = descr[0];
  if (order != '<' && order != '>' && order != '|' && order != '=')
    return false;
  swap = order == '>';
  for (auto [name, value] : types)
    if (descr.compare(1, std::string::npos, name) == 0) {
      type = value;
      return true;
    }
  return false;
}

/// Longer ones are no headers: numpy's have some hundred bytes.
static constexpr uint64_t kMaxHeader = 1 << 20;

uint64_t popt::rt::npyHeaderBytes(const uint8_t *data, size_t size) {
  if (size < 12)
    return size;
  uint64_t bytes = data[6] == 1 ? 10 + littleEndian(data + 8, 2)
                                : 12 + littleEndian(data + 8, 4);
  return bytes > kMaxHeader ? size : bytes;
}

bool popt::rt::parseNpyHeader(const uint8_t *data, size_t size, uint64_t total,
                              NpyHeader &out_header, std::string &out_error) {
  auto fail = [&](const std::string &what) {
    out_error = what;
    return false;
  };
  if (size < 10 || std::memcmp(data, "\x93NUMPY", 6) != 0)
    return fail("it is not in npy format");
  size_t begin = data[6] == 1 ? 10 : 12;
  if (data[6] < 1 || data[6] > 3 || size < begin)
    return fail("npy format version " + std::to_string(data[6]) +
                " is not supported");
  uint64_t length = littleEndian(data + 8, begin == 10 ? 2 : 4);
  if (length > size - begin)
    return fail("it ends within its header");
  const char *text = reinterpret_cast<const char *>(data) + begin;
  Scanner scanner{text, text + length, {}};
  Header header;
  if (!scanner.dictionary(header))
    return fail(scanner.error);
  ElementType type = POPT_RT_F32;
  bool isBigEndian = false;
  if (!parseType(header.descr, type, isBigEndian))
    return fail("element type \"" + header.descr.substr(0, 40) +
                "\" is not supported");
  uint64_t bytes = 0;
  if (!bytesOfShape(type, header.shape, bytes))
    return fail("its shape is too large");
  uint64_t available = total - begin - length;
  if (bytes > available)
    return fail("the data ends after " + std::to_string(available) + " of " +
                std::to_string(bytes) + " bytes");
  if (bytes < available)
    return fail("its header says " + toString(type, header.shape) + ", " +
                std::to_string(bytes) + " bytes, and " +
                std::to_string(available - bytes) + " more follow them");
  out_header.bytes = bytes;
  out_header.source = denseSource(type, header.shape, 0, begin + length);
  out_header.source.isBigEndian = isBigEndian;
  out_header.source.isBits = header.descr[1] == 'V';
  if (header.fortran) {
    std::vector<int64_t> &strides = out_header.source.blocks[0].strides;
    int64_t stride = 1;
    for (size_t d = 0; d < strides.size(); ++d) {
      strides[d] = stride;
      stride *= header.shape[d];
    }
  }
  return true;
}

bool popt::rt::openNpy(FileSystem &files, const std::string &path,
                       Sources &sources, std::string &out_error) {
  HeaderFile file(files);
  std::vector<uint8_t> bytes;
  if (!file.open(path, out_error) ||
      !file.read(0, std::min<uint64_t>(file.size(), 12), bytes, out_error))
    return false;
  uint64_t size =
      std::min(npyHeaderBytes(bytes.data(), bytes.size()), file.size());
  NpyHeader header;
  std::string wrong;
  if (!file.read(0, size, bytes, out_error))
    return false;
  if (!parseNpyHeader(bytes.data(), bytes.size(), file.size(), header, wrong)) {
    out_error = path + ": " + wrong;
    return false;
  }
  std::string key = path.substr(folderOf(path).size());
  key.resize(key.size() - 4); // .npy
  header.source.blocks[0].file = sources.files.size();
  sources.files.push_back({path, file.size(), {}, nullptr});
  sources.tensors[key] = std::move(header.source);
  return true;
}

/// Types of numpy's own; of all others the bits.
static const char *descrOf(ElementType type) {
  static const char *const names[] = {"|b1", "|i1", "<i2", "<i4", "<i8",
                                      "|u1", "<u2", "<u4", "<u8", "<f2",
                                      "<u2", "<f4", "<f8", "<c8", "<c16"};
  return type < std::size(names) ? names[type] : "|u1";
}

std::vector<uint8_t> popt::rt::formatNpy(const Tensor &tensor) {
  std::string header = std::string("{'descr': '") + descrOf(tensor.type) +
                       "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : tensor.shape)
    header += std::to_string(extent) + ", ";
  if (tensor.shape.size() > 1)
    header.resize(header.size() - 2);
  else if (tensor.shape.size() == 1)
    header.resize(header.size() - 1);
  header += "), }";
  // The elements begin at a multiple of 64; the last byte before is a newline.
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::vector<uint8_t> out = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
  out.push_back(static_cast<uint8_t>(header.size()));
  out.push_back(static_cast<uint8_t>(header.size() >> 8));
  out.insert(out.end(), header.begin(), header.end());
  out.insert(out.end(), tensor.data.begin(), tensor.data.end());
  return out;
}
