//===- BoundaryAttrs.cpp - Attributes of arguments and results, at once ---===//
//
// See the header. Tested through the passes that write many of them
// (test/Import, test/Partition) and, for the time that it takes, by
// test/Flow/compile-scale.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/BoundaryAttrs.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

BoundaryAttrs::BoundaryAttrs(FunctionOpInterface func) : func(func) {
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    arguments.emplace_back(func.getArgAttrDict(i));
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    results.emplace_back(func.getResultAttrDict(i));
}

void BoundaryAttrs::write() {
  MLIRContext *context = func.getContext();
  auto toDictionaries = [&](ArrayRef<NamedAttrList> lists) {
    return llvm::map_to_vector(lists, [&](const NamedAttrList &list) {
      return list.getDictionary(context);
    });
  };
  if (!arguments.empty())
    func.setAllArgAttrs(toDictionaries(arguments));
  if (!results.empty())
    func.setAllResultAttrs(toDictionaries(results));
}

std::optional<unsigned> BoundaryAttrs::stateOf(unsigned argument) const {
  auto state = dyn_cast_or_null<IntegerAttr>(arguments[argument].get(kState));
  if (!state)
    return std::nullopt;
  return static_cast<unsigned>(state.getInt());
}

void BoundaryAttrs::setState(unsigned argument, unsigned result) {
  arguments[argument].set(kState,
                          Builder(func.getContext()).getI64IntegerAttr(result));
}

void BoundaryAttrs::set(NamedAttrList &list, StringRef name, Attribute attr) {
  if (attr)
    list.set(name, attr);
  else
    list.erase(name);
}

SmallVector<std::optional<unsigned>>
dist::getStateArguments(FunctionOpInterface func) {
  SmallVector<std::optional<unsigned>> arguments(func.getNumResults());
  for (unsigned argument = func.getNumArguments(); argument-- > 0;)
    if (auto state = func.getArgAttrOfType<IntegerAttr>(argument, kState))
      arguments[state.getInt()] = argument;
  return arguments;
}

SmallVector<std::pair<BlockArgument, Value>>
dist::getNextStates(FunctionOpInterface func) {
  Operation *terminator = func.getFunctionBody().front().getTerminator();
  SmallVector<std::pair<BlockArgument, Value>> states;
  for (BlockArgument argument : func.getArguments())
    if (auto result =
            func.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), kState))
      states.emplace_back(argument, terminator->getOperand(result.getInt()));
  return states;
}
