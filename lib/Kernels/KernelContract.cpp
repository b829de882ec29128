//===- KernelContract.cpp - Contractions that no library has --------------===//
//
// dot_general and convolution element by element: f64, integer and complex
// contractions. Vectors lie across the last dimension of the result; the loops
// over contracted elements are inside. Where results are few and sums long,
// workers divide the sums (GpuReduce.cpp). Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"
#include "popt/Arithmetic/Complex.h"

#include "popt/Dialect/StableHLO/StableHLO.h"

using namespace mlir;
using namespace popt;
using Values = KernelEmitter::Values;

/// An operand's element in the type the sum is held in.
static Elem widen(KernelEmitter &e, Elem elem, Type from, Type to) {
  KernelOps &k = e.ops;
  Type target = k.withElement(elem.re, registerType(to));
  if (elem.re.getType() == target)
    return elem;
  auto cast = [&](Value x) -> Value {
    if (isa<FloatType>(registerType(from)))
      return getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth() <
                     registerType(to).getIntOrFloatBitWidth()
                 ? k.op<arith::ExtFOp>(target, x)
                 : k.op<arith::TruncFOp>(target, x);
    if (isa<FloatType>(registerType(to)))
      return isUnsigned(from) ? k.op<arith::UIToFPOp>(target, x)
                              : k.op<arith::SIToFPOp>(target, x);
    if (getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth() >
        registerType(to).getIntOrFloatBitWidth())
      return k.op<arith::TruncIOp>(target, x);
    return isUnsigned(from) || from.isInteger(1)
               ? k.op<arith::ExtUIOp>(target, x)
               : k.op<arith::ExtSIOp>(target, x);
  };
  return {cast(elem.re), elem.im ? cast(elem.im) : Value()};
}

/// sum over a nest of lhs * rhs, where `at` gives both elements, and `inside`
/// (may be null) says whether the product counts.
namespace {
struct Product {
  Elem lhs, rhs;
  Value inside;
};
} // namespace

/// Two sums of a contraction of elements of this type as one.
static Elem addSums(KernelOps &k, Type type, const Elem &a, const Elem &b) {
  if (a.im)
    return complexop::add(k, a, b);
  if (isa<FloatType>(registerType(type)))
    return {k.addf(a.re, b.re), {}};
  if (type.isInteger(1))
    return {k.op<arith::OrIOp>(a.re, b.re), {}};
  return {k.op<arith::AddIOp>(a.re, b.re), {}};
}

static Elem multiplyAdd(KernelOps &k, Type type, const Product &p, Elem sum) {
  if (sum.im)
    return complexop::add(k, sum, complexop::plainMul(k, p.lhs, p.rhs));
  if (isa<FloatType>(registerType(type)))
    return {k.fma(p.lhs.re, p.rhs.re, sum.re), {}};
  Value product = type.isInteger(1) ? k.op<arith::AndIOp>(p.lhs.re, p.rhs.re)
                                    : k.op<arith::MulIOp>(p.lhs.re, p.rhs.re);
  return addSums(k, type, sum, {product, {}});
}

static Elem zeroSum(KernelEmitter &e, Type type, unsigned lanes) {
  KernelOps &k = e.ops;
  Type part = registerType(type);
  Elem zero;
  zero.re = k.broadcast(k.constant(part, e.b.getZeroAttr(part)), lanes);
  if (isa<ComplexType>(type))
    zero.im = zero.re;
  return zero;
}

static Values valuesOf(const Elem &elem) {
  return elem.im ? Values{elem.re, elem.im} : Values{elem.re};
}
static Elem elemOf(ValueRange values) {
  return {values[0], values.size() > 1 ? values[1] : Value()};
}

/// How the products of an element are summed: by one thread, or in parts by the
/// workers of the current scope; parts are not rounded.
enum class Summation { Whole, Part };

static Elem
sumOfProducts(KernelEmitter &e, Type type, unsigned lanes, Summation summation,
              ArrayRef<int64_t> extents,
              const std::function<Product(ArrayRef<LinearForm>)> &at) {
  KernelOps &k = e.ops;
  auto addProduct = [&](ArrayRef<LinearForm> counters,
                        ValueRange sofar) -> Values {
    Product p = at(counters);
    auto spread = [&](Elem &elem) {
      elem.re = k.broadcast(elem.re, lanes);
      if (elem.im)
        elem.im = k.broadcast(elem.im, lanes);
    };
    spread(p.lhs);
    spread(p.rhs);
    Elem sum = elemOf(sofar);
    return valuesOf(e.choose(p.inside, multiplyAdd(k, type, p, sum), sum));
  };
  Values start = valuesOf(zeroSum(e, type, lanes));
  if (summation == Summation::Part)
    return elemOf(e.mapping->fold(extents, 0, start, addProduct));
  Elem result = elemOf(e.fold(extents, 0, start, addProduct));
  result.re = k.roundTo(result.re, type);
  return result;
}

static Elem dotElement(KernelEmitter &e, stablehlo::DotGeneralOp op,
                       const ElementIndex &index, Summation summation) {
  auto numbers = op.getDotDimensionNumbers();
  Value lhs = op.getLhs(), rhs = op.getRhs(), result = op.getResult();
  auto dims = e.dimsOf(index, shapeOf(result));
  SmallVector<LinearForm> lhsAt(shapeOf(lhs).size()),
      rhsAt(shapeOf(rhs).size());
  unsigned next = 0;
  for (auto [l, r] : llvm::zip(numbers.getLhsBatchingDimensions(),
                               numbers.getRhsBatchingDimensions()))
    lhsAt[l] = rhsAt[r] = dims[next++];
  auto fillFree = [&](SmallVectorImpl<LinearForm> &at, ArrayRef<int64_t> batch,
                      ArrayRef<int64_t> contracted) {
    for (int64_t d = 0; d < int64_t(at.size()); ++d)
      if (!llvm::is_contained(batch, d) && !llvm::is_contained(contracted, d))
        at[d] = dims[next++];
  };
  ArrayRef<int64_t> lhsDims = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsDims = numbers.getRhsContractingDimensions();
  fillFree(lhsAt, numbers.getLhsBatchingDimensions(), lhsDims);
  fillFree(rhsAt, numbers.getRhsBatchingDimensions(), rhsDims);
  SmallVector<int64_t> extents;
  for (int64_t d : lhsDims)
    extents.push_back(shapeOf(lhs)[d]);
  Type type = elementOf(result);
  return sumOfProducts(
      e, type, e.lanesOfForm(index.linear), summation, extents,
      [&](ArrayRef<LinearForm> counters) {
        for (auto [i, counter] : llvm::enumerate(counters)) {
          lhsAt[lhsDims[i]] = counter;
          rhsAt[rhsDims[i]] = counter;
        }
        return Product{widen(e, e.elementAt(lhs, lhsAt), elementOf(lhs), type),
                       widen(e, e.elementAt(rhs, rhsAt), elementOf(rhs), type),
                       {}};
      });
}

static Elem convolutionElement(KernelEmitter &e, stablehlo::ConvolutionOp op,
                               const ElementIndex &index, Summation summation) {
  auto numbers = op.getDimensionNumbers();
  Value lhs = op.getLhs(), rhs = op.getRhs(), result = op.getResult();
  ArrayRef<int64_t> in = shapeOf(lhs), kernel = shapeOf(rhs);
  auto dims = e.dimsOf(index, shapeOf(result));
  size_t spatial = numbers.getInputSpatialDimensions().size();
  auto listOr = [&](std::optional<ArrayRef<int64_t>> list) {
    return list ? SmallVector<int64_t>(list->begin(), list->end())
                : SmallVector<int64_t>(spatial, 1);
  };
  SmallVector<int64_t> strides = listOr(op.getWindowStrides());
  SmallVector<int64_t> lhsDilation = listOr(op.getLhsDilation());
  SmallVector<int64_t> rhsDilation = listOr(op.getRhsDilation());
  SmallVector<int64_t> low(spatial, 0);
  if (auto padding = op.getPadding())
    for (size_t i = 0; i < spatial; ++i)
      low[i] = padding->getValues<int64_t>()[{i, 0}];
  SmallVector<bool> reversal(spatial, false);
  if (auto reversed = op.getWindowReversal())
    reversal.assign(reversed->begin(), reversed->end());

  LinearForm feature = dims[numbers.getOutputFeatureDimension()];
  LinearForm batch = dims[numbers.getOutputBatchDimension()];
  int64_t features = kernel[numbers.getKernelOutputFeatureDimension()];
  int64_t perGroup = kernel[numbers.getKernelInputFeatureDimension()];
  int64_t featureGroups = op.getFeatureGroupCount();
  int64_t batchGroups = op.getBatchGroupCount();
  LinearForm firstFeature =
      e.floorDiv(feature, std::max<int64_t>(1, features / featureGroups)) *
      perGroup;
  int64_t batches = in[numbers.getInputBatchDimension()];
  LinearForm inputBatch =
      e.floorDiv(feature, std::max<int64_t>(1, features / batchGroups)) *
          (batches / batchGroups) +
      batch;
  if (batchGroups == 1)
    inputBatch = batch;
  if (featureGroups == 1)
    firstFeature = LinearForm(0);

  SmallVector<int64_t> extents;
  for (int64_t d : numbers.getKernelSpatialDimensions())
    extents.push_back(kernel[d]);
  extents.push_back(perGroup);
  Type type = elementOf(result);
  unsigned lanes = e.lanesOfForm(index.linear);
  if (elementCount(in) == 0)
    extents.assign(1, 0);
  return sumOfProducts(
      e, type, lanes, summation, extents, [&](ArrayRef<LinearForm> counters) {
        SmallVector<LinearForm> lhsAt(in.size()), rhsAt(kernel.size());
        Value inside;
        for (size_t i = 0; i < spatial; ++i) {
          int64_t dim = numbers.getInputSpatialDimensions()[i];
          int64_t kernelDim = numbers.getKernelSpatialDimensions()[i];
          LinearForm out = dims[numbers.getOutputSpatialDimensions()[i]];
          LinearForm position = out * strides[i] +
                                counters[i] * rhsDilation[i] -
                                LinearForm(low[i]);
          lhsAt[dim] = e.undilate(position, in[dim], lhsDilation[i], inside);
          rhsAt[kernelDim] =
              reversal[i] ? LinearForm(kernel[kernelDim] - 1) - counters[i]
                          : counters[i];
        }
        lhsAt[numbers.getInputBatchDimension()] = inputBatch;
        lhsAt[numbers.getInputFeatureDimension()] =
            firstFeature + counters[spatial];
        rhsAt[numbers.getKernelOutputFeatureDimension()] = feature;
        rhsAt[numbers.getKernelInputFeatureDimension()] = counters[spatial];
        return Product{widen(e, e.elementAt(lhs, lhsAt), elementOf(lhs), type),
                       widen(e, e.elementAt(rhs, rhsAt), elementOf(rhs), type),
                       inside};
      });
}

static std::optional<Elem> contractionElement(KernelEmitter &e, Operation *op,
                                              const ElementIndex &index,
                                              Summation summation) {
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op))
    return dotElement(e, dot, index, summation);
  if (auto convolution = dyn_cast<stablehlo::ConvolutionOp>(op))
    return convolutionElement(e, convolution, index, summation);
  return std::nullopt;
}

std::optional<Elem> popt::emitContractionElement(KernelEmitter &e,
                                                 Operation *op,
                                                 const ElementIndex &index) {
  return contractionElement(e, op, index, Summation::Whole);
}

int64_t popt::contractedElements(Operation *op) {
  if (!isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op))
    return 0;
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op)) {
    int64_t contracted = 1;
    for (int64_t d : dot.getDotDimensionNumbers().getLhsContractingDimensions())
      contracted *= shapeOf(dot.getLhs())[d];
    return contracted;
  }
  Shape kernel = shapeOf(op->getOperand(1));
  int64_t features = kernel[cast<stablehlo::ConvolutionOp>(op)
                                .getDimensionNumbers()
                                .getKernelOutputFeatureDimension()];
  return features ? elementCount(kernel) / features : 0;
}

Elem popt::emitContractionPart(KernelEmitter &e, Operation *op,
                               const ElementIndex &index) {
  return *contractionElement(e, op, index, Summation::Part);
}

Elem popt::emitContractionFromParts(
    KernelEmitter &e, Operation *op, int64_t count, unsigned lanes,
    llvm::function_ref<Elem(const LinearForm &)> part) {
  KernelOps &k = e.ops;
  Type type = elementOf(op->getResult(0));
  Elem result = elemOf(e.fold(
      {count}, 0, valuesOf(zeroSum(e, type, lanes)),
      [&](ArrayRef<LinearForm> counters, ValueRange sofar) -> Values {
        return valuesOf(addSums(k, type, elemOf(sofar), part(counters[0])));
      }));
  result.re = k.roundTo(result.re, type);
  return result;
}
