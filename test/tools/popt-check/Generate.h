//===- Generate.h - Programs made up at random ----------------------------===//
//
// A Generator writes the text of a StableHLO program, operation by operation,
// from a pool of values that only grows. What makes random programs usable as
// tests is that their answer is known well enough: every value carries a bound
// of its magnitude and a bound of its error. Most programs stay on small
// integers, which every element type holds exactly, whatever the order of a
// sum; where a function like tanh makes a value inexact, only operations that
// are continuous may use it, and its error grows by their rules. A value that
// gets too large is clamped before its next use.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_CHECK_GENERATE_H
#define POPT_CHECK_GENERATE_H

#include "Annotation.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace popt::check {

/// A value of the program that is being written.
struct Value {
  std::string name;
  reference::ElementType type = reference::ElementType::F32;
  Dims shape;
  double bound = 0; ///< of the magnitude of elements
  double error = 0; ///< 0: exact in every order of evaluation

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t size() const { return reference::numElements(shape); }
};

/// `tensor<2x3xf32>`.
std::string typeText(reference::ElementType type, const Dims &shape);
inline std::string typeText(const Value &value) {
  return typeText(value.type, value.shape);
}
/// `1, 2, 3`.
std::string list(const Dims &numbers);
/// The largest magnitude up to which integers, and a few sums of them, are
/// exact; for integer types the largest value.
double exactLimit(reference::ElementType type);

/// Writes random programs.
class Generator {
public:
  /// With a mesh of device axes, regions are partitioned by hand on it.
  explicit Generator(Choices &choices, const Mesh *mesh = nullptr)
      : choices(choices), mesh(mesh) {}

  /// The text of a module with `@main`.
  std::string program();

  std::vector<Value> arguments, results;

private:
  using Type = reference::ElementType;
  struct Recipe {
    const char *what;
    std::optional<Value> (Generator::*write)();
  };
  static const std::vector<Recipe> &recipes();

  // Text.
  std::string fresh() { return "%" + std::to_string(nextName++); }
  void line(const std::string &text);
  /// `%n = text`, with the type of the result known.
  Value emit(const std::string &text, Type type, const Dims &shape,
             double bound, double error = 0);
  /// stablehlo.<name> of x with `how`: its elements, in another shape.
  Value emitMoved(const std::string &name, const Value &x,
                  const std::string &how, const Dims &shape);
  Value constant(Type type, const Dims &shape, int64_t number);

  // Operands.
  Type randomType();
  Dims randomShape(int64_t maxRank);
  int64_t randomExtent();
  std::optional<Value> pick(llvm::function_ref<bool(const Value &)> suits);
  std::optional<Value> pickExact(int64_t minRank);
  std::optional<Value> pickAny(int64_t minRank);
  /// A value of this type and shape: from the pool, or made from something in
  /// it.
  Value valueOf(Type type, const Dims &shape, bool exact);
  Value convert(const Value &value, Type type);
  /// The value, clamped if it is larger than `limit`.
  Value tame(const Value &value, double limit);
  Value triangle(const Value &kept, const Value &other, bool lower);
  Value dominated(Type type, const Dims &shape, bool lower);
  Value besideDiagonal(Type type, const Dims &shape, bool lower);
  Value complexOf(const Value &re, Value im, bool conjugated);
  Value partOf(const Value &value);
  /// Small enough for products and sums of `terms` of them to be exact.
  Value small(const Value &value, double terms);

  // Recipes: nothing if the pool has no operand for it.
  std::optional<Value> unary();
  std::optional<Value> function();
  std::optional<Value> binary();
  std::optional<Value> bitwise();
  std::optional<Value> division();
  std::optional<Value> compare();
  std::optional<Value> select();
  std::optional<Value> clampOp();
  std::optional<Value> convertOp();
  std::optional<Value> complexParts();
  std::optional<Value> broadcast();
  std::optional<Value> reshape();
  std::optional<Value> transpose();
  std::optional<Value> slice();
  std::optional<Value> pad();
  std::optional<Value> concatenate();
  std::optional<Value> reverse();
  std::optional<Value> iota();
  std::optional<Value> barrier();
  std::optional<Value> reduce();
  std::optional<Value> argmax();
  std::optional<Value> reduceWindow();
  std::optional<Value> cumulative();
  std::optional<Value> selectAndScatter();
  std::optional<Value> dot();
  std::optional<Value> convolution();
  std::optional<Value> dynamicSlice();
  std::optional<Value> dynamicUpdateSlice();
  std::optional<Value> gather();
  std::optional<Value> scatter();
  std::optional<Value> sort();
  std::optional<Value> topK();
  std::optional<Value> randomBits();
  std::optional<Value> reducePrecision();
  std::optional<Value> bitcast();
  std::optional<Value> map();
  std::optional<Value> customReduce();
  std::optional<Value> widerDot();
  std::optional<Value> fourier();
  std::optional<Value> batchNorm();
  std::optional<Value> imageConvolution();
  std::optional<Value> batchGather();
  std::optional<Value> cholesky();
  std::optional<Value> triangularSolve();
  std::optional<Value> draw();
  std::optional<Value> customWindow();
  std::optional<Value> manualRegion();
  std::optional<Value> whileLoop();
  std::optional<Value> branches(bool isIf);
  std::optional<Value> ifOp() { return branches(true); }
  std::optional<Value> caseOp() { return branches(false); }

  // Bodies.
  void statements(unsigned count);
  /// Writes a body that ends with a value of this type and shape.
  Value branch(Type type, const Dims &shape);
  std::string scalarBody(const char *op, Type type);
  /// a + b + ab: associative and commutative, 0 changes nothing, and no monoid.
  std::string customBody(Type type);

  Choices &choices;
  const Mesh *mesh;
  std::string text;
  std::vector<Value> pool;
  int nextName = 0;
  int depth = 1; ///< of regions, for indentation and as a limit
};

} // namespace popt::check
#endif // POPT_CHECK_GENERATE_H
