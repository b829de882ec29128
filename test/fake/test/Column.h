//===- Column.h - One instruction over many values ------------------------===//
//
// Runs `d = op(a, b, c)` in a kernel, one thread for each row of operands, and
// gives back the bits of d. Operands are 8 bytes each, of which the kernel loads
// what the instruction's type says.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_RT_FAKE_TEST_COLUMN_H
#define POPT_RT_FAKE_TEST_COLUMN_H

#include "FakeGpu.h"

#include <cmath>
#include <functional>

namespace popt::fake {

template <class To, class From> To bits(From from) {
  To to = {};
  memcpy(&to, &from, std::min(sizeof(To), sizeof(From)));
  return to;
}

inline const char *registerOf(uint32_t bytes) {
  return bytes == 2 ? "%h" : bytes == 8 ? "%rd" : "%r";
}

/// `op` is the instruction up to its operands: "add.rn.f32". Widths are in
/// bytes, of the result first; 1 is a predicate (of the result: stored as 0, 1).
inline std::vector<uint64_t>
runColumn(const std::string &op, const std::vector<uint32_t> &widths,
          const std::vector<std::vector<uint64_t>> &rows,
          const std::string &last = "") {
  FakeGpu gpu;
  size_t sources = widths.size() - 1;
  std::vector<uint64_t> flat;
  for (const auto &row : rows)
    flat.insert(flat.end(), row.begin(), row.end());
  std::string body = "mul.wide.u32 %o, %g, " + std::to_string(8 * sources) +
                     ";\nadd.s64 %rd20, %rd0, %o;\n"
                     "mul.wide.u32 %o, %g, 8;\nadd.s64 %rd21, %rd1, %o;\n";
  std::string text = op + " ";
  auto name = [](uint32_t width, size_t at) {
    return width == 1 ? "%p" + std::to_string(at)
                      : registerOf(width) + std::to_string(10 + at);
  };
  text += name(widths[0], 0);
  for (size_t i = 0; i < sources; ++i) {
    uint32_t width = widths[1 + i];
    std::string place = "[%rd20+" + std::to_string(8 * i) + "];\n";
    if (width == 1)
      body += "ld.global.b32 %r1, " + place + "setp.ne.b32 %p" +
              std::to_string(1 + i) + ", %r1, 0;\n";
    else
      body += "ld.global.b" + std::to_string(8 * width) + " " +
              name(width, 1 + i) + ", " + place;
    text += ", " + name(width, 1 + i);
  }
  body += text + last + ";\n";
  if (widths[0] == 1)
    body += "selp.b64 %rd22, 1, 0, %p0;\nst.global.b64 [%rd21], %rd22;";
  else
    body += "mov.b64 %rd22, 0;\nst.global.b64 [%rd21], %rd22;\nst.global.b" +
            std::to_string(8 * widths[0]) + " [%rd21], " + name(widths[0], 0) +
            ";";
  Address in = gpu.upload(flat), out = gpu.allocate<uint64_t>(rows.size());
  uint32_t count = uint32_t(rows.size());
  // One block for each row of 96, so that warps are whole and not.
  Function f = gpu.load(kernel(body));
  if (!f)
    return {};
  uint32_t block = 96, whole = count / block;
  if (whole) {
    EXPECT_CU(gpu.launch(f, whole, block, {in, out}));
  }
  if (uint32_t rest = count - whole * block) {
    EXPECT_CU(gpu.launch(
        f, 1, rest,
        {in + 8 * sources * whole * block, out + 8 * whole * block}));
  }
  return gpu.download<uint64_t>(out, rows.size());
}

/// All rows of `count` operands out of the values.
inline std::vector<std::vector<uint64_t>>
rowsOf(const std::vector<uint64_t> &values, size_t count) {
  std::vector<std::vector<uint64_t>> rows = {{}};
  for (size_t i = 0; i < count; ++i) {
    std::vector<std::vector<uint64_t>> next;
    for (const auto &row : rows)
      for (uint64_t value : values) {
        next.push_back(row);
        next.back().push_back(value);
      }
    rows = std::move(next);
  }
  return rows;
}

template <class T> std::vector<uint64_t> trickyIntegers() {
  std::vector<uint64_t> values;
  for (int64_t v :
       {0,   1,   2,   3,  5,  7,  31, 32,   63,   64,    100,    127,
        128, 255, 256, -1, -2, -3, -7, -128, -129, 32767, -32768, 65535})
    values.push_back(bits<uint64_t>(T(v)));
  for (T v : {std::numeric_limits<T>::min(), std::numeric_limits<T>::max(),
              T(std::numeric_limits<T>::max() / 3), T(0x5a5a5a5a5a5a5a5a)})
    values.push_back(bits<uint64_t>(v));
  return values;
}
template <class T> std::vector<uint64_t> trickyFloats() {
  using L = std::numeric_limits<T>;
  std::vector<uint64_t> values;
  for (T v : {T(0),
              T(1),
              T(0.5),
              T(1.5),
              T(2.5),
              T(3),
              T(0.1),
              T(1) / 3,
              T(127.5),
              T(255.5),
              T(32767.5),
              T(2147483647.0),
              T(4294967296.0),
              T(1e19),
              L::min(),
              L::max(),
              L::denorm_min(),
              T(L::min() / 2),
              L::epsilon(),
              T(1 + L::epsilon()),
              L::infinity(),
              L::quiet_NaN()}) {
    values.push_back(bits<uint64_t>(v));
    values.push_back(bits<uint64_t>(T(-v)));
  }
  return values;
}

/// Compares all rows; a NaN equals a NaN.
template <class D, class S>
void expectColumn(const std::string &op, const std::vector<uint64_t> &values,
                  size_t sources, std::function<D(const S *)> expected) {
  std::vector<uint32_t> widths = {uint32_t(sizeof(D))};
  for (size_t i = 0; i < sources; ++i)
    widths.push_back(sizeof(S));
  auto rows = rowsOf(values, sources);
  std::vector<uint64_t> got = runColumn(op, widths, rows);
  ASSERT_EQ(got.size(), rows.size()) << op;
  for (size_t i = 0; i < rows.size(); ++i) {
    std::vector<S> arguments;
    for (uint64_t value : rows[i])
      arguments.push_back(bits<S>(value));
    D want = expected(arguments.data()), is = bits<D>(got[i]);
    if constexpr (std::is_floating_point_v<D>)
      if (want != want && is != is)
        continue;
    ASSERT_EQ(bits<uint64_t>(is), bits<uint64_t>(want))
        << op << " of " << std::hex << rows[i][0] << " "
        << (sources > 1 ? rows[i][1] : 0) << " "
        << (sources > 2 ? rows[i][2] : 0);
  }
}

} // namespace popt::fake

#endif // POPT_RT_FAKE_TEST_COLUMN_H
