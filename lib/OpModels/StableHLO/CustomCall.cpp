//===- CustomCall.cpp - Models of custom calls ----------------------------===//
//
// A custom call that carries a rule (`sdy.sharding_rule`, as
// jax.custom_partitioning writes it) runs on blocks along the rule's
// pass-through factors. Some targets are known to be elementwise. Any other
// needs its operands whole, and shardings do not spread through it. Calls that
// stand for operations of StableHLO are decomposed (WriteOut.h). Attention has
// a model of its own (Attention.cpp); Kernels decomposes it where no library
// has it. Tested by test/OpModels/custom-call.mlir and
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "AttentionProgram.h"
#include "Decompose.h"

#include "popt/Dialect/Sdy/Sdy.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace popt {
namespace {

std::vector<TensorFactors>
readMappings(ArrayRef<sdy::TensorMappingAttr> mappings) {
  std::vector<TensorFactors> tensors;
  for (sdy::TensorMappingAttr mapping : mappings) {
    TensorFactors dims;
    for (sdy::DimMappingAttr dim : mapping.getDimMappings())
      dims.emplace_back(dim.getFactorIndices().begin(),
                        dim.getFactorIndices().end());
    tensors.push_back(std::move(dims));
  }
  return tensors;
}

/// The rule that the call carries, or nothing.
std::optional<FactorRule> carriedRule(Operation *op) {
  auto attr =
      op->getAttrOfType<sdy::OpShardingRuleAttr>(sdy::kShardingRuleAttr);
  if (!attr || attr.getOperandMappings().size() != op->getNumOperands() ||
      attr.getResultMappings().size() != op->getNumResults())
    return std::nullopt;
  FactorRule rule;
  for (int64_t size : attr.getFactorSizes())
    rule.add(size);
  auto setKind = [&](ArrayRef<int64_t> factors, FactorKind kind) {
    for (int64_t factor : factors)
      rule.factors[factor].kind = kind;
  };
  // The rule does not say how partial values combine, so a reduction has no
  // monoid.
  setKind(attr.getReductionFactors(), FactorKind::Reduction);
  setKind(attr.getNeedReplicationFactors(), FactorKind::NeedReplication);
  setKind(attr.getPermutationFactors(), FactorKind::Permutation);
  for (int64_t factor : attr.getBlockedPropagationFactors())
    rule.factors[factor].blocked = true;
  rule.operands = readMappings(attr.getOperandMappings());
  rule.results = readMappings(attr.getResultMappings());
  auto fits = [](ValueRange values, ArrayRef<TensorFactors> tensors) {
    return llvm::all_of_zip(values, tensors, [](Value value, const auto &dims) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      return (type ? type.getRank() : 0) == static_cast<int64_t>(dims.size());
    });
  };
  if (!fits(op->getOperands(), rule.operands) ||
      !fits(op->getResults(), rule.results) || !rule.check().empty())
    return std::nullopt;
  return rule;
}

/// Marks the factors of some tensors.
std::vector<bool> factorsOf(ArrayRef<TensorFactors> tensors, size_t count) {
  std::vector<bool> found(count);
  for (const TensorFactors &tensor : tensors)
    for (const auto &dim : tensor)
      for (int64_t factor : dim)
        found[factor] = true;
  return found;
}

/// A call that runs on blocks must know from its operands which block it has,
/// and maps a block of its operands to a block of its results: a factor of
/// operands alone or of results alone stays whole, whether the rule says so or
/// not.
FactorRule withWholeOthers(FactorRule rule) {
  std::vector<bool> isRead = factorsOf(rule.operands, rule.factors.size());
  std::vector<bool> isMade = factorsOf(rule.results, rule.factors.size());
  for (size_t i = 0; i < rule.factors.size(); ++i)
    if ((!isRead[i] || !isMade[i]) &&
        rule.factors[i].kind != FactorKind::Reduction)
      rule.factors[i].kind = FactorKind::NeedReplication;
  return rule;
}

/// Operands and results that share memory are cut into the same blocks: dims of
/// an operand and of the result in its place that have different factors stay
/// whole.
FactorRule withAlikeAliases(FactorRule rule, stablehlo::CustomCallOp call) {
  for (auto alias : call.getOutputOperandAliases()
                        .getAsRange<stablehlo::OutputOperandAliasAttr>()) {
    size_t result =
        call.getNumResults() == 1 ? 0 : alias.getOutputTupleIndices().front();
    for (auto [from, to] : llvm::zip(rule.operands[alias.getOperandIndex()],
                                     rule.results[result]))
      if (from != to)
        for (int64_t factor :
             llvm::concat<const int64_t>(ArrayRef(from), ArrayRef(to)))
          rule.factors[factor].kind = FactorKind::NeedReplication;
  }
  return rule;
}

/// Targets that keep every element where it is.
bool isElementwiseTarget(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"annotate_device_placement", "InspectSharding",
              "LayoutConstraint", "mhlo.erf", "MoveToDevice", "MoveToHost"},
             true)
      .Default(false);
}

struct CustomCallModel
    : public OpModelBase<CustomCallModel, stablehlo::CustomCallOp> {
  FactorRule getFactorRule(Operation *op) const {
    if (isElementwise(op))
      return mapRule(op);
    if (std::optional<Attention> attention = attentionOf(op))
      return attentionRule(op, *attention);
    if (std::optional<FactorRule> rule = carriedRule(op))
      return withAlikeAliases(withWholeOthers(std::move(*rule)),
                              cast<stablehlo::CustomCallOp>(op));
    return replicatedRule(op);
  }
  FactorRule getPropagationRule(Operation *op) const {
    if (std::optional<Attention> attention = attentionOf(op))
      return attentionRule(op, *attention);
    if (std::optional<FactorRule> rule = carriedRule(op))
      return *rule;
    return isElementwise(op) ? mapRule(op) : FactorRule();
  }
  PropagationClass getPropagationClass(Operation *op) const {
    StringRef target = cast<stablehlo::CustomCallOp>(op).getCallTargetName();
    return target == "MoveToDevice" || target == "MoveToHost"
               ? PropagationClass::Relayout
               : PropagationClass::Compute;
  }
  FailureOr<SmallVector<Value>> localise(Operation *op,
                                         LocaliseContext &context) const {
    if (std::optional<Attention> attention = attentionOf(op))
      return localiseAttention(op, *attention, context);
    return context.clone();
  }
  /// Attention is what its products are, where no library has it whole.
  KernelKind getKernelKind(Operation *op, const Target &target) const {
    std::optional<Attention> attention = attentionOf(op);
    if (attention && whyNoAttentionLibrary(op, *attention, target).empty())
      return KernelKind::Library;
    return attention && target.hasLibrary(LibraryCall::Contraction,
                                          {elementOf(op->getOperand(0)),
                                           elementOf(op->getOperand(1))})
               ? KernelKind::Library
               : KernelKind::Opaque;
  }
  bool hasLoops(Operation *op) const { return !attentionOf(op); }
  /// The planner divides and moves attention as one operation.
  bool isShorthand(Operation *op) const { return !attentionOf(op); }
  double getFlops(Operation *op, ArrayRef<RankedTensorType> operands,
                  ArrayRef<RankedTensorType> results) const {
    if (std::optional<Attention> attention = attentionOf(op))
      return attentionFlops(op, *attention, operands);
    return lapackFlops(cast<stablehlo::CustomCallOp>(op), operands);
  }
  std::optional<SmallVector<Value>> decompose(Operation *op,
                                              OpBuilder &builder) const {
    auto call = cast<stablehlo::CustomCallOp>(op);
    if (std::optional<Attention> attention = attentionOf(op)) {
      std::string why = whyNoAttentionLibrary(op, *attention, targetOf(op));
      if (why.empty())
        return std::nullopt;
      remarkOnScores(op, why);
      return decomposeAttention(builder, call);
    }
    for (auto decompose : {decomposeLapack, decomposeApproxTopK,
                           decomposeBlockScaledDot, decomposeRaggedAllToAll})
      if (std::optional<SmallVector<Value>> values = decompose(builder, call))
        return values;
    return std::nullopt;
  }

private:
  static bool isElementwise(Operation *op) {
    if (!isElementwiseTarget(
            cast<stablehlo::CustomCallOp>(op).getCallTargetName()) ||
        op->getNumOperands() == 0 || op->getNumResults() == 0)
      return false;
    auto shape = [](Value value) {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      return type ? type.getShape() : ArrayRef<int64_t>();
    };
    auto isSame = [&](Value value) {
      return shape(value) == shape(op->getOperand(0));
    };
    return llvm::all_of(op->getOperands(), isSame) &&
           llvm::all_of(op->getResults(), isSame);
  }
};

} // namespace

void attachCustomCallModels(MLIRContext *context) {
  attachModels<CustomCallModel>(context);
}

} // namespace popt
