//===- FamiliarPlans.cpp - Parallelisms that people know by name ----------===//
//
// Both ways: what is asked of arguments for a parallelism with a name, and the names of
// the axes of a plan. Tests: test/Compile/choose-plan.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/ModulePlan.h"
#include "popt/Compile/PipelinePlans.h"
#include "popt/Compile/Planner.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"

using namespace mlir;

namespace popt {

/// The parallelisms that people know by name, as words for arguments of which nothing
/// is said: data parallelism, that with a part of the optimizer's state each where it
/// pays or of all of it, of all state, and tensor parallelism, whose matrices stay where
/// they are. Along one axis inputs are divided as people do it, by the batch; of several
/// the model says what each is for.
std::vector<std::vector<ArgumentWord>>
Planner::familiar(const Plan &given) const {
  func::FuncOp main = mainFunction();
  dist::BoundaryAttrs attrs(main);
  auto words = [&](function_ref<ArgumentWord(unsigned)> wordOf) {
    std::vector<ArgumentWord> all;
    for (unsigned i = 0; i < attrs.arguments.size(); ++i)
      all.push_back(attrs.getSharding(i) || dimsOf(given, argumentName(main, i))
                        ? ArgumentWord::Any
                        : wordOf(i));
    return all;
  };
  std::map<unsigned, ArgumentWord> rows;
  for (const BatchDim &dim : batch.dims)
    if (given.mesh.size() == 1)
      rows[dim.argument] = {ArgumentWord::Divided, dim.dim};
  std::set<unsigned> weights, matrices;
  auto addWeight = [&](unsigned argument, int64_t rank) {
    weights.insert(argument);
    if (cast<RankedTensorType>(main.getArgumentTypes()[argument]).getRank() >=
        rank)
      matrices.insert(argument);
  };
  for (unsigned argument : chain.stack.arguments)
    addWeight(argument, 3); // a matrix for each layer
  for (const ChainWeight &weight : chain.weights)
    addWeight(weight.argument, 2);
  constexpr auto Any = ArgumentWord::Any, Whole = ArgumentWord::Whole,
                 Divided = ArgumentWord::Divided,
                 Stationary = ArgumentWord::Stationary;
  auto isState = [&](unsigned i) { return attrs.stateOf(i).has_value(); };
  auto byRows = [&](function_ref<ArgumentWord::Kind(unsigned)> kindOf) {
    return words([&](unsigned i) {
      auto it = rows.find(i);
      return it != rows.end() ? it->second : ArgumentWord(kindOf(i));
    });
  };
  return {
      byRows([&](unsigned i) { return isState(i) ? Whole : Any; }),
      byRows([&](unsigned i) { return weights.count(i) ? Whole : Any; }),
      byRows([&](unsigned i) {
        return weights.count(i) ? Whole : isState(i) ? Divided : Any;
      }),
      byRows([&](unsigned i) { return isState(i) ? Divided : Any; }),
      words([&](unsigned i) {
        return matrices.count(i) ? Stationary : weights.count(i) ? Whole : Any;
      }),
  };
}

/// `dp` for an axis that splits the first dimension of inputs, `fsdp` if it splits
/// state, too, `sp` for other dimensions of inputs, `tp` for state alone.
void Planner::nameAxes(PlanAnswer &answer) {
  struct Use {
    bool batch = false, inputs = false, state = false;
  };
  std::map<std::string, Use> uses;
  func::FuncOp main = mainFunction();
  dist::BoundaryAttrs attrs(main);
  for (unsigned i = 0; i < attrs.arguments.size(); ++i) {
    const std::vector<PlanDim> *dims =
        dimsOf(answer.plan, argumentName(main, i));
    if (!dims)
      continue;
    for (auto [dim, layout] : llvm::enumerate(*dims))
      for (const PlanAxis &axis : layout.axes) {
        Use &use = uses[axis.name];
        bool isState = attrs.stateOf(i).has_value();
        use.state |= isState;
        use.inputs |= !isState;
        use.batch |= !isState && dim == 0;
      }
  }
  std::map<std::string, std::string> better;
  std::map<std::string, int> taken;
  for (const MeshOverride &given : answer.plan.mesh) {
    const std::string &axis = given.name;
    if (!llvm::is_contained(kFreeAxes, axis)) {
      ++taken[axis];
      continue;
    }
    const Use &use = uses[axis];
    std::string name = use.batch    ? (use.state ? "fsdp" : "dp")
                       : use.inputs ? "sp"
                       : use.state  ? "tp"
                                    : "x";
    if (int count = taken[name]++)
      name += std::to_string(count + 1);
    better[axis] = name;
  }
  auto rename = [&](std::string &name) {
    if (auto it = better.find(name); it != better.end())
      name = it->second;
  };
  for (MeshOverride &axis : answer.plan.mesh)
    rename(axis.name);
  for (PlanSharding &entry : answer.plan.shardings) {
    if (entry.dims)
      for (PlanDim &dim : *entry.dims)
        for (PlanAxis &axis : dim.axes)
          rename(axis.name);
    if (entry.partial)
      for (PlanAxis &axis : entry.partial->second)
        rename(axis.name);
  }
}

} // namespace popt
