//===- FlattenTuples.cpp - Tuples become their elements -------------------===//
//
//   %t = stablehlo.custom_call @f(%x)
//       : ... -> tuple<tensor<4xf32>, tensor<2xi8>>
//   %a = stablehlo.get_tuple_element %t[0]
// becomes
//   %a, %b = stablehlo.custom_call @f(%x)
//       : ... -> (tensor<4xf32>, tensor<2xi8>)
//
// Shardings and memory are those of tensors; a tuple is only a way of writing
// several. Other tuples (of arguments, loops) are errors after Import. Test:
// test/Import/flatten-tuples.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Import/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace popt {
#define GEN_PASS_DEF_FLATTENTUPLESPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

static bool isTuple(Type type) { return isa<TupleType>(type); }

static void flatten(Type type, SmallVectorImpl<Type> &types) {
  if (auto tuple = dyn_cast<TupleType>(type))
    for (Type element : tuple.getTypes())
      flatten(element, types);
  else
    types.push_back(type);
}

/// The same call with the elements of its tuples as results. Layouts of results
/// may be of tuples, and which operands they share memory with is a hint.
static stablehlo::CustomCallOp withFlatResults(stablehlo::CustomCallOp call) {
  SmallVector<Type> types;
  for (Type type : call.getResultTypes())
    flatten(type, types);
  OpBuilder builder(call);
  OperationState state(call.getLoc(), call->getName(), call->getOperands(),
                       types, call->getAttrs());
  state.attributes.erase(call.getOutputOperandAliasesAttrName());
  if (ArrayAttr layouts = call.getResultLayoutsAttr();
      layouts && layouts.size() != types.size()) {
    state.attributes.erase(call.getResultLayoutsAttrName());
    state.attributes.erase(call.getOperandLayoutsAttrName());
  }
  return cast<stablehlo::CustomCallOp>(builder.create(state));
}

namespace {
/// The tensors of the tuples of a module, in IR order.
class Tuples {
public:
  void visit(Operation *op) {
    if (auto call = dyn_cast<stablehlo::CustomCallOp>(op)) {
      if (llvm::any_of(call.getResultTypes(), isTuple))
        visitCall(call);
    } else if (auto tuple = dyn_cast<stablehlo::TupleOp>(op)) {
      SmallVector<Value> &all = elements[tuple.getResult()];
      for (Value operand : tuple->getOperands())
        llvm::append_range(all, elementsOf(operand));
      dead.push_back(op);
    } else if (auto get = dyn_cast<stablehlo::GetTupleElementOp>(op)) {
      visitGet(get);
    }
  }
  /// Erases operations that are no longer needed.
  void erase() {
    for (Operation *op : llvm::reverse(dead))
      if (op->use_empty())
        op->erase();
  }

private:
  SmallVector<Value> elementsOf(Value value) const {
    return isTuple(value.getType()) ? elements.lookup(value)
                                    : SmallVector<Value>{value};
  }
  void visitCall(stablehlo::CustomCallOp call) {
    stablehlo::CustomCallOp flat = withFlatResults(call);
    ValueRange results = flat->getResults();
    for (OpResult result : call->getResults()) {
      SmallVector<Type> types;
      flatten(result.getType(), types);
      ValueRange own = results.take_front(types.size());
      results = results.drop_front(types.size());
      if (isTuple(result.getType()))
        elements[result].assign(own.begin(), own.end());
      else
        result.replaceAllUsesWith(own.front());
    }
    dead.push_back(call);
  }
  void visitGet(stablehlo::GetTupleElementOp get) {
    auto tuple = cast<TupleType>(get.getOperand().getType());
    auto known = elements.find(get.getOperand());
    if (known == elements.end())
      return;
    SmallVector<Type> before, own;
    for (Type type : tuple.getTypes().take_front(get.getIndex()))
      flatten(type, before);
    flatten(tuple.getType(get.getIndex()), own);
    SmallVector<Value> values(
        ArrayRef(known->second).slice(before.size(), own.size()));
    if (isTuple(get.getType()))
      elements[get.getResult()] = std::move(values);
    else
      get.getResult().replaceAllUsesWith(values.front());
    dead.push_back(get);
  }

  llvm::DenseMap<Value, SmallVector<Value>> elements;
  SmallVector<Operation *> dead;
};

struct FlattenTuplesPass
    : public popt::impl::FlattenTuplesPassBase<FlattenTuplesPass> {
  void runOnOperation() override {
    Tuples tuples;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { tuples.visit(op); });
    tuples.erase();
  }
};
} // namespace
