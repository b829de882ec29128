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
// Covered by test/Conversion/emit-product.mlir.
//
//===----------------------------------------------------------------------===//
#include "EmitStepEmitter.h"

#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;

namespace {
/// An argument of a kernel as an operation in it sees it: of each dimension the
/// extent and the stride.
struct StridedArgument {
  unsigned number = 0;
  SmallVector<int64_t> shape, strides;
};
} // namespace

/// Strides of the same elements in another shape, if there are such.
static std::optional<SmallVector<int64_t>>
reshapedStrides(const StridedArgument &from, ArrayRef<int64_t> shape) {
  // Dimensions that are walked as one.
  SmallVector<std::pair<int64_t, int64_t>> chunks;
  for (auto [extent, stride] : llvm::zip(from.shape, from.strides)) {
    if (extent == 1)
      continue;
    if (!chunks.empty() && chunks.back().second == extent * stride)
      chunks.back() = {chunks.back().first * extent, stride};
    else
      chunks.push_back({extent, stride});
  }
  SmallVector<int64_t> strides(shape.size(), 0);
  size_t dim = 0;
  for (auto [extent, stride] : chunks)
    for (int64_t rest = extent; rest > 1; ++dim) {
      if (dim == shape.size() || rest % shape[dim] != 0)
        return std::nullopt;
      rest /= shape[dim];
      strides[dim] = shape[dim] == 1 ? 0 : rest * stride;
    }
  return strides;
}

static std::optional<StridedArgument> viewOf(Value value) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
  StridedArgument view;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    view.number = argument.getArgNumber();
    view.shape.assign(shape.begin(), shape.end());
    view.strides.resize(shape.size());
    int64_t stride = 1;
    for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim])
      view.strides[dim] = stride;
    return view;
  }
  Operation *op = value.getDefiningOp();
  if (op->getNumOperands() != 1)
    return std::nullopt;
  std::optional<StridedArgument> from = viewOf(op->getOperand(0));
  auto model = dyn_cast<KernelOpInterface>(op);
  if (!from || !model)
    return std::nullopt;
  view.number = from->number;
  view.shape.assign(shape.begin(), shape.end());
  view.strides.assign(shape.size(), 0);
  if (std::optional<SmallVector<int64_t>> order = model.getPermutation()) {
    for (auto [dim, source] : llvm::enumerate(*order))
      view.strides[dim] = from->strides[source];
    return view;
  }
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    for (auto [source, dim] :
         llvm::enumerate(broadcast.getBroadcastDimensions()))
      if (from->shape[source] != 1)
        view.strides[dim] = from->strides[source];
    return view;
  }
  if (!isView(op))
    return std::nullopt;
  std::optional<SmallVector<int64_t>> strides = reshapedStrides(*from, shape);
  if (!strides)
    return std::nullopt;
  view.strides = std::move(*strides);
  return view;
}

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
  auto dot = terminator->getOperand(0).getDefiningOp<stablehlo::DotGeneralOp>();
  if (!dot || kernelKindOf(dot) != KernelKind::Library)
    return std::nullopt;
  auto result = cast<RankedTensorType>(dot.getType());
  std::optional<StridedArgument> lhs = viewOf(dot.getLhs());
  std::optional<StridedArgument> rhs = viewOf(dot.getRhs());
  if (!lhs || !rhs || llvm::is_contained(lhs->shape, 0) ||
      llvm::is_contained(rhs->shape, 0))
    return std::nullopt;
  Type element = getElementTypeOrSelf(dot.getLhs());
  if (result.getElementType() != element &&
      !(result.getElementType().isF32() && element.isF16()) &&
      !(result.getElementType().isF32() && element.isBF16()))
    return std::nullopt;
  rt::Product product;
  product.lhs = static_cast<int32_t>(lhs->number);
  product.rhs = static_cast<int32_t>(rhs->number);
  product.out = static_cast<int32_t>(kernel.getNumArguments());
  product.type = *toRuntimeType(element);
  product.outType = *toRuntimeType(result.getElementType());
  product.isTf32 = element.isF32() && isTf32(dot);

  stablehlo::DotDimensionNumbersAttr numbers = dot.getDotDimensionNumbers();
  SmallVector<int64_t> outStrides(result.getRank());
  int64_t stride = 1;
  for (size_t dim = outStrides.size(); dim-- > 0;
       stride *= result.getDimSize(dim))
    outStrides[dim] = stride;
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
