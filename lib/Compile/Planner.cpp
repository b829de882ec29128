//===- Planner.cpp - Which plan is fastest --------------------------------===//
//
// Tests: test/Compile/choose-plan.test, test/Compile/choose-memory.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Planner.h"
#include "popt/Compile/ModulePlan.h"
#include "popt/Compile/PipelinePlans.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Interfaces/ModuleMachine.h"
#include "popt/Machine/Bytes.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cmath>

using namespace mlir;

namespace popt {

/// Plans of one question that are evaluated: so many at most, and so many whatever
/// the bound of the next one is, since the largest difference between model and
/// evaluation is not known from one.
static constexpr size_t kMostEvaluated = 12;
static constexpr size_t kLeastEvaluated = 3;
/// Prices of memory that are tried for a mesh, and how far apart the first are.
static constexpr int kMostPrices = 10;
static constexpr double kPriceStep = 8;
/// At a price at which bytes cost so many steps no plan holds less than the answer.
static constexpr double kAllThatCounts = 100;
/// How often a plan that holds more than the model says is made smaller.
static constexpr int kMostFits = 4;
/// A plan on a mesh of more axes has to be so much faster.
static constexpr double kWorthAnAxis = 1e-3;
/// Where memory is short: layouts that get microbatches, and numbers of these for each.
static constexpr int kMostShort = 3;
static constexpr int kMostNumbers = 4;
/// Plans that hold too much and are compiled so that they fit.
static constexpr size_t kMostWithinBudget = 3;
static constexpr size_t kMostTooLarge = 2;

func::FuncOp Planner::mainFunction() const {
  return mlir::ModuleOp(imported).lookupSymbol<func::FuncOp>("main");
}

/// Devices of a machine; 0: any number, as its description has one for all.
static int64_t devicesOf(const Machine &machine) {
  int64_t devices = 0;
  for (const DeviceSpec &device : machine.devices)
    devices += device.count;
  return devices > 1 ? devices : 0;
}

Planner::Planner(ModuleOp imported, FlowOptions given)
    : imported(imported), options(withoutPlan(std::move(given))), trials([&] {
        if (!options.reshards)
          options.reshards = std::make_shared<ReshardPool>();
        return PlanTrials(imported, options);
      }()) {}

/// True if an entry of the plan names the axis.
static bool isUsed(const Plan &plan, const std::string &axis) {
  return llvm::any_of(plan.shardings, [&](const PlanSharding &entry) {
    return (entry.at &&
            llvm::any_of(*entry.at,
                         [&](const auto &pin) { return pin.first == axis; })) ||
           (entry.partial && llvm::any_of(entry.partial->second,
                                          [&](const PlanAxis &used) {
                                            return used.name == axis;
                                          })) ||
           (entry.dims && llvm::any_of(*entry.dims, [&](const PlanDim &dim) {
              return llvm::any_of(dim.axes, [&](const PlanAxis &used) {
                return used.name == axis;
              });
            }));
  });
}

/// What the user and the machine say: the mesh, the number of devices, what one holds.
LogicalResult Planner::look(const PlanQuestion &question) {
  OwningOpRef<ModuleOp> module(imported.clone());
  PassManager manager(imported.getContext());
  buildMachine(manager, options);
  if (failed(manager.run(*module)))
    return failure();
  FailureOr<Machine> found = machineOf(*module);
  if (failed(found))
    return failure();
  machine = std::move(*found);
  budget =
      options.memoryBudget > 0 ? options.memoryBudget : machine.memoryBytes();
  dist::MeshOp meshOp = dist::getMesh(imported);
  std::string error;
  std::optional<OpenMesh> said =
      openMeshOf(meshOp ? meshOp.toMesh() : Mesh(), question.given.mesh, error);
  if (!said)
    return emitError(imported.getLoc()) << error;
  open = std::move(*said);
  if (open.stage && isUsed(question.given, open.stage->name))
    return emitError(imported.getLoc())
           << "the plan says what is where on axis \"" << open.stage->name
           << "\"; --predict says what that costs, and what is where is chosen "
              "for an axis that is named alone, as with --mesh=stage:"
           << open.stage->name;
  batch = findBatch(mainFunction(), question.given.batch);
  bound = std::numeric_limits<double>::infinity();
  if (open.time && batch.dims.empty())
    return emitNoBatch();
  chain = findChain(mainFunction(), batch, CostModel(Mesh(), machine));
  devices = question.devices;
  bool isSized = open.open.empty() &&
                 (open.stage ? open.stage->size.has_value() : !open.isFree());
  if (devices == 0)
    devices = isSized ? open.devices * (open.stage ? *open.stage->size : 1)
                      : devicesOf(machine);
  if (devices > 0)
    return checkState();
  return emitError(imported.getLoc())
         << "machine \"" << machine.name
         << "\" has any number of devices; --devices N says how many to plan "
            "for";
}

/// Each byte of state is held somewhere.
LogicalResult Planner::checkState() {
  // A built-in machine's host and devices share one memory.
  if (budget == 0 || (CostModel(Mesh(), machine).knowsHost() &&
                      !StringRef(machine.name).starts_with("builtin")))
    return success();
  int64_t bytes = 0;
  for (auto [argument, _] : dist::getNextStates(mainFunction()))
    bytes += bytesOf(argument);
  if (bytes <= budget * devices)
    return success();
  return emitError(imported.getLoc())
         << describeBytes(bytes) << " of state do not fit on " << devices
         << " devices that hold " << describeBytes(budget) << " each; "
         << (bytes + budget - 1) / budget << " devices are the fewest";
}

/// Attributes of choose-strategies.
static double numberOf(ModuleOp module, StringRef name) {
  auto attr = module->getAttrOfType<FloatAttr>(name);
  return attr ? attr.getValueAsDouble() : 0;
}

/// Along an axis that no sharding names all devices would compute the same.
static void dropIdleAxes(Plan &plan) {
  llvm::erase_if(plan.mesh, [&](const MeshOverride &axis) {
    return llvm::is_contained(kFreeAxes, axis.name) && !isUsed(plan, axis.name);
  });
}

FailureOr<PlanAnswer> Planner::solve(const Plan &plan, double price) {
  FlowOptions flow = options;
  flow.decisions = std::make_shared<Plan>(plan);
  OwningOpRef<ModuleOp> module(imported.clone());
  if (price > 0)
    (*module)->setAttr(dist::kMemoryPrice,
                       Builder(imported.getContext()).getF64FloatAttr(price));
  bool isSolved = false;
  PlanAnswer answer;
  answer.said.keep(imported.getContext(), [&] {
    PassManager manager(imported.getContext());
    manager.enableVerifier(false);
    buildOpenStrategies(manager, flow);
    isSolved = succeeded(manager.run(*module));
  });
  if (!isSolved) {
    answer.said.say(imported.getContext());
    return failure();
  }
  // What it says is said where the plan is compiled.
  answer.said = KeptMessages();
  answer.plan = wholePlan(*module, plan);
  answer.mesh = plan.mesh;
  if (open.isFree())
    dropIdleAxes(answer.plan);
  answer.modelBytes = numberOf(*module, dist::kModelBytes);
  double paid = price * answer.modelBytes;
  answer.modelSeconds = numberOf(*module, dist::kModelSeconds) - paid;
  answer.boundSeconds = numberOf(*module, dist::kBoundSeconds);
  return answer;
}

/// The plan that costs least of those that hold so many bytes by the model (0: any);
/// if none is found, the one that holds least. The bound is of all within `bytes`.
FailureOr<PlanAnswer> Planner::solveWithin(const Plan &plan, double bytes,
                                           bool isDivision) {
  FailureOr<PlanAnswer> least = solve(plan, 0);
  if (isDivision && succeeded(least)) {
    this->bound = std::min(this->bound, least->boundSeconds);
    unlimited.push_back(least->solved());
  }
  if (failed(least) || bytes <= 0 || least->modelBytes <= bytes)
    return least;
  // Where all bytes together cost as much as a hundredth of the step.
  double price = least->modelSeconds / least->modelBytes / 100;
  double bound = least->boundSeconds, tooCheap = 0, enough = 0;
  std::optional<PlanAnswer> best;
  for (int i = 0; i < kMostPrices; ++i) {
    FailureOr<PlanAnswer> found = solve(plan, price);
    if (failed(found))
      return failure();
    bound = std::max(bound, found->boundSeconds - price * bytes);
    if (found->modelBytes <= bytes) {
      enough = price;
      if (!best || best->modelBytes > bytes ||
          found->modelSeconds < best->modelSeconds)
        best = std::move(*found);
    } else {
      tooCheap = price;
      if (!best ||
          (best->modelBytes > bytes && found->modelBytes < best->modelBytes))
        best = std::move(*found);
    }
    // Nothing holds less where bytes are nearly all that counts.
    if (enough == 0 &&
        price * found->modelBytes > kAllThatCounts * least->modelSeconds)
      break;
    price = enough == 0     ? price * kPriceStep
            : tooCheap == 0 ? price / kPriceStep
                            : std::sqrt(tooCheap * enough);
    if (enough > 0 && tooCheap > 0 && enough < 1.3 * tooCheap)
      break;
  }
  // Nothing that fits: the bound is that of plans that are made to fit.
  best->boundSeconds = best->modelBytes <= bytes ? bound : least->boundSeconds;
  return std::move(*best);
}

/// Writes the plan in patterns.
LogicalResult Planner::complete(PlanAnswer &answer) {
  FailureOr<Plan> whole = trials.complete(answer.plan);
  if (succeeded(whole))
    answer.plan = std::move(*whole);
  return whole;
}

void Planner::evaluate(PlanAnswer &answer) {
  FailureOr<Report> report = failure();
  answer.said = KeptMessages();
  answer.said.keep(imported.getContext(),
                   [&] { report = trials.evaluate(answer.plan); });
  answer.report.reset();
  answer.fits = false;
  if (failed(report)) {
    if (!std::exchange(hasFailed, true) && answer.plan.memoryBudget == 0)
      why = std::move(answer.said);
    return;
  }
  answer.fits = budget == 0 || report->prediction.peakBytes() <= budget;
  answer.report = std::move(*report);
}

/// Microbatches that the user has asked for: every division has them.
void Planner::splitTime(PlanAnswer &answer) {
  if (!isTimeSaid())
    return;
  PipelineShape shape;
  shape.timeAxis = open.time->name;
  shape.microbatches = *open.time->size;
  answer.plan =
      withMicrobatches(std::move(answer.plan), mainFunction(), batch, shape);
  (void)complete(answer); // what is wrong is said where it is compiled
}

/// Evaluates a plan, and while it holds too much those of its mesh that hold less.
void Planner::fit(PlanAnswer &answer, const Plan &given) {
  evaluate(answer);
  auto within = static_cast<double>(budget);
  for (int i = 1; i < kMostFits && !answer.fits && budget > 0 &&
                  answer.modelBytes <= within;
       ++i) {
    double held =
        answer.report
            ? static_cast<double>(answer.report->prediction.peakBytes())
            : 1.5 * static_cast<double>(budget);
    within = std::min(within, answer.modelBytes) * 0.98 *
             static_cast<double>(budget) / held;
    Plan plan = given;
    plan.mesh = answer.mesh;
    FailureOr<PlanAnswer> smaller = solveWithin(plan, within);
    if (failed(smaller))
      return;
    splitTime(*smaller);
    if (smaller->plan == answer.plan)
      return;
    smaller->boundSeconds = answer.boundSeconds;
    evaluate(*smaller);
    if (smaller->report)
      answer = std::move(*smaller);
  }
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

/// Of two plans: a mesh of more axes has to be worth it.
static bool isFaster(double a, const PlanAnswer &of, double b,
                     const PlanAnswer &than) {
  size_t axes = of.plan.mesh.size(), others = than.plan.mesh.size();
  double worth = axes > others ? 1 - kWorthAnAxis : 1;
  double worthOther = axes < others ? 1 - kWorthAnAxis : 1;
  return a * worthOther < b * worth;
}

/// Compiles plans in the model's order, as long as the next may be the best; others
/// are left out.
void Planner::evaluateInOrder(std::vector<PlanAnswer> &answers,
                              const Plan &given) {
  llvm::stable_sort(answers, [&](const PlanAnswer &a, const PlanAnswer &b) {
    return isFaster(a.modelSeconds, a, b.modelSeconds, b);
  });
  size_t most = kMostEvaluated;
  auto isTooLarge = [&](const PlanAnswer &answer) {
    return budget > 0 && answer.modelBytes > static_cast<double>(budget);
  };
  // What holds least says how far the budget is from anything.
  if (llvm::all_of(answers, isTooLarge)) {
    llvm::stable_sort(answers, [](const PlanAnswer &a, const PlanAnswer &b) {
      return a.modelBytes < b.modelBytes;
    });
    most = 1;
  }
  double gap = 0;
  size_t evaluated = 0;
  for (PlanAnswer &answer : answers) {
    double best = secondsOfBest(ArrayRef(answers).take_front(evaluated));
    if (evaluated >= most ||
        (evaluated >= kLeastEvaluated && answer.boundSeconds - gap > best))
      break;
    sayCompiling(best);
    ++evaluated;
    fit(answer, given);
    if (answer.report)
      gap = std::max(gap, answer.modelSeconds -
                              answer.report->prediction.stepSeconds);
  }
  answers.resize(evaluated);
}

void Planner::progress(const Twine &text) {
  if (onProgress)
    onProgress(text.str());
}

void Planner::sayCompiling(double best) {
  progress("compiling plan " + Twine(++compiled) +
           (std::isfinite(best)
                ? "; the best so far takes " + describeSeconds(best)
                : ""));
}

double Planner::secondsOfBest(ArrayRef<PlanAnswer> answers) {
  double best = std::numeric_limits<double>::infinity();
  for (const PlanAnswer &answer : answers)
    if (answer.report && answer.fits)
      best = std::min(best, answer.report->prediction.stepSeconds);
  return best;
}

/// Layouts that hold too much, with as many microbatches as it takes for them to fit:
/// those that are fastest whatever they hold, and those that were compiled.
void Planner::addMicrobatches(std::vector<PlanAnswer> &answers) {
  std::vector<PlanAnswer> layouts;
  for (const PlanAnswer &own : unlimited)
    layouts.push_back(own.solved());

  auto isKnown = [&](const PlanAnswer &answer) {
    return llvm::any_of(layouts, [&](const PlanAnswer &other) {
      return other.plan == answer.plan;
    });
  };
  for (const PlanAnswer &answer : answers)
    if (!isKnown(answer))
      layouts.push_back(answer.solved());
  if (budget == 0 || batch.dims.empty() || isTimeSaid())
    return;
  llvm::erase_if(layouts, [&](const PlanAnswer &own) {
    return llvm::any_of(answers, [&](const PlanAnswer &answer) {
      return answer.fits && answer.plan == own.plan;
    });
  });
  llvm::stable_sort(layouts, [&](const PlanAnswer &a, const PlanAnswer &b) {
    return isFaster(a.modelSeconds, a, b.modelSeconds, b);
  });
  for (const PlanAnswer &own : ArrayRef(layouts).take_front(kMostShort)) {
    if (own.modelSeconds >= secondsOfBest(answers))
      break;
    int64_t rows = localBatch(own.plan, mainFunction(), batch);
    double more = perMicrobatch(own.plan);
    double least = own.modelBytes / static_cast<double>(budget);
    int tried = 0;
    for (int64_t number = 2; number <= rows && tried < kMostNumbers; ++number) {
      if (rows % number != 0 || static_cast<double>(number) < least)
        continue;
      if (own.modelSeconds * secondsInParts(number * batch.rows() / rows) /
                  secondsInParts(batch.rows() / rows) +
              more * static_cast<double>(number) >=
          secondsOfBest(answers))
        break;
      ++tried;
      PlanAnswer answer = own.solved();
      PipelineShape shape;
      shape.microbatches = number;
      if (open.time)
        shape.timeAxis = open.time->name;
      answer.plan = withMicrobatches(own.plan, mainFunction(), batch, shape);
      sayCompiling(secondsOfBest(answers));
      evaluate(answer);
      if (!answer.report || failed(complete(answer)))
        break;
      least = 2 * static_cast<double>(number);
      answers.push_back(std::move(answer));
      if (answers.back().fits)
        break;
    }
  }
}

/// Plans that hold too much, compiled so that they fit, the fastest first: none is
/// faster than without a budget.
void Planner::addWithinBudget(std::vector<PlanAnswer> &answers) {
  if (budget == 0 || options.memoryBudget > 0)
    return;
  struct Root {
    double bound;
    double bytes;
    PlanAnswer answer;
  };
  std::vector<Root> roots;
  for (const PlanAnswer &answer : answers)
    if (const Prediction &found = answer.report->prediction; !answer.fits)
      roots.push_back({found.stepSeconds,
                       static_cast<double>(found.peakBytes()),
                       answer.solved()});
  for (PlanAnswer &own : unlimited) {
    splitTime(own);
    if (llvm::none_of(answers, [&](const PlanAnswer &answer) {
          return answer.plan == own.plan;
        }))
      roots.push_back({own.modelSeconds, own.modelBytes, own.solved()});
  }
  for (size_t tried = 0; tried < kMostWithinBudget && !roots.empty(); ++tried) {
    // Where the fastest can't fit, what holds least may.
    auto next = llvm::min_element(roots, [&](const Root &a, const Root &b) {
      return tooLarge.empty() ? a.bound < b.bound : a.bytes < b.bytes;
    });
    Root root = std::move(*next);
    roots.erase(next);
    if (root.bound >= secondsOfBest(answers))
      continue;
    sayCompiling(secondsOfBest(answers));
    root.answer.plan.memoryBudget = budget;
    evaluate(root.answer);
    if (root.answer.report) {
      answers.push_back(std::move(root.answer));
      continue;
    }
    tooLarge.push_back(std::move(root.answer.said));
    if (tooLarge.size() == kMostTooLarge)
      break;
  }
}

/// Plans that divide all operations among all devices.
LogicalResult Planner::addDivisions(const PlanQuestion &question,
                                    std::vector<PlanAnswer> &answers) {
  std::string error;
  std::vector<std::vector<MeshOverride>> meshes =
      meshesOf(open, devices, kMostFreeAxes, error);
  if (meshes.empty())
    return emitError(imported.getLoc()) << error;
  for (auto [i, mesh] : llvm::enumerate(meshes)) {
    progress("layouts on mesh " + Twine(i + 1) + " of " + Twine(meshes.size()));
    Plan plan = question.given;
    plan.mesh = mesh;
    FailureOr<PlanAnswer> answer =
        solveWithin(plan, static_cast<double>(budget), /*isDivision=*/true);
    if (failed(answer))
      return failure();
    splitTime(*answer);
    if (llvm::none_of(answers, [&](const PlanAnswer &other) {
          return other.plan == answer->plan;
        }))
      answers.push_back(std::move(*answer));
  }
  evaluateInOrder(answers, question.given);
  addMicrobatches(answers);
  return success();
}

FailureOr<std::vector<PlanAnswer>>
Planner::choose(const PlanQuestion &question) {
  std::vector<PlanAnswer> answers;
  if (failed(look(question)) ||
      (!open.stage && failed(addDivisions(question, answers))) ||
      ((open.stage || open.isFree()) &&
       failed(addPipelines(question, answers))))
    return failure();

  llvm::erase_if(answers,
                 [](const PlanAnswer &answer) { return !answer.report; });
  addWithinBudget(answers);
  if (answers.empty()) {
    why.say(imported.getContext());
    return failure();
  }
  llvm::stable_sort(answers, [&](const PlanAnswer &a, const PlanAnswer &b) {
    const Prediction &ofA = a.report->prediction, &ofB = b.report->prediction;
    if (a.fits != b.fits)
      return a.fits;
    return a.fits ? isFaster(ofA.stepSeconds, a, ofB.stepSeconds, b)
                  : ofA.peakBytes() < ofB.peakBytes();
  });
  PlanAnswer &first = answers.front();
  if (!first.fits) {
    assert(!tooLarge.empty() && "what holds too much is compiled to fit");
    tooLarge.front().say(imported.getContext());
    return failure();
  }
  for (PlanAnswer &answer : answers) {
    answer.report->prediction.lowerBoundSeconds = bound;
    if (open.isFree())
      nameAxes(answer);
    answer.plan.predicted = answer.report->prediction;
  }
  first.said.say(imported.getContext());
  return answers;
}

} // namespace popt
