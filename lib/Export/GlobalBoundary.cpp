//===- GlobalBoundary.cpp - A local program that takes whole tensors ------===//
//
//   func.func @main(%x: tensor<2xf32> {of tensor<3xf32> in [{"dp"}]})
// becomes first
//   func.func @main(%x: tensor<3xf32> {of tensor<3xf32> in [{}]})
//     %block = dist.all_slice %x dim 0 over {"dp"} ...
// and at last
//   func.func @main(%x: tensor<3xf32>)
//     sdy.manual_computation(%x) in_shardings=[<@mesh, [{}],
//     replicated={"dp"}>]
//
// Tested by test/Export/export-stablehlo-global.mlir.
//
//===----------------------------------------------------------------------===//
#include "GlobalBoundary.h"
#include "DeviceOrders.h"
#include "SdyShardings.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"

using namespace mlir;
using namespace popt;

/// The part of this layout that a manual computation can take or return.
static Layout evenLayout(const Layout &layout, RankedTensorType global) {
  Layout even = Layout::replicate(layout.dims.size());
  for (auto [dim, own] : llvm::enumerate(layout.dims))
    if (isEven(own, global.getDimSize(dim)))
      even.dims[dim].axes = own.axes;
  return even;
}

namespace {

/// Moves a value between its layout in the program and the one that it has at
/// the boundary.
class Mover {
public:
  Mover(OpBuilder &builder, Location loc, dist::MeshOp mesh,
        RankedTensorType global, dist::ShardingAttr sharding)
      : builder(builder), loc(loc), mesh(mesh.toMesh()), name(mesh.getRef()),
        global(global), program(sharding.toLayout(this->mesh).closed()),
        boundary(evenLayout(program, global)) {}

  /// From the boundary's layout to the program's.
  Value cut(Value value) {
    Layout now = boundary;
    for (size_t dim = 0; dim < now.dims.size(); ++dim) {
      Layout next = now;
      next.dims[dim] = program.dims[dim];
      AxisList axes = program.dims[dim].axes;
      if (now.dims[dim].axes == axes)
        continue;
      value = dist::AllSliceOp::create(
          builder, loc, localType(next), value, builder.getI64IntegerAttr(dim),
          list(axes), ArrayAttr(), name, TypeAttr::get(global), attr(now),
          attr(next));
      now = next;
    }
    // Pinned values are there at all coordinates; one coordinate of a partial
    // value holds the whole.
    if (!program.partial.empty())
      value = dist::ToPartialOp::create(
          builder, loc, value.getType(), value, monoid(),
          builder.getDenseI64ArrayAttr(holders().front()),
          list(program.partial), ArrayAttr(), name, TypeAttr(),
          dist::ShardingAttr(), dist::ShardingAttr());
    return value;
  }

  /// The opposite.
  Value join(Value value) {
    Layout now = program;
    now.pins.clear();
    now.partial.clear();
    for (const Pin &pin : program.pins) {
      if (llvm::any_of(program.partial, [&](const AxisRef &axis) {
            return axis.axis == pin.axis;
          }))
        continue;
      value = dist::BroadcastOp::create(
          builder, loc, value.getType(), value,
          builder.getI64IntegerAttr(pin.coordinates.front()),
          list({mesh.ref(pin.axis)}), ArrayAttr(), name, TypeAttr(),
          dist::ShardingAttr(), dist::ShardingAttr());
    }
    if (!program.partial.empty()) {
      std::vector<int64_t> held = holders();
      if (static_cast<int64_t>(held.size()) < product(program.partial))
        value = dist::ToPartialOp::create(
            builder, loc, value.getType(), value, monoid(),
            builder.getDenseI64ArrayAttr(held), list(program.partial),
            ArrayAttr(), name, TypeAttr(), dist::ShardingAttr(),
            dist::ShardingAttr());
      value = dist::AllReduceOp::create(
          builder, loc, value.getType(), value, monoid(), list(program.partial),
          ArrayAttr(), name, TypeAttr(), dist::ShardingAttr(),
          dist::ShardingAttr());
    }
    for (size_t dim = 0; dim < now.dims.size(); ++dim) {
      AxisList axes = now.dims[dim].axes;
      if (boundary.dims[dim].axes == axes)
        continue;
      Layout next = now;
      next.dims[dim] = boundary.dims[dim];
      value = dist::AllGatherOp::create(
          builder, loc, localType(next), value, builder.getI64IntegerAttr(dim),
          list(axes), ArrayAttr(), name, TypeAttr::get(global), attr(now),
          attr(next));
      now = next;
    }
    return value;
  }

  RankedTensorType boundaryType() { return localType(boundary); }
  dist::ShardingAttr boundarySharding() { return attr(boundary); }

private:
  RankedTensorType localType(const Layout &layout) {
    return dist::getLocalType(global, layout);
  }
  dist::AxisListAttr list(const AxisList &axes) {
    return dist::AxisListAttr::fromAxisList(builder.getContext(), mesh, axes);
  }
  dist::ShardingAttr attr(const Layout &layout) {
    return dist::ShardingAttr::fromLayout(builder.getContext(), name, mesh,
                                          layout);
  }
  dist::MonoidAttr monoid() {
    return dist::MonoidAttr::get(builder.getContext(), program.monoid);
  }
  /// The members of a group of the partial axes that hold partial values: all,
  /// unless pins say which.
  std::vector<int64_t> holders() {
    std::vector<int64_t> held;
    for (int64_t member = 0; member < product(program.partial); ++member) {
      int64_t rest = product(program.partial), index = member;
      bool holds = true;
      for (const AxisRef &axis : program.partial) {
        rest /= axis.size;
        int64_t coordinate = index / rest;
        index %= rest;
        if (const Pin *pin = program.findPin(axis.axis))
          holds &= llvm::is_contained(pin->coordinates, coordinate);
      }
      if (holds)
        held.push_back(member);
    }
    return held;
  }

  OpBuilder &builder;
  Location loc;
  Mesh mesh;
  FlatSymbolRefAttr name;
  RankedTensorType global;
  Layout program, boundary;
};

} // namespace

static RankedTensorType globalTypeOf(const NamedAttrList &list) {
  auto type = dyn_cast_or_null<TypeAttr>(list.get(dist::kGlobalType));
  return type ? dyn_cast<RankedTensorType>(type.getValue())
              : RankedTensorType();
}

void popt::makeBoundaryEven(func::FuncOp function, dist::MeshOp meshOp) {
  MLIRContext *context = function.getContext();
  dist::BoundaryAttrs attrs(function);
  Block &body = function.getBody().front();
  Operation *end = body.getTerminator();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments()) {
    unsigned i = argument.getArgNumber();
    RankedTensorType global = globalTypeOf(attrs.arguments[i]);
    if (!global)
      continue;
    Mover mover(builder, argument.getLoc(), meshOp, global,
                attrs.getSharding(i));
    argument.setType(mover.boundaryType());
    Value block = mover.cut(argument);
    if (block != argument) {
      SmallPtrSet<Operation *, 4> made;
      for (Value value = block; value != argument;
           value = value.getDefiningOp()->getOperand(0))
        made.insert(value.getDefiningOp());
      argument.replaceAllUsesExcept(block, made);
    }
    attrs.setSharding(i, mover.boundarySharding());
  }
  builder.setInsertionPoint(end);
  for (OpOperand &operand : end->getOpOperands()) {
    unsigned i = operand.getOperandNumber();
    RankedTensorType global = globalTypeOf(attrs.results[i]);
    if (!global)
      continue;
    Mover mover(builder, end->getLoc(), meshOp, global,
                attrs.getResultSharding(i));
    operand.set(mover.join(operand.get()));
    attrs.setResultSharding(i, mover.boundarySharding());
  }
  function.setFunctionType(FunctionType::get(context, body.getArgumentTypes(),
                                             end->getOperandTypes()));
  attrs.write();
}

void popt::wrapInManual(func::FuncOp function, dist::MeshOp meshOp) {
  Mesh mesh = meshOp.toMesh();
  MLIRContext *context = function.getContext();
  Location loc = function.getLoc();
  dist::BoundaryAttrs attrs(function);
  Block &body = function.getBody().front();
  AxisList all;
  SmallVector<StringAttr> names;
  for (size_t i = 0; i < mesh.axes.size(); ++i)
    if (mesh.axes[i].kind != AxisKind::Time) {
      all.push_back(mesh.ref(i));
      names.push_back(StringAttr::get(context, mesh.axes[i].name));
    }
  // Every manual axis is named in each sharding.
  auto manual = [&](dist::ShardingAttr sharding) {
    Layout layout;
    if (sharding)
      layout = sharding.toLayout(mesh);
    layout.replicated = removeOverlapping(mesh, all, layout.usedAxes());
    return toSdySharding(context, meshOp.getRef(), mesh, layout).sharding;
  };
  BoundaryMeshes meshes(meshOp);
  auto describe = [&](NamedAttrList &list, Type local, Type &global,
                      SmallVectorImpl<sdy::TensorShardingAttr> &shardings) {
    auto sharding =
        dyn_cast_or_null<dist::ShardingAttr>(list.get(dist::kSharding));
    RankedTensorType type = globalTypeOf(list);
    global = type ? Type(type) : local;
    shardings.push_back(manual(sharding));
    if (sharding)
      list.set(sdy::kShardingAttr, toSdySharding(context, meshes.of(list), mesh,
                                                 sharding.toLayout(mesh))
                                       .sharding);
  };
  SmallVector<Type> inTypes(function.getArgumentTypes()),
      outTypes(function.getResultTypes());
  SmallVector<sdy::TensorShardingAttr> in, out;
  for (auto [list, local] :
       llvm::zip_equal(attrs.arguments, function.getArgumentTypes()))
    describe(list, local, inTypes[in.size()], in);
  for (auto [list, local] :
       llvm::zip_equal(attrs.results, function.getResultTypes()))
    describe(list, local, outTypes[out.size()], out);

  Operation *end = body.getTerminator();
  OpBuilder builder(end);
  sdy::ReturnOp::create(builder, end->getLoc(), end->getOperands());
  end->erase();
  Block *outer = new Block();
  for (auto [argument, type] : llvm::zip_equal(body.getArguments(), inTypes))
    outer->addArgument(type, argument.getLoc());
  builder.setInsertionPointToStart(outer);
  auto computation = sdy::ManualComputationOp::create(
      builder, loc, outTypes, outer->getArguments(),
      sdy::TensorShardingPerValueAttr::get(context, in),
      sdy::TensorShardingPerValueAttr::get(context, out),
      sdy::ManualAxesAttr::get(context, names));
  computation.getBody().takeBody(function.getBody());
  function.getBody().push_back(outer);
  func::ReturnOp::create(builder, loc, computation.getResults());
  function.setFunctionType(FunctionType::get(context, inTypes, outTypes));
  attrs.write();
}
