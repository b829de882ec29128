//===- MemoryLadder.cpp - Programs that hold less and less ----------------===//
//
// See MemoryLadder.h; Rematerialize.h has the ways to hold less. Tested by
// test/Flow/fit-memory.mlir and choose-memory.mlir, and by execution in
// test/Execute/budgets.test.
//
//===----------------------------------------------------------------------===//
#include "MemoryLadder.h"

#include "popt/Cost/StepCost.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Interfaces/Target.h"
#include "popt/Memory/Rematerialize.h"
#include "popt/Support/DeadOps.h"
#include "popt/Support/Readers.h"
#include "popt/Support/Remarks.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace popt {

namespace {

/// What the estimate of a rung is of that above, at most.
constexpr double kRung = 0.975;
/// The same after an estimate was missed: larger steps.
constexpr double kRungAfterMiss = 0.9;
/// A ladder ends when so many rungs have missed their estimate.
constexpr int kMostMissed = 8;
/// Rungs that are likely to take more than this part of the budget are not
/// planned.
constexpr double kFar = 1.1;
/// This many rounds in a row may pass without less excess over the target:
/// another value may be live at the peak instead, and equal layers have equal
/// peaks.
constexpr int maxWithoutGain = 16;
/// Ways that free less than this fraction of the peak are ignored.
constexpr int64_t leastPart = 4096;

class MemoryFitter {
public:
  MemoryFitter(const CostModel &costs, func::FuncOp function)
      : costs(costs), function(function) {}

  /// Moves operations to their first reader where that holds less. It costs
  /// nothing.
  void sink();
  /// Holds less until the estimate is at most `target`; false if nothing
  /// changed.
  bool fit(int64_t target);
  int64_t estimate() const { return Liveness(function).peak(); }

private:
  void explain(const Rematerialization &way, const Rematerialization *next,
               int64_t peak);

  const CostModel &costs;
  func::FuncOp function;
};

bool isMovable(Operation *op) {
  return isMemoryEffectFree(op) && !dist::isOrdered(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         (op->getNumRegions() == 0 ||
          (isa<ShardingOpInterface>(op) && valueTiesOf(op).empty() &&
           !isa<dist::BucketOp>(op)));
}

void MemoryFitter::sink() {
  Liveness liveness(function);
  auto sinkIn = [&](mlir::Block &block) {
    SmallVector<Operation *> ops;
    for (Operation &op : llvm::reverse(block))
      ops.push_back(&op);
    for (Operation *op : ops) {
      if (!isMovable(op) || op->use_empty())
        continue;
      Operation *first = firstReader(op);
      int64_t made = 0, kept = 0;
      for (Value result : op->getResults())
        made += bytesOf(result.getType());
      llvm::SetVector<Value> operands;
      for (Value operand : op->getOperands())
        operands.insert(viewedBy(operand));
      for (Value operand : operands) {
        auto argument = dyn_cast<BlockArgument>(operand);
        bool isAlways =
            argument && argument.getOwner()->getParentOp() == function;
        if (!isAlways && liveness.lastRead(operand) < liveness.begin(first))
          kept += bytesOf(operand.getType());
      }
      if (kept < made || liveness.isFused(op))
        op->moveBefore(first);
    }
  };
  function.walk([&](mlir::Block *block) {
    if (!isa<dist::BucketOp>(block->getParentOp()))
      sinkIn(*block);
  });
}

void MemoryFitter::explain(const Rematerialization &way,
                           const Rematerialization *next, int64_t peak) {
  std::string runnerUp = "there was no other way";
  if (next)
    runnerUp = llvm::formatv("next best was {0}, {1:e2} s per byte",
                             next->str(costs), next->price());
  remark::passed(way.scatter ? way.scatter->getLoc() : way.value.getLoc(),
                 remark::RemarkOpts::name("fit-memory").category("collectives"))
      << llvm::formatv("{0}: frees {1} bytes where about {2} are alive, sends "
                       "{3} bytes more, in {4:e2} s more, {5:e2} s per byte; "
                       "{6}",
                       way.str(costs), way.freed, peak, way.extra.wireBytes,
                       way.extra.seconds, way.price(), runnerUp)
             .str()
      << remarkSeconds(way.extra.seconds);
}

bool MemoryFitter::fit(int64_t target) {
  bool any = false;
  double least = std::numeric_limits<double>::infinity();
  for (int without = 0; without < maxWithoutGain; ++without) {
    Liveness liveness(function);
    int64_t position = liveness.peakPosition();
    int64_t excess = liveness.peak() - target;
    if (excess <= 0)
      break;
    if (double now = liveness.above(target); now < least * (1 - 1e-9)) {
      least = now;
      without = 0;
    }
    std::vector<Rematerialization> ways =
        waysToRematerialize(costs, liveness, position);
    llvm::erase_if(ways, [&](const Rematerialization &way) {
      return way.freed < liveness.peak() / leastPart;
    });
    llvm::DenseSet<Value> gone, needed;
    llvm::DenseSet<Operation *> erased;
    bool changed = false;
    for (auto [number, way] : llvm::enumerate(ways)) {
      if (excess <= 0)
        break;
      // Values that an earlier change touched wait for the next round.
      bool isFresh = !needed.contains(way.value);
      for (const Rematerialization::Copy &copy : way.copies) {
        isFresh &= !erased.contains(copy.before);
        for (Operation *op : copy.ops)
          isFresh &= !erased.contains(op);
        for (Value source : copy.sources)
          isFresh &= !gone.contains(viewedBy(source));
      }
      if (!isFresh)
        continue;
      explain(way, number + 1 < ways.size() ? &ways[number + 1] : nullptr,
              liveness.peak());
      gone.insert(way.value);
      for (const Rematerialization::Copy &copy : way.copies)
        for (Value source : copy.sources)
          needed.insert(viewedBy(source));
      if (way.scatter)
        erased.insert(way.scatter);
      rematerialize(way);
      excess -= way.freed;
      changed = true;
    }
    if (!changed)
      break;
    any = true;
    eraseUnread(function.getBody(), isMovable);
  }
  return any;
}

} // namespace

/// One function and the rung on which it stands.
struct MemoryLadder::Program {
  Program(const CostModel &ofAll, func::FuncOp function)
      : costs(ofAll.atStage(dist::getStage(function).value_or(-1))),
        function(function), fitter(costs, function),
        estimate(fitter.estimate()), firstEstimate(estimate) {}

  bool isFar(int64_t budget) const {
    return !bytes && first && !isAtEnd &&
           static_cast<double>(*first) * static_cast<double>(estimate) >
               kFar * static_cast<double>(budget) *
                   static_cast<double>(firstEstimate);
  }
  bool isTooLarge(int64_t budget) const {
    return bytes ? *bytes > budget : isFar(budget);
  }
  bool descend();
  bool takeStep();
  bool takeLastRung();
  void setPlanned(int64_t planned, double savedByCopies);
  void takeLeast();
  void become(OwningOpRef<func::FuncOp> &other);

  const CostModel costs; ///< of the devices that run it
  func::FuncOp function;
  MemoryFitter fitter;
  int64_t estimate, firstEstimate;
  double target = 0; ///< of the rung
  int missed = 0;
  bool isAtEnd = false; ///< of the steps
  /// By the plan: of this rung, if it is known, of the first, and of the one
  /// that holds least.
  std::optional<int64_t> bytes, first, least;
  /// Seconds of a step, and those that copies beside kernels save; the same with
  /// `least`.
  double seconds = 0, saved = 0;
  double leastSeconds = 0, leastSaved = 0;
  OwningOpRef<func::FuncOp> leastFunction; ///< if that was above this one
  OwningOpRef<func::FuncOp> rung1;         ///< what the last rung is made of
};

bool MemoryLadder::Program::descend() {
  if (bytes && bytes == least)
    leastFunction = function.clone();
  if (!takeStep()) {
    // What was not planned so far is now.
    if (!bytes)
      return true;
    if (!takeLastRung())
      return false;
  }
  estimate = fitter.estimate();
  Builder builder(function.getContext());
  function->setAttr(dist::kBucketBytes, builder.getI64IntegerAttr(estimate));
  bytes.reset();
  return true;
}

/// False at the end of the steps.
bool MemoryLadder::Program::takeStep() {
  if (isAtEnd)
    return false;
  if (!rung1) {
    fitter.sink();
    target = static_cast<double>(fitter.estimate());
    rung1 = function.clone();
    return true;
  }
  do
    target *= missed ? kRungAfterMiss : kRung;
  while (target >= static_cast<double>(estimate));
  bool changed = fitter.fit(static_cast<int64_t>(target));
  if (static_cast<double>(fitter.estimate()) > target)
    isAtEnd = !changed || ++missed == kMostMissed;
  return changed;
}

bool MemoryLadder::Program::takeLastRung() {
  if (!rung1)
    return false;
  become(rung1);
  return fitter.fit(0);
}

void MemoryLadder::Program::setPlanned(int64_t planned, double savedByCopies) {
  bytes = planned;
  saved = savedByCopies;
  if (!first)
    first = planned;
  if (!least || planned < *least) {
    least = planned;
    leastSeconds = seconds;
    leastSaved = saved;
    leastFunction = nullptr;
  }
}

void MemoryLadder::Program::takeLeast() {
  if (!leastFunction)
    return;
  become(leastFunction);
  bytes = least;
  seconds = leastSeconds;
  saved = leastSaved;
}

void MemoryLadder::Program::become(OwningOpRef<func::FuncOp> &other) {
  function.getBody().takeBody(other->getBody());
  function->setAttrs(other.get()->getAttrDictionary());
  other = nullptr;
}

MemoryLadder::MemoryLadder(ModuleOp module, const CostModel &costs,
                           FlowOptions options)
    : module(module), options(std::move(options)) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      programs.push_back(std::make_unique<Program>(costs, function));
  form();
}

MemoryLadder::~MemoryLadder() = default;

/// A program of which no kernels can be formed is taken to need its arithmetic; the
/// error comes where they are formed in earnest.
void MemoryLadder::form() {
  planned = nullptr;
  saidOfPlan = {};
  formed = formTrial(module, saidOfPlan);
  llvm::StringMap<double> seconds;
  if (formed)
    seconds = secondsOfPrograms(*formed);
  for (auto &program : programs) {
    auto it = seconds.find(program->function.getName());
    program->seconds = it == seconds.end()
                           ? program->costs.secondsOfStep(program->function)
                           : it->second;
  }
}

/// The same for its memory: it is taken to need what is estimated.
void MemoryLadder::plan() {
  if (formed)
    planned = planTrial(std::move(formed), options, saidOfPlan);
  llvm::StringMap<int64_t> bytes;
  llvm::StringMap<double> saved;
  if (planned) {
    bytes = bytesOfStep(*planned);
    saved = savedByCopies(*planned);
  }
  for (auto &program : programs) {
    StringRef name = program->function.getName();
    auto it = bytes.find(name);
    program->setPlanned(it == bytes.end() ? program->estimate : it->second,
                        saved.lookup(name));
  }
}

bool MemoryLadder::fits(int64_t budget) {
  if (llvm::any_of(programs,
                   [&](auto &program) { return program->isFar(budget); }))
    return false;
  if (llvm::any_of(programs, [](auto &program) { return !program->bytes; }))
    plan();
  return llvm::none_of(
      programs, [&](auto &program) { return program->isTooLarge(budget); });
}

bool MemoryLadder::descend(int64_t budget) {
  bool moved = false;
  for (auto &program : programs)
    if (program->isTooLarge(budget))
      moved |= program->descend();
  if (moved)
    form();
  return moved;
}

void MemoryLadder::takeLeast(int64_t budget) {
  for (auto &program : programs)
    if (program->isTooLarge(budget))
      program->takeLeast();
  planned = nullptr;
}

int64_t MemoryLadder::peakBytes() const {
  int64_t most = 0;
  for (auto &program : programs)
    most = std::max(most, program->bytes.value_or(program->estimate));
  return most;
}

/// Before the plan: nothing may wait for copies.
double MemoryLadder::savedIn(const Program &program) const {
  if (program.bytes)
    return program.saved;
  return targetOf(module).hasStreams()
             ? program.costs.secondsOfCopies(program.function)
             : 0;
}

double MemoryLadder::seconds() const {
  double most = 0;
  for (auto &program : programs)
    most = std::max(most, program->seconds - savedIn(*program));
  return most;
}

const MemoryLadder::Program &MemoryLadder::of(func::FuncOp function) const {
  return **llvm::find_if(
      programs, [&](auto &program) { return program->function == function; });
}

int64_t MemoryLadder::bytes(func::FuncOp function) const {
  const Program &program = of(function);
  return program.bytes.value_or(program.estimate);
}

int64_t MemoryLadder::firstBytes(func::FuncOp function) const {
  return of(function).first.value_or(of(function).firstEstimate);
}

int64_t MemoryLadder::firstEstimate(func::FuncOp function) const {
  return of(function).firstEstimate;
}

OwningOpRef<ModuleOp> MemoryLadder::takePlanned(KeptMessages &said) {
  said = std::move(saidOfPlan);
  return std::move(planned);
}

void MemoryLadder::explain(int64_t budget) const {
  auto name = remark::RemarkOpts::name("fit-memory").category("collectives");
  for (auto &program : programs) {
    func::FuncOp function = program->function;
    int64_t before = firstBytes(function), taken = bytes(function);
    remark::analysis(function.getLoc(), name)
        << llvm::formatv("a step takes {0} bytes, estimated {1}, of a budget "
                         "of {2}",
                         before, firstEstimate(function), budget)
               .str();
    if (before <= budget)
      continue;
    std::string text =
        llvm::formatv("a step takes {0} bytes instead of {1}, the budget is "
                      "{2}",
                      taken, before, budget)
            .str();
    if (taken <= budget)
      remark::passed(function.getLoc(), name) << text;
    else
      remark::missed(function.getLoc(), name)
          << text + ": what else is held is needed or cannot be rematerialized";
  }
}

} // namespace popt
