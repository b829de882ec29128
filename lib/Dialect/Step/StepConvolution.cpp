//===- StepConvolution.cpp - Convolutions as text -------------------------===//
//
// Syntax of #step.convolution. The text before `tuned` is
// rt::Convolution::toString(). Tests: test/Dialect/Step/ops.mlir, invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "StepLibrary.h"

#include "popt/Dialect/Step/Step.h"
#include "popt/Dialect/Step/Table.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace popt;
using namespace popt::step;

namespace {
/// `[16 by 3, ...]`.
ParseResult parseDims(AsmParser &parser, SmallVectorImpl<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    int64_t extent, stride;
    if (parser.parseInteger(extent) || parser.parseKeyword("by") ||
        parser.parseInteger(stride))
      return failure();
    dims.append({extent, stride});
    return success();
  });
}

/// `[by 1 pad 0 0 dilation 1 1 reversed, ...]`.
ParseResult parseWindow(AsmParser &parser, SmallVectorImpl<int64_t> &window) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    int64_t stride, low, high, lhs, rhs;
    if (parser.parseKeyword("by") || parser.parseInteger(stride) ||
        parser.parseKeyword("pad") || parser.parseInteger(low) ||
        parser.parseInteger(high) || parser.parseKeyword("dilation") ||
        parser.parseInteger(lhs) || parser.parseInteger(rhs))
      return failure();
    bool isReversed = succeeded(parser.parseOptionalKeyword("reversed"));
    window.append({stride, low, high, lhs, rhs, isReversed});
    return success();
  });
}

rt::ConvolutionOperand toOperand(int32_t number, Type type,
                                 ArrayRef<int64_t> dims) {
  rt::ConvolutionOperand operand;
  operand.operand = number;
  operand.type = *toRuntimeType(type);
  for (; !dims.empty(); dims = dims.drop_front(2)) {
    operand.shape.push_back(dims[0]);
    operand.strides.push_back(dims[1]);
  }
  return operand;
}

SmallVector<int64_t> fromOperand(const rt::ConvolutionOperand &operand) {
  SmallVector<int64_t> dims;
  for (auto [extent, stride] : llvm::zip(operand.shape, operand.strides))
    dims.append({extent, stride});
  return dims;
}
} // namespace

Attribute ConvolutionAttr::parse(AsmParser &parser, Type) {
  LibraryText text;
  SmallVector<int64_t> lhs, rhs, out, window;
  int64_t featureGroups = 1, batchGroups = 1;
  auto parseField = [&](StringRef word) -> OptionalParseResult {
    if (word == "lhs")
      return parseDims(parser, lhs);
    if (word == "rhs")
      return parseDims(parser, rhs);
    if (word == "out")
      return parseDims(parser, out);
    if (word == "window")
      return parseWindow(parser, window);
    if (word == "feature_groups")
      return parser.parseInteger(featureGroups);
    if (word == "batch_groups")
      return parser.parseInteger(batchGroups);
    return std::nullopt;
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parseLibraryCall(parser, "convolution",
                       "lhs, rhs, out, window, feature_groups, batch_groups",
                       parseField, text))
    return {};
  const auto &[numbers, lhsType, rhsType, outType, isTf32] = text.operands;
  if (rhsType != lhsType) {
    parser.emitError(loc, "the operands of a convolution have one type");
    return {};
  }
  return get(parser.getContext(), numbers, lhsType, outType, isTf32, lhs, rhs,
             out, window, featureGroups, batchGroups, text.tunedFor,
             text.algorithm);
}

void ConvolutionAttr::print(AsmPrinter &printer) const {
  printLibraryCall(printer, toConvolution().toString(), getTunedFor(),
                   getAlgorithm());
}

rt::Convolution ConvolutionAttr::toConvolution() const {
  rt::Convolution convolution;
  ArrayRef<int32_t> numbers = getOperands();
  convolution.lhs = toOperand(numbers[0], getElementType(), getLhs());
  convolution.rhs = toOperand(numbers[1], getElementType(), getRhs());
  convolution.out = toOperand(numbers[2], getOutType(), getOut());
  rt::ConvOp &window = convolution.window;
  for (ArrayRef<int64_t> dim = getWindow(); !dim.empty();
       dim = dim.drop_front(6)) {
    window.windowStrides.push_back(dim[0]);
    window.padLow.push_back(dim[1]);
    window.padHigh.push_back(dim[2]);
    window.lhsDilation.push_back(dim[3]);
    window.rhsDilation.push_back(dim[4]);
    window.windowReversal.push_back(dim[5] != 0);
  }
  window.featureGroups = getFeatureGroups();
  window.batchGroups = getBatchGroups();
  convolution.isTf32 = getTf32();
  convolution.tunedFor = getTunedFor().str();
  std::string bytes = llvm::fromHex(getAlgorithm());
  convolution.algorithm.assign(bytes.begin(), bytes.end());
  return convolution;
}

ConvolutionAttr
ConvolutionAttr::fromConvolution(MLIRContext *context,
                                 const rt::Convolution &convolution) {
  const auto &[lhs, rhs, out, op, isTf32, tunedFor, algorithm] = convolution;
  SmallVector<int64_t> window;
  for (size_t i = 0; i < op.windowStrides.size(); ++i)
    window.append({op.windowStrides[i], op.padLow[i], op.padHigh[i],
                   op.lhsDilation[i], op.rhsDilation[i], op.windowReversal[i]});
  return get(context, {lhs.operand, rhs.operand, out.operand},
             fromRuntimeType(context, lhs.type),
             fromRuntimeType(context, out.type), isTf32, fromOperand(lhs),
             fromOperand(rhs), fromOperand(out), window, op.featureGroups,
             op.batchGroups, tunedFor,
             llvm::toHex(algorithm, /*LowerCase=*/true));
}
