//===- LoopCut.cpp - Which iterations of a scan run where -----------------===//
//
// An iteration runs at the coordinate whose layers it reads and writes:
//
//   layers            0 1 | 2 3           a forward scan reads layer %i,
//   coordinate         0  |  1            the backward scan layer 3 - %i
//   forward    %i     0 1   2 3
//   backward   %i     3 2   1 0           cut into [0, 2) at 1 and [2, 4) at 0
//
// Tests: test/Stages/split-loops.mlir, split-loops-invalid.mlir.
//
//===----------------------------------------------------------------------===//
#include "SplitLoops.h"

#include "popt/Support/Tensors.h"

#include "mlir/Transforms/RegionUtils.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace popt;

namespace {
class Cutter {
public:
  Cutter(const CountedLoop &loop, const Stacks &stacks, StringRef axisName)
      : loop(loop), stacks(stacks), axisName(axisName) {}
  FailureOr<LoopCut> run();
  /// After run(): how another value is cut if the body walks along this
  /// dimension of it, too, so that each iteration needs rows of its own
  /// coordinate alone.
  std::optional<Stack> walksAlong(Value value, int64_t dim,
                                  Stacks &lists) const;
  /// After run() failed: whether that is because data chooses the layers.
  bool dependsOnData = false;

private:
  InFlightDiagnostic fail() const {
    return loop.operation()->emitError()
           << "the loop cannot be cut at stage axis \"" << axisName << "\": ";
  }
  LogicalResult findAccesses(Value stack, Stack how, Value origin);
  LogicalResult checkNext(BlockArgument argument) const;
  bool keepsToOwners(Value value, Stack how) const;
  bool addOwnersOfRows(Value value, int64_t dim,
                       MutableArrayRef<int64_t> rows) const;
  LogicalResult findOwners(Value stack, Stack how, Value origin,
                           const StackAccess &access);

  const CountedLoop &loop;
  const Stacks &stacks;
  StringRef axisName;
  LoopCut cut;
  /// The stacks of the body, each with the one that it is after writes.
  llvm::DenseMap<Value, Value> origins;
  /// The blocks of the stacks that iterations need, and the first access of each.
  llvm::MapVector<Value, std::pair<SmallVector<int64_t>, Operation *>> blocks;
  SmallVector<int64_t> owners; ///< by iteration
  /// The access that said so, and its stack.
  Operation *first = nullptr;
  std::optional<Stack> firstStack;
};
} // namespace

/// All uses are rows at a time; what is written is carried on.
LogicalResult Cutter::findAccesses(Value stack, Stack how, Value origin) {
  if (!origins.try_emplace(stack, origin).second)
    return success();
  Region *body = loop.body().getParent();
  for (OpOperand &use : stack.getUses()) {
    Operation *reader = use.getOwner();
    if (!body->isAncestor(reader->getParentRegion()) ||
        reader == loop.body().getTerminator())
      continue;
    std::optional<StackAccess> access = stackAccessOf(use, how.dim);
    int64_t layers =
        cast<RankedTensorType>(stack.getType()).getDimSize(how.dim);
    if (!access || (access->rows == layers && layers > 1)) {
      InFlightDiagnostic error = fail()
                                 << "its layers are not read one after another";
      error.attachNote(reader->getLoc())
          << "this reads the whole stack, whose layers lie along dimension "
          << how.dim << "; read one layer, or leave the stack whole: keep \""
          << axisName << "\" out of its sharding";
      return error;
    }
    if (failed(findOwners(stack, how, origin, *access)))
      return failure();
    cut.accesses.push_back({stack, origin, how, *access});
    if (access->isWrite &&
        failed(findAccesses(reader->getResult(0), how, origin)))
      return failure();
  }
  return success();
}

LogicalResult Cutter::findOwners(Value stack, Stack how, Value origin,
                                 const StackAccess &access) {
  Operation *reader = access.index->getOwner();
  auto indices = loop.valuesOf(access.index->get());
  if (!indices) {
    // Unless a loop within this one walks along the stack.
    dependsOnData = reader->getBlock() == &loop.body();
    InFlightDiagnostic error = fail()
                               << "the layer of an iteration depends on data";
    error.attachNote(reader->getLoc())
        << "this index does not follow from the loop's counter; scan over the "
           "stack, or keep \""
        << axisName << "\" out of its sharding";
    return error;
  }
  int64_t layers = cast<RankedTensorType>(stack.getType()).getDimSize(how.dim);
  ArrayRef<int64_t> ownersOfBlocks = stacks.ownersOf(how.owners);
  int64_t size = llvm::divideCeil(layers, ownersOfBlocks.size());
  auto &[ownBlocks, firstOfStack] = blocks[origin];
  if (!firstOfStack)
    firstOfStack = reader;
  for (size_t trip = 0; trip < indices->size(); ++trip) {
    int64_t index =
        std::clamp<int64_t>((*indices)[trip], 0, layers - access.rows);
    auto needsTwo = [&](StringRef what) {
      return fail() << "iteration " << trip << " needs layers of two " << what;
    };
    int64_t block = index / size, last = (index + access.rows - 1) / size,
            owner = ownersOfBlocks[block];
    if (owner != ownersOfBlocks[last] || block != last) {
      InFlightDiagnostic error =
          needsTwo(owner != ownersOfBlocks[last] ? "coordinates" : "blocks");
      error.attachNote(reader->getLoc())
          << "this takes layers " << index << " to " << index + access.rows - 1
          << ", of blocks at coordinates " << owner << " and "
          << ownersOfBlocks[last]
          << "; take rows of one block, or leave the stack whole";
      return error;
    }
    if (owners.size() == trip) {
      owners.push_back(owner);
      firstStack = how;
      first = reader;
    }
    if (ownBlocks.size() == trip)
      ownBlocks.push_back(block);
    bool isElsewhere = owners[trip] != owner;
    if (isElsewhere || ownBlocks[trip] != block) {
      InFlightDiagnostic error =
          needsTwo(isElsewhere ? "coordinates" : "blocks");
      error.attachNote((isElsewhere ? first : firstOfStack)->getLoc())
          << "this takes a layer of "
          << (isElsewhere ? "coordinate " : "block ")
          << (isElsewhere ? owners : ownBlocks)[trip];
      error.attachNote(reader->getLoc())
          << "this takes layer " << index << ", of "
          << (isElsewhere ? "coordinate " : "block ")
          << (isElsewhere ? owner : block)
          << "; walk along both stacks alike, or leave one of them whole";
      return error;
    }
  }
  return success();
}

/// What a carried stack becomes is that stack, written to.
LogicalResult Cutter::checkNext(BlockArgument argument) const {
  Value next = loop.nextOf(argument.getArgNumber());
  if (origins.lookup(argument) == origins.lookup(next))
    return success();
  InFlightDiagnostic error = fail() << "a stack is replaced as a whole";
  error.attachNote(next.getLoc())
      << "this becomes carried value " << argument.getArgNumber()
      << "; write the stack layer by layer";
  return error;
}

/// True if iterations need rows of their own coordinates alone.
bool Cutter::keepsToOwners(Value value, Stack how) const {
  ScopedDiagnosticHandler quiet(loop.operation()->getContext(),
                                [](Diagnostic &) { return success(); });
  Cutter tried = *this;
  tried.blocks.clear();
  if (failed(tried.findAccesses(value, how, value)) || tried.blocks.empty())
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  return !argument || succeeded(tried.checkNext(argument));
}

/// Gives rows the coordinates of the iterations that read or write them. False if
/// the value is used otherwise.
bool Cutter::addOwnersOfRows(Value value, int64_t dim,
                             MutableArrayRef<int64_t> rows) const {
  Region *body = loop.body().getParent();
  for (OpOperand &use : value.getUses()) {
    Operation *reader = use.getOwner();
    if (!body->isAncestor(reader->getParentRegion()) ||
        reader == loop.body().getTerminator())
      continue;
    std::optional<StackAccess> access = stackAccessOf(use, dim);
    auto count = static_cast<int64_t>(rows.size());
    auto indices = access && access->rows < count
                       ? loop.valuesOf(access->index->get())
                       : std::nullopt;
    if (!indices)
      return false;
    for (auto [index, owner] : llvm::zip_equal(*indices, owners))
      for (int64_t &row :
           rows.slice(std::clamp<int64_t>(index, 0, count - access->rows),
                      access->rows))
        row = owner;
    if (access->isWrite && !addOwnersOfRows(reader->getResult(0), dim, rows))
      return false;
  }
  return true;
}

std::optional<Stack> Cutter::walksAlong(Value value, int64_t dim,
                                        Stacks &lists) const {
  if (!firstStack)
    return std::nullopt;
  Stack alike{dim, firstStack->owners};
  if (keepsToOwners(value, alike))
    return alike;
  // Of a part of the layers: rows are where their iterations are.
  SmallVector<int64_t> rows(shapeOf(value)[dim], -1);
  if (!addOwnersOfRows(value, dim, rows))
    return std::nullopt;
  std::optional<Stack> how = lists.stackOfRows(dim, rows);
  return how && keepsToOwners(value, *how) ? how : std::nullopt;
}

FailureOr<LoopCut> Cutter::run() {
  for (BlockArgument argument : loop.body().getArguments())
    if (std::optional<Stack> how = stacks.find(argument))
      if (failed(findAccesses(argument, *how, argument)))
        return failure();
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(*loop.body().getParent(), captured);
  for (Value value : captured)
    if (std::optional<Stack> how = stacks.find(value))
      if (failed(findAccesses(value, *how, value)))
        return failure();
  for (BlockArgument argument : loop.body().getArguments())
    if (failed(checkNext(argument)))
      return failure();
  if (owners.empty()) // stacks pass through
    cut.parts.emplace_back(0, loop.trips(), 0);
  for (auto [trip, owner] : llvm::enumerate(owners)) {
    auto at = static_cast<int64_t>(trip);
    auto goesOn = [&](auto &stack) {
      return stack.second.first[at] == stack.second.first[at - 1];
    };
    if (cut.parts.empty() || !llvm::all_of(blocks, goesOn)) {
      cut.parts.emplace_back(at, at, owner);
      for (auto &[stack, of] : blocks)
        cut.parts.back().blocks[stack] = of.first[at];
    }
    cut.parts.back().end = at + 1;
  }
  return std::move(cut);
}

void popt::findStacksBeside(const CountedLoop &loop, Stacks &stacks,
                            function_ref<void(Value, Stack)> found) {
  Cutter cutter(loop, stacks, "");
  {
    ScopedDiagnosticHandler quiet(loop.operation()->getContext(),
                                  [](Diagnostic &) { return success(); });
    if (failed(cutter.run()))
      return; // the cut itself reports why
  }
  llvm::SetVector<Value> values(loop.body().getArguments().begin(),
                                loop.body().getArguments().end());
  getUsedValuesDefinedAbove(*loop.body().getParent(), values);
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || stacks.find(value))
      continue;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.getDimSize(dim) > 1)
        if (std::optional<Stack> how = cutter.walksAlong(value, dim, stacks)) {
          found(value, *how);
          break;
        }
  }
}

bool popt::canBeCut(const CountedLoop &loop, const Stacks &stacks) {
  ScopedDiagnosticHandler quiet(loop.operation()->getContext(),
                                [](Diagnostic &) { return success(); });
  Cutter cutter(loop, stacks, "");
  return succeeded(cutter.run()) || cutter.dependsOnData;
}

FailureOr<LoopCut> popt::cutLoop(const CountedLoop &loop, const Stacks &stacks,
                                 StringRef axisName) {
  return Cutter(loop, stacks, axisName).run();
}
