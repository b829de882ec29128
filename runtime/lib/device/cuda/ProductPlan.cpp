//===- ProductPlan.cpp - A product as calls of a library ------------------===//
#include "ProductPlan.h"
#include <algorithm>
#include <numeric>

using namespace popt::rt;
using namespace popt::rt::cuda;

namespace {
enum Sort { kBatch, kRows, kColumns, kContracted };

/// The loops of one sort. Of operands that are packed, strides are dense.
Loops loopsOf(const popt_rt_product &product, Sort sort) {
  Loops loops;
  for (int32_t i = 0; i < product.num_loops[sort]; ++i) {
    const popt_rt_product_loop &loop = product.loops[sort][i];
    loops.push_back({loop.extent, {loop.out, loop.lhs, loop.rhs}});
  }
  return loops;
}

bool isFloat8(const popt_rt_product &product) {
  return popt_rt_element_size(product.lhs_type) == 1;
}

/// The sorts of an operand's own loops, in the order in which they lie when it
/// is packed.
std::array<Sort, 3> sortsOf(const popt_rt_product &product, bool isLhs) {
  if (isLhs)
    return {kBatch, kRows, kContracted};
  return isFloat8(product) ? std::array<Sort, 3>{kBatch, kColumns, kContracted}
                           : std::array<Sort, 3>{kBatch, kContracted, kColumns};
}

/// A repeated matrix is packed once.
bool isRepeated(const Loop &loop, Sort sort, int operand) {
  return sort == kBatch && loop.stride[operand] == 0;
}

using Nest = std::array<Loops, 4>;

void pack(const popt_rt_product &product, Nest &nest, bool isLhs) {
  int operand = isLhs ? kLhs : kRhs;
  std::array<Sort, 3> sorts = sortsOf(product, isLhs);
  int64_t step = 1;
  for (size_t i = sorts.size(); i-- > 0;)
    for (size_t j = nest[sorts[i]].size(); j-- > 0;) {
      Loop &loop = nest[sorts[i]][j];
      if (isRepeated(loop, sorts[i], operand))
        continue;
      loop.stride[operand] = step;
      step *= loop.count;
    }
}

/// `rows` by `columns` elements with these strides; false if neither is dense. Of
/// a vector, which may be seen either way, the elements are a column.
bool makeMatrix(const Loop &rows, const Loop &columns, int operand,
                MatrixForm &out) {
  int64_t down = rows.stride[operand], across = columns.stride[operand];
  auto isForm = [](int64_t n, int64_t step, int64_t m, int64_t next) {
    return (n == 1 || step == 1) && (m == 1 || next >= n);
  };
  bool isPlain = isForm(rows.count, down, columns.count, across);
  bool isTransposed = isForm(columns.count, across, rows.count, down);
  if (isPlain && isTransposed)
    isTransposed = columns.count > rows.count;
  const Loop &inner = isTransposed ? columns : rows;
  const Loop &outer = isTransposed ? rows : columns;
  int64_t next = outer.count == 1 ? inner.count : outer.stride[operand];
  out = {inner.count, outer.count, next, 0, isTransposed};
  return isPlain || isTransposed;
}

/// Takes the loop with the smallest stride in the result; others go to `rest`.
Loop innermost(const Loops &loops, Loops &rest) {
  if (loops.empty())
    return Loop{};
  rest.insert(rest.end(), loops.begin(), loops.end() - 1);
  return loops.back();
}

popt_rt_element_type typeOf(const popt_rt_product &product, int operand) {
  return operand == kOut   ? product.out_type
         : operand == kLhs ? product.lhs_type
                           : product.rhs_type;
}

/// What cuBLASLt asks of products of 8-bit floats (NVIDIA, cuBLAS documentation,
/// cublasLtMatmul(), "FP8 kernels"): the first matrix transposed and the second
/// not, and all that lies in memory at multiples of 16 bytes. GPUs from sm_100 on
/// take other forms, too, but plans are the same for all.
bool fitsFloat8(const popt_rt_product &product, const ProductPlan &plan) {
  constexpr int64_t kBytes = 16;
  auto fits = [&](const MatrixForm &form, int operand) {
    auto width =
        static_cast<int64_t>(popt_rt_element_size(typeOf(product, operand)));
    return form.rows * width % kBytes == 0 &&
           form.stride * width % kBytes == 0 &&
           form.batchStride * width % kBytes == 0 &&
           plan.alignments[operand] % kBytes == 0;
  };
  return plan.first.isTransposed && !plan.second.isTransposed &&
         fits(plan.first, plan.isSwapped ? kRhs : kLhs) &&
         fits(plan.second, plan.isSwapped ? kLhs : kRhs) &&
         fits(plan.out, kOut);
}

std::optional<ProductPlan> makePlan(const popt_rt_product &product,
                                    bool packsLhs, bool packsRhs) {
  Nest nest;
  for (Sort sort : {kBatch, kRows, kColumns, kContracted})
    nest[sort] = loopsOf(product, sort);
  if (packsLhs)
    pack(product, nest, true);
  if (packsRhs)
    pack(product, nest, false);
  for (Loops &loops : nest)
    loops = simplified(std::move(loops));
  ProductPlan plan;
  plan.packsLhs = packsLhs;
  plan.packsRhs = packsRhs;
  plan.calls = nest[kBatch];
  Loop m = innermost(nest[kRows], plan.calls);
  Loop n = innermost(nest[kColumns], plan.calls);
  Loop k = innermost(nest[kContracted], plan.sums);
  // Partial sums are kept in the result.
  bool isWide =
      product.out_type == POPT_RT_F32 || product.out_type == POPT_RT_F64;
  if (!plan.sums.empty() && !isWide)
    return std::nullopt;
  if (makeMatrix(m, n, kOut, plan.out) && !plan.out.isTransposed) {
    if (!makeMatrix(m, k, kLhs, plan.first) ||
        !makeMatrix(k, n, kRhs, plan.second))
      return std::nullopt;
  } else {
    plan.isSwapped = true;
    if (!makeMatrix(n, m, kOut, plan.out) || plan.out.isTransposed ||
        !makeMatrix(n, k, kRhs, plan.first) ||
        !makeMatrix(k, m, kLhs, plan.second))
      return std::nullopt;
  }
  // The longest of the loops around is the library's.
  auto longest = std::max_element(
      plan.calls.begin(), plan.calls.end(),
      [](const Loop &a, const Loop &b) { return a.count < b.count; });
  if (longest != plan.calls.end() && longest->count <= INT32_MAX) {
    plan.batch = longest->count;
    plan.out.batchStride = longest->stride[kOut];
    plan.first.batchStride = longest->stride[plan.isSwapped ? kRhs : kLhs];
    plan.second.batchStride = longest->stride[plan.isSwapped ? kLhs : kRhs];
    plan.calls.erase(longest);
  }
  for (const Loops *loops : {&plan.calls, &plan.sums})
    for (const Loop &loop : *loops)
      for (int operand : {kOut, kLhs, kRhs}) {
        size_t width = popt_rt_element_size(typeOf(product, operand));
        plan.alignments[operand] = static_cast<uint32_t>(std::gcd<uint64_t>(
            plan.alignments[operand],
            static_cast<uint64_t>(loop.stride[operand]) * width));
      }
  if (isFloat8(product) && !fitsFloat8(product, plan))
    return std::nullopt;
  return plan;
}

/// Seconds that a plan takes beyond its arithmetic: an estimate that is the same
/// everywhere.
double costOf(const popt_rt_product &product, const ProductPlan &plan) {
  constexpr double kSecondsOfCall = 3e-6, kBytesPerSecond = 2e12;
  double cost = kSecondsOfCall * static_cast<double>(iterations(plan.calls)) *
                static_cast<double>(iterations(plan.sums));
  for (bool isLhs : {true, false})
    if (isLhs ? plan.packsLhs : plan.packsRhs)
      cost += kSecondsOfCall +
              2 * static_cast<double>(packingOf(product, isLhs).elements()) *
                  static_cast<double>(popt_rt_element_size(
                      isLhs ? product.lhs_type : product.rhs_type)) /
                  kBytesPerSecond;
  return cost;
}
} // namespace

Packing popt::rt::cuda::packingOf(const popt_rt_product &product, bool isLhs) {
  int operand = isLhs ? kLhs : kRhs;
  Packing packing;
  for (Sort sort : sortsOf(product, isLhs))
    for (const Loop &loop : loopsOf(product, sort))
      if (!isRepeated(loop, sort, operand)) {
        packing.shape.push_back(loop.count);
        packing.from.push_back(loop.stride[operand]);
      }
  packing.to = denseStrides(packing.shape);
  return packing;
}

std::optional<ProductPlan>
popt::rt::cuda::planProduct(const popt_rt_product &product) {
  constexpr int64_t kMostCalls = 64;
  std::optional<ProductPlan> best;
  for (bool packsLhs : {false, true})
    for (bool packsRhs : {false, true}) {
      std::optional<ProductPlan> plan = makePlan(product, packsLhs, packsRhs);
      if (!plan || iterations(plan->calls) > kMostCalls ||
          iterations(plan->sums) > kMostCalls ||
          iterations(plan->calls) * iterations(plan->sums) > kMostCalls)
        continue;
      if (!best || costOf(product, *plan) < costOf(product, *best))
        best = std::move(plan);
    }
  return best;
}
