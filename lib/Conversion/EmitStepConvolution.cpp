//===- EmitStepConvolution.cpp - Kernels that are one convolution ---------===//
//
// As EmitStepProduct.cpp for products: a convolution is a kernel of its own on a
// GPU, with changes of order of its operands at most, and the table says so.
//
//   %t = transpose %w : 5x3x8 -> 3x5x8
//   %r = convolution(%x, %t) [b, 0, f]x[i, 0, o]->[b, 0, f]
// is
//   lhs [2 by 48, 3 by 1, 16 by 3], rhs [8 by 1, 3 by 8, 5 by 24], ...
//
// Covered by test/Flow/convolutions.test.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionWindow.h"
#include "StridedArgument.h"

#include "popt/Conversion/EmitStep.h"
#include "popt/Dialect/Step/Table.h"
#include "popt/Interfaces/OpModel.h"

using namespace mlir;
using namespace popt;

static rt::ConvolutionOperand operandOf(const StridedArgument &argument,
                                        Type element, ArrayRef<int64_t> order) {
  rt::ConvolutionOperand operand;
  operand.operand = static_cast<int32_t>(argument.number);
  operand.type = *toRuntimeType(element);
  for (int64_t dim : order) {
    operand.shape.push_back(argument.shape[dim]);
    operand.strides.push_back(argument.strides[dim]);
  }
  return operand;
}

std::optional<rt::Convolution> popt::convolutionOf(func::FuncOp kernel) {
  Operation *terminator = kernel.getBody().front().getTerminator();
  if (terminator->getNumOperands() != 1)
    return std::nullopt;
  auto conv =
      terminator->getOperand(0).getDefiningOp<stablehlo::ConvolutionOp>();
  if (!conv || kernelKindOf(conv) != KernelKind::Library)
    return std::nullopt;
  std::optional<StridedArgument> lhs = stridedArgumentOf(conv.getLhs());
  std::optional<StridedArgument> rhs = stridedArgumentOf(conv.getRhs());
  auto result = cast<RankedTensorType>(conv.getType());
  StridedArgument out{kernel.getNumArguments(),
                      SmallVector<int64_t>(result.getShape()),
                      denseStridesOf(result.getShape())};
  if (!lhs || !rhs)
    return std::nullopt;
  for (const StridedArgument *argument : {&*lhs, &*rhs, &out})
    if (llvm::is_contained(argument->shape, 0))
      return std::nullopt;
  Type element = getElementTypeOrSelf(conv.getLhs());
  if (!isLibraryResult(element, result.getElementType()))
    return std::nullopt;
  auto [lhsOrder, rhsOrder, outOrder] = dimensionOrdersOf(conv);
  rt::Convolution convolution;
  convolution.lhs = operandOf(*lhs, element, lhsOrder);
  convolution.rhs = operandOf(*rhs, element, rhsOrder);
  convolution.out = operandOf(out, result.getElementType(), outOrder);
  convolution.window = windowOf(conv);
  return convolution;
}
