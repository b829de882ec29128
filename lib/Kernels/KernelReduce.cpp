//===- KernelReduce.cpp - Elements of reductions --------------------------===//
//
// reduce and reduce_window. A reduction over the last dimension by a monoid
// keeps its accumulators in lanes and combines these as a tree at the end; the
// number of lanes and with it the order is a property of the program, not of
// the processor. Every other reduction folds in index order, in lanes over the
// *kept* dimensions when it is asked for a vector (column sums).
//
// Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelMapping.h"

#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/OpModels/Combination.h"

#include "mlir/IR/Remarks.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;
using Values = KernelEmitter::Values;

/// The monoid that a reducer is and whose combination is written without its
/// body; nothing for others.
static std::optional<Monoid> monoidOf(Region &region, Type type) {
  std::optional<Monoid> monoid = monoidOfBody(region);
  return isa<ComplexType>(type) && monoid != Monoid::Sum ? std::nullopt
                                                         : monoid;
}

namespace {
/// How two partial results become one.
class Combiner {
public:
  Combiner(KernelEmitter &e, Region &region, ArrayRef<Type> types)
      : e(e), region(region), types(types.begin(), types.end()) {
    monoid = monoidOf(region, types[0]);
  }

  bool isMonoid() const { return monoid.has_value(); }

  SmallVector<Elem> combine(ArrayRef<Elem> a, ArrayRef<Elem> c) {
    // Sums of narrow types are kept wide and rounded once, at the end; so are
    // extrema, which begin with an infinity that the type may lack.
    if (isNarrowFloat(types[0])) {
      Value x = a[0].re, y = c[0].re;
      e.ops.unify(x, y);
      if (monoid == Monoid::Sum)
        return {{e.ops.addf(x, y), {}}};
      if (monoid == Monoid::Prod)
        return {{e.ops.mulf(x, y), {}}};
      if (monoid == Monoid::Max)
        return {{e.ops.op<arith::MaximumFOp>(x, y), {}}};
      if (monoid == Monoid::Min)
        return {{e.ops.op<arith::MinimumFOp>(x, y), {}}};
    }
    SmallVector<Elem> arguments(a.begin(), a.end());
    arguments.append(c.begin(), c.end());
    return e.applyRegion(region, arguments);
  }

  SmallVector<Elem> finish(ArrayRef<Elem> a) {
    SmallVector<Elem> result(a.begin(), a.end());
    for (auto [elem, type] : llvm::zip(result, types))
      elem.re = e.ops.roundTo(elem.re, type);
    return result;
  }

  /// The neutral element, of the type of `like`.
  Elem identity(Elem like) {
    KernelOps &k = e.ops;
    Type type = getElementTypeOrSelf(like.re.getType());
    Elem result;
    if (isa<FloatType>(type)) {
      double value = monoid == Monoid::Sum    ? -0.0
                     : monoid == Monoid::Prod ? 1.0
                     : monoid == Monoid::Max  ? -INFINITY
                                              : INFINITY;
      result.re = k.floatLike(like.re, value);
    } else {
      unsigned width = type.getIntOrFloatBitWidth();
      bool isUnsignedOrder = isUnsigned(types[0]) || types[0].isInteger(1);
      APInt value = APInt::getZero(width);
      if (monoid == Monoid::Prod)
        value = APInt(width, 1);
      else if (monoid == Monoid::And)
        value = APInt::getAllOnes(width);
      else if (monoid == Monoid::Max && !isUnsignedOrder)
        value = APInt::getSignedMinValue(width);
      else if (monoid == Monoid::Min)
        value = isUnsignedOrder ? APInt::getMaxValue(width)
                                : APInt::getSignedMaxValue(width);
      result.re =
          k.constant(like.re.getType(), k.b.getIntegerAttr(type, value));
    }
    if (like.im)
      result.im = k.floatLike(like.im, monoid == Monoid::Sum ? -0.0 : 0.0);
    return result;
  }

private:
  KernelEmitter &e;
  Region &region;
  SmallVector<Type> types;
  std::optional<Monoid> monoid;
};
} // namespace

static Values flatten(ArrayRef<Elem> elems) {
  Values values;
  for (const Elem &elem : elems) {
    values.push_back(elem.re);
    if (elem.im)
      values.push_back(elem.im);
  }
  return values;
}

static SmallVector<Elem> unflatten(ValueRange values, ArrayRef<Elem> like) {
  SmallVector<Elem> elems;
  unsigned position = 0;
  for (const Elem &elem : like) {
    Elem next{values[position++], {}};
    if (elem.im)
      next.im = values[position++];
    elems.push_back(next);
  }
  return elems;
}

static SmallVector<Elem> broadcastAll(KernelEmitter &e, ArrayRef<Elem> elems,
                                      unsigned lanes) {
  SmallVector<Elem> result(elems.begin(), elems.end());
  for (Elem &elem : result) {
    elem.re = e.ops.broadcast(elem.re, lanes);
    if (elem.im)
      elem.im = e.ops.broadcast(elem.im, lanes);
  }
  return result;
}

/// Folds lanes into one element: upper half onto lower half until one is left.
static Elem foldLanes(KernelEmitter &e, Combiner &combiner, Elem elem) {
  auto part = [&](Value value, int64_t begin, int64_t count) -> Value {
    SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < count; ++i)
      lanes.push_back(begin + i);
    return vector::ShuffleOp::create(e.b, e.loc, value, value, lanes);
  };
  for (int64_t half = lanesOf(elem.re) / 2; half >= 1; half /= 2) {
    Elem low{part(elem.re, 0, half), {}}, high{part(elem.re, half, half), {}};
    if (elem.im) {
      low.im = part(elem.im, 0, half);
      high.im = part(elem.im, half, half);
    }
    elem = combiner.combine({low}, {high})[0];
  }
  auto first = [&](Value value) -> Value {
    return vector::ExtractOp::create(e.b, e.loc, value, int64_t(0));
  };
  return {first(elem.re), elem.im ? first(elem.im) : Value()};
}

namespace {
/// Which dimensions of its operands a reduction reduces.
struct ReducedDims {
  explicit ReducedDims(stablehlo::ReduceOp op);

  SmallVector<bool> isReduced;
  /// True if they are the last ones, but for dimensions of size 1.
  bool isSuffix = true;
  /// True if neighbours in memory are reduced.
  bool isLast = true;
  /// Elements that become one.
  int64_t elements = 1;
};

/// The loops of one reduction: extents, and the operand index for counters.
struct ReductionLoops {
  SmallVector<int64_t, 4> extents;
  std::function<ElementIndex(ArrayRef<LinearForm>)> index;
};
} // namespace

ReducedDims::ReducedDims(stablehlo::ReduceOp op) {
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  isReduced.resize(shape.size());
  for (int64_t dim : op.getDimensions())
    isReduced[dim] = true;
  bool seen = false;
  for (size_t d = 0; d < shape.size(); ++d) {
    isSuffix &= isReduced[d] || !seen || shape[d] == 1;
    seen |= isReduced[d];
    if (isReduced[d])
      elements *= shape[d];
  }
  isLast = isSuffix || (!shape.empty() && isReduced.back());
}

/// Loops over elements that are neighbours in memory, dimensions merged where
/// they can be; nothing if a merged one is reduced in part.
static std::optional<ReductionLoops>
loopsOverNeighbours(KernelEmitter &e, stablehlo::ReduceOp op,
                    const ReducedDims &dims, const ElementIndex &index) {
  int64_t block = dims.elements;
  if (!dims.isSuffix || block == 0)
    return std::nullopt;
  ReductionLoops loops;
  int64_t inner = 1;
  SmallVector<int64_t, 4> all = e.loopExtents(op.getInputs(), {block});
  // Those of the reduced block: from the innermost up to `block` elements.
  while (inner < block && !all.empty()) {
    loops.extents.insert(loops.extents.begin(), all.back());
    inner *= all.pop_back_val();
  }
  if (inner != block)
    return std::nullopt;
  LinearForm base = index.linear * block;
  loops.index = [base, extents = loops.extents](ArrayRef<LinearForm> at) {
    return ElementIndex{base + linearise(at, extents), std::nullopt};
  };
  return loops;
}

/// One loop for each reduced dimension.
static ReductionLoops loopsOverDims(KernelEmitter &e, stablehlo::ReduceOp op,
                                    const ReducedDims &dims,
                                    const ElementIndex &index) {
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  ReductionLoops loops;
  auto kept = e.dimsOf(index, shapeOf(op.getResult(0)));
  for (size_t d = 0; d < shape.size(); ++d)
    if (dims.isReduced[d])
      loops.extents.push_back(shape[d]);
  loops.index = [&e, kept, isReduced = dims.isReduced,
                 shape](ArrayRef<LinearForm> at) {
    SmallVector<LinearForm> position;
    unsigned k = 0, r = 0;
    for (size_t d = 0; d < shape.size(); ++d)
      position.push_back(isReduced[d] ? at[r++] : kept[k++]);
    return e.indexOf(position, shape);
  };
  return loops;
}

/// Says where a processor's vectors stand idle, if it is worth saying.
static void remarkScalar(Operation *op, const ReductionLoops &loops) {
  constexpr int64_t fewElements = 32;
  int64_t count = 1;
  for (int64_t extent : loops.extents)
    count *= extent;
  if (count < fewElements)
    return;
  remark::missed(
      op->getLoc(),
      remark::RemarkOpts::name("scalar-reduction").category("conversion"))
      << (op->getName().getStringRef() + " combines " + llvm::Twine(count) +
          " elements one by one, since its body is no monoid or its last "
          "dimension is not reduced; a plain sum, product, minimum or maximum "
          "along the last dimension runs in vectors")
             .str();
}

static SmallVector<Elem> initialElements(KernelEmitter &e, ValueRange values) {
  SmallVector<Elem> elems;
  for (Value value : values)
    elems.push_back(e.element(value, ElementIndex()));
  return elems;
}

static SmallVector<Type> elementTypesOf(ValueRange values) {
  return llvm::map_to_vector(values, elementOf);
}

static SmallVector<Elem> inputsAt(KernelEmitter &e, stablehlo::ReduceOp op,
                                  const ElementIndex &at) {
  SmallVector<Elem> elems;
  for (Value operand : op.getInputs())
    elems.push_back(e.element(operand, at));
  return elems;
}

unsigned KernelMapping::accumulatorLanes(unsigned bytes, int64_t count) const {
  return std::min<int64_t>(std::max(8u, 256 / std::max(4u, bytes)),
                           llvm::PowerOf2Ceil(count));
}

/// A monoid along the last dimension, without the initial value: accumulators
/// in lanes, combined as a tree at the end. Nothing if what is reduced cannot be
/// had in vectors.
static std::optional<Elem> foldInLanes(KernelEmitter &e, stablehlo::ReduceOp op,
                                       Combiner &combiner,
                                       const ReductionLoops &loops,
                                       ArrayRef<Elem> init) {
  unsigned bytes = init[0].re.getType().getIntOrFloatBitWidth() / 8;
  unsigned lanes = e.mapping->accumulatorLanes(bytes, loops.extents.back());
  if (!lanes)
    return std::nullopt;
  SmallVector<Elem> result;
  bool worked = e.tryVector([&] {
    SmallVector<Elem> start = {
        combiner.identity(broadcastAll(e, init, lanes)[0])};
    Values values = e.mapping->fold(
        loops.extents, lanes, flatten(start),
        [&](ArrayRef<LinearForm> counters, ValueRange current) {
          ElementIndex at = loops.index(counters);
          SmallVector<Elem> sofar = unflatten(current, start);
          SmallVector<Elem> next = broadcastAll(
              e, combiner.combine(sofar, inputsAt(e, op, at)), lanes);
          next[0] = e.choose(e.maskOf(at.linear), next[0], sofar[0]);
          return flatten(next);
        });
    result = unflatten(values, start);
  });
  if (!worked)
    return std::nullopt;
  return foldLanes(e, combiner, result[0]);
}

static SmallVector<Elem> reduceElement(KernelEmitter &e, stablehlo::ReduceOp op,
                                       const ElementIndex &index) {
  Combiner combiner(e, op.getBody(), elementTypesOf(op.getInputs()));
  SmallVector<Elem> init = initialElements(e, op.getInitValues());
  const ReducedDims dims(op);
  // One element each: no loop, and nothing for a team to divide.
  if (e.mapping->isParallel() && dims.elements == 1)
    return combiner.finish(
        combiner.combine(init, inputsAt(e, op, {index.linear, std::nullopt})));
  std::optional<ReductionLoops> neighbours =
      loopsOverNeighbours(e, op, dims, index);
  const ReductionLoops loops =
      neighbours ? *neighbours : loopsOverDims(e, op, dims, index);

  unsigned outerLanes = e.lanesOfForm(index.linear);
  const bool isRow = op.getInputs().size() == 1 && combiner.isMonoid() &&
                     dims.isLast && !loops.extents.empty();
  // Lanes across rows would gather; rows one by one read what is contiguous.
  if (outerLanes && isRow && loops.extents.back() >= 8)
    e.failVector();
  if (e.mapping->isShared() && isRow)
    return combiner.finish(combiner.combine(init, {emitPart(e, op, index)}));
  if (e.mapping->isShared() && dims.isLast && !loops.extents.empty())
    return combiner.finish(combiner.combine(
        init, e.mapping->foldInOrder(
                  elementCount(loops.extents),
                  [&](const LinearForm &at) {
                    return inputsAt(e, op,
                                    loops.index(e.dimsOf({at, std::nullopt},
                                                         loops.extents)));
                  },
                  [&](ArrayRef<Elem> a, ArrayRef<Elem> c) {
                    return combiner.combine(a, c);
                  })));
  e.mapping->noteSerial(op);
  if (!outerLanes && isRow && loops.extents.back() >= 4)
    if (auto part = foldInLanes(e, op, combiner, loops, init))
      return combiner.finish(combiner.combine(init, {*part}));
  if (!outerLanes && !e.mapping->isParallel())
    remarkScalar(op, loops);
  SmallVector<Elem> start = broadcastAll(e, init, outerLanes);
  Values values = e.fold(
      loops.extents, 0, flatten(start),
      [&](ArrayRef<LinearForm> counters, ValueRange current) {
        SmallVector<Elem> elems = inputsAt(e, op, loops.index(counters));
        return flatten(broadcastAll(
            e, combiner.combine(unflatten(current, start), elems), outerLanes));
      });
  return combiner.finish(unflatten(values, start));
}

bool popt::isSplittable(Operation *op) {
  auto reduce = dyn_cast<stablehlo::ReduceOp>(op);
  return reduce && reduce.getInputs().size() == 1 &&
         monoidOf(reduce.getBody(), elementOf(reduce.getInputs()[0]));
}

bool popt::reducesNeighbours(Operation *op) {
  return ReducedDims(cast<stablehlo::ReduceOp>(op)).isLast;
}

bool popt::reducesRows(Operation *op) {
  return ReducedDims(cast<stablehlo::ReduceOp>(op)).isSuffix;
}

int64_t popt::reducedElements(Operation *op) {
  return ReducedDims(cast<stablehlo::ReduceOp>(op)).elements;
}

Elem popt::emitPart(KernelEmitter &e, Operation *op,
                    const ElementIndex &index) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  Combiner combiner(e, reduce.getBody(), elementTypesOf(reduce.getInputs()));
  SmallVector<Elem> init = initialElements(e, reduce.getInitValues());
  const ReducedDims dims(reduce);
  std::optional<ReductionLoops> neighbours =
      loopsOverNeighbours(e, reduce, dims, index);
  const ReductionLoops loops =
      neighbours ? *neighbours : loopsOverDims(e, reduce, dims, index);
  auto combine = [&](Elem a, Elem c) { return combiner.combine({a}, {c})[0]; };
  unsigned lanes = e.lanesOfForm(index.linear);
  if (!lanes && dims.isLast && !loops.extents.empty())
    if (auto part = foldInLanes(e, reduce, combiner, loops, init))
      return e.mapping->combine(*part, combine);
  SmallVector<Elem> start = {
      combiner.identity(broadcastAll(e, init, lanes)[0])};
  Values values = e.mapping->fold(
      loops.extents, 0, flatten(start),
      [&](ArrayRef<LinearForm> counters, ValueRange current) {
        return flatten(broadcastAll(
            e,
            combiner.combine(unflatten(current, start),
                             inputsAt(e, reduce, loops.index(counters))),
            lanes));
      });
  return e.mapping->combine(unflatten(values, start)[0], combine);
}

Elem popt::emitFromParts(KernelEmitter &e, Operation *op, int64_t count,
                         unsigned lanes,
                         llvm::function_ref<Elem(const LinearForm &)> part) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  Combiner combiner(e, reduce.getBody(), elementTypesOf(reduce.getInputs()));
  SmallVector<Elem> init = initialElements(e, reduce.getInitValues());
  SmallVector<Elem> start = {
      combiner.identity(broadcastAll(e, init, lanes)[0])};
  Values values = e.mapping->fold(
      {count}, 0, flatten(start),
      [&](ArrayRef<LinearForm> counters, ValueRange current) {
        return flatten(broadcastAll(
            e, combiner.combine(unflatten(current, start), {part(counters[0])}),
            lanes));
      });
  Elem all =
      e.mapping->combine(unflatten(values, start)[0], [&](Elem a, Elem c) {
        return combiner.combine({a}, {c})[0];
      });
  return combiner.finish(combiner.combine(init, {all}))[0];
}

static SmallVector<Elem> reduceWindowElement(KernelEmitter &e,
                                             stablehlo::ReduceWindowOp op,
                                             const ElementIndex &index) {
  ArrayRef<int64_t> shape = shapeOf(op.getInputs().front());
  size_t rank = shape.size();
  SmallVector<Elem> init = initialElements(e, op.getInitValues());
  Combiner combiner(e, op.getBody(), elementTypesOf(op.getInputs()));
  auto listOr = [&](std::optional<ArrayRef<int64_t>> list, int64_t value) {
    return list ? SmallVector<int64_t>(list->begin(), list->end())
                : SmallVector<int64_t>(rank, value);
  };
  SmallVector<int64_t> strides = listOr(op.getWindowStrides(), 1);
  SmallVector<int64_t> baseDilations = listOr(op.getBaseDilations(), 1);
  SmallVector<int64_t> windowDilations = listOr(op.getWindowDilations(), 1);
  SmallVector<int64_t> lowPadding(rank, 0);
  if (auto padding = op.getPadding())
    for (size_t d = 0; d < rank; ++d)
      lowPadding[d] = padding->getValues<int64_t>()[{d, 0}];
  auto dims = e.dimsOf(index, shapeOf(op.getResult(0)));
  unsigned lanes = e.lanesOfForm(index.linear);
  SmallVector<Elem> start = broadcastAll(e, init, lanes);
  if (elementCount(shape) == 0)
    return combiner.finish(start);

  Values values =
      e.fold(op.getWindowDimensions(), 0, flatten(start),
             [&](ArrayRef<LinearForm> window, ValueRange current) {
               Value inside;
               SmallVector<LinearForm> at;
               for (size_t d = 0; d < rank; ++d) {
                 LinearForm position = dims[d] * strides[d] +
                                       window[d] * windowDilations[d] -
                                       LinearForm(lowPadding[d]);
                 at.push_back(
                     e.undilate(position, shape[d], baseDilations[d], inside));
               }
               SmallVector<Elem> sofar = unflatten(current, start), elems;
               for (Value operand : op.getInputs())
                 elems.push_back(e.elementAt(operand, at));
               SmallVector<Elem> next =
                   broadcastAll(e, combiner.combine(sofar, elems), lanes);
               for (auto [now, before] : llvm::zip(next, sofar))
                 now = e.choose(inside, now, before);
               return flatten(next);
             });
  return combiner.finish(unflatten(values, start));
}

bool popt::foldsOperands(Operation *op) {
  return isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(op);
}

std::optional<SmallVector<Elem>>
popt::emitReduction(KernelEmitter &e, Operation *op,
                    const ElementIndex &index) {
  if (auto reduce = dyn_cast<stablehlo::ReduceOp>(op))
    return reduceElement(e, reduce, index);
  if (auto window = dyn_cast<stablehlo::ReduceWindowOp>(op))
    return reduceWindowElement(e, window, index);
  return std::nullopt;
}
