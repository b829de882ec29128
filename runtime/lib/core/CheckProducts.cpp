//===- CheckProducts.cpp - Kernels that a library may replace -------------===//
//
// What a table says of a product is given to a library, which believes it: every
// element that it names must lie in its operand, and what is written must be
// written once. Tests: GpuCodeTest.
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include <algorithm>

using namespace popt::rt;

constexpr size_t kMaxAlgorithmBytes = 4096;

static bool isProductType(ElementType type, ElementType outType) {
  bool isNarrow = type == POPT_RT_BF16 || type == POPT_RT_F16;
  bool isWide = type == POPT_RT_F32 || type == POPT_RT_F64;
  return (isWide && outType == type) ||
         (isNarrow && (outType == type || outType == POPT_RT_F32));
}

/// Whether no two iterations of these loops have the same element of the result:
/// in the order of its strides, each loop steps over what those below it reach.
static bool writesOnce(std::vector<ProductLoop> loops) {
  std::sort(
      loops.begin(), loops.end(),
      [](const ProductLoop &a, const ProductLoop &b) { return a.out < b.out; });
  Wide reach = 0;
  for (const ProductLoop &loop : loops) {
    if (loop.extent == 1)
      continue;
    if (loop.out <= reach)
      return false;
    reach += Wide(loop.out) * (loop.extent - 1);
  }
  return true;
}

bool Checker::productOf(const KernelEntry &kernel) {
  const Product &product = *kernel.product;
  where = "kernel \"" + kernel.symbol + "\" ";
  if (!t.isForGpu())
    return fail(
        "is a product of a GPU's library, but the program is for a CPU");
  if (kernel.launches.empty())
    return fail("is a product, but has no launches for where there is no "
                "library");
  if (!isProductType(product.type, product.outType) ||
      (product.isTf32 && product.type != POPT_RT_F32))
    return fail(std::string("is a product of ") +
                popt_rt_element_type_name(product.type) +
                (product.isTf32 ? " as TF32" : "") + " that gives " +
                popt_rt_element_type_name(product.outType));
  if (product.algorithm.size() > kMaxAlgorithmBytes)
    return fail("is a product whose algorithm has " +
                str(int64_t(product.algorithm.size())) + " bytes");
  std::vector<ProductLoop> written;
  auto isSound = [&](const std::vector<ProductLoop> &loops, bool hasLhs,
                     bool hasRhs, bool hasOut) {
    for (const ProductLoop &loop : loops)
      if (loop.extent < 1 || loop.extent > kMaxBytes || loop.lhs < 0 ||
          loop.lhs > kMaxBytes || loop.rhs < 0 || loop.rhs > kMaxBytes ||
          loop.out < 0 || loop.out > kMaxBytes || (!hasLhs && loop.lhs) ||
          (!hasRhs && loop.rhs) || (!hasOut && loop.out))
        return false;
    if (hasOut)
      written.insert(written.end(), loops.begin(), loops.end());
    return loops.size() <= kMaxRank;
  };
  if (!isSound(product.batch, true, true, true) ||
      !isSound(product.rows, true, false, true) ||
      !isSound(product.columns, false, true, true) ||
      !isSound(product.contracted, true, true, false))
    return fail("is a product with loops that no product has: " +
                product.toString());
  if (!writesOnce(std::move(written)))
    return fail("is a product that writes elements twice: " +
                product.toString());
  where.clear();
  return true;
}

bool Checker::reachesOperands(const Command &c, const Product &product) {
  int32_t results = t.kernels[std::get<KernelOp>(c.op).symbol].numResults;
  for (int32_t index : {product.lhs, product.rhs, product.out})
    if (!within(index, c.operands))
      return fail("it is a product of operand " + str(int64_t(index)) + " of " +
                  str(int64_t(c.operands.size())));
  int64_t reads = static_cast<int64_t>(c.operands.size()) - results;
  if (results >= 0 && product.out < reads)
    return fail("it is a product that writes operand " +
                str(int64_t(product.out)) + ", which is read");
  auto reaches = [&](int32_t index, ElementType type,
                     int64_t ProductLoop::*stride) {
    const Operand &o = c.operands[index];
    Wide last = 0;
    for (const auto *loops :
         {&product.batch, &product.rows, &product.columns, &product.contracted})
      for (const ProductLoop &loop : *loops)
        last += Wide(loop.*stride) * (loop.extent - 1);
    return (o.type == type && o.isDense() && last < o.numElements()) ||
           fail("it is a product of " +
                std::string(popt_rt_element_type_name(type)) +
                " up to element " + str(last) + " of operand " +
                toString(o, *p));
  };
  if (!reaches(product.lhs, product.type, &ProductLoop::lhs) ||
      !reaches(product.rhs, product.type, &ProductLoop::rhs) ||
      !reaches(product.out, product.outType, &ProductLoop::out))
    return false;
  for (int32_t index : {product.lhs, product.rhs})
    if (mayOverlap(t, *p, ranksOf, c.operands[index], c.operands[product.out]))
      return fail("it is a product over its own operand " +
                  toString(c.operands[index], *p));
  return true;
}
