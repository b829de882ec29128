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
      unsigned index = dist::getArgumentIndex(func, i);
      if (failed(check(func, boundary, "argument " + Twine(i))))
        return failure();
      if (index >= arguments.size() ||
          !hasType(arguments[index], boundary.global))
        return func.emitError()
               << "argument " << i << " of type " << boundary.global
               << " is argument " << index << " of the program, which has "
               << arguments.size();
      program.arguments.push_back(
          distribute(mesh, boundary.layout, arguments[index], padding));
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
  for (auto [program, own] : llvm::zip_equal(programs, *results))
    for (auto [i, tensors] : llvm::enumerate(own)) {
      func::FuncOp func = program.function;
      unsigned index = dist::getResultIndex(func, static_cast<unsigned>(i));
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
  return globals;
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
