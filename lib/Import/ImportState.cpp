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
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Remarks.h"

namespace popt {
#define GEN_PASS_DEF_IMPORTSTATEPASS
#include "popt/Import/Passes.h.inc"
} // namespace popt

using namespace mlir;
using namespace popt;

static constexpr StringLiteral kAliasing = "tf.aliasing_output";
static constexpr StringLiteral kDonor = "jax.buffer_donor";
static constexpr StringLiteral kResultInfo = "jax.result_info";

static void importNames(func::FuncOp func) {
  MLIRContext *context = func.getContext();
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (!func.getArgAttr(i, dist::kName))
      if (StringAttr name = dist::getLocationName(func.getArgument(i).getLoc()))
        func.setArgAttr(i, dist::kName, name);
  for (unsigned i = 0; i < func.getNumResults(); ++i) {
    auto info = func.getResultAttrOfType<StringAttr>(i, kResultInfo);
    if (info && !info.getValue().empty())
      func.setResultAttr(i, dist::kName, info);
    func.removeResultAttr(i, StringAttr::get(context, kResultInfo));
  }
}

static void setState(func::FuncOp func, unsigned arg, int64_t result) {
  func.setArgAttr(arg, dist::kState,
                  Builder(func.getContext()).getI64IntegerAttr(result));
}

/// Reads the aliasing that is written out; sets `found` if there is some.
static LogicalResult importAliasing(func::FuncOp func, bool &found) {
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg) {
    Attribute attr = func.getArgAttr(arg, kAliasing);
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
    setState(func, arg, number);
    func.removeArgAttr(arg, kAliasing);
  }
  return success();
}

static bool isDonor(func::FuncOp func, unsigned arg) {
  auto donor = func.getArgAttrOfType<BoolAttr>(arg, kDonor);
  return donor && donor.getValue();
}

/// Matches donated arguments with the first free result of their type.
static void matchDonors(func::FuncOp func) {
  SmallVector<bool> taken(func.getNumResults(), false);
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg)
    if (auto state = func.getArgAttrOfType<IntegerAttr>(arg, dist::kState))
      taken[state.getInt()] = true;
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg) {
    if (!isDonor(func, arg) || func.getArgAttr(arg, dist::kState))
      continue;
    SmallVector<unsigned> candidates;
    for (unsigned result = 0; result < func.getNumResults(); ++result)
      if (!taken[result] &&
          func.getResultTypes()[result] == func.getArgumentTypes()[arg])
        candidates.push_back(result);
    if (candidates.empty())
      continue;
    unsigned result = candidates.front();
    taken[result] = true;
    setState(func, arg, result);
    if (candidates.size() > 1)
      remark::analysis(func.getArgument(arg).getLoc(),
                       remark::RemarkOpts::name("ambiguous state")
                           .category("import")
                           .function(func.getSymName()))
          << dist::describeArgument(func, arg) + " is taken to be updated by " +
                 dist::describeResult(func, result) + "; " +
                 std::to_string(candidates.size() - 1) +
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
    if (failed(verify(func)))
      return signalPassFailure();
    importNames(func);
    bool found = false;
    if (failed(importAliasing(func, found)))
      return signalPassFailure();
    if (!found)
      matchDonors(func);
    for (unsigned arg = 0; arg < func.getNumArguments(); ++arg)
      func.removeArgAttr(arg, kDonor);
    // What the aliasing says is checked before it is used.
    if (failed(verify(func)))
      return signalPassFailure();
    dist::shareStateShardings(func);
  }
};
} // namespace
