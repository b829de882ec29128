//===- EmitStepProduct.cpp - Kernels that are one product -----------------===//
//
// On a GPU a contraction is a kernel of its own (lib/Kernels), which may contain
// changes of shape and order of its operands. Where all that moves no element,
// the whole is one product with strides, and the table says so: a library may
// compute it.
//
//   %t = transpose %b : 64x32 -> 32x64
//   %r = dot_general %a, %t : 16x32, 32x64 -> 16x64
// is
//   rows [16 by (32, 0, 64)], columns [64 by (0, 32, 1)],
//   contracted [32 by (1, 1, 0)]
//
// With `%s = add %sum, %r` after it the product is added to an operand.
//
// Covered by test/Conversion/emit-step-gpu.mlir.
//
//===----------------------------------------------------------------------===//
#include "StridedArgument.h"

#include "popt/Conversion/EmitStep.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Dialect/Step/Table.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/ProductSum.h"

using namespace mlir;
using namespace popt;

/// True if the program lets factors of f32 be rounded to TF32.
static bool isTf32(stablehlo::DotGeneralOp dot) {
  std::optional<stablehlo::DotAlgorithmAttr> algorithm = dot.getAlgorithm();
  return algorithm && algorithm->getLhsPrecisionType().isTF32() &&
         algorithm->getRhsPrecisionType().isTF32() &&
         algorithm->getNumPrimitiveOperations() == 1;
}

std::optional<rt::Product> popt::productOf(func::FuncOp kernel) {
  Operation *terminator = kernel.getBody().front().getTerminator();
  if (terminator->getNumOperands() != 1)
    return std::nullopt;
  std::optional<ProductSum> sum = productSumOf(kernel);
  Operation *maker =
      sum ? sum->product : terminator->getOperand(0).getDefiningOp();
  auto dot = dyn_cast_or_null<stablehlo::DotGeneralOp>(maker);
  if (!dot || kernelKindOf(dot) != KernelKind::Library)
    return std::nullopt;
  auto result = cast<RankedTensorType>(dot.getType());
  std::optional<StridedArgument> lhs = stridedArgumentOf(dot.getLhs());
  std::optional<StridedArgument> rhs = stridedArgumentOf(dot.getRhs());
  if (!lhs || !rhs || llvm::is_contained(lhs->shape, 0) ||
      llvm::is_contained(rhs->shape, 0))
    return std::nullopt;
  Type lhsType = getElementTypeOrSelf(dot.getLhs());
  Type rhsType = getElementTypeOrSelf(dot.getRhs());
  if (!isLibraryResult(lhsType, result.getElementType()))
    return std::nullopt;
  rt::Product product;
  if (sum)
    product.added = static_cast<int32_t>(
        cast<BlockArgument>(sum->addedArgument()).getArgNumber());
  product.lhs = static_cast<int32_t>(lhs->number);
  product.rhs = static_cast<int32_t>(rhs->number);
  product.out = static_cast<int32_t>(kernel.getNumArguments());
  product.lhsType = *toRuntimeType(lhsType);
  product.rhsType = *toRuntimeType(rhsType);
  product.outType = *toRuntimeType(result.getElementType());
  product.isTf32 = lhsType.isF32() && isTf32(dot);

  stablehlo::DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
  SmallVector<int64_t> outStrides = denseStridesOf(result.getShape());
  // The result's dimensions are batch, rows, columns.
  size_t next = 0;
  auto hasLhs = [&](int64_t dim) {
    return llvm::is_contained(numbers.getLhsBatchingDimensions(), dim) ||
           llvm::is_contained(numbers.getLhsContractingDimensions(), dim);
  };
  auto hasRhs = [&](int64_t dim) {
    return llvm::is_contained(numbers.getRhsBatchingDimensions(), dim) ||
           llvm::is_contained(numbers.getRhsContractingDimensions(), dim);
  };
  for (auto [l, r] : llvm::zip(numbers.getLhsBatchingDimensions(),
                               numbers.getRhsBatchingDimensions()))
    product.batch.push_back(
        {lhs->shape[l], lhs->strides[l], rhs->strides[r], outStrides[next++]});
  for (size_t dim = 0; dim < lhs->shape.size(); ++dim)
    if (!hasLhs(dim))
      product.rows.push_back(
          {lhs->shape[dim], lhs->strides[dim], 0, outStrides[next++]});
  for (size_t dim = 0; dim < rhs->shape.size(); ++dim)
    if (!hasRhs(dim))
      product.columns.push_back(
          {rhs->shape[dim], 0, rhs->strides[dim], outStrides[next++]});
  for (auto [l, r] : llvm::zip(numbers.getLhsContractingDimensions(),
                               numbers.getRhsContractingDimensions()))
    product.contracted.push_back(
        {lhs->shape[l], lhs->strides[l], rhs->strides[r], 0});
  return product;
}
