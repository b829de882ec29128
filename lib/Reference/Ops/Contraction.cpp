//===- Contraction.cpp - dot, dot_general, einsum and convolution ---------===//
//
// Handlers; the meaning is in Semantics/Dot.cpp and Convolution.cpp. Precision
// and algorithm attributes are ignored: the reference is precise. Tested by
// test/unit/Reference/CorpusTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

static LocalResults runDot(stablehlo::DotOp, LocalCall &call) {
  DotDims dims;
  dims.lhsContract = {call.operands[0].rank() - 1};
  dims.rhsContract = {0};
  return call.result(dotGeneral(call.operands[0], call.operands[1], dims,
                                call.resultElement()));
}

static LocalResults runDotGeneral(stablehlo::DotGeneralOp op, LocalCall &call) {
  auto numbers = op.getDotDimensionNumbers();
  return call.result(dotGeneral(call.operands[0], call.operands[1],
                                toDotDims(numbers), call.resultElement()));
}

static LocalResults runEinsum(LocalCall &call) {
  auto equation = call.op->getAttrOfType<StringAttr>("einsum_config");
  if (!equation)
    return call.unsupported();
  return call.result(
      einsum(call.operands, equation.getValue(), call.resultElement()));
}

static LocalResults runConvolution(stablehlo::ConvolutionOp op,
                                   LocalCall &call) {
  auto numbers = op.getDimensionNumbers();
  ConvolutionSpec spec;
  spec.inputBatch = numbers.getInputBatchDimension();
  spec.inputFeature = numbers.getInputFeatureDimension();
  spec.inputSpatial = toShape(numbers.getInputSpatialDimensions());
  spec.kernelInput = numbers.getKernelInputFeatureDimension();
  spec.kernelOutput = numbers.getKernelOutputFeatureDimension();
  spec.kernelSpatial = toShape(numbers.getKernelSpatialDimensions());
  spec.outputBatch = numbers.getOutputBatchDimension();
  spec.outputFeature = numbers.getOutputFeatureDimension();
  spec.outputSpatial = toShape(numbers.getOutputSpatialDimensions());
  const size_t spatial = spec.inputSpatial.size();
  auto orOnes = [&](std::optional<Ints> values) {
    return values ? toShape(*values) : Shape(spatial, 1);
  };
  spec.strides = orOnes(op.getWindowStrides());
  spec.lhsDilation = orOnes(op.getLhsDilation());
  spec.rhsDilation = orOnes(op.getRhsDilation());
  spec.padLow = spec.padHigh = Shape(spatial, 0);
  if (op.getPaddingAttr())
    for (auto [i, value] :
         llvm::enumerate(op.getPaddingAttr().getValues<int64_t>()))
      (i % 2 ? spec.padHigh : spec.padLow)[i / 2] = value;
  if (auto reversal = op.getWindowReversal())
    spec.reversal.assign(reversal->begin(), reversal->end());
  spec.featureGroups = op.getFeatureGroupCount();
  spec.batchGroups = op.getBatchGroupCount();
  return call.result(convolution(call.operands[0], call.operands[1], spec,
                                 call.resultElement()));
}

void popt::reference::registerContractionOps(OpTable &table) {
  table.add(runConvolution, runDot, runDotGeneral);
  table.add(
      {{"stablehlo.einsum", runEinsum}, {"stablehlo.unary_einsum", runEinsum}});
}
