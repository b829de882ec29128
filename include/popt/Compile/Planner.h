//===- Planner.h - Which plan is fastest ----------------------------------===//
//
// From a program without shardings, or with some, to a plan: the sizes of the mesh
// and the layout of every argument and result. Data, tensor, sequence and fully
// sharded data parallelism are outcomes.
//
// Two questions are asked of a mesh. The *model* is the strategy problem of the
// whole function with open arguments and results (lib/Partition): in a second it
// gives the layouts that cost least by the prices of operations and reshards, and a
// bound that no layouts are below. Under a budget bytes have a price: of all layouts
// that hold less than the budget none cost less than
//
//     bound(price) - price * budget
//
// for any price (Lagrange); prices are tried until what is held fits. The
// *evaluation* compiles the plan up to its memory plan (PlanTrials.h): kernels,
// messages and memory are known only then. Plans are evaluated in the model's
// order, until the next one's bound, less the largest difference between model and
// evaluation so far, is above the best.
//
// Where memory is short, microbatches come in: the layouts that are fastest whatever
// they hold get as many as it takes to fit.
//
// Pipelines follow (PlannerStages.cpp): the chain of layers is cut into stages, and the
// layouts of one are those of the model on its devices.
//
// What holds too much for a device is compiled as --memory-budget has it at last: its
// step is a bound for all that computes values again or moves them to the host, so that
// the fastest of all that fit is found best first.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_COMPILE_PLANNER_H
#define POPT_COMPILE_PLANNER_H

#include "popt/Compile/Chain.h"
#include "popt/Compile/Meshes.h"
#include "popt/Compile/PlanTrials.h"
#include "popt/Flow/Evaluate.h"
#include "popt/Partition/OpenStrategies.h"

namespace popt {

struct PipelineShape;

/// What is asked.
struct PlanQuestion {
  Plan given;          ///< binds; axes of its mesh without a size are open
  int64_t devices = 0; ///< 0: those of the mesh, else of the machine
};

/// A plan of the space.
struct PlanAnswer {
  Plan plan; ///< whole: the mesh, and all arguments and results
  std::vector<MeshOverride> mesh;  ///< also axes along which nothing is divided
  std::vector<ArgumentWord> words; ///< that were asked of arguments
  std::vector<mlir::Attribute>
      state; ///< the layouts of arguments that are state
  double modelSeconds = 0;
  double boundSeconds = 0;      ///< of all plans on this mesh, by the model
  double modelBytes = 0;        ///< about what a rank holds
  std::optional<Report> report; ///< if it could be compiled
  bool fits = false;            ///< what it holds is within the budget
  KeptMessages said;            ///< while it was compiled
  /// Its program at Emit::Scheduled, if it was the fastest that fits when it was
  /// compiled; null in one that was, before a faster one was found. Of the first answer
  /// it is missing where the fastest did not become an answer.
  std::shared_ptr<mlir::OwningOpRef<mlir::ModuleOp>> program;

  /// What is known beside its figures: no plan of the space takes less than `bound` by
  /// the model (0: unknown), and what was not compiled without a proof.
  void certify(double bound, llvm::ArrayRef<std::string> notCompiled) {
    report->prediction.modelSeconds = modelSeconds;
    report->prediction.lowerBoundSeconds = bound;
    report->prediction.notCompiled = notCompiled.vec();
    plan.predicted = report->prediction;
  }

  /// The same before it is compiled.
  PlanAnswer solved() const {
    PlanAnswer answer;
    answer.plan = plan;
    answer.mesh = mesh;
    answer.words = words;
    answer.state = state;
    answer.modelSeconds = modelSeconds;
    answer.boundSeconds = boundSeconds;
    answer.modelBytes = modelBytes;
    return answer;
  }
};

class Planner {
public:
  /// Of a module at Emit::Imported. Options as PlanTrials takes them; without a
  /// memory budget the devices' memory is one.
  Planner(mlir::ModuleOp imported, FlowOptions options);

  /// Called with what is being done.
  std::function<void(const std::string &)> onProgress;
  /// Asked between plans: after a no the best so far is the answer.
  std::function<bool()> mayGoOn;

  /// Those plans that were evaluated, the fastest that fits first; what was said
  /// while it was compiled is for the caller to say. Failure after a message: no mesh
  /// of so many devices, or nothing that fits; without one if it was stopped before.
  mlir::FailureOr<std::vector<PlanAnswer>> choose(PlanQuestion question);
  /// That were asked for; a plan uses fewer where more would take longer.
  int64_t getDevices() const { return devices; }
  /// What was not looked at, without a proof that it is slower, in words.
  llvm::ArrayRef<std::string> getLeftOut() const { return leftOut; }

  /// After choose(): the layouts that cost least by the model, within the budget, on
  /// a mesh of device axes with sizes. Nothing is compiled. Failure after messages.
  mlir::FailureOr<PlanAnswer> model(const Plan &plan) {
    return solveWithin(plan, {}, static_cast<double>(budget));
  }
  /// The problem of a plan's mesh and pins, without a budget, as an integer program
  /// (popt/Search/Mps.h) in a file. Failure after messages.
  mlir::LogicalResult write(const Plan &plan, llvm::StringRef file);
  mlir::ModuleOp module() const { return imported; }

private:
  struct Degrees;
  mlir::LogicalResult look(const PlanQuestion &question);
  mlir::LogicalResult addDivisions(const PlanQuestion &question,
                                   std::vector<PlanAnswer> &answers);
  OpenStrategies *problemOf(const Plan &plan, KeptMessages &said);
  mlir::FailureOr<PlanAnswer> solve(const Plan &plan,
                                    const StrategyQuestion &question);
  mlir::FailureOr<PlanAnswer>
  solveWithin(const Plan &plan, std::vector<ArgumentWord> words, double bytes);
  mlir::FailureOr<PlanAnswer> holdWithin(const Plan &plan, PlanAnswer least,
                                         double bytes);
  void evaluateInOrder(std::vector<PlanAnswer> &answers, const Plan &given);
  mlir::FailureOr<PlanAnswer> onOneDevice(const PlanQuestion &question);
  void addOneDevice(const PlanQuestion &question,
                    std::vector<PlanAnswer> &answers);
  void addMicrobatches(std::vector<PlanAnswer> &answers);
  mlir::LogicalResult findDegrees(const PlanQuestion &question, double best,
                                  std::vector<Degrees> &all);
  Degrees perfectDegrees(int64_t stages, int64_t each);
  Degrees degreesWith(int64_t stages, int64_t each, PlanAnswer layouts);
  double perMicrobatch(const Plan &layouts, int64_t used) const;
  double secondsInParts(int64_t parts);
  double compilePipeline(const Degrees &degrees, const PipelineShape &shape,
                         std::vector<PlanAnswer> &answers);
  void compileOthers(const Degrees &degrees, PipelineShape shape, double least,
                     std::vector<PlanAnswer> &answers);
  mlir::LogicalResult addPipelines(const PlanQuestion &question,
                                   std::vector<PlanAnswer> &answers);
  mlir::LogicalResult emitNoBatch();
  void addWithinBudget(std::vector<PlanAnswer> &answers);
  void evaluate(PlanAnswer &answer);
  mlir::LogicalResult complete(PlanAnswer &answer);
  bool isTimeSaid() const { return open.time && open.time->size; }
  void splitTime(PlanAnswer &answer);
  void fit(PlanAnswer &answer, const Plan &given);
  void nameAxes(PlanAnswer &answer);
  std::vector<std::vector<MeshOverride>> meshesOn(int64_t some,
                                                  std::string &error) const;
  std::vector<std::vector<ArgumentWord>> familiar(const Plan &given) const;
  bool isSmall() const;
  void sayWhatWasCut();
  void progress(const llvm::Twine &text);
  void sayCompiling(double best);
  /// What plans are compared by: a mesh of more axes has to be worth it.
  static double costOf(double seconds, const PlanAnswer &of);
  static bool isFaster(double a, const PlanAnswer &of, double b,
                       const PlanAnswer &than);
  static double secondsOfBest(llvm::ArrayRef<PlanAnswer> answers);
  mlir::func::FuncOp mainFunction() const;

  mlir::ModuleOp imported;
  FlowOptions options;
  int64_t budgetSaid = 0; ///< by --memory-budget
  PlanTrials trials;
  int64_t budget = 0; ///< bytes of a device; 0: any
  OpenMesh open;
  std::optional<PlanSchedule> schedule; ///< that the user says, with
  int64_t chunks = 1;                   ///< runs of layers a coordinate
  mlir::LogicalResult checkState();
  bool isStopped();
  bool hasStopped = false;
  /// Of the fastest plan that fits so far: the only one that is held.
  std::weak_ptr<mlir::OwningOpRef<mlir::ModuleOp>> fastest;
  double costOfFastest = std::numeric_limits<double>::infinity();
  bool hasFailed = false;
  KeptMessages why; ///< the first plan that does not compile doesn't
  std::vector<KeptMessages> tooLarge; ///< what is said of plans that can't fit
  int compiled = 0;                   ///< plans so far
  int64_t devices = 0;
  double bound = 0;      ///< of all plans, by the model
  double modelError = 0; ///< the largest difference to an evaluation so far
  Machine machine;
  std::vector<std::string> leftOut;
  std::map<std::string, int64_t> kindsCut; ///< by sizes of meshes
  /// By mesh and words of the user, the last asked first.
  std::vector<std::pair<Plan, std::unique_ptr<OpenStrategies>>> problems;
  std::vector<PlanAnswer>
      unlimited; ///< the fastest layouts, whatever they hold
  Batch batch;
  LayerChain chain;
  std::set<int64_t> extents;         ///< of dimensions of all values
  std::map<int64_t, double> ofParts; ///< seconds of a step in so many parts
};

} // namespace popt
#endif // POPT_COMPILE_PLANNER_H
