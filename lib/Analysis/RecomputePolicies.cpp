//===- RecomputePolicies.cpp - What may be computed again, by name --------===//
//
// What the user, a memory budget or the module say of a whole program. Tested by
// test/Memory/recompute.mlir and FlowOptionsTest.
//
//===----------------------------------------------------------------------===//
#include "popt/Analysis/Recompute.h"

#include "popt/Dialect/Dist/Sharding.h"

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Text/Names.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace popt {

const std::vector<std::string> &recomputePolicies() {
  static const std::vector<std::string> names = {"none", "selective", "full"};
  return names;
}

StringRef nameOf(RecomputePolicy policy) {
  return recomputePolicies()[static_cast<size_t>(policy)];
}

std::optional<RecomputePolicy> parseRecomputePolicy(StringRef name,
                                                    std::string &error) {
  const std::vector<std::string> &known = recomputePolicies();
  auto it = llvm::find(known, name.str());
  if (it != known.end())
    return static_cast<RecomputePolicy>(it - known.begin());
  error = "\"" + name.str() + "\" is none of " + llvm::join(known, ", ") +
          suggestName(name.str(), known);
  return std::nullopt;
}

FailureOr<std::optional<RecomputePolicy>> recomputePolicyFor(ModuleOp module,
                                                             StringRef option) {
  auto chosen = module->getAttrOfType<StringAttr>(dist::kRecomputePolicy);
  StringRef name = option;
  if (name.empty())
    name = chosen ? chosen.getValue() : nameOf(RecomputePolicy::None);
  std::string error;
  std::optional<RecomputePolicy> known = parseRecomputePolicy(name, error);
  if (!known)
    return module.emitError("recompute: ") << error;
  if (*known == RecomputePolicy::None && !hasRecomputeScopes(module))
    known.reset();
  return known;
}

LogicalResult recomputeInFunctions(
    ModuleOp module, StringRef option,
    llvm::function_ref<void(const Mesh &, func::FuncOp, RecomputePolicy)>
        recompute) {
  auto policy = recomputePolicyFor(module, option);
  if (failed(policy) || !*policy)
    return failure(failed(policy));
  dist::MeshOp meshOp = dist::getMesh(module);
  if (!meshOp)
    return success();
  Mesh mesh = meshOp.toMesh();
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      recompute(mesh, function, **policy);
  return success();
}

} // namespace popt
