//===- CheckProducts.cpp - Kernels that a library may replace -------------===//
//
// What a table says of a product or a convolution is given to a library, which
// believes it: every element that it names must lie in its operand, and what is
// written must be written once. Tests: GpuCodeTest.
//
//===----------------------------------------------------------------------===//
#include "Checker.h"
#include <algorithm>

using namespace popt::rt;

constexpr size_t kMaxAlgorithmBytes = 4096;

/// Operands of one float type that give it, or f32.
static bool isSummedInFloat(ElementType type, ElementType outType) {
  bool isNarrow = type == POPT_RT_BF16 || type == POPT_RT_F16;
  bool isWide = type == POPT_RT_F32 || type == POPT_RT_F64;
  return (isWide && outType == type) ||
         (isNarrow && (outType == type || outType == POPT_RT_F32));
}

/// Floats of 8 bits: libraries have no product of two F8E5M2.
static bool isFloat8Product(const Product &product) {
  auto isFloat8 = [](ElementType type) {
    return type == POPT_RT_F8E4M3FN || type == POPT_RT_F8E5M2;
  };
  return isFloat8(product.lhsType) && isFloat8(product.rhsType) &&
         !(product.lhsType == POPT_RT_F8E5M2 &&
           product.rhsType == POPT_RT_F8E5M2) &&
         (product.outType == POPT_RT_F32 || product.outType == POPT_RT_BF16 ||
          product.outType == POPT_RT_F16);
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

bool Checker::isForLibrary(const KernelEntry &kernel, const std::string &what,
                           const std::array<ElementType, 3> &types,
                           bool hasTypes, bool isTf32,
                           const std::vector<uint8_t> &algorithm) {
  auto [lhs, rhs, out] = types;
  if (!t.target.isGpu)
    return fail("is a " + what +
                " of a GPU's library, but the program is for a CPU");
  if (kernel.launches.empty())
    return fail("is a " + what +
                ", but has no launches for where there is no library");
  if (!hasTypes || (isTf32 && lhs != POPT_RT_F32))
    return fail("is a " + what + " of " + popt_rt_element_type_name(lhs) +
                (rhs == lhs
                     ? std::string()
                     : std::string(" and ") + popt_rt_element_type_name(rhs)) +
                (isTf32 ? " as TF32" : "") + " that gives " +
                popt_rt_element_type_name(out));
  return algorithm.size() <= kMaxAlgorithmBytes ||
         fail("is a " + what + " whose algorithm has " + str(algorithm.size()) +
              " bytes");
}

bool Checker::productOf(const KernelEntry &kernel) {
  const Product &product = *kernel.product;
  where = "kernel \"" + kernel.symbol + "\" ";
  bool hasTypes = isFloat8Product(product) ||
                  (product.lhsType == product.rhsType &&
                   isSummedInFloat(product.lhsType, product.outType));
  if (!isForLibrary(kernel, "product",
                    {product.lhsType, product.rhsType, product.outType},
                    hasTypes, product.isTf32, product.algorithm))
    return false;
  if (product.added >= 0 && product.outType != POPT_RT_F32 &&
      product.outType != POPT_RT_F64)
    return fail("is a product that adds to elements of " +
                std::string(popt_rt_element_type_name(product.outType)) +
                ", in which no sums are kept");
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

/// The dimensions of the result as loops.
static std::vector<ProductLoop> loopsOf(const ConvolutionOperand &out) {
  std::vector<ProductLoop> loops;
  for (size_t i = 0; i < out.shape.size(); ++i)
    loops.push_back({out.shape[i], 0, 0, out.strides[i]});
  return loops;
}

bool Checker::convolutionOf(const KernelEntry &kernel) {
  const Convolution &convolution = *kernel.convolution;
  const ConvolutionOperand &lhs = convolution.lhs, &rhs = convolution.rhs,
                           &out = convolution.out;
  where = "kernel \"" + kernel.symbol + "\" ";
  if (kernel.product)
    return fail("is both a product and a convolution");
  // That the operands have one type is the window's check.
  if (!isForLibrary(kernel, "convolution", {lhs.type, lhs.type, out.type},
                    isSummedInFloat(lhs.type, out.type), convolution.isTf32,
                    convolution.algorithm))
    return false;
  for (const ConvolutionOperand *operand : {&lhs, &rhs, &out}) {
    if (operand->strides.size() != operand->shape.size())
      return fail("is a convolution of shape " + str(operand->shape) +
                  " with strides " + str(operand->strides));
    for (size_t i = 0; i < operand->shape.size(); ++i)
      if (operand->shape[i] < 1 || operand->shape[i] > kMaxBytes ||
          operand->strides[i] < 0 || operand->strides[i] > kMaxBytes)
        return fail("is a convolution of shape " + str(operand->shape) +
                    " with strides " + str(operand->strides));
  }
  where += "is a convolution, but ";
  if (!fit(convolution.window, lhs.type == rhs.type, lhs.shape, rhs.shape,
           out.shape))
    return false;
  if (!writesOnce(loopsOf(out)))
    return fail("writes elements twice: " + convolution.toString());
  where.clear();
  return true;
}

bool Checker::exist(const Command &c, const std::string &what,
                    std::array<int32_t, 3> operands) {
  int32_t results = t.kernels[std::get<KernelOp>(c.op).symbol].numResults;
  for (int32_t index : operands)
    if (!within(index, c.operands))
      return fail("it is a " + what + " of operand " + str(index) + " of " +
                  str(c.operands.size()));
  int64_t reads = static_cast<int64_t>(c.operands.size()) - results;
  return results < 0 || operands[2] >= reads ||
         fail("it is a " + what + " that writes operand " + str(operands[2]) +
              ", which is read");
}

bool Checker::reaches(const Command &c, const std::string &what,
                      int32_t operand, ElementType type, Wide last) {
  const Operand &o = c.operands[operand];
  return (o.type == type && o.isDense() && last < o.numElements()) ||
         fail("it is a " + what + " of " + popt_rt_element_type_name(type) +
              " up to element " + str(last) + " of operand " + toString(o, *p));
}

bool Checker::isApart(const Command &c, const std::string &what,
                      std::array<int32_t, 3> operands) {
  for (int32_t index : {operands[0], operands[1]})
    if (mayOverlap(t, *p, ranksOf, c.operands[index], c.operands[operands[2]]))
      return fail("it is a " + what + " over its own operand " +
                  toString(c.operands[index], *p));
  return true;
}

/// True if both begin at the same place in each iteration and microbatch.
static bool beginTogether(const Operand &a, const Operand &b) {
  return a.region == b.region && a.offset == b.offset && a.slots == b.slots &&
         a.slotStride == b.slotStride && a.terms == b.terms &&
         a.rankOffset == b.rankOffset;
}

/// What is added lies where the result does, or apart from it.
bool Checker::isAdded(const Command &c, const Product &product, Wide last) {
  if (!exist(c, "product", {product.added, product.rhs, product.out}) ||
      !reaches(c, "product", product.added, product.outType, last))
    return false;
  const Operand &added = c.operands[product.added],
                &out = c.operands[product.out];
  return beginTogether(added, out) || !mayOverlap(t, *p, ranksOf, added, out) ||
         fail("it is a product over a part of what is added, " +
              toString(added, *p));
}

bool Checker::reachesOperands(const Command &c, const Product &product) {
  std::array<int32_t, 3> operands = {product.lhs, product.rhs, product.out};
  auto last = [&](int64_t ProductLoop::*stride) {
    Wide last = 0;
    for (const auto *loops :
         {&product.batch, &product.rows, &product.columns, &product.contracted})
      for (const ProductLoop &loop : *loops)
        last += Wide(loop.*stride) * (loop.extent - 1);
    return last;
  };
  if (product.added != -1 && !isAdded(c, product, last(&ProductLoop::out)))
    return false;
  return exist(c, "product", operands) &&
         reaches(c, "product", product.lhs, product.lhsType,
                 last(&ProductLoop::lhs)) &&
         reaches(c, "product", product.rhs, product.rhsType,
                 last(&ProductLoop::rhs)) &&
         reaches(c, "product", product.out, product.outType,
                 last(&ProductLoop::out)) &&
         isApart(c, "product", operands);
}

bool Checker::reachesOperands(const Command &c,
                              const Convolution &convolution) {
  std::array<int32_t, 3> operands = {convolution.lhs.operand,
                                     convolution.rhs.operand,
                                     convolution.out.operand};
  if (!exist(c, "convolution", operands))
    return false;
  for (const ConvolutionOperand *operand :
       {&convolution.lhs, &convolution.rhs, &convolution.out}) {
    Wide last = 0;
    for (size_t i = 0; i < operand->shape.size(); ++i)
      last += Wide(operand->strides[i]) * (operand->shape[i] - 1);
    if (!reaches(c, "convolution", operand->operand, operand->type, last))
      return false;
  }
  return isApart(c, "convolution", operands);
}
