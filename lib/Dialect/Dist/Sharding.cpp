//===- Sharding.cpp - Reading and writing the shardings of values ---------===//
//
// Reads and writes the shardings of values, and checks them. Tests:
// test/unit/Dist/ShardingTest.cpp and
// test/Dialect/Dist/invalid-attributes.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Dialect/Dist/Sharding.h"

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Outside.h"
#include "popt/Text/Names.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "popt/Support/Assembly.h"

using namespace mlir;
using namespace popt;
using namespace popt::dist;

MeshOp dist::getMesh(Operation *anchor) {
  while (anchor && !isa<ModuleOp>(anchor))
    anchor = anchor->getParentOp();
  if (!anchor)
    return {};
  auto meshes = cast<ModuleOp>(anchor).getOps<MeshOp>();
  return meshes.empty() ? MeshOp() : *meshes.begin();
}

double dist::getMemoryPrice(Operation *anchor) {
  auto module = dyn_cast_or_null<ModuleOp>(anchor);
  if (!module && anchor)
    module = anchor->getParentOfType<ModuleOp>();
  auto price =
      module ? module->getAttrOfType<FloatAttr>(kMemoryPrice) : FloatAttr();
  return price ? price.getValueAsDouble() : 0;
}

//===----------------------------------------------------------------------===//
// Shardings of values
//===----------------------------------------------------------------------===//

/// The function whose argument this is, if it is one.
static FunctionOpInterface getFunction(BlockArgument arg) {
  auto func = dyn_cast<FunctionOpInterface>(arg.getOwner()->getParentOp());
  return func && arg.getOwner()->isEntryBlock() ? func : FunctionOpInterface();
}

static ShardingAttr getAt(Operation *op, StringRef name, unsigned index) {
  auto array = op->getAttrOfType<ArrayAttr>(name);
  if (!array || index >= array.size())
    return {};
  return dyn_cast<ShardingAttr>(array[index]);
}

ShardingAttr dist::getSharding(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return getAt(result.getOwner(), kShardings, result.getResultNumber());
  auto arg = cast<BlockArgument>(value);
  if (FunctionOpInterface func = getFunction(arg))
    return func.getArgAttrOfType<ShardingAttr>(arg.getArgNumber(), kSharding);
  return {};
}

static int64_t getRank(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped ? shaped.getRank() : 0;
}

void dist::setSharding(Value value, ShardingAttr sharding) {
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    FunctionOpInterface func = getFunction(arg);
    if (func && sharding)
      func.setArgAttr(arg.getArgNumber(), kSharding, sharding);
    else if (func)
      func.removeArgAttr(arg.getArgNumber(),
                         StringAttr::get(func.getContext(), kSharding));
    return;
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  auto old = op->getAttrOfType<ArrayAttr>(kShardings);
  if (!sharding && (!old || op->getNumResults() == 1)) {
    op->removeAttr(kShardings);
    return;
  }
  FlatSymbolRefAttr mesh =
      sharding ? sharding.getMesh() : cast<ShardingAttr>(old[0]).getMesh();
  SmallVector<Attribute> shardings;
  for (OpResult other : op->getResults()) {
    ShardingAttr current = other == result
                               ? sharding
                               : getAt(op, kShardings, other.getResultNumber());
    if (!current)
      current = ShardingAttr::getReplicated(mesh, getRank(other.getType()),
                                            /*open=*/true);
    shardings.push_back(current);
  }
  op->setAttr(kShardings, ArrayAttr::get(op->getContext(), shardings));
}

ShardingAttr dist::getResultSharding(FunctionOpInterface func, unsigned index) {
  return dyn_cast_or_null<ShardingAttr>(func.getResultAttr(index, kSharding));
}

void dist::setResultSharding(FunctionOpInterface func, unsigned index,
                             ShardingAttr sharding) {
  if (sharding)
    func.setResultAttr(index, kSharding, sharding);
  else
    func.removeResultAttr(index, StringAttr::get(func.getContext(), kSharding));
}

ShardingAttr dist::getOperandSharding(OpOperand &operand) {
  return getAt(operand.getOwner(), kOperandShardings,
               operand.getOperandNumber());
}

void dist::setOperandShardings(Operation *op,
                               ArrayRef<ShardingAttr> shardings) {
  SmallVector<Attribute> array(shardings.begin(), shardings.end());
  op->setAttr(kOperandShardings, ArrayAttr::get(op->getContext(), array));
}

std::optional<Layout> dist::getLayout(Value value, const Mesh &mesh) {
  if (ShardingAttr sharding = getSharding(value))
    return sharding.toLayout(mesh);
  return std::nullopt;
}

std::optional<Layout> dist::getOperandLayout(OpOperand &operand,
                                             const Mesh &mesh) {
  if (ShardingAttr sharding = getOperandSharding(operand))
    return sharding.toLayout(mesh);
  return std::nullopt;
}

void dist::shareStateShardings(FunctionOpInterface func) {
  BoundaryAttrs attrs(func);
  bool isChanged = false;
  for (unsigned arg = 0; arg < func.getNumArguments(); ++arg) {
    std::optional<unsigned> state = attrs.stateOf(arg);
    ShardingAttr sharding = attrs.getSharding(arg);
    if (state && sharding && !attrs.getResultSharding(*state)) {
      attrs.setResultSharding(*state, sharding);
      if (Attribute devices = attrs.arguments[arg].get(kDeviceIds))
        attrs.results[*state].set(kDeviceIds, devices);
      isChanged = true;
    }
  }
  if (isChanged)
    attrs.write();
}

void dist::dropTrivialAxes(FunctionOpInterface func) {
  MeshOp meshOp = getMesh(func);
  if (!meshOp || func.isExternal())
    return;
  Mesh mesh = meshOp.toMesh();
  auto isTrivial = [](const AxisRef &axis) { return axis.size == 1; };
  if (llvm::none_of(mesh.axes,
                    [](const MeshAxis &axis) { return axis.size == 1; }))
    return;
  auto cleaned = [&](ShardingAttr sharding) {
    Layout layout = sharding.toLayout(mesh);
    for (DimLayout &dim : layout.dims) {
      llvm::erase_if(dim.axes, isTrivial);
      // Parts of an axis that are neighbours now are written as one.
      dim.axes = mergeParts(mesh, dim.axes);
      if (dim.axes.empty() && !dim.open)
        dim.priority = 0;
    }
    llvm::erase_if(layout.partial, isTrivial);
    llvm::erase_if(layout.replicated, isTrivial);
    // Pinned to the only coordinate is everywhere.
    llvm::erase_if(layout.pins, [&](const Pin &pin) {
      return mesh.axes[pin.axis].size == 1;
    });
    return ShardingAttr::fromLayout(func.getContext(), meshOp.getRef(), mesh,
                                    layout);
  };
  auto clean = [&](Value value) {
    if (ShardingAttr sharding = getSharding(value))
      setSharding(value, cleaned(sharding));
  };
  BoundaryAttrs attrs(func);
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (ShardingAttr sharding = attrs.getSharding(i))
      attrs.setSharding(i, cleaned(sharding));
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (ShardingAttr sharding = attrs.getResultSharding(i))
      attrs.setResultSharding(i, cleaned(sharding));
  attrs.write();
  func->walk([&](Operation *op) {
    if (op == func.getOperation())
      return;
    for (Value result : op->getResults())
      clean(result);
    if (auto constraint = dyn_cast<ConstraintOp>(op))
      constraint.setShardingAttr(cleaned(constraint.getSharding()));
    if (auto manual = dyn_cast<ManualOp>(op)) {
      auto cleanedAll = [&](ArrayAttr shardings) {
        return ArrayAttr::get(
            func.getContext(),
            llvm::map_to_vector(shardings, [&](Attribute sharding) {
              return Attribute(cleaned(cast<ShardingAttr>(sharding)));
            }));
      };
      manual.setInShardingsAttr(cleanedAll(manual.getInShardings()));
      manual.setOutShardingsAttr(cleanedAll(manual.getOutShardings()));
    }
  });
}

RankedTensorType dist::getLocalType(RankedTensorType global,
                                    const Layout &layout) {
  return RankedTensorType::get(localShape(layout, global.getShape().vec()),
                               global.getElementType(), global.getEncoding());
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static std::string describe(StringRef kind, unsigned index, Attribute name) {
  std::string text = (kind + " " + Twine(index)).str();
  if (auto string = dyn_cast_or_null<StringAttr>(name))
    text += (" (\"" + string.getValue() + "\")").str();
  return text;
}

StringAttr dist::getLocationName(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location inner : fused.getLocations())
      if (StringAttr name = getLocationName(inner))
        return name;
  return {};
}

std::string dist::describeArgument(FunctionOpInterface func, unsigned index) {
  Attribute name = func.getArgAttr(index, kName);
  if (!name && !func.isExternal())
    name = getLocationName(func.getArgument(index).getLoc());
  return describe("argument", index, name);
}

std::string dist::describeResult(FunctionOpInterface func, unsigned index) {
  Attribute name = func.getResultAttr(index, kName);
  if (!name)
    name = func.getResultAttr(index, "jax.result_info");
  return describe("result", index, name);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

std::string dist::describeUnknownAxis(StringRef name, const Mesh &mesh) {
  std::vector<std::string> known;
  for (const MeshAxis &axis : mesh.axes)
    known.push_back(axis.name);
  return "axis \"" + name.str() + "\" is not in the mesh " + mesh.str() +
         suggestName(name, known);
}

/// The first axis that a sharding names and the mesh lacks, as a message.
static std::string checkNames(ShardingAttr sharding, const Mesh &mesh) {
  std::string problem;
  auto check = [&](StringRef name) {
    if (problem.empty() && !mesh.find(name.str()))
      problem = describeUnknownAxis(name, mesh);
  };
  for (DimShardingAttr dim : sharding.getDims())
    for (AxisRefAttr ref : dim.getAxes())
      check(ref.getName());
  for (AxisRefAttr ref : sharding.getPartial())
    check(ref.getName());
  for (AxisRefAttr ref : sharding.getReplicated())
    check(ref.getName());
  for (PinAttr pin : sharding.getPins())
    check(pin.getAxis());
  return problem;
}

/// The first axis that is used twice, as a message.
static std::string checkTwice(const Layout &layout, const Mesh &mesh) {
  AxisList used;
  std::string problem;
  auto add = [&](const AxisList &axes) {
    for (const AxisRef &ref : axes) {
      for (const AxisRef &other : used)
        if (problem.empty() && other.overlaps(ref))
          problem = "axis " + mesh.str(ref) + " of size " +
                    std::to_string(ref.size) + " is used twice";
      used.push_back(ref);
    }
  };
  for (const DimLayout &dim : layout.dims)
    add(dim.axes);
  add(layout.partial);
  add(layout.replicated);
  return problem;
}

static bool isInMeshOrder(const AxisList &axes) {
  return llvm::is_sorted(axes);
}

std::string dist::checkSharding(ShardingAttr sharding, Type type,
                                MeshOp meshOp) {
  if (!meshOp)
    return ("mesh @" + sharding.getMesh().getValue() +
            " is unknown: the module has no dist.mesh")
        .str();
  if (meshOp.getSymName() != sharding.getMesh().getValue())
    return ("mesh @" + sharding.getMesh().getValue() +
            " is unknown: the module's mesh is @" + meshOp.getSymName())
        .str();
  Mesh mesh = meshOp.toMesh();
  std::string problem = checkNames(sharding, mesh);
  if (!problem.empty())
    return problem;
  auto tensor = dyn_cast<RankedTensorType>(type);
  int64_t rank = tensor ? tensor.getRank() : 0;
  problem = describeRank(sharding.getRank(), rank);
  if (!problem.empty())
    return problem;
  Layout layout = sharding.toLayout(mesh);
  problem = checkTwice(layout, mesh);
  if (!problem.empty())
    return problem;
  if (!isInMeshOrder(layout.partial))
    return "the partial axes are not in the mesh's order";
  if (!isInMeshOrder(layout.replicated))
    return "the replicated axes are not in the mesh's order";
  for (auto [i, dim] : llvm::enumerate(sharding.getDims()))
    if (dim.getAxes().empty() && !dim.getOpen() && dim.getPriority() != 0)
      return ("dimension " + Twine(i) +
              " is empty and closed but has a priority")
          .str();
  if (tensor && !tensor.hasStaticShape())
    return "";
  SmallVector<int64_t> shape;
  if (tensor)
    shape.append(tensor.getShape().begin(), tensor.getShape().end());
  return layout.check(mesh, {shape.begin(), shape.end()});
}
