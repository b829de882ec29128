//===- FoldTimeMoves.cpp - Moves over time as three operations ------------===//
//
//   %0 = dist.all_slice %x dim 0 over {"dp", "mb"}
// becomes
//   %1 = dist.all_slice %x dim 0 over {"dp"}
//   %2 = dist.axis_index {"mb"}
//   %0 = stablehlo.dynamic_slice %1, %2 * 4, ...
//
// and so on for every operation that names a time axis; see FoldTime.h. Where
// blocks are uneven, their starts are computed: a block of n elements is split
// into ceil(n / k) at each axis. Tested by test/Time/fold-time-moves.mlir.
//
//===----------------------------------------------------------------------===//
#include "FoldTime.h"

#include "popt/Interfaces/Build.h"
#include "popt/Support/Tensors.h"

#include "llvm/ADT/TypeSwitch.h"

#include <map>

using namespace mlir;
using namespace popt;

AxisList popt::timePart(const Mesh &mesh, const AxisList &axes, bool isTime) {
  AxisList part;
  for (const AxisRef &axis : axes)
    if ((mesh.axes[axis.axis].kind == AxisKind::Time) == isTime)
      part.push_back(axis);
  return part;
}

bool popt::haveTime(const Mesh &mesh, const AxisList &axes) {
  return !timePart(mesh, axes, true).empty();
}

AxisList popt::timeAxesOf(const Mesh &mesh) {
  AxisList axes;
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].kind == AxisKind::Time && mesh.axes[i].size > 1)
      axes.push_back(mesh.ref(static_cast<int>(i)));
  return axes;
}

bool popt::isTimeEnd(Operation *op, const Mesh &mesh) {
  if (!isa<dist::AllReduceOp, dist::AllGatherOp>(op))
    return false;
  dist::AxisListAttr axes = cast<dist::CollectiveOpInterface>(op).getAxesAttr();
  return axes && haveTime(mesh, axes.toAxisList(mesh));
}

namespace {

/// A tensor<i32>, known while compiling or not.
struct Number {
  std::optional<int64_t> known;
  Value value;
};

/// Rewrites one operation after the other.
class TimeWriter {
public:
  TimeWriter(func::FuncOp main, dist::MeshOp meshOp)
      : main(main), meshName(meshOp.getRef()), mesh(meshOp.toMesh()),
        b(main.getContext()), loc(main.getLoc()) {}

  LogicalResult run();

private:
  LogicalResult rewrite(Operation *op);
  void write(dist::AxisIndexOp op);
  void write(dist::BlockOp op);
  void write(dist::AllSliceOp op);
  void write(dist::AllGatherOp op);
  void write(dist::ToPartialOp op);
  void write(dist::ReduceScatterOp op);
  void write(dist::AllToAllOp op);

  // Arithmetic on numbers.
  Number number(int64_t n) { return {n, {}}; }
  Value valueOf(Number n);
  bool areKnown(Number x, Number y) { return x.known && y.known; }
  Number made(Value value) { return {std::nullopt, value}; }
  RankedTensorType i32() { return RankedTensorType::get({}, b.getI32Type()); }
  template <typename Compute>
  Number apply(Arithmetic operation, Number x, Number y, Compute compute);
  template <typename Compute>
  Number apply(Arithmetic operation, int64_t neutral, Number x, Number y,
               Compute compute);
  Number add(Number x, Number y);
  Number sub(Number x, Number y);
  Number mul(Number x, Number y);
  Number div(Number x, Number y);
  Number min(Number x, Number y);
  /// This coordinate's number along axes.
  Number indexOf(const AxisList &axes);
  /// Begin and extent of this coordinate's block.
  std::pair<Number, Number> blockOf(const DimLayout &dim, int64_t extent);

  dist::AxisListAttr attr(const AxisList &axes) {
    return dist::AxisListAttr::fromAxisList(b.getContext(), mesh, axes);
  }
  dist::ShardingAttr attr(const Layout &layout) {
    return dist::ShardingAttr::fromLayout(b.getContext(), meshName, mesh,
                                          layout);
  }
  Value slice(Value x, int64_t dim, const AxisList &axes, TypeAttr global,
              Layout from);
  Value gather(Value x, int64_t dim, const AxisList &axes, TypeAttr global,
               Layout from);
  Value gatherUneven(Value x, int64_t dim, const AxisList &axes, int64_t extent,
                     const DimLayout &from, const DimLayout &to);

  func::FuncOp main;
  FlatSymbolRefAttr meshName;
  Mesh mesh;
  OpBuilder b;
  Location loc;
  std::map<AxisRef, int64_t> given; ///< coordinates that are known
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value TimeWriter::valueOf(Number n) {
  if (n.value)
    return n.value;
  return buildNumber(b, loc, *n.known);
}

/// Known numbers are computed, others by an operation.
template <typename Compute>
Number TimeWriter::apply(Arithmetic operation, Number x, Number y,
                         Compute compute) {
  if (areKnown(x, y))
    return number(compute(*x.known, *y.known));
  return made(buildArithmetic(b, loc, operation, valueOf(x), valueOf(y)));
}

/// A number that changes nothing is left out.
template <typename Compute>
Number TimeWriter::apply(Arithmetic operation, int64_t neutral, Number x,
                         Number y, Compute compute) {
  if (x.known == neutral)
    return y;
  return y.known == neutral ? x : apply(operation, x, y, compute);
}

Number TimeWriter::add(Number x, Number y) {
  return apply(Arithmetic::Add, 0, x, y,
               [](int64_t a, int64_t b) { return a + b; });
}

Number TimeWriter::sub(Number x, Number y) {
  if (y.known == 0)
    return x;
  return apply(Arithmetic::Subtract, x, y,
               [](int64_t a, int64_t b) { return a - b; });
}

Number TimeWriter::mul(Number x, Number y) {
  return apply(Arithmetic::Multiply, 1, x, y,
               [](int64_t a, int64_t b) { return a * b; });
}

Number TimeWriter::div(Number x, Number y) {
  if (y.known == 1)
    return x;
  return apply(Arithmetic::Divide, x, y,
               [](int64_t a, int64_t b) { return a / b; });
}

Number TimeWriter::min(Number x, Number y) {
  return apply(Arithmetic::Minimum, x, y,
               [](int64_t a, int64_t b) { return std::min(a, b); });
}

Number TimeWriter::indexOf(const AxisList &axes) {
  Number index = number(0);
  for (size_t i = 0; i < axes.size();) {
    bool isTime = haveTime(mesh, {axes[i]});
    if (auto at = given.find(axes[i]); at != given.end()) {
      index = add(mul(index, number(axes[i].size)), number(at->second));
      ++i;
      continue;
    }
    // A run of axes of one kind is one operation.
    AxisList run;
    do
      run.push_back(axes[i++]);
    while (!isTime && i < axes.size() && !haveTime(mesh, {axes[i]}));
    Number own{std::nullopt,
               dist::AxisIndexOp::create(
                   b, loc, RankedTensorType::get({}, b.getI32Type()), attr(run),
                   meshName)};
    index = add(mul(index, number(product(run))), own);
  }
  return index;
}

std::pair<Number, Number> TimeWriter::blockOf(const DimLayout &dim,
                                              int64_t extent) {
  Number begin = number(0), size = number(extent);
  DimLayout split;
  split.granule = dim.granule;
  for (size_t i = 0; i < dim.axes.size(); ++i) {
    bool isTime = haveTime(mesh, {dim.axes[i]});
    bool wasEven = isEven(split, extent);
    int64_t before = localExtent(split, extent);
    split.axes.push_back(dim.axes[i]);
    // Major device axes as one operation.
    if (!isTime && i + 1 < dim.axes.size() &&
        !haveTime(mesh, {dim.axes[i + 1]}) && !haveTime(mesh, split.axes))
      continue;
    if (!haveTime(mesh, split.axes)) {
      Type i32 = RankedTensorType::get({}, b.getI32Type());
      auto block = dist::BlockOp::create(
          b, loc, i32, i32, attr(split.axes), b.getI64IntegerAttr(extent),
          b.getI64IntegerAttr(dim.granule), meshName);
      begin = {std::nullopt, block.getBegin()};
      size = isEven(split, extent) ? number(localExtent(split, extent))
                                   : Number{std::nullopt, block.getExtent()};
      continue;
    }
    // ceil(units / k) units each, the last ones short or empty.
    int64_t k = dim.axes[i].size;
    Number parts = number(k), granule = number(dim.granule);
    if (wasEven)
      size = number(before);
    Number units = div(add(size, number(dim.granule - 1)), granule);
    Number each = mul(div(add(units, number(k - 1)), parts), granule);
    Number offset = mul(indexOf({dim.axes[i]}), each);
    bool isExact = each.known && size.known && *each.known * k == *size.known;
    if (!isExact)
      offset = min(offset, size);
    begin = add(begin, offset);
    size = isExact ? each : min(sub(size, offset), each);
  }
  return {begin, size};
}

//===----------------------------------------------------------------------===//
// Slices and gathers
//===----------------------------------------------------------------------===//

/// The type with another extent of a dimension.
static RankedTensorType withExtent(Value x, int64_t dim, int64_t extent) {
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = extent;
  return RankedTensorType::get(shape, type.getElementType());
}

/// This coordinate's block along `axes`, run by run of one kind. `from` is the
/// layout of `x` if `global` gives its global type; otherwise all blocks are
/// equal.
Value TimeWriter::slice(Value x, int64_t dim, const AxisList &axes,
                        TypeAttr global, Layout from) {
  for (size_t i = 0; i < axes.size();) {
    bool isTime = haveTime(mesh, {axes[i]});
    AxisList run;
    do
      run.push_back(axes[i++]);
    while (i < axes.size() && haveTime(mesh, {axes[i]}) == isTime);
    int64_t extent =
        global ? cast<RankedTensorType>(global.getValue()).getDimSize(dim)
               : shapeOf(x)[dim];
    Layout to = from;
    llvm::append_range(to.dims[dim].axes, run);
    int64_t local = localExtent(to.dims[dim], extent);
    if (!isTime) {
      dist::ShardingAttr fromAttr, toAttr;
      if (global) {
        fromAttr = attr(from);
        toAttr = attr(to);
      }
      x = dist::AllSliceOp::create(b, loc, withExtent(x, dim, local), x,
                                   b.getI64IntegerAttr(dim), attr(run),
                                   /*replica_groups=*/nullptr, meshName, global,
                                   fromAttr, toAttr);
    } else {
      Number begin = sub(blockOf(to.dims[dim], extent).first,
                         blockOf(from.dims[dim], extent).first);
      // Room for the last block's padding: dynamic_slice would clamp.
      if (!isEven(to.dims[dim], extent))
        x = buildExtended(b, loc, x, dim, local);
      x = buildSliceAt(b, loc, x, dim, valueOf(begin), local);
    }
    from = to;
    if (!global)
      from.dims[dim].axes.clear();
  }
  return x;
}

/// The blocks of `axes`, minor runs first.
Value TimeWriter::gather(Value x, int64_t dim, const AxisList &axes,
                         TypeAttr global, Layout from) {
  for (size_t end = axes.size(); end > 0;) {
    bool isTime = haveTime(mesh, {axes[end - 1]});
    size_t begin = end;
    while (begin > 0 && haveTime(mesh, {axes[begin - 1]}) == isTime)
      --begin;
    AxisList run(axes.begin() + begin, axes.begin() + end);
    end = begin;
    Layout to = from;
    int64_t local = shapeOf(x)[dim] * product(run);
    dist::ShardingAttr fromAttr, toAttr;
    if (global) {
      AxisList &left = to.dims[dim].axes;
      left.erase(left.end() - static_cast<int64_t>(run.size()), left.end());
      local = localExtent(
          to.dims[dim],
          cast<RankedTensorType>(global.getValue()).getDimSize(dim));
      fromAttr = attr(from);
      toAttr = attr(to);
    }
    int64_t extent =
        global ? cast<RankedTensorType>(global.getValue()).getDimSize(dim) : 0;
    if (isTime && global && !isEven(from.dims[dim], extent))
      x = gatherUneven(x, dim, run, extent, from.dims[dim], to.dims[dim]);
    else
      x = dist::AllGatherOp::create(b, loc, withExtent(x, dim, local), x,
                                    b.getI64IntegerAttr(dim), attr(run),
                                    /*replica_groups=*/nullptr, meshName,
                                    isTime ? TypeAttr() : global,
                                    isTime ? dist::ShardingAttr() : fromAttr,
                                    isTime ? dist::ShardingAttr() : toAttr);
    from = to;
  }
  return x;
}

/// Blocks of neighbouring time steps, stacked along a leading dimension, as one
/// block: the first `extent` elements of each along `dim`, one after the other.
static Value joinSteps(OpBuilder &b, Location loc, Value stacked, int64_t dim,
                       int64_t extent) {
  auto type = cast<RankedTensorType>(stacked.getType());
  if (extent < type.getDimSize(dim + 1))
    stacked = buildSlice(b, loc, stacked, dim + 1, 0, extent);
  int64_t steps = type.getDimSize(0);
  if (steps > 1 && dim > 0) {
    auto order = llvm::to_vector(llvm::seq<int64_t>(1, type.getRank()));
    order.insert(order.begin() + dim, 0);
    stacked = buildTransposed(b, loc, stacked, order);
  }
  SmallVector<int64_t> shape(type.getShape().drop_front());
  shape[dim] = steps * extent;
  return buildReshape(b, loc, stacked, shape);
}

/// The blocks of all time steps, which differ in size: gathered along a
/// dimension of their own and then written to their positions. Neighbours of
/// one known size are one piece. Of other blocks, each covers the padding of
/// the one before.
Value TimeWriter::gatherUneven(Value x, int64_t dim, const AxisList &axes,
                               int64_t extent, const DimLayout &from,
                               const DimLayout &to) {
  auto type = cast<RankedTensorType>(x.getType());
  int64_t steps = product(axes);
  SmallVector<int64_t> shape{1};
  llvm::append_range(shape, type.getShape());
  Value entry = buildReshape(b, loc, x, shape);
  shape[0] = steps;
  Value all = dist::AllGatherOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), entry,
      b.getI64IntegerAttr(0), attr(axes), /*replica_groups=*/nullptr, meshName,
      nullptr, nullptr, nullptr);
  int64_t whole = localExtent(to, extent);
  // Begin, in the whole, and extent of a time step's block.
  auto blockAt = [&](int64_t step) {
    for (const AxisRef &axis : llvm::reverse(axes)) {
      given[axis] = step % axis.size;
      step /= axis.size;
    }
    auto [begin, size] = blockOf(from, extent);
    return std::pair(sub(begin, blockOf(to, extent).first), size);
  };
  Value made =
      buildZeros(b, loc, withExtent(x, dim, whole + type.getDimSize(dim)));
  for (int64_t step = 0, count = 1; step < steps; step += count, count = 1) {
    auto [begin, size] = blockAt(step);
    bool isKnown = areKnown(begin, size);
    while (isKnown && step + count < steps &&
           blockAt(step + count).second.known == size.known)
      ++count;
    int64_t taken = isKnown ? *size.known : type.getDimSize(dim);
    if (taken == 0)
      continue;
    Value piece =
        joinSteps(b, loc, buildSlice(b, loc, all, 0, step, count), dim, taken);
    made = buildUpdateAt(b, loc, made, piece, dim, valueOf(begin));
  }
  given.clear();
  return buildSlice(b, loc, made, dim, 0, whole);
}

/// The layout of an `as` clause, or one without axes.
static Layout layoutOf(dist::ShardingAttr sharding, Value x, const Mesh &mesh) {
  return sharding
             ? sharding.toLayout(mesh).closed()
             : Layout::replicate(cast<RankedTensorType>(x.getType()).getRank());
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void TimeWriter::write(dist::AxisIndexOp op) {
  AxisList axes = op.getAxes().toAxisList(mesh);
  if (axes.size() == 1)
    return;
  op.replaceAllUsesWith(valueOf(indexOf(axes)));
  op.erase();
}

void TimeWriter::write(dist::BlockOp op) {
  DimLayout dim;
  dim.axes = op.getAxes().toAxisList(mesh);
  dim.granule = op.getBy();
  auto [begin, extent] = blockOf(dim, op.getOf());
  op.getBegin().replaceAllUsesWith(valueOf(begin));
  op.getExtent().replaceAllUsesWith(valueOf(extent));
  op.erase();
}

void TimeWriter::write(dist::AllSliceOp op) {
  Value made = slice(op.getInput(), op.getDim(),
                     op.getAxesAttr().toAxisList(mesh), op.getGlobalTypeAttr(),
                     layoutOf(op.getFromAttr(), op.getInput(), mesh));
  op.replaceAllUsesWith(made);
  op.erase();
}

void TimeWriter::write(dist::AllGatherOp op) {
  AxisList axes = op.getAxesAttr().toAxisList(mesh);
  if (timePart(mesh, axes, /*isTime=*/false).empty() && !op.getGlobalTypeAttr())
    return;
  Value made = gather(op.getInput(), op.getDim(), axes, op.getGlobalTypeAttr(),
                      layoutOf(op.getFromAttr(), op.getInput(), mesh));
  op.replaceAllUsesWith(made);
  op.erase();
}

/// Time step 0 keeps the value, the others the identity.
void TimeWriter::write(dist::ToPartialOp op) {
  AxisList axes = op.getAxesAttr().toAxisList(mesh);
  AxisList devices = timePart(mesh, axes, /*isTime=*/false);
  auto type = cast<RankedTensorType>(op.getType());
  Value x = op.getInput();
  if (!devices.empty())
    x = dist::ToPartialOp::create(b, loc, type, x, op.getMonoidAttr(),
                                  attr(devices), nullptr, meshName, nullptr,
                                  nullptr, nullptr);
  Value step = valueOf(indexOf(timePart(mesh, axes, /*isTime=*/true)));
  x = buildPartial(b, loc, step, x, op.getMonoid());
  op.replaceAllUsesWith(x);
  op.erase();
}

void TimeWriter::write(dist::ReduceScatterOp op) {
  Layout from = layoutOf(op.getFromAttr(), op.getInput(), mesh);
  from.partial =
      removeOverlapping(mesh, from.partial, op.getAxesAttr().toAxisList(mesh));
  Value sum = dist::AllReduceOp::create(
      b, loc, op.getInput().getType(), op.getInput(), op.getMonoidAttr(),
      op.getAxesAttr(), nullptr, meshName, nullptr, nullptr, nullptr);
  op.replaceAllUsesWith(slice(sum, op.getDim(),
                              op.getAxesAttr().toAxisList(mesh),
                              op.getGlobalTypeAttr(), from));
  op.erase();
}

void TimeWriter::write(dist::AllToAllOp op) {
  AxisList axes = op.getAxesAttr().toAxisList(mesh);
  Layout from = layoutOf(op.getFromAttr(), op.getInput(), mesh);
  Value whole =
      gather(op.getInput(), op.getConcat(), axes, op.getGlobalTypeAttr(), from);
  AxisList &left = from.dims[op.getConcat()].axes;
  if (op.getGlobalTypeAttr())
    left.erase(left.end() - static_cast<int64_t>(axes.size()), left.end());
  op.replaceAllUsesWith(
      slice(whole, op.getSplit(), axes, op.getGlobalTypeAttr(), from));
  op.erase();
}

LogicalResult TimeWriter::rewrite(Operation *op) {
  dist::AxisListAttr axes;
  if (auto collective = dyn_cast<dist::CollectiveOpInterface>(op))
    axes = collective.getAxesAttr();
  else if (auto index = dyn_cast<dist::AxisIndexOp>(op))
    axes = index.getAxes();
  else if (auto block = dyn_cast<dist::BlockOp>(op))
    axes = block.getAxes();
  if (!axes || !haveTime(mesh, axes.toAxisList(mesh)))
    return success();
  b.setInsertionPoint(op);
  loc = op->getLoc();
  llvm::TypeSwitch<Operation *>(op)
      .Case<dist::AxisIndexOp, dist::BlockOp, dist::AllSliceOp,
            dist::AllGatherOp, dist::ToPartialOp, dist::ReduceScatterOp,
            dist::AllToAllOp>([&](auto found) { write(found); });
  return success();
}

LogicalResult TimeWriter::run() {
  SmallVector<Operation *> ops;
  main.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    if (failed(rewrite(op)))
      return failure();
  return success();
}

LogicalResult popt::lowerTimeMoves(func::FuncOp main, dist::MeshOp meshOp) {
  return TimeWriter(main, meshOp).run();
}
