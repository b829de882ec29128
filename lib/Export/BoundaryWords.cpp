//===- BoundaryWords.cpp - dist's words on arguments, as XLA keeps them ---===//
//
// See BoundaryWords.h. Tests: test/Export/export-sdy.mlir,
// export-stablehlo.mlir, names-come-back.test.
//
//===----------------------------------------------------------------------===//
#include "BoundaryWords.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Outside.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace popt;

void popt::addFrontendAttribute(MLIRContext *context, NamedAttrList &list,
                                StringRef name, const Twine &value) {
  NamedAttrList said(
      dyn_cast_or_null<DictionaryAttr>(list.get(dist::kFrontendAttributes)));
  said.set(name, StringAttr::get(context, value));
  list.set(dist::kFrontendAttributes, said.getDictionary(context));
}

void popt::exportNames(dist::BoundaryAttrs &attrs) {
  MLIRContext *context = attrs.func.getContext();
  Builder builder(context);
  for (auto [i, list] : llvm::enumerate(attrs.arguments)) {
    if (auto name = dyn_cast_or_null<StringAttr>(list.get(dist::kName)))
      addFrontendAttribute(context, list, dist::kExportedName, name.getValue());
    if (std::optional<unsigned> result = attrs.stateOf(i)) {
      list.set("tf.aliasing_output", builder.getI32IntegerAttr(*result));
      addFrontendAttribute(context, list, dist::kExportedState, Twine(*result));
    } else if (list.get(dist::kResident)) {
      addFrontendAttribute(context, list, dist::kExportedState, "none");
    }
  }
  for (NamedAttrList &list : attrs.results)
    if (Attribute name = list.get(dist::kName))
      list.set("jax.result_info", name);
}

/// What lies on the host, from the first argument or result on.
static void warnOfHostMemory(FunctionOpInterface func) {
  std::string first;
  unsigned count = 0;
  auto add = [&](bool isThere, auto describe, unsigned index) {
    if (isThere && count++ == 0)
      first = describe(func, index);
  };
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    add(func.getArgAttr(i, dist::kOnHost) != nullptr, dist::describeArgument,
        i);
  for (auto [i, argument] : llvm::enumerate(dist::getStateArguments(func)))
    if (!argument)
      add(func.getResultAttr(i, dist::kOnHost) != nullptr, dist::describeResult,
          i);
  if (count == 0)
    return;
  InFlightDiagnostic warning = func.emitWarning() << first;
  if (count > 1)
    warning << " and " << count - 1 << " more lie";
  else
    warning << " lies";
  warning << " in host memory, which StableHLO does not say";
}

void popt::warnOfIgnoredWords(ModuleOp module) {
  for (auto func : module.getOps<FunctionOpInterface>())
    warnOfHostMemory(func);
  module.walk([](Operation *op) {
    if (!op->hasAttr(dist::kRecompute))
      return WalkResult::advance();
    op->emitWarning(
        "what the plan has computed again is ignored: StableHLO has "
        "no words for it; its compiler decides");
    return WalkResult::interrupt();
  });
}

void popt::dropDistWords(dist::BoundaryAttrs &attrs) {
  for (MutableArrayRef<NamedAttrList> lists :
       {MutableArrayRef<NamedAttrList>(attrs.arguments),
        MutableArrayRef<NamedAttrList>(attrs.results)})
    for (NamedAttrList &list : lists)
      for (NamedAttribute attr : llvm::to_vector(list.getAttrs()))
        if (attr.getName().getValue().starts_with("dist."))
          list.erase(attr.getName());
}
