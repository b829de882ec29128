//===- ImportState.cpp - Names, and which results are the next state ------===//
//
//   %w: tensor<4xf32> {tf.aliasing_output = 0 : i32} loc("params['w']")
// becomes
//   %w: tensor<4xf32> {dist.name = "params['w']", dist.state = 0 : i64}
//
// JAX prints the aliasing where it knows the result's sharding, and otherwise
// only that an argument is donated; then results are matched by type, in order.
// Tests: test/Import/import-state.mlir, import-state-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"
#include <deque>

namespace popt {
#define GEN_PASS_DEF_IMPORTSTATEPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

static constexpr StringLiteral kAliasing = "tf.aliasing_output";
static constexpr StringLiteral kDonor = "jax.buffer_donor";
static constexpr StringLiteral kResultInfo = "jax.result_info";

static void importNames(dist::BoundaryAttrs &attrs) {
  FunctionOpInterface func = attrs.func;
  for (auto [i, list] : llvm::enumerate(attrs.arguments))
    if (!list.get(dist::kName))
      if (StringAttr name = dist::getLocationName(func.getArgument(i).getLoc()))
        list.set(dist::kName, name);
  for (NamedAttrList &list : attrs.results) {
    auto info = dyn_cast_or_null<StringAttr>(list.get(kResultInfo));
    if (info && !info.getValue().empty())
      list.set(dist::kName, info);
    list.erase(kResultInfo);
  }
}

/// Reads the aliasing that is written out; sets `found` if there is some.
static LogicalResult importAliasing(dist::BoundaryAttrs &attrs, bool &found) {
  FunctionOpInterface func = attrs.func;
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg) {
    Attribute attr = attrs.arguments[arg].get(kAliasing);
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
    found = true;
    attrs.setState(arg, static_cast<unsigned>(number));
    attrs.arguments[arg].erase(kAliasing);
  }
  return success();
}

/// Matches donated arguments with the first free result of their type.
static void matchDonors(dist::BoundaryAttrs &attrs) {
  FunctionOpInterface func = attrs.func;
  SmallVector<bool> taken(func.getNumResults(), false);
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg)
    if (std::optional<unsigned> state = attrs.stateOf(arg))
      taken[*state] = true;
  // Free results by type, in order.
  llvm::DenseMap<Type, std::deque<unsigned>> open;
  for (unsigned result = 0; result < func.getNumResults(); ++result)
    if (!taken[result])
      open[func.getResultTypes()[result]].push_back(result);
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg) {
    auto donor = dyn_cast_or_null<BoolAttr>(attrs.arguments[arg].get(kDonor));
    if (!donor || !donor.getValue() || attrs.stateOf(arg))
      continue;
    std::deque<unsigned> &candidates = open[func.getArgumentTypes()[arg]];
    if (candidates.empty())
      continue;
    unsigned result = candidates.front();
    candidates.pop_front();
    attrs.setState(arg, result);
    if (!candidates.empty())
      remark::analysis(
          func.getArgument(arg).getLoc(),
          remark::RemarkOpts::name("ambiguous state")
              .category("import")
              .function(SymbolOpInterface(func.getOperation()).getName()))
          << dist::describeArgument(func, arg) + " is taken to be updated by " +
                 dist::describeResult(func, result) + "; " +
                 std::to_string(candidates.size()) +
                 " other results have its type (--state says which)";
  }
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
    importNames(attrs);
    // Messages call arguments and results by their names.
    attrs.write();
    bool found = false;
    if (failed(importAliasing(attrs, found)))
      return signalPassFailure();
    if (!found)
      matchDonors(attrs);
    for (NamedAttrList &list : attrs.arguments)
      list.erase(kDonor);
    attrs.write();
    // What the aliasing says is checked before it is used.
    if (failed(verify(func, /*verifyRecursively=*/false)))
      return signalPassFailure();
    dist::shareStateShardings(func);
  }
};
} // namespace
