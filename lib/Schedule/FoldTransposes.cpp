//===- FoldTransposes.cpp - Transposed products swap their operands -------===//
//
// The result of a contraction has the free dimensions of lhs before those of
// rhs. Where a program asks for the other order (the gradient of a weight, in
// most training steps), the operands change places instead:
//
//   %0 = stablehlo.dot_general %a, %b : ... -> tensor<MxN>
//   %1 = stablehlo.transpose %0, dims = [1, 0]
// becomes
//   %1 = stablehlo.dot_general %b, %a : ... -> tensor<NxM>
//
// Covered by test/Schedule/fold-transposes.mlir.
//
//===----------------------------------------------------------------------===//
#include "FoldTransposes.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;

/// The permutation that puts the free dimensions of rhs before those of lhs.
static SmallVector<int64_t> swappedOrder(stablehlo::DotGeneralOp dot) {
  auto rankOf = [](Value value) {
    return cast<RankedTensorType>(value.getType()).getRank();
  };
  auto dims = dot.getDotDimensionNumbers();
  int64_t batch = dims.getLhsBatchingDimensions().size();
  int64_t lhsFree = rankOf(dot.getLhs()) - batch -
                    int64_t(dims.getLhsContractingDimensions().size());
  int64_t rank = rankOf(dot.getResult());
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  llvm::append_range(order, llvm::seq<int64_t>(batch + lhsFree, rank));
  llvm::append_range(order, llvm::seq<int64_t>(batch, batch + lhsFree));
  return order;
}

static void foldInto(stablehlo::DotGeneralOp dot) {
  // An algorithm names what is done with lhs and with rhs.
  if (dot.use_empty() || dot.getAlgorithm())
    return;
  SmallVector<int64_t> order = swappedOrder(dot);
  SmallVector<Operation *> transposes;
  for (Operation *user : dot->getUsers()) {
    auto transpose = dyn_cast<stablehlo::TransposeOp>(user);
    if (!transpose || transpose.getPermutation() != ArrayRef(order))
      return;
    transposes.push_back(user);
  }
  auto dims = dot.getDotDimensionNumbers();
  auto swapped = stablehlo::DotDimensionNumbersAttr::get(
      dot.getContext(), dims.getRhsBatchingDimensions(),
      dims.getLhsBatchingDimensions(), dims.getRhsContractingDimensions(),
      dims.getLhsContractingDimensions());
  ArrayAttr precision = dot.getPrecisionConfigAttr();
  if (precision && precision.size() == 2)
    precision = ArrayAttr::get(dot.getContext(), {precision[1], precision[0]});
  OpBuilder b(dot);
  auto product = stablehlo::DotGeneralOp::create(
      b, dot.getLoc(), transposes.front()->getResult(0).getType(), dot.getRhs(),
      dot.getLhs(), swapped, precision, nullptr);
  product->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
  for (Operation *transpose : transposes) {
    transpose->getResult(0).replaceAllUsesWith(product.getResult());
    transpose->erase();
  }
  dot.erase();
}

void popt::foldTransposes(func::FuncOp function) {
  SmallVector<stablehlo::DotGeneralOp> dots;
  function.walk([&](stablehlo::DotGeneralOp dot) { dots.push_back(dot); });
  for (stablehlo::DotGeneralOp dot : dots)
    foldInto(dot);
}
