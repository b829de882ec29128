//===- MemoryDecisions.cpp - What a step holds, in words for passes -------===//
//
// Decisions are attributes of the module and of its arguments and results.
// Tested by test/Flow/choose-memory.mlir and memory-budget.test.
//
//===----------------------------------------------------------------------===//
#include "MemoryDecisions.h"

#include "popt/Dialect/Dist/AttrNames.h"
#include "popt/Interfaces/KernelOp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

SmallVector<StateOnHost> findStateForHost(ModuleOp module) {
  SmallVector<StateOnHost> found;
  for (auto function : module.getOps<func::FuncOp>())
    for (BlockArgument argument : function.getArguments()) {
      auto state = function.getArgAttrOfType<IntegerAttr>(
          argument.getArgNumber(), dist::kState);
      if (state && cast<RankedTensorType>(argument.getType()).getRank() > 0 &&
          !function.getArgAttr(argument.getArgNumber(), dist::kOnHost) &&
          llvm::all_of(argument.getUsers(), [](Operation *reader) {
            return isPointwise(reader) ||
                   reader->hasTrait<OpTrait::ReturnLike>();
          }))
        found.push_back({function.getName().str(), argument.getArgNumber(),
                         static_cast<unsigned>(state.getInt())});
    }
  return found;
}

void Decisions::write(ModuleOp module,
                      ArrayRef<StateOnHost> stateForHost) const {
  Builder builder(module.getContext());
  if (keepsPropagated)
    module->setAttr(dist::kStrategies,
                    builder.getStringAttr(dist::kPropagated));
  if (price > 0)
    module->setAttr(dist::kMemoryPrice, builder.getF64FloatAttr(price));
  if (!policy.empty() && policy != "none")
    module->setAttr(dist::kRecomputePolicy, builder.getStringAttr(policy));
  if (movesActivations)
    module->setAttr(dist::kOffloadActivations, builder.getUnitAttr());
  if (!movesState)
    return;
  for (const StateOnHost &state : stateForHost) {
    auto function = module.lookupSymbol<func::FuncOp>(state.function);
    function.setArgAttr(state.argument, dist::kOnHost, builder.getUnitAttr());
    function.setResultAttr(state.result, dist::kOnHost, builder.getUnitAttr());
  }
}

std::string Decisions::ways() const {
  SmallVector<std::string> parts;
  if (!policy.empty() && policy != "none")
    parts.push_back(("recompute " + policy).str());
  if (movesState)
    parts.push_back("state in host memory");
  if (movesActivations)
    parts.push_back("activations in host memory");
  return llvm::join(parts, " and ");
}

std::string Decisions::str() const {
  std::string text =
      llvm::formatv("{0}at {1:e2} s per byte",
                    keepsPropagated ? "as propagated, " : "", price);
  if (!ways().empty())
    text += " with " + ways();
  return text;
}

} // namespace popt
