//===- ImportState.cpp - Names, and which results are the next state ------===//
//
//   %w: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']")
// becomes
//   %w: tensor<4xf32> {dist.name = "params['w']", dist.state = 1 : i64}
//
// where result 1 is result['params']['w'] and result 0 only has its type: JAX
// pairs buffers by type, which does not say what they hold. StateMatch.h has
// the rule. Tests: test/Import/import-state*.mlir.
//
//===----------------------------------------------------------------------===//
#include "StateMatch.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace popt {
#define GEN_PASS_DEF_IMPORTSTATEPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

static constexpr StringLiteral kAliasing = "tf.aliasing_output";
static constexpr StringLiteral kDonor = "jax.buffer_donor";
static constexpr StringLiteral kResultInfo = "jax.result_info";

namespace {
/// A front end's facts about arguments and results.
struct Boundary {
  SmallVector<StateLeaf> arguments, results;
  SmallVector<std::optional<unsigned>> aliases; ///< by argument

  bool isNamed() const {
    auto hasName = [](const StateLeaf &leaf) { return leaf.isNamed; };
    return llvm::any_of(arguments, hasName) && llvm::any_of(results, hasName);
  }
};
} // namespace

/// JAX up to 0.6 writes `[0]['w']` for `result[0]['w']`, and nothing for the
/// only result.
static dist::TreePath resultPath(StringRef info) {
  dist::TreePath path = dist::parseTreePath(info);
  if (!path.empty() && path[0].text == "result" && !info.starts_with("["))
    path.erase(path.begin());
  return path;
}

/// Reads what popt itself exported: a name, and state that needs no names.
static LogicalResult importExported(dist::BoundaryAttrs &attrs,
                                    unsigned argument) {
  NamedAttrList &list = attrs.arguments[argument];
  auto said =
      dyn_cast_or_null<DictionaryAttr>(list.get(dist::kFrontendAttributes));
  if (!said)
    return success();
  NamedAttrList rest(said);
  if (auto name = dyn_cast_or_null<StringAttr>(rest.erase(dist::kExportedName));
      name && !list.get(dist::kName))
    list.set(dist::kName, name);
  auto state = dyn_cast_or_null<StringAttr>(rest.erase(dist::kExportedState));
  list.erase(dist::kFrontendAttributes);
  if (!rest.empty())
    list.set(dist::kFrontendAttributes, rest.getDictionary(said.getContext()));
  if (!state)
    return success();
  unsigned result;
  if (state.getValue() == "none")
    list.set(dist::kResident, UnitAttr::get(said.getContext()));
  else if (!state.getValue().getAsInteger(10, result) &&
           result < attrs.results.size())
    attrs.setState(argument, result);
  else
    return attrs.func.emitError()
           << "\"" << dist::kExportedState << "\" of "
           << dist::describeArgument(attrs.func, argument) << " is " << state
           << ", expected \"none\" or the number of one of "
           << attrs.results.size() << " results";
  return success();
}

static LogicalResult importNames(dist::BoundaryAttrs &attrs,
                                 Boundary &boundary) {
  FunctionOpInterface func = attrs.func;
  for (auto [i, list] : llvm::enumerate(attrs.arguments)) {
    if (failed(importExported(attrs, i)))
      return failure();
    if (!list.get(dist::kName))
      if (StringAttr name = dist::getLocationName(func.getArgument(i).getLoc()))
        list.set(dist::kName, name);
    auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName));
    StateLeaf leaf;
    leaf.type = func.getArgumentTypes()[i];
    leaf.isNamed = name && !name.getValue().empty();
    if (leaf.isNamed)
      leaf.path = dist::parseTreePath(name.getValue());
    boundary.arguments.push_back(std::move(leaf));
  }
  for (auto [i, list] : llvm::enumerate(attrs.results)) {
    auto info = dyn_cast_or_null<StringAttr>(list.get(kResultInfo));
    if (info && !info.getValue().empty())
      list.set(dist::kName, info);
    list.erase(kResultInfo);
    auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName));
    StateLeaf leaf;
    leaf.type = func.getResultTypes()[i];
    // The only result of an older JAX is named by being the only one.
    leaf.isNamed = name || (info && attrs.results.size() == 1);
    if (name)
      leaf.path = resultPath(name.getValue());
    boundary.results.push_back(std::move(leaf));
  }
  return success();
}

/// Reads aliasing and donation, and state that the text itself brings.
static LogicalResult importDonation(dist::BoundaryAttrs &attrs,
                                    Boundary &boundary) {
  FunctionOpInterface func = attrs.func;
  boundary.aliases.resize(func.getNumArguments());
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg) {
    NamedAttrList &list = attrs.arguments[arg];
    StateLeaf &leaf = boundary.arguments[arg];
    auto donor = dyn_cast_or_null<BoolAttr>(list.get(kDonor));
    leaf.isDonated = donor && donor.getValue();
    list.erase(kDonor);
    if (std::optional<unsigned> state = attrs.stateOf(arg)) {
      leaf.isTaken = true;
      boundary.results[*state].isTaken = true;
    }
    if (list.get(dist::kResident))
      leaf.isTaken = true;
    Attribute attr = list.get(kAliasing);
    if (!attr)
      continue;
    auto result = dyn_cast<IntegerAttr>(attr);
    if (!result)
      return func.emitError()
             << "\"" << kAliasing << "\" of "
             << dist::describeArgument(func, arg) << " is not an integer";
    int64_t number = result.getValue().getSExtValue();
    if (number < 0 || number >= func.getNumResults())
      return func.emitError()
             << dist::describeArgument(func, arg) << " is aliased to result "
             << number << ", but there are " << func.getNumResults()
             << " results";
    leaf.isDonated = true;
    boundary.aliases[arg] = static_cast<unsigned>(number);
    list.erase(kAliasing);
  }
  return success();
}

/// Where nothing has a name, the aliasing is all that the module says.
static void takeAliases(dist::BoundaryAttrs &attrs, const Boundary &boundary) {
  std::vector<dist::NamePair> pairs;
  for (auto [arg, alias] : llvm::enumerate(boundary.aliases))
    if (alias && !boundary.arguments[arg].isTaken) {
      attrs.setState(arg, *alias);
      pairs.push_back(
          {"arg" + std::to_string(arg), "res" + std::to_string(*alias)});
    }
  InFlightDiagnostic remark = emitRemark(attrs.func.getLoc());
  remark << "arguments and results have no names, so state is what is aliased: "
         << dist::toText(pairs);
}

/// The operation that makes a result: its location is the user's line.
static Location getResultLoc(func::FuncOp main, unsigned result) {
  Value value = main.front().getTerminator()->getOperand(result);
  return value.getDefiningOp() ? value.getLoc() : main.getLoc();
}

/// JAX aliases by type, so that names often know better. Said once.
static void reportDisagreement(func::FuncOp main, const Boundary &boundary,
                               const StateMatch &match) {
  std::optional<unsigned> first;
  unsigned count = 0;
  for (auto [arg, alias] : llvm::enumerate(boundary.aliases))
    if (alias && match.next[arg] && *match.next[arg] != *alias) {
      first = first.value_or(arg);
      ++count;
    }
  if (!first)
    return;
  unsigned next = *match.next[*first];
  InFlightDiagnostic warning = emitWarning(getResultLoc(main, next));
  warning << dist::describeArgument(main, *first) << " is aliased to "
          << dist::describeResult(main, *boundary.aliases[*first])
          << ", which has its type, but by its name its next value is "
          << dist::describeResult(main, next) << ": names win";
  if (count > 1)
    warning << " for " << count << " arguments";
}

static void matchByNames(dist::BoundaryAttrs &attrs, func::FuncOp main,
                         const Boundary &boundary) {
  Continuations continuations(main);
  // Without names only types are left, and these say nothing.
  SmallVector<StateLeaf> arguments = boundary.arguments;
  for (StateLeaf &leaf : arguments)
    leaf.isTaken |= !leaf.isDonated && !(leaf.isNamed && boundary.isNamed());
  StateMatch match = matchState(arguments, boundary.results, continuations);
  Builder b(main.getContext());
  for (auto [arg, list] : llvm::enumerate(attrs.arguments)) {
    bool isDonated = boundary.arguments[arg].isDonated;
    // State lies where its argument does. An argument that is not donated may
    // have its result elsewhere: correct for one call.
    if (std::optional<unsigned> &next = match.next[arg];
        next && !isDonated && attrs.getSharding(arg) &&
        attrs.getResultSharding(*next) &&
        attrs.getSharding(arg) != attrs.getResultSharding(*next)) {
      match.candidates[arg] = {*next};
      match.isByPlace[arg] = false;
      next.reset();
    }
    if (match.next[arg])
      attrs.setState(arg, *match.next[arg]);
    if (match.isByPlace[arg])
      list.set(dist::kByPlace, b.getUnitAttr());
    if (match.next[arg] && !isDonated)
      list.set(dist::kNotDonated, b.getUnitAttr());
    if (match.candidates[arg].empty())
      continue;
    SmallVector<int64_t> candidates(match.candidates[arg].begin(),
                                    match.candidates[arg].end());
    list.set(dist::kStateCandidates, b.getDenseI64ArrayAttr(candidates));
    if (isDonated)
      list.set(dist::kDonated, b.getUnitAttr());
  }
  reportDisagreement(main, boundary, match);
}

namespace {
struct ImportStatePass
    : public popt::impl::ImportStatePassBase<ImportStatePass> {
  void runOnOperation() override {
    auto func = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!func || func.isExternal())
      return;
    // State that the text brings was not verified if nothing else is dist.
    if (failed(verify(func, /*verifyRecursively=*/false)))
      return signalPassFailure();
    dist::BoundaryAttrs attrs(func);
    Boundary boundary;
    if (failed(importNames(attrs, boundary)))
      return signalPassFailure();
    // Messages call arguments and results by their names.
    attrs.write();
    if (failed(importDonation(attrs, boundary)))
      return signalPassFailure();
    bool isAliased = llvm::any_of(
        boundary.aliases, [](const auto &alias) { return alias.has_value(); });
    if (isAliased && !boundary.isNamed())
      takeAliases(attrs, boundary);
    else
      matchByNames(attrs, func, boundary);
    attrs.write();
    // Aliasing is checked before it is used.
    if (failed(verify(func, /*verifyRecursively=*/false)))
      return signalPassFailure();
    dist::shareStateShardings(func);
  }
};
} // namespace
