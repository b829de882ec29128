//===- PlanSlots.cpp - What the names of a plan match ---------------------===//
//
// Tests: test/Annotate/apply-plan.mlir, apply-plan-state.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanSlots.h"

#include "popt/Annotate/Plan.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/TreePath.h"
#include "popt/Text/Names.h"

using namespace mlir;
using namespace popt;

PlanSlots::PlanSlots(func::FuncOp main) {
  auto add = [&](bool isArgument, unsigned index, Attribute name, Type type) {
    std::string text = ((isArgument ? "arg" : "res") + Twine(index)).str();
    if (auto string = dyn_cast_or_null<StringAttr>(name))
      text = string.str();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      slots.push_back({isArgument, index, text, tensor});
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    add(true, i, main.getArgAttr(i, dist::kName), main.getArgumentTypes()[i]);
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    add(false, i, main.getResultAttr(i, dist::kName), main.getResultTypes()[i]);
}

SmallVector<const PlanSlot *>
PlanSlots::match(StringRef pattern, bool arguments, bool results) const {
  SmallVector<const PlanSlot *> matched;
  for (const PlanSlot &slot : slots) {
    std::string number =
        (slot.isArgument ? "arg" : "res") + std::to_string(slot.index);
    if ((slot.isArgument ? arguments : results) &&
        (matchesName(pattern.str(), slot.name) || pattern == number))
      matched.push_back(&slot);
  }
  return matched;
}

InFlightDiagnostic PlanSlots::noMatch(InFlightDiagnostic error,
                                      StringRef pattern, bool arguments,
                                      bool results) const {
  std::vector<std::string> known;
  for (const PlanSlot &slot : slots)
    if (slot.isArgument ? arguments : results)
      known.push_back(slot.name);
  return std::move(error << "\"" << pattern << "\" matches no "
                         << (arguments && results ? "argument or result"
                             : arguments          ? "argument"
                                                  : "result")
                         << suggestName(pattern.str(), known));
}

SmallVector<const PlanSlot *> PlanSlots::matchState(StringRef pattern,
                                                    bool isArgument) const {
  SmallVector<const PlanSlot *> matched =
      match(pattern, isArgument, !isArgument);
  if (matched.empty())
    for (const PlanSlot &slot : slots)
      if (slot.isArgument == isArgument &&
          dist::stripTreePrefix(slot.name, pattern))
        matched.push_back(&slot);
  return matched;
}

std::string popt::alignSubtrees(StringRef argument, StringRef result,
                                ArrayRef<const PlanSlot *> arguments,
                                MutableArrayRef<const PlanSlot *> results) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto below = dist::stripTreePrefix(arguments[i]->name, argument);
    if (!below)
      return "";
    const PlanSlot **other = std::find_if(
        results.begin() + i, results.end(), [&](const PlanSlot *slot) {
          return dist::stripTreePrefix(slot->name, result) == below;
        });
    if (other == results.end())
      return below->str();
    std::swap(*other, results[i]);
  }
  return "";
}
