//===- Interpreter.cpp - Entry points -------------------------------------===//
//
// Checks that the arguments fit the entry function and starts the evaluator.
// Tested by test/unit/Reference/InterpreterTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "popt/Reference/Interpreter.h"
#include "Evaluator.h"
#include <new>

using namespace mlir;
using namespace popt;
using namespace popt::reference;

static LogicalResult checkArguments(func::FuncOp func,
                                    ArrayRef<RankTensors> arguments,
                                    size_t numRanks) {
  FunctionType type = func.getFunctionType();
  if (arguments.size() != type.getNumInputs())
    return func.emitError()
           << "function @" << func.getName() << " takes " << type.getNumInputs()
           << " arguments, got " << arguments.size();
  for (auto [i, input] : llvm::enumerate(type.getInputs())) {
    if (arguments[i].size() != numRanks)
      return func.emitError()
             << "argument " << i << " has values for " << arguments[i].size()
             << " ranks, the mesh has " << numRanks;
    for (const Tensor &tensor : arguments[i])
      if (!hasType(tensor, input))
        return func.emitError() << "argument " << i << " has type " << input
                                << ", got " << tensor.str();
  }
  return success();
}

static LockstepResults run(ModuleOp module, const Mesh *mesh,
                           ArrayRef<RankTensors> arguments,
                           const InterpreterOptions &options) {
  auto func = module.lookupSymbol<func::FuncOp>(options.entry);
  if (!func)
    return module.emitError() << "module has no function @" << options.entry;
  const int64_t numRanks = mesh ? mesh->numRanks() : 1;
  if (failed(checkArguments(func, arguments, numRanks)))
    return failure();
  SmallVector<int64_t> ranks;
  for (int64_t rank = 0; rank < numRanks; ++rank)
    ranks.push_back(rank);
  try {
    Evaluator evaluator(module, mesh, options);
    return evaluator.call(
        func, func,
        SmallVector<RankTensors>(arguments.begin(), arguments.end()), ranks,
        /*callDepth=*/0);
  } catch (const std::bad_alloc &) {
    return func.emitError("the reference interpreter ran out of memory");
  }
}

FailureOr<SmallVector<Tensor>>
popt::reference::interpret(ModuleOp module, ArrayRef<Tensor> arguments,
                           const InterpreterOptions &options) {
  SmallVector<RankTensors> perRank;
  for (const Tensor &argument : arguments)
    perRank.push_back(RankTensors{argument});
  LockstepResults results = run(module, nullptr, perRank, options);
  if (failed(results))
    return failure();
  SmallVector<Tensor> tensors;
  for (RankTensors &result : *results)
    tensors.push_back(std::move(result[0]));
  return tensors;
}

FailureOr<SmallVector<RankTensors>>
popt::reference::interpretLockstep(ModuleOp module, const Mesh &mesh,
                                   ArrayRef<RankTensors> arguments,
                                   const InterpreterOptions &options) {
  const Mesh all = lockstepMesh(mesh, options.eachTimeStep);
  return run(module, &all, arguments, options);
}

Mesh popt::reference::lockstepMesh(const Mesh &mesh, bool eachTimeStep) {
  Mesh all = mesh;
  for (MeshAxis &axis : all.axes)
    if (eachTimeStep || axis.kind != AxisKind::Time)
      axis.kind = AxisKind::Device;
  // Device numbers cover device and stage axes only; with time axes, every time
  // step of a device would need its own.
  if (all.numRanks() != mesh.numRanks())
    all.deviceIds.clear();
  return all;
}
