//===- BoundaryWords.cpp - dist's words on arguments, as XLA keeps them ---===//
//
// See BoundaryWords.h. Tests: test/Export/export-sdy.mlir,
// export-stablehlo.mlir, names-come-back.test.
//
//===----------------------------------------------------------------------===//
#include "BoundaryWords.h"

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

void popt::dropDistWords(dist::BoundaryAttrs &attrs) {
  for (MutableArrayRef<NamedAttrList> lists :
       {MutableArrayRef<NamedAttrList>(attrs.arguments),
        MutableArrayRef<NamedAttrList>(attrs.results)})
    for (NamedAttrList &list : lists)
      for (NamedAttribute attr : llvm::to_vector(list.getAttrs()))
        if (attr.getName().getValue().starts_with("dist."))
          list.erase(attr.getName());
}
