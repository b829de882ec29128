//===- TensorOps.h - The meaning of operations, on plain tensors ----------===//
//
// Every function here is the textbook definition of one StableHLO operation
// over Tensors and plain parameters; the interpreter's handlers only read
// attributes and call them. Preconditions are the operation's verifier: shapes
// and ranks fit. A function that returns std::optional gives nothing when the
// operation is not defined for the element type.
//
// Rounding. f32, f64, integers and complex numbers compute in their own type.
// Types narrower than f32 compute in f32 and round when the operation's result
// is stored; sums and products that one operation forms over many elements
// (dot_general, convolution, reduce with add or multiply, ...) accumulate in
// f32 and round once. Sums go in row-major order of the reduced dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_REFERENCE_TENSOROPS_H
#define POPT_REFERENCE_TENSOROPS_H

#include "popt/Reference/Tensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace popt::reference {

using MaybeTensor = std::optional<Tensor>;
using Ints = llvm::ArrayRef<int64_t>;

//===----------------------------------------------------------------------===//
// Element by element (Semantics/Unary.cpp, Binary.cpp, Special.cpp)
//===----------------------------------------------------------------------===//

/// Operations on each element of one tensor.
enum class Unary {
  Abs,
  Acos,
  Acosh,
  Asin,
  Asinh,
  Atan,
  Atanh,
  Cbrt,
  Ceil,
  Conj,
  Cosh,
  Cosine,
  CountLeadingZeros,
  Exponential,
  ExponentialMinusOne,
  Floor,
  Imag,
  IsFinite,
  IsInf,
  IsNegInf,
  IsPosInf,
  Log,
  LogPlusOne,
  Logistic,
  Negate,
  Not,
  Popcnt,
  Real,
  RoundNearestAfz,
  RoundNearestEven,
  Rsqrt,
  Sign,
  Sine,
  Sinh,
  Sqrt,
  Square,
  Tan,
  Tanh,
};
MaybeTensor unary(Unary op, const Tensor &x);

/// A function of real numbers alone, in double and rounded once; nothing for
/// integers and complex numbers.
MaybeTensor mapReal(double (*function)(double), const Tensor &x);

/// Operations on the elements of two tensors.
enum class Binary {
  Add,
  And,
  Atan2,
  Complex,
  Divide,
  Maximum,
  Minimum,
  Multiply,
  NextAfter,
  Or,
  Polygamma,
  Power,
  Remainder,
  ShiftLeft,
  ShiftRightArithmetic,
  ShiftRightLogical,
  Subtract,
  Xor,
  Zeta,
};
MaybeTensor binary(Binary op, const Tensor &lhs, const Tensor &rhs);

/// The upper half of the bits of the product of integers.
MaybeTensor multiplyHigh(const Tensor &lhs, const Tensor &rhs);

enum class Direction { EQ, NE, GE, GT, LE, LT };
/// `totalOrder` orders floats by their bits: -NaN < -inf < ... < -0 < +0 < ...
MaybeTensor compare(Direction direction, const Tensor &lhs, const Tensor &rhs,
                    bool totalOrder);
/// `predicate` has the operands' shape or is a scalar.
Tensor select(const Tensor &predicate, const Tensor &onTrue,
              const Tensor &onFalse);
/// Bounds have the operand's shape or are scalars.
MaybeTensor clamp(const Tensor &min, const Tensor &x, const Tensor &max);
MaybeTensor reducePrecision(const Tensor &x, int exponentBits,
                            int mantissaBits);
/// `shape` is the result's: a dimension appears, disappears or stays.
Tensor bitcastConvert(const Tensor &x, ElementType type, Ints shape);

//===----------------------------------------------------------------------===//
// Shape (Semantics/Shape.cpp)
//===----------------------------------------------------------------------===//

Tensor broadcastInDim(const Tensor &x, Ints dims, Ints shape);
Tensor transpose(const Tensor &x, Ints permutation);
Tensor slice(const Tensor &x, Ints start, Ints limit, Ints strides);
Tensor reverse(const Tensor &x, Ints dims);
Tensor concatenate(llvm::ArrayRef<Tensor> xs, int64_t dim);
Tensor pad(const Tensor &x, const Tensor &value, Ints low, Ints high,
           Ints interior);
MaybeTensor iota(ElementType type, Ints shape, int64_t dim);
/// All elements equal the scalar.
Tensor splat(const Tensor &scalar, Ints shape);
/// The elements [start, start + sizes), which must exist.
Tensor extractBox(const Tensor &x, Ints start, Ints sizes);
/// `x` with the box at `start` replaced by `update`.
Tensor insertBox(Tensor x, const Tensor &update, Ints start);
/// `start` clamped so that the box lies inside.
Shape clampStart(Ints start, Ints sizes, Ints shape);

//===----------------------------------------------------------------------===//
// Contractions (Semantics/Dot.cpp, RaggedDot.cpp, Convolution.cpp)
//===----------------------------------------------------------------------===//

/// Which dimensions of a product are paired.
struct DotDims {
  Shape lhsBatch, rhsBatch, lhsContract, rhsContract;
};
Tensor dotGeneral(const Tensor &lhs, const Tensor &rhs, const DotDims &dims,
                  ElementType resultType);
/// Letters per operand and for the result, as in `ij,jk->ik`. One or two
/// operands; nothing if the equation doesn't fit them.
MaybeTensor einsum(llvm::ArrayRef<Tensor> xs, llvm::StringRef equation,
                   ElementType resultType);

/// One contraction per group of `groupSizes` (rank 1) along `raggedDim` of the
/// left operand; `groupDim` is the right one's where rows are ragged.
MaybeTensor raggedDot(const Tensor &lhs, const Tensor &rhs,
                      const Tensor &groupSizes, const DotDims &dims,
                      int64_t raggedDim, std::optional<int64_t> groupDim,
                      ElementType resultType, Ints resultShape);

/// Which keys a query of attention sees, and in what order operands lie.
struct AttentionSpec {
  double scale = 1;
  bool headsFirst = false; ///< [batch, head, position, feature]
  bool isCausal = false;
  int64_t window = 0; ///< 0: all before
};
/// Operands of attention; null where there is none.
struct AttentionOperands {
  const Tensor &query, &key, &value;
  const Tensor *bias = nullptr, *queryLengths = nullptr, *keyLengths = nullptr;
};
/// The result, [batch, head, query, feature], and log(sum(exp(scores))), f32.
llvm::SmallVector<Tensor> attention(const AttentionOperands &operands,
                                    const AttentionSpec &spec,
                                    ElementType resultType);
/// The gradients of query, key, value and, if its shape is not null, of the bias.
llvm::SmallVector<Tensor>
attentionGradient(const AttentionOperands &operands, const AttentionSpec &spec,
                  const Tensor &stats, const Tensor &gradient,
                  const Tensor &output, llvm::ArrayRef<ElementType> resultTypes,
                  const Shape *biasShape);

/// The dimensions of a convolution, and the steps of its window.
struct ConvolutionSpec {
  int64_t inputBatch = 0, inputFeature = 1;
  Shape inputSpatial;
  int64_t kernelInput = 0, kernelOutput = 1;
  Shape kernelSpatial;
  int64_t outputBatch = 0, outputFeature = 1;
  Shape outputSpatial;
  Shape strides, padLow, padHigh, lhsDilation, rhsDilation;
  llvm::SmallVector<bool> reversal;
  int64_t featureGroups = 1, batchGroups = 1;
};
Tensor convolution(const Tensor &lhs, const Tensor &rhs,
                   const ConvolutionSpec &spec, ElementType resultType);

//===----------------------------------------------------------------------===//
// Reductions (Semantics/Reduce.cpp, Window.cpp)
//===----------------------------------------------------------------------===//

/// A region over scalars: body of reduce, scatter, sort, ... `op` is set when
/// it does nothing but one commutative operation on its two arguments; then
/// `call` is not needed.
struct Body {
  std::optional<Binary> op;
  std::function<std::optional<llvm::SmallVector<Tensor>>(
      llvm::ArrayRef<Tensor>)>
      call;
};
using MaybeTensors = std::optional<llvm::SmallVector<Tensor>>;

MaybeTensors reduce(llvm::ArrayRef<Tensor> xs, llvm::ArrayRef<Tensor> inits,
                    Ints dims, const Body &body);

/// How a window walks over a tensor.
struct Window {
  Shape dims, strides, baseDilations, windowDilations, padLow, padHigh;
  Shape resultShape(Ints shape) const;
};
MaybeTensors reduceWindow(llvm::ArrayRef<Tensor> xs,
                          llvm::ArrayRef<Tensor> inits, const Window &window,
                          const Body &body);
MaybeTensor selectAndScatter(const Tensor &x, const Tensor &source,
                             const Tensor &init, const Window &window,
                             std::optional<Direction> selectDirection,
                             const Body &select, const Body &scatter);
MaybeTensors map(llvm::ArrayRef<Tensor> xs, ElementType resultType,
                 const Body &body);

//===----------------------------------------------------------------------===//
// Indexing (Semantics/Gather.cpp, Scatter.cpp, Sort.cpp)
//===----------------------------------------------------------------------===//

/// The dimensions of a gather, as StableHLO names them.
struct GatherDims {
  Shape offsetDims, collapsedSliceDims, operandBatchingDims,
      startIndicesBatchingDims, startIndexMap;
  int64_t indexVectorDim = 0;
};
/// Start indices are clamped so that the slice lies inside the operand.
Tensor gather(const Tensor &x, const Tensor &indices, const GatherDims &dims,
              Ints sliceSizes, Ints resultShape);

/// The dimensions of a scatter, as StableHLO names them.
struct ScatterDims {
  Shape updateWindowDims, insertedWindowDims, inputBatchingDims,
      scatterIndicesBatchingDims, scatterDimsToOperandDims;
  int64_t indexVectorDim = 0;
};
/// An update window that does not lie inside the operand is dropped whole, as
/// XLA does (the specification would drop the elements outside). Updates apply
/// in row-major order.
MaybeTensors scatter(llvm::ArrayRef<Tensor> xs, const Tensor &indices,
                     llvm::ArrayRef<Tensor> updates, const ScatterDims &dims,
                     const Body &body);

/// Always stable. `body` is the "comes before" predicate.
MaybeTensors sort(llvm::ArrayRef<Tensor> xs, int64_t dim, const Body &body);
/// Largest first along the last dimension; the lower index wins ties, NaN is
/// the largest. Values, then i32 indices.
std::pair<Tensor, Tensor> topK(const Tensor &x, int64_t k);

//===----------------------------------------------------------------------===//
// Others (Semantics/Random.cpp, Fft.cpp, LinearAlgebra.cpp, Norm.cpp)
//===----------------------------------------------------------------------===//

/// State after and random bits; bit-exact with XLA.
std::optional<std::pair<Tensor, Tensor>> threefry(const Tensor &state,
                                                  ElementType type, Ints shape);
std::optional<std::pair<Tensor, Tensor>> philox(const Tensor &state,
                                                ElementType type, Ints shape);
/// What `rng` gives with its scalars a and b: the bits are Threefry's, from the
/// key `stream` and the counter 0.
///   floats     u in [0, 1), in steps of 2^-23 (f64: 2^-52); a + u (b - a), or,
///              of the normal distribution, a + b sqrt(2) erf_inv(2 u - 1).
///              Narrow types are drawn as f32 and rounded.
///   integers   a + bits mod (b - a), a where b <= a
///   i1         the first bit
MaybeTensor draw(const Tensor &a, const Tensor &b, bool isNormal,
                 uint64_t stream, Ints shape);

enum class FftKind { FFT, IFFT, RFFT, IRFFT };
MaybeTensor fft(const Tensor &x, FftKind kind, Ints length);

/// Only the chosen triangle of `x` is read; the other one of the result is 0.
MaybeTensor cholesky(const Tensor &x, bool lower);
enum class Transpose { No, Transpose, Adjoint };
MaybeTensor triangularSolve(const Tensor &a, const Tensor &b, bool leftSide,
                            bool lower, bool unitDiagonal, Transpose transpose);

Tensor batchNormInference(const Tensor &x, const Tensor &scale,
                          const Tensor &offset, const Tensor &mean,
                          const Tensor &variance, double epsilon,
                          int64_t feature);
/// Result, batch mean, batch variance.
llvm::SmallVector<Tensor> batchNormTraining(const Tensor &x,
                                            const Tensor &scale,
                                            const Tensor &offset,
                                            double epsilon, int64_t feature);
/// Gradients of operand, scale and offset.
llvm::SmallVector<Tensor> batchNormGrad(const Tensor &x, const Tensor &scale,
                                        const Tensor &mean,
                                        const Tensor &variance,
                                        const Tensor &gradOutput,
                                        double epsilon, int64_t feature);

} // namespace popt::reference
#endif // POPT_REFERENCE_TENSOROPS_H
