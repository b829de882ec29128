//===- Shorthand.cpp - Models of dot, einsum, broadcast and map -----------===//
//
// Older forms that some front ends print. Import replaces them:
//
//   dot, einsum "ab,bc->ac"   dot_general (and reduce, transpose)
//   broadcast                 broadcast_in_dim
//   map { add, constant }     the body's operations on whole tensors
//
// An einsum with "..." or a repeated label, or a map whose body is not
// pointwise, stays and runs on whole values. Tested by
// test/Import/shorthand.mlir.
//
//===----------------------------------------------------------------------===//
#include "Build.h"

using namespace mlir;

namespace popt {
namespace {

/// Common to all: whole values, if the operation stays at all.
template <typename Concrete, typename Op>
struct ShorthandModel : public OpModelBase<Concrete, Op> {
  FactorRule getFactorRule(Operation *op) const { return replicatedRule(op); }
  bool isShorthand(Operation *op) const { return true; }
};

Value contract(OpBuilder &b, Location loc, Value lhs, Value rhs, Type element,
               ArrayRef<int64_t> lhsBatch, ArrayRef<int64_t> rhsBatch,
               ArrayRef<int64_t> lhsSummed, ArrayRef<int64_t> rhsSummed,
               ArrayAttr precision) {
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(shapeOf(lhs)[dim]);
  auto addFree = [&](Value operand, ArrayRef<int64_t> batch,
                     ArrayRef<int64_t> summed) {
    for (auto [dim, size] : llvm::enumerate(shapeOf(operand)))
      if (!llvm::is_contained(batch, static_cast<int64_t>(dim)) &&
          !llvm::is_contained(summed, static_cast<int64_t>(dim)))
        shape.push_back(size);
  };
  addFree(lhs, lhsBatch, lhsSummed);
  addFree(rhs, rhsBatch, rhsSummed);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(
      b.getContext(), lhsBatch, rhsBatch, lhsSummed, rhsSummed);
  return stablehlo::DotGeneralOp::create(b, loc,
                                         RankedTensorType::get(shape, element),
                                         lhs, rhs, numbers, precision, nullptr);
}

struct DotModel : public ShorthandModel<DotModel, stablehlo::DotOp> {
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    auto dot = cast<stablehlo::DotOp>(op);
    return SmallVector<Value>{contract(
        b, op->getLoc(), dot.getLhs(), dot.getRhs(), elementOf(dot.getResult()),
        {}, {}, {rankOf(dot.getLhs()) - 1}, {0}, dot.getPrecisionConfigAttr())};
  }
};

/// The labels of "ab,bc->ac", or nothing if they are not plain.
std::optional<std::array<StringRef, 3>> einsumLabels(StringRef config) {
  auto [operands, result] = config.split("->");
  auto [lhs, rhs] = operands.split(",");
  for (StringRef labels : {lhs, rhs, result})
    for (size_t i = 0; i < labels.size(); ++i)
      if (!llvm::isAlpha(labels[i]) ||
          labels.find(labels[i], i + 1) != StringRef::npos)
        return std::nullopt;
  return std::array<StringRef, 3>{lhs, rhs, result};
}

/// Sums over the dims whose labels stand nowhere else; drops these labels.
Value sumUnused(OpBuilder &b, Location loc, Value operand, std::string &labels,
                StringRef elsewhere) {
  SmallVector<int64_t> dims;
  std::string kept;
  for (auto [dim, label] : llvm::enumerate(labels)) {
    if (elsewhere.contains(label))
      kept += label;
    else
      dims.push_back(static_cast<int64_t>(dim));
  }
  if (dims.empty())
    return operand;
  labels = kept;
  return buildSum(b, loc, operand, dims);
}

struct EinsumModel : public ShorthandModel<EinsumModel, stablehlo::EinsumOp> {
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    auto einsum = cast<stablehlo::EinsumOp>(op);
    auto labels = einsumLabels(einsum.getEinsumConfig());
    Type element = elementOf(einsum.getResult());
    if (!labels || isa<ComplexType>(element) ||
        elementOf(einsum.getLhs()) != element ||
        static_cast<int64_t>((*labels)[0].size()) != rankOf(einsum.getLhs()) ||
        static_cast<int64_t>((*labels)[1].size()) != rankOf(einsum.getRhs()))
      return std::nullopt;
    Location loc = op->getLoc();
    std::string l = (*labels)[0].str(), r = (*labels)[1].str();
    std::string to = (*labels)[2].str();
    Value lhs = sumUnused(b, loc, einsum.getLhs(), l, r + to);
    Value rhs = sumUnused(b, loc, einsum.getRhs(), r, l + to);
    SmallVector<int64_t> lhsBatch, rhsBatch, lhsSummed, rhsSummed;
    std::string made, lhsFree, rhsFree;
    for (auto [dim, label] : llvm::enumerate(l)) {
      size_t other = r.find(label);
      if (other == std::string::npos) {
        lhsFree += label;
        continue;
      }
      bool isBatch = StringRef(to).contains(label);
      (isBatch ? lhsBatch : lhsSummed).push_back(dim);
      (isBatch ? rhsBatch : rhsSummed).push_back(other);
      if (isBatch)
        made += label;
    }
    for (char label : r)
      if (!StringRef(l).contains(label))
        rhsFree += label;
    made += lhsFree + rhsFree;
    if (made.size() != to.size())
      return std::nullopt;
    Value product = contract(b, loc, lhs, rhs, element, lhsBatch, rhsBatch,
                             lhsSummed, rhsSummed, nullptr);
    SmallVector<int64_t> permutation;
    for (char label : to)
      permutation.push_back(static_cast<int64_t>(made.find(label)));
    if (made != to)
      product = stablehlo::TransposeOp::create(
          b, loc, cast<RankedTensorType>(einsum.getType()), product,
          b.getDenseI64ArrayAttr(permutation));
    return SmallVector<Value>{product};
  }
};

struct BroadcastModel
    : public ShorthandModel<BroadcastModel, stablehlo::BroadcastOp> {
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    int64_t added = rankOf(op->getResult(0)) - rankOf(op->getOperand(0));
    auto dims =
        llvm::to_vector(llvm::seq<int64_t>(added, rankOf(op->getResult(0))));
    return SmallVector<Value>{stablehlo::BroadcastInDimOp::create(
        b, op->getLoc(), cast<RankedTensorType>(op->getResult(0).getType()),
        op->getOperand(0), b.getDenseI64ArrayAttr(dims))};
  }
};

struct MapModel : public ShorthandModel<MapModel, stablehlo::MapOp> {
  FactorRule getFactorRule(Operation *op) const { return mapRule(op); }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &b) const {
    return applyPointwise(b, op->getLoc(), op->getRegion(0).front(),
                          op->getOperands(), shapeOf(op->getResult(0)));
  }
};

} // namespace

void attachShorthandModels(MLIRContext *context) {
  attachModels<DotModel, EinsumModel, BroadcastModel, MapModel>(context);
}

} // namespace popt
