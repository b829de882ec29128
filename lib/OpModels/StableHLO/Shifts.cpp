//===- Shifts.cpp - Models of slice, pad, reverse and concatenate ---------===//
//
// Linear under every monoid, as each result element is an operand element (pad:
// or the padding value). Where they move elements along a split dimension, each
// coordinate fetches the elements of its block of the result from other blocks
// (Halo.h). Tested by test/unit/OpModels/LocaliseTest.cpp and
// test/Partition/halo.mlir.
//
//===----------------------------------------------------------------------===//
#include "Halo.h"
#include "Movement.h"

using namespace mlir;

namespace popt {
namespace {

/// Factors of an operation that keeps some dims as they are and moves elements
/// along the others.
FactorRule movedDimsRule(Value operand, Value result,
                         function_ref<bool(int64_t)> isKept) {
  FactorRule rule;
  TensorFactors dims;
  for (auto [dim, size] : llvm::enumerate(shapeOf(operand)))
    dims.push_back({rule.add(
        isKept(dim) ? size : std::max(size, shapeOf(result)[dim]),
        isKept(dim) ? FactorKind::PassThrough : FactorKind::Permutation)});
  rule.operands = {dims};
  rule.results = {dims};
  return rule;
}

RankedTensorType localOperandType(Operation *op, unsigned i,
                                  const OpLayouts &layouts) {
  return localType(op->getOperand(i), layouts.operands[i]);
}

/// An operation that moves elements along permutation factors. `Concrete` has
/// splitDims, the transfers along those dims that are split.
template <typename Concrete, typename Op>
struct ShiftModel : public MovementModel<Concrete, Op> {
  bool communicatesAlong(Operation *op, unsigned factor) const {
    FactorRule rule = static_cast<const Concrete *>(this)->getFactorRule(op);
    return rule.factors[factor].kind == FactorKind::Permutation &&
           !llvm::is_contained(shapeOf(op->getOperand(0)), 0) &&
           !llvm::is_contained(shapeOf(op->getResult(0)), 0);
  }
  /// The transfers, of blocks as they are.
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    SmallVector<InnerMove> moves;
    addMoves(Concrete::splitDims(op, mesh, layouts),
             localOperandType(op, 0, layouts), moves);
    return moves;
  }

protected:
  /// One transfer per split dim that is not kept, to a window as long as the
  /// result's block.
  static SmallVector<Transfer>
  transfers(Operation *op, const Mesh &mesh, const OpLayouts &layouts,
            function_ref<bool(int64_t)> isMoved,
            function_ref<void(Transfer &, int64_t, ArrayRef<DimBlock>)> add) {
    SmallVector<Transfer> all;
    for (auto [dim, split] : llvm::enumerate(layouts.results[0].dims)) {
      if (split.axes.empty() || !isMoved(dim))
        continue;
      int64_t extent = shapeOf(op->getResult(0))[dim];
      Transfer transfer(dim, split.axes, localExtent(split, extent));
      add(transfer, dim, blocksOf(mesh, split, extent));
      transfer.schedule();
      all.push_back(std::move(transfer));
    }
    return all;
  }
};

/// The elements that a strided slice takes out of each block of a dimension:
/// which of the result's, and where in the block the first one lies.
struct Taken {
  Taken(ArrayRef<DimBlock> blocks, int64_t start, int64_t stride,
        int64_t count) {
    for (const DimBlock &block : blocks) {
      auto after = [&](int64_t element) {
        return std::clamp<int64_t>(
            llvm::divideCeilSigned(element - start, stride), 0, count);
      };
      int64_t first = after(block.begin), end = after(block.end());
      elements.push_back({first, end - first});
      begins.push_back(end > first
                           ? std::optional(start + first * stride - block.begin)
                           : std::nullopt);
      extent = std::max(extent, end - first);
    }
  }
  std::vector<DimBlock> elements;
  SmallVector<std::optional<int64_t>> begins;
  int64_t extent = 0;
};

/// A strided slice is cut out of each block first, and only that moves.
struct SliceModel : public ShiftModel<SliceModel, stablehlo::SliceOp> {
  FactorRule getFactorRule(Operation *op) const {
    return movedDimsRule(op->getOperand(0), op->getResult(0),
                         [&](int64_t d) { return !isMoved(op, d); });
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    auto slice = cast<stablehlo::SliceOp>(op);
    SmallVector<int64_t> shape(localOperandType(op, 0, layouts).getShape());
    for (auto [d, size] : llvm::enumerate(shape)) {
      // Elements that are cut are cut locally, before anything is sent.
      if (layouts.operands[0].dims[d].axes.empty())
        size = shapeOf(slice.getResult())[d];
      else if (isMoved(op, d) && slice.getStrides()[d] > 1)
        size = llvm::divideCeil(size, slice.getStrides()[d]);
    }
    SmallVector<InnerMove> moves;
    addMoves(splitDims(op, mesh, layouts),
             RankedTensorType::get(shape, elementOf(slice.getResult())), moves);
    return moves;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto slice = cast<stablehlo::SliceOp>(op);
    Value local = context.operands[0];
    SmallVector<Transfer> split = splitDims(op, context.mesh, context.layouts);
    for (auto [d, start] : llvm::enumerate(slice.getStartIndices())) {
      const DimLayout &layout = context.layouts.operands[0].dims[d];
      int64_t stride = slice.getStrides()[d];
      int64_t size = shapeOf(slice.getResult())[d];
      if (layout.axes.empty())
        local = sliceDim(context, local, d, start, size, stride);
      else if (isMoved(op, d) && stride > 1)
        local = take(context, local, d, layout, start, stride, size);
    }
    for (const Transfer &transfer : split)
      local = buildTransfer(context, transfer, local, {});
    return SmallVector<Value>{local};
  }

private:
  static bool isMoved(Operation *op, int64_t dim) {
    return shapeOf(op->getOperand(0))[dim] != shapeOf(op->getResult(0))[dim];
  }
  static SmallVector<Transfer> splitDims(Operation *op, const Mesh &mesh,
                                         const OpLayouts &layouts) {
    auto slice = cast<stablehlo::SliceOp>(op);
    auto add = [&](Transfer &transfer, int64_t dim,
                   ArrayRef<DimBlock> results) {
      const DimLayout &split = layouts.operands[0].dims[dim];
      int64_t extent = shapeOf(slice.getOperand())[dim];
      int64_t start = slice.getStartIndices()[dim];
      int64_t stride = slice.getStrides()[dim];
      std::vector<DimBlock> blocks = blocksOf(mesh, split, extent);
      if (stride == 1) {
        for (DimBlock &block : blocks)
          block.begin -= start;
        transfer.add(blocks, localExtent(split, extent), windowsOf(results));
        return;
      }
      Taken taken(blocks, start, stride, shapeOf(slice.getResult())[dim]);
      transfer.add(taken.elements, taken.extent, windowsOf(results));
    };
    return transfers(
        op, mesh, layouts, [&](int64_t dim) { return isMoved(op, dim); }, add);
  }
  /// The elements that the slice takes from this coordinate's block.
  static Value take(LocaliseContext &context, Value value, int64_t dim,
                    const DimLayout &layout, int64_t start, int64_t stride,
                    int64_t count) {
    Taken taken(blocksOf(context.mesh, layout,
                         context.globalOperandType(0).getDimSize(dim)),
                start, stride, count);
    int64_t reach = (taken.extent - 1) * stride + 1;
    int64_t end = reach;
    for (std::optional<int64_t> begin : taken.begins)
      end = std::max(end, begin.value_or(0) + reach);
    int64_t extent = shapeOf(value)[dim];
    if (end > extent)
      value = padDim(context, value, dim, 0, end - extent, 0,
                     context.zero(elementOf(value)));
    value = sliceAt(context, value, dim, layout.axes, taken.begins, reach);
    return sliceDim(context, value, dim, 0, taken.extent, stride);
  }
};

/// A pad is a window of one tap over spread elements.
struct PadModel : public ShiftModel<PadModel, stablehlo::PadOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule = movedDimsRule(op->getOperand(0), op->getResult(0),
                                    [&](int64_t d) { return !isMoved(op, d); });
    rule.operands.push_back({});
    return rule;
  }
  /// Dims of equal size pass; loops are as long as the operand's dims.
  FactorRule getPropagationRule(Operation *op) const {
    ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
    FactorRule rule =
        movedDimsRule(op->getOperand(0), op->getResult(0), [&](int64_t d) {
          return from[d] == shapeOf(op->getResult(0))[d];
        });
    for (auto [dim, size] : llvm::enumerate(from))
      rule.factors[dim].size = size;
    rule.operands.push_back({});
    return rule;
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    SmallVector<Transfer> all;
    for (Split &split : splitDims(op, mesh, layouts))
      all.push_back(std::move(split.transfer));
    SmallVector<InnerMove> moves;
    addMoves(all, localOperandType(op, 0, layouts), moves);
    return moves;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto pad = cast<stablehlo::PadOp>(op);
    Value local = context.operands[0], fill = context.operands[1];
    SmallVector<int64_t> lows(pad.getEdgePaddingLow());
    SmallVector<int64_t> highs(pad.getEdgePaddingHigh());
    SmallVector<int64_t> interiors(pad.getInteriorPadding());
    for (const Split &split : splitDims(op, context.mesh, context.layouts)) {
      int64_t dim = split.transfer.dim;
      local = buildTransfer(context, split.transfer, local, fill);
      SpreadPadding left;
      local = spread(context, local, dim, split.transfer.axes, split.windows,
                     fill, left);
      lows[dim] = left.low;
      highs[dim] = left.high;
      interiors[dim] = left.interior;
    }
    if (llvm::all_of(lows, [](int64_t n) { return n == 0; }) &&
        llvm::all_of(highs, [](int64_t n) { return n == 0; }) &&
        llvm::all_of(interiors, [](int64_t n) { return n == 0; }))
      return SmallVector<Value>{local};
    Builder &builder = context.builder;
    return SmallVector<Value>{stablehlo::PadOp::create(
        context.builder, context.loc(), context.localResultType(0), local, fill,
        builder.getDenseI64ArrayAttr(lows), builder.getDenseI64ArrayAttr(highs),
        builder.getDenseI64ArrayAttr(interiors))};
  }

private:
  struct Split {
    SpreadWindows windows;
    Transfer transfer;
  };
  static bool isMoved(Operation *op, int64_t dim) {
    auto pad = cast<stablehlo::PadOp>(op);
    return pad.getEdgePaddingLow()[dim] != 0 ||
           pad.getEdgePaddingHigh()[dim] != 0 ||
           pad.getInteriorPadding()[dim] != 0;
  }
  static std::vector<Split> splitDims(Operation *op, const Mesh &mesh,
                                      const OpLayouts &layouts) {
    auto pad = cast<stablehlo::PadOp>(op);
    std::vector<Split> all;
    for (auto [dim, split] : llvm::enumerate(layouts.operands[0].dims)) {
      if (split.axes.empty() || !isMoved(op, dim))
        continue;
      const DimLayout &result = layouts.results[0].dims[dim];
      int64_t from = shapeOf(pad.getOperand())[dim];
      int64_t to = shapeOf(pad.getResult())[dim];
      SmallVector<int64_t> begins;
      std::vector<std::vector<DimBlock>> wanted;
      for (const DimBlock &block : blocksOf(mesh, result, to)) {
        begins.push_back(block.begin - pad.getEdgePaddingLow()[dim]);
        wanted.push_back({{begins.back(), block.extent}});
      }
      SpreadWindows windows(begins, wanted, localExtent(result, to),
                            pad.getInteriorPadding()[dim] + 1);
      Transfer transfer(dim, split.axes, windows.extent);
      transfer.add(blocksOf(mesh, split, from), localExtent(split, from),
                   windows.windows);
      transfer.schedule();
      all.push_back({std::move(windows), std::move(transfer)});
    }
    return all;
  }
};

/// Windows lie at the other end, and are reversed where they are.
struct ReverseModel : public ShiftModel<ReverseModel, stablehlo::ReverseOp> {
  FactorRule getFactorRule(Operation *op) const {
    return movedDimsRule(op->getOperand(0), op->getResult(0),
                         [&](int64_t d) { return !isMoved(op, d); });
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    SmallVector<Value> local(context.operands);
    for (const Transfer &transfer :
         splitDims(op, context.mesh, context.layouts))
      local[0] = buildTransfer(context, transfer, local[0], {});
    return context.cloneOn(local);
  }

private:
  friend ShiftModel;
  static bool isMoved(Operation *op, int64_t dim) {
    return llvm::is_contained(cast<stablehlo::ReverseOp>(op).getDimensions(),
                              dim);
  }
  static SmallVector<Transfer> splitDims(Operation *op, const Mesh &mesh,
                                         const OpLayouts &layouts) {
    auto add = [&](Transfer &transfer, int64_t dim,
                   ArrayRef<DimBlock> results) {
      int64_t extent = shapeOf(op->getOperand(0))[dim];
      std::vector<std::vector<Window>> windows;
      for (const DimBlock &block : results)
        windows.push_back({{extent - block.begin - transfer.windowExtent,
                            extent - block.end(), extent - block.begin}});
      const DimLayout &split = layouts.operands[0].dims[dim];
      transfer.add(blocksOf(mesh, split, extent), localExtent(split, extent),
                   windows);
    };
    return transfers(
        op, mesh, layouts, [&](int64_t dim) { return isMoved(op, dim); }, add);
  }
};

/// The blocks of all operands lie side by side, and each coordinate fetches its
/// block of the result out of them.
struct ConcatenateModel
    : public ShiftModel<ConcatenateModel, stablehlo::ConcatenateOp> {
  FactorRule getFactorRule(Operation *op) const {
    FactorRule rule;
    TensorFactors dims;
    int64_t along = cast<stablehlo::ConcatenateOp>(op).getDimension();
    for (auto [dim, size] : llvm::enumerate(shapeOf(op->getResult(0))))
      dims.push_back({rule.add(size, static_cast<int64_t>(dim) == along
                                         ? FactorKind::Permutation
                                         : FactorKind::PassThrough)});
    rule.operands.assign(op->getNumOperands(), dims);
    rule.results = {dims};
    return rule;
  }
  /// The dimension along which operands are put together has one loop for all.
  FactorRule getPropagationRule(Operation *op) const {
    return wholeAlong(getFactorRule(op), FactorKind::Permutation);
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    SmallVector<Transfer> split = splitDims(op, context.mesh, context.layouts);
    if (split.empty())
      return context.clone();
    auto along = cast<stablehlo::ConcatenateOp>(op).getDimension();
    SmallVector<int64_t> shape(shapeOf(context.operands[0]));
    shape[along] = split.front().sourceExtent;
    Value all = context.operands[0];
    if (context.operands.size() > 1)
      all = stablehlo::ConcatenateOp::create(
          context.builder, context.loc(),
          RankedTensorType::get(shape, elementOf(all)), context.operands,
          along);
    return SmallVector<Value>{
        buildTransfer(context, split.front(), all, Value())};
  }

private:
  friend ShiftModel;
  static SmallVector<Transfer> splitDims(Operation *op, const Mesh &mesh,
                                         const OpLayouts &layouts) {
    int64_t along = cast<stablehlo::ConcatenateOp>(op).getDimension();
    auto add = [&](Transfer &transfer, int64_t dim,
                   ArrayRef<DimBlock> results) {
      int64_t offset = 0;
      for (auto [operand, layout] :
           llvm::zip_equal(op->getOperands(), layouts.operands)) {
        int64_t extent = shapeOf(operand)[dim];
        std::vector<DimBlock> blocks = blocksOf(mesh, layout.dims[dim], extent);
        for (DimBlock &block : blocks)
          block.begin += offset;
        transfer.add(blocks, localExtent(layout.dims[dim], extent),
                     windowsOf(results));
        offset += extent;
      }
    };
    return transfers(
        op, mesh, layouts, [&](int64_t dim) { return dim == along; }, add);
  }
};

} // namespace

void attachShiftModels(MLIRContext *context) {
  using namespace stablehlo;
  attachModels<SliceModel, PadModel, ReverseModel, ConcatenateModel>(context);
}

} // namespace popt
