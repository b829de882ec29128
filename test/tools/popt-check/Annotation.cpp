//===- Annotation.cpp - Shardings for a program that has none -------------===//
#include "Annotation.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Reference/FromMLIR.h"

using namespace mlir;
using namespace popt;
using namespace popt::check;
using reference::ElementType;

bool Annotation::hasPartialArguments() const {
  return llvm::any_of(arguments, [](const std::optional<Layout> &layout) {
    return layout && !layout->partial.empty();
  });
}

static Mesh makeMesh(const Dims &sizes) {
  static constexpr const char *names[] = {"x", "y", "z", "u", "v"};
  Mesh mesh;
  for (auto [i, size] : llvm::enumerate(sizes))
    mesh.axes.push_back({names[i], size, AxisKind::Device});
  return mesh;
}

const std::vector<Mesh> &popt::check::smallMeshes() {
  static const std::vector<Mesh> meshes = {
      makeMesh({2}),    makeMesh({3}),    makeMesh({4}),
      makeMesh({2, 2}), makeMesh({2, 3}), makeMesh({2, 2, 2})};
  return meshes;
}

Mesh popt::check::randomMesh(Choices &choices) {
  static const std::vector<Dims> sizes = {{2},
                                          {4},
                                          {2, 2},
                                          {2, 4},
                                          {3},
                                          {4, 2},
                                          {2, 2, 2},
                                          {8},
                                          {5},
                                          {6},
                                          {7},
                                          {2, 3},
                                          {3, 2},
                                          {1, 4},
                                          {2, 1, 3},
                                          {2, 2, 2, 2},
                                          {2, 3, 2, 1, 2},
                                          {2, 2, 2, 2, 2}};
  return makeMesh(choices.of(sizes));
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// The mesh's axes, or their parts where `inParts` says so.
static AxisList axesOf(const Mesh &mesh,
                       llvm::function_ref<bool(int axis)> inParts) {
  AxisList axes;
  for (int i = 0; i < static_cast<int>(mesh.axes.size()); ++i) {
    int64_t size = mesh.axes[i].size;
    int64_t part = size % 2 == 0 ? 2 : 3;
    if (size > part && size % part == 0 && inParts(i)) {
      axes.push_back({i, 1, part});
      axes.push_back({i, part, size / part});
    } else {
      axes.push_back(mesh.ref(i));
    }
  }
  return axes;
}

static void place(const Mesh &mesh, const Dims &shape, const AxisList &axes,
                  size_t next, Layout &layout, std::vector<Layout> &layouts) {
  if (next == axes.size()) {
    if (layout.check(mesh, shape).empty() &&
        !llvm::is_contained(layouts, layout))
      layouts.push_back(layout);
    return;
  }
  place(mesh, shape, axes, next + 1, layout, layouts);
  for (DimLayout &dim : layout.dims)
    for (size_t at = 0; at <= dim.axes.size(); ++at) {
      AxisList before = dim.axes;
      dim.axes.insert(dim.axes.begin() + static_cast<long>(at), axes[next]);
      // Neighbouring parts in order are the axis itself.
      if (mergeParts(mesh, dim.axes).size() == dim.axes.size())
        place(mesh, shape, axes, next + 1, layout, layouts);
      dim.axes = before;
    }
}

std::vector<Layout> popt::check::allLayouts(const Mesh &mesh,
                                            const Dims &shape) {
  std::vector<Layout> layouts;
  for (bool inParts : {false, true}) {
    Layout layout = Layout::replicate(shape.size());
    place(mesh, shape, axesOf(mesh, [&](int) { return inParts; }), 0, layout,
          layouts);
  }
  return layouts;
}

static Monoid randomMonoid(Choices &choices, ElementType type) {
  if (type == ElementType::I1)
    return choices.oneIn(2) ? Monoid::And : Monoid::Or;
  if (reference::isComplex(type))
    return Monoid::Sum;
  static const std::vector<Monoid> floats = {Monoid::Sum, Monoid::Sum,
                                             Monoid::Max, Monoid::Min};
  static const std::vector<Monoid> integers = {
      Monoid::Sum, Monoid::Sum, Monoid::Max, Monoid::Min,
      Monoid::And, Monoid::Or,  Monoid::Xor};
  return choices.of(reference::isFloat(type) ? floats : integers);
}

/// Pins the layout, now and then, along axes that split none of its dims.
static void pinRandomly(Choices &choices, const Mesh &mesh, Layout &layout) {
  for (int i = 0; i < static_cast<int>(mesh.axes.size()); ++i) {
    const AxisRef axis = mesh.ref(i);
    const bool isFree = llvm::none_of(layout.dims, [&](const DimLayout &dim) {
      return overlaps(dim.axes, {axis});
    });
    const bool isTerm = llvm::is_contained(layout.partial, axis);
    if (!isFree || (!isTerm && overlaps(layout.partial, {axis})) ||
        !choices.oneIn(8))
      continue;
    Pin pin{i, {}};
    for (int64_t at = 0; at < axis.size; ++at)
      if (choices.oneIn(3))
        pin.coordinates.push_back(at);
    if (pin.coordinates.empty())
      pin.coordinates.push_back(
          choices.below(static_cast<uint32_t>(axis.size)));
    layout.pins.push_back(std::move(pin));
  }
}

std::optional<Layout>
popt::check::randomLayout(Choices &choices, const Mesh &mesh, const Dims &shape,
                          ElementType type, bool mayBePartial) {
  Layout layout = Layout::replicate(shape.size());
  AxisList axes = axesOf(mesh, [&](int) { return choices.oneIn(4); });
  const bool partial = mayBePartial && choices.oneIn(6);
  for (const AxisRef &axis : axes) {
    uint32_t where =
        choices.below(static_cast<uint32_t>(shape.size()) * 2 + 1 + partial);
    if (where == 0)
      continue;
    if (where > shape.size() * 2) {
      layout.partial.push_back(axis);
      continue;
    }
    AxisList &list = layout.dims[(where - 1) / 2].axes;
    list.insert((where - 1) % 2 ? list.begin() : list.end(), axis);
  }
  for (DimLayout &dim : layout.dims) {
    dim.axes = mergeParts(mesh, dim.axes);
    dim.open = choices.oneIn(3);
  }
  layout.partial = mergeParts(mesh, layout.partial);
  if (!layout.partial.empty())
    layout.monoid = randomMonoid(choices, type);
  pinRandomly(choices, mesh, layout);
  if (!layout.check(mesh, shape).empty())
    return std::nullopt;
  return layout;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static func::FuncOp mainOf(ModuleOp module) {
  return module.lookupSymbol<func::FuncOp>("main");
}

static Dims shapeOf(RankedTensorType type) {
  return {type.getShape().begin(), type.getShape().end()};
}

std::vector<Operation *> popt::check::constrainableOperations(ModuleOp module) {
  std::vector<Operation *> operations;
  mainOf(module).walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<func::FuncOp>(op))
      return WalkResult::advance();
    StringRef name = op->getName().getStringRef();
    if (op->getNumResults() > 0 && name != "stablehlo.create_token" &&
        llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>))
      operations.push_back(op);
    bool controlFlow = name == "stablehlo.while" || name == "stablehlo.if" ||
                       name == "stablehlo.case";
    return controlFlow ? WalkResult::advance() : WalkResult::skip();
  });
  return operations;
}

Annotation popt::check::randomAnnotation(Choices &choices, const Mesh &mesh,
                                         ModuleOp module,
                                         const Drawing &drawing) {
  Annotation annotation;
  annotation.mesh = mesh;
  func::FuncOp main = mainOf(module);
  auto draw = [&](Type type, bool partial) -> std::optional<Layout> {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || choices.below(4) == 0)
      return std::nullopt;
    auto element = reference::elementTypeFromMLIR(tensor.getElementType());
    if (!element)
      return std::nullopt;
    return randomLayout(choices, mesh, shapeOf(tensor), *element, partial);
  };
  for (Type type : main.getArgumentTypes())
    annotation.arguments.push_back(draw(type, drawing.partial));
  for (Type type : main.getResultTypes())
    annotation.results.push_back(drawing.results ? draw(type, drawing.partial)
                                                 : std::nullopt);
  std::vector<Operation *> operations = constrainableOperations(module);
  uint32_t count =
      operations.empty() ? 0 : choices.below(drawing.constraints * 2 + 1);
  for (uint32_t i = drawing.constraints; i < count; ++i) {
    size_t op = choices.below(static_cast<uint32_t>(operations.size()));
    unsigned result = choices.below(operations[op]->getNumResults());
    if (std::optional<Layout> layout =
            draw(operations[op]->getResultTypes()[result], false))
      annotation.constraints.push_back({op, result, *layout});
  }
  return annotation;
}

void popt::check::annotate(ModuleOp module, const Annotation &annotation) {
  OpBuilder builder(module.getContext());
  func::FuncOp main = mainOf(module);
  std::vector<Operation *> operations = constrainableOperations(module);
  builder.setInsertionPointToStart(module.getBody());
  dist::MeshOp mesh = dist::getMesh(module);
  if (!mesh)
    mesh = dist::MeshOp::create(
        builder, module.getLoc(), "mesh",
        dist::MeshAttr::fromMesh(builder.getContext(), annotation.mesh));
  auto sharding = [&](const Layout &layout) {
    return dist::ShardingAttr::fromLayout(builder.getContext(), mesh.getRef(),
                                          annotation.mesh, layout);
  };
  for (auto [i, layout] : llvm::enumerate(annotation.arguments))
    if (layout)
      dist::setSharding(main.getArgument(i), sharding(*layout));
  for (auto [i, layout] : llvm::enumerate(annotation.results))
    if (layout)
      dist::setResultSharding(main, i, sharding(*layout));
  for (const Annotation::Constraint &constraint : annotation.constraints) {
    Operation *op = operations[constraint.operation];
    Value value = op->getResult(constraint.result);
    builder.setInsertionPointAfter(op);
    auto constrained = dist::ConstraintOp::create(builder, op->getLoc(), value,
                                                  sharding(constraint.layout));
    value.replaceAllUsesExcept(constrained, constrained);
  }
}
