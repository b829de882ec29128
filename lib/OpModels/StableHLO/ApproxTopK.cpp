//===- ApproxTopK.cpp - Approximate top-k as a sort -----------------------===//
//
//   %v:2 = custom_call @ApproxTopK(%x, %i, %lowest, %none)
//       {called_computations = [@gt], mhlo.backend_config = {reduction_dim = 1,
//        ...}} : (8x64xf32, 8x64xi32, f32, i32) -> (8x3xf32, 8x3xi32)
// becomes
//   %s:2 = sort(%x, %i), dimension = 1, is_stable = true { body of @gt }
//   %v = slice %s#0 [0:8, 0:3]          and the same of %s#1
//
// The call may miss some of the largest elements; the exact ones meet any
// recall, and are what XLA's fallback computes. Tested by
// test/Import/approx-top-k.mlir and python/tests/everyday/order.py.
//
//===----------------------------------------------------------------------===//
#include "Decompose.h"
#include "Models.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace popt {
namespace {

/// The dimension that is sorted, or nothing if the call does not say it.
std::optional<int64_t> reductionDim(stablehlo::CustomCallOp call) {
  auto options = call->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
  if (!options)
    options = dyn_cast_or_null<DictionaryAttr>(call.getBackendConfigAttr());
  auto dim =
      options ? options.getAs<IntegerAttr>("reduction_dim") : IntegerAttr();
  if (!dim || dim.getValue().getSignificantBits() > 63)
    return std::nullopt;
  return dim.getValue().getSExtValue();
}

/// True for k tensors of equal shape, k scalars, and k results of one shape,
/// which has at most as many elements in `dim` and is equal otherwise.
bool hasShapesOfTopK(stablehlo::CustomCallOp call, int64_t dim) {
  unsigned k = call.getNumResults();
  if (k == 0 || call.getNumOperands() != 2 * k)
    return false;
  auto tensor = [](Value value) {
    return dyn_cast<RankedTensorType>(value.getType());
  };
  auto in = tensor(call.getOperand(0)), out = tensor(call.getResult(0));
  if (!in || !out || dim < 0 || dim >= in.getRank() ||
      out.getRank() != in.getRank() || out.getDimSize(dim) > in.getDimSize(dim))
    return false;
  for (int64_t d = 0; d < in.getRank(); ++d)
    if (d != dim && out.getDimSize(d) != in.getDimSize(d))
      return false;
  for (unsigned i = 0; i < k; ++i) {
    RankedTensorType value = tensor(call.getOperand(i));
    if (!value || value.getShape() != in.getShape())
      return false;
    Type element = value.getElementType();
    if (call.getOperand(k + i).getType() !=
            RankedTensorType::get({}, element) ||
        call.getResult(i).getType() !=
            RankedTensorType::get(out.getShape(), element))
      return false;
  }
  return true;
}

/// The body of the comparator, if it fits the sorted tensors.
Block *comparatorOf(stablehlo::CustomCallOp call) {
  ArrayAttr symbols = call.getCalledComputations();
  if (symbols.size() != 1)
    return nullptr;
  auto func = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      call, cast<FlatSymbolRefAttr>(symbols[0]));
  if (!func || func.isExternal() || !func.getFunctionBody().hasOneBlock())
    return nullptr;
  unsigned k = call.getNumResults();
  if (func.getNumArguments() != 2 * k || func.getNumResults() != 1 ||
      func.getResultTypes()[0] !=
          RankedTensorType::get({}, IntegerType::get(call.getContext(), 1)))
    return nullptr;
  for (unsigned i = 0; i < 2 * k; ++i)
    if (func.getArgumentTypes()[i] != call.getOperand(k + i / 2).getType())
      return nullptr;
  return &func.getFunctionBody().front();
}

} // namespace

std::optional<SmallVector<Value>>
decomposeApproxTopK(OpBuilder &builder, stablehlo::CustomCallOp call) {
  if (call.getCallTargetName() != "ApproxTopK" || call.getHasSideEffect())
    return std::nullopt;
  std::optional<int64_t> dim = reductionDim(call);
  if (!dim || !hasShapesOfTopK(call, *dim))
    return std::nullopt;
  Block *comparator = comparatorOf(call);
  if (!comparator)
    return std::nullopt;

  Location loc = call.getLoc();
  unsigned k = call.getNumResults();
  OperationState state(loc, stablehlo::SortOp::getOperationName());
  state.addOperands(call.getOperands().take_front(k));
  state.addTypes(call.getOperands().take_front(k).getTypes());
  state.addAttribute("dimension", builder.getI64IntegerAttr(*dim));
  state.addAttribute("is_stable", builder.getBoolAttr(true));
  Block *body = new Block;
  state.addRegion()->push_back(body);
  IRMapping mapping;
  for (BlockArgument argument : comparator->getArguments())
    mapping.map(argument, body->addArgument(argument.getType(), loc));
  OpBuilder inside(builder.getContext());
  inside.setInsertionPointToStart(body);
  for (Operation &op : comparator->without_terminator())
    inside.clone(op, mapping);
  stablehlo::ReturnOp::create(
      inside, loc,
      mapping.lookupOrDefault(comparator->getTerminator()->getOperand(0)));
  Operation *sorted = builder.create(state);

  SmallVector<Value> results;
  for (auto [value, result] :
       llvm::zip_equal(sorted->getResults(), call.getResults())) {
    ArrayRef<int64_t> limits = shapeOf(result);
    SmallVector<int64_t> zeros(limits.size(), 0), ones(limits.size(), 1);
    results.push_back(stablehlo::SliceOp::create(builder, loc, result.getType(),
                                                 value, zeros, limits, ones));
  }
  return results;
}

} // namespace popt
