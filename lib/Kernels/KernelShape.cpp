//===- KernelShape.cpp - Elements of operations that move data ------------===//
//
// Constants, iota and the operations whose result element is an operand element
// at another index. Where an index may fall on either side of a border (the
// parts of a concatenation, padding), the loop is asked to be cut there; until
// then, and where it cannot be cut, both sides are read at clamped indices and
// one is chosen. Covered by test/unit/Kernels.
//
//===----------------------------------------------------------------------===//
#include "KernelEmitter.h"

#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/StableHLO/StableHLO.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace popt;

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

static Value numberConstant(KernelEmitter &e, Type type, Attribute value) {
  Type target = registerType(type);
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat wide = number.getValue();
    bool lossy;
    wide.convert(cast<FloatType>(target).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &lossy);
    return e.ops.constant(target, FloatAttr::get(target, wide));
  }
  return e.ops.constant(
      target, IntegerAttr::get(target, cast<IntegerAttr>(value).getValue()));
}

static Elem constantElement(KernelEmitter &e, stablehlo::ConstantOp op) {
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  Type type = elementOf(op.getResult());
  if (!value || !value.isSplat()) {
    e.emitError(op) << "has different elements, so it is an argument of a "
                       "kernel, not part of it";
    Type target = registerType(type);
    return {e.ops.constant(target, e.b.getZeroAttr(target)), {}};
  }
  if (auto complex = dyn_cast<ComplexType>(type)) {
    Type part = complex.getElementType();
    auto number = value.getSplatValue<std::complex<APFloat>>();
    return {numberConstant(e, part, FloatAttr::get(part, number.real())),
            numberConstant(e, part, FloatAttr::get(part, number.imag()))};
  }
  return {numberConstant(e, type, value.getSplatValue<Attribute>()), {}};
}

static Elem iotaElement(KernelEmitter &e, stablehlo::IotaOp op,
                        const ElementIndex &index) {
  KernelOps &k = e.ops;
  Value result = op.getResult();
  LinearForm at = e.dimsOf(index, shapeOf(result))[op.getIotaDimension()];
  Value position = e.materialise(at);
  Type type = elementOf(result);
  auto complex = dyn_cast<ComplexType>(type);
  Type part = complex ? complex.getElementType() : type;
  Type target = k.withElement(position, registerType(part));
  Elem elem;
  if (isa<FloatType>(part)) {
    Value integer = k.op<arith::IndexCastOp>(
        k.withElement(position, e.b.getI64Type()), position);
    elem.re = k.roundTo(k.op<arith::SIToFPOp>(target, integer), part);
  } else {
    elem.re = k.op<arith::IndexCastOp>(target, position);
  }
  if (complex)
    elem.im = k.floatLike(elem.re, 0.0);
  return elem;
}

/// A value per rank, from a table in the code: a chain of selects over the runs
/// of equal values.
static Elem perRank(KernelEmitter &e, ArrayRef<int64_t> values) {
  KernelOps &k = e.ops;
  Type i32 = e.b.getI32Type();
  Value result = k.constant(i32, e.b.getI32IntegerAttr(values.back()));
  for (size_t r = values.size() - 1; r-- > 0;) {
    if (values[r] == values[r + 1])
      continue;
    Value before = k.cmpi(arith::CmpIPredicate::sle, e.rank, k.index(r));
    result = k.select(before, k.constant(i32, e.b.getI32IntegerAttr(values[r])),
                      result);
  }
  return {result, {}};
}

static std::optional<Elem> coordinateElement(KernelEmitter &e, Operation *op,
                                             unsigned number) {
  auto axisIndex = dyn_cast<dist::AxisIndexOp>(op);
  auto block = dyn_cast<dist::BlockOp>(op);
  if (!axisIndex && !block)
    return std::nullopt;
  dist::MeshOp meshOp = dist::getMesh(op);
  assert(meshOp && "the verifier has found the mesh");
  Mesh mesh = meshOp.getMesh().toMesh();
  SmallVector<int64_t> values;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank) {
    std::vector<int64_t> coordinates = mesh.coordinates(rank);
    if (axisIndex) {
      int64_t place = 0;
      for (const AxisRef &axis : axisIndex.getAxes().toAxisList(mesh))
        place = place * axis.size + mesh.coordinate(axis, coordinates);
      values.push_back(place);
      continue;
    }
    DimLayout dim;
    dim.axes = block.getAxes().toAxisList(mesh);
    dim.granule = block.getBy();
    auto held = blockAt(mesh, dim, block.getOf(), coordinates);
    values.push_back(number == 0 ? held.begin : held.extent);
  }
  return perRank(e, values);
}

//===----------------------------------------------------------------------===//
// Index changes
//===----------------------------------------------------------------------===//

static Elem broadcastElement(KernelEmitter &e, stablehlo::BroadcastInDimOp op,
                             const ElementIndex &index) {
  ArrayRef<int64_t> from = shapeOf(op.getOperand());
  if (elementCount(from) == 1)
    return e.elementAt(op.getOperand(), SmallVector<LinearForm>(from.size()));
  auto dims = e.dimsOf(index, shapeOf(op.getResult()));
  SmallVector<LinearForm> at;
  for (auto [extent, dim] : llvm::zip(from, op.getBroadcastDimensions()))
    at.push_back(extent == 1 ? LinearForm(0) : dims[dim]);
  return e.elementAt(op.getOperand(), at);
}

static Elem concatenateElement(KernelEmitter &e, stablehlo::ConcatenateOp op,
                               const ElementIndex &index) {
  int64_t dim = op.getDimension();
  auto dims = e.dimsOf(index, shapeOf(op.getResult()));
  auto [low, high] = e.rangeOf(dims[dim]);
  std::optional<Elem> result;
  int64_t begin = 0;
  for (Value operand : op.getInputs()) {
    int64_t extent = shapeOf(operand)[dim], end = begin + extent;
    if (extent && low < end && high >= begin) {
      if (begin > low)
        e.requestCut(dims[dim], begin);
      auto at = dims;
      at[dim] = e.clampIndex(dims[dim] - LinearForm(begin), 0, extent - 1);
      Elem elem = e.elementAt(operand, at);
      // Parts come in order: what is not before this one is here or later.
      result = result ? e.choose(e.inBounds(dims[dim], begin, high + 1), elem,
                                 *result)
                      : elem;
    }
    begin = end;
  }
  return *result;
}

static Elem padElement(KernelEmitter &e, stablehlo::PadOp op,
                       const ElementIndex &index) {
  ArrayRef<int64_t> from = shapeOf(op.getOperand());
  auto dims = e.dimsOf(index, shapeOf(op.getResult()));
  Elem padding = e.element(op.getPaddingValue(), ElementIndex());
  if (elementCount(from) == 0)
    return padding;
  SmallVector<LinearForm> at;
  Value inside;
  for (auto [d, form] : llvm::enumerate(dims)) {
    int64_t step = op.getInteriorPadding()[d] + 1;
    LinearForm moved = form - LinearForm(op.getEdgePaddingLow()[d]);
    int64_t span = (from[d] - 1) * step + 1;
    auto [low, high] = e.rangeOf(moved);
    if (high < 0 || low >= span)
      return padding;
    if (low < 0)
      e.requestCut(moved, 0);
    if (high >= span)
      e.requestCut(moved, span);
    at.push_back(e.undilate(moved, from[d], step, inside));
  }
  return e.choose(inside, e.elementAt(op.getOperand(), at), padding);
}

/// complex<f64> and two complex<f32>, each of which has the halves of one of
/// its parts as real and imaginary part.
static Elem bitcastComplex(KernelEmitter &e, stablehlo::BitcastConvertOp op,
                           const ElementIndex &index) {
  KernelOps &k = e.ops;
  auto partAt = [&](const LinearForm &linear) {
    return e.element(op.getOperand(), {linear, std::nullopt});
  };
  auto extended = [&](Value half) {
    Value bits = k.bits(half);
    return k.op<arith::ExtUIOp>(k.withElement(bits, e.b.getI64Type()), bits);
  };
  auto join = [&](Elem halves) {
    Value high = extended(halves.im);
    high = k.op<arith::ShLIOp>(high, k.intLike(high, 32));
    return k.fromBits(k.op<arith::OrIOp>(extended(halves.re), high),
                      e.b.getF64Type());
  };
  auto lowHalf = [&](Value bits) {
    return k.fromBits(
        k.op<arith::TruncIOp>(k.withElement(bits, e.b.getI32Type()), bits),
        e.b.getF32Type());
  };
  if (elementOf(op.getResult()) == ComplexType::get(e.b.getF64Type()))
    return {join(partAt(index.linear * 2)),
            join(partAt(index.linear * 2 + LinearForm(1)))};
  Elem wide = partAt(e.floorDiv(index.linear, 2));
  Value part = e.materialise(e.modulo(index.linear, 2));
  Value isReal = k.cmpi(arith::CmpIPredicate::eq, part, k.intLike(part, 0));
  Value bits = k.bits(k.select(isReal, wide.re, wide.im));
  return {lowHalf(bits),
          lowHalf(k.op<arith::ShRUIOp>(bits, k.intLike(bits, 32)))};
}

/// Between widths: one wide element and `ratio` narrow ones on a last
/// dimension, the least significant bits first; an i1 is one bit.
static Elem bitcastElement(KernelEmitter &e, stablehlo::BitcastConvertOp op,
                           const ElementIndex &index) {
  KernelOps &k = e.ops;
  Type from = elementOf(op.getOperand()), to = elementOf(op.getResult());
  if (isa<ComplexType>(from))
    return bitcastComplex(e, op, index);
  // Integers are their own bits in registers, i1 as well.
  auto asInteger = [&](Value x, Type type) -> Value {
    if (isa<IntegerType>(type))
      return x;
    Value stored = k.toStorage(x, type);
    Type integer =
        k.withElement(stored, e.b.getIntegerType(type.getIntOrFloatBitWidth()));
    if (type.getIntOrFloatBitWidth() < 8)
      return k.op<arith::TruncIOp>(integer, stored);
    return k.op<arith::BitcastOp>(integer, stored);
  };
  auto fromInteger = [&](Value x, Type type) -> Value {
    if (isa<IntegerType>(type))
      return x;
    Type stored = k.withElement(x, storageType(type));
    if (type.getIntOrFloatBitWidth() < 8)
      return k.fromStorage(k.op<arith::ExtUIOp>(stored, x), type);
    return k.fromStorage(k.op<arith::BitcastOp>(stored, x), type);
  };
  unsigned fromBits = from.getIntOrFloatBitWidth();
  unsigned toBits = to.getIntOrFloatBitWidth();
  if (fromBits > toBits) {
    int64_t ratio = fromBits / toBits;
    Elem wide = e.element(op.getOperand(),
                          {e.floorDiv(index.linear, ratio), std::nullopt});
    Value part = e.materialise(e.modulo(index.linear, ratio));
    Value bits = asInteger(wide.re, from);
    k.unify(bits, part);
    Value shift = k.op<arith::IndexCastOp>(bits.getType(), part);
    shift = k.op<arith::MulIOp>(shift, k.intLike(shift, toBits));
    Value low = k.op<arith::ShRUIOp>(bits, shift);
    return {
        fromInteger(k.op<arith::TruncIOp>(
                        k.withElement(low, e.b.getIntegerType(toBits)), low),
                    to),
        {}};
  }
  int64_t ratio = toBits / fromBits;
  Value sum;
  for (int64_t i = 0; i < ratio; ++i) {
    Elem part = e.element(op.getOperand(),
                          {index.linear * ratio + LinearForm(i), std::nullopt});
    Value bits = asInteger(part.re, from);
    bits = k.op<arith::ExtUIOp>(k.withElement(bits, e.b.getIntegerType(toBits)),
                                bits);
    bits = k.op<arith::ShLIOp>(bits, k.intLike(bits, i * fromBits));
    sum = sum ? k.op<arith::OrIOp>(sum, bits) : bits;
  }
  return {fromInteger(sum, to), {}};
}

std::optional<Elem> popt::emitShapeElement(KernelEmitter &e, OpResult value,
                                           const ElementIndex &index) {
  Operation *op = value.getOwner();
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op))
    return constantElement(e, constant);
  if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
    return iotaElement(e, iota, index);
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op))
    return broadcastElement(e, broadcast, index);
  if (isa<stablehlo::ReshapeOp>(op))
    return e.element(op->getOperand(0), {index.linear, std::nullopt});
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
    auto dims = e.dimsOf(index, shapeOf(transpose.getResult()));
    SmallVector<LinearForm> at(dims.size());
    for (auto [i, dim] : llvm::enumerate(transpose.getPermutation()))
      at[dim] = dims[i];
    return e.elementAt(transpose.getOperand(), at);
  }
  if (auto slice = dyn_cast<stablehlo::SliceOp>(op)) {
    auto dims = e.dimsOf(index, shapeOf(slice.getResult()));
    for (auto [form, start, stride] :
         llvm::zip(dims, slice.getStartIndices(), slice.getStrides()))
      form = form * stride + LinearForm(start);
    return e.elementAt(slice.getOperand(), dims);
  }
  if (auto reverse = dyn_cast<stablehlo::ReverseOp>(op)) {
    auto dims = e.dimsOf(index, shapeOf(reverse.getResult()));
    for (int64_t dim : reverse.getDimensions())
      dims[dim] = LinearForm(shapeOf(reverse.getResult())[dim] - 1) - dims[dim];
    return e.elementAt(reverse.getOperand(), dims);
  }
  if (auto concatenate = dyn_cast<stablehlo::ConcatenateOp>(op))
    return concatenateElement(e, concatenate, index);
  if (auto pad = dyn_cast<stablehlo::PadOp>(op))
    return padElement(e, pad, index);
  if (auto bitcast = dyn_cast<stablehlo::BitcastConvertOp>(op))
    return bitcastElement(e, bitcast, index);
  return coordinateElement(e, op, value.getResultNumber());
}
