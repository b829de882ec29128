//===- Convolution.cpp - Model of convolution -----------------------------===//
//
// Loops: batch b, feature group g (or batch group), output feature o, input
// feature i (reduction by sum), and space.
//   input  [batch: bg b, feature: g i]   kernel [input: i, output: bg g o]
//   result [batch: b, feature: bg g o]
// A spatial dim passes where the kernel has size 1 there and does not move.
// Others are two loops, over windows and over the taps within one, of which the
// one that steps farther is split: where windows are (forwards, and the
// gradient of the input), input and result have its axes; where taps are (the
// gradient of the kernel, whose kernel is as large as an image), input and
// kernel, and the result is a sum over them. Either way a coordinate reads an
// interval of the input and fetches the elements of other blocks (Halo.h).
// Padding along i and along split taps is masked in both operands. Linear in
// one operand at a time. Tested by test/unit/OpModels/LocaliseTest.cpp and
// test/Partition/halo.mlir.
//
//===----------------------------------------------------------------------===//
#include "Windows.h"

#include <cmath>

using namespace mlir;

namespace popt {
namespace {

int64_t at(std::optional<ArrayRef<int64_t>> values, size_t i, int64_t neutral) {
  return !values || values->empty() ? neutral : (*values)[i];
}

/// Libraries compute so many output features of a group at once, or so many groups
/// of a feature each: the lanes of a vector of f32, a tile of a GPU's tensor cores.
constexpr int64_t kFeaturesAtOnce = 16;

/// One spatial dim: its place in the shapes, and how windows walk over it.
struct SpatialDim {
  SpatialDim(stablehlo::ConvolutionOp conv, size_t i) {
    auto numbers = conv.getDimensionNumbers();
    lhs = numbers.getInputSpatialDimensions()[i];
    rhs = numbers.getKernelSpatialDimensions()[i];
    result = numbers.getOutputSpatialDimensions()[i];
    extent = shapeOf(conv.getLhs())[lhs];
    taps = shapeOf(conv.getRhs())[rhs];
    windows = shapeOf(conv.getResult())[result];
    stride = at(conv.getWindowStrides(), i, 1);
    spacing = at(conv.getLhsDilation(), i, 1);
    step = at(conv.getRhsDilation(), i, 1);
    if (auto padding = conv.getPadding()) {
      low = padding->getValues<int64_t>()[{i, 0}];
      high = padding->getValues<int64_t>()[{i, 1}];
    }
    if (auto reversal = conv.getWindowReversal())
      isReversed = !reversal->empty() && (*reversal)[i];
  }
  int64_t lhs, rhs, result;
  int64_t extent, taps, windows;
  int64_t stride, spacing, step;
  int64_t low = 0, high = 0;
  bool isReversed = false;

  bool isPointwise() const {
    return taps == 1 && stride == 1 && spacing == 1 && low == 0 && high == 0;
  }
  bool isEmpty() const { return !extent || !taps || !windows; }
  /// True if blocks of taps overlap less in the input than blocks of windows.
  bool splitsTaps() const {
    return (windows - 1) * stride - step < (taps - 1) * step - stride;
  }
};

/// A spatial dim of a split convolution, as it runs on one coordinate.
struct LocalSpace {
  SpatialDim dim;
  SpreadWindows windows;
  Transfer transfer;
};

struct ConvolutionModel
    : public WindowModel<ConvolutionModel, stablehlo::ConvolutionOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule = getFeatureRule(op);
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    for (size_t i = 0; i < numSpatial(conv); ++i) {
      SpatialDim dim(conv, i);
      DimFactors &lhs = rule.operands[0][dim.lhs];
      DimFactors &rhs = rule.operands[1][dim.rhs];
      DimFactors &result = rule.results[0][dim.result];
      if (dim.isPointwise()) {
        lhs = result = {rule.add(dim.extent)};
      } else if (dim.isEmpty()) {
        lhs = {rule.add(dim.extent, FactorKind::NeedReplication)};
        rhs = {rule.add(dim.taps, FactorKind::NeedReplication)};
        result = {rule.add(dim.windows, FactorKind::NeedReplication)};
      } else if (dim.splitsTaps()) {
        lhs = rhs = {rule.add(dim.taps, FactorKind::Reduction, Monoid::Sum)};
        result = {rule.add(dim.windows, FactorKind::NeedReplication)};
      } else {
        lhs = result = {rule.add(std::max(dim.extent, dim.windows),
                                 FactorKind::Permutation)};
        rhs = {rule.add(dim.taps, FactorKind::NeedReplication)};
      }
    }
    return rule;
  }

  /// Batch, groups and features.
  static FactorRule getFeatureRule(Operation *op) {
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    int64_t groups = conv.getFeatureGroupCount();
    int64_t batchGroups = conv.getBatchGroupCount();
    ArrayRef<int64_t> input = shapeOf(conv.getLhs());
    ArrayRef<int64_t> kernel = shapeOf(conv.getRhs());
    FactorRule rule;
    TensorFactors lhs(input.size()), rhs(kernel.size());
    TensorFactors result(rankOf(conv.getResult()));

    DimFactors &inBatch = lhs[numbers.getInputBatchDimension()];
    DimFactors &inFeature = lhs[numbers.getInputFeatureDimension()];
    DimFactors &kernelIn = rhs[numbers.getKernelInputFeatureDimension()];
    DimFactors &kernelOut = rhs[numbers.getKernelOutputFeatureDimension()];
    DimFactors &outBatch = result[numbers.getOutputBatchDimension()];
    DimFactors &outFeature = result[numbers.getOutputFeatureDimension()];

    if (batchGroups > 1) {
      int factor = rule.add(batchGroups);
      inBatch.push_back(factor);
      kernelOut.push_back(factor);
      outFeature.push_back(factor);
    }
    int batch = rule.add(input[numbers.getInputBatchDimension()] /
                         std::max<int64_t>(batchGroups, 1));
    inBatch.push_back(batch);
    outBatch.push_back(batch);
    if (groups > 1) {
      int factor = rule.add(groups);
      inFeature.push_back(factor);
      kernelOut.push_back(factor);
      outFeature.push_back(factor);
    }
    int in = rule.add(kernel[numbers.getKernelInputFeatureDimension()],
                      FactorKind::Reduction, Monoid::Sum);
    inFeature.push_back(in);
    kernelIn.push_back(in);
    int out = rule.add(kernel[numbers.getKernelOutputFeatureDimension()] /
                       std::max<int64_t>(groups * batchGroups, 1));
    kernelOut.push_back(out);
    outFeature.push_back(out);

    rule.operands = {lhs, rhs};
    rule.results = {result};
    return rule;
  }

  /// As above, but a spatial dim of the input is made of two loops: over
  /// windows, which the result has, and within one, which the kernel has. The
  /// longer is the more major.
  FactorRule getPropagationRule(Operation *op) const {
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    FactorRule rule = getFeatureRule(op);
    for (auto [l, r, o] : llvm::zip_equal(numbers.getInputSpatialDimensions(),
                                          numbers.getKernelSpatialDimensions(),
                                          numbers.getOutputSpatialDimensions()))
      splitWindow(conv, l, r, o, rule);
    return rule;
  }

  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    SmallVector<Transfer> transfers;
    for (LocalSpace &space :
         localSpaces(cast<stablehlo::ConvolutionOp>(op), mesh, layouts))
      transfers.push_back(std::move(space.transfer));
    SmallVector<InnerMove> moves;
    addMoves(transfers, localType(op->getOperand(0), layouts.operands[0]),
             moves);
    return moves;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return bilinearGroups(op, monoid);
  }

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return libraryOrLoops(op, LibraryCall::Convolution, target);
  }

  /// Features that a group lacks count: one of two takes as long as one of sixteen.
  /// Where a group also reads few, libraries lose more; the root of what is lacking fits
  /// measured times within a factor of 2.5 (docs/Rationale/CostModel.md).
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    auto numbers = cast<stablehlo::ConvolutionOp>(op).getDimensionNumbers();
    auto sizeOf = [](RankedTensorType type, int64_t dim) {
      return std::max<int64_t>(type.getDimSize(dim), 1);
    };
    int64_t read =
        sizeOf(operands[1], numbers.getKernelInputFeatureDimension());
    int64_t made =
        sizeOf(operands[1], numbers.getKernelOutputFeatureDimension());
    double flops =
        2.0 * results[0].getNumElements() * static_cast<double>(read);
    for (int64_t dim : numbers.getKernelSpatialDimensions())
      flops *= operands[1].getDimSize(dim);

    // Groups of features, or of the batch, among these blocks.
    int64_t groups =
        std::max<int64_t>(
            sizeOf(operands[0], numbers.getInputFeatureDimension()) / read, 1) *
        std::max<int64_t>(
            sizeOf(operands[0], numbers.getInputBatchDimension()) /
                sizeOf(results[0], numbers.getOutputBatchDimension()),
            1);
    auto lacking = [](int64_t features) {
      return static_cast<double>(llvm::alignTo(features, kFeaturesAtOnce)) /
             static_cast<double>(features);
    };
    int64_t together = std::max<int64_t>(made / groups, 1);
    if (groups == 1)
      return flops * lacking(made);
    if (read == 1 && together == 1)
      return flops * lacking(groups);
    return flops * lacking(together) * std::sqrt(lacking(read));
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto conv = cast<stablehlo::ConvolutionOp>(op);
    auto numbers = conv.getDimensionNumbers();
    SmallVector<Value> local(context.operands);
    Value zero = context.zero(elementOf(conv.getLhs()));
    auto mask = [&](unsigned operand, int64_t dim) {
      if (context.isPadded(operand, dim))
        local[operand] = context.maskPadding(
            operand, local[operand], dim,
            context.zero(elementOf(op->getOperand(operand))));
    };
    mask(0, numbers.getInputFeatureDimension());
    mask(1, numbers.getKernelInputFeatureDimension());

    size_t count = numSpatial(conv);
    SmallVector<int64_t> padding, spacings;
    for (size_t i = 0; i < count; ++i) {
      SpatialDim dim(conv, i);
      padding.append({dim.low, dim.high});
      spacings.push_back(dim.spacing);
    }
    std::vector<LocalSpace> spaces =
        localSpaces(conv, context.mesh, context.layouts);
    for (LocalSpace &space : spaces) {
      int64_t dim = space.transfer.dim;
      local[0] = buildTransfer(context, space.transfer, local[0], zero);
      SpreadPadding left;
      local[0] = spread(context, local[0], dim, space.transfer.axes,
                        space.windows, zero, left);
      size_t i = llvm::find(numbers.getInputSpatialDimensions(), dim) -
                 numbers.getInputSpatialDimensions().begin();
      padding[2 * i] = left.low;
      padding[2 * i + 1] = left.high;
      spacings[i] = left.interior + 1;
      mask(1, space.dim.rhs);
    }

    // The group is the major factor of the kernel's output dim.
    const DimLayout &split =
        context.layouts.operands[1]
            .dims[numbers.getKernelOutputFeatureDimension()];
    auto localCount = [&](int64_t count) {
      return llvm::divideCeil(count, product(split.axes));
    };
    Builder &builder = context.builder;
    SmallVector<NamedAttribute> replaced;
    if (!spaces.empty()) {
      auto type = RankedTensorType::get({static_cast<int64_t>(count), 2},
                                        builder.getI64Type());
      replaced.emplace_back(
          conv.getPaddingAttrName(),
          DenseIntElementsAttr::get(type, ArrayRef<int64_t>(padding)));
      replaced.emplace_back(conv.getLhsDilationAttrName(),
                            builder.getDenseI64ArrayAttr(spacings));
    }
    if (conv.getFeatureGroupCount() > 1)
      replaced.emplace_back(
          conv.getFeatureGroupCountAttrName(),
          builder.getI64IntegerAttr(localCount(conv.getFeatureGroupCount())));
    if (conv.getBatchGroupCount() > 1)
      replaced.emplace_back(
          conv.getBatchGroupCountAttrName(),
          builder.getI64IntegerAttr(localCount(conv.getBatchGroupCount())));
    return context.cloneOn(local, replaced);
  }

private:
  static void splitWindow(stablehlo::ConvolutionOp conv, int64_t inputDim,
                          int64_t kernelDim, int64_t resultDim,
                          FactorRule &rule) {
    int64_t windows = shapeOf(conv.getResult())[resultDim];
    int64_t taps = shapeOf(conv.getRhs())[kernelDim];
    int64_t rest = shapeOf(conv.getLhs())[inputDim];
    DimFactors &input = rule.operands[0][inputDim];
    DimFactors &kernel = rule.operands[1][kernelDim];
    DimFactors &result = rule.results[0][resultDim];
    input.clear();
    kernel.clear();
    result.clear();
    auto add = [&](int64_t size, FactorKind kind, DimFactors &other) {
      size = std::min(size, rest);
      if (size < 2)
        return;
      rest /= size;
      other = {rule.add(size, kind)};
      input.push_back(other.front());
    };
    if (windows >= taps)
      add(windows, FactorKind::Permutation, result);
    add(taps, FactorKind::Reduction, kernel);
    if (windows < taps)
      add(windows, FactorKind::Permutation, result);
  }

  static size_t numSpatial(stablehlo::ConvolutionOp conv) {
    return conv.getDimensionNumbers().getInputSpatialDimensions().size();
  }

  /// The split spatial dims that read other blocks.
  static std::vector<LocalSpace> localSpaces(stablehlo::ConvolutionOp conv,
                                             const Mesh &mesh,
                                             const OpLayouts &layouts) {
    std::vector<LocalSpace> spaces;
    for (size_t i = 0; i < numSpatial(conv); ++i) {
      SpatialDim dim(conv, i);
      const DimLayout &split = layouts.operands[0].dims[dim.lhs];
      if (split.axes.empty() || dim.isPointwise())
        continue;
      spaces.push_back(
          dim.splitsTaps()
              ? splitTaps(dim, mesh, split, layouts.operands[1].dims[dim.rhs])
              : splitWindows(dim, mesh, split,
                             layouts.results[0].dims[dim.result]));
    }
    return spaces;
  }

  /// All taps of the windows of one block.
  static LocalSpace splitWindows(const SpatialDim &dim, const Mesh &mesh,
                                 const DimLayout &split,
                                 const DimLayout &result) {
    int64_t reach = (dim.taps - 1) * dim.step + 1;
    SmallVector<int64_t> begins;
    std::vector<std::vector<DimBlock>> wanted;
    for (const DimBlock &block : blocksOf(mesh, result, dim.windows)) {
      begins.push_back(block.begin * dim.stride - dim.low);
      int64_t walk = block.extent ? (block.extent - 1) * dim.stride + 1 : 0;
      wanted.push_back(runsOf(begins.back(), dim.taps, dim.step, walk));
    }
    int64_t length =
        (localExtent(result, dim.windows) - 1) * dim.stride + reach;
    return makeSpace(dim, mesh, split, begins, wanted, length,
                     /*readsAll=*/false);
  }

  /// A block of the taps of all windows. A reversed kernel walks backwards. The
  /// elements that padded taps meet must be finite, because the taps are zero;
  /// all are read then.
  static LocalSpace splitTaps(const SpatialDim &dim, const Mesh &mesh,
                              const DimLayout &split, const DimLayout &kernel) {
    bool isPadded = !isEven(kernel, dim.taps);
    int64_t taps = localExtent(kernel, dim.taps);
    int64_t reach = (dim.windows - 1) * dim.stride + 1;
    int64_t length = reach + (taps - 1) * dim.step;
    SmallVector<int64_t> begins;
    std::vector<std::vector<DimBlock>> wanted;
    for (const DimBlock &block : blocksOf(mesh, kernel, dim.taps)) {
      int64_t first =
          dim.isReversed ? dim.taps - block.begin - taps : block.begin;
      begins.push_back(first * dim.step - dim.low);
      int64_t begin = begins.back();
      if (dim.isReversed)
        begin += (taps - block.extent) * dim.step;
      int64_t walk = block.extent ? (block.extent - 1) * dim.step + 1 : 0;
      wanted.push_back(isPadded
                           ? runsOf(begin, walk ? 1 : 0, 1, walk + reach - 1)
                           : runsOf(begin, dim.windows, dim.stride, walk));
    }
    return makeSpace(dim, mesh, split, begins, wanted, length, isPadded);
  }

  static LocalSpace makeSpace(const SpatialDim &dim, const Mesh &mesh,
                              const DimLayout &split, ArrayRef<int64_t> begins,
                              ArrayRef<std::vector<DimBlock>> wanted,
                              int64_t length, bool readsAll) {
    SpreadWindows windows(begins, wanted, length, dim.spacing);
    Transfer transfer(dim.lhs, split.axes, windows.extent);
    transfer.add(blocksOf(mesh, split, dim.extent),
                 localExtent(split, dim.extent), windows.windows);
    if (readsAll)
      transfer.readAll();
    transfer.schedule();
    return {dim, std::move(windows), std::move(transfer)};
  }
};

} // namespace

void attachConvolutionModels(MLIRContext *context) {
  attachModels<ConvolutionModel>(context);
}

} // namespace popt
