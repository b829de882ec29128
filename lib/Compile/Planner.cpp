//===- Planner.cpp - Which plan is fastest --------------------------------===//
//
// Tests: test/Compile/choose-plan.test.
//
//===----------------------------------------------------------------------===//
#include "popt/Compile/Planner.h"
#include "popt/Compile/ModulePlan.h"
#include "popt/Compile/PipelinePlans.h"
#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Dialect/Dist/Dist.h"
#include "popt/Dialect/Dist/StrategyRule.h"
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
/// Of programs of no more operations the model is asked for familiar plans as well, and
/// twice as many plans are evaluated.
static constexpr size_t kFewOperations = 8000;
/// Problems of meshes that are kept for further questions.
static constexpr size_t kKeptProblems = 3;
static constexpr double kSameSeconds = 1e-6;
static constexpr double kNearlySame = 2e-2;
/// What holds so many times the budget by the model does not fit once it is compiled.
static constexpr double kTooLarge = 1.25;
/// One of these holds less: all its bytes cost this part of the step.
static constexpr double kLeaningPrice = 0.1;
/// Each axis of a mesh counts as this part of the step.
static constexpr double kWorthAnAxis = 1e-3;

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
        budgetSaid = std::exchange(options.memoryBudget, 0);
        options.timeline.clear(); // of many plans
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

/// How many elements dimensions of values have.
static std::set<int64_t> extentsOf(func::FuncOp main) {
  std::set<int64_t> extents;
  auto look = [&](TypeRange types) {
    for (Type type : types)
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        extents.insert(tensor.getShape().begin(), tensor.getShape().end());
  };
  look(main.getArgumentTypes());
  main.walk([&](Operation *op) { look(op->getResultTypes()); });
  return extents;
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
  budget = budgetSaid > 0                    ? budgetSaid
           : question.given.memoryBudget > 0 ? question.given.memoryBudget
                                             : machine.memoryBytes();
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
  // What another question has left.
  leftOut.clear();
  kindsCut.clear();
  unlimited.clear();
  tooLarge.clear();
  ofParts.clear();
  why = {};
  hasFailed = false;
  fastest.reset();
  costOfFastest = std::numeric_limits<double>::infinity();
  batch = findBatch(mainFunction(), question.given.batch);
  bound = std::numeric_limits<double>::infinity();
  modelError = 0;
  if (open.time && batch.dims.empty())
    return emitNoBatch();
  chain = findChain(mainFunction(), batch, CostModel(Mesh(), machine));
  extents = extentsOf(mainFunction());
  devices = question.devices;
  bool isSized = open.open.empty() &&
                 (open.stage ? open.stage->size.has_value() : !open.isFree());
  if (devices == 0)
    devices = isSized ? open.devices * (open.stage ? *open.stage->size : 1)
                      : devicesOf(machine);
  if (int64_t most = devicesOf(machine); most > 0 && devices > most)
    return emitError(imported.getLoc())
           << "machine \"" << machine.name << "\" has " << most
           << " devices, and " << devices << " are asked for";
  if (devices > 0)
    return checkState();
  return emitError(imported.getLoc())
         << "machine \"" << machine.name
         << "\" has any number of devices; --devices N says how many to plan "
            "for";
}

/// Along an axis that no sharding names all devices would compute the same.
static void dropIdleAxes(Plan &plan) {
  llvm::erase_if(plan.mesh, [&](const MeshOverride &axis) {
    return llvm::is_contained(kFreeAxes, axis.name) && !isUsed(plan, axis.name);
  });
}

/// `2x4` of axes with sizes.
static std::string sizesOf(ArrayRef<MeshOverride> mesh) {
  std::string sizes;
  for (const MeshOverride &axis : mesh)
    sizes += (sizes.empty() ? "" : "x") + std::to_string(axis.size.value_or(1));
  return sizes;
}

/// The problem of a plan's mesh and words; null after a message. Those that were asked
/// last are kept.
OpenStrategies *Planner::problemOf(const Plan &plan, KeptMessages &said) {
  auto it = llvm::find_if(
      problems, [&](const auto &problem) { return problem.first == plan; });
  if (it != problems.end()) {
    std::rotate(problems.begin(), it, std::next(it));
    return problems.front().second.get();
  }
  if (problems.size() == kKeptProblems)
    problems.pop_back();
  FlowOptions flow = options;
  flow.decisions = std::make_shared<Plan>(plan);
  OwningOpRef<ModuleOp> module(imported.clone());
  FailureOr<std::unique_ptr<OpenStrategies>> made = failure();
  said.keep(imported.getContext(), [&] {
    PassManager manager(imported.getContext());
    manager.enableVerifier(false);
    buildOpenShardings(manager, flow);
    if (succeeded(manager.run(*module)))
      made = OpenStrategies::of(std::move(module), options.reshards);
  });
  if (failed(made))
    return nullptr;
  problems.insert(problems.begin(), {plan, std::move(*made)});
  return problems.front().second.get();
}

FailureOr<PlanAnswer> Planner::solve(const Plan &plan,
                                     const StrategyQuestion &question) {
  // What it says is said where the plan is compiled.
  KeptMessages said;
  FailureOr<StrategyAnswer> found = failure();
  OpenStrategies *problem = problemOf(plan, said);
  if (problem)
    said.keep(imported.getContext(), [&] { found = problem->ask(question); });
  if (failed(found)) {
    said.say(imported.getContext());
    return failure();
  }
  PlanAnswer answer;
  answer.plan = wholePlan(problem->module(), plan);
  answer.mesh = plan.mesh;
  answer.words = question.words;
  auto main = problem->module().lookupSymbol<func::FuncOp>("main");
  dist::BoundaryAttrs attrs(main);
  for (unsigned i = 0; i < attrs.arguments.size(); ++i)
    if (attrs.stateOf(i))
      answer.state.push_back(attrs.getSharding(i));
  if (open.isFree())
    dropIdleAxes(answer.plan);
  answer.modelBytes = found->bytes;
  if (int64_t cut = problem->getKindsCut())
    kindsCut[sizesOf(plan.mesh)] = cut;
  answer.modelSeconds = found->seconds;
  answer.boundSeconds = found->boundSeconds;
  // Names come before the compilation, whose messages and pictures have them.
  if (open.isFree())
    nameAxes(answer);
  return answer;
}

LogicalResult Planner::write(const Plan &plan, StringRef file) {
  KeptMessages said;
  OpenStrategies *problem = problemOf(plan, said);
  if (problem)
    return problem->write(file);
  said.say(imported.getContext());
  return failure();
}

/// Writes the plan in patterns.
LogicalResult Planner::complete(PlanAnswer &answer) {
  FailureOr<Plan> whole = trials.complete(answer.plan);
  if (succeeded(whole))
    answer.plan = std::move(*whole);
  return whole;
}

void Planner::evaluate(PlanAnswer &answer) {
  FailureOr<PlanTrial> trial = failure();
  answer.said = KeptMessages();
  answer.said.keep(imported.getContext(),
                   [&] { trial = trials.evaluate(answer.plan); });
  answer.report.reset();
  answer.fits = false;
  if (failed(trial)) {
    if (!std::exchange(hasFailed, true) && answer.plan.memoryBudget == 0)
      why = std::move(answer.said);
    return;
  }
  const Prediction &found = trial->report.prediction;
  answer.fits = budget == 0 || found.peakBytes() <= budget;
  if (double cost = costOf(found.stepSeconds, answer);
      answer.fits && cost < costOfFastest) {
    costOfFastest = cost;
    if (auto slower = fastest.lock())
      *slower = nullptr;
    answer.program =
        std::make_shared<OwningOpRef<ModuleOp>>(std::move(trial->module));
    fastest = answer.program;
  }
  answer.report = std::move(trial->report);
}

bool Planner::isStopped() {
  hasStopped = hasStopped || (mayGoOn && !mayGoOn());
  return hasStopped;
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

double Planner::costOf(double seconds, const PlanAnswer &of) {
  return seconds *
         (1 + kWorthAnAxis * static_cast<double>(of.plan.mesh.size()));
}

bool Planner::isFaster(double a, const PlanAnswer &of, double b,
                       const PlanAnswer &than) {
  return costOf(a, of) < costOf(b, than);
}

/// Whether a plan need not be compiled beside another one by the model: what costs the
/// same on one mesh and holds no less, and what differs in the layouts of inputs alone,
/// which hardly cost anything.
static bool isAsGood(const PlanAnswer &plan, const PlanAnswer &than) {
  if (plan.mesh != than.mesh)
    return false;
  double more = than.modelSeconds - plan.modelSeconds;
  if (plan.modelBytes <= than.modelBytes &&
      std::abs(more) <= kSameSeconds * than.modelSeconds)
    return true;
  return !plan.state.empty() && plan.state == than.state && more >= 0 &&
         more <= kNearlySame * plan.modelSeconds &&
         plan.modelBytes <= (1 + kNearlySame) * than.modelBytes;
}

bool Planner::isSmall() const {
  return mainFunction().front().getOperations().size() <= kFewOperations;
}

/// Compiles plans in the model's order, as long as the next may be the best; others
/// are left out.
void Planner::evaluateInOrder(std::vector<PlanAnswer> &answers,
                              const Plan &given) {
  llvm::stable_sort(answers, [&](const PlanAnswer &a, const PlanAnswer &b) {
    return isFaster(a.modelSeconds, a, b.modelSeconds, b);
  });
  size_t most = isSmall() ? 2 * kMostEvaluated : kMostEvaluated;
  auto isTooLarge = [&](const PlanAnswer &answer) {
    return budget > 0 && answer.modelBytes > static_cast<double>(budget);
  };
  // What holds least says how far the budget is from anything.
  const bool areAllTooLarge = llvm::all_of(answers, isTooLarge);
  if (areAllTooLarge) {
    llvm::stable_sort(answers, [](const PlanAnswer &a, const PlanAnswer &b) {
      return a.modelBytes < b.modelBytes;
    });
    most = 1;
  }
  auto isFarTooLarge = [&](const PlanAnswer &answer) {
    return !areAllTooLarge && isTooLarge(answer) &&
           answer.modelBytes > kTooLarge * static_cast<double>(budget);
  };
  size_t evaluated = 0;
  for (PlanAnswer &answer : answers) {
    double best = secondsOfBest(answers);
    if (evaluated >= most || (evaluated > 0 && isStopped()))
      break;
    if (isFarTooLarge(answer) || (evaluated >= kLeastEvaluated &&
                                  answer.boundSeconds - modelError > best))
      continue;
    sayCompiling(best);
    ++evaluated;
    fit(answer, given);
    if (answer.report)
      modelError =
          std::max(modelError, std::abs(answer.modelSeconds -
                                        answer.report->prediction.stepSeconds));
  }
  // Microbatches may make those fit that hold too much.
  llvm::erase_if(answers, [&](const PlanAnswer &answer) {
    return !answer.report && !isFarTooLarge(answer);
  });
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

/// The meshes of so many devices. Of a free axis there are the largest parts that divide
/// a dimension; the other devices along it idle. Where all links are alike the order of
/// free axes changes nothing.
std::vector<std::vector<MeshOverride>>
Planner::meshesOn(int64_t some, std::string &error) const {
  std::vector<std::vector<MeshOverride>> all =
      meshesOf(open, some, kMostFreeAxes, error);
  if (!open.isFree())
    return all;
  const LinkLevel &innermost = machine.links.front();
  const bool areAlike =
      machine.devices.size() == 1 &&
      (innermost.devices == 0 || innermost.devices >= devices);
  std::vector<std::vector<MeshOverride>> used;
  std::set<std::vector<int64_t>> seen;
  for (const std::vector<MeshOverride> &mesh : all) {
    std::vector<std::vector<int64_t>> lists(1);
    for (const MeshOverride &axis :
         ArrayRef(mesh).drop_front(open.fixed.size())) {
      std::vector<std::vector<int64_t>> longer;
      for (int64_t size : dividingSizes(*axis.size, extents))
        for (std::vector<int64_t> list : lists) {
          if (size > 1)
            list.push_back(size);
          longer.push_back(std::move(list));
        }
      lists = std::move(longer);
    }
    for (const std::vector<int64_t> &sizes : lists) {
      std::vector<int64_t> key = sizes;
      if (areAlike)
        llvm::sort(key);
      if (!seen.insert(std::move(key)).second)
        continue;
      used.push_back(open.fixed);
      for (auto [size, name] : llvm::zip_first(sizes, kFreeAxes))
        used.back().push_back({name, size, AxisKind::Device});
    }
  }
  return used;
}

/// True if something is asked of an argument.
static bool areSome(ArrayRef<ArgumentWord> words) {
  return llvm::any_of(words, [](const ArgumentWord &word) {
    return word.kind != ArgumentWord::Any;
  });
}

/// The step as it is, on a device: of a free mesh the axes that are said have one. A
/// failure, without messages, where what is said can't be had there.
FailureOr<PlanAnswer> Planner::onOneDevice(const PlanQuestion &question) {
  Plan plan = question.given;
  plan.mesh = open.fixed;
  KeptMessages unsaid;
  FailureOr<PlanAnswer> answer = failure();
  unsaid.keep(imported.getContext(), [&] { answer = solve(plan, {}); });
  return answer;
}

/// Small steps may take least on one device, whatever the model says of dividing them.
void Planner::addOneDevice(const PlanQuestion &question,
                           std::vector<PlanAnswer> &answers) {
  auto isThere = [](const PlanAnswer &answer) {
    return llvm::all_of(answer.plan.mesh, [](const MeshOverride &axis) {
      return axis.kind == AxisKind::Time || axis.size == 1;
    });
  };
  if (!open.isFree() || devices == 1 || !isSmall() || isStopped() ||
      chain.seconds - modelError > secondsOfBest(answers) ||
      llvm::any_of(answers, isThere))
    return;
  FailureOr<PlanAnswer> answer = onOneDevice(question);
  if (failed(answer))
    return;
  splitTime(*answer);
  sayCompiling(secondsOfBest(answers));
  evaluate(*answer);
  if (answer->report)
    answers.push_back(std::move(*answer));
}

/// What the space does not have, though a larger one would.
void Planner::sayWhatWasCut() {
  std::string error;
  if (open.isFree() &&
      meshesOf(open, devices, kMostFreeAxes + 1, error).size() >
          meshesOf(open, devices, kMostFreeAxes, error).size())
    leftOut.push_back("meshes of more than " + std::to_string(kMostFreeAxes) +
                      " axes; --mesh a,b,c is for one of three");
  for (const auto &[sizes, kinds] : kindsCut)
    leftOut.push_back("strategies of " + std::to_string(kinds) +
                      " kinds of operations on " + sizes +
                      " devices: of thousands those nearest to what is said "
                      "are in the model");
}

/// Plans that divide all operations among all devices.
LogicalResult Planner::addDivisions(const PlanQuestion &question,
                                    std::vector<PlanAnswer> &answers) {
  std::string error;
  std::vector<std::vector<MeshOverride>> meshes = meshesOn(devices, error);
  if (meshes.empty())
    return emitError(imported.getLoc()) << error;
  for (auto [i, mesh] : llvm::enumerate(meshes)) {
    if (i > 0 && isStopped())
      break;
    progress("layouts on mesh " + Twine(i + 1) + " of " + Twine(meshes.size()));
    Plan plan = question.given;
    plan.mesh = mesh;
    auto within = static_cast<double>(budget);
    auto add = [&](FailureOr<PlanAnswer> answer) {
      if (failed(answer))
        return failure();
      splitTime(*answer);
      if (llvm::none_of(answers, [&](const PlanAnswer &other) {
            return other.plan == answer->plan || isAsGood(other, *answer);
          }))
        answers.push_back(std::move(*answer));
      return success();
    };
    FailureOr<PlanAnswer> best = solve(plan, {});
    if (failed(best))
      return failure();
    bound = std::min(bound, best->boundSeconds);
    unlimited.push_back(best->solved());
    best = holdWithin(plan, std::move(*best), within);
    if (failed(best))
      return failure();
    const double price =
        kLeaningPrice * best->modelSeconds / std::max(best->modelBytes, 1.0);
    const double meshBound = best->boundSeconds;
    if (failed(add(std::move(best))))
      return failure();
    // What the model prefers may be slower once it is compiled.
    if (!isSmall())
      continue;
    FailureOr<PlanAnswer> leaner = solve(plan, {price, {}});
    if (succeeded(leaner))
      leaner->boundSeconds = meshBound;
    if (failed(add(std::move(leaner))))
      return failure();
    for (std::vector<ArgumentWord> &words : familiar(plan)) {
      // What can't be had is none of the plans.
      KeptMessages unsaid;
      FailureOr<PlanAnswer> leaning = failure();
      if (areSome(words))
        unsaid.keep(imported.getContext(), [&] {
          leaning = solveWithin(plan, std::move(words), within);
        });
      if (succeeded(leaning))
        (void)add(std::move(leaning));
    }
  }
  evaluateInOrder(answers, question.given);
  addOneDevice(question, answers);
  addMicrobatches(answers);
  return success();
}

FailureOr<std::vector<PlanAnswer>> Planner::choose(PlanQuestion question) {
  std::vector<PlanAnswer> answers;
  // Half of the time of an evaluation, where that is long.
  if (!isSmall() && question.given.strategies.empty())
    question.given.strategies = dist::kByPrice.str();
  if (failed(look(question)))
    return failure();
  question.given.memoryBudget = 0; // plans get it that don't fit otherwise
  if ((!open.stage && failed(addDivisions(question, answers))) ||
      ((open.stage || open.isFree()) && !isStopped() &&
       failed(addPipelines(question, answers))))
    return failure();

  llvm::erase_if(answers,
                 [](const PlanAnswer &answer) { return !answer.report; });
  addWithinBudget(answers);
  if (answers.empty()) {
    if (!hasStopped)
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
  // Words that differ may mean the same program.
  auto isSame = [](const PlanAnswer &a, const PlanAnswer &b) {
    const Prediction &ofA = a.report->prediction, &ofB = b.report->prediction;
    return a.plan.mesh == b.plan.mesh && a.plan.schedule == b.plan.schedule &&
           ofA.stepSeconds == ofB.stepSeconds &&
           ofA.peakBytes() == ofB.peakBytes() && ofA.sentBytes == ofB.sentBytes;
  };
  answers.erase(std::unique(answers.begin(), answers.end(), isSame),
                answers.end());
  sayWhatWasCut();
  PlanAnswer &first = answers.front();
  if (!first.fits) {
    assert(!tooLarge.empty() && "what holds too much is compiled to fit");
    tooLarge.front().say(imported.getContext());
    return failure();
  }
  for (PlanAnswer &answer : answers)
    answer.certify(hasStopped ? 0 : bound, leftOut);
  return answers;
}

} // namespace popt
