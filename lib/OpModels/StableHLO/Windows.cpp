//===- Windows.cpp - The model of reduce_window -----------------------------===//
//
// Dims with a trivial window pass. Along the others elements meet in windows;
// where such a dim is split, a coordinate computes the windows of its block of
// the result and fetches the elements that they read from other blocks
// (Halo.h). Cumulative windows combine totals of blocks instead (Scan.h). A
// body that is no monoid cannot ignore padding, so flags beside the values mark
// valid elements.
//
// Tested by test/unit/OpModels/LocaliseTest.cpp and test/Partition/halo.mlir.
//
//===----------------------------------------------------------------------===//
#include "Windows.h"
#include "Build.h"
#include "Scan.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace popt {
namespace {

/// A split dim of an operand, as one coordinate reads it.
struct LocalWindows {
  SpreadWindows windows;
  Transfer transfer;
};

struct ReduceWindowModel
    : public WindowModel<ReduceWindowModel, stablehlo::ReduceWindowOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    FactorRule rule;
    TensorFactors dims = addWindowFactors(window, window.getInputs().front(),
                                          op->getResult(0), rule);
    return withOperands(window, rule, dims);
  }
  FactorRule getPropagationRule(Operation *op) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    FactorRule rule;
    TensorFactors dims = windowLoops(window, op->getResult(0), rule);
    return withOperands(window, rule, dims);
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    return decomposeCumulative(cast<stablehlo::ReduceWindowOp>(op), builder);
  }
  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    if (window.getInputs().size() != 1 ||
        monoidOfBody(window.getBody()) != monoid)
      return {};
    return ifKeepsPartials(op, monoid, {{0, 1}});
  }
  SmallVector<InnerMove> getInnerMoves(Operation *op, const Mesh &mesh,
                                       const OpLayouts &layouts) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    if (cumulativeDim(window))
      return cumulativeMoves(window, layouts);
    SmallVector<Transfer> transfers;
    for (LocalWindows &local : localWindows(window, mesh, layouts))
      transfers.push_back(std::move(local.transfer));
    SmallVector<InnerMove> moves;
    for (auto [input, layout] : llvm::zip(window.getInputs(), layouts.operands))
      addMoves(transfers, localType(input, layout), moves);
    return moves;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto window = cast<stablehlo::ReduceWindowOp>(op);
    if (std::optional<CumulativeDim> along = cumulativeDim(window))
      if (!context.layouts.operands[0].dims[along->dim].axes.empty())
        return localiseCumulative(window, context);
    std::vector<LocalWindows> split =
        localWindows(window, context.mesh, context.layouts);
    if (split.empty())
      return context.clone();
    SmallVector<int64_t> padding, spacings;
    for (int64_t dim = 0; dim < rankOf(op->getResult(0)); ++dim) {
      WindowDim walk(window, dim);
      padding.append({walk.low, walk.high});
      spacings.push_back(walk.spacing);
    }
    SmallVector<Value> local(context.operands);
    size_t count = window.getInputs().size();
    std::optional<Monoid> monoid = monoidOf(window);
    const bool isFlagged = !monoid && seesPadding(window, split);
    std::vector<std::pair<int64_t, Value>> flags;
    for (const LocalWindows &along : split) {
      int64_t dim = along.transfer.dim;
      SpreadPadding left;
      for (size_t i = 0; i < count; ++i) {
        Value fill = monoid ? context.scalar(elementOf(local[i]), *monoid)
                            : local[count + i];
        local[i] = buildTransfer(context, along.transfer, local[i], fill);
        local[i] = spread(context, local[i], dim, along.transfer.axes,
                          along.windows, fill, left);
      }
      padding[2 * dim] = left.low;
      padding[2 * dim + 1] = left.high;
      spacings[dim] = left.interior + 1;
      if (isFlagged)
        flags.push_back({dim, validAlong(context, along)});
    }
    if (isFlagged)
      return reduceFlagged(window, context, local, flags, padding, spacings);
    return context.cloneOn(
        local,
        {{window.getPaddingAttrName(), pairsAttr(context.builder, padding)},
         {window.getBaseDilationsAttrName(),
          context.builder.getDenseI64ArrayAttr(spacings)}});
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::OwnLoops;
  }
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    double flops = results[0].getNumElements();
    for (int64_t size :
         cast<stablehlo::ReduceWindowOp>(op).getWindowDimensions())
      flops *= size;
    return flops;
  }

private:
  static std::optional<Monoid> monoidOf(stablehlo::ReduceWindowOp window) {
    if (window.getInputs().size() != 1)
      return std::nullopt;
    return monoidOfBody(window.getBody());
  }
  static FactorRule withOperands(stablehlo::ReduceWindowOp window,
                                 FactorRule rule, const TensorFactors &dims) {
    rule.operands.assign(window.getInputs().size(), dims);
    for (Value init : window.getInitValues())
      rule.operands.push_back(noFactors(init));
    rule.results.assign(window.getInputs().size(), dims);
    return rule;
  }

  /// Padding takes no part in a window. In the local program the padding of
  /// split dims consists of elements, which only a monoid can ignore.
  static bool seesPadding(stablehlo::ReduceWindowOp window,
                          ArrayRef<LocalWindows> split) {
    return llvm::any_of(split, [&](const LocalWindows &along) {
      WindowDim walk(window, along.transfer.dim);
      return walk.low > 0 || walk.high > 0 || walk.spacing > 1;
    });
  }
  /// One flag per element of a window along its dim: whether it is one of the
  /// tensor.
  static Value validAlong(LocaliseContext &context, const LocalWindows &along) {
    Build build(context);
    auto flag = [&](bool value) {
      auto type = RankedTensorType::get({}, build.b.getI1Type());
      return stablehlo::ConstantOp::create(build.b, build.loc,
                                           DenseElementsAttr::get(type, value));
    };
    const Transfer &transfer = along.transfer;
    Value valid = selectInside(
        context, build.broadcast(flag(true), {transfer.windowExtent}), 0,
        transfer.axes, transfer.data, flag(false));
    SpreadPadding left;
    return spread(context, valid, 0, transfer.axes, along.windows, flag(false),
                  left);
  }
  /// The windows with a flag before the values:
  ///   %0:2 = reduce_window(%valid, %x) init: true, %init
  ///            { both valid: body, else the valid one }
  static SmallVector<Value>
  reduceFlagged(stablehlo::ReduceWindowOp window, LocaliseContext &context,
                ArrayRef<Value> local,
                ArrayRef<std::pair<int64_t, Value>> flags,
                ArrayRef<int64_t> padding, ArrayRef<int64_t> spacings) {
    Build build(context);
    OpBuilder &b = context.builder;
    const size_t count = window.getInputs().size();
    Value valid;
    for (auto [dim, along] : flags) {
      Value wide = build.broadcast(along, shapeOf(local[0]), {dim});
      valid = valid ? build.binary<stablehlo::AndOp>(valid, wide) : wide;
    }
    auto flagType = RankedTensorType::get({}, b.getI1Type());
    SmallVector<Value> inputs{valid};
    SmallVector<Value> inits{stablehlo::ConstantOp::create(
        b, build.loc, DenseElementsAttr::get(flagType, true))};
    llvm::append_range(inputs, local.take_front(count));
    llvm::append_range(inits, local.drop_front(count));
    SmallVector<Type> types{context.localResultType(0).clone(b.getI1Type())};
    llvm::append_range(types, context.localResultTypes());
    auto made = stablehlo::ReduceWindowOp::create(
        b, build.loc, types, inputs, inits, window.getWindowDimensionsAttr(),
        window.getWindowStridesAttr(), b.getDenseI64ArrayAttr(spacings),
        window.getWindowDilationsAttr(), pairsAttr(b, padding));
    addFlaggedBody(build.loc, window.getBody().front(), made.getBody());
    return SmallVector<Value>(made->getResults().drop_front());
  }

  /// The split dims whose windows read other blocks.
  static std::vector<LocalWindows> localWindows(stablehlo::ReduceWindowOp op,
                                                const Mesh &mesh,
                                                const OpLayouts &layouts) {
    std::vector<LocalWindows> all;
    ArrayRef<int64_t> from = shapeOf(op.getInputs().front());
    ArrayRef<int64_t> to = shapeOf(op->getResult(0));
    for (auto [dim, split] : llvm::enumerate(layouts.operands[0].dims)) {
      WindowDim walk(op, dim);
      if (split.axes.empty() || walk.isTrivial())
        continue;
      const DimLayout &result = layouts.results[0].dims[dim];
      SmallVector<int64_t> begins;
      std::vector<std::vector<DimBlock>> wanted;
      for (const DimBlock &block : blocksOf(mesh, result, to[dim])) {
        begins.push_back(block.begin * walk.stride - walk.low);
        int64_t run = block.extent ? (block.extent - 1) * walk.stride + 1 : 0;
        wanted.push_back(runsOf(begins.back(), walk.taps, walk.step, run));
      }
      int64_t length =
          (localExtent(result, to[dim]) - 1) * walk.stride + walk.reach();
      SpreadWindows windows(begins, wanted, length, walk.spacing);
      Transfer transfer(dim, split.axes, windows.extent);
      transfer.add(blocksOf(mesh, split, from[dim]),
                   localExtent(split, from[dim]), windows.windows);
      transfer.schedule();
      all.push_back({std::move(windows), std::move(transfer)});
    }
    return all;
  }
};

} // namespace

void attachWindowModels(MLIRContext *context) {
  attachModels<ReduceWindowModel>(context);
  attachSelectAndScatterModel(context);
}

} // namespace popt
