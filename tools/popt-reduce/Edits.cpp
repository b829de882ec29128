//===- Edits.cpp - Smaller modules of the same kind -----------------------===//
//
// Every list of things to remove is halved like in delta debugging: all of
// them, then halves, down to single ones.
//
//===----------------------------------------------------------------------===//
#include "Edits.h"

#include "popt/Import/Passes.h"
#include "popt/Interfaces/Build.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace popt;
using namespace popt::reduce;

namespace {
/// Removes item number i of the n that `count` finds in a module.
struct Removal {
  function_ref<unsigned(ModuleOp)> count;
  /// `items` ascend; an item that cannot be removed is left.
  function_ref<void(ModuleOp, ArrayRef<unsigned> items)> remove;
};
} // namespace

/// Takes the edited module if it is valid and stays interesting.
static bool tryEdit(OwningOpRef<ModuleOp> &module, IsInteresting isInteresting,
                    function_ref<void(ModuleOp)> edit) {
  OwningOpRef<ModuleOp> edited = cast<ModuleOp>((*module)->clone());
  edit(*edited);
  if (failed(verify(*edited)) || !isInteresting(*edited))
    return false;
  module = std::move(edited);
  return true;
}

/// From the last item on: what uses others stands after them.
static void removeAll(OwningOpRef<ModuleOp> &module,
                      IsInteresting isInteresting, Removal removal) {
  for (unsigned size = removal.count(*module); size > 0; size /= 2)
    for (unsigned end = removal.count(*module); end > 0;) {
      unsigned begin = end > size ? end - size : 0;
      tryEdit(module, isInteresting, [&](ModuleOp edited) {
        auto items = llvm::to_vector(llvm::seq(begin, end));
        removal.remove(edited, items);
      });
      end = begin;
    }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool isRemovable(Operation *op) {
  return !op->hasTrait<OpTrait::IsTerminator>() &&
         !isa<ModuleOp, FunctionOpInterface>(op) &&
         !(matchPattern(op, m_Constant()) && !op->use_empty());
}

static SmallVector<Operation *> removableOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isRemovable(op))
      ops.push_back(op);
  });
  return ops;
}

/// Removes operations whose results are unused.
static void removeDead(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  for (auto func : module.getOps<func::FuncOp>())
    (void)runRegionDCE(rewriter, func->getRegions());
}

static unsigned countOps(ModuleOp module) {
  return removableOps(module).size();
}

/// An operand of the type that is wanted; null if there is none.
static Value operandOf(OpBuilder &builder, Operation *op, Type wanted) {
  for (Value operand : op->getOperands())
    if (operand.getType() == wanted)
      return operand;
  return Value();
}

/// Zeros of the type that is wanted; null if it has none.
static Value zerosFor(OpBuilder &builder, Operation *op, Type wanted) {
  auto type = dyn_cast<RankedTensorType>(wanted);
  if (!type || !type.hasStaticShape())
    return Value();
  return buildZeros(builder, op->getLoc(), type);
}

/// Replaces operations by `simpler` values, the last first; one whose results
/// have none stays.
static void replaceOps(ModuleOp module, ArrayRef<unsigned> items,
                       Value (*simpler)(OpBuilder &, Operation *, Type)) {
  SmallVector<Operation *> ops = removableOps(module);
  for (unsigned item : llvm::reverse(items)) {
    Operation *op = ops[item];
    OpBuilder builder(op);
    SmallVector<Value> values;
    for (Value result : op->getResults())
      values.push_back(result.use_empty()
                           ? Value()
                           : simpler(builder, op, result.getType()));
    bool replaced = true;
    for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
      if (value)
        result.replaceAllUsesWith(value);
      replaced &= result.use_empty();
    }
    if (replaced)
      op->erase();
  }
}

static void replaceByOperands(ModuleOp module, ArrayRef<unsigned> items) {
  replaceOps(module, items, operandOf);
}
static void replaceByZeros(ModuleOp module, ArrayRef<unsigned> items) {
  replaceOps(module, items, zerosFor);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The regions of operations inside of functions, of one block each.
static SmallVector<Region *> innerRegions(ModuleOp module) {
  SmallVector<Region *> regions;
  module->walk([&](Operation *op) {
    if (!isa<ModuleOp, FunctionOpInterface>(op))
      for (Region &region : op->getRegions())
        if (region.hasOneBlock())
          regions.push_back(&region);
  });
  return regions;
}

/// `value` if it has the type that is wanted, else something simpler that has.
static Value withType(OpBuilder &builder, Operation *op, Value value,
                      Type wanted) {
  if (value && value.getType() == wanted)
    return value;
  Value operand = operandOf(builder, op, wanted);
  return operand ? operand : zerosFor(builder, op, wanted);
}

/// Replaces an operation by what one of its regions computes once, such as a
/// loop by its body.
static void unwrap(Region &region) {
  Operation *op = region.getParentOp();
  Block &block = region.front();
  OpBuilder builder(op);
  for (BlockArgument argument : block.getArguments()) {
    Value operand = argument.getArgNumber() < op->getNumOperands()
                        ? op->getOperand(argument.getArgNumber())
                        : Value();
    Value value = withType(builder, op, operand, argument.getType());
    if (!value)
      return;
    argument.replaceAllUsesWith(value);
  }
  Operation *terminator = block.getTerminator();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations(), block.begin(),
                                         terminator->getIterator());
  for (OpResult result : op->getResults()) {
    Value last = result.getResultNumber() < terminator->getNumOperands()
                     ? terminator->getOperand(result.getResultNumber())
                     : Value();
    if (Value value = withType(builder, op, last, result.getType()))
      result.replaceAllUsesWith(value);
  }
  if (op->use_empty())
    op->erase();
}

static void unwrapRegions(OwningOpRef<ModuleOp> &module,
                          IsInteresting isInteresting) {
  for (size_t i = innerRegions(*module).size(); i > 0; --i)
    if (i <= innerRegions(*module).size())
      tryEdit(module, isInteresting,
              [&](ModuleOp edited) { unwrap(*innerRegions(edited)[i - 1]); });
}

//===----------------------------------------------------------------------===//
// Results, arguments, attributes
//===----------------------------------------------------------------------===//

static func::FuncOp mainOf(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  return main && !main.isExternal() ? main : func::FuncOp();
}

static unsigned countResults(ModuleOp module) {
  func::FuncOp main = mainOf(module);
  return main ? main.getNumResults() : 0;
}

static void removeResults(ModuleOp module, ArrayRef<unsigned> items) {
  func::FuncOp main = mainOf(module);
  llvm::BitVector gone(main.getNumResults());
  for (unsigned item : items)
    gone.set(item);
  main.walk([&](func::ReturnOp op) { op->eraseOperands(gone); });
  (void)main.eraseResults(gone);
}

static unsigned countArguments(ModuleOp module) {
  func::FuncOp main = mainOf(module);
  return main ? main.getNumArguments() : 0;
}

/// What used them takes zeros.
static void removeArguments(ModuleOp module, ArrayRef<unsigned> items) {
  func::FuncOp main = mainOf(module);
  OpBuilder builder = OpBuilder::atBlockBegin(&main.getBody().front());
  llvm::BitVector gone(main.getNumArguments());
  for (unsigned item : items) {
    BlockArgument argument = main.getArgument(item);
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!argument.use_empty() && (!type || !type.hasStaticShape()))
      continue;
    if (!argument.use_empty())
      argument.replaceAllUsesWith(buildZeros(builder, argument.getLoc(), type));
    gone.set(item);
  }
  (void)main.eraseArguments(gone);
}

/// The attributes of a list that may be absent.
static ArrayRef<NamedAttribute> valuesOf(DictionaryAttr list) {
  return list ? list.getValue() : ArrayRef<NamedAttribute>();
}

/// Every attribute that an operation can do without, those of arguments and
/// results too: `visit` gets the operation and a function that removes it.
static void
forEachAttribute(ModuleOp module,
                 function_ref<void(function_ref<void()> remove)> visit) {
  module->walk([&](Operation *op) {
    for (NamedAttribute attr : llvm::to_vector(op->getDiscardableAttrs()))
      visit([&] { op->removeDiscardableAttr(attr.getName()); });
    auto func = dyn_cast<func::FuncOp>(op);
    if (!func)
      return;
    for (unsigned i = 0; i < func.getNumArguments(); ++i)
      for (NamedAttribute attr : valuesOf(func.getArgAttrDict(i)))
        visit([&] { func.removeArgAttr(i, attr.getName()); });
    for (unsigned i = 0; i < func.getNumResults(); ++i)
      for (NamedAttribute attr : valuesOf(func.getResultAttrDict(i)))
        visit([&] { func.removeResultAttr(i, attr.getName()); });
  });
}

static unsigned countAttributes(ModuleOp module) {
  unsigned count = 0;
  forEachAttribute(module, [&](function_ref<void()>) { ++count; });
  return count;
}

static void removeAttributes(ModuleOp module, ArrayRef<unsigned> items) {
  unsigned number = 0;
  forEachAttribute(module, [&](function_ref<void()> remove) {
    if (llvm::is_contained(items, number++))
      remove();
  });
}

//===----------------------------------------------------------------------===//
// All edits
//===----------------------------------------------------------------------===//

/// A pass of MLIR's on the whole module; a pass that fails changes nothing that
/// `tryEdit` would take.
static void runPass(ModuleOp module, std::unique_ptr<Pass> pass) {
  PassManager passes(module.getContext());
  passes.addPass(std::move(pass));
  (void)passes.run(module);
}

void popt::reduce::shrinkModule(OwningOpRef<ModuleOp> &module,
                                IsInteresting isInteresting) {
  tryEdit(module, isInteresting,
          [](ModuleOp edited) { runPass(edited, createInlineCallsPass()); });
  tryEdit(module, isInteresting,
          [](ModuleOp edited) { runPass(edited, createSymbolDCEPass()); });
  removeAll(module, isInteresting, {countResults, removeResults});
  removeAll(module, isInteresting, {countOps, replaceByZeros});
  tryEdit(module, isInteresting, removeDead);
  removeAll(module, isInteresting, {countOps, replaceByOperands});
  unwrapRegions(module, isInteresting);
  removeAll(module, isInteresting, {countArguments, removeArguments});
  removeAll(module, isInteresting, {countAttributes, removeAttributes});
}
