//===- UnrollLoops.cpp - Loops of no single coordinate --------------------===//
//
// See the header. Callers: LoopsOnStacks.cpp for loops that use stacks but walk
// along none, PlaceStages.cpp for loops that take layers of several
// coordinates. Tested by test/Stages/split-loops.mlir and
// test/Stages/place-stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "UnrollLoops.h"
#include "Branches.h"
#include "SplitLoops.h"

#include "popt/OpModels/Combination.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace popt;

/// A loop is unrolled to at most so many operations.
static constexpr int64_t kMostOperations = 1 << 15;

std::optional<CountedLoop> popt::findShortLoop(Operation *op) {
  std::optional<CountedLoop> loop = CountedLoop::find(op);
  if (!loop)
    return std::nullopt;
  int64_t operations = 0;
  op->walk([&](Operation *) { ++operations; });
  return loop->trips() * operations <= kMostOperations ? loop : std::nullopt;
}

/// True if iterations add to the carried value, or write parts of it, and do
/// nothing else with it. Conversions may stand beside.
static bool isAccumulated(const CountedLoop &loop, unsigned index) {
  Value value = loop.body().getArgument(index);
  while (value.hasOneUse()) {
    OpOperand &use = *value.use_begin();
    Operation *user = use.getOwner();
    if (user == loop.body().getTerminator())
      return use.getOperandNumber() == index;
    KernelKind kind = kernelKindOf(user);
    bool isConversion = user->getNumOperands() == 1 &&
                        elementCostOf(user) <= 1 &&
                        (kind == KernelKind::Map || kind == KernelKind::View);
    if (!isConversion && !combinationOf(user) &&
        !(kind == KernelKind::InPlaceUpdate && use.getOperandNumber() == 0))
      return false;
    value = user->getResult(0);
  }
  return false;
}

bool popt::hasIndependentIterations(const CountedLoop &loop) {
  return llvm::all_of(loop.body().getArguments(), [&](BlockArgument argument) {
    unsigned index = argument.getArgNumber();
    return loop.nextOf(index) == argument || loop.carriedValues(index) ||
           isAccumulated(loop, index);
  });
}

void popt::unroll(const CountedLoop &loop) {
  Operation *op = loop.operation();
  OpBuilder builder(op);
  Operation *before = op->getPrevNode(), *after = op->getNextNode();
  SmallVector<Value> carried(op->getOperands());
  for (int64_t trip = 0; trip < loop.trips(); ++trip) {
    IRMapping map;
    for (auto [i, argument] : llvm::enumerate(loop.body().getArguments())) {
      const SmallVector<int64_t> *values = loop.carriedValues(i);
      map.map(argument, values
                            ? buildCounter(builder, argument, (*values)[trip])
                            : carried[i]);
    }
    for (Operation &inner : loop.body().without_terminator())
      builder.clone(inner, map);
    for (auto [i, value] : llvm::enumerate(carried))
      value = map.lookupOrDefault(loop.nextOf(i));
  }
  noteBranch(op, before, after);
  op->replaceAllUsesWith(carried);
  op->erase();
}

void popt::warnOfUnrolling(const CountedLoop &loop, StringRef what,
                           const Mesh &mesh) {
  auto isTime = [](const MeshAxis &axis) {
    return axis.kind == AxisKind::Time && axis.size > 1;
  };
  if (llvm::any_of(mesh.axes, isTime))
    return;
  loop.operation()->emitWarning()
      << "this loop " << what << " is unrolled, and its " << loop.trips()
      << " iterations make no pipeline; if it takes the batch in parts, write "
         "the step of the whole batch, or ask for microbatches of every part, "
         "with --mesh time:mb=K";
}
