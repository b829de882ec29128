//===- Compare.cpp - Results against what is expected ---------------------===//
//
// Tested by test/tools/popt-check.
//
//===----------------------------------------------------------------------===//
#include "Compare.h"
#include "popt/Reference/TensorOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>

using namespace popt;
using namespace popt::check;
using reference::ElementType;
using reference::Tensor;

/// How many floats lie between two: their bits, counted away from zero.
template <typename T> static uint64_t ulpsBetween(T a, T b) {
  using Bits = std::conditional_t<
      sizeof(T) == 1, uint8_t,
      std::conditional_t<
          sizeof(T) == 2, uint16_t,
          std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
  const double x = double(a), y = double(b);
  if (std::isnan(x) && std::isnan(y))
    return 0;
  Bits p, q;
  std::memcpy(&p, &a, sizeof(T));
  std::memcpy(&q, &b, sizeof(T));
  if (p == q)
    return 0;
  if (!std::isfinite(x) || !std::isfinite(y))
    return std::numeric_limits<uint64_t>::max();
  constexpr Bits sign = static_cast<Bits>(Bits(1) << (sizeof(T) * 8 - 1));
  const uint64_t u = p & ~sign, v = q & ~sign;
  if ((p ^ q) & sign)
    return u + v;
  return u > v ? u - v : v - u;
}

static reference::Comparison compareUlps(const Tensor &got,
                                         const Tensor &expected,
                                         std::pair<uint64_t, uint64_t> limits) {
  const uint64_t least = limits.first, most = limits.second;
  reference::Comparison exact = reference::compare(got, expected, 0, 0);
  if (got.type() != expected.type() || got.shape() != expected.shape() ||
      !(reference::isFloat(got.type()) || reference::isComplex(got.type())))
    return exact;
  reference::Comparison result;
  uint64_t worst = 0;
  reference::dispatch(got.type(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0; i < got.size(); ++i) {
      uint64_t ulps = 0;
      const T a = got.data<T>()[i], b = expected.data<T>()[i];
      if constexpr (reference::IsComplex<T>::value)
        ulps = std::max(ulpsBetween(a.real(), b.real()),
                        ulpsBetween(a.imag(), b.imag()));
      else if constexpr (!std::is_integral_v<T> &&
                         !reference::isSmallIntegerType<T>)
        ulps = ulpsBetween(a, b);
      result.equal &= ulps >= least && ulps <= most;
      worst = std::max(worst, ulps);
    }
  });
  if (!result.equal)
    result.message = exact.message + "; at most " + std::to_string(worst) +
                     " ulps, allowed are " + std::to_string(most);
  return result;
}

reference::Comparison check::compareResult(const Program &program, size_t i,
                                           const Tensor &got) {
  const Tensor &expected = program.expected[i];
  if (program.tolerances.empty())
    return reference::compare(got, expected, program.rtol, program.atol);
  const Tolerance &tolerance = program.tolerances[i];
  if (tolerance.order > 0)
    if (auto near = reference::compare(got, expected, 0, tolerance.order);
        near.equal)
      return near;
  if (tolerance.ulps)
    return compareUlps(got, expected, *tolerance.ulps);
  return reference::compare(got, expected, 0, tolerance.atol);
}

/// How far elements of `got` and `expected` are from the exact ones; complex
/// numbers count as two.
static std::vector<std::pair<long double, long double>>
errorsOf(const Tensor &got, const Tensor &expected, const Precise &exact) {
  const ElementType wide =
      reference::isComplex(got.type()) ? ElementType::C128 : ElementType::F64;
  Tensor a = reference::convert(got, wide);
  Tensor b = reference::convert(expected, wide);
  auto numbers = [](const Tensor &tensor) {
    return llvm::ArrayRef<double>(
        reinterpret_cast<const double *>(tensor.bytes().data()),
        tensor.bytes().size() / sizeof(double));
  };
  std::vector<std::pair<long double, long double>> errors;
  auto distance = [](long double x, long double y) {
    return x == y || (std::isnan(x) && std::isnan(y)) ? 0 : std::fabs(x - y);
  };
  for (auto [x, y, z] : llvm::zip_equal(numbers(a), numbers(b), exact))
    errors.push_back({distance(x, z), distance(y, z)});
  return errors;
}

std::string check::isNearer(const Tensor &got, const Tensor &expected,
                            const Precise &exact) {
  if (exact.empty() || got.type() != expected.type() ||
      got.shape() != expected.shape())
    return "";
  long double most = 0, theirMost = 0, sum = 0, theirSum = 0;
  bool everywhere = true;
  for (auto [ours, theirs] : errorsOf(got, expected, exact)) {
    if (std::isnan(ours) || (std::isinf(ours) && !std::isinf(theirs)))
      return "";
    everywhere &= ours <= theirs;
    most = std::max(most, ours);
    theirMost = std::max(theirMost, theirs);
    sum += ours * ours;
    theirSum += theirs * theirs;
  }
  if (!everywhere && (most > theirMost || sum > theirSum))
    return "";
  std::string message;
  llvm::raw_string_ostream os(message);
  os << (everywhere ? "everywhere" : "altogether") << ": the largest error is "
     << llvm::format("%.3Lg", most) << ", that of what is expected "
     << llvm::format("%.3Lg", theirMost);
  return message;
}
