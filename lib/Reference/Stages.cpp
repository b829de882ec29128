//===- Stages.cpp - One function per coordinate of a stage axis -----------===//
//
// Each coordinate of the stage axis runs its function for its own ranks. The
// functions take turns: each goes on until it needs a message that has not been
// sent, or a reduction that others have not reached. If none can go on, that is
// an error. A pipelined time loop goes on step by step in its order, with a
// frame for each microbatch. Tested by test/Execute/Stages.
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
/// A pipelined time loop on its way.
struct RunningLoop {
  dist::TimeLoopOp loop;
  std::map<dist::StepName, Operation *> named;
  SmallVector<dist::OrderAttr::Step> steps;
  size_t next = 0;
  SmallVector<RankTensors> carried; ///< what is replaced in place: as it is now
  std::vector<Frame> frames;        ///< by microbatch
};

/// A function on its way.
struct Running {
  func::FuncOp function;
  int64_t stage = 0;
  Frame frame;
  Operation *next = nullptr;
  std::optional<RunningLoop> loop; ///< at `next`
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
  /// Operations between coordinates of the stage axis: false if it has to wait.
  FailureOr<bool> runBetween(Running &running, Operation &op);
  /// Messages are those of the microbatch, values those of the frame.
  LogicalResult send(dist::SendOp op, int64_t microbatch, const Frame &frame);
  FailureOr<bool> receive(dist::RecvOp op, int64_t microbatch, Frame &frame);
  /// A pipelined loop: false if it has to wait. `moved`: if it has gone on.
  FailureOr<bool> runLoop(Running &running, dist::TimeLoopOp loop, bool &moved);
  LogicalResult enterLoop(Running &running, dist::TimeLoopOp loop);
  void leaveLoop(Running &running);
  LogicalResult runTask(RunningLoop &running, dist::TaskOp task, Frame &frame);
  FailureOr<bool> reduce(Running &running, dist::ReduceStagesOp op);
  FailureOr<RankTensors> sumOf(const Running &running, dist::ReduceStagesOp op,
                               int64_t number);

  Evaluator &evaluator;
  const Mesh &mesh;
  int axis;
  std::vector<Running> programs;
  std::map<int64_t, RankTensors> messages;
  /// By message, then coordinate of the stage axis.
  std::map<int64_t, std::map<int64_t, RankTensors>> partials;
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
  bool hasAll = true;
  for (auto [i, input] : llvm::enumerate(op.getInputs())) {
    FailureOr<RankTensors> own = evaluator.read(input, running.frame);
    if (failed(own))
      return failure();
    auto &parts = partials[op.getMessage() + static_cast<int64_t>(i)];
    parts[running.stage] = std::move(*own);
    hasAll &= parts.size() == op.getAt().size();
  }
  if (!hasAll)
    return false;
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    FailureOr<RankTensors> sum =
        sumOf(running, op, op.getMessage() + static_cast<int64_t>(i));
    if (failed(sum))
      return failure();
    running.frame.values[result] = std::move(*sum);
  }
  return true;
}

/// The combination of the partial values of one number, all of which are there.
FailureOr<RankTensors> StageRunner::sumOf(const Running &running,
                                          dist::ReduceStagesOp op,
                                          int64_t number) {
  auto &parts = partials[number];
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
  return result;
}

LogicalResult StageRunner::send(dist::SendOp op, int64_t microbatch,
                                const Frame &frame) {
  FailureOr<RankTensors> value = evaluator.read(op.getInput(), frame);
  if (failed(value))
    return failure();
  int64_t number = op.getMessage() + microbatch;
  if (!messages.try_emplace(number, std::move(*value)).second)
    return op.emitOpError()
           << "sends message " << number << ", which has been sent before";
  return success();
}

FailureOr<bool> StageRunner::receive(dist::RecvOp op, int64_t microbatch,
                                     Frame &frame) {
  auto message = messages.find(op.getMessage() + microbatch);
  if (message == messages.end())
    return false;
  for (const Tensor &tensor : message->second)
    if (!hasType(tensor, op.getResult().getType()))
      return op.emitOpError() << "receives " << tensor.str();
  frame.values[op.getResult()] = message->second;
  return true;
}

FailureOr<bool> StageRunner::runBetween(Running &running, Operation &op) {
  if (auto message = dyn_cast<dist::SendOp>(op))
    return failed(send(message, 0, running.frame)) ? FailureOr<bool>(failure())
                                                   : true;
  if (auto message = dyn_cast<dist::RecvOp>(op))
    return receive(message, 0, running.frame);
  return reduce(running, cast<dist::ReduceStagesOp>(op));
}

//===----------------------------------------------------------------------===//
// Pipelined loops
//===----------------------------------------------------------------------===//

LogicalResult StageRunner::enterLoop(Running &running, dist::TimeLoopOp loop) {
  RunningLoop &now = running.loop.emplace();
  now.loop = loop;
  now.named = dist::getNamedSteps(loop);
  now.steps = dist::getOrder(loop).getSteps();
  for (Value init : loop.getInits()) {
    FailureOr<RankTensors> value = evaluator.read(init, running.frame);
    if (failed(value))
      return failure();
    now.carried.push_back(std::move(*value));
  }
  now.frames.resize(loop.getNumSteps());
  for (auto [i, frame] : llvm::enumerate(now.frames)) {
    frame.parent = &running.frame;
    frame.ranks = running.frame.ranks;
    frame.callDepth = running.frame.callDepth;
    frame.values[loop.getStep()] =
        RankTensors(frame.ranks.size(), Tensor::scalar<int32_t>(i));
  }
  return success();
}

LogicalResult StageRunner::runTask(RunningLoop &running, dist::TaskOp task,
                                   Frame &frame) {
  dist::TimeLoopOp loop = running.loop;
  mlir::Operation *returned = loop.getBody().front().getTerminator();
  // What is not replaced in place is the instance of the microbatch before.
  for (const dist::InstanceRead &read : dist::getInstancesRead(task)) {
    if (read.distance == 0)
      continue;
    BlockArgument argument = loop.getCarried()[read.carried];
    if (&frame == &running.frames.front())
      frame.values[argument] = running.carried[read.carried];
    else
      frame.values[argument] = (&frame - 1)->values.lookup(read.value);
  }
  SmallVector<RankTensors> arguments;
  SmallVector<unsigned> replaced;
  for (Value init : task.getInits()) {
    replaced.push_back(cast<BlockArgument>(init).getArgNumber() - 1);
    arguments.push_back(running.carried[replaced.back()]);
  }
  LockstepResults results = evaluator.runRegion(
      task.getBody(), std::move(arguments), frame, frame.ranks);
  if (failed(results))
    return failure();
  for (auto [result, tensors] : llvm::zip_equal(task.getResults(), *results))
    frame.values[result] = std::move(tensors);
  for (unsigned i : replaced)
    running.carried[i] = frame.values[returned->getOperand(i)];
  return success();
}

void StageRunner::leaveLoop(Running &running) {
  dist::TimeLoopOp loop = running.loop->loop;
  mlir::Operation *returned = loop.getBody().front().getTerminator();
  for (unsigned i = 0; i < loop.getNumResults(); ++i) {
    // A last instance that has not been made has no readers.
    const auto &last = running.loop->frames.back().values;
    auto next = last.find(returned->getOperand(i));
    if (dist::isReplacedInPlace(loop, i))
      running.frame.values[loop.getResult(i)] = running.loop->carried[i];
    else if (next != last.end())
      running.frame.values[loop.getResult(i)] = next->second;
  }
  running.loop.reset();
}

FailureOr<bool> StageRunner::runLoop(Running &running, dist::TimeLoopOp loop,
                                     bool &moved) {
  if (!running.loop && failed(enterLoop(running, loop)))
    return failure();
  RunningLoop &now = *running.loop;
  for (; now.next < now.steps.size(); ++now.next, moved = true) {
    auto [kind, number, microbatch] = now.steps[now.next];
    Operation *op = now.named.at({kind, number});
    Frame &frame = now.frames[microbatch];
    if (auto recv = dyn_cast<dist::RecvOp>(op)) {
      FailureOr<bool> done = receive(recv, microbatch, frame);
      if (failed(done) || !*done)
        return done;
    } else if (auto message = dyn_cast<dist::SendOp>(op)) {
      if (failed(send(message, microbatch, frame)))
        return failure();
    } else if (auto task = dyn_cast<dist::TaskOp>(op)) {
      if (failed(runTask(now, task, frame)))
        return failure();
    }
  }
  leaveLoop(running);
  return true;
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
    } else if (dist::getOrder(&op)) {
      FailureOr<bool> done =
          runLoop(running, cast<dist::TimeLoopOp>(op), moved);
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
          "waits forever: no other coordinate can go on either");
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
