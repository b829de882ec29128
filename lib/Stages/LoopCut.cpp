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

using namespace mlir;
using namespace popt;

namespace {
class Cutter {
public:
  Cutter(const CountedLoop &loop, const Stacks &stacks, StringRef axisName)
      : loop(loop), stacks(stacks), axisName(axisName) {}
  FailureOr<LoopCut> run();
  /// After run(): whether the body walks along this dimension of another value,
  /// too, so that each iteration needs rows of its own coordinate alone.
  bool walksAlong(Value value, int64_t dim) const;

private:
  InFlightDiagnostic fail() const {
    return loop.operation()->emitError()
           << "the loop cannot be cut at stage axis \"" << axisName << "\": ";
  }
  LogicalResult findAccesses(Value stack, int64_t dim, Value origin);
  LogicalResult checkNext(BlockArgument argument) const;
  LogicalResult findOwners(Value stack, int64_t dim, const StackAccess &access);

  const CountedLoop &loop;
  const Stacks &stacks;
  StringRef axisName;
  LoopCut cut;
  /// The stacks of the body, each with the one that it is after writes.
  llvm::DenseMap<Value, Value> origins;
  SmallVector<int64_t> owners; ///< by iteration
  Operation *first = nullptr;  ///< the access that said so
};
} // namespace

/// All uses are rows at a time; what is written is carried on.
LogicalResult Cutter::findAccesses(Value stack, int64_t dim, Value origin) {
  if (!origins.try_emplace(stack, origin).second)
    return success();
  Region *body = loop.body().getParent();
  for (OpOperand &use : stack.getUses()) {
    Operation *reader = use.getOwner();
    if (!body->isAncestor(reader->getParentRegion()) ||
        reader == loop.body().getTerminator())
      continue;
    std::optional<StackAccess> access = stackAccessOf(use, dim);
    if (!access) {
      InFlightDiagnostic error = fail()
                                 << "its layers are not read one after another";
      error.attachNote(reader->getLoc())
          << "this reads the whole stack; read one layer, or leave the stack "
             "whole: keep \""
          << axisName << "\" out of its sharding";
      return error;
    }
    if (failed(findOwners(stack, dim, *access)))
      return failure();
    cut.accesses.push_back({stack, dim, *access});
    if (access->isWrite &&
        failed(findAccesses(reader->getResult(0), dim, origin)))
      return failure();
  }
  return success();
}

LogicalResult Cutter::findOwners(Value stack, int64_t dim,
                                 const StackAccess &access) {
  Operation *reader = access.index->getOwner();
  auto indices = loop.valuesOf(access.index->get());
  if (!indices) {
    InFlightDiagnostic error = fail()
                               << "the layer of an iteration depends on data";
    error.attachNote(reader->getLoc())
        << "this index does not follow from the loop's counter";
    return error;
  }
  int64_t layers = cast<RankedTensorType>(stack.getType()).getDimSize(dim);
  int64_t block = llvm::divideCeil(layers, stacks.numBlocks());
  for (auto [trip, index] : llvm::enumerate(*indices)) {
    index = std::clamp<int64_t>(index, 0, layers - access.rows);
    int64_t owner = index / block, last = (index + access.rows - 1) / block;
    if (owner != last) {
      InFlightDiagnostic error = fail() << "iteration " << trip
                                        << " needs layers of two coordinates";
      error.attachNote(reader->getLoc())
          << "this takes layers " << index << " to " << index + access.rows - 1
          << ", which coordinates " << owner << " and " << last << " hold";
      return error;
    }
    if (owners.size() == trip) {
      owners.push_back(owner);
      first = reader;
    }
    if (owners[trip] != owner) {
      InFlightDiagnostic error = fail() << "iteration " << trip
                                        << " needs layers of two coordinates";
      error.attachNote(first->getLoc())
          << "this takes a layer of coordinate " << owners[trip];
      error.attachNote(reader->getLoc())
          << "this takes layer " << index << ", of coordinate " << owner
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

bool Cutter::walksAlong(Value value, int64_t dim) const {
  if (owners.empty())
    return false;
  ScopedDiagnosticHandler quiet(loop.operation()->getContext(),
                                [](Diagnostic &) { return success(); });
  Cutter tried = *this;
  if (failed(tried.findAccesses(value, dim, value)) ||
      tried.cut.accesses.size() == cut.accesses.size())
    return false;
  auto argument = dyn_cast<BlockArgument>(value);
  return !argument || succeeded(tried.checkNext(argument));
}

FailureOr<LoopCut> Cutter::run() {
  for (BlockArgument argument : loop.body().getArguments())
    if (std::optional<int64_t> dim = stacks.dimOf(argument))
      if (failed(findAccesses(argument, *dim, argument)))
        return failure();
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(*loop.body().getParent(), captured);
  for (Value value : captured)
    if (std::optional<int64_t> dim = stacks.dimOf(value))
      if (failed(findAccesses(value, *dim, value)))
        return failure();
  for (BlockArgument argument : loop.body().getArguments())
    if (failed(checkNext(argument)))
      return failure();
  if (owners.empty()) // stacks pass through
    cut.parts.push_back({0, loop.trips(), 0});
  for (auto [trip, owner] : llvm::enumerate(owners)) {
    auto at = static_cast<int64_t>(trip);
    if (cut.parts.empty() || cut.parts.back().coordinate != owner)
      cut.parts.push_back({at, at, owner});
    cut.parts.back().end = at + 1;
  }
  return std::move(cut);
}

void popt::findStacksBeside(const CountedLoop &loop, const Stacks &stacks,
                            function_ref<void(Value, int64_t)> found) {
  Cutter cutter(loop, stacks, "");
  {
    ScopedDiagnosticHandler quiet(loop.operation()->getContext(),
                                  [](Diagnostic &) { return success(); });
    if (failed(cutter.run()))
      return; // whoever cuts the loop says why
  }
  llvm::SetVector<Value> values(loop.body().getArguments().begin(),
                                loop.body().getArguments().end());
  getUsedValuesDefinedAbove(*loop.body().getParent(), values);
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || stacks.dimOf(value))
      continue;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.getDimSize(dim) > 1 && cutter.walksAlong(value, dim)) {
        found(value, dim);
        break;
      }
  }
}

FailureOr<LoopCut> popt::cutLoop(const CountedLoop &loop, const Stacks &stacks,
                                 StringRef axisName) {
  return Cutter(loop, stacks, axisName).run();
}
