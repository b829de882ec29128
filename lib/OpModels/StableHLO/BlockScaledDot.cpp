//===- BlockScaledDot.cpp - Products of numbers with scales ---------------===//
//
// jax.nn.scaled_matmul and scaled_dot_general (MXFP8, NVFP4) print a custom call:
// along the contracted dimension, which is the last, each block of both operands
// has a scale.
//
//   %r = custom_call @__op$block_scaled_dot(%a, %b, %s, %t)
//            {backend_config = "{... \"dequantize_type\": \"BF16\" ...}"}
//       : (2x8x64xf8E4M3FN, 2x4x64xf8E4M3FN, 2x8x2xf8E8M0FNU, 2x4x2xf8E8M0FNU)
//       -> 2x8x4xbf16
// becomes
//   %x = multiply (convert %a), (repeat (convert %s) 32 times)   2x8x64xbf16
//   %y = multiply (convert %b), (repeat (convert %t) 32 times)   2x4x64xbf16
//   %r = dot_general %x, %y, batching [0] x [0], contracting [2] x [2]
//
// The products of numbers and scales are exact in bf16: both have at most four
// bits of mantissa. f16 has too few exponents for scales of f8E8M0FNU, so what is
// to be dequantised in it is in f32. Tested by test/Import/block-scaled-dot.mlir
// and python/tests/test_scaled_products.py.
//
//===----------------------------------------------------------------------===//
#include "Decompose.h"

#include "popt/Interfaces/Build.h"
#include "popt/Support/Tensors.h"

#include "llvm/Support/JSON.h"

using namespace mlir;

namespace popt {
namespace {

struct BlockScaledDot {
  SmallVector<int64_t> batch; ///< dimension 0 or none, of both operands
  Type dequantised;
};

/// True for no dimension, or for the first of three: what JAX writes.
bool readBatch(const llvm::json::Object &config, StringRef key, int64_t rank,
               SmallVector<int64_t> &batch) {
  const llvm::json::Array *dims = config.getArray(key);
  batch.clear();
  if (dims)
    for (const llvm::json::Value &dim : *dims)
      batch.push_back(dim.getAsInteger().value_or(-1));
  return rank == 3 ? batch == ArrayRef<int64_t>{0} : batch.empty();
}

/// Nothing if the text is not what JAX writes for operands of this rank.
std::optional<BlockScaledDot> readConfig(stablehlo::CustomCallOp call,
                                         int64_t rank) {
  auto text = dyn_cast_or_null<StringAttr>(call.getBackendConfigAttr());
  if (!text)
    return std::nullopt;
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text.getValue());
  if (!json) {
    llvm::consumeError(json.takeError());
    return std::nullopt;
  }
  const llvm::json::Object *object = json->getAsObject();
  const llvm::json::Object *config =
      object ? object->getObject("scaled_dot_backend_config") : nullptr;
  if (!config)
    return std::nullopt;
  BlockScaledDot dot;
  SmallVector<int64_t> rhsBatch;
  if (!readBatch(*config, "lhs_batch_dimensions", rank, dot.batch) ||
      !readBatch(*config, "rhs_batch_dimensions", rank, rhsBatch))
    return std::nullopt;
  Builder builder(call.getContext());
  StringRef type = config->getString("dequantize_type").value_or("");
  if (type == "BF16")
    dot.dequantised = builder.getBF16Type();
  else if (type == "F16" || type == "F32")
    dot.dequantised = builder.getF32Type();
  else
    return std::nullopt;
  return dot;
}

bool isWide(Type element) {
  return element.isF32() || element.isBF16() || element.isF16();
}

/// True for floats of at most 8 bits with scales that are such, too, one for each
/// block of the last dimension.
bool isScaled(Value value, Value scales) {
  auto isNarrow = [](Value of) {
    auto element = dyn_cast<FloatType>(elementOf(of));
    return element && element.getWidth() <= 8;
  };
  ArrayRef<int64_t> shape = shapeOf(value), blocks = shapeOf(scales);
  return isNarrow(value) && isNarrow(scales) && shape.size() == blocks.size() &&
         shape.drop_back() == blocks.drop_back() && blocks.back() > 0 &&
         shape.back() % blocks.back() == 0;
}

/// Two matrices, or a batch of them, both with the contracted dimension last, and
/// their product.
bool hasShapes(stablehlo::CustomCallOp call) {
  if (call.getNumOperands() != 4 || call.getNumResults() != 1)
    return false;
  auto isTensor = [](Value value) {
    return isa<RankedTensorType>(value.getType());
  };
  Value result = call.getResult(0);
  if (!llvm::all_of(call.getOperands(), isTensor) || !isTensor(result))
    return false;
  Value lhs = call.getOperand(0), rhs = call.getOperand(1);
  int64_t rank = rankOf(lhs);
  if ((rank != 2 && rank != 3) || rankOf(rhs) != rank ||
      !isScaled(lhs, call.getOperand(2)) ||
      !isScaled(rhs, call.getOperand(3)) || !isWide(elementOf(result)))
    return false;
  SmallVector<int64_t> shape(shapeOf(lhs).drop_back());
  shape.push_back(shapeOf(rhs)[rank - 2]);
  return shapeOf(lhs).back() == shapeOf(rhs).back() &&
         shapeOf(lhs).drop_back(2) == shapeOf(rhs).drop_back(2) &&
         shapeOf(result) == ArrayRef<int64_t>(shape);
}

/// The numbers times the scales of their blocks.
Value dequantise(OpBuilder &builder, Location loc, Value value, Value scales,
                 Type element) {
  SmallVector<int64_t> blocks(shapeOf(scales));
  blocks.push_back(shapeOf(value).back() / blocks.back());
  Value repeated = stablehlo::BroadcastInDimOp::create(
      builder, loc, RankedTensorType::get(blocks, element),
      buildConvert(builder, loc, scales, element),
      builder.getDenseI64ArrayAttr(
          llvm::to_vector(llvm::seq<int64_t>(0, rankOf(scales)))));
  return buildArithmetic(builder, loc, Arithmetic::Multiply,
                         buildConvert(builder, loc, value, element),
                         buildReshape(builder, loc, repeated, shapeOf(value)));
}

} // namespace

std::optional<SmallVector<Value>>
decomposeBlockScaledDot(OpBuilder &builder, stablehlo::CustomCallOp call) {
  if (call.getCallTargetName() != "__op$block_scaled_dot" ||
      call.getHasSideEffect() || !hasShapes(call))
    return std::nullopt;
  Value result = call.getResult(0);
  int64_t last = rankOf(call.getOperand(0)) - 1;
  std::optional<BlockScaledDot> dot = readConfig(call, last + 1);
  if (!dot)
    return std::nullopt;
  Location loc = call.getLoc();
  Value lhs = dequantise(builder, loc, call.getOperand(0), call.getOperand(2),
                         dot->dequantised);
  Value rhs = dequantise(builder, loc, call.getOperand(1), call.getOperand(3),
                         dot->dequantised);
  // Rounded once: from the f32 in which it is summed.
  Type element = elementOf(result) == dot->dequantised ? elementOf(result)
                                                       : builder.getF32Type();
  Value product = stablehlo::DotGeneralOp::create(
      builder, loc, RankedTensorType::get(shapeOf(result), element), lhs, rhs,
      stablehlo::DotDimensionNumbersAttr::get(builder.getContext(), dot->batch,
                                              dot->batch, last, last),
      /*precision_config=*/nullptr, /*algorithm=*/nullptr);
  return SmallVector<Value>{
      buildConvert(builder, loc, product, elementOf(result))};
}

} // namespace popt
