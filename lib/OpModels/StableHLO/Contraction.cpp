//===- Contraction.cpp - Model of dot_general -----------------------------===//
//
// Loops: batch b, contracted k (reduction by sum), free dims of the left and
// of the right operand; result [b..., lhs free..., rhs free...]. Linear in one
// operand at a time. Padding along k is masked in both operands, since a NaN
// times zero is a NaN. Tested by
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "Models.h"

using namespace mlir;

namespace popt {
namespace {

/// Partial sums of products of bf16, for example, are f32, from operands that were
/// converted to it. Where the library has such products it reads the narrow
/// operands itself.
void readNarrow(Operation *op, MutableArrayRef<Value> operands) {
  SmallVector<Value> narrow;
  SmallVector<Type> elements;
  for (Value operand : operands)
    if (auto convert = operand.getDefiningOp<stablehlo::ConvertOp>()) {
      auto element = dyn_cast<FloatType>(elementOf(convert.getOperand()));
      if (element && element.getWidth() < 32 && elementOf(operand).isF32()) {
        narrow.push_back(convert.getOperand());
        elements.push_back(element);
      }
    }
  if (narrow.size() == operands.size() &&
      targetOf(op).hasLibrary(LibraryCall::Contraction, elements))
    llvm::copy(narrow, operands.begin());
}

struct DotGeneralModel
    : public OpModelBase<DotGeneralModel, stablehlo::DotGeneralOp> {
  FactorRule getFactorRule(Operation *op) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    auto numbers = dot.getDotDimensionNumbers();
    FactorRule rule;
    TensorFactors lhs = noFactors(dot.getLhs()), rhs = noFactors(dot.getRhs());
    TensorFactors result;
    for (auto [l, r] : llvm::zip_equal(numbers.getLhsBatchingDimensions(),
                                       numbers.getRhsBatchingDimensions())) {
      int factor = rule.add(shapeOf(dot.getLhs())[l]);
      lhs[l] = rhs[r] = {factor};
      result.push_back({factor});
    }
    Monoid monoid =
        elementOf(dot.getResult()).isInteger(1) ? Monoid::Or : Monoid::Sum;
    for (auto [l, r] : llvm::zip_equal(numbers.getLhsContractingDimensions(),
                                       numbers.getRhsContractingDimensions()))
      lhs[l] = rhs[r] = {
          rule.add(shapeOf(dot.getLhs())[l], FactorKind::Reduction, monoid)};
    for (auto [value, tensor] :
         {std::pair<Value, TensorFactors *>{dot.getLhs(), &lhs},
          std::pair<Value, TensorFactors *>{dot.getRhs(), &rhs}})
      for (auto [dim, factors] : llvm::enumerate(*tensor))
        if (factors.empty()) {
          factors = {rule.add(shapeOf(value)[dim])};
          result.push_back(factors);
        }
    rule.operands = {lhs, rhs};
    rule.results = {result};
    return rule;
  }

  LinearGroups getLinearGroups(Operation *op, Monoid monoid) const {
    return bilinearGroups(op, monoid);
  }

  KernelKind getKernelKind(Operation *op, const Target &target) const {
    return libraryOrLoops(op, LibraryCall::Contraction, target);
  }
  bool takesAnyStrides(Operation *op, unsigned operand) const { return true; }

  /// The free dims of lhs stand before those of rhs. For the other order the
  /// operands change places.
  std::optional<SmallVector<int64_t>> getOtherOrder(Operation *op) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    // An algorithm names what is done with lhs and with rhs.
    if (dot.getAlgorithm())
      return std::nullopt;
    auto dims = dot.getDotDimensionNumbers();
    int64_t batch = dims.getLhsBatchingDimensions().size();
    int64_t rank = rankOf(dot.getResult());
    int64_t rhsBegin = rankOf(dot.getLhs()) -
                       int64_t(dims.getLhsContractingDimensions().size());
    SmallVector<int64_t> swapped;
    llvm::append_range(swapped, llvm::seq<int64_t>(0, batch));
    llvm::append_range(swapped, llvm::seq<int64_t>(rhsBegin, rank));
    llvm::append_range(swapped, llvm::seq<int64_t>(batch, rhsBegin));
    return swapped;
  }

  Value buildInOtherOrder(Operation *op, OpBuilder &builder) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    auto dims = dot.getDotDimensionNumbers();
    ArrayAttr precision = dot.getPrecisionConfigAttr();
    if (precision && precision.size() == 2)
      precision = builder.getArrayAttr({precision[1], precision[0]});
    SmallVector<int64_t> shape, order = *getOtherOrder(op);
    for (int64_t dim : order)
      shape.push_back(shapeOf(dot.getResult())[dim]);
    auto product = stablehlo::DotGeneralOp::create(
        builder, dot.getLoc(),
        RankedTensorType::get(shape, elementOf(dot.getResult())), dot.getRhs(),
        dot.getLhs(),
        stablehlo::DotDimensionNumbersAttr::get(
            op->getContext(), dims.getRhsBatchingDimensions(),
            dims.getLhsBatchingDimensions(), dims.getRhsContractingDimensions(),
            dims.getLhsContractingDimensions()),
        precision, nullptr);
    product->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
    return product.getResult();
  }

  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    auto dot = cast<stablehlo::DotGeneralOp>(op);
    double flops = 2.0 * results[0].getNumElements();
    for (int64_t dim :
         dot.getDotDimensionNumbers().getLhsContractingDimensions())
      flops *= operands[0].getDimSize(dim);
    return flops;
  }

  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    auto numbers = cast<stablehlo::DotGeneralOp>(op).getDotDimensionNumbers();
    SmallVector<Value> masked(context.operands);
    auto mask = [&](unsigned operand, ArrayRef<int64_t> dims) {
      if (llvm::any_of(dims,
                       [&](int64_t d) { return context.isPadded(operand, d); }))
        masked[operand] = context.maskPadding(
            operand, masked[operand], dims,
            context.zero(elementOf(op->getOperand(operand))));
    };
    mask(0, numbers.getLhsContractingDimensions());
    mask(1, numbers.getRhsContractingDimensions());
    readNarrow(op, masked);
    return context.cloneOn(masked);
  }
};

} // namespace

void attachContractionModels(MLIRContext *context) {
  attachModels<DotGeneralModel>(context);
}

} // namespace popt
