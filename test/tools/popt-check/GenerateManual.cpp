//===- GenerateManual.cpp - Random programs: matrices, draws, regions -----===//
//
// Factorisations and solves of matrices that are made well conditioned, numbers
// drawn by rng, windows reduced by a body that is no monoid, and regions that
// are partitioned by hand, with a collective over one axis of the mesh inside.
//
//===----------------------------------------------------------------------===//
#include "Generate.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace popt;
using namespace popt::check;

using Type = reference::ElementType;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// `kept` on and below (or above) the diagonal of the last two dims, `other`
/// elsewhere.
Value Generator::triangle(const Value &kept, const Value &other, bool lower) {
  const auto rank = static_cast<size_t>(kept.rank());
  Value row = emit("stablehlo.iota dim = " + std::to_string(rank - 2) + " : " +
                       typeText(Type::I32, kept.shape),
                   Type::I32, kept.shape, 100);
  Value column = emit("stablehlo.iota dim = " + std::to_string(rank - 1) +
                          " : " + typeText(Type::I32, kept.shape),
                      Type::I32, kept.shape, 100);
  Value inside =
      emit("stablehlo.compare " + std::string(lower ? "GE" : "LE") + ", " +
               row.name + ", " + column.name + ", SIGNED : (" + typeText(row) +
               ", " + typeText(row) + ") -> " + typeText(Type::I1, kept.shape),
           Type::I1, kept.shape, 1);
  return emit("stablehlo.select " + inside.name + ", " + kept.name + ", " +
                  other.name + " : " + typeText(inside) + ", " + typeText(kept),
              kept.type, kept.shape, std::max(kept.bound, other.bound),
              std::max(kept.error, other.error));
}

/// A triangular matrix (or a batch) with 64 on the diagonal, elements of at
/// most 4 elsewhere.
Value Generator::dominated(Type type, const Dims &shape, bool lower) {
  Value any = tame(valueOf(type, shape, true), 4);
  Value zero = constant(type, shape, 0), large = constant(type, shape, 64);
  Value half = triangle(any, zero, lower);
  // On the diagonal both triangles are inside.
  Value upper = triangle(large, zero, true);
  Value diagonal = triangle(upper, zero, false);
  return emit("stablehlo.add " + half.name + ", " + diagonal.name + " : " +
                  typeText(half),
              type, shape, 68);
}

static double epsilonOf(Type type) { return type == Type::F64 ? 1e-13 : 1e-5; }

namespace {
/// One square matrix, or a batch of them along a first dimension.
struct Squares {
  explicit Squares(Choices &choices)
      : type(choices.oneIn(4) ? Type::F64 : Type::F32),
        isComplex(choices.oneIn(3)), isBatch(choices.below(2)) {
    if (isBatch)
      shape.push_back(choices.between(1, 5));
    shape.resize(shape.size() + 2, choices.between(1, 6));
  }

  Type type; ///< of real and imaginary parts
  bool isComplex, isBatch;
  Dims shape;
};
} // namespace

static Type complexTypeOf(Type type) {
  return type == Type::F64 ? Type::C128 : Type::C64;
}

/// `re + i im`, or `re - i im`.
Value Generator::complexOf(const Value &re, Value im, bool conjugated) {
  if (conjugated)
    im = emit("stablehlo.negate " + im.name + " : " + typeText(im), im.type,
              im.shape, im.bound, im.error);
  Type type = complexTypeOf(re.type);
  return emit("stablehlo.complex " + re.name + ", " + im.name + " : " +
                  typeText(type, re.shape),
              type, re.shape, re.bound + im.bound, re.error + im.error);
}

/// One part of a complex value.
Value Generator::partOf(const Value &value) {
  Type type = value.type == Type::C128 ? Type::F64 : Type::F32;
  const char *op = choices.below(2) ? "imag" : "real";
  return emit("stablehlo." + std::string(op) + " " + value.name + " : (" +
                  typeText(value) + ") -> " + typeText(type, value.shape),
              type, value.shape, value.bound, value.error);
}

/// What lies beside the diagonal of a triangle: elements of at most 4.
Value Generator::besideDiagonal(Type type, const Dims &shape, bool lower) {
  Value any = tame(valueOf(type, shape, true), 4);
  return triangle(constant(type, shape, 0), any, !lower);
}

/// L L^H has L as its factor, up to signs of the diagonal, which is positive.
std::optional<Value> Generator::cholesky() {
  const auto [type, isComplex, isBatch, shape] = Squares(choices);
  Value l = dominated(type, shape, true), adjoint = l;
  if (isComplex) {
    Value im = besideDiagonal(type, shape, /*lower=*/true);
    adjoint = complexOf(l, im, /*conjugated=*/true);
    l = complexOf(l, im, /*conjugated=*/false);
  }
  const std::string n = std::to_string(shape.size() - 1);
  Value a = emit("stablehlo.dot_general " + l.name + ", " + adjoint.name +
                     (isBatch ? ", batching_dims = [0] x [0]" : "") +
                     ", contracting_dims = [" + n + "] x [" + n + "] : (" +
                     typeText(l) + ", " + typeText(l) + ") -> " +
                     typeText(l.type, shape),
                 l.type, shape, 5500);
  const bool lower = choices.below(3) > 0;
  Value factor = emit("stablehlo.cholesky " + a.name + ", lower = " +
                          (lower ? "true" : "false") + " : " + typeText(a),
                      l.type, shape, 80, 160 * epsilonOf(type));
  if (isComplex)
    factor = partOf(factor);
  // What the other triangle holds is the implementation's.
  return triangle(factor, constant(type, shape, 0), lower);
}

std::optional<Value> Generator::triangularSolve() {
  const auto [type, isComplex, isBatch, shape] = Squares(choices);
  Dims other = shape;
  const bool lower = choices.below(2) == 0, left = choices.below(3) > 0;
  Value a = dominated(type, shape, lower);
  other[other.size() - (left ? 1 : 2)] = choices.between(1, 7);
  Value b = tame(valueOf(type, other, true), 4);
  if (isComplex) {
    a = complexOf(a, besideDiagonal(type, shape, lower), choices.below(2));
    b = complexOf(b, tame(valueOf(type, other, true), 4), choices.below(2));
  }
  static const std::vector<const char *> transposes = {"NO_TRANSPOSE",
                                                       "TRANSPOSE", "ADJOINT"};
  Value solution =
      emit("\"stablehlo.triangular_solve\"(" + a.name + ", " + b.name +
               ") <{left_side = " + (left ? "true" : "false") +
               ", lower = " + (lower ? "true" : "false") +
               ", transpose_a = #stablehlo<transpose " +
               choices.of(transposes) + ">, unit_diagonal = false}> : (" +
               typeText(a) + ", " + typeText(b) + ") -> " + typeText(b),
           b.type, other, 1, 2 * epsilonOf(type));
  return isComplex ? partOf(solution) : solution;
}

//===----------------------------------------------------------------------===//
// Draws
//===----------------------------------------------------------------------===//

std::optional<Value> Generator::draw() {
  static const std::vector<Type> types = {Type::F32, Type::I32, Type::UI8,
                                          Type::F64, Type::I1,  Type::I64};
  Type type = choices.of(types);
  const bool isFloat = reference::isFloat(type);
  Dims shape = randomShape(3);
  Value a = constant(type, {}, isFloat || reference::isSigned(type) ? -3 : 0);
  Value b = constant(type, {}, type == Type::I1 ? 1 : 4);
  const bool normal = isFloat && choices.oneIn(3);
  std::string extents = "tensor<" + std::to_string(shape.size()) + "xi64>";
  std::string sizes = fresh();
  line(sizes + " = stablehlo.constant dense<" +
       (shape.empty() ? "" : "[" + list(shape) + "]") + "> : " + extents);
  double bound = normal ? 40 : 4;
  return emit("stablehlo.rng " + a.name + ", " + b.name + ", " + sizes +
                  ", distribution = " + (normal ? "NORMAL" : "UNIFORM") +
                  " : (" + typeText(a) + ", " + typeText(b) + ", " + extents +
                  ") -> " + typeText(type, shape),
              type, shape, bound,
              isFloat ? bound * epsilonOf(type) * (normal ? 20 : 1) : 0);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// a + b + ab over windows with padding; see customReduce.
std::optional<Value> Generator::customWindow() {
  auto x = pick([](const Value &v) {
    return v.rank() >= 1 && (v.type == Type::I32 || v.type == Type::UI8);
  });
  if (!x)
    return std::nullopt;
  const size_t rank = x->shape.size();
  auto dim = choices.below(static_cast<uint32_t>(rank));
  Dims window(rank, 1), strides(rank, 1), base(rank, 1), shape = x->shape;
  window[dim] = choices.between(1, 4);
  strides[dim] = choices.between(1, 3);
  if (choices.oneIn(4))
    base[dim] = 2;
  int64_t low = choices.between(0, 3), high = choices.between(0, 3);
  int64_t extent =
      (shape[dim] == 0 ? 0 : (shape[dim] - 1) * base[dim] + 1) + low + high;
  shape[dim] =
      extent < window[dim] ? 0 : (extent - window[dim]) / strides[dim] + 1;
  std::string padding;
  for (size_t i = 0; i < rank; ++i)
    padding += std::string(i ? ", [" : "[") +
               (i == dim ? std::to_string(low) + ", " + std::to_string(high)
                         : std::string("0, 0")) +
               "]";
  Value init = constant(x->type, {}, 0);
  std::string scalar = typeText(x->type, {});
  return emit("\"stablehlo.reduce_window\"(" + x->name + ", " + init.name +
                  ") <{base_dilations = array<i64: " + list(base) +
                  ">, padding = dense<[" + padding + "]> : tensor<" +
                  std::to_string(rank) +
                  "x2xi64>, window_dimensions = array<i64: " + list(window) +
                  ">, window_strides = array<i64: " + list(strides) + ">}> " +
                  customBody(x->type) + " : (" + typeText(*x) + ", " + scalar +
                  ") -> " + typeText(x->type, shape),
              x->type, shape, exactLimit(x->type));
}

//===----------------------------------------------------------------------===//
// Regions partitioned by hand
//===----------------------------------------------------------------------===//

namespace {
/// The collective inside a region, along one axis of the mesh.
struct ManualMove {
  std::string text;    ///< `"stablehlo.all_reduce"(%block) ...`
  Dims left;           ///< the shape that leaves the region on a coordinate
  int64_t outDim;      ///< the dimension that is split there; -1: none
  bool hasSum = false; ///< each coordinate gets the sum of the blocks
};
} // namespace

static const char *const kChannel =
    "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

/// `dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>`.
static std::string listOfLists(const std::vector<std::vector<int64_t>> &rows) {
  std::string text;
  for (const std::vector<int64_t> &row : rows)
    text += (text.empty() ? "[" : ", [") + list({row.begin(), row.end()}) + "]";
  return "dense<[" + text + "]> : tensor<" + std::to_string(rows.size()) + "x" +
         std::to_string(rows.front().size()) + "xi64>";
}

/// Moves the block of a value that is split along `dim` into blocks of shape
/// `block`, over the coordinates of each group; nothing if no dimension fits.
static std::optional<ManualMove>
randomMove(Choices &choices, Type type, const Dims &block, int64_t dim,
           const std::vector<std::vector<int64_t>> &groups,
           llvm::function_ref<std::string(const char *)> bodyOf) {
  const int64_t size = static_cast<int64_t>(groups.front().size());
  const std::string among =
      "replica_groups = " + listOfLists(groups) + ", " + kChannel;
  const std::string global = ", use_global_device_ids";
  ManualMove move{"", block, dim};
  switch (choices.below(4)) {
  case 0:
    move.text = "\"stablehlo.all_reduce\"(%block) <{" + among + global + "}> " +
                bodyOf(type == Type::I1 ? "or" : "add");
    move.outDim = -1;
    move.hasSum = true;
    return move;
  case 1:
    move.text = "\"stablehlo.all_gather\"(%block) <{all_gather_dim = " +
                std::to_string(dim) + " : i64, " + among + global + "}>";
    move.left[dim] *= size;
    move.outDim = -1;
    return move;
  case 2: {
    std::vector<std::vector<int64_t>> pairs;
    for (const std::vector<int64_t> &group : groups)
      for (size_t i = 0; i < group.size(); ++i)
        pairs.push_back({group[i], group[(i + 1) % group.size()]});
    move.text =
        "\"stablehlo.collective_permute\"(%block) <{source_target_pairs = " +
        listOfLists(pairs) + ", " + kChannel + "}>";
    return move;
  }
  default: {
    std::vector<int64_t> others;
    for (int64_t d = 0; d < static_cast<int64_t>(block.size()); ++d)
      if (d != dim && block[d] % size == 0)
        others.push_back(d);
    if (others.empty())
      return std::nullopt;
    const int64_t to = choices.of(others);
    move.text = "\"stablehlo.all_to_all\"(%block) <{split_dimension = " +
                std::to_string(to) +
                " : i64, concat_dimension = " + std::to_string(dim) +
                " : i64, split_count = " + std::to_string(size) + " : i64, " +
                among + "}>";
    move.left[dim] *= size;
    move.left[to] /= size;
    move.outDim = to;
    return move;
  }
  }
}

/// A value enters split along one axis of the mesh, is sent by a collective
/// over that axis, and leaves.
std::optional<Value> Generator::manualRegion() {
  if (!mesh || depth > 1)
    return std::nullopt;
  auto axis = choices.below(static_cast<uint32_t>(mesh->axes.size()));
  const int64_t size = mesh->axes[axis].size;
  auto x = pick([&](const Value &v) {
    return v.error == 0 && v.rank() >= 1 && v.size() > 0 &&
           llvm::any_of(v.shape, [&](int64_t e) { return e % size == 0; });
  });
  if (!x)
    return std::nullopt;
  std::vector<int64_t> able;
  for (int64_t d = 0; d < x->rank(); ++d)
    if (x->shape[d] % size == 0)
      able.push_back(d);
  const int64_t dim = choices.of(able);
  Value source = small(*x, static_cast<double>(size) + 1);
  Dims local = source.shape;
  local[dim] /= size;
  const std::string name = mesh->axes[axis].name;
  // At an open edge propagation may add axes, also parts.
  const bool isOpen = choices.below(2) == 1;
  auto sharding = [&](int64_t split) {
    std::string text = "#dist.sharding<@mesh, [";
    for (int64_t d = 0; d < source.rank(); ++d)
      text += std::string(d ? ", {" : "{") +
              (d == split ? "\"" + name + (isOpen ? "\", ?}" : "\"}")
               : isOpen   ? "?}"
                          : "}");
    return text + "]>";
  };
  std::optional<ManualMove> move =
      randomMove(choices, source.type, local, dim,
                 mesh->groups({mesh->ref(static_cast<int>(axis))}),
                 [&](const char *op) { return scalarBody(op, source.type); });
  if (!move)
    return std::nullopt;
  const std::string block = typeText(source.type, local);
  const std::string leaving = typeText(source.type, move->left);
  const Dims &result = move->hasSum ? local : source.shape;
  return emit(
      "dist.manual(" + source.name + ") in [" + sharding(dim) + "] out [" +
          sharding(move->outDim) + "] axes {\"" + name +
          "\"} (%block: " + block + ") {\n      %moved = " + move->text +
          " : (" + block + ") -> " + leaving +
          "\n      dist.return %moved : " + leaving + "\n    } : (" +
          typeText(source) + ") -> " + typeText(source.type, result),
      source.type, result,
      move->hasSum ? source.bound * static_cast<double>(size) : source.bound);
}
