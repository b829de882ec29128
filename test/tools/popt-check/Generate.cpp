//===- Generate.cpp - Programs made up at random: frame and operands ------===//
#include "Generate.h"

#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace popt;
using namespace popt::check;
using popt::reference::ElementType;

std::string popt::check::list(const Dims &numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

std::string popt::check::typeText(ElementType type, const Dims &shape) {
  std::string text = "tensor<";
  for (int64_t extent : shape)
    text += std::to_string(extent) + "x";
  if (type == ElementType::C64)
    return text + "complex<f32>>";
  if (type == ElementType::C128)
    return text + "complex<f64>>";
  return text + reference::name(type) + ">";
}

double popt::check::exactLimit(ElementType type) {
  switch (type) {
  case ElementType::BF16:
    return 256;
  case ElementType::F16:
    return 2048;
  case ElementType::F32:
  case ElementType::C64:
    return 1 << 24;
  case ElementType::F64:
  case ElementType::C128:
    return 9e15;
  case ElementType::I1:
    return 1;
  default:
    return std::ldexp(1.0, static_cast<int>(reference::byteWidth(type)) * 8 -
                               (reference::isSigned(type) ? 1 : 0)) -
           1;
  }
}

void Generator::line(const std::string &statement) {
  text +=
      std::string(static_cast<size_t>(depth) * 2 + 2, ' ') + statement + "\n";
}

Value Generator::emit(const std::string &operation, Type type,
                      const Dims &shape, double bound, double error) {
  Value value{fresh(), type, shape, bound, error};
  line(value.name + " = " + operation);
  // Integers wrap: what overflows may be anything.
  if (reference::isInteger(type))
    value.bound = std::min(bound, exactLimit(type) + 1);
  return value;
}

Value Generator::constant(Type type, const Dims &shape, int64_t number) {
  std::string element = std::to_string(number);
  if (type == Type::I1)
    element = number ? "true" : "false";
  else if (reference::isComplex(type))
    element = "(" + element + ".0, 0.0)";
  else if (reference::isFloat(type))
    element += ".0";
  bool empty = reference::numElements(shape) == 0;
  return emit("stablehlo.constant dense<" + (empty ? "" : element) +
                  "> : " + typeText(type, shape),
              type, shape, std::abs(static_cast<double>(number)));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Generator::Type Generator::randomType() {
  static const std::vector<Type> types = {
      Type::F32, Type::F32,  Type::I32, Type::F32, Type::BF16, Type::I1,
      Type::F64, Type::UI8,  Type::I64, Type::F16, Type::I8,   Type::C64,
      Type::I16, Type::UI32, Type::F32, Type::I32};
  return choices.of(types);
}

int64_t Generator::randomExtent() {
  static const std::vector<int64_t> extents = {2, 4, 3, 5,  7, 8,
                                               6, 1, 4, 13, 5, 0};
  return choices.of(extents);
}

Dims Generator::randomShape(int64_t maxRank) {
  Dims shape;
  for (int64_t i = choices.between(0, maxRank); i > 0; --i) {
    shape.push_back(randomExtent());
    if (reference::numElements(shape) > 600)
      shape.back() = 2;
  }
  return shape;
}

std::optional<Value>
Generator::pick(llvm::function_ref<bool(const Value &)> suits) {
  std::vector<const Value *> found;
  for (const Value &value : llvm::reverse(pool))
    if (suits(value))
      found.push_back(&value);
  if (found.empty())
    return std::nullopt;
  // Late values, so that programs are deep.
  return *found[choices.below(std::min<uint32_t>(found.size(), 6))];
}

std::optional<Value> Generator::pickExact(int64_t minRank) {
  return pick([&](const Value &value) {
    return value.error == 0 && value.rank() >= minRank;
  });
}

std::optional<Value> Generator::pickAny(int64_t minRank) {
  return pick([&](const Value &value) { return value.rank() >= minRank; });
}

Value Generator::convert(const Value &value, Type type) {
  if (value.type == type)
    return value;
  Value source = value;
  // A conversion out of range is not the same everywhere.
  if (!reference::isInteger(source.type) || !reference::isInteger(type))
    source = tame(value, std::min(exactLimit(type), 100.0));
  if (reference::isComplex(source.type) && !reference::isComplex(type)) {
    Type part = source.type == Type::C64 ? Type::F32 : Type::F64;
    source = emit("stablehlo.real " + source.name + " : (" + typeText(source) +
                      ") -> " + typeText(part, source.shape),
                  part, source.shape, source.bound, source.error);
    if (part == type)
      return source;
  }
  // -1 as an unsigned number is no small number.
  if (!reference::isInteger(source.type) && reference::isInteger(type) &&
      !reference::isSigned(type) && type != Type::I1)
    source = emit("stablehlo.abs " + source.name + " : " + typeText(source),
                  source.type, source.shape, source.bound, source.error);
  double bound =
      type == Type::I1 ? 1
      : reference::isInteger(type) && reference::isInteger(source.type)
          ? exactLimit(type)
          : source.bound;
  return emit("stablehlo.convert " + source.name + " : (" + typeText(source) +
                  ") -> " + typeText(type, source.shape),
              type, source.shape, bound, source.error);
}

Value Generator::tame(const Value &value, double limit) {
  if (value.bound <= limit || value.type == Type::I1)
    return value;
  if (reference::isComplex(value.type)) {
    // No order, no clamp: start again from something small.
    return constant(value.type, value.shape, 2);
  }
  const bool isSigned =
      reference::isFloat(value.type) || reference::isSigned(value.type);
  Value low = constant(value.type, {}, isSigned ? -3 : 0);
  Value high = constant(value.type, {}, 4);
  return emit("stablehlo.clamp " + low.name + ", " + value.name + ", " +
                  high.name + " : (" + typeText(low) + ", " + typeText(value) +
                  ", " + typeText(high) + ") -> " + typeText(value),
              value.type, value.shape, 4, value.error);
}

Value Generator::small(const Value &value, double terms) {
  if (reference::isInteger(value.type))
    return value;
  double limit = std::sqrt(exactLimit(value.type) / std::max(terms, 1.0));
  return tame(value, std::max(4.0, limit / 2));
}

Value Generator::valueOf(Type type, const Dims &shape, bool exact) {
  auto usable = [&](const Value &value) { return !exact || value.error == 0; };
  auto same = pick([&](const Value &value) {
    return usable(value) && value.type == type && value.shape == shape;
  });
  if (same && choices.below(4) < 3)
    return *same;
  // Something of that shape in another type, or of another shape.
  auto other = pick([&](const Value &value) {
    return usable(value) && value.shape == shape &&
           (value.error == 0 || reference::isFloat(type));
  });
  if (other)
    return convert(*other, type);
  auto equalSize = pick([&](const Value &value) {
    return usable(value) && value.error == 0 &&
           value.size() == reference::numElements(shape) && value.rank() > 0;
  });
  if (equalSize) {
    Value source = convert(*equalSize, type);
    return emit("stablehlo.reshape " + source.name + " : (" + typeText(source) +
                    ") -> " + typeText(type, shape),
                type, shape, source.bound, source.error);
  }
  auto spreadable = pick([&](const Value &value) {
    return usable(value) && value.error == 0 && value.rank() <= 1 &&
           (value.rank() == 0 || llvm::is_contained(shape, value.shape[0]));
  });
  if (spreadable && choices.below(4) < 3) {
    Value source = convert(*spreadable, type);
    std::string dims;
    if (source.rank() == 1)
      dims = std::to_string(llvm::find(shape, source.shape[0]) - shape.begin());
    return emit("stablehlo.broadcast_in_dim " + source.name + ", dims = [" +
                    dims + "] : (" + typeText(source) + ") -> " +
                    typeText(type, shape),
                type, shape, source.bound, source.error);
  }
  if (!shape.empty() && type != Type::I1 && !reference::isComplex(type)) {
    auto dim = choices.below(static_cast<uint32_t>(shape.size()));
    return emit("stablehlo.iota dim = " + std::to_string(dim) + " : " +
                    typeText(type, shape),
                type, shape, static_cast<double>(shape[dim]));
  }
  return constant(type, shape, choices.between(0, 3));
}

//===----------------------------------------------------------------------===//
// Frame
//===----------------------------------------------------------------------===//

void Generator::statements(unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const Recipe &recipe =
        recipes()[choices.below(static_cast<uint32_t>(recipes().size()))];
    std::optional<Value> value = (this->*recipe.write)();
    // An error that has grown to the size of the value says nothing any more.
    if (value && value->error < 1e-3 && value->size() <= 3000)
      pool.push_back(std::move(*value));
  }
}

Value Generator::branch(Type type, const Dims &shape) {
  size_t outside = pool.size();
  ++depth;
  statements(choices.below(4));
  Value value = valueOf(type, shape, /*exact=*/true);
  line("stablehlo.return " + value.name + " : " + typeText(value));
  --depth;
  pool.resize(outside);
  return value;
}

std::string Generator::scalarBody(const char *op, Type type) {
  std::string scalar = typeText(type, {});
  std::string a = fresh(), b = fresh(), c = fresh();
  return "({\n    ^bb0(" + a + ": " + scalar + ", " + b + ": " + scalar +
         "):\n      " + c + " = stablehlo." + op + " " + a + ", " + b + " : " +
         scalar + "\n      stablehlo.return " + c + " : " + scalar + "\n    })";
}

std::string Generator::customBody(Type type) {
  std::string scalar = typeText(type, {});
  return "({\n    ^bb0(%a: " + scalar + ", %b: " + scalar +
         "):\n      %p = stablehlo.multiply %a, %b : " + scalar +
         "\n      %s = stablehlo.add %a, %b : " + scalar +
         "\n      %r = stablehlo.add %p, %s : " + scalar +
         "\n      stablehlo.return %r : " + scalar + "\n    })";
}

std::string Generator::program() {
  for (int64_t i = choices.between(1, 4); i > 0; --i) {
    Type type = randomType();
    Value value{fresh(), type, randomShape(4), 4, 0};
    if (type == Type::I1)
      value.bound = 1;
    arguments.push_back(value);
    pool.push_back(value);
  }
  statements(static_cast<unsigned>(choices.between(1, 14)));
  // The last value, and others that would else be dead.
  results.push_back(pool.back());
  for (int64_t i = choices.between(0, 3); i > 0; --i)
    results.push_back(pool[pool.size() - 1 -
                           choices.below(static_cast<uint32_t>(pool.size()))]);

  auto list = [](const std::vector<Value> &values, bool names, bool types) {
    std::string text;
    for (const Value &value : values)
      text += (text.empty() ? "" : ", ") + (names ? value.name : "") +
              (names && types ? ": " : "") + (types ? typeText(value) : "");
    return text;
  };
  return "module @random {\n" +
         (mesh ? "  dist.mesh @mesh = " + mesh->str() + "\n" : std::string()) +
         "  func.func public @main(" + list(arguments, true, true) + ") -> (" +
         list(results, false, true) + ") {\n" + text + "    return " +
         list(results, true, false) + " : " + list(results, false, true) +
         "\n  }\n}\n";
}
