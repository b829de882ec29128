//===- Flow.cpp - The phases in order -------------------------------------===//
//
// A comment before each pass says why it runs there. Tested by
// test/Flow/stages.mlir.
//
//===----------------------------------------------------------------------===//
#include "popt/Flow/Flow.h"

#include "popt/Annotate/PlanFile.h"
#include "popt/Cost/CostModel.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Flow/Passes.h"
#include "popt/InitAll.h"
#include "popt/Kernels/Codegen.h"
#include "popt/Reshard/LayoutSpace.h"

#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace popt {

llvm::ArrayRef<EmitName> emitNames() {
  static constexpr EmitName names[] = {
      {Emit::Imported, "imported", "after Import"},
      {Emit::Annotated, "annotated", "after Annotate"},
      {Emit::Propagated, "propagated", "after Propagate"},
      {Emit::Partitioned, "partitioned", "the local program"},
      {Emit::Folded, "folded", "with time axes as loops"},
      {Emit::Collectives, "collectives", "what is sent and computed again"},
      {Emit::Scheduled, "scheduled", "kernels and memory"},
      {Emit::Step, "step", "the step table as text"},
      {Emit::LLVM, "llvm", "kernels as LLVM IR"},
      {Emit::Object, "obj", "kernels: a shared object, or PTX"},
      {Emit::Package, "package",
       "a binary without its launcher; popt-launch runs many"},
      {Emit::Executable, "exe", "a binary"}};
  return names;
}

static void addImport(OpPassManager &manager) {
  // Annotations inside called functions are the user's, too: one function
  // first, so that they have one place.
  manager.addPass(createInlineCallsPass());
  // Functions may have returned tuples; from here on values are tensors.
  manager.addPass(createFlattenTuplesPass());
  // Only values are left to import: no tokens, no calls of Python.
  manager.addPass(createDropEffectsPass());
  // Strings become sdy, so that what follows reads one language.
  manager.addPass(createImportGspmdPass());
  // From here on shardings are `dist`, whatever front end wrote them.
  manager.addPass(createImportSdyPass());
  // Only now the dialect can say what is wrong with a user's sharding.
  manager.addPass(createVerifyIRPass());
  // Names and state come from attributes that later passes do not keep.
  manager.addPass(createImportStatePass());
  // Constants of their own per use: unrelated users must not be coupled by one
  // shared zero.
  manager.addPass(createSimplifyInputPass());
  // Before anything says where stacks are held: copies of others are none.
  manager.addPass(createShareRowsPass());
}

void buildMachine(OpPassManager &manager, const FlowOptions &options) {
  SetMachinePassOptions machine;
  machine.cluster = options.cluster;
  machine.target = options.target;
  manager.addPass(createSetMachinePass(std::move(machine)));
}

void buildWords(OpPassManager &manager, const FlowOptions &options) {
  // Costs are compared from here on.
  buildMachine(manager, options);
  // The plan's words override the module's: after import, before propagation.
  ApplyPlanPassOptions plan;
  plan.plan = options.plan;
  plan.mesh = options.mesh;
  plan.state = options.state;
  plan.strategies = options.strategies;
  manager.addPass(createApplyPlanPass(std::move(plan), options.decisions));
}

static void addAnnotate(OpPassManager &manager, const FlowOptions &options) {
  buildWords(manager, options);
  // The plan's words are a user's, too.
  manager.addPass(createVerifyIRPass());
  // Microbatches: from here on a time axis is a sharding like any other.
  SplitBatchesPassOptions split;
  split.batch = options.batch;
  manager.addPass(createSplitBatchesPass(std::move(split)));
  // Everything has been said: what would make ranks idle is worth a warning.
  manager.addPass(createWarnOfWastePass());
}

/// `mode`: of propagate-shardings.
static void addPropagate(OpPassManager &manager, StringRef mode = "sdy") {
  // Of a pipeline: layers of groups are layers, unrolled or in loops. What follows
  // knows scans over layers.
  manager.addPass(createTakePiecesPass());
  manager.addPass(createRollLoopsPass());
  manager.addPass(createMergeLoopsPass());
  // Gradients of layers that are taken by number are those of a scan.
  manager.addPass(createWriteRowsPass());
  // Layers that lie along the stage axis are blocks with coordinates of their
  // own before anything else is placed.
  manager.addPass(createSplitLoopsPass());
  // Where operations run comes before how they are divided there: the passes
  // that follow know of device axes alone.
  manager.addPass(createPlaceStagesPass());
  // Places say which layers of a checkpoint are computed again where.
  manager.addPass(createCutCheckpointsPass());
  // Every value gets a sharding that follows from the annotated ones.
  PropagateShardingsPassOptions propagate;
  propagate.mode = mode.str();
  manager.addPass(createPropagateShardingsPass(std::move(propagate)));
  manager.addPass(createVerifyPropagatedPass());
}

static void addStrategies(OpPassManager &manager,
                          const std::shared_ptr<ReshardPool> &pool,
                          std::shared_ptr<StrategyPrices> prices = nullptr) {
  // Rolls in one piece, now that shardings have spread through their parts.
  manager.addPass(createFormRollsPass());
  // All strategies at once: the choice at one operation is a cost at others.
  manager.addPass(createChooseStrategiesPass({}, pool, std::move(prices)));
  // What ranks do apart is divided no further, which takes the strategies of all.
  manager.addPass(createDealOutEqualWorkPass(pool));
}

static void addReshards(OpPassManager &manager,
                        const std::shared_ptr<ReshardPool> &pool) {
  // Only now is it known where layouts differ.
  manager.addPass(createMakeReshardsExplicitPass(pool));
  // One collective per reshard, so that partitioning is one to one.
  manager.addPass(createExpandReshardsPass(pool));
}

/// What one pass learns of reshards the next need not find again.
static std::shared_ptr<ReshardPool> poolOf(const FlowOptions &options) {
  return options.reshards ? options.reshards : std::make_shared<ReshardPool>();
}

void buildReshards(OpPassManager &manager, const FlowOptions &options) {
  std::shared_ptr<ReshardPool> pool = poolOf(options);
  addStrategies(manager, pool);
  addReshards(manager, pool);
}

static void addLocalProgram(OpPassManager &manager,
                            const std::shared_ptr<ReshardPool> &pool) {
  addReshards(manager, pool);
  manager.addPass(createPartitionPass(pool));
  manager.addPass(createVerifyPartitionedPass());
  // Local programs repeat coordinates, masks and constants.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

static void addPartition(OpPassManager &manager, const FlowOptions &options) {
  std::shared_ptr<ReshardPool> pool = poolOf(options);
  addStrategies(manager, pool);
  addLocalProgram(manager, pool);
}

static void addTime(OpPassManager &manager) {
  // From here on time steps are iterations of loops: each collective is where,
  // and runs as often as, the next passes need to know.
  manager.addPass(createFoldTimePass());
  // What microbatches add up is known; tasks are priced with it.
  manager.addPass(createAccumulateInScansPass());
  // Slices of one batch, read by several operations.
  manager.addPass(createCSEPass());
}

static void addTasks(OpPassManager &manager, const FlowOptions &options) {
  // Loops over layers hold least before they become parts of tasks.
  manager.addPass(createRecomputeInScansPass({options.recompute}));
  // Tasks are priced without operations that have no uses.
  manager.addPass(createTrimLastIterationsPass());
  // One order for the tasks of all stages, while they are still one program.
  manager.addPass(createFormTasksPass({options.schedule}));
  // What a task computes again is part of what it takes, and of what is held
  // between tasks.
  manager.addPass(createRecomputeInTasksPass({options.recompute}));
  manager.addPass(
      createScheduleTasksPass({options.memoryBudget, options.taskCosts}));
}

static void addStages(OpPassManager &manager, const FlowOptions &options) {
  addTasks(manager, options);
  if (!options.timeline.empty() || options.picture)
    manager.addPass(
        createDrawTimelinePass({options.timeline}, options.picture));
  // From here on each coordinate of a stage axis has a program of its own.
  manager.addPass(createSplitStagesPass());
}

static void addMessages(OpPassManager &manager) {
  // What one rank has or keeps has its final place, and what is held no longer
  // depends on loops being one.
  manager.addPass(createSendFromOwnersPass());
  // What is sent is final; now by which links.
  manager.addPass(createSplitByLevelPass());
  // Last: the other passes look at collectives one by one.
  manager.addPass(createCombineCollectivesPass());
}

static void addKernels(OpPassManager &manager) {
  // What runs as one kernel, on local shapes and between collectives.
  manager.addPass(createFormKernelsPass());
}

static void addMemory(OpPassManager &manager, const FlowOptions &options,
                      int64_t limit) {
  // What a GPU starts at once is decided first.
  manager.addPass(createMergeKernelsPass());
  // What is in flight is alive, so memory is planned after it.
  OverlapPassOptions overlap;
  overlap.budget = options.memoryBudget;
  if (options.overlap != "off")
    manager.addPass(createOverlapPass(overlap));
  // Places need the final set of tensors, so this comes last.
  PlanMemoryPassOptions plan;
  plan.budget = limit;
  manager.addPass(createPlanMemoryPass(plan));
}

static void addCollectives(OpPassManager &manager, const FlowOptions &options) {
  // Every move is in sight now, also those that a user wrote by hand. A sum of
  // sums is one, before its slices are looked at.
  manager.addPass(createReassociatePass());
  // What slices undo is gone before slices turn reductions into scatters.
  manager.addPass(createSinkGathersPass());
  // Fewer bytes for the same values: reduce only what is kept.
  manager.addPass(createFormReduceScatterPass());
  // What is left in loops is in its final form, so its price is known.
  manager.addPass(createMoveOutOfLoopsPass());
  // Rewrites leave equal constants and equal collectives behind.
  manager.addPass(createCSEPass());
  // What is sent is least. After this no equal values are merged: copies are
  // there on purpose.
  if (options.format == Format::Dist)
    manager.addPass(createRecomputePass({options.recompute}));
  // What the user wants the host to hold, and runs no more, is known now.
  if (options.format == Format::Dist)
    manager.addPass(createOffloadActivationsPass());
  // Sides depend on what is local, sent and computed again; what is estimated
  // from here on counts device memory alone.
  if (options.format == Format::Dist)
    manager.addPass(createPlaceMemoryPass());
}

static void addFit(OpPassManager &manager, const FlowOptions &options) {
  // What policies and memories leave is held, and can be estimated.
  if (options.memoryBudget > 0)
    manager.addPass(createFitMemoryPass(options));
}

/// Tries programs, under a budget those that hold less. `emit`: what the module
/// becomes; empty: itself, with decisions.
static void addChoice(OpPassManager &manager, FlowOptions options,
                      StringRef emit) {
  // What others compile is not recomputed.
  if (options.format == Format::StableHLO)
    options.recompute = "none";
  if (options.memoryBudget > 0)
    manager.addPass(createChooseMemoryPass(options, emit));
  else
    manager.addPass(createCompareStrategiesPass(options, emit));
}

/// Chooses what is decided over whole programs, and makes local programs.
static void addChoiceAndPartition(OpPassManager &manager,
                                  const FlowOptions &options) {
  // What memory is worth, how operations are divided, and what is computed again
  // holds for all that follows.
  if (options.memoryBudget > 0 || options.expandTrialPasses) {
    addChoice(manager, options, /*emit=*/"");
    return addPartition(manager, options);
  }
  addChoice(manager, options, "strategies");
  addLocalProgram(manager, poolOf(options));
}

void buildOpenShardings(OpPassManager &manager, const FlowOptions &options) {
  addAnnotate(manager, options);
  addPropagate(manager, "plan");
  // As choose-strategies finds them.
  manager.addPass(createFormRollsPass());
}

void buildStrategies(OpPassManager &manager, const FlowOptions &options,
                     std::shared_ptr<StrategyPrices> prices) {
  addStrategies(manager, poolOf(options), std::move(prices));
}

void buildLocalProgram(OpPassManager &manager, const FlowOptions &options) {
  addLocalProgram(manager, poolOf(options));
}

void buildTime(OpPassManager &manager) { addTime(manager); }

void buildTasks(OpPassManager &manager, const FlowOptions &options) {
  addTasks(manager, options);
}

void buildCollectives(OpPassManager &manager, const FlowOptions &options) {
  manager.addPass(createSplitStagesPass());
  addCollectives(manager, options);
}

void buildMessages(OpPassManager &manager) { addMessages(manager); }

void buildKernels(OpPassManager &manager) { addKernels(manager); }

void buildPlan(OpPassManager &manager, const FlowOptions &options,
               int64_t limit) {
  addMemory(manager, options, limit);
}

/// The words of JAX and XLA for what the flow has made so far.
static void addExport(OpPassManager &manager, const FlowOptions &options,
                      Emit last) {
  if (last <= Emit::Propagated)
    return manager.addPass(createExportSdyPass());
  ExportStablehloPassOptions given;
  given.groups = options.groups;
  given.boundary = options.boundary;
  manager.addPass(createExportStablehloPass(given));
  // Every collective and mask has found its coordinate by itself.
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// A flow that ends in StableHLO: no kernels, no stages.
static void buildExport(OpPassManager &manager, const FlowOptions &options,
                        Emit last) {
  if (last >= Emit::Partitioned) {
    addChoiceAndPartition(manager, options);
    manager.addPass(createVerifyIRPass());
    // StableHLO has no time axes; loops it does.
    addTime(manager);
    manager.addPass(createVerifyIRPass());
  }
  if (last >= Emit::Collectives) {
    addCollectives(manager, options);
    addFit(manager, options);
  }
  addExport(manager, options, last);
  manager.addPass(createVerifyIRPass());
}

static void addFromLocal(OpPassManager &manager, const FlowOptions &options,
                         Emit last) {
  manager.addPass(createVerifyIRPass());
  if (last >= Emit::Folded) {
    addTime(manager);
    manager.addPass(createVerifyIRPass());
  }
  // Time is folded before stages are split: a schedule orders the tasks of all
  // coordinates.
  addStages(manager, options);
  manager.addPass(createVerifyIRPass());
  if (last >= Emit::Collectives) {
    addCollectives(manager, options);
    addFit(manager, options);
    addMessages(manager);
    manager.addPass(createVerifyIRPass());
  }
  if (last >= Emit::Scheduled) {
    buildKernels(manager);
    buildPlan(manager, options, options.memoryBudget);
    manager.addPass(createVerifyIRPass());
  }
}

void buildFromPropagated(OpPassManager &manager, const FlowOptions &options,
                         Emit last) {
  addPartition(manager, options);
  addFromLocal(manager, options, last);
}

void buildFlow(OpPassManager &manager, const FlowOptions &options, Emit last) {
  addImport(manager);
  buildFromImported(manager, options, last);
}

/// The plan's, if no flag says one. What is wrong with a plan is said where it is
/// applied.
static int64_t memoryBudgetOf(const FlowOptions &options) {
  if (options.memoryBudget > 0)
    return options.memoryBudget;
  if (options.decisions)
    return options.decisions->memoryBudget;
  Plan plan;
  return !options.plan.empty() && loadPlan(options.plan, plan).empty()
             ? plan.memoryBudget
             : 0;
}

void buildFromImported(OpPassManager &manager, const FlowOptions &given,
                       Emit last) {
  FlowOptions options = given;
  options.memoryBudget = memoryBudgetOf(given);
  options.reshards = poolOf(given);
  // What has no kernel is said at the user's line, and now.
  VerifyImportedPassOptions verify;
  verify.executed = last >= Emit::Collectives && options.format == Format::Dist;
  manager.addPass(createVerifyImportedPass(verify));
  if (last >= Emit::Annotated)
    addAnnotate(manager, options);
  // The next phase may rely on what this one made.
  manager.addPass(createVerifyIRPass());
  if (last >= Emit::Propagated) {
    addPropagate(manager);
    manager.addPass(createVerifyIRPass());
  }
  if (options.format == Format::StableHLO)
    return buildExport(manager, options, last);
  if (last < Emit::Partitioned)
    return;
  if (last >= Emit::Collectives && !options.expandTrialPasses) {
    // What runs is one of the programs that were compiled for the choice.
    addChoice(manager, options,
              last == Emit::Collectives ? "collectives" : "scheduled");
    manager.addPass(createVerifyIRPass());
    return;
  }
  addChoiceAndPartition(manager, options);
  addFromLocal(manager, options, last);
}

void registerFlows() {
  static constexpr std::pair<StringLiteral, Emit> flows[] = {
      {"popt-import", Emit::Imported},
      {"popt-annotate", Emit::Annotated},
      {"popt-propagate", Emit::Propagated},
      {"popt-partition", Emit::Partitioned},
      {"popt-schedule", Emit::Scheduled}};
  struct Options : public PassPipelineOptions<Options> {
    Option<std::string> mesh{*this, "mesh",
                             llvm::cl::desc("axes to add or override")};
    Option<std::string> plan{*this, "plan", llvm::cl::desc("plan.json")};
    Option<std::string> state{*this, "state",
                              llvm::cl::desc("argument=result,...")};
    Option<std::string> batch{*this, "batch",
                              llvm::cl::desc("batch dimensions, NAME=DIM,...")};
    Option<std::string> strategies{
        *this, "strategies",
        llvm::cl::desc("least-cost, by-price or propagated")};
    Option<std::string> cluster{*this, "cluster",
                                llvm::cl::desc("machine whose costs count"),
                                llvm::cl::init("builtin")};
    Option<int64_t> memoryBudget{*this, "memory-budget",
                                 llvm::cl::desc("bytes per device; 0: any"),
                                 llvm::cl::init(0)};
    Option<std::string> schedule{
        *this, "schedule",
        llvm::cl::desc("of the pipeline; empty: the plan's, else 1f1b")};
    Option<std::string> timeline{
        *this, "timeline",
        llvm::cl::desc("SVG file for the simulated schedule")};
  };
  for (auto [name, last] : flows)
    PassPipelineRegistration<Options>(
        name, "The compile flow up to this phase",
        [last = last](OpPassManager &manager, const Options &given) {
          FlowOptions options;
          options.mesh = given.mesh;
          options.plan = given.plan;
          options.state = given.state;
          options.batch = given.batch;
          options.strategies = given.strategies;
          options.cluster = given.cluster;
          options.memoryBudget = given.memoryBudget;
          options.schedule = given.schedule;
          options.timeline = given.timeline;
          options.expandTrialPasses = true;
          buildFlow(manager, options, last);
        });
}

void registerFlowDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerCodegenDialects(registry);
}

} // namespace popt
