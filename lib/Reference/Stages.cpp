//===- Stages.cpp - One function per stage, with messages between them ----===//
//
// Each coordinate of the stage axis runs its function for its own ranks. The
// functions take turns: each goes on until it needs a message that has not been
// sent, or a reduction that others have not reached. If none can go on they
// wait for each other for ever, which is an error. Tested by
// test/unit/Reference/StagesTest.cpp and test/Execute/Stages.
//
//===----------------------------------------------------------------------===//
#include "Stages.h"

#include "Groups.h"
#include "popt/Reference/Distribute.h"

#include <map>

using namespace mlir;
using namespace popt;
using namespace popt::reference;

namespace {
/// A function on its way.
struct Running {
  func::FuncOp function;
  int64_t stage = 0;
  Frame frame;
  Operation *next = nullptr;
};

class StageRunner {
public:
  StageRunner(Evaluator &evaluator, const Mesh &mesh, int axis)
      : evaluator(evaluator), mesh(mesh), axis(axis) {}

  LogicalResult start(func::FuncOp function, int64_t stage,
                      SmallVector<RankTensors> arguments);
  FailureOr<std::vector<SmallVector<RankTensors>>> finish();

private:
  /// Runs what can run; true if something did.
  FailureOr<bool> advance(Running &running);
  /// Operations between stages: false if it has to wait.
  FailureOr<bool> runBetween(Running &running, Operation &op);
  FailureOr<bool> reduce(Running &running, dist::ReduceStagesOp op);

  Evaluator &evaluator;
  const Mesh &mesh;
  int axis;
  std::vector<Running> programs;
  std::map<int64_t, RankTensors> messages;
  /// By message, then stage.
  std::map<int64_t, std::map<int64_t, RankTensors>> terms;
};
} // namespace

LogicalResult StageRunner::start(func::FuncOp function, int64_t stage,
                                 SmallVector<RankTensors> arguments) {
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("has more than one block; control flow must be "
                                "structured");
  Running running;
  running.function = function;
  running.stage = stage;
  for (int64_t rank = 0; rank < mesh.numRanks(); ++rank)
    if (mesh.coordinates(rank)[axis] == stage)
      running.frame.ranks.push_back(rank);
  for (auto [argument, values] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    RankTensors own;
    for (int64_t rank : running.frame.ranks)
      own.push_back(values[rank]);
    running.frame.values[argument] = std::move(own);
  }
  running.next = &function.front().front();
  programs.push_back(std::move(running));
  return success();
}

FailureOr<bool> StageRunner::reduce(Running &running, dist::ReduceStagesOp op) {
  auto &parts = terms[op.getMessage()];
  FailureOr<RankTensors> own = evaluator.read(op.getInput(), running.frame);
  if (failed(own))
    return failure();
  parts[running.stage] = std::move(*own);
  if (parts.size() < op.getAt().size())
    return false;
  Body body;
  body.op = operationOf(op.getMonoid());
  RankTensors result;
  for (size_t i = 0; i < running.frame.ranks.size(); ++i) {
    SmallVector<Tensor> held;
    for (int64_t stage : op.getAt()) {
      auto part = parts.find(stage);
      if (part == parts.end() || i >= part->second.size() ||
          part->second[i].shape() != parts[running.stage][i].shape())
        return op.emitOpError()
               << "and its part at coordinate " << stage << " do not fit";
      held.push_back(part->second[i]);
    }
    MaybeTensor sum = combine(held, body);
    if (!sum)
      return op.emitOpError("is not supported by the reference interpreter for "
                            "this element type");
    result.push_back(std::move(*sum));
  }
  running.frame.values[op.getResult()] = std::move(result);
  return true;
}

FailureOr<bool> StageRunner::runBetween(Running &running, Operation &op) {
  if (auto send = dyn_cast<dist::SendOp>(op)) {
    FailureOr<RankTensors> value =
        evaluator.read(send.getInput(), running.frame);
    if (failed(value))
      return failure();
    if (!messages.try_emplace(send.getMessage(), std::move(*value)).second)
      return send.emitOpError() << "sends message " << send.getMessage()
                                << ", which has been sent before";
    return true;
  }
  if (auto recv = dyn_cast<dist::RecvOp>(op)) {
    auto message = messages.find(recv.getMessage());
    if (message == messages.end())
      return false;
    for (const Tensor &tensor : message->second)
      if (!hasType(tensor, recv.getResult().getType()))
        return recv.emitOpError() << "receives " << tensor.str();
    running.frame.values[recv.getResult()] = message->second;
    return true;
  }
  return reduce(running, cast<dist::ReduceStagesOp>(op));
}

FailureOr<bool> StageRunner::advance(Running &running) {
  bool moved = false;
  while (!running.next->hasTrait<mlir::OpTrait::IsTerminator>()) {
    Operation &op = *running.next;
    if (isa<dist::SendOp, dist::RecvOp, dist::ReduceStagesOp>(op)) {
      FailureOr<bool> done = runBetween(running, op);
      if (failed(done))
        return failure();
      if (!*done)
        return moved;
    } else if (!isa<dist::SentOp>(op) &&
               failed(evaluator.runInFrame(op, running.frame))) {
      return failure();
    }
    moved = true;
    running.next = op.getNextNode();
  }
  return moved;
}

FailureOr<std::vector<SmallVector<RankTensors>>> StageRunner::finish() {
  for (;;) {
    bool moved = false;
    Operation *waits = nullptr;
    for (Running &running : programs) {
      FailureOr<bool> progress = advance(running);
      if (failed(progress))
        return failure();
      moved |= *progress;
      if (!waits && !running.next->hasTrait<mlir::OpTrait::IsTerminator>())
        waits = running.next;
    }
    if (!waits)
      break;
    if (!moved)
      return waits->emitOpError(
          "waits for ever: no other stage can go on either");
  }
  std::vector<SmallVector<RankTensors>> results;
  for (Running &running : programs) {
    results.emplace_back();
    for (Value value : running.next->getOperands()) {
      FailureOr<RankTensors> tensors = evaluator.read(value, running.frame);
      if (failed(tensors))
        return failure();
      results.back().push_back(std::move(*tensors));
    }
  }
  return results;
}

FailureOr<std::vector<SmallVector<RankTensors>>>
popt::reference::interpretStages(ModuleOp module, const Mesh &mesh, int axis,
                                 ArrayRef<StageProgram> programs,
                                 const InterpreterOptions &options) {
  try {
    Evaluator evaluator(module, &mesh, options);
    StageRunner runner(evaluator, mesh, axis);
    for (const StageProgram &program : programs)
      if (failed(
              runner.start(program.function, program.stage, program.arguments)))
        return failure();
    return runner.finish();
  } catch (const std::bad_alloc &) {
    return module.emitError("the reference interpreter ran out of memory");
  }
}
