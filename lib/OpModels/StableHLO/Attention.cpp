//===- Attention.cpp - Model of attention ---------------------------------===//
//
// Loops: sequences b, heads of keys n, queries' heads of one of them g, queries t,
// keys s and features h, e. Each query needs all keys and their features:
//
//   forward    q[b t ng h] k[b s n h] v[b s n e] bias[b ng t s]
//              -> out[b ng t e], stats[b ng t]            s, h, e whole
//   backward   ... stats[b ng t] dout[b t ng e] out[b t ng e]
//              -> dq[b ng t h], dk[b n s h], dv[b n s e], dbias[b ng t s]
//
// dk and dv are sums over g and t, so they are partial where these are split,
// and dbias over b, n and g where all share one bias. On blocks the operation
// is a call like the first. It is decomposed where the call would mean
// something else: its masks count positions from 0, where a block of queries
// does not begin, and it rounds gradients that are still to be summed. Tested
// by test/OpModels/attention.mlir, test/Partition/attention.mlir and
// test/unit/OpModels/LocaliseTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "AttentionProgram.h"
#include "Build.h"

#include "llvm/Support/JSON.h"

using namespace mlir;

namespace popt {
namespace {

/// The dims of one operand or result, by factors.
class Rule {
public:
  Rule(Operation *op, const Attention &a) : op(op), a(a) {
    FactorKind summed =
        a.isBackward ? FactorKind::Reduction : FactorKind::PassThrough;
    bool isShared = a.biasResult >= 0;
    ArrayRef<int64_t> bias =
        isShared ? shapeOf(op->getOperand(a.bias)) : ArrayRef<int64_t>();
    auto sharedIf = [&](bool isSummed) {
      return isSummed ? FactorKind::Reduction : FactorKind::PassThrough;
    };
    batch = add(a.batch, sharedIf(isShared && bias[0] != a.batch));
    keyHead = add(a.keyHeads, sharedIf(isShared && bias[1] != a.heads));
    heads = {keyHead};
    if (a.heads != a.keyHeads)
      heads.push_back(add(a.heads / a.keyHeads, summed));
    query = add(a.queries, summed);
    key = add(a.keys, FactorKind::NeedReplication);
    feature = add(a.features, FactorKind::NeedReplication);
    valueFeature = add(a.valueFeatures, FactorKind::NeedReplication);
  }

  FactorRule build() {
    TensorFactors out = asOperand(heads, query, valueFeature);
    rule.operands.resize(op->getNumOperands());
    rule.operands[0] = asOperand(heads, query, feature);
    rule.operands[1] = asOperand({keyHead}, key, feature);
    rule.operands[2] = asOperand({keyHead}, key, valueFeature);
    auto set = [&](int operand, TensorFactors dims) {
      if (operand >= 0)
        rule.operands[operand] = std::move(dims);
    };
    set(a.stats, {{batch}, heads, {query}});
    set(a.gradient, out);
    set(a.output, out);
    set(a.queryLengths, {{batch}});
    set(a.keyLengths, {{batch}});
    TensorFactors bias;
    if (a.bias >= 0) {
      ArrayRef<int64_t> shape = shapeOf(op->getOperand(a.bias));
      bias = {shape[0] == a.batch ? DimFactors{batch} : DimFactors(),
              shape[1] == a.heads ? heads : DimFactors(),
              {query},
              {key}};
      set(a.bias, bias);
    }
    if (a.isBackward) {
      rule.results = {{{batch}, heads, {query}, {feature}},
                      {{batch}, {keyHead}, {key}, {feature}},
                      {{batch}, {keyHead}, {key}, {valueFeature}}};
      if (a.biasResult >= 0)
        rule.results.push_back(bias);
    } else {
      rule.results = {{{batch}, heads, {query}, {valueFeature}}};
      if (a.statsResult >= 0)
        rule.results.push_back({{batch}, heads, {query}});
    }
    rule.results.push_back({DimFactors()}); // the workspace
    return std::move(rule);
  }

private:
  int add(int64_t size, FactorKind kind) {
    return rule.add(size, kind,
                    kind == FactorKind::Reduction
                        ? std::optional<Monoid>(Monoid::Sum)
                        : std::nullopt);
  }
  TensorFactors asOperand(DimFactors head, int position, int last) const {
    return a.headsFirst ? TensorFactors{{batch}, head, {position}, {last}}
                        : TensorFactors{{batch}, {position}, head, {last}};
  }

  Operation *op;
  const Attention &a;
  FactorRule rule;
  DimFactors heads;
  int batch, keyHead, query, key, feature, valueFeature;
};

/// Operands as the narrow floats that they were before the operation was widened
/// for its partial results; true if some were.
bool readNarrow(MutableArrayRef<Value> operands) {
  bool isWidened = false;
  for (Value &operand : operands) {
    auto convert = operand.getDefiningOp<stablehlo::ConvertOp>();
    if (!convert || !elementOf(operand).isF32() ||
        !isNarrow(convert.getOperand().getType()))
      continue;
    operand = convert.getOperand();
    isWidened = true;
  }
  return isWidened;
}

/// The configuration says the extents of the scores: those of the blocks.
StringAttr withExtents(stablehlo::CustomCallOp call, const Attention &a,
                       ArrayRef<int64_t> queries) {
  auto text = cast<StringAttr>(call.getBackendConfigAttr());
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text.getValue());
  if (!json) {
    llvm::consumeError(json.takeError());
    return text;
  }
  llvm::json::Object *config =
      json->getAsObject()->getObject("cudnn_fmha_backend_config");
  if (llvm::json::Object *shape =
          config->getObject("intermediate_tensor_shape")) {
    llvm::json::Array extents;
    for (int64_t extent :
         {queries[0], queries[a.headDim()], queries[a.positionDim()], a.keys})
      extents.push_back(std::to_string(extent));
    (*shape)["dimensions"] = std::move(extents);
  }
  std::string made;
  llvm::raw_string_ostream(made) << *json;
  return StringAttr::get(call.getContext(), made);
}

} // namespace

FactorRule attentionRule(Operation *op, const Attention &attention) {
  return Rule(op, attention).build();
}

/// How many scores there are for queries of this type.
static double scoresOf(const Attention &a, RankedTensorType queries) {
  return static_cast<double>(queries.getNumElements()) /
         std::max(static_cast<double>(a.features), 1.0) *
         static_cast<double>(a.keys);
}

std::string whyNoAttentionLibrary(Operation *op, const Attention &a,
                                  const Target &target) {
  int64_t most = target.attentionFeatures();
  if (most == 0)
    return "there is none";
  Type element = elementOf(op->getOperand(0));
  auto isAlike = [&](Value value, bool isStats) {
    return isStats ? elementOf(value).isF32()
                   : elementOf(value) == element ||
                         isa<IntegerType>(elementOf(value));
  };
  bool isOfOneType = element.isBF16() || element.isF16();
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    isOfOneType &= isAlike(operand, static_cast<int>(i) == a.stats);
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    isOfOneType &= isAlike(result, static_cast<int>(i) == a.statsResult);
  if (!isOfOneType)
    return "its operands and results are of several types, or of f32";
  for (int64_t features : {a.features, a.valueFeatures})
    if (features == 0 || features % 8 != 0 || features > most)
      return ("its heads have " + Twine(features) +
              " features, and the library takes multiples of 8 up to " +
              Twine(most))
          .str();
  bool isEmpty = a.batch == 0 || a.queries == 0 || a.keys == 0 || a.heads == 0;
  return isEmpty ? "it is empty" : "";
}

void remarkOnScores(Operation *op, const Twine &why) {
  if (targetOf(op).attentionFeatures() > 0)
    op->emitRemark()
        << "attention is computed by products and a softmax, whose "
           "scores lie in memory, not by the GPU's library: "
        << why;
}

/// True if blocks of the operands are given to a library as they are: it counts
/// positions from its first query, and rounds gradients that would still be summed.
static bool isByLibrary(Operation *op, const Attention &a,
                        ArrayRef<RankedTensorType> operands) {
  if (!whyNoAttentionLibrary(op, a, targetOf(op)).empty())
    return false;
  int64_t heads = operands[0].getDimSize(a.headDim());
  int64_t keyHeads = operands[1].getDimSize(a.headDim());
  bool hasAllQueries = operands[0].getDimSize(a.positionDim()) == a.queries;
  if (!a.isBackward)
    return hasAllQueries || !a.dependsOnPosition();
  bool isSummed = !hasAllQueries || heads * a.keyHeads != a.heads * keyHeads;
  if (a.biasResult >= 0) {
    ArrayRef<int64_t> bias = shapeOf(op->getOperand(a.bias));
    isSummed |= (bias[0] != a.batch && operands[0].getDimSize(0) != a.batch) ||
                (bias[1] != a.heads && heads != a.heads);
  }
  return !isSummed;
}

/// Pairs of a query and a key at or before its position.
static double causalPairs(int64_t queries, int64_t keys) {
  auto both = static_cast<double>(std::min(queries, keys));
  return both * (both + 1) / 2 +
         static_cast<double>(std::max<int64_t>(queries - keys, 0)) *
             static_cast<double>(keys);
}

/// The part of all pairs that a mask of positions leaves.
static double visiblePart(const Attention &a) {
  if (!a.dependsOnPosition())
    return 1;
  double pairs = causalPairs(a.queries, a.keys);
  if (a.window > 0 && a.window < a.queries)
    pairs -= causalPairs(a.queries - a.window, a.keys);
  return pairs / static_cast<double>(a.queries) / static_cast<double>(a.keys);
}

/// The products: two forward, five backward. A library skips pairs that a mask of
/// positions hides; as other operations all are computed.
double attentionFlops(Operation *op, const Attention &a,
                      ArrayRef<RankedTensorType> operands) {
  double features = static_cast<double>(a.features);
  double valueFeatures = static_cast<double>(a.valueFeatures);
  double part = isByLibrary(op, a, operands) ? visiblePart(a) : 1;
  return 2 * part * scoresOf(a, operands[0]) *
         (a.isBackward ? 3 * features + 2 * valueFeatures
                       : features + valueFeatures);
}

/// A library holds none. As AttentionProgram.cpp becomes products and kernels. Forward: scores, and p as
/// operands are, written and read. Backward: scores, dp and p likewise, ds as
/// operands are, read by two products, and p again; ds for the bias.
double scoreBytesOf(Operation *op, ArrayRef<RankedTensorType> operands) {
  std::optional<Attention> a = attentionOf(op);
  if (!a || isByLibrary(op, *a, operands))
    return 0;
  double narrow =
      static_cast<double>(bytesPerElement(operands[0].getElementType()));
  double each = a->isBackward ? 3 * 8 + 5 * narrow : 8 + 2 * narrow;
  return scoresOf(*a, operands[0]) * (each + (a->biasResult >= 0 ? 8 : 0));
}

SmallVector<Value> localiseAttention(Operation *op, const Attention &a,
                                     LocaliseContext &context) {
  Build build(context);
  SmallVector<Value> operands(context.operands);
  bool isWidened = readNarrow(operands);
  // Sums of the backward pass go over padding, too.
  if (a.isBackward)
    for (auto [i, operand] : llvm::enumerate(operands))
      if (isa<FloatType>(elementOf(operand)))
        operand = context.maskPadding(
            i, operand, llvm::to_vector(llvm::seq<int64_t>(0, rankOf(operand))),
            context.zero(elementOf(operand)));
  const DimLayout &split = context.layouts.operands[0].dims[a.positionDim()];
  Value firstQuery;
  if (!split.axes.empty()) {
    Value begin = context.blockBegin(split, a.queries);
    int64_t held = shapeOf(operands[0])[a.positionDim()];
    if (isWidened || a.dependsOnPosition()) {
      firstQuery = begin;
    } else if (a.queryLengths >= 0) {
      Value &lengths = operands[a.queryLengths];
      Value left =
          build.subtract(lengths, build.broadcast(begin, shapeOf(lengths)));
      lengths = build.clamp(build.i32Scalar(0), left, build.i32Scalar(held));
    }
  }
  auto call = cast<stablehlo::CustomCallOp>(op);
  SmallVector<Value> results = context.cloneOn(
      operands, NamedAttribute(call.getBackendConfigAttrName(),
                               withExtents(call, a, shapeOf(operands[0]))));
  if (!isWidened && !firstQuery)
    return results;
  remarkOnScores(op, isWidened
                         ? "results are partial sums, which it would round"
                         : "queries are split, and its masks count "
                           "positions from the first query that it has");
  auto local = results.front().getDefiningOp<stablehlo::CustomCallOp>();
  results = decomposeAttention(context.builder, local, firstQuery);
  local.erase();
  return results;
}

} // namespace popt
