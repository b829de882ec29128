//===- DealOutEqualWork.cpp - Equal work on several values, a rank each ---===//
//
// Strategies divide one operation at a time. Where a chain of operations is the
// same for several weights, another division sends less: each rank does the whole
// chain for some of them. Which steps of a chain are dealt out is the cheapest of
// all choices, by the prices of choose-strategies. Before and after IR: Passes.td;
// reasons: docs/Decisions/0073-equal-work-is-dealt-out.md. Tested by
// test/Partition/deal-out-equal-work.mlir and, by execution,
// test/Execute/equal-work.test.
//
//===----------------------------------------------------------------------===//
#include "Common.h"
#include "DealtWork.h"

#include "popt/Dialect/Dist/StrategyRule.h"
#include "popt/Dialect/StableHLO/StableHLO.h"
#include "popt/Partition/Passes.h"
#include "popt/Search/Pairwise.h"
#include "popt/Support/Remarks.h"

using namespace mlir;

namespace popt {
#define GEN_PASS_DEF_DEALOUTEQUALWORKPASS
#include "popt/Partition/Passes.h.inc"

namespace {

/// Gains below this part of a step's price are not looked for.
constexpr double kWorth = 0.01;
/// Beyond so many operations the search takes too long.
constexpr size_t kMostOperations = 16384;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Prices of operations in the strategies that they have.
class Prices {
public:
  explicit Prices(PartitionInput &input) : input(input) {}

  /// Seconds of an operation with everything in it, and of the reshards before it.
  double divided(Operation *op) {
    auto [it, isNew] = known.try_emplace(op, 0);
    if (isNew)
      it->second = secondsOf(op, /*dealt=*/{}, /*times=*/1);
    return it->second;
  }
  /// The same for one member, on a rank that has all along these axes.
  double whole(Operation *op, const AxisList &dealt) {
    return secondsOf(op, dealt, /*times=*/1);
  }
  double reshard(RankedTensorType type, const Layout &from, const Layout &to) {
    LayoutSpace &space = layoutsOf(input, type);
    return space.cost(space.intern(from), space.intern(to));
  }

private:
  double secondsOf(Operation *op, const AxisList &dealt, double times) {
    OpLayouts layouts;
    double seconds = 0;
    auto layoutIn = [&](std::optional<Layout> layout) {
      return withoutAxes(layout.value_or(Layout()).closed(), dealt, input.mesh);
    };
    for (OpOperand &operand : op->getOpOperands()) {
      layouts.operands.push_back(
          layoutIn(dist::getOperandLayout(operand, input.mesh)));
      Layout made = layoutIn(layoutOf(operand.get(), input.mesh));
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (type && !isSourceValue(operand.get()) &&
          made != layouts.operands.back() &&
          made.dims.size() == layouts.operands.back().dims.size())
        seconds += reshard(type, made, layouts.operands.back());
    }
    for (Value result : op->getResults())
      layouts.results.push_back(layoutIn(layoutOf(result, input.mesh)));
    bool isTied = !valueTiesOf(op).empty();
    if (!isTied && isa<ShardingOpInterface>(op))
      seconds += input.costs.globalSeconds(op, layouts);
    seconds *= times;
    if (!isEntered(op))
      return seconds;
    if (auto model = dyn_cast<ValueTieOpInterface>(op))
      times *=
          static_cast<double>(model.getTripCount().value_or(kUnknownTrips));
    for (Region &region : op->getRegions())
      for (mlir::Block &block : region)
        for (Operation &inner : block)
          seconds += secondsOf(&inner, dealt, times);
    return seconds;
  }

  PartitionInput &input;
  DenseMap<Operation *, double> known;
};

/// Whether a member's part of the work may contain an operation: a pure one whose
/// values are blocks along device axes, wherever the operation says how.
bool mayBelong(Operation *op, const Mesh &mesh) {
  if (op->getNumResults() == 0 || !isMemoryEffectFree(op))
    return false;
  if (auto model = dyn_cast<ShardingOpInterface>(op); model && model.isSource())
    return false;
  auto isPlain = [&](dist::ShardingAttr sharding) {
    Layout layout = sharding.toLayout(mesh);
    return layout.pins.empty() && layout.memory == Memory::Device &&
           llvm::none_of(layout.usedAxes(), [&](const AxisRef &axis) {
             return mesh.axes[axis.axis].kind != AxisKind::Device;
           });
  };
  WalkResult walked = op->walk([&](Operation *inner) {
    if (isa<dist::DistDialect>(inner->getDialect()))
      return WalkResult::interrupt();
    for (StringRef name : {dist::kShardings, dist::kOperandShardings})
      if (auto shardings = inner->getAttrOfType<ArrayAttr>(name))
        for (auto sharding : shardings.getAsRange<dist::ShardingAttr>())
          if (!isPlain(sharding))
            return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !walked.wasInterrupted() &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) &&
         llvm::all_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Chooses which steps of a work are dealt out along some axes: a label for each
/// step, 1 if it is. What members read is moved once, and so is what others read of
/// them; a label for each such value says whether it is.
class Deal {
public:
  Deal(PartitionInput &input, Prices &prices, const EqualWork &work,
       const AxisList &axes)
      : input(input), prices(prices), work(work),
        form(work.numMembers(), axes, input.mesh) {
    for (const EqualStep &step : work.steps) {
      double divided = 0;
      for (Operation *op : step.ops)
        divided += prices.divided(op);
      addNode(divided, static_cast<double>(form.numSlots()) *
                           prices.whole(step.lead(), axes));
    }
    for (auto [i, step] : llvm::enumerate(work.steps)) {
      for (auto [j, values] : llvm::enumerate(step.inputs))
        addInput(static_cast<int>(i), values, inputLayout(step, j, input.mesh));
      addResults(static_cast<int>(i));
    }
  }

  /// The steps that are dealt out, and what that saves.
  std::pair<llvm::BitVector, double> choose() const {
    std::pair<llvm::BitVector, double> chosen{
        llvm::BitVector(static_cast<unsigned>(work.steps.size())), 0};
    // Without dealing nothing moves, and all find what was made where they did.
    std::vector<int> none(problem.nodes.size(), 0);
    for (int leaves : departures)
      none[static_cast<size_t>(leaves)] = 1;
    PairwiseOptions options;
    options.starts = {none};
    PairwiseSolution solution = solve(problem, options);
    if (!std::isfinite(solution.cost))
      return chosen;
    for (unsigned i = 0; i < work.steps.size(); ++i)
      if (solution.labels[i] == 1)
        chosen.first.set(i);
    chosen.second = problem.evaluate(none) - solution.cost;
    return chosen;
  }

  const DealtForm &getForm() const { return form; }

private:
  int addNode(double none, double dealt) {
    problem.nodes.push_back({none, dealt});
    return static_cast<int>(problem.nodes.size()) - 1;
  }
  /// A cost of two labels together.
  void charge(int a, int labelOfA, int b, int labelOfB, double cost) {
    auto table = std::make_shared<PairwiseProblem::Table>();
    table->rows = table->columns = 2;
    table->costs.assign(4, 0.0);
    table->costs[static_cast<size_t>(2 * labelOfA + labelOfB)] = cost;
    problem.edges.push_back({a, b, {0, 1}, {0, 1}, std::move(table)});
  }

  /// What it takes to bring values to the ranks of their members.
  double secondsIn(ArrayRef<Value> values, const Layout &read) {
    auto type = cast<RankedTensorType>(values.front().getType());
    Layout made = hintOf(values.front(), input.mesh);
    if (llvm::all_equal(values))
      return prices.reshard(type, made, form.inside(read));
    return prices.reshard(form.stackType(type), form.stacked(made),
                          form.spread(read));
  }

  void addInput(int step, ArrayRef<Value> values, const Layout &read) {
    if (isMadeInside(values))
      return;
    auto [it, isNew] = arrivals.try_emplace(
        SmallVector<const void *>(llvm::map_range(
            values, [](Value v) { return v.getAsOpaquePointer(); })),
        -1);
    int producer = work.stepOf(values);
    if (isNew) {
      double seconds = secondsIn(values, read);
      it->second = addNode(0, producer < 0 ? seconds : 0);
      if (producer >= 0)
        charge(producer, 0, it->second, 1, seconds);
    }
    charge(it->second, 0, step, 1, kInfinite);
  }

  void addResults(int step) {
    const EqualStep &made = work.steps[static_cast<size_t>(step)];
    for (unsigned result = 0; result < made.lead()->getNumResults(); ++result) {
      llvm::SetVector<int> readers;
      bool isReadElsewhere = false;
      for (auto [member, op] : llvm::enumerate(made.ops))
        for (Operation *user : op->getResult(result).getUsers()) {
          Operation *top =
              made.lead()->getBlock()->findAncestorOpInBlock(*user);
          auto it = work.places.find(top);
          // What another member makes is read from where all have it.
          if (it == work.places.end() || it->second.second != member)
            isReadElsewhere = true;
          else
            readers.insert(static_cast<int>(it->second.first));
        }
      Value value = made.lead()->getResult(result);
      auto type = cast<RankedTensorType>(value.getType());
      Layout left = outputLayout(value, input.mesh);
      double seconds = prices.reshard(form.stackType(type), form.spread(left),
                                      form.stacked(left));
      int leaves = addNode(isReadElsewhere ? kInfinite : 0, 0);
      departures.push_back(leaves);
      charge(step, 1, leaves, 1, seconds);
      for (int reader : readers)
        charge(leaves, 0, reader, 0, kInfinite);
    }
  }

  PartitionInput &input;
  Prices &prices;
  const EqualWork &work;
  DealtForm form;
  PairwiseProblem problem;
  std::map<SmallVector<const void *>, int> arrivals; ///< nodes, by values
  std::vector<int> departures;
};

class DealOutEqualWork
    : public PassOnInput<impl::DealOutEqualWorkPassBase<DealOutEqualWork>> {
public:
  using PassOnInput::PassOnInput;

  LogicalResult runOn(PartitionInput &input) override {
    if (!dist::dealsOutEqualWork(getOperation()) || !findAxes(input))
      return success();
    settled.clear();
    while (dealOne(input)) {
    }
    return success();
  }

private:
  /// The axes to deal along: each device axis, and all of them.
  bool findAxes(const PartitionInput &input) {
    choices.clear();
    AxisList all;
    for (auto [i, axis] : llvm::enumerate(input.mesh.axes)) {
      if (axis.kind == AxisKind::Stage)
        return false;
      if (axis.kind == AxisKind::Device && axis.size > 1)
        all.push_back(input.mesh.ref(static_cast<int>(i)));
    }
    for (const AxisRef &axis : all)
      choices.push_back({axis});
    if (all.size() > 1)
      choices.push_back(all);
    return !choices.empty();
  }

  /// Deals out one work; false if there is none to deal out.
  bool dealOne(PartitionInput &input) {
    mlir::Block &block = input.main.front();
    Prices prices(input);
    size_t numOperations = block.getOperations().size();
    if (numOperations > kMostOperations)
      return false;
    double step = 0;
    for (Operation &op : block)
      step += prices.divided(&op);
    if (!std::isfinite(step))
      return false;
    // Whatever saves enough has an operation that saves its share.
    double least = kWorth * step / static_cast<double>(numOperations);
    std::optional<EqualWorkSearch> search;
    for (Operation &anchor : llvm::reverse(block)) {
      // What a rank would save of its part, at most.
      if (settled.count(&anchor) || !mayBelong(&anchor, input.mesh) ||
          !maySave(input, prices, &anchor, least))
        continue;
      if (!search)
        search.emplace(block, [&](Operation *op) {
          return !settled.count(op) && mayBelong(op, input.mesh);
        });
      EqualWork work = search->around(
          &anchor, [&](Operation *op) { return prices.divided(op); });
      settled.insert(&anchor);
      for (const EqualStep &each : work.steps)
        settled.insert_range(each.ops);
      if (!work.steps.empty() && deal(input, prices, *search, work, step))
        return true;
    }
    return false;
  }

  /// Whether an operation costs more than its part if each of the ranks did a
  /// part of such operations.
  bool maySave(PartitionInput &input, Prices &prices, Operation *op,
               double least) {
    const AxisList &all = choices.back();
    double divided = prices.divided(op);
    return divided > least &&
           divided - prices.whole(op, all) / static_cast<double>(product(all)) >
               least;
  }

  bool deal(PartitionInput &input, Prices &prices,
            const EqualWorkSearch &search, const EqualWork &work,
            double stepSeconds) {
    std::optional<DealtForm> form;
    llvm::BitVector chosen;
    double most = kWorth * stepSeconds;
    for (const AxisList &axes : choices) {
      Deal candidate(input, prices, work, axes);
      auto [steps, saved] = candidate.choose();
      if (saved <= most || !canBeDealt(work, steps, search))
        continue;
      most = saved;
      chosen = std::move(steps);
      form = candidate.getForm();
    }
    if (!form)
      return false;
    SmallVector<Operation *> leads;
    for (unsigned i : chosen.set_bits()) {
      leads.push_back(work.steps[i].lead());
      for (Operation *op : work.steps[i].ops)
        settled.erase(op); // which ends with the rewrite
    }
    remark::passed(
        leads.back()->getLoc(),
        remark::RemarkOpts::name("deal-out-equal-work").category("partition"))
        << llvm::formatv("{0} equal chains of {1} operations: each rank along "
                         "{2} does {3} "
                         "of them whole, which saves {4:e3} s of {5:e3} s of a "
                         "step by prices",
                         work.numMembers(), leads.size(),
                         input.mesh.str(form->getAxes()), form->numSlots(),
                         most, stepSeconds)
               .str()
        << remarkSeconds(most);
    dealOut(input, work, chosen, *form);
    return true;
  }

  std::vector<AxisList> choices;
  DenseSet<Operation *> settled;
};

} // namespace

std::unique_ptr<Pass>
createDealOutEqualWorkPass(std::shared_ptr<ReshardPool> pool) {
  return std::make_unique<DealOutEqualWork>(std::move(pool));
}

} // namespace popt
