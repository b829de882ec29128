//===- MergeKernels.cpp - Kernels of a GPU that run side by side ----------===//
//
// A launch costs some microseconds, whatever it does. Kernels that do not wait
// for one another become one, whose blocks are divided among them:
//
//   %0 = call @kernel_0_subtract(%p, %g)
//   %1 = call @kernel_0_subtract(%q, %h)
// becomes
//   %0:2 = call @kernels_0(%p, %g, %q, %h)
//   func.func private @kernels_0(%a, %b, %c, %d) attributes {popt.kernel} {
//     %0 = call @kernel_0_subtract(%a, %b)
//     %1 = call @kernel_0_subtract(%c, %d)
//     return %0, %1 }
//
// Operations are looked at in the order that plan-memory would choose. A kernel
// is not placed where it stands, it *waits*, until
//   - an operation reads a result of it,
//   - a result is written over memory that it reads and that has to stay where
//     it is: an argument, or what a loop carries,
//   - the operands that only it keeps alive would raise the most bytes that are
//     alive at once,
//   - or the block ends.
// Those that stop waiting together become one kernel, if they can also begin
// together: what needs a message does not hold up what does not.
//
// Covered by test/Memory/merge-kernels.mlir.
//
//===----------------------------------------------------------------------===//
#include "PlanMemoryStorages.h"

#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Interfaces/Target.h"
#include "popt/Memory/Passes.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace popt;

/// Parameters of a launch have 4096 bytes, of 8 each; two are the rank and
/// scratch memory.
constexpr size_t maxTensors = 4096 / 8 - 2;

static bool communicates(Operation *op) {
  auto collective = dyn_cast<dist::CollectiveOpInterface>(op);
  return (collective && costKind(collective)) || isa<dist::BucketOp>(op) ||
         dist::isOrdered(op);
}

//===----------------------------------------------------------------------===//
// Kernels of kernels
//===----------------------------------------------------------------------===//

namespace {
/// Makes kernels that call others, equal ones once.
class Merger {
public:
  Merger(ModuleOp program, SymbolTable &symbols)
      : program(program), symbols(symbols) {}

  /// True for a call of a kernel that others may run beside: one without loops
  /// of its own, whose threads would have much to keep, and which no library
  /// carries out.
  bool mayWait(Operation *op);
  /// Replaces calls by one, before `at`.
  void merge(ArrayRef<func::CallOp> calls, Operation *at);

private:
  func::FuncOp kernelOf(ArrayRef<func::CallOp> calls, ValueRange inputs,
                        ArrayRef<std::vector<unsigned>> places);

  ModuleOp program;
  SymbolTable &symbols;
  llvm::DenseMap<func::FuncOp, bool> mayRun;
  /// By the kernels called and the places of their operands.
  std::map<std::vector<std::pair<std::string, std::vector<unsigned>>>,
           func::FuncOp>
      made;
};
} // namespace

bool Merger::mayWait(Operation *op) {
  if (!isKernelCall(op, symbols))
    return false;
  auto kernel =
      symbols.lookup<func::FuncOp>(cast<func::CallOp>(op).getCallee());
  auto [known, isNew] = mayRun.try_emplace(kernel, true);
  if (isNew)
    known->second = !kernel.isDeclaration() &&
                    llvm::none_of(kernel.getBody().front(), [](Operation &op) {
                      KernelKind kind = kernelKindOf(&op);
                      return isa<func::CallOp>(op) ||
                             kind == KernelKind::OwnLoops ||
                             kind == KernelKind::Library;
                    });
  return known->second;
}

/// Moves the views of a value to just before an operation.
static void moveViews(Value value, Operation *before) {
  for (Operation *user : value.getUsers())
    if (user->hasAttr(kStepView) && user->getBlock() == before->getBlock() &&
        user != before) {
      user->moveBefore(before);
      moveViews(user->getResult(0), before);
    }
}

void Merger::merge(ArrayRef<func::CallOp> calls, Operation *at) {
  if (calls.size() == 1) {
    calls.front()->moveBefore(at);
    for (Value result : calls.front()->getResults())
      moveViews(result, at);
    return;
  }
  llvm::SetVector<Value> inputs;
  std::vector<std::vector<unsigned>> places(calls.size());
  SmallVector<Value> results;
  SmallVector<Location> locations;
  for (auto [call, own] : llvm::zip(calls, places)) {
    for (Value operand : call->getOperands()) {
      inputs.insert(operand);
      own.push_back(llvm::find(inputs, operand) - inputs.begin());
    }
    llvm::append_range(results, call->getResults());
    locations.push_back(call->getLoc());
  }
  func::FuncOp kernel = kernelOf(calls, inputs.getArrayRef(), places);
  OpBuilder b(at);
  auto merged = func::CallOp::create(b, b.getFusedLoc(locations), kernel,
                                     inputs.getArrayRef());
  for (auto [from, to] : llvm::zip(results, merged.getResults()))
    from.replaceAllUsesWith(to);
  for (func::CallOp call : calls)
    call.erase();
  for (Value result : merged.getResults())
    moveViews(result, at);
}

func::FuncOp Merger::kernelOf(ArrayRef<func::CallOp> calls, ValueRange inputs,
                              ArrayRef<std::vector<unsigned>> places) {
  std::vector<std::pair<std::string, std::vector<unsigned>>> key;
  for (auto [call, own] : llvm::zip(calls, places))
    key.push_back({func::CallOp(call).getCallee().str(), own});
  func::FuncOp &kernel = made[key];
  if (kernel)
    return kernel;

  SmallVector<Type> results;
  std::vector<unsigned> readers(inputs.size());
  for (auto [call, own] : llvm::zip(calls, places)) {
    llvm::append_range(results, func::CallOp(call)->getResultTypes());
    for (unsigned place : own)
      ++readers[place];
  }
  OpBuilder b = OpBuilder::atBlockEnd(program.getBody());
  kernel = func::FuncOp::create(
      b, func::CallOp(calls.front())->getLoc(),
      ("kernels_" + Twine(made.size() - 1)).str(),
      b.getFunctionType(SmallVector<Type>(inputs.getTypes()), results));
  kernel.setPrivate();
  kernel->setAttr(kKernel, b.getUnitAttr());
  symbols.insert(kernel);
  b.setInsertionPointToStart(kernel.addEntryBlock());
  SmallVector<Value> returned;
  SmallVector<Attribute> sharing;
  for (auto [original, own] : llvm::zip(calls, places)) {
    func::CallOp call = original;
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (auto pairs = callee->getAttrOfType<ArrayAttr>(kMayShare))
      for (auto pair : pairs.getAsRange<DenseI64ArrayAttr>())
        // What others read as well is not to be overwritten meanwhile.
        if (readers[own[pair[1]]] == 1)
          sharing.push_back(b.getDenseI64ArrayAttr(
              {int64_t(returned.size()) + pair[0], own[pair[1]]}));
    SmallVector<Value> operands;
    for (unsigned place : own)
      operands.push_back(kernel.getArgument(place));
    auto part = func::CallOp::create(b, call.getLoc(), callee, operands);
    llvm::append_range(returned, part.getResults());
  }
  func::ReturnOp::create(b, kernel.getLoc(), returned);
  if (!sharing.empty())
    kernel->setAttr(kMayShare, b.getArrayAttr(sharing));
  return kernel;
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

namespace {
/// What a function holds, in the order in which its operations stand at first.
class Profile {
public:
  Profile(func::FuncOp function, const SymbolTable &symbols)
      : positions(function), storages(function, symbols),
        held(storages.held()) {}

  int64_t mostAlive() const { return held.peak(); }
  /// Bytes alive while an operation runs.
  int64_t aliveAt(Operation *op) const { return held.at(positions.begin(op)); }
  /// Memory of a value that has to stay where it is: an argument, or what a
  /// loop carries.
  Storage *fixedMemory(Value value) {
    Storage *storage = storages.find(value);
    return storage &&
                   (storage->isArgument ||
                    llvm::any_of(storage->values, llvm::IsaPred<BlockArgument>))
               ? storage
               : nullptr;
  }
  /// Bytes of a value that nothing but those that wait keeps alive while `op`
  /// runs.
  int64_t heldFor(Value value, Operation *op) {
    Storage *storage = storages.find(value);
    if (!storage || fixedMemory(value))
      return 0;
    return lastRead(baseOf(value)) < positions.begin(op) ? storage->arenaBytes()
                                                         : 0;
  }
  /// Bytes of a result that does not exist yet.
  int64_t savedBy(Value result) {
    Storage *storage = storages.find(result);
    return storage && !fixedMemory(result) ? storage->arenaBytes() : 0;
  }

private:
  int64_t lastRead(Value value) {
    auto [known, isNew] = lastReads.try_emplace(value, 0);
    if (isNew)
      forEachRead(
          value,
          [&, &last = known->second](OpOperand &use) {
            last = std::max(last, readAt(positions, use));
          },
          [](Operation *op) { return op->hasAttr(kStepView); });
    return known->second;
  }

  Positions positions;
  Storages storages;
  HeldBytes held;
  llvm::DenseMap<Value, int64_t> lastReads;
};

/// Kernels that become one, and where.
struct Group {
  SmallVector<func::CallOp> calls;
  Operation *before;
};

/// Decides about the kernels of one block.
class Waiting {
public:
  Waiting(Merger &merger, Profile &profile, std::vector<Group> &groups)
      : merger(merger), profile(profile), groups(groups) {}

  void run(mlir::Block &block);

private:
  /// Places those that wait and of which `stops` holds before an operation.
  void place(Operation *before, llvm::function_ref<bool(func::CallOp)> stops);
  void placeAll(Operation *before) {
    place(before, [](func::CallOp) { return true; });
  }
  void placeNeeded(Operation *op, ArrayRef<Value> read);
  /// The last message that an operation needs, directly or not; 0: none.
  int messageFor(ArrayRef<Value> read);
  void placeOverwritten(Operation *op);
  void placeExpensive(Operation *op);

  Merger &merger;
  Profile &profile;
  std::vector<Group> &groups;
  SmallVector<func::CallOp> waiting;
  /// Of operations so far: the last message that their results need.
  llvm::DenseMap<Operation *, int> messages;
  int numMessages = 0;
};
} // namespace

void Waiting::place(Operation *before,
                    llvm::function_ref<bool(func::CallOp)> stops) {
  auto still = std::stable_partition(waiting.begin(), waiting.end(), stops);
  SmallVector<func::CallOp> now(waiting.begin(), still);
  waiting.erase(waiting.begin(), still);
  llvm::stable_sort(now, [&](func::CallOp a, func::CallOp c) {
    return messages.lookup(a) < messages.lookup(c);
  });
  llvm::SmallDenseSet<Value> tensors;
  for (func::CallOp call : now) {
    auto add = [&] {
      tensors.insert(call->operand_begin(), call->operand_end());
      tensors.insert(call->result_begin(), call->result_end());
    };
    add();
    if (call == now.front() || tensors.size() > maxTensors ||
        messages.lookup(call) != messages.lookup(groups.back().calls.front())) {
      groups.push_back({{}, before});
      tensors.clear();
      add();
    }
    groups.back().calls.push_back(call);
  }
}

int Waiting::messageFor(ArrayRef<Value> read) {
  int last = 0;
  for (Value value : read)
    if (Operation *from = baseOf(value).getDefiningOp())
      last = std::max(last, messages.lookup(from));
  return last;
}

void Waiting::placeNeeded(Operation *op, ArrayRef<Value> read) {
  llvm::SmallDenseSet<Operation *> needed;
  for (Value value : read)
    needed.insert(baseOf(value).getDefiningOp());
  place(op, [&](func::CallOp call) { return needed.contains(call); });
}

void Waiting::placeOverwritten(Operation *op) {
  llvm::SmallDenseSet<Storage *> written;
  for (Value result : op->getResults())
    if (Storage *memory = profile.fixedMemory(result))
      written.insert(memory);
  if (!written.empty())
    place(op, [&](func::CallOp call) {
      return llvm::any_of(call->getOperands(), [&](Value operand) {
        return written.contains(profile.fixedMemory(operand));
      });
    });
}

void Waiting::placeExpensive(Operation *op) {
  llvm::SmallDenseSet<Value> held;
  int64_t bytes = profile.aliveAt(op);
  for (func::CallOp call : waiting) {
    for (Value operand : call->getOperands())
      if (held.insert(baseOf(operand)).second)
        bytes += profile.heldFor(operand, op);
    for (Value result : call->getResults())
      bytes -= profile.savedBy(result);
  }
  if (bytes > profile.mostAlive())
    place(op, [&](func::CallOp call) {
      return llvm::any_of(call->getOperands(), [&](Value operand) {
        return profile.heldFor(operand, op) > 0;
      });
    });
}

void Waiting::run(mlir::Block &block) {
  for (Operation &op : block) {
    if (op.hasAttr(kStepView))
      continue;
    llvm::SetVector<Value> read;
    read.insert(op.operand_begin(), op.operand_end());
    getUsedValuesDefinedAbove(op.getRegions(), read);
    messages[&op] =
        communicates(&op) ? ++numMessages : messageFor(read.getArrayRef());
    bool hasBlocks = op.getNumRegions() && !communicates(&op);
    if (op.hasTrait<OpTrait::IsTerminator>() || hasBlocks ||
        dist::isOrdered(&op)) {
      placeAll(&op);
    } else {
      placeNeeded(&op, read.getArrayRef());
      placeOverwritten(&op);
      placeExpensive(&op);
    }
    if (merger.mayWait(&op))
      waiting.push_back(cast<func::CallOp>(op));
  }
}

/// Merges kernels of all blocks of a function; returns how many calls there
/// were and are.
static std::pair<size_t, size_t>
mergeKernels(func::FuncOp function, SymbolTable &symbols, Merger &merger) {
  Profile profile(function, symbols);
  std::vector<Group> groups;
  function.walk([&](Operation *op) {
    if (isa<dist::BucketOp>(op))
      return WalkResult::skip();
    for (Region &region : op->getRegions())
      for (mlir::Block &block : region)
        Waiting(merger, profile, groups).run(block);
    return WalkResult::advance();
  });
  size_t before = 0;
  for (const Group &group : groups) {
    before += group.calls.size();
    merger.merge(group.calls, group.before);
  }
  return {before, groups.size()};
}

namespace popt {
#define GEN_PASS_DEF_MERGEKERNELSPASS
#include "popt/Memory/Passes.h.inc"
} // namespace popt

namespace {
struct MergeKernels : popt::impl::MergeKernelsPassBase<MergeKernels> {
  void runOnOperation() final {
    ModuleOp program = getOperation();
    if (!targetOf(program).isGpu())
      return;
    SymbolTable symbols(program);
    Merger merger(program, symbols);
    LogicalResult done = forEachProgram(program, [&](func::FuncOp function) {
      prepareViewsAndCopies(function);
      applyOrder(function, bestOrder(function, symbols));
      auto [before, after] = mergeKernels(function, symbols, merger);
      if (after < before)
        remark::passed(
            function.getLoc(),
            remark::RemarkOpts::name("merge-kernels").category("schedule"))
            << llvm::formatv("{0} kernels run as {1}, side by side", before,
                             after)
                   .str();
      return success();
    });
    if (failed(done))
      signalPassFailure();
  }
};
} // namespace
