//===- GenerateReductions.cpp - Random programs: sums, windows, regions ---===//
#include "Generate.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace popt;
using namespace popt::check;
using popt::reference::ElementType;

using Type = ElementType;

static std::string array(const Dims &numbers) {
  return "array<i64" + std::string(numbers.empty() ? "" : ": ") +
         list(numbers) + ">";
}

static bool isOrdered(Type type) { return !reference::isComplex(type); }
static double epsilonOf(Type type) { return type == Type::F64 ? 1e-14 : 1e-6; }

/// What a sum of so many of these may be wrong by.
static double errorOfSum(const Value &value, double terms) {
  if (value.error == 0)
    return 0;
  return terms * (value.error + epsilonOf(value.type) * value.bound);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// A reduction operation for a type.
static const char *reducer(Choices &choices, Type type) {
  static const std::vector<const char *> floats = {"add", "maximum", "minimum",
                                                   "add"};
  static const std::vector<const char *> integers = {
      "add", "maximum", "minimum", "multiply", "and", "or", "xor"};
  static const std::vector<const char *> booleans = {"or", "and", "add",
                                                     "maximum", "xor"};
  if (reference::isComplex(type))
    return "add";
  return choices.of(type == Type::I1           ? booleans
                    : reference::isFloat(type) ? floats
                                               : integers);
}

std::optional<Value> Generator::reduce() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  const std::string op = reducer(choices, x->type);
  Dims dims, shape;
  double terms = 1;
  for (int64_t i = 0; i < x->rank(); ++i)
    if (choices.below(2) == 0 || (dims.empty() && i + 1 == x->rank())) {
      dims.push_back(i);
      terms *= static_cast<double>(x->shape[i]);
    } else {
      shape.push_back(x->shape[i]);
    }
  Value source = op == "add" ? tame(small(*x, terms + 1),
                                    exactLimit(x->type) / (terms + 4))
                             : *x;
  Value init = small(valueOf(x->type, {}, true), terms + 1);
  bool sum = op == "add";
  return emit("stablehlo.reduce(" + source.name + " init: " + init.name +
                  ") applies stablehlo." + op + " across dimensions = [" +
                  list(dims) + "] : (" + typeText(source) + ", " +
                  typeText(init) + ") -> " + typeText(x->type, shape),
              x->type, shape,
              sum ? terms * source.bound + init.bound
                  : std::max(source.bound, init.bound),
              sum ? errorOfSum(source, terms) : source.error);
}

/// Exact values of some rank with an order.
static bool hasOrderedRows(const Value &v) {
  return v.rank() >= 1 && v.error == 0 && isOrdered(v.type) &&
         v.type != Type::I1;
}

std::optional<Value> Generator::argmax() {
  auto x = pick(hasOrderedRows);
  if (!x)
    return std::nullopt;
  auto dim = choices.below(static_cast<uint32_t>(x->rank()));
  Dims shape = x->shape;
  shape.erase(shape.begin() + dim);
  Value positions = emit("stablehlo.iota dim = " + std::to_string(dim) + " : " +
                             typeText(Type::I32, x->shape),
                         Type::I32, x->shape, 100);
  Value least = constant(
      x->type, {},
      reference::isFloat(x->type) || reference::isSigned(x->type) ? -7 : 0);
  Value zero = constant(Type::I32, {}, 0);
  std::string scalar = typeText(x->type, {}), index = "tensor<i32>";
  std::string name = fresh();
  std::string result =
      typeText(x->type, shape) + ", " + typeText(Type::I32, shape);
  // The first of the largest, as JAX writes it.
  line(name + ":2 = \"stablehlo.reduce\"(" + x->name + ", " + positions.name +
       ", " + least.name + ", " + zero.name +
       ") <{dimensions = " + array({dim}) + "}> ({");
  line("^bb0(%a: " + scalar + ", %i: " + index + ", %b: " + scalar +
       ", %j: " + index + "):");
  line("  %larger = stablehlo.compare GT, %a, %b : (" + scalar + ", " + scalar +
       ") -> tensor<i1>");
  line("  %equal = stablehlo.compare EQ, %a, %b : (" + scalar + ", " + scalar +
       ") -> tensor<i1>");
  line("  %first = stablehlo.compare LT, %i, %j : (" + index + ", " + index +
       ") -> tensor<i1>");
  line("  %tie = stablehlo.and %equal, %first : tensor<i1>");
  line("  %take = stablehlo.or %larger, %tie : tensor<i1>");
  line("  %v = stablehlo.select %take, %a, %b : tensor<i1>, " + scalar);
  line("  %k = stablehlo.select %take, %i, %j : tensor<i1>, " + index);
  line("  stablehlo.return %v, %k : " + scalar + ", " + index);
  line("}) : (" + typeText(*x) + ", " + typeText(positions) + ", " + scalar +
       ", " + index + ") -> (" + result + ")");
  pool.push_back({name + "#0", x->type, shape, std::max(x->bound, 7.0), 0});
  return Value{name + "#1", Type::I32, shape, 100, 0};
}

std::optional<Value> Generator::reduceWindow() {
  auto x = pickAny(1);
  if (!x)
    return std::nullopt;
  const std::string op = reducer(choices, x->type);
  const size_t rank = x->shape.size();
  Dims window(rank, 1), strides(rank, 1), base(rank, 1), dilation(rank, 1);
  Dims shape;
  std::string padding;
  double terms = 1;
  for (size_t i = 0; i < rank; ++i) {
    int64_t low = 0, high = 0;
    if (choices.below(2) == 0) {
      window[i] = choices.between(1, 4);
      strides[i] = choices.between(1, 3);
      if (choices.oneIn(4))
        dilation[i] = 2;
      if (choices.oneIn(6))
        base[i] = 2;
      low = choices.between(0, 2);
      high = choices.between(0, 2);
    }
    terms *= static_cast<double>(window[i]);
    int64_t extent =
        (x->shape[i] == 0 ? 0 : (x->shape[i] - 1) * base[i] + 1) + low + high;
    int64_t reach = (window[i] - 1) * dilation[i] + 1;
    shape.push_back(extent < reach ? 0 : (extent - reach) / strides[i] + 1);
    padding += (padding.empty() ? "[" : ", [") + std::to_string(low) + ", " +
               std::to_string(high) + "]";
  }
  // A window with nothing in it would divide a tensor of nothing.
  Value source = tame(small(*x, terms + 1), exactLimit(x->type) / (terms + 4));
  Value init = small(valueOf(x->type, {}, true), terms + 1);
  bool sum = op == "add";
  return emit("\"stablehlo.reduce_window\"(" + source.name + ", " + init.name +
                  ") <{base_dilations = " + array(base) +
                  ", padding = dense<[" + padding + "]> : tensor<" +
                  std::to_string(rank) + "x2xi64>, window_dilations = " +
                  array(dilation) + ", window_dimensions = " + array(window) +
                  ", window_strides = " + array(strides) + "}> " +
                  scalarBody(op.c_str(), x->type) + " : (" + typeText(source) +
                  ", " + typeText(init) + ") -> " + typeText(x->type, shape),
              x->type, shape,
              sum ? terms * source.bound + init.bound
                  : std::max(source.bound, init.bound),
              sum ? errorOfSum(source, terms) : source.error);
}

std::optional<Value> Generator::cumulative() {
  auto x = pick([](const Value &v) { return v.rank() >= 1 && v.size() > 0; });
  if (!x)
    return std::nullopt;
  const std::string op = reducer(choices, x->type);
  const size_t rank = x->shape.size();
  auto dim = choices.below(static_cast<uint32_t>(rank));
  Dims ones(rank, 1), window = ones;
  window[dim] = x->shape[dim];
  const bool backward = choices.oneIn(3);
  std::string padding;
  for (size_t i = 0; i < rank; ++i) {
    std::string reach = std::to_string(i == dim ? x->shape[dim] - 1 : 0);
    padding += (padding.empty() ? "[" : ", [") +
               (backward ? "0, " + reach : reach + ", 0") + "]";
  }
  double terms = static_cast<double>(x->shape[dim]);
  Value source = tame(small(*x, terms + 1), exactLimit(x->type) / (terms + 4));
  bool sum = op == "add";
  // The element that changes nothing, or another that counts for every result.
  int64_t start = op == "and" || op == "multiply" ? 1 : 0;
  Value init = constant(x->type, {}, start);
  return emit("\"stablehlo.reduce_window\"(" + source.name + ", " + init.name +
                  ") <{padding = dense<[" + padding + "]> : tensor<" +
                  std::to_string(rank) + "x2xi64>, window_dimensions = " +
                  array(window) + ", window_strides = " + array(ones) + "}> " +
                  scalarBody(op.c_str(), x->type) + " : (" + typeText(source) +
                  ", " + typeText(init) + ") -> " + typeText(*x),
              x->type, x->shape,
              sum ? terms * source.bound : std::max(source.bound, 1.0),
              sum ? errorOfSum(source, terms) : source.error);
}

std::optional<Value> Generator::selectAndScatter() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 && v.rank() <= 3 && v.error == 0 && v.size() > 0 &&
           reference::isFloat(v.type);
  });
  if (!x)
    return std::nullopt;
  const size_t rank = x->shape.size();
  Dims window(rank, 1), strides(rank, 1), shape;
  double terms = 1;
  for (size_t i = 0; i < rank; ++i) {
    if (choices.below(2) == 0) {
      window[i] = choices.between(1, std::min<int64_t>(3, x->shape[i]));
      strides[i] = choices.between(1, 2);
    }
    terms *= static_cast<double>(window[i]);
    shape.push_back((x->shape[i] - window[i]) / strides[i] + 1);
  }
  Value source = small(valueOf(x->type, shape, false), terms + 1);
  Value init = constant(x->type, {}, 0);
  std::string scalar = typeText(x->type, {});
  std::string zeros;
  for (size_t i = 0; i < rank; ++i)
    zeros += i ? ", [0, 0]" : "[0, 0]";
  std::string a = fresh(), b = fresh(), c = fresh();
  return emit(
      "\"stablehlo.select_and_scatter\"(" + x->name + ", " + source.name +
          ", " + init.name + ") <{padding = dense<[" + zeros + "]> : tensor<" +
          std::to_string(rank) +
          "x2xi64>, window_dimensions = " + array(window) +
          ", window_strides = " + array(strides) + "}> ({\n    ^bb0(" + a +
          ": " + scalar + ", " + b + ": " + scalar + "):\n      " + c +
          " = stablehlo.compare GE, " + a + ", " + b + " : (" + scalar + ", " +
          scalar + ") -> tensor<i1>\n      stablehlo.return " + c +
          " : tensor<i1>\n    }, " + scalarBody("add", x->type).substr(1) +
          " : (" + typeText(*x) + ", " + typeText(source) + ", " + scalar +
          ") -> " + typeText(*x),
      x->type, x->shape, terms * source.bound, errorOfSum(source, terms));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

std::optional<Value> Generator::dot() {
  auto x =
      pick([](const Value &v) { return v.rank() >= 1 && v.type != Type::I1; });
  if (!x)
    return std::nullopt;
  // Each dimension of the left side is free, contracted or batch.
  Dims leftBatch, leftContracted, batchShape, rightShape, shape;
  double terms = 1;
  for (int64_t i = 0; i < x->rank(); ++i) {
    uint32_t kind =
        i + 1 == x->rank() && leftContracted.empty() ? 1 : choices.below(3);
    if (kind == 2)
      leftBatch.push_back(i);
    else if (kind == 1)
      leftContracted.push_back(i);
  }
  for (int64_t i : leftBatch) {
    rightShape.push_back(x->shape[i]);
    shape.push_back(x->shape[i]);
  }
  for (int64_t i = 0; i < x->rank(); ++i)
    if (!llvm::is_contained(leftBatch, i) &&
        !llvm::is_contained(leftContracted, i))
      shape.push_back(x->shape[i]);
  Dims rightBatch, rightContracted;
  for (size_t i = 0; i < leftBatch.size(); ++i)
    rightBatch.push_back(static_cast<int64_t>(i));
  const bool freeFirst = choices.oneIn(2);
  const int64_t free = choices.oneIn(4) ? -1 : randomExtent();
  if (freeFirst && free >= 0)
    rightShape.push_back(free);
  for (int64_t i : leftContracted) {
    rightContracted.push_back(static_cast<int64_t>(rightShape.size()));
    rightShape.push_back(x->shape[i]);
    terms *= static_cast<double>(x->shape[i]);
  }
  if (!freeFirst && free >= 0)
    rightShape.push_back(free);
  if (free >= 0)
    shape.push_back(free);
  if (reference::isComplex(x->type))
    terms *= 2;
  Value left = small(*x, terms + 1);
  Value right = small(valueOf(x->type, rightShape, false), terms + 1);
  double bound = terms * left.bound * right.bound;
  double error = terms * (left.error * right.bound + right.error * left.bound);
  if (error > 0)
    error += epsilonOf(x->type) * bound * terms;
  std::string batching = leftBatch.empty()
                             ? ""
                             : "batching_dims = [" + list(leftBatch) + "] x [" +
                                   list(rightBatch) + "], ";
  return emit("stablehlo.dot_general " + left.name + ", " + right.name + ", " +
                  batching + "contracting_dims = [" + list(leftContracted) +
                  "] x [" + list(rightContracted) + "] : (" + typeText(left) +
                  ", " + typeText(right) + ") -> " + typeText(x->type, shape),
              x->type, shape, bound, error);
}

std::optional<Value> Generator::convolution() {
  auto x = pick([](const Value &v) {
    return v.rank() == 3 && reference::isFloat(v.type) && v.size() > 0;
  });
  if (!x) {
    auto other = pick([](const Value &v) {
      return v.size() > 0 && v.size() < 200 && isOrdered(v.type);
    });
    if (!other)
      return std::nullopt;
    Value source = convert(*other, Type::F32);
    x = valueOf(Type::F32, {2, 6, 4}, false);
  }
  // b x s x f, kernel k x i x o.
  const int64_t features = x->shape[2];
  int64_t groups = features % 2 == 0 && choices.oneIn(4) ? 2 : 1;
  int64_t outputs = choices.between(1, 3) * groups;
  int64_t window = choices.between(1, 3), stride = choices.between(1, 2);
  int64_t low = choices.between(0, 2), high = choices.between(0, 2);
  int64_t dilateLeft = choices.oneIn(4) ? 2 : 1;
  int64_t dilateRight = choices.oneIn(4) ? 2 : 1;
  bool reversed = choices.oneIn(4);
  int64_t extent = (x->shape[1] - 1) * dilateLeft + 1 + low + high;
  int64_t reach = (window - 1) * dilateRight + 1;
  if (extent < reach)
    return std::nullopt;
  double terms = static_cast<double>(window * features / groups);
  Value left = small(*x, terms + 1);
  Value right = small(
      valueOf(x->type, {window, features / groups, outputs}, false), terms + 1);
  Dims shape = {x->shape[0], (extent - reach) / stride + 1, outputs};
  double bound = terms * left.bound * right.bound;
  double error = terms * (left.error * right.bound + right.error * left.bound);
  if (error > 0)
    error += epsilonOf(x->type) * bound * terms;
  auto one = [](int64_t number) { return "[" + std::to_string(number) + "]"; };
  return emit("stablehlo.convolution(" + left.name + ", " + right.name +
                  ") dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
                  "{stride = " +
                  one(stride) + ", pad = [[" + std::to_string(low) + ", " +
                  std::to_string(high) + "]], lhs_dilate = " + one(dilateLeft) +
                  ", rhs_dilate = " + one(dilateRight) + ", reverse = [" +
                  (reversed ? "true" : "false") +
                  "]} {batch_group_count = 1 : i64, feature_group_count = " +
                  std::to_string(groups) + " : i64} : (" + typeText(left) +
                  ", " + typeText(right) + ") -> " + typeText(x->type, shape),
              x->type, shape, bound, error);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

std::optional<Value> Generator::sort() {
  auto x = pick(hasOrderedRows);
  if (!x)
    return std::nullopt;
  auto dim = choices.below(static_cast<uint32_t>(x->rank()));
  std::string direction = choices.oneIn(2) ? "GT" : "LT";
  std::string scalar = typeText(x->type, {});
  if (choices.below(2) == 0)
    return emit("\"stablehlo.sort\"(" + x->name +
                    ") <{dimension = " + std::to_string(dim) +
                    " : i64, is_stable = true}> ({\n    ^bb0(%a: " + scalar +
                    ", %b: " + scalar + "):\n      %c = stablehlo.compare " +
                    direction + ", %a, %b : (" + scalar + ", " + scalar +
                    ") -> tensor<i1>\n      stablehlo.return %c : "
                    "tensor<i1>\n    }) : (" +
                    typeText(*x) + ") -> " + typeText(*x),
                x->type, x->shape, x->bound);
  // With another tensor that follows.
  Value y = valueOf(randomType(), x->shape, true);
  std::string other = typeText(y.type, {});
  std::string name = fresh();
  line(name + ":2 = \"stablehlo.sort\"(" + x->name + ", " + y.name +
       ") <{dimension = " + std::to_string(dim) +
       " : i64, is_stable = true}> ({");
  line("^bb0(%a: " + scalar + ", %b: " + scalar + ", %d: " + other +
       ", %e: " + other + "):");
  line("  %c = stablehlo.compare " + direction + ", %a, %b : (" + scalar +
       ", " + scalar + ") -> tensor<i1>");
  line("  stablehlo.return %c : tensor<i1>");
  line("}) : (" + typeText(*x) + ", " + typeText(y) + ") -> (" + typeText(*x) +
       ", " + typeText(y) + ")");
  pool.push_back({name + "#0", x->type, x->shape, x->bound, 0});
  return Value{name + "#1", y.type, y.shape, y.bound, 0};
}

std::optional<Value> Generator::topK() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 && v.error == 0 && isOrdered(v.type) &&
           v.type != Type::I1 && v.shape.back() > 0;
  });
  if (!x)
    return std::nullopt;
  Dims shape = x->shape;
  shape.back() = choices.between(1, shape.back());
  std::string name = fresh();
  line(name + ":2 = chlo.top_k(" + x->name + ", k = " +
       std::to_string(shape.back()) + ") : " + typeText(*x) + " -> (" +
       typeText(x->type, shape) + ", " + typeText(Type::I32, shape) + ")");
  pool.push_back({name + "#0", x->type, shape, x->bound, 0});
  return Value{name + "#1", Type::I32, shape, 100, 0};
}

std::optional<Value> Generator::randomBits() {
  Value state = valueOf(Type::UI64, {2}, true);
  Dims shape = randomShape(3);
  std::string name = fresh();
  line(name + ":2 = stablehlo.rng_bit_generator " + state.name +
       ", algorithm = THREE_FRY : (" + typeText(state) + ") -> (" +
       typeText(state) + ", " + typeText(Type::UI32, shape) + ")");
  return Value{name + "#1", Type::UI32, shape, exactLimit(Type::UI32), 0};
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

std::optional<Value> Generator::branches(bool isIf) {
  auto x = pickExact(0);
  if (!x || depth > 2)
    return std::nullopt;
  Value selector = valueOf(isIf ? Type::I1 : Type::I32, {}, true);
  std::string name = fresh();
  line(name + " = \"stablehlo." + (isIf ? "if" : "case") + "\"(" +
       selector.name + ") ({");
  double bound = 0;
  for (int64_t i = isIf ? 2 : choices.between(1, 3); i > 0; --i) {
    bound = std::max(bound, branch(x->type, x->shape).bound);
    line(i > 1 ? "}, {"
               : "}) : (" + typeText(selector) + ") -> " + typeText(*x));
  }
  return Value{name, x->type, x->shape, bound, 0};
}

std::optional<Value> Generator::whileLoop() {
  auto x = pickExact(0);
  if (!x || depth > 2)
    return std::nullopt;
  Value start = tame(*x, 4);
  Value zero = constant(Type::I32, {}, 0);
  int64_t trips = choices.between(0, 3);
  std::string name = fresh(), counter = fresh(), carry = fresh();
  std::string type = typeText(start);
  line(name + ":2 = stablehlo.while(" + counter + " = " + zero.name + ", " +
       carry + " = " + start.name + ") : tensor<i32>, " + type);
  line("cond {");
  ++depth;
  Value limit = constant(Type::I32, {}, trips);
  Value go = emit("stablehlo.compare LT, " + counter + ", " + limit.name +
                      ", SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>",
                  Type::I1, {}, 1);
  line("stablehlo.return " + go.name + " : tensor<i1>");
  --depth;
  line("} do {");
  ++depth;
  size_t outside = pool.size();
  pool.push_back({counter, Type::I32, {}, 4, 0});
  pool.push_back({carry, start.type, start.shape, 4, 0});
  statements(choices.below(4));
  Value one = constant(Type::I32, {}, 1);
  Value next =
      emit("stablehlo.add " + counter + ", " + one.name + " : tensor<i32>",
           Type::I32, {}, 4);
  // What goes round must stay small.
  Value last = valueOf(start.type, start.shape, true);
  if (!reference::isInteger(last.type))
    last = tame(last, 4);
  line("stablehlo.return " + next.name + ", " + last.name + " : tensor<i32>, " +
       type);
  --depth;
  pool.resize(outside);
  line("}");
  double bound = reference::isInteger(start.type) ? exactLimit(start.type) : 4;
  return Value{name + "#1", start.type, start.shape, bound, 0};
}
