//===- DecomposeOps.cpp - What kernels lack, from what they have ----------===//
//
//   %v, %i = chlo.top_k(%x, k = 4) : tensor<8x7xf32> -> ...
// becomes
//   %n = stablehlo.iota dim = 1 : tensor<8x7xi32>
//   %0:2 = stablehlo.sort(%x, %n) { larger first, NaN before all }
//   %v, %i = stablehlo.slice %0#0 [0:8, 0:4], ...
//
// Sorts are stable: of equal elements the one with the lowest index is first.
//
// Covered by test/Schedule/decompose-ops.mlir.
//
//===----------------------------------------------------------------------===//
#include "DecomposeOps.h"

#include "popt/Dialect/Chlo/Chlo.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;

/// The comparator of top_k: the first two arguments are compared.
static void addLargerFirst(Region &region, Location loc, Type value,
                           Type index) {
  using D = stablehlo::ComparisonDirection;
  using T = stablehlo::ComparisonType;
  OpBuilder b(value.getContext());
  Block *block = b.createBlock(&region);
  auto scalar = [](Type type) { return RankedTensorType::get({}, type); };
  block->addArguments(
      {scalar(value), scalar(value), scalar(index), scalar(index)},
      {loc, loc, loc, loc});
  Value x = block->getArgument(0), y = block->getArgument(1);
  T kind = isa<FloatType>(value)                             ? T::FLOAT
           : value.isUnsignedInteger() || value.isInteger(1) ? T::UNSIGNED
                                                             : T::SIGNED;
  Type pred = scalar(b.getI1Type());
  auto compare = [&](Value l, Value r, D direction) -> Value {
    return stablehlo::CompareOp::create(
        b, loc, pred, l, r,
        stablehlo::ComparisonDirectionAttr::get(b.getContext(), direction),
        stablehlo::ComparisonTypeAttr::get(b.getContext(), kind));
  };
  Value first = compare(x, y, D::GT);
  if (isa<FloatType>(value)) {
    Value isNaN = compare(x, x, D::NE), isNumber = compare(y, y, D::EQ);
    Value before = stablehlo::AndOp::create(b, loc, pred, isNaN, isNumber);
    first = stablehlo::OrOp::create(b, loc, pred, first, before);
  }
  stablehlo::ReturnOp::create(b, loc, first);
}

static void decompose(chlo::TopKOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  int64_t last = type.getRank() - 1;
  auto results = op->getResults();
  Type index = getElementTypeOrSelf(results[1].getType());
  auto indexType = RankedTensorType::get(type.getShape(), index);
  Value number = stablehlo::IotaOp::create(b, loc, indexType, last);
  OperationState state(loc, stablehlo::SortOp::getOperationName());
  state.addOperands({op.getOperand(), number});
  state.addTypes({type, indexType});
  state.addAttribute("dimension", b.getI64IntegerAttr(last));
  state.addAttribute("is_stable", b.getBoolAttr(true));
  addLargerFirst(*state.addRegion(), loc, type.getElementType(), index);
  Operation *sorted = b.create(state);
  SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
  for (auto [result, all] : llvm::zip(results, sorted->getResults())) {
    auto to = cast<RankedTensorType>(result.getType());
    Value first = all;
    if (to != all.getType())
      first = stablehlo::SliceOp::create(b, loc, to, all, zeros, to.getShape(),
                                         ones);
    result.replaceAllUsesWith(first);
  }
  op.erase();
}

void popt::decomposeOps(func::FuncOp function) {
  SmallVector<chlo::TopKOp> ops;
  function.walk([&](chlo::TopKOp op) { ops.push_back(op); });
  for (chlo::TopKOp op : ops)
    decompose(op);
  SmallVector<Operation *> generators, transforms;
  function.walk([&](Operation *op) {
    if (isa<stablehlo::RngBitGeneratorOp>(op))
      generators.push_back(op);
    if (isa<stablehlo::FftOp>(op))
      transforms.push_back(op);
  });
  for (Operation *op : generators)
    decomposeRandom(op);
  for (Operation *op : transforms)
    decomposeFft(op);
}
