//===- DataMovement.cpp - Models of operations that only move elements ----===//
//
// broadcast_in_dim, reshape and transpose: linear under every monoid, as each
// result element is an operand element. constant and iota: sources, made at any
// coordinate in any layout. Tested by test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Movement.h"

using namespace mlir;

namespace popt {
namespace {

/// An operand dim of the result's size passes; the others of the result are
/// loops of their own, over which the operand is repeated.
struct BroadcastModel
    : public MovementModel<BroadcastModel, stablehlo::BroadcastInDimOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto broadcast = cast<stablehlo::BroadcastInDimOp>(op);
    ArrayRef<int64_t> from = shapeOf(broadcast.getOperand());
    ArrayRef<int64_t> to = shapeOf(broadcast.getResult());
    FactorRule rule;
    TensorFactors operand(from.size()), result;
    for (int64_t size : to)
      result.push_back({rule.add(size)});
    for (auto [dim, target] :
         llvm::enumerate(broadcast.getBroadcastDimensions()))
      if (from[dim] == to[target])
        operand[dim] = result[target];
    rule.operands = {operand};
    rule.results = {result};
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Expand;
  }
  /// One that repeats nothing and keeps the order of dims is a view: on a GPU a
  /// kernel that copies costs a launch.
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    auto broadcast = cast<stablehlo::BroadcastInDimOp>(op);
    ArrayRef<int64_t> from = shapeOf(broadcast.getOperand());
    if (!targetOf(op).isGpu() ||
        cast<RankedTensorType>(broadcast.getOperand().getType())
                .getNumElements() != broadcast.getType().getNumElements())
      return std::nullopt;
    int64_t previous = -1;
    for (auto [extent, dim] :
         llvm::zip(from, broadcast.getBroadcastDimensions())) {
      if (extent != 1 && dim < previous)
        return std::nullopt;
      previous = extent == 1 ? previous : dim;
    }
    return SmallVector<Value>{stablehlo::ReshapeOp::create(
        builder, op->getLoc(), broadcast.getType(), broadcast.getOperand())};
  }
};

struct TransposeModel
    : public MovementModel<TransposeModel, stablehlo::TransposeOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto transpose = cast<stablehlo::TransposeOp>(op);
    FactorRule rule;
    TensorFactors operand, result;
    for (int64_t size : shapeOf(transpose.getOperand()))
      operand.push_back({rule.add(size)});
    for (int64_t dim : transpose.getPermutation())
      result.push_back(operand[dim]);
    rule.operands = {operand};
    rule.results = {result};
    return rule;
  }
  std::optional<SmallVector<int64_t>> getPermutation(Operation *op) const {
    return SmallVector<int64_t>(
        cast<stablehlo::TransposeOp>(op).getPermutation());
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Relayout;
  }
};

/// Dims are cut into the factors that both shapes share: walking both from the
/// major end, the greatest common divisor of the rest of either dim is a loop
/// of both. [4, 6] -> [8, 3] has loops 4, 2, 3. Where nothing is shared ([2, 3]
/// -> [3, 2]) dims are needed whole up to the next point where the element
/// counts agree.
struct ReshapeModel : public MovementModel<ReshapeModel, stablehlo::ReshapeOp> {
  FactorRule getFactorRule(Operation *op) const {
    ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
    ArrayRef<int64_t> to = shapeOf(op->getResult(0));
    FactorRule rule;
    TensorFactors operand(from.size()), result(to.size());
    if (!llvm::is_contained(from, 0))
      addFactors(from, to, rule, operand, result);
    rule.operands = {operand};
    rule.results = {result};
    return rule;
  }
  /// Between two points where the shapes agree, a side that is behind takes
  /// just what makes the products of its factors equal the other's, if its dim
  /// can give that; from there on factors are shared again.
  FactorRule getPropagationRule(Operation *op) const {
    ArrayRef<int64_t> from = shapeOf(op->getOperand(0));
    ArrayRef<int64_t> to = shapeOf(op->getResult(0));
    FactorRule rule;
    if (llvm::is_contained(from, 0))
      return rule;
    Side operand(from), result(to);
    while (true) {
      bool left = operand.load(), right = result.load();
      if (!left && !right)
        break;
      int64_t common = std::gcd(operand.rest, result.rest);
      if (operand.done == result.done && common > 1) {
        int factor = rule.add(common);
        operand.take(common, factor);
        result.take(common, factor);
        continue;
      }
      bool isEqual = operand.done == result.done;
      int64_t begun = operand.done, other = result.done;
      if (isEqual || begun < other)
        operand.takeAlone(
            isEqual ? operand.rest : operand.missing(other, common), rule);
      if (isEqual || other < begun)
        result.takeAlone(isEqual ? result.rest : result.missing(begun, common),
                         rule);
    }
    rule.operands = {operand.factors};
    rule.results = {result.factors};
    return rule;
  }
  PropagationClass getPropagationClass(Operation *op) const {
    return PropagationClass::Relayout;
  }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::View;
  }

private:
  /// One shape, while it is cut into factors from the major end.
  struct Side {
    explicit Side(ArrayRef<int64_t> shape)
        : shape(shape), factors(shape.size()) {}
    ArrayRef<int64_t> shape;
    TensorFactors factors;
    size_t next = 0;
    int64_t rest = 1; ///< of dim next - 1
    int64_t done = 1; ///< product of the factors so far

    bool load() {
      while (rest == 1 && next < shape.size())
        rest = shape[next++];
      return rest != 1;
    }
    void take(int64_t size, int factor) {
      factors[next - 1].push_back(factor);
      rest /= size;
      done *= size;
    }
    void takeAlone(int64_t size, FactorRule &rule) {
      if (size > 1)
        take(size, rule.add(size, FactorKind::NeedReplication));
    }
    /// The factor that this side should take to come nearer to `other`.
    int64_t missing(int64_t other, int64_t common) const {
      if (other % done == 0 && rest % (other / done) == 0)
        return other / done;
      return rest > common ? rest / common : rest;
    }
  };

  static void addFactors(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                         FactorRule &rule, TensorFactors &operand,
                         TensorFactors &result) {
    size_t i = 0, j = 0;
    int64_t a = 1, b = 1; // what remains of dims i - 1 and j - 1
    while (true) {
      while (a == 1 && i < from.size())
        a = from[i++];
      while (b == 1 && j < to.size())
        b = to[j++];
      if (a == 1 || b == 1)
        return;
      if (int64_t common = std::gcd(a, b); common > 1) {
        int factor = rule.add(common);
        operand[i - 1].push_back(factor);
        result[j - 1].push_back(factor);
        a /= common;
        b /= common;
        continue;
      }
      auto whole = [&](TensorFactors &tensor, size_t dim, int64_t size) {
        tensor[dim].push_back(rule.add(size, FactorKind::NeedReplication));
      };
      whole(operand, i - 1, a);
      whole(result, j - 1, b);
      while (a != b) {
        if (a < b) {
          whole(operand, i, from[i]);
          a *= from[i++];
        } else {
          whole(result, j, to[j]);
          b *= to[j++];
        }
      }
      a = b = 1;
    }
  }
};

/// A rule for operations without operands: each result dim is a loop.
FactorRule sourceRule(Operation *op) {
  FactorRule rule;
  TensorFactors dims;
  for (int64_t size : shapeOf(op->getResult(0)))
    dims.push_back({rule.add(size)});
  rule.results = {dims};
  return rule;
}

struct ConstantModel
    : public OpModelBase<ConstantModel, stablehlo::ConstantOp> {
  FactorRule getFactorRule(Operation *op) const { return sourceRule(op); }
  bool isSource(Operation *op) const { return true; }
  /// Others than splats lie in memory.
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    auto value =
        dyn_cast<DenseElementsAttr>(cast<stablehlo::ConstantOp>(op).getValue());
    return value && value.isSplat() ? KernelKind::Source : KernelKind::Opaque;
  }

  /// A splat shrinks to the block; other values are cut by this coordinate.
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto value =
        dyn_cast<DenseElementsAttr>(cast<stablehlo::ConstantOp>(op).getValue());
    RankedTensorType type = context.localResultType(0);
    if (value && value.isSplat())
      return SmallVector<Value>{stablehlo::ConstantOp::create(
          context.builder, op->getLoc(), value.resizeSplat(type))};
    Value current = stablehlo::ConstantOp::create(
        context.builder, op->getLoc(),
        cast<stablehlo::ConstantOp>(op).getValue());
    return SmallVector<Value>{context.slice(current)};
  }
};

struct IotaModel : public OpModelBase<IotaModel, stablehlo::IotaOp> {
  FactorRule getFactorRule(Operation *op) const { return sourceRule(op); }
  bool isSource(Operation *op) const { return true; }
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return KernelKind::Source;
  }
  std::optional<int64_t> getVaryingDim(Operation *op) const {
    return static_cast<int64_t>(cast<stablehlo::IotaOp>(op).getIotaDimension());
  }

  /// Counts from the begin of this coordinate's block.
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto iota = cast<stablehlo::IotaOp>(op);
    int64_t dim = iota.getIotaDimension();
    const DimLayout &split = context.layouts.results[0].dims[dim];
    if (split.axes.empty())
      return context.clone();
    OpBuilder &builder = context.builder;
    Location loc = op->getLoc();
    RankedTensorType type = context.localResultType(0);
    Value begin =
        context.blockBegin(split, context.globalResultType(0).getDimSize(dim));
    // Counted in integers and converted once: narrow types round.
    auto indexType =
        RankedTensorType::get(type.getShape(), builder.getI32Type());
    Value offset = stablehlo::BroadcastInDimOp::create(
        builder, loc, indexType, begin, builder.getDenseI64ArrayAttr({}));
    Value index = stablehlo::IotaOp::create(builder, loc, indexType, dim);
    index = stablehlo::AddOp::create(builder, loc, indexType, index, offset);
    if (indexType != type)
      index = stablehlo::ConvertOp::create(builder, loc, type, index);
    return SmallVector<Value>{index};
  }
};

} // namespace

void attachDataMovementModels(MLIRContext *context) {
  using namespace stablehlo;
  attachModels<BroadcastModel, TransposeModel, ReshapeModel, ConstantModel,
               IotaModel>(context);
  attachShiftModels(context);
}

} // namespace popt
