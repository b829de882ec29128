//===- ControlFlow.cpp - Calls, loops, branches, annotations --------------===//
//
// Ranks whose predicate differs go separate ways: a region runs in a frame that
// holds only the ranks that take it, and a rank that has left a loop keeps its
// values. Tested by test/unit/Reference/InterpreterTest.cpp.
//
//===----------------------------------------------------------------------===//
#include "../Evaluator.h"
#include "popt-rt/lapack.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/OpModels/Attention.h"
#include "popt/OpModels/Routine.h"

using namespace mlir;
using namespace popt;
using namespace popt::reference;

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static LockstepResults callSymbol(LockstepCall &call, SymbolRefAttr symbol) {
  auto func = cast<func::FuncOp>(call.evaluator.lookup(symbol));
  return call.evaluator.call(call.op, func, std::move(call.operands),
                             call.frame.ranks, call.frame.callDepth + 1);
}

static LockstepResults runCall(func::CallOp op, LockstepCall &call) {
  return callSymbol(call, op.getCalleeAttr());
}

static LockstepResults runComposite(stablehlo::CompositeOp,
                                    LockstepCall &call) {
  return callSymbol(call,
                    call.op->getAttrOfType<FlatSymbolRefAttr>("decomposition"));
}

/// A library routine is defined by calling the library.
static LocalResults runRoutine(LocalCall &call, const RoutineCall &routine) {
  std::string error;
  rt::Routine run = rt::openLapackRoutine(routine.symbol, error);
  if (!run)
    return call.op->emitError(error);
  SmallVector<Tensor> results;
  for (unsigned i = 0; i < call.op->getNumResults(); ++i)
    results.emplace_back(call.resultElement(i), call.resultShape(i));
  SmallVector<void *> addresses;
  for (MutableArrayRef<Tensor> tensors :
       {MutableArrayRef<Tensor>(call.operands), MutableArrayRef(results)})
    for (Tensor &tensor : tensors)
      addresses.push_back(tensor.mutableBytes());
  SmallVector<int64_t> scalars = {0}; // a rank
  llvm::append_range(scalars, routine.scalars);
  run(addresses.data(), scalars.data());
  return results;
}

static LocalResults runAttention(LocalCall &call, const Attention &attention) {
  auto at = [&](int operand) {
    return operand < 0 ? nullptr : &call.operands[operand];
  };
  AttentionOperands operands{
      call.operands[0],   call.operands[1],           call.operands[2],
      at(attention.bias), at(attention.queryLengths), at(attention.keyLengths)};
  AttentionSpec spec{attention.scale, attention.headsFirst, attention.isCausal,
                     attention.window};
  unsigned made = call.op->getNumResults() - 1;
  SmallVector<Tensor> results;
  if (attention.isBackward) {
    SmallVector<ElementType> types;
    for (unsigned i = 0; i < made; ++i)
      types.push_back(call.resultElement(i));
    Shape bias;
    if (attention.biasResult >= 0)
      bias = toShape(call.resultShape(attention.biasResult));
    results =
        attentionGradient(operands, spec, *at(attention.stats),
                          *at(attention.gradient), *at(attention.output), types,
                          attention.biasResult >= 0 ? &bias : nullptr);
  } else {
    results = reference::attention(operands, spec, call.resultElement());
    results.truncate(made);
  }
  results.emplace_back(call.resultElement(made), call.resultShape(made));
  return results;
}

/// Annotations of older front ends are the identity; other targets are unknown.
static LocalResults runCustomCall(stablehlo::CustomCallOp op, LocalCall &call) {
  StringRef target = op.getCallTargetName();
  const bool isAnnotation = target == "Sharding" ||
                            target == "xla.sdy.FuncResultSharding" ||
                            target == "annotate_device_placement";
  if (isAnnotation && call.operands.size() == 1)
    return SmallVector<Tensor>{call.operands[0]};
  if (std::optional<RoutineCall> routine = routineOf(call.op))
    return runRoutine(call, *routine);
  if (std::optional<Attention> attention = attentionOf(call.op))
    return runAttention(call, *attention);
  return call.op->emitError()
         << "nothing is known that does the custom call \"" << target
         << "\"; express it by StableHLO operations";
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Runs, for each rank of the frame, the region that `regionOf(position)` says.
template <typename F>
static LockstepResults branch(LockstepCall &call, F regionOf) {
  SmallVector<RankTensors> results(call.op->getNumResults(),
                                   RankTensors(call.numRanks()));
  for (auto [index, region] : llvm::enumerate(call.op->getRegions())) {
    SmallVector<int64_t> ranks;
    SmallVector<size_t> positions;
    for (size_t i = 0; i < call.numRanks(); ++i)
      if (regionOf(i) == int64_t(index)) {
        ranks.push_back(call.frame.ranks[i]);
        positions.push_back(i);
      }
    if (ranks.empty())
      continue;
    LockstepResults taken =
        call.evaluator.runRegion(region, {}, call.frame, ranks);
    if (failed(taken))
      return failure();
    for (auto [result, values] : llvm::zip_equal(results, *taken))
      for (auto [i, position] : llvm::enumerate(positions))
        result[position] = std::move(values[i]);
  }
  return results;
}

static LockstepResults runCase(stablehlo::CaseOp, LockstepCall &call) {
  // An index outside takes the last branch.
  const int64_t count = call.op->getNumRegions();
  return branch(call, [&](size_t i) {
    int64_t index = call.operands[0][i].integerAt(0);
    return index < 0 || index >= count ? count - 1 : index;
  });
}

static LockstepResults runIf(stablehlo::IfOp, LockstepCall &call) {
  return branch(call, [&](size_t i) {
    return int64_t(call.operands[0][i].integerAt(0) ? 0 : 1);
  });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static LockstepResults runWhile(stablehlo::WhileOp, LockstepCall &call) {
  SmallVector<RankTensors> state = std::move(call.operands);
  SmallVector<int64_t> ranks(call.frame.ranks.begin(), call.frame.ranks.end());
  SmallVector<size_t> positions;
  for (size_t i = 0; i < ranks.size(); ++i)
    positions.push_back(i);
  // The values of the ranks that are still in the loop.
  auto current = [&](bool take) {
    SmallVector<RankTensors> values;
    for (RankTensors &value : state) {
      RankTensors &chosen = values.emplace_back();
      for (size_t position : positions)
        if (take)
          chosen.push_back(std::move(value[position]));
        else
          chosen.push_back(value[position]);
    }
    return values;
  };
  while (true) {
    LockstepResults verdicts = call.evaluator.runRegion(
        call.op->getRegion(0), current(/*take=*/false), call.frame, ranks);
    if (failed(verdicts))
      return failure();
    SmallVector<int64_t> stayingRanks;
    SmallVector<size_t> stayingPositions;
    for (size_t i = 0; i < ranks.size(); ++i)
      if (verdicts->front()[i].integerAt(0)) {
        stayingRanks.push_back(ranks[i]);
        stayingPositions.push_back(positions[i]);
      }
    ranks = std::move(stayingRanks);
    positions = std::move(stayingPositions);
    if (ranks.empty())
      return state;
    LockstepResults next = call.evaluator.runRegion(
        call.op->getRegion(1), current(/*take=*/true), call.frame, ranks);
    if (failed(next))
      return failure();
    for (auto [value, values] : llvm::zip_equal(state, *next))
      for (auto [i, position] : llvm::enumerate(positions))
        value[position] = std::move(values[i]);
  }
}

/// Tokens order effects, of which there are none here.
static LockstepResults runToken(LockstepCall &call) {
  return SmallVector<RankTensors>{RankTensors(call.numRanks())};
}

void popt::reference::registerControlFlowOps(OpTable &table) {
  table.add(runCall, runCase, runComposite, runIf, runWhile);
  table.addLockstep({{"stablehlo.after_all", runToken},
                     {"stablehlo.create_token", runToken}});
  table.add(runCustomCall);
  table.addIdentity({"stablehlo.optimization_barrier"});
}
