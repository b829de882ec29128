//===- GenerateMore.cpp - Random programs: rarer operations ---------------===//
#include "Generate.h"

#include "llvm/ADT/STLExtras.h"

using namespace popt;
using namespace popt::check;

using Type = reference::ElementType;

static Dims upTo(int64_t count) {
  Dims numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(i);
  return numbers;
}

std::optional<Value> Generator::reducePrecision() {
  auto x = pick([](const Value &v) {
    return v.error == 0 && (v.type == Type::F32 || v.type == Type::F64);
  });
  if (!x)
    return std::nullopt;
  Value source = tame(*x, 1000);
  return emit("stablehlo.reduce_precision " + source.name +
                  ", format = e8m10 : " + typeText(source),
              source.type, source.shape, source.bound);
}

/// Integers of one width as integers of another.
std::optional<Value> Generator::bitcast() {
  auto x = pick([](const Value &v) {
    return v.type == Type::I32 || v.type == Type::UI32 || v.type == Type::I16 ||
           (v.type == Type::I8 && v.rank() > 0 && v.shape.back() == 4);
  });
  if (!x)
    return std::nullopt;
  Type type = Type::UI8;
  Dims shape = x->shape;
  if (x->type == Type::I8) {
    type = Type::I32;
    shape.pop_back();
  } else if (choices.below(2) == 0) {
    type = x->type == Type::I32    ? Type::UI32
           : x->type == Type::UI32 ? Type::I32
                                   : Type::UI16;
  } else {
    shape.push_back(reference::byteWidth(x->type));
  }
  return emit("stablehlo.bitcast_convert " + x->name + " : (" + typeText(*x) +
                  ") -> " + typeText(type, shape),
              type, shape, exactLimit(type));
}

std::optional<Value> Generator::map() {
  auto x = pickExact(0);
  if (!x || x->type == Type::I1)
    return std::nullopt;
  Value a = small(*x, 1);
  Value b = small(valueOf(a.type, a.shape, true), 1);
  return emit("\"stablehlo.map\"(" + a.name + ", " + b.name +
                  ") <{dimensions = array<i64" +
                  std::string(a.rank() ? ": " : "") + list(upTo(a.rank())) +
                  ">}> " + scalarBody("multiply", a.type) + " : (" +
                  typeText(a) + ", " + typeText(b) + ") -> " + typeText(a),
              a.type, a.shape, 2 * a.bound * b.bound);
}

/// A reduction by a body of its own.
std::optional<Value> Generator::customReduce() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 &&
           (v.type == Type::I32 || v.type == Type::UI8 || v.type == Type::I64);
  });
  if (!x)
    return std::nullopt;
  auto dim = choices.below(static_cast<uint32_t>(x->rank()));
  Dims shape = x->shape;
  shape.erase(shape.begin() + dim);
  Value init = constant(x->type, {}, 0);
  std::string scalar = typeText(x->type, {});
  return emit("\"stablehlo.reduce\"(" + x->name + ", " + init.name +
                  ") <{dimensions = array<i64: " + std::to_string(dim) +
                  ">}> " + customBody(x->type) + " : (" + typeText(*x) + ", " +
                  scalar + ") -> " + typeText(x->type, shape),
              x->type, shape, exactLimit(x->type));
}

/// Narrow factors, a wide sum.
std::optional<Value> Generator::widerDot() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 && v.error == 0 &&
           (v.type == Type::BF16 || v.type == Type::I8 || v.type == Type::F16);
  });
  if (!x)
    return std::nullopt;
  const bool isInteger = x->type == Type::I8;
  Value left = tame(*x, 4);
  int64_t contracted = left.shape.back();
  Value right = tame(valueOf(left.type, {contracted, randomExtent()}, true), 4);
  Dims shape = left.shape;
  shape.back() = right.shape[1];
  Type type = isInteger ? Type::I32 : Type::F32;
  return emit("stablehlo.dot_general " + left.name + ", " + right.name +
                  ", contracting_dims = [" + std::to_string(left.rank() - 1) +
                  "] x [0] : (" + typeText(left) + ", " + typeText(right) +
                  ") -> " + typeText(type, shape),
              type, shape,
              static_cast<double>(contracted) * left.bound * right.bound);
}

std::optional<Value> Generator::fourier() {
  auto x = pick([](const Value &v) {
    return v.type == Type::C64 && v.error == 0 && v.rank() >= 1 &&
           v.size() > 0 && v.bound < 1000;
  });
  if (!x)
    return std::nullopt;
  auto length = static_cast<double>(x->shape.back());
  const bool back = choices.oneIn(2);
  return emit(
      "stablehlo.fft " + x->name + ", type = " + (back ? "IFFT" : "FFT") +
          ", length = [" + std::to_string(x->shape.back()) + "] : (" +
          typeText(*x) + ") -> " + typeText(*x),
      x->type, x->shape, 2 * x->bound * length, 1e-6 * x->bound * length);
}

std::optional<Value> Generator::batchNorm() {
  auto x = pick([](const Value &v) {
    return v.type == Type::F32 && v.error == 0 && v.rank() >= 2 && v.size() > 0;
  });
  if (!x)
    return std::nullopt;
  Value source = tame(*x, 16);
  auto feature = choices.below(static_cast<uint32_t>(source.rank()));
  Dims perFeature = {source.shape[feature]};
  auto operand = [&] { return tame(valueOf(Type::F32, perFeature, true), 4); };
  Value scale = operand(), offset = operand();
  std::string vector = typeText(scale);
  std::string last = "epsilon = 1.000000e+00 : f32, feature_index = " +
                     std::to_string(feature) + " : i64}> : ";
  if (choices.below(2) == 0) {
    Value mean = operand(), spread = operand();
    Value variance = emit("stablehlo.abs " + spread.name + " : " + vector,
                          Type::F32, perFeature, 4);
    double bound = 4 * (source.bound + 4) + 4;
    return emit("\"stablehlo.batch_norm_inference\"(" + source.name + ", " +
                    scale.name + ", " + offset.name + ", " + mean.name + ", " +
                    variance.name + ") <{" + last + "(" + typeText(source) +
                    ", " + vector + ", " + vector + ", " + vector + ", " +
                    vector + ") -> " + typeText(source),
                source.type, source.shape, bound, 1e-6 * bound);
  }
  std::string name = fresh();
  line(name + ":3 = \"stablehlo.batch_norm_training\"(" + source.name + ", " +
       scale.name + ", " + offset.name + ") <{" + last + "(" +
       typeText(source) + ", " + vector + ", " + vector + ") -> (" +
       typeText(source) + ", " + vector + ", " + vector + ")");
  double bound = 8 * source.bound + 4, square = source.bound * source.bound;
  pool.push_back(
      {name + "#1", Type::F32, perFeature, source.bound, 1e-5 * source.bound});
  pool.push_back(
      {name + "#2", Type::F32, perFeature, 4 * square, 1e-5 * square});
  return Value{name + "#0", Type::F32, source.shape, bound, 1e-5 * bound};
}

std::optional<Value> Generator::imageConvolution() {
  auto x = pick([](const Value &v) {
    return v.rank() == 4 && v.size() > 0 && v.size() < 800 &&
           (v.type == Type::F32 || v.type == Type::I32);
  });
  Value image = x ? *x : valueOf(Type::F32, {2, 5, 6, 4}, false);
  // b x h x w x f, or with the batch in groups (the gradient of a kernel).
  const int64_t features = image.shape[3], batch = image.shape[0];
  int64_t batchGroups = batch % 2 == 0 && choices.oneIn(4) ? 2 : 1;
  int64_t outputs = choices.between(1, 3) * batchGroups;
  Dims window = {choices.between(1, 3), choices.between(1, 3)}, spatial;
  std::string strides, pads;
  for (int i : {0, 1}) {
    int64_t stride = choices.between(1, 2), low = choices.between(0, 2),
            high = choices.between(0, 2);
    int64_t extent = image.shape[1 + i] + low + high;
    if (extent < window[i])
      return std::nullopt;
    spatial.push_back((extent - window[i]) / stride + 1);
    strides += (i ? ", " : "") + std::to_string(stride);
    pads += std::string(i ? ", [" : "[") + std::to_string(low) + ", " +
            std::to_string(high) + "]";
  }
  double terms = static_cast<double>(window[0] * window[1] * features);
  Value left = small(image, terms + 1);
  Value right =
      small(valueOf(left.type, {window[0], window[1], features, outputs}, true),
            terms + 1);
  Dims shape = {batch / batchGroups, spatial[0], spatial[1], outputs};
  double bound = terms * left.bound * right.bound;
  double error = terms * left.error * right.bound;
  if (error > 0)
    error += 1e-6 * bound * terms;
  return emit(
      "stablehlo.convolution(" + left.name + ", " + right.name +
          ") dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = "
          "{stride = [" +
          strides + "], pad = [" + pads +
          "], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, "
          "false]} {batch_group_count = " +
          std::to_string(batchGroups) +
          " : i64, feature_group_count = 1 : i64} : (" + typeText(left) + ", " +
          typeText(right) + ") -> " + typeText(left.type, shape),
      left.type, shape, bound, error);
}

/// An element of every row, as take_along_axis prints it.
std::optional<Value> Generator::batchGather() {
  auto x = pick([](const Value &v) { return v.rank() == 2 && v.size() > 0; });
  if (!x)
    return std::nullopt;
  int64_t count = randomExtent();
  Dims shape = {x->shape[0], count};
  Value indices = valueOf(Type::I32, {x->shape[0], count, 1}, true);
  return emit("\"stablehlo.gather\"(" + x->name + ", " + indices.name +
                  ") <{dimension_numbers = #stablehlo.gather<"
                  "collapsed_slice_dims = [1], operand_batching_dims = [0], "
                  "start_indices_batching_dims = [0], start_index_map = [1], "
                  "index_vector_dim = 2>, indices_are_sorted = false, "
                  "slice_sizes = array<i64: 1, 1>}> : (" +
                  typeText(*x) + ", " + typeText(indices) + ") -> " +
                  typeText(x->type, shape),
              x->type, shape, x->bound, x->error);
}
