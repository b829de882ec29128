//===- RaggedDot.cpp - Model of ragged_dot --------------------------------===//
//
// One dimension of lhs consists of groups, one after another, whose sizes are
// data. Import decomposes it, with the groups as a dimension, so that it can be
// split like any other (experts), and masks rows of other groups:
//
//   rows are ragged         sum over g of select(row in g, lhs x rhs[g], 0)
//   contracted is ragged    select(k in g, lhs, 0) x select(k in g, rhs, 0)
//   a batch dim is ragged   select(row in a group, lhs x rhs, 0)
//
// Masks are selects: a zero times an infinity of another group would be a NaN.
// Tested by test/Import/shorthand.mlir.
//
//===----------------------------------------------------------------------===//
#include "../StableHLO/Build.h"
#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Interfaces/Build.h"

using namespace mlir;

namespace popt {
namespace {

class RaggedDot {
public:
  RaggedDot(chlo::RaggedDotOp op, OpBuilder &b)
      : op(op), numbers(op.getRaggedDotDimensionNumbers()), b(b),
        loc(op.getLoc()), ragged(numbers.getLhsRaggedDimensions().front()),
        groups(shapeOf(op.getGroupSizes()).front()) {}

  Value build() {
    findBounds();
    if (llvm::is_contained(numbers.getLhsContractingDimensions(), ragged))
      return raggedContraction();
    if (llvm::is_contained(numbers.getLhsBatchingDimensions(), ragged))
      return raggedBatch();
    return raggedRows();
  }

private:
  Value zeros(Type element, ArrayRef<int64_t> shape) {
    return buildZeros(b, loc, RankedTensorType::get(shape, element));
  }
  Value broadcast(Value x, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
    return stablehlo::BroadcastInDimOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(x)), x,
        b.getDenseI64ArrayAttr(dims));
  }
  Value iota(ArrayRef<int64_t> shape, int64_t dim) {
    return stablehlo::IotaOp::create(
        b, loc, RankedTensorType::get(shape, b.getI32Type()), dim);
  }
  Value sum(Value x, int64_t dim) { return buildSum(b, loc, x, {dim}); }

  /// Where each group begins and ends, as tensor<groups x i32>.
  void findBounds() {
    Value sizes = op.getGroupSizes();
    auto type = RankedTensorType::get({groups}, b.getI32Type());
    if (sizes.getType() != type)
      sizes = stablehlo::ConvertOp::create(b, loc, type, sizes);
    Value none = zeros(b.getI32Type(), {groups});
    sizes = stablehlo::MaxOp::create(b, loc, type, sizes, none);
    SmallVector<int64_t> square{groups, groups};
    Value upTo =
        stablehlo::CompareOp::create(b, loc, iota(square, 1), iota(square, 0),
                                     stablehlo::ComparisonDirection::LE);
    Value counted = stablehlo::SelectOp::create(
        b, loc, RankedTensorType::get(square, b.getI32Type()), upTo,
        broadcast(sizes, square, {1}), zeros(b.getI32Type(), square));
    ends = sum(counted, 1);
    begins = stablehlo::SubtractOp::create(b, loc, type, ends, sizes);
  }

  /// `x`, whose dim 0 counts groups, where its dim `dim` is of the group.
  Value onlyOfGroup(Value x, int64_t dim) {
    ArrayRef<int64_t> shape = shapeOf(x);
    SmallVector<int64_t> plane{groups, shape[dim]};
    Value place = iota(plane, 1);
    auto compare = [&](Value bound, stablehlo::ComparisonDirection how) {
      return stablehlo::CompareOp::create(b, loc, place,
                                          broadcast(bound, plane, {0}), how)
          .getResult();
    };
    Value from = compare(begins, stablehlo::ComparisonDirection::GE);
    Value to = compare(ends, stablehlo::ComparisonDirection::LT);
    Value inside = stablehlo::AndOp::create(b, loc, from.getType(), from, to);
    return stablehlo::SelectOp::create(
        b, loc, cast<RankedTensorType>(x.getType()),
        broadcast(inside, shape, {0, dim}), x, zeros(elementOf(x), shape));
  }

  /// One copy for each group, along a new dim 0.
  Value perGroup(Value x) {
    SmallVector<int64_t> shape(shapeOf(x)), dims;
    for (int64_t dim = 0; dim < rankOf(x); ++dim)
      dims.push_back(dim + 1);
    shape.insert(shape.begin(), groups);
    return broadcast(x, shape, dims);
  }

  Value contract(Value lhs, Value rhs, ArrayRef<int64_t> lhsBatch,
                 ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsSummed,
                 ArrayRef<int64_t> rhsSummed, ArrayRef<int64_t> shape) {
    return stablehlo::DotGeneralOp::create(
        b, loc, RankedTensorType::get(shape, elementOf(op.getResult())), lhs,
        rhs,
        stablehlo::DotDimensionNumbersAttr::get(b.getContext(), lhsBatch,
                                                rhsBatch, lhsSummed, rhsSummed),
        nullptr, nullptr);
  }
  static SmallVector<int64_t> withGroup(ArrayRef<int64_t> dims) {
    SmallVector<int64_t> all{0};
    for (int64_t dim : dims)
      all.push_back(dim + 1);
    return all;
  }
  static SmallVector<int64_t> movedUp(ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>(ArrayRef(withGroup(dims)).drop_front());
  }

  Value raggedRows() {
    SmallVector<int64_t> shape(shapeOf(op.getResult()));
    shape.insert(shape.begin(), groups);
    SmallVector<int64_t> rhsBatch{numbers.getRhsGroupDimensions().front()};
    llvm::append_range(rhsBatch, numbers.getRhsBatchingDimensions());
    Value product =
        contract(perGroup(op.getLhs()), op.getRhs(),
                 withGroup(numbers.getLhsBatchingDimensions()), rhsBatch,
                 movedUp(numbers.getLhsContractingDimensions()),
                 numbers.getRhsContractingDimensions(), shape);
    // Rows follow the groups and the batch dims, in the order of lhs.
    int64_t row = 1 + numbers.getLhsBatchingDimensions().size();
    for (int64_t dim = 0; dim < ragged; ++dim)
      row += !llvm::is_contained(numbers.getLhsBatchingDimensions(), dim) &&
             !llvm::is_contained(numbers.getLhsContractingDimensions(), dim);
    return sum(onlyOfGroup(product, row), 0);
  }

  Value raggedContraction() {
    ArrayRef<int64_t> summed = numbers.getLhsContractingDimensions();
    int64_t position = llvm::find(summed, ragged) - summed.begin();
    int64_t other = numbers.getRhsContractingDimensions()[position];
    return contract(onlyOfGroup(perGroup(op.getLhs()), ragged + 1),
                    onlyOfGroup(perGroup(op.getRhs()), other + 1),
                    withGroup(numbers.getLhsBatchingDimensions()),
                    withGroup(numbers.getRhsBatchingDimensions()),
                    movedUp(summed),
                    movedUp(numbers.getRhsContractingDimensions()),
                    shapeOf(op.getResult()));
  }

  Value raggedBatch() {
    ArrayRef<int64_t> batch = numbers.getLhsBatchingDimensions();
    ArrayRef<int64_t> shape = shapeOf(op.getResult());
    int64_t dim = llvm::find(batch, ragged) - batch.begin();
    Value product = contract(op.getLhs(), op.getRhs(), batch,
                             numbers.getRhsBatchingDimensions(),
                             numbers.getLhsContractingDimensions(),
                             numbers.getRhsContractingDimensions(), shape);
    return sum(onlyOfGroup(perGroup(product), dim + 1), 0);
  }

  chlo::RaggedDotOp op;
  chlo::RaggedDotDimensionNumbersAttr numbers;
  OpBuilder &b;
  Location loc;
  int64_t ragged, groups;
  Value begins, ends;
};

struct RaggedDotModel : public OpModelBase<RaggedDotModel, chlo::RaggedDotOp> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  bool isShorthand(Operation *op) const { return true; }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    auto dot = cast<chlo::RaggedDotOp>(op);
    if (rankOf(dot.getGroupSizes()) != 1)
      return std::nullopt;
    return SmallVector<Value>{RaggedDot(dot, builder).build()};
  }
};

} // namespace

void attachRaggedDotModel(MLIRContext *context) {
  attachModels<RaggedDotModel>(context);
}

} // namespace popt
