//===- Npy.cpp - One array in numpy's format ------------------------------===//
//
// Magic, version, header length, a Python dictionary literal with descr,
// fortran_order and shape, then the elements. The dictionary is read by a
// scanner that knows exactly these three keys; anything else is an error with
// the reason. Tests: arrays written by numpy, damaged headers.
//
//===----------------------------------------------------------------------===//
#include "popt-rt/data.h"
#include <algorithm>
#include <cstring>
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

static void swapBytes(std::vector<uint8_t> &data, size_t width) {
  for (size_t i = 0; i + width <= data.size(); i += width)
    std::reverse(data.begin() + i, data.begin() + i + width);
}

/// Column-major to row-major.
static std::vector<uint8_t> fromFortran(const std::vector<uint8_t> &data,
                                        const std::vector<int64_t> &shape,
                                        size_t width) {
  std::vector<uint8_t> result(data.size());
  std::vector<int64_t> index(shape.size(), 0);
  int64_t count = static_cast<int64_t>(data.size() / width);
  for (int64_t i = 0; i < count; ++i) {
    int64_t from = 0;
    for (size_t d = shape.size(); d-- > 0;)
      from = from * shape[d] + index[d];
    std::memcpy(&result[i * width], &data[from * width], width);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
  return result;
}

bool popt::rt::parseNpy(const uint8_t *data, size_t size, Tensor &out_tensor,
                        std::string &out_error) {
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
  size_t length = data[8] | data[9] << 8;
  if (begin == 12)
    length |= static_cast<size_t>(data[10]) << 16 |
              static_cast<size_t>(data[11]) << 24;
  if (length > size - begin)
    return fail("it ends within its header");
  const char *text = reinterpret_cast<const char *>(data) + begin;
  Scanner scanner{text, text + length, {}};
  Header header;
  if (!scanner.dictionary(header))
    return fail(scanner.error);
  bool swap = false;
  if (!parseType(header.descr, out_tensor.type, swap))
    return fail("element type \"" + header.descr.substr(0, 40) +
                "\" is not supported");
  size_t width = popt_rt_element_size(out_tensor.type);
  size_t bytes = width;
  for (int64_t extent : header.shape)
    if (__builtin_mul_overflow(bytes, static_cast<size_t>(extent), &bytes))
      return fail("its shape is too large");
  size_t available = size - begin - length;
  if (bytes > available)
    return fail("the data ends after " + std::to_string(available) + " of " +
                std::to_string(bytes) + " bytes");
  const uint8_t *from = data + begin + length;
  out_tensor.shape = header.shape;
  out_tensor.data.assign(from, from + bytes);
  if (swap && width > 1)
    swapBytes(out_tensor.data, isComplex(out_tensor.type) ? width / 2 : width);
  if (header.fortran && header.shape.size() > 1)
    out_tensor.data = fromFortran(out_tensor.data, header.shape, width);
  if (out_tensor.type == POPT_RT_I1)
    for (uint8_t &value : out_tensor.data)
      value = value != 0;
  return true;
}

static const char *descrOf(ElementType type) {
  static const char *const names[POPT_RT_NUM_ELEMENT_TYPES] = {
      "|b1", "|i1", "<i2", "<i4", "<i8", "|u1",  "<u2", "<u4", "<u8",
      "<f2", "<u2", "<f4", "<f8", "<c8", "<c16", "|u1", "|u1"};
  return names[type];
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
