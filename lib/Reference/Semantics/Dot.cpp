//===- Dot.cpp - dot_general and einsum -----------------------------------===//
//
// Operands become [batch, free, contract] and [batch, contract, free]; then
// three loops with the contraction outside the innermost one, which adds the
// products of each result element in row-major order of the contracting
// dimensions. Tested by test/unit/Reference/TensorOpsTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/TensorOps.h"

using namespace popt::reference;

static Shape sizesOf(const Tensor &x, Ints dims) {
  Shape sizes;
  for (int64_t dim : dims)
    sizes.push_back(x.dim(dim));
  return sizes;
}

static Shape remainingDims(const Tensor &x, Ints a, Ints b) {
  Shape rest;
  for (int64_t i = 0; i < x.rank(); ++i)
    if (!llvm::is_contained(a, i) && !llvm::is_contained(b, i))
      rest.push_back(i);
  return rest;
}

static Shape join(Ints a, Ints b, Ints c) {
  Shape all(a.begin(), a.end());
  all.append(b.begin(), b.end());
  all.append(c.begin(), c.end());
  return all;
}

template <typename T>
static void multiplyBatch(const T *a, const T *b, T *c, int64_t m, int64_t n,
                          int64_t k) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t l = 0; l < k; ++l) {
      const T x = a[i * k + l];
      for (int64_t j = 0; j < n; ++j) {
        if constexpr (IsComplex<T>::value) {
          const T y = b[l * n + j];
          c[i * n + j] += T(x.real() * y.real() - x.imag() * y.imag(),
                            x.real() * y.imag() + x.imag() * y.real());
        } else if constexpr (std::is_integral_v<T> &&
                             !std::is_same_v<T, bool>) {
          // Wraps: unsigned arithmetic of at least the type's width.
          c[i * n + j] =
              T(uint64_t(c[i * n + j]) + uint64_t(x) * uint64_t(b[l * n + j]));
        } else if constexpr (std::is_same_v<T, bool>) {
          c[i * n + j] = c[i * n + j] || (x && b[l * n + j]);
        } else {
          c[i * n + j] += x * b[l * n + j];
        }
      }
    }
}

Tensor popt::reference::dotGeneral(const Tensor &lhs, const Tensor &rhs,
                                   const DotDims &dims,
                                   ElementType resultType) {
  Shape lhsFree = remainingDims(lhs, dims.lhsBatch, dims.lhsContract);
  Shape rhsFree = remainingDims(rhs, dims.rhsBatch, dims.rhsContract);
  Shape shape = join(sizesOf(lhs, dims.lhsBatch), sizesOf(lhs, lhsFree),
                     sizesOf(rhs, rhsFree));
  const ElementType sumType = wideType(resultType);
  Tensor a = convert(
      transpose(lhs, join(dims.lhsBatch, lhsFree, dims.lhsContract)), sumType);
  Tensor b = convert(
      transpose(rhs, join(dims.rhsBatch, dims.rhsContract, rhsFree)), sumType);
  const int64_t batch = numElements(sizesOf(lhs, dims.lhsBatch));
  const int64_t m = numElements(sizesOf(lhs, lhsFree));
  const int64_t n = numElements(sizesOf(rhs, rhsFree));
  const int64_t k = numElements(sizesOf(lhs, dims.lhsContract));
  Tensor sum(sumType, shape);
  dispatch(sumType, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!isNarrowType<T>)
      for (int64_t i = 0; i < batch; ++i)
        multiplyBatch<T>(a.data<T>() + i * m * k, b.data<T>() + i * k * n,
                         sum.mutableData<T>() + i * m * n, m, n, k);
  });
  return convert(sum, resultType);
}

/// Puts the dimensions, named by `have`, in the order `want`.
static MaybeTensor arrange(const Tensor &x, llvm::StringRef have,
                           llvm::StringRef want) {
  Shape permutation;
  for (char c : want) {
    size_t at = have.find(c);
    if (at == llvm::StringRef::npos)
      return std::nullopt;
    permutation.push_back(at);
  }
  if (int64_t(permutation.size()) != x.rank())
    return std::nullopt;
  return transpose(x, permutation);
}

static Tensor sumOver(const Tensor &x, Ints dims) {
  Body body;
  body.op = Binary::Add;
  return (*reduce({x}, {Tensor(x.type(), {})}, dims, body))[0];
}

/// Sums out the letters of `letters` that are in neither of the other two.
static Tensor sumUnused(const Tensor &x, std::string &letters,
                        llvm::StringRef other, llvm::StringRef result) {
  Shape dims;
  std::string kept;
  for (auto [i, c] : llvm::enumerate(letters))
    if (other.contains(c) || result.contains(c))
      kept += c;
    else
      dims.push_back(i);
  letters = kept;
  return dims.empty() ? x : sumOver(x, dims);
}

MaybeTensor popt::reference::einsum(llvm::ArrayRef<Tensor> xs,
                                    llvm::StringRef equation,
                                    ElementType resultType) {
  auto [inputs, result] = equation.split("->");
  llvm::SmallVector<llvm::StringRef> names;
  inputs.split(names, ',');
  if (names.size() != xs.size() || xs.empty() || xs.size() > 2)
    return std::nullopt;
  for (auto [x, letters] : llvm::zip(xs, names))
    if (int64_t(letters.size()) != x.rank())
      return std::nullopt;
  std::string a = names[0].str();
  Tensor lhs = sumUnused(xs[0], a, xs.size() == 2 ? names[1] : "", result);
  if (xs.size() == 1) {
    MaybeTensor arranged = arrange(lhs, a, result);
    return arranged ? MaybeTensor(convert(*arranged, resultType)) : arranged;
  }
  std::string b = names[1].str();
  Tensor rhs = sumUnused(xs[1], b, a, result);
  DotDims dims;
  std::string batch, free;
  for (auto [i, c] : llvm::enumerate(a)) {
    size_t j = b.find(c);
    if (j == std::string::npos) {
      free += c;
      continue;
    }
    bool kept = result.contains(c);
    (kept ? dims.lhsBatch : dims.lhsContract).push_back(i);
    (kept ? dims.rhsBatch : dims.rhsContract).push_back(j);
    if (kept)
      batch += c;
  }
  for (char c : b)
    if (a.find(c) == std::string::npos)
      free += c;
  return arrange(dotGeneral(lhs, rhs, dims, resultType), batch + free, result);
}
