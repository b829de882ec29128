//===- BoundaryValues.cpp - What the names of a plan match ----------------===//
//
// Tests: test/Annotate/apply-plan.mlir, apply-plan-state.mlir.
//
//===----------------------------------------------------------------------===//
#include "BoundaryValues.h"

#include "popt/Annotate/Plan.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/TreePath.h"
#include "popt/Text/Names.h"

using namespace mlir;
using namespace popt;

BoundaryValues::BoundaryValues(func::FuncOp main) {
  auto add = [&](bool isArgument, unsigned index, Attribute name, Type type) {
    std::string text = ((isArgument ? "arg" : "res") + Twine(index)).str();
    if (auto string = dyn_cast_or_null<StringAttr>(name))
      text = string.str();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      boundary.push_back({isArgument, index, text, tensor});
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    add(true, i, main.getArgAttr(i, dist::kName), main.getArgumentTypes()[i]);
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    add(false, i, main.getResultAttr(i, dist::kName), main.getResultTypes()[i]);
}

SmallVector<const BoundaryValue *>
BoundaryValues::match(StringRef pattern, bool arguments, bool results) const {
  SmallVector<const BoundaryValue *> matched;
  for (const BoundaryValue &value : boundary) {
    std::string number =
        (value.isArgument ? "arg" : "res") + std::to_string(value.index);
    if ((value.isArgument ? arguments : results) &&
        (matchesName(pattern.str(), value.name) || pattern == number))
      matched.push_back(&value);
  }
  return matched;
}

InFlightDiagnostic BoundaryValues::noMatch(InFlightDiagnostic error,
                                           StringRef pattern, bool arguments,
                                           bool results) const {
  std::vector<std::string> known;
  for (const BoundaryValue &value : boundary)
    if (value.isArgument ? arguments : results)
      known.push_back(value.name);
  return std::move(error << "\"" << pattern << "\" matches no "
                         << (arguments && results ? "argument or result"
                             : arguments          ? "argument"
                                                  : "result")
                         << suggestPattern(pattern.str(), known, kPrintNames));
}

SmallVector<const BoundaryValue *>
BoundaryValues::matchState(StringRef pattern, bool isArgument) const {
  SmallVector<const BoundaryValue *> matched =
      match(pattern, isArgument, !isArgument);
  if (matched.empty())
    for (const BoundaryValue &value : boundary)
      if (value.isArgument == isArgument &&
          dist::stripTreePrefix(value.name, pattern))
        matched.push_back(&value);
  return matched;
}

std::string
popt::alignSubtrees(StringRef argument, StringRef result,
                    ArrayRef<const BoundaryValue *> arguments,
                    MutableArrayRef<const BoundaryValue *> results) {
  for (size_t i = 0; i < arguments.size(); ++i) {
    auto below = dist::stripTreePrefix(arguments[i]->name, argument);
    if (!below)
      return "";
    const BoundaryValue **other = std::find_if(
        results.begin() + i, results.end(), [&](const BoundaryValue *value) {
          return dist::stripTreePrefix(value->name, result) == below;
        });
    if (other == results.end())
      return below->str();
    std::swap(*other, results[i]);
  }
  return "";
}
