//===- Execute.h - Compiles and runs annotated modules in this process ----===//
#ifndef POPT_CHECK_EXECUTE_H
#define POPT_CHECK_EXECUTE_H

#include "Annotation.h"
#include "Isolate.h"
#include "popt/Flow/Flow.h"
#include "popt/Kernels/Codegen.h"

#include "mlir/IR/MLIRContext.h"

#include <list>
#include <map>

namespace popt::check {

/// How far a result may be from what is expected.
struct Tolerance {
  double atol = 0;
  /// Instead: the least and the most number of floats that may lie between.
  std::optional<std::pair<uint64_t, uint64_t>> ulps;
  /// Or this near: what a sum may differ in another order.
  double order = 0;
};

/// The numbers of a tensor, row-major, with more digits than it has; a complex
/// one counts as two. Empty for integers.
using Precise = std::vector<long double>;

/// A program with arguments and the results that it must give, within
/// |a - b| <= atol + rtol * |b|.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<reference::Tensor> arguments, expected;
  double rtol = 0, atol = 0;
  /// Instead, if there are any: one of each result.
  std::vector<Tolerance> tolerances;
  /// The results as far as more precision shows them, or nothing. Who is beyond
  /// the tolerance but nearer to them than what is expected is not wrong.
  std::function<std::vector<Precise>()> exact;
};

/// Compiler and runtime of one process, with what they said.
class Engine {
public:
  Engine();

  mlir::MLIRContext context;
  FlowOptions options;

  /// Reads `module`.mlir and the tensors; false if `error()` says why.
  bool load(const std::string &module, const std::string &inputs,
            const std::string &expected, Program &program);
  /// Reads a module from text.
  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text);

  /// Whether the flow up to `last` takes the module; it is changed.
  bool lowers(mlir::ModuleOp module, Emit last);

  /// Partitions the annotated module and interprets it on every coordinate,
  /// with poisoned padding; partial of partial arguments are made up so that they
  /// combine to the argument.
  Outcome interpret(mlir::ModuleOp annotated, const Program &program);
  /// The same of the partitioned program as StableHLO.
  Outcome interpretExported(mlir::ModuleOp annotated, const Program &program,
                            GroupForm groups);
  /// Compiles the annotated module and runs it on one thread per rank.
  Outcome runCompiled(mlir::ModuleOp annotated, const Program &program);

  /// The results of the module on one device, by the interpreter.
  std::optional<std::vector<reference::Tensor>>
  evaluate(mlir::ModuleOp module, const std::vector<reference::Tensor> &args);

  const std::string &error() const { return said; }

private:
  mlir::OwningOpRef<mlir::ModuleOp> lower(mlir::ModuleOp annotated, Emit last);
  Outcome compare(mlir::ModuleOp partitioned, const Program &program,
                  llvm::ArrayRef<reference::RankTensors> results);

  /// Compiles the scheduled module, or takes kernels that were compiled before.
  struct Compiled {
    rt::StepTable table;
    std::shared_ptr<LoadedKernels> kernels; ///< on processors
    std::vector<rt::GpuImage> images;       ///< on GPUs
  };
  std::optional<Compiled> compile(mlir::ModuleOp scheduled);

  std::string said;
  /// By the text of the kernels; the last used first.
  std::list<std::pair<std::string, std::shared_ptr<LoadedKernels>>> loaded;
  std::map<std::pair<std::string, Emit>, std::unique_ptr<mlir::PassManager>>
      managers;
};

/// Writes tensors as PREFIX0, PREFIX1, ... to an npz file.
bool writeNpz(const std::string &path, const std::string &prefix,
              llvm::ArrayRef<reference::Tensor> tensors, std::string &error);

} // namespace popt::check
#endif // POPT_CHECK_EXECUTE_H
