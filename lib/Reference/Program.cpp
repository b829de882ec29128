//===- Program.cpp - Running a module at any phase ------------------------===//
//
// Reads the signature of a partitioned function: its shardings and global
// types. Tested by test/unit/Reference/ProgramTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/Program.h"
#include "Stages.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Reference/Distribute.h"
#include "popt/Reference/FromMLIR.h"

#include <map>

using namespace mlir;
using namespace popt;
using namespace popt::reference;

namespace {

/// An argument or result of a partitioned function.
struct BoundaryType {
  RankedTensorType global;
  Layout layout;
};

} // namespace

/// From the attributes of an argument or result of this (local) type.
static BoundaryType boundaryTypeOf(const Mesh &mesh, Type local,
                                   Attribute global,
                                   dist::ShardingAttr sharding) {
  BoundaryType boundary;
  auto type = dyn_cast_or_null<TypeAttr>(global);
  boundary.global = dyn_cast<RankedTensorType>(type ? type.getValue() : local);
  const size_t rank = boundary.global ? boundary.global.getRank() : 0;
  boundary.layout =
      sharding ? sharding.toLayout(mesh).closed() : Layout::replicate(rank);
  return boundary;
}

static LogicalResult check(func::FuncOp func, const BoundaryType &boundary,
                           const Twine &what) {
  if (boundary.global && boundary.global.hasStaticShape() &&
      boundary.layout.dims.size() == size_t(boundary.global.getRank()) &&
      elementTypeFromMLIR(boundary.global.getElementType()))
    return success();
  return func.emitError() << what
                          << " has no tensor type that fits its sharding";
}

bool popt::reference::isPartitioned(ModuleOp module, StringRef entry) {
  auto func = module.lookupSymbol<func::FuncOp>(entry);
  if (!func)
    return false;
  for (unsigned i = 0; i < func.getNumArguments(); ++i)
    if (func.getArgAttr(i, dist::kGlobalType))
      return true;
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    if (func.getResultAttr(i, dist::kGlobalType))
      return true;
  return false;
}

static FailureOr<SmallVector<Tensor>>
interpretPartitioned(func::FuncOp func, const Mesh &mesh,
                     ArrayRef<Tensor> arguments, const ProgramOptions &options,
                     const InterpreterOptions &interpreter) {
  if (arguments.size() != func.getNumArguments())
    return func.emitError()
           << "function @" << func.getName() << " takes "
           << func.getNumArguments() << " arguments, got " << arguments.size();
  const Padding padding =
      options.poisonPadding ? Padding::Poison : Padding::Zero;
  SmallVector<RankTensors> locals;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    BoundaryType boundary =
        boundaryTypeOf(mesh, func.getArgument(i).getType(),
                       func.getArgAttr(i, dist::kGlobalType),
                       dist::getSharding(func.getArgument(i)));
    if (failed(check(func, boundary, "argument " + Twine(i))))
      return failure();
    if (!hasType(argument, boundary.global))
      return func.emitError() << "argument " << i << " has type "
                              << boundary.global << ", got " << argument.str();
    locals.push_back(distribute(mesh, boundary.layout, argument, padding));
  }
  auto results = interpretLockstep(func->getParentOfType<ModuleOp>(), mesh,
                                   locals, interpreter);
  if (failed(results))
    return failure();
  SmallVector<Tensor> globals;
  for (auto [i, blocks] : llvm::enumerate(*results)) {
    BoundaryType boundary =
        boundaryTypeOf(mesh, func.getResultTypes()[i],
                       func.getResultAttr(i, dist::kGlobalType),
                       dist::getResultSharding(func, i));
    if (failed(check(func, boundary, "result " + Twine(i))))
      return failure();
    std::string error;
    MaybeTensor global =
        collect(mesh, boundary.layout, boundary.global.getShape(), blocks,
                error, options.copyRtol, options.copyAtol);
    if (!global)
      return func.emitError() << "result " << i << ": " << error;
    globals.push_back(std::move(*global));
  }
  return globals;
}

//===----------------------------------------------------------------------===//
// Blocks of stacks
//===----------------------------------------------------------------------===//

/// How a stack is cut into blocks that are arguments or results of their own:
/// over the one axis of a mesh.
static std::pair<Mesh, Layout> dealingOf(dist::BlockOfAttr block,
                                         int64_t layersOfBlock) {
  auto whole = cast<RankedTensorType>(block.getWhole());
  Layout layout = Layout::replicate(whole.getRank());
  int64_t number = whole.getDimSize(block.getDim()) / layersOfBlock;
  layout.dims[block.getDim()].axes = {{0, 1, number}};
  return {Mesh({{"block", number, AxisKind::Device}}), layout};
}

/// A block that is an argument of its own.
static Tensor dealtBlock(const Tensor &whole, dist::BlockOfAttr block,
                         int64_t layersOfBlock) {
  auto [mesh, layout] = dealingOf(block, layersOfBlock);
  return distribute(mesh, layout, whole,
                    Padding::Zero)[block.getBegin() / layersOfBlock];
}

/// What the blocks, in order, are of; nothing and an error if they are not all.
static MaybeTensor collectDealt(dist::BlockOfAttr block, RankTensors blocks,
                                std::string &error) {
  auto whole = cast<RankedTensorType>(block.getWhole());
  auto [mesh, layout] =
      dealingOf(block, whole.getDimSize(block.getDim()) /
                           static_cast<int64_t>(blocks.size()));
  return collect(mesh, layout, whole.getShape(), blocks, error, /*rtol=*/-1,
                 /*atol=*/0);
}

/// The user's results, of results among which are blocks.
static FailureOr<SmallVector<Tensor>>
joinParts(ModuleOp module, ArrayRef<Tensor> results,
          ArrayRef<dist::BlockOfAttr> partOf) {
  SmallVector<Tensor> joined;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!partOf[i]) {
      joined.push_back(results[i]);
      continue;
    }
    if (partOf[i].getIndex() != static_cast<int64_t>(i))
      continue; // after all results of the user
    std::map<int64_t, Tensor> blocks;
    for (auto [block, of] : llvm::zip_equal(results, partOf))
      if (of && of.getIndex() == static_cast<int64_t>(i))
        blocks.emplace(of.getBegin(), block);
    RankTensors inOrder;
    for (auto &[begin, block] : blocks)
      inOrder.push_back(block);
    std::string error;
    MaybeTensor whole = collectDealt(partOf[i], inOrder, error);
    if (!whole)
      return module.emitError() << "result " << i << ": " << error;
    joined.push_back(std::move(*whole));
  }
  return joined;
}

/// One function per coordinate of the stage axis: each has some of the
/// program's arguments and results.
static FailureOr<SmallVector<Tensor>>
interpretStageFunctions(ModuleOp module, ArrayRef<func::FuncOp> functions,
                        const Mesh &mesh, int axis, ArrayRef<Tensor> arguments,
                        const ProgramOptions &options,
                        const InterpreterOptions &interpreter) {
  const Padding padding =
      options.poisonPadding ? Padding::Poison : Padding::Zero;
  SmallVector<StageProgram> programs;
  size_t numResults = 0;
  for (func::FuncOp func : functions) {
    StageProgram program{func, *dist::getStage(func), {}};
    for (unsigned i = 0; i < func.getNumArguments(); ++i) {
      BoundaryType boundary =
          boundaryTypeOf(mesh, func.getArgument(i).getType(),
                         func.getArgAttr(i, dist::kGlobalType),
                         dist::getSharding(func.getArgument(i)));
      auto part = func.getArgAttrOfType<dist::BlockOfAttr>(i, dist::kPartOf);
      auto index = part ? static_cast<unsigned>(part.getIndex())
                        : dist::getArgumentIndex(func, i);
      if (failed(check(func, boundary, "argument " + Twine(i))))
        return failure();
      if (index >= arguments.size() ||
          !hasType(arguments[index],
                   part ? cast<RankedTensorType>(part.getWhole())
                        : boundary.global))
        return func.emitError()
               << "argument " << i << " of type " << boundary.global
               << " is argument " << index << " of the program, which has "
               << arguments.size();
      program.arguments.push_back(distribute(
          mesh, boundary.layout,
          part ? dealtBlock(arguments[index], part,
                            boundary.global.getDimSize(part.getDim()))
               : arguments[index],
          padding));
    }
    for (unsigned i = 0; i < func.getNumResults(); ++i)
      numResults =
          std::max<size_t>(numResults, dist::getResultIndex(func, i) + 1);
    programs.push_back(std::move(program));
  }
  auto results = interpretStages(module, mesh, axis, programs, interpreter);
  if (failed(results))
    return failure();
  // The block of each rank of each result; where it has nothing, anything.
  SmallVector<BoundaryType> boundaries(numResults);
  SmallVector<RankTensors> blocks(numResults);
  SmallVector<dist::BlockOfAttr> partOf(numResults);
  for (auto [program, own] : llvm::zip_equal(programs, *results))
    for (auto [i, tensors] : llvm::enumerate(own)) {
      func::FuncOp func = program.function;
      unsigned index = dist::getResultIndex(func, static_cast<unsigned>(i));
      partOf[index] =
          func.getResultAttrOfType<dist::BlockOfAttr>(i, dist::kPartOf);
      boundaries[index] =
          boundaryTypeOf(mesh, func.getResultTypes()[i],
                         func.getResultAttr(i, dist::kGlobalType),
                         dist::getResultSharding(func, i));
      if (failed(check(func, boundaries[index], "result " + Twine(i))))
        return failure();
      blocks[index].resize(mesh.numRanks(), tensors.front());
      size_t next = 0;
      for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
        if (mesh.coordinates(rank)[axis] == program.stage)
          blocks[index][rank] = tensors[next++];
    }
  SmallVector<Tensor> globals;
  for (auto [i, boundary] : llvm::enumerate(boundaries)) {
    if (!boundary.global)
      return module.emitError() << "no coordinate has result " << i;
    std::string error;
    MaybeTensor global =
        collect(mesh, boundary.layout, boundary.global.getShape(), blocks[i],
                error, options.copyRtol, options.copyAtol);
    if (!global)
      return module.emitError() << "result " << i << ": " << error;
    globals.push_back(std::move(*global));
  }
  return joinParts(module, globals, partOf);
}

/// How the whole that an argument or result is a block of is split over the
/// stage axis; nothing if it is no block.
static std::optional<Layout> layoutOfWhole(const Mesh &mesh, Attribute attr) {
  auto block = dyn_cast_or_null<dist::BlockOfAttr>(attr);
  std::optional<int> axis = dist::findStageAxis(mesh);
  if (!block || !axis)
    return std::nullopt;
  Layout layout =
      Layout::replicate(cast<RankedTensorType>(block.getWhole()).getRank());
  layout.dims[block.getDim()].axes = {{*axis, 1, mesh.axes[*axis].size}};
  return layout;
}

/// A rank at this coordinate of the stage axis.
static int64_t rankAt(const Mesh &mesh, int64_t coordinate) {
  int64_t rank = 0;
  while (mesh.coordinates(rank)[*dist::findStageAxis(mesh)] != coordinate)
    ++rank;
  return rank;
}

/// The function's own arguments, from the user's.
static SmallVector<Tensor> ownArguments(func::FuncOp func, const Mesh &mesh,
                                        ArrayRef<Tensor> arguments,
                                        Padding padding) {
  SmallVector<Tensor> own;
  for (unsigned i = 0; i < func.getNumArguments(); ++i) {
    auto block = func.getArgAttrOfType<dist::BlockOfAttr>(i, dist::kBlockOf);
    bool isDealt = block && block.getBegin() >= 0;
    const Tensor &whole =
        arguments[isDealt ? block.getIndex() : dist::getArgumentIndex(func, i)];
    if (isDealt) {
      auto type = cast<RankedTensorType>(func.getArgument(i).getType());
      if (auto global = func.getArgAttrOfType<TypeAttr>(i, dist::kGlobalType))
        type = cast<RankedTensorType>(global.getValue());
      own.push_back(dealtBlock(whole, block, type.getDimSize(block.getDim())));
      continue;
    }
    std::optional<Layout> layout = layoutOfWhole(mesh, block);
    own.push_back(layout ? distribute(mesh, *layout, whole, padding)[rankAt(
                               mesh, dist::getArgumentPlace(func, i).front())]
                         : whole);
  }
  return own;
}

/// The user's results, from the function's own: blocks stand one after another.
static FailureOr<SmallVector<Tensor>>
userResults(func::FuncOp func, const Mesh &mesh, ArrayRef<Tensor> own) {
  SmallVector<Tensor> results;
  for (unsigned i = 0; i < own.size(); ++i) {
    auto attr = func.getResultAttrOfType<dist::BlockOfAttr>(i, dist::kBlockOf);
    if (attr && attr.getBegin() >= 0) {
      RankTensors parts{own[i]};
      auto isNext = [&](unsigned next) {
        auto other = next < own.size()
                         ? func.getResultAttrOfType<dist::BlockOfAttr>(
                               next, dist::kBlockOf)
                         : dist::BlockOfAttr();
        return other && other.getBegin() > 0 &&
               other.getIndex() == attr.getIndex();
      };
      while (isNext(i + 1))
        parts.push_back(own[++i]);
      std::string error;
      MaybeTensor whole = collectDealt(attr, parts, error);
      if (!whole)
        return func.emitError() << "result " << i << ": " << error;
      results.push_back(std::move(*whole));
      continue;
    }
    std::optional<Layout> layout = layoutOfWhole(mesh, attr);
    if (!layout) {
      results.push_back(own[i]);
      continue;
    }
    RankTensors blocks(mesh.numRanks(), own[i]);
    int64_t number = mesh.axes[*dist::findStageAxis(mesh)].size;
    for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
      blocks[rank] =
          own[i + mesh.coordinates(rank)[*dist::findStageAxis(mesh)]];
    i += static_cast<unsigned>(number) - 1;
    std::string error;
    auto whole = cast<RankedTensorType>(attr.getWhole());
    MaybeTensor tensor = collect(mesh, *layout, whole.getShape(), blocks, error,
                                 /*rtol=*/-1, /*atol=*/0);
    if (!tensor)
      return func.emitError() << "result " << i << ": " << error;
    results.push_back(std::move(*tensor));
  }
  return results;
}

/// Arguments and results are the function's own.
static FailureOr<SmallVector<Tensor>>
interpretMain(ModuleOp module, ArrayRef<Tensor> arguments,
              const ProgramOptions &options, InterpreterOptions interpreter) {
  if (!isPartitioned(module, interpreter.entry))
    return interpret(module, arguments, interpreter);
  dist::MeshOp mesh = dist::getMesh(module);
  if (!mesh)
    return module.emitError("module is partitioned but has no mesh");
  auto entry = module.lookupSymbol<func::FuncOp>(interpreter.entry);
  interpreter.eachTimeStep = !entry->hasAttr(dist::kFolded);
  return interpretPartitioned(
      entry, lockstepMesh(mesh.toMesh(), interpreter.eachTimeStep), arguments,
      options, interpreter);
}

FailureOr<SmallVector<Tensor>>
popt::reference::interpretProgram(ModuleOp module, ArrayRef<Tensor> arguments,
                                  const ProgramOptions &options) {
  InterpreterOptions interpreter = options.interpreter;
  interpreter.poisonPadding |= options.poisonPadding;
  SmallVector<func::FuncOp> programs = dist::getPrograms(module);
  dist::MeshOp stageMesh = dist::getMesh(module);
  if (stageMesh && !programs.empty() && dist::getStage(programs.front()))
    if (std::optional<int> axis = dist::findStageAxis(stageMesh.toMesh()))
      return interpretStageFunctions(module, programs,
                                     lockstepMesh(stageMesh.toMesh()), *axis,
                                     arguments, options, interpreter);
  auto entry = module.lookupSymbol<func::FuncOp>(interpreter.entry);
  bool hasBlocks = false;
  for (unsigned i = 0; entry && i < entry.getNumArguments(); ++i)
    hasBlocks |= bool(entry.getArgAttr(i, dist::kBlockOf));
  for (unsigned i = 0; entry && i < entry.getNumResults(); ++i)
    hasBlocks |= bool(entry.getResultAttr(i, dist::kBlockOf));
  if (!stageMesh || !hasBlocks)
    return interpretMain(module, arguments, options, interpreter);
  Mesh mesh = stageMesh.toMesh();
  auto own = interpretMain(
      module,
      ownArguments(entry, mesh, arguments,
                   options.poisonPadding ? Padding::Poison : Padding::Zero),
      options, interpreter);
  if (failed(own))
    return failure();
  return userResults(entry, mesh, *own);
}
