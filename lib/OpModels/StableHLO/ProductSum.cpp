//===- ProductSum.cpp - Products that are added to values in memory -------===//
//
// See the header. Tested by test/Kernels/product-sums.mlir and
// test/Execute/Gpu/product-sums.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/ProductSum.h"

#include "Models.h"

#include "popt/OpModels/Combination.h"

using namespace mlir;
using namespace popt;

/// True for what a product makes its result through: changes of shape, and transposes
/// that form-kernels folds into it.
static bool isPassed(Operation *op) {
  return isView(op) || (permutationOf(op) &&
                        isReadInOtherOrder(op->getOperand(0).getDefiningOp()));
}

/// What the value is another shape of.
static Value withoutViews(Value value) {
  for (Operation *op = value.getDefiningOp(); op && isPassed(op);
       op = value.getDefiningOp())
    value = op->getOperand(0);
  return value;
}

/// The contraction that makes the value for this reader alone; null for other values.
static Operation *findProduct(Value value) {
  for (; value.hasOneUse(); value = value.getDefiningOp()->getOperand(0)) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return nullptr;
    if (!isPassed(op))
      return isa<stablehlo::DotGeneralOp>(op) &&
                     kernelKindOf(op) == KernelKind::Library
                 ? op
                 : nullptr;
  }
  return nullptr;
}

/// On a CPU what kernels would repeat or put into another order has to lie in memory:
/// the sum has no loops there.
static bool takesOperands(Operation *product) {
  return targetOf(product).isGpu() ||
         llvm::none_of(product->getOperands(), [](Value operand) {
           KernelKind kind =
               kernelKindOf(withoutViews(operand).getDefiningOp());
           return kind == KernelKind::Source || kind == KernelKind::Broadcast;
         });
}

std::optional<ProductSum> popt::productSumOf(Operation *add) {
  if (combinationOf(add) != Monoid::Sum)
    return std::nullopt;
  Type type = elementOf(add->getResult(0));
  if ((!type.isF32() && !type.isF64()) ||
      add->getOperand(0) == add->getOperand(1))
    return std::nullopt;
  for (unsigned i : {0u, 1u}) {
    Operation *product = findProduct(add->getOperand(i));
    if (product && product->getBlock() == add->getBlock() &&
        takesOperands(product))
      return ProductSum{product, add->getOperand(1 - i)};
  }
  return std::nullopt;
}

std::optional<ProductSum> popt::productSumOf(func::FuncOp kernel) {
  Operation *terminator = kernel.getBody().front().getTerminator();
  if (terminator->getNumOperands() != 1)
    return std::nullopt;
  Operation *maker = withoutViews(terminator->getOperand(0)).getDefiningOp();
  std::optional<ProductSum> sum = maker ? productSumOf(maker) : std::nullopt;
  return sum && isa<BlockArgument>(sum->addedArgument()) ? sum : std::nullopt;
}

Value ProductSum::addedArgument() const { return withoutViews(added); }
