//===- GenerateOps.cpp - Random programs: elementwise and shapes ----------===//
#include "Generate.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace popt;
using namespace popt::check;
using popt::reference::ElementType;

using Type = ElementType;

static bool isOrdered(Type type) { return !reference::isComplex(type); }
static bool isWide(Type type) { return type == Type::F32 || type == Type::F64; }
static double epsilonOf(Type type) { return type == Type::F64 ? 1e-14 : 1e-6; }

const std::vector<Generator::Recipe> &Generator::recipes() {
  using G = Generator;
  // Simplest first: shrinking goes towards the front.
  static const std::vector<Recipe> all = {
      {"unary", &G::unary},
      {"binary", &G::binary},
      {"binary", &G::binary},
      {"convert", &G::convertOp},
      {"broadcast", &G::broadcast},
      {"reshape", &G::reshape},
      {"transpose", &G::transpose},
      {"reduce", &G::reduce},
      {"reduce", &G::reduce},
      {"dot", &G::dot},
      {"dot", &G::dot},
      {"select", &G::select},
      {"compare", &G::compare},
      {"slice", &G::slice},
      {"pad", &G::pad},
      {"concatenate", &G::concatenate},
      {"reverse", &G::reverse},
      {"iota", &G::iota},
      {"function", &G::function},
      {"clamp", &G::clampOp},
      {"bitwise", &G::bitwise},
      {"division", &G::division},
      {"complex", &G::complexParts},
      {"barrier", &G::barrier},
      {"dynamic slice", &G::dynamicSlice},
      {"dynamic update slice", &G::dynamicUpdateSlice},
      {"gather", &G::gather},
      {"scatter", &G::scatter},
      {"argmax", &G::argmax},
      {"reduce window", &G::reduceWindow},
      {"cumulative", &G::cumulative},
      {"convolution", &G::convolution},
      {"sort", &G::sort},
      {"top k", &G::topK},
      {"random bits", &G::randomBits},
      {"select and scatter", &G::selectAndScatter},
      {"reduce precision", &G::reducePrecision},
      {"bitcast", &G::bitcast},
      {"map", &G::map},
      {"custom reduce", &G::customReduce},
      {"wider dot", &G::widerDot},
      {"fourier", &G::fourier},
      {"batch norm", &G::batchNorm},
      {"image convolution", &G::imageConvolution},
      {"batch gather", &G::batchGather},
      {"cholesky", &G::cholesky},
      {"triangular solve", &G::triangularSolve},
      {"draw", &G::draw},
      {"custom window", &G::customWindow},
      {"manual region", &G::manualRegion},
      {"if", &G::ifOp},
      {"case", &G::caseOp},
      {"while", &G::whileLoop},
  };
  return all;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

std::optional<Value> Generator::unary() {
  auto x = pickAny(0);
  if (!x)
    return std::nullopt;
  auto apply = [&](const char *op, double bound, double error) {
    return emit("stablehlo." + std::string(op) + " " + x->name + " : " +
                    typeText(*x),
                x->type, x->shape, bound, error);
  };
  if (x->type == Type::I1)
    return apply("not", 1, 0);
  std::vector<const char *> ops = {"negate"};
  if (isOrdered(x->type) &&
      (reference::isFloat(x->type) || reference::isSigned(x->type)))
    ops.push_back("abs");
  if (x->error == 0 && isOrdered(x->type)) {
    if (reference::isFloat(x->type))
      ops.insert(ops.end(), {"floor", "ceil", "sign", "round_nearest_even",
                             "round_nearest_afz"});
    else
      ops.insert(ops.end(), {"not", "popcnt", "count_leading_zeros"});
  }
  const char *op = choices.of(ops);
  double bound = std::string(op) == "sign" ? 1 : x->bound;
  if (reference::isInteger(x->type))
    bound = exactLimit(x->type);
  return apply(op, bound, x->error);
}

std::optional<Value> Generator::function() {
  auto x = pick([](const Value &value) { return isWide(value.type); });
  if (!x)
    return std::nullopt;
  Value source = tame(*x, 4);
  struct Function {
    const char *name;
    double bound, slope;
  };
  static const std::vector<Function> functions = {
      {"tanh", 1, 1}, {"logistic", 1, 1}, {"exponential", 55, 55},
      {"sine", 1, 1}, {"cosine", 1, 1},   {"exponential_minus_one", 55, 55},
      {"cbrt", 2, 0}};
  Function f = choices.of(functions);
  // Steep at 0.
  if (f.slope == 0 && source.error > 0)
    f = functions[0];
  return emit("stablehlo." + std::string(f.name) + " " + source.name + " : " +
                  typeText(source),
              source.type, source.shape, f.bound,
              source.error * f.slope + epsilonOf(source.type) * f.bound);
}

std::optional<Value> Generator::binary() {
  auto x = pickAny(0);
  if (!x)
    return std::nullopt;
  Value a = small(*x, 1);
  Value b = small(valueOf(a.type, a.shape, false), 1);
  std::vector<const char *> ops = {"add", "multiply"};
  if (a.type != Type::I1)
    ops.push_back("subtract");
  if (isOrdered(a.type))
    ops.insert(ops.end(), {"maximum", "minimum"});
  std::string op = choices.of(ops);
  bool product = op == "multiply", order = op[0] == 'm' && !product;
  double bound = product ? a.bound * b.bound
                 : order ? std::max(a.bound, b.bound)
                         : a.bound + b.bound;
  if (reference::isComplex(a.type) && product)
    bound *= 2;
  double error =
      product ? a.error * b.bound + b.error * a.bound : a.error + b.error;
  if (error > 0)
    error += epsilonOf(a.type) * bound;
  return emit("stablehlo." + op + " " + a.name + ", " + b.name + " : " +
                  typeText(a),
              a.type, a.shape, bound, error);
}

std::optional<Value> Generator::bitwise() {
  auto x = pick([](const Value &v) { return reference::isInteger(v.type); });
  if (!x)
    return std::nullopt;
  Value b = valueOf(x->type, x->shape, true);
  std::vector<const char *> ops = {"and", "or", "xor"};
  if (x->type != Type::I1)
    ops.insert(ops.end(),
               {"shift_left", "shift_right_logical", "shift_right_arithmetic"});
  return emit("stablehlo." + std::string(choices.of(ops)) + " " + x->name +
                  ", " + b.name + " : " + typeText(*x),
              x->type, x->shape, exactLimit(x->type));
}

std::optional<Value> Generator::division() {
  auto x = pick([](const Value &v) {
    return v.type != Type::I1 && isOrdered(v.type) && v.error == 0 &&
           (reference::isInteger(v.type) || isWide(v.type));
  });
  if (!x)
    return std::nullopt;
  bool isInteger = reference::isInteger(x->type);
  // By a power of two, so that floats stay exact; by 3, where they may not.
  int64_t divisor = isInteger ? choices.between(1, 5) : 4;
  Value b = constant(x->type, x->shape, divisor);
  bool remainder = choices.oneIn(2);
  Value a = tame(*x, 1 << 18);
  Value result =
      emit("stablehlo." + std::string(remainder ? "remainder" : "divide") +
               " " + a.name + ", " + b.name + " : " + typeText(a),
           a.type, a.shape, remainder ? static_cast<double>(divisor) : a.bound);
  // Quarters are no integers: back to the grid.
  return isInteger || remainder
             ? result
             : emit("stablehlo.floor " + result.name + " : " + typeText(result),
                    result.type, result.shape, result.bound);
}

std::optional<Value> Generator::compare() {
  auto x = pickExact(0);
  if (!x)
    return std::nullopt;
  Value b = valueOf(x->type, x->shape, true);
  static const std::vector<const char *> all = {"LT", "EQ", "NE",
                                                "GE", "GT", "LE"};
  static const std::vector<const char *> equal = {"EQ", "NE"};
  std::string kind =
      reference::isFloat(x->type) || reference::isComplex(x->type) ? "FLOAT"
      : reference::isSigned(x->type)                               ? "SIGNED"
                                                                   : "UNSIGNED";
  return emit("stablehlo.compare " +
                  std::string(choices.of(isOrdered(x->type) ? all : equal)) +
                  ", " + x->name + ", " + b.name + ", " + kind + " : (" +
                  typeText(*x) + ", " + typeText(b) + ") -> " +
                  typeText(Type::I1, x->shape),
              Type::I1, x->shape, 1);
}

std::optional<Value> Generator::select() {
  auto x = pickAny(0);
  if (!x)
    return std::nullopt;
  Value b = valueOf(x->type, x->shape, false);
  Value p = valueOf(Type::I1, choices.oneIn(4) ? Dims() : x->shape, true);
  return emit("stablehlo.select " + p.name + ", " + x->name + ", " + b.name +
                  " : " + typeText(p) + ", " + typeText(*x),
              x->type, x->shape, std::max(x->bound, b.bound),
              std::max(x->error, b.error));
}

std::optional<Value> Generator::clampOp() {
  auto x = pick(
      [](const Value &v) { return isOrdered(v.type) && v.type != Type::I1; });
  if (!x)
    return std::nullopt;
  Dims shape = choices.oneIn(2) ? x->shape : Dims();
  Value low = valueOf(x->type, shape, true);
  Value high = valueOf(x->type, shape, true);
  return emit("stablehlo.clamp " + low.name + ", " + x->name + ", " +
                  high.name + " : (" + typeText(low) + ", " + typeText(*x) +
                  ", " + typeText(high) + ") -> " + typeText(*x),
              x->type, x->shape, std::max({x->bound, low.bound, high.bound}),
              x->error);
}

std::optional<Value> Generator::convertOp() {
  auto x = pickExact(0);
  if (!x)
    return std::nullopt;
  return convert(*x, randomType());
}

std::optional<Value> Generator::complexParts() {
  auto x = pick([](const Value &v) {
    return v.type == Type::C64 || v.type == Type::F32;
  });
  if (!x)
    return std::nullopt;
  if (x->type == Type::F32) {
    Value b = valueOf(Type::F32, x->shape, false);
    return emit("stablehlo.complex " + x->name + ", " + b.name + " : " +
                    typeText(Type::C64, x->shape),
                Type::C64, x->shape, x->bound + b.bound, x->error + b.error);
  }
  const char *op = choices.oneIn(2) ? "imag" : "real";
  return emit("stablehlo." + std::string(op) + " " + x->name + " : (" +
                  typeText(*x) + ") -> " + typeText(Type::F32, x->shape),
              Type::F32, x->shape, x->bound, x->error);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value Generator::emitMoved(const std::string &name, const Value &x,
                           const std::string &how, const Dims &shape) {
  return emit("stablehlo." + name + " " + x.name + how + " : (" + typeText(x) +
                  ") -> " + typeText(x.type, shape),
              x.type, shape, x.bound, x.error);
}

std::optional<Value> Generator::broadcast() {
  auto x = pick([](const Value &v) { return v.rank() <= 3 && v.size() < 300; });
  if (!x)
    return std::nullopt;
  Dims shape, dims;
  for (int64_t i = 0; i <= x->rank(); ++i) {
    if (choices.oneIn(i == x->rank() ? 2 : 4))
      shape.push_back(randomExtent());
    if (i == x->rank())
      break;
    dims.push_back(static_cast<int64_t>(shape.size()));
    int64_t extent = x->shape[i];
    shape.push_back(extent == 1 && choices.oneIn(2) ? randomExtent() : extent);
  }
  return emitMoved("broadcast_in_dim", *x, ", dims = [" + list(dims) + "]",
                   shape);
}

std::optional<Value> Generator::reshape() {
  auto x = pickAny(0);
  if (!x)
    return std::nullopt;
  // Merge neighbours, split by a factor, or add a dimension of 1.
  Dims shape = x->shape;
  for (int64_t i = choices.between(1, 2); i > 0; --i) {
    uint32_t kind = choices.below(3);
    if (kind == 0 && shape.size() > 1) {
      auto at = choices.below(static_cast<uint32_t>(shape.size() - 1));
      shape[at] *= shape[at + 1];
      shape.erase(shape.begin() + at + 1);
    } else if (kind == 1 && !shape.empty()) {
      auto at = choices.below(static_cast<uint32_t>(shape.size()));
      int64_t factor = shape[at] % 2 == 0 ? 2 : shape[at] % 3 == 0 ? 3 : 1;
      if (shape[at] == 0)
        factor = 1;
      shape[at] /= factor;
      shape.insert(shape.begin() + at + choices.below(2), factor);
    } else if (shape.size() < 5) {
      shape.insert(shape.begin() +
                       choices.below(static_cast<uint32_t>(shape.size() + 1)),
                   1);
    }
  }
  return emitMoved("reshape", *x, "", shape);
}

std::optional<Value> Generator::transpose() {
  auto x = pickAny(2);
  if (!x)
    return std::nullopt;
  Dims left(x->rank()), order, shape;
  for (int64_t i = 0; i < x->rank(); ++i)
    left[i] = x->rank() - 1 - i;
  while (!left.empty()) {
    auto at = choices.below(static_cast<uint32_t>(left.size()));
    order.push_back(left[at]);
    shape.push_back(x->shape[left[at]]);
    left.erase(left.begin() + at);
  }
  return emitMoved("transpose", *x, ", dims = [" + list(order) + "]", shape);
}

std::optional<Value> Generator::slice() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  std::string ranges;
  Dims shape;
  for (int64_t extent : x->shape) {
    int64_t low = 0, high = extent, stride = 1;
    if (choices.oneIn(2)) {
      low = choices.between(0, extent);
      high = choices.between(low, extent);
      stride = choices.between(1, 3);
    }
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(low) + ":" +
              std::to_string(high) +
              (stride > 1 ? ":" + std::to_string(stride) : "");
    shape.push_back((high - low + stride - 1) / stride);
  }
  return emitMoved("slice", *x, " [" + ranges + "]", shape);
}

std::optional<Value> Generator::pad() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  Value value = valueOf(x->type, {}, false);
  Dims low, high, interior, shape;
  for (int64_t extent : x->shape) {
    interior.push_back(choices.oneIn(4) ? choices.between(1, 2) : 0);
    int64_t inner = extent + std::max<int64_t>(extent - 1, 0) * interior.back();
    low.push_back(choices.oneIn(2) ? choices.between(0, 3) : 0);
    high.push_back(choices.oneIn(2) ? choices.between(0, 3) : 0);
    // A negative one cuts off.
    if (choices.oneIn(4) && inner + high.back() > 1)
      low.back() = -1;
    shape.push_back(inner + low.back() + high.back());
  }
  return emit("stablehlo.pad " + x->name + ", " + value.name + ", low = [" +
                  list(low) + "], high = [" + list(high) + "], interior = [" +
                  list(interior) + "] : (" + typeText(*x) + ", " +
                  typeText(value) + ") -> " + typeText(x->type, shape),
              x->type, shape, std::max(x->bound, value.bound),
              std::max(x->error, value.error));
}

std::optional<Value> Generator::concatenate() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  auto dim = choices.below(static_cast<uint32_t>(x->rank()));
  std::vector<Value> parts = {*x};
  for (int64_t i = choices.between(1, 2); i > 0; --i) {
    auto more = pick([&](const Value &v) {
      if (v.type != x->type || v.rank() != x->rank())
        return false;
      for (int64_t d = 0; d < v.rank(); ++d)
        if (d != dim && v.shape[d] != x->shape[d])
          return false;
      return true;
    });
    parts.push_back(*more);
  }
  Dims shape = x->shape;
  shape[dim] = 0;
  std::string names, types;
  double bound = 0, error = 0;
  for (const Value &part : parts) {
    shape[dim] += part.shape[dim];
    names += (names.empty() ? "" : ", ") + part.name;
    types += (types.empty() ? "" : ", ") + typeText(part);
    bound = std::max(bound, part.bound);
    error = std::max(error, part.error);
  }
  return emit("stablehlo.concatenate " + names +
                  ", dim = " + std::to_string(dim) + " : (" + types + ") -> " +
                  typeText(x->type, shape),
              x->type, shape, bound, error);
}

std::optional<Value> Generator::reverse() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  Dims dims;
  for (int64_t i = 0; i < x->rank(); ++i)
    if (choices.below(2) == 0)
      dims.push_back(i);
  return emit("stablehlo.reverse " + x->name + ", dims = [" + list(dims) +
                  "] : " + typeText(*x),
              x->type, x->shape, x->bound, x->error);
}

std::optional<Value> Generator::iota() {
  static const std::vector<Type> types = {Type::I32, Type::F32, Type::UI8,
                                          Type::I64, Type::BF16};
  Type type = choices.of(types);
  Dims shape = randomShape(3);
  if (shape.empty())
    shape.push_back(5);
  auto dim = choices.below(static_cast<uint32_t>(shape.size()));
  return emit("stablehlo.iota dim = " + std::to_string(dim) + " : " +
                  typeText(type, shape),
              type, shape, static_cast<double>(shape[dim]));
}

std::optional<Value> Generator::barrier() {
  auto x = pickAny(0), y = pickAny(0);
  if (!x)
    return std::nullopt;
  std::string name = fresh();
  line(name + ":2 = stablehlo.optimization_barrier " + x->name + ", " +
       y->name + " : " + typeText(*x) + ", " + typeText(*y));
  Value second = *y;
  second.name = name + "#1";
  pool.push_back(second);
  Value first = *x;
  first.name = name + "#0";
  return first;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

std::optional<Value> Generator::dynamicSlice() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  std::string names, types;
  Dims sizes;
  for (int64_t extent : x->shape) {
    Value at = valueOf(Type::I32, {}, true);
    names += ", " + at.name;
    types += ", " + typeText(at);
    sizes.push_back(choices.oneIn(2) ? choices.between(0, extent) : extent);
  }
  return emit("stablehlo.dynamic_slice " + x->name + names + ", sizes = [" +
                  list(sizes) + "] : (" + typeText(*x) + types + ") -> " +
                  typeText(x->type, sizes),
              x->type, sizes, x->bound, x->error);
}

std::optional<Value> Generator::dynamicUpdateSlice() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  Dims sizes;
  for (int64_t extent : x->shape)
    sizes.push_back(choices.oneIn(2) ? choices.between(0, extent) : extent);
  Value update = valueOf(x->type, sizes, false);
  std::string names, types;
  for (size_t i = 0; i < sizes.size(); ++i) {
    Value at = valueOf(Type::I32, {}, true);
    names += ", " + at.name;
    types += ", " + typeText(at);
  }
  return emit("stablehlo.dynamic_update_slice " + x->name + ", " + update.name +
                  names + " : (" + typeText(*x) + ", " + typeText(update) +
                  types + ") -> " + typeText(*x),
              x->type, x->shape, std::max(x->bound, update.bound),
              std::max(x->error, update.error));
}

std::optional<Value> Generator::gather() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 && v.rank() <= 3 && v.shape[0] > 0;
  });
  if (!x)
    return std::nullopt;
  // Rows, or windows of rows, at positions that may be out of range.
  const bool collapsed = choices.below(4) < 3;
  Dims batch = randomShape(2);
  Dims indexShape = batch;
  indexShape.push_back(1);
  Value indices = valueOf(Type::I32, indexShape, true);
  Dims sizes = x->shape, offsets, shape = batch;
  sizes[0] = collapsed ? 1 : choices.between(1, x->shape[0]);
  for (int64_t i = collapsed ? 1 : 0; i < x->rank(); ++i) {
    offsets.push_back(static_cast<int64_t>(shape.size()));
    shape.push_back(sizes[i]);
  }
  std::string numbers;
  if (!offsets.empty())
    numbers += "offset_dims = [" + list(offsets) + "], ";
  if (collapsed)
    numbers += "collapsed_slice_dims = [0], ";
  return emit("\"stablehlo.gather\"(" + x->name + ", " + indices.name +
                  ") <{dimension_numbers = #stablehlo.gather<" + numbers +
                  "start_index_map = [0], index_vector_dim = " +
                  std::to_string(batch.size()) +
                  ">, indices_are_sorted = false, slice_sizes = array<i64: " +
                  list(sizes) + ">}> : (" + typeText(*x) + ", " +
                  typeText(indices) + ") -> " + typeText(x->type, shape),
              x->type, shape, x->bound, x->error);
}

std::optional<Value> Generator::scatter() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 && v.rank() <= 3 && v.shape[0] > 0;
  });
  if (!x)
    return std::nullopt;
  // Rows to add; positions may repeat and may be out of range.
  int64_t count = randomExtent();
  Value source = small(*x, static_cast<double>(count) + 1);
  Value indices = valueOf(Type::I32, {count, 1}, true);
  Dims updateShape = source.shape, windows;
  updateShape[0] = count;
  for (int64_t i = 1; i < source.rank(); ++i)
    windows.push_back(i);
  Value updates = small(valueOf(source.type, updateShape, false),
                        static_cast<double>(count) + 1);
  bool order = isOrdered(source.type) && choices.oneIn(3);
  double bound =
      order ? std::max(source.bound, updates.bound)
            : source.bound + static_cast<double>(count) * updates.bound;
  double error = source.error + static_cast<double>(count) * updates.error;
  if (error > 0)
    error += epsilonOf(source.type) * bound * static_cast<double>(count);
  return emit(
      "\"stablehlo.scatter\"(" + source.name + ", " + indices.name + ", " +
          updates.name +
          ") <{indices_are_sorted = false, scatter_dimension_numbers = "
          "#stablehlo.scatter<" +
          (windows.empty() ? ""
                           : "update_window_dims = [" + list(windows) + "], ") +
          "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
          "index_vector_dim = 1>, unique_indices = false}> " +
          scalarBody(order ? "maximum" : "add", source.type) + " : (" +
          typeText(source) + ", " + typeText(indices) + ", " +
          typeText(updates) + ") -> " + typeText(source),
      source.type, source.shape, bound, error);
}
