//===- Flow.h - The compile flow: phases in order -------------------------===//
//
// From a module as a front end prints it to a step table with its kernels. The
// order of the phases is written down once, in buildFlow; tools, tests and the
// Python package go through it. docs/Flow.md says what holds after each phase.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FLOW_FLOW_H
#define POPT_FLOW_FLOW_H

#include "popt-rt/package.h"
#include "popt/Export/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"
#include <map>
#include <optional>

namespace popt {

class ReshardPool;
struct StrategyPrices;
struct Plan;

/// Where to stop, in the order of the flow.
enum class Emit {
  Imported,
  Annotated,
  Propagated,
  Partitioned,
  Folded,      ///< time axes are loops
  Collectives, ///< what is sent, computed again and copied is final
  Scheduled,
  Step,
  LLVM,
  Object,
  Package, ///< an executable without its launcher
  Executable,
};

/// What users write to stop there, and what they get.
struct EmitName {
  Emit emit;
  llvm::StringLiteral word, what;
};
/// In the order of the flow.
llvm::ArrayRef<EmitName> emitNames();

/// The dialects of the module that buildFlow leaves.
enum class Format {
  Dist,      ///< popt's own
  StableHLO, ///< global programs with sdy, local ones as StableHLO alone
};

struct FlowOptions {
  /// If given: the decisions, and no plan, mesh, state, batch, strategies or
  /// schedule counts.
  std::shared_ptr<const Plan> decisions;
  std::string mesh;                ///< axes to add or override, `dp=2,tp=2`
  std::string plan;                ///< plan.json or its text; empty for none
  int64_t devices = 0;             ///< of a plan that is chosen; 0: as it says
  std::string state;               ///< `argument=result,...`
  std::string batch;               ///< batch dimensions, `NAME=DIM,...`
  std::string strategies;          ///< how they are chosen; empty: the plan's
  std::string cluster = "builtin"; ///< machine whose costs count
  int64_t memoryBudget = 0;        ///< bytes per device; 0: no limit
  std::string schedule;            ///< of the pipeline; empty: the plan's
  std::string taskCosts; ///< file of measured seconds of tasks, or empty
  /// Policy of Recompute.h; empty: none, or what a memory budget leads to.
  std::string recompute;
  std::string timeline; ///< SVG of the simulated schedule, or empty
  /// If given: where the same picture is put, for a page.
  std::shared_ptr<std::string> picture;
  /// StableHLO: time axes are folded in local programs, and Emit::Scheduled is
  /// the local program after Collectives.
  Format format = Format::Dist;
  GroupForm groups = GroupForm::Lists; ///< of collectives in StableHLO
  Boundary boundary = Boundary::Local; ///< of a local program in StableHLO
  unsigned optLevel = 3;               ///< of kernels
  std::string target;                  ///< empty: the module's
  std::string cpu;                     ///< empty: the one this runs on
  /// The assembler that adds machine code to PTX: a path, "auto", or "off".
  std::string ptxas = "off";
  /// Whether collectives run beside kernels: "auto" or "off".
  std::string overlap = "auto";
  /// Of factors of f32 in matrix products on GPUs: "tf32", or as the program says.
  std::string matmulPrecision;
  std::string tuned; ///< what popt-run --tune wrote; empty for none
  /// Costs of reshards that compilations one after the other share; null: the
  /// passes of one share them.
  std::shared_ptr<ReshardPool> reshards;
  /// Whether the cache of programs on disk is used, and the options by name as they
  /// were given, which are a part of its keys (lib/Compile).
  bool cache = true;
  std::map<std::string, std::string> given;
  /// Whether the flow holds every pass, also those that choose-memory runs in its
  /// trials, so that their effect can be looked at (`--save-temps`, `-###`). If not,
  /// choose-memory leaves the program that it has compiled.
  bool expandTrialPasses = false;
};

/// Appends the passes that lead from a parsed module to `last` (at most
/// Scheduled). They verify where a user's words come in and once a phase, so a
/// pass manager need not after each pass.
void buildFlow(mlir::OpPassManager &manager, const FlowOptions &options,
               Emit last);

/// Appends the passes of Partition that work on the global program: after them
/// every reshard is one collective, and `partition` is what remains.
void buildReshards(mlir::OpPassManager &manager, const FlowOptions &options);

/// The parts of the flow from Partition to the memory plan, in their order,
/// without verifiers and without what a budget makes of the program: strategies,
/// the local program of a rank, loops over time, the order of tasks (nothing is
/// drawn), Collectives on the program of each coordinate but for how messages
/// are sent, that, and the rest. A plan above `limit` bytes is an error (0: none is).
/// `prices`: if given, where those of the strategies are put.
void buildStrategies(mlir::OpPassManager &manager, const FlowOptions &options,
                     std::shared_ptr<StrategyPrices> prices = nullptr);
void buildLocalProgram(mlir::OpPassManager &manager,
                       const FlowOptions &options);
void buildTime(mlir::OpPassManager &manager);
void buildTasks(mlir::OpPassManager &manager, const FlowOptions &options);
void buildCollectives(mlir::OpPassManager &manager, const FlowOptions &options);
void buildMessages(mlir::OpPassManager &manager);
void buildKernels(mlir::OpPassManager &manager);
void buildPlan(mlir::OpPassManager &manager, const FlowOptions &options,
               int64_t limit);
/// The flow of a module at Emit::Imported.
void buildFromImported(mlir::OpPassManager &manager, const FlowOptions &options,
                       Emit last);
/// Annotate's first pass: the machine.
void buildMachine(mlir::OpPassManager &manager, const FlowOptions &options);
/// From a module at Emit::Imported to what OpenStrategies takes: arguments and
/// results are open where the user's and the plan's words leave them so.
void buildOpenShardings(mlir::OpPassManager &manager,
                        const FlowOptions &options);
/// Annotate's first passes: the machine, the plan's words.
void buildWords(mlir::OpPassManager &manager, const FlowOptions &options);
/// All of them, with verifiers, up to `last`, at least Partitioned.
void buildFromPropagated(mlir::OpPassManager &manager,
                         const FlowOptions &options, Emit last);

/// Registers the flow up to each stage as a named pass pipeline:
/// `popt-import`, `popt-annotate`, `popt-propagate`, `popt-partition`,
/// `popt-schedule`.
void registerFlows();

/// Registers dialects with their op models, and what code generation needs.
void registerFlowDialects(mlir::DialectRegistry &registry);

/// Reads a module whose text passes both checks below. Errors of the text are
/// printed to `errors`.
mlir::OwningOpRef<mlir::ModuleOp>
readModule(llvm::StringRef path, mlir::MLIRContext *context,
           llvm::raw_ostream &errors = llvm::errs());
/// The same of text that is called by the buffer's name.
mlir::OwningOpRef<mlir::ModuleOp>
parseModule(std::unique_ptr<llvm::MemoryBuffer> text,
            mlir::MLIRContext *context, llvm::raw_ostream &errors);

/// Says where the text is nested deeper than the parser may go, or numbers
/// results higher than it has room for; or nothing.
std::optional<std::string> checkNesting(llvm::StringRef text,
                                        llvm::StringRef file);

/// Says where the text has a shape that is not fixed or a quantised type, and
/// what to do, or nothing.
std::optional<std::string> checkTypes(llvm::StringRef text,
                                      llvm::StringRef file);

/// A compiled program: what a binary carries, and what popt-run runs in memory.
struct CompiledProgram {
  rt::StepTable table;
  llvm::SmallVector<char, 0> sharedObject; ///< of the kernels, on a CPU
  std::vector<rt::GpuImage> images;        ///< of the kernels, on a GPU
};

/// From a module at Emit::Scheduled to table and kernels.
mlir::FailureOr<CompiledProgram> compileProgram(mlir::ModuleOp module,
                                                const FlowOptions &options);

/// What poptc appends to a launcher.
rt::PackageParts packageParts(const CompiledProgram &program);

/// The same, with the kernels loaded into this process while a handle to them
/// exists.
std::optional<rt::LoadedProgram> loadProgram(CompiledProgram program,
                                             std::string &error);

/// A module of the flow as --emit prints it.
std::string printModule(mlir::ModuleOp module, const FlowOptions &options);

/// A step table as text that `popt` reads.
mlir::FailureOr<std::string> printStep(mlir::ModuleOp module,
                                       const rt::StepTable &table);

/// The LLVM IR of the kernels of a module at Emit::Scheduled.
mlir::FailureOr<std::string> kernelsAsLLVM(mlir::ModuleOp module,
                                           const FlowOptions &options);

} // namespace popt
#endif // POPT_FLOW_FLOW_H
