//===- AttentionCall.cpp - Reads calls of cuDNN's attention ---------------===//
//
// The target's name says whether there is a bias, and which pass it is; the text of
// backend_config says the scale, the mask and the order of dims. Everything is read
// from what jax/_src/cudnn/fused_attention_stablehlo.py writes. Element types may be
// wider than JAX has them: partial values are f32. Tested by
// test/Import/attention.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/OpModels/Attention.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Support/Tensors.h"

#include "llvm/Support/JSON.h"

using namespace mlir;

namespace popt {
namespace {

/// Reads one call. What it has no definition for is left in `why`.
class Reader {
public:
  explicit Reader(stablehlo::CustomCallOp call) : call(call) {}

  std::optional<Attention> read();

  std::string why;

private:
  bool readName();
  bool readConfig();
  bool readMask(const llvm::json::Object &config);
  bool readOrder(const llvm::json::Object &config);
  bool readOperands();
  bool readExtents();
  bool hasShapes();
  bool refuse(const Twine &what) {
    why = what.str();
    return false;
  }

  stablehlo::CustomCallOp call;
  Attention attention;
  bool hasBias = false, hasLengths = false;
};

bool isNarrowFloat(Type element) { return element.isBF16() || element.isF16(); }
bool isFloat(Value value) {
  Type element = elementOf(value);
  return element.isF32() || isNarrowFloat(element);
}

bool Reader::readName() {
  StringRef name = call.getCallTargetName();
  if (!name.consume_front("__cudnn$fmha"))
    return false;
  if (name.consume_back("F8"))
    return refuse("8-bit floats");
  attention.isBackward = name.consume_back("Backward");
  if (name.consume_back("Dropout"))
    return refuse("dropout");
  hasBias = name.consume_front("ScaleBias");
  return name == "Softmax" ||
         refuse("the target \"" + call.getCallTargetName() + "\"");
}

bool Reader::readMask(const llvm::json::Object &config) {
  StringRef mask = config.getString("mask_type").value_or("");
  hasLengths = mask == "PADDING" || mask == "PADDING_CAUSAL";
  attention.isCausal = mask == "CAUSAL" || mask == "PADDING_CAUSAL";
  return hasLengths || attention.isCausal || mask == "NO_MASK" ||
         refuse("the mask \"" + mask + "\"");
}

/// The heads are the second of the dims that both factors of the scores share.
bool Reader::readOrder(const llvm::json::Object &config) {
  const llvm::json::Object *numbers = config.getObject(
      attention.isBackward ? "bmm2_grad_gemm2_dot_dimension_numbers"
                           : "bmm1_dot_dimension_numbers");
  const llvm::json::Array *batch =
      numbers ? numbers->getArray("lhs_batch_dimensions") : nullptr;
  StringRef head = batch && batch->size() == 2
                       ? (*batch)[1].getAsString().value_or("")
                       : StringRef();
  attention.headsFirst = head == "1";
  return head == "1" || head == "2" ||
         refuse("a backend_config without the order of its dims");
}

bool Reader::readConfig() {
  auto text = dyn_cast_or_null<StringAttr>(call.getBackendConfigAttr());
  llvm::Expected<llvm::json::Value> json =
      llvm::json::parse(text ? text.getValue() : StringRef());
  if (!json) {
    llvm::consumeError(json.takeError());
    return refuse("a backend_config that is no JSON");
  }
  const llvm::json::Object *object = json->getAsObject();
  const llvm::json::Object *config =
      object ? object->getObject("cudnn_fmha_backend_config") : nullptr;
  std::optional<double> scale =
      config ? config->getNumber("fmha_scale") : std::nullopt;
  if (!scale)
    return refuse("a backend_config without its scale");
  attention.scale = *scale;
  if (config->getNumber("dropout_rate").value_or(0) != 0)
    return refuse("dropout");
  if (config->getInteger("max_seg_per_batch").value_or(1) > 1)
    return refuse("packed sequences");
  if (config->getBoolean("is_paged_attention").value_or(false))
    return refuse("keys and values in pages");
  attention.window = config->getInteger("sliding_window_length").value_or(0);
  if (attention.window < 0)
    return refuse("a sliding window of " + Twine(attention.window));
  return readMask(*config) && readOrder(*config);
}

bool Reader::readOperands() {
  int next = 3;
  if (attention.isBackward) {
    attention.stats = next++;
    attention.gradient = next++;
  }
  if (hasBias)
    attention.bias = next++;
  if (attention.isBackward)
    attention.output = next++;
  if (hasLengths) {
    attention.queryLengths = next++;
    attention.keyLengths = next++;
  }
  unsigned results = attention.isBackward ? 3 : 1;
  if (call.getNumResults() == results + 2)
    (attention.isBackward ? attention.biasResult : attention.statsResult) =
        static_cast<int>(results++);
  auto isTensor = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape();
  };
  if (static_cast<int>(call.getNumOperands()) != next ||
      call.getNumResults() != results + 1 ||
      (attention.biasResult >= 0 && !hasBias) || call.getHasSideEffect() ||
      !llvm::all_of(call.getOperandTypes(), isTensor) ||
      !llvm::all_of(call.getResultTypes(), isTensor))
    return refuse(Twine(call.getNumOperands()) + " operands and " +
                  Twine(call.getNumResults()) + " results");
  return true;
}

bool Reader::readExtents() {
  Value q = call.getOperand(0), k = call.getOperand(1), v = call.getOperand(2);
  if (rankOf(q) != 4 || rankOf(k) != 4 || rankOf(v) != 4)
    return refuse("queries, keys and values that have not four dims");
  int head = attention.headDim(), position = attention.positionDim();
  attention.batch = shapeOf(q)[0];
  attention.heads = shapeOf(q)[head];
  attention.keyHeads = shapeOf(k)[head];
  attention.queries = shapeOf(q)[position];
  attention.keys = shapeOf(k)[position];
  attention.features = shapeOf(q)[3];
  attention.valueFeatures = shapeOf(v)[3];
  if (attention.keyHeads == 0 || attention.heads % attention.keyHeads != 0)
    return refuse(Twine(attention.heads) + " heads of queries and " +
                  Twine(attention.keyHeads) + " of keys");
  return hasShapes() || refuse("operands and results that do not fit");
}

bool Reader::hasShapes() {
  const Attention &a = attention;
  using Shape = SmallVector<int64_t, 4>;
  auto is = [&](Value value, const Shape &shape) {
    return shapeOf(value) == ArrayRef<int64_t>(shape);
  };
  auto asOperand = [&](int64_t heads, int64_t positions, int64_t features) {
    return a.headsFirst ? Shape{a.batch, heads, positions, features}
                        : Shape{a.batch, positions, heads, features};
  };
  auto isOptional = [&](int operand, const Shape &shape, bool isInteger) {
    if (operand < 0)
      return true;
    Value value = call.getOperand(operand);
    return is(value, shape) &&
           (isInteger ? elementOf(value).isSignlessInteger(32)
                      : isFloat(value));
  };
  Shape perQuery{a.batch, a.heads, a.queries};
  Shape out = asOperand(a.heads, a.queries, a.valueFeatures);
  Value workspace = call.getResult(call.getNumResults() - 1);
  bool fits =
      is(call.getOperand(1), asOperand(a.keyHeads, a.keys, a.features)) &&
      is(call.getOperand(2), asOperand(a.keyHeads, a.keys, a.valueFeatures)) &&
      isOptional(a.stats, perQuery, false) &&
      isOptional(a.gradient, out, false) && isOptional(a.output, out, false) &&
      isOptional(a.queryLengths, {a.batch}, true) &&
      isOptional(a.keyLengths, {a.batch}, true) &&
      llvm::all_of(call.getOperands().take_front(3), isFloat) &&
      llvm::all_of(call.getResults().drop_back(), isFloat) &&
      rankOf(workspace) == 1 && elementOf(workspace).isUnsignedInteger(8);
  if (!fits)
    return false;
  if (a.bias >= 0) {
    Value bias = call.getOperand(a.bias);
    ArrayRef<int64_t> shape = shapeOf(bias);
    if (!isFloat(bias) || shape.size() != 4 ||
        (shape[0] != 1 && shape[0] != a.batch) ||
        (shape[1] != 1 && shape[1] != a.heads) || shape[2] != a.queries ||
        shape[3] != a.keys)
      return false;
    if (a.biasResult >= 0 && shapeOf(call.getResult(a.biasResult)) != shape)
      return false;
  }
  if (!a.isBackward)
    return is(call.getResult(0),
              {a.batch, a.heads, a.queries, a.valueFeatures}) &&
           (a.statsResult < 0 || is(call.getResult(a.statsResult), perQuery));
  return is(call.getResult(0), {a.batch, a.heads, a.queries, a.features}) &&
         is(call.getResult(1), {a.batch, a.keyHeads, a.keys, a.features}) &&
         is(call.getResult(2), {a.batch, a.keyHeads, a.keys, a.valueFeatures});
}

std::optional<Attention> Reader::read() {
  if (!readName() || !readConfig() || !readOperands() || !readExtents())
    return std::nullopt;
  return attention;
}

} // namespace

std::optional<Attention> attentionOf(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  return call ? Reader(call).read() : std::nullopt;
}

std::string whyNoAttention(Operation *op) {
  auto call = dyn_cast<stablehlo::CustomCallOp>(op);
  if (!call)
    return "";
  Reader reader(call);
  if (!reader.read())
    return reader.why;
  Type element = elementOf(op->getOperand(0));
  if (isNarrowFloat(element))
    return "";
  std::string what = "operands of ";
  llvm::raw_string_ostream(what) << element;
  return what;
}

} // namespace popt
