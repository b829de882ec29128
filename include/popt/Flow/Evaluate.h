//===- Evaluate.h - What a program would cost if it were compiled ---------===//
//
// Large decisions are made by trying: copies of a module that carry the
// decisions are compiled, and the cost model gives the time of a step of each.
// Their remarks and warnings are kept until it is known which of the copies
// runs. compare-strategies, choose-memory and fit-memory do so. Whole plans are
// judged by PlanTrials (popt/Compile).
//
// The seconds of a program at Emit::Collectives are those of the kernels that are
// formed of it (CostModel.h). The bytes are known only where memory is planned,
// and so is what copies between the memories save where they run beside kernels
// (overlap).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_FLOW_EVALUATE_H
#define POPT_FLOW_EVALUATE_H

#include "popt/Flow/Flow.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace popt {

/// Errors, warnings and remarks that have not been printed yet.
class KeptMessages {
public:
  /// Does `work`, and keeps what it says.
  void keep(mlir::MLIRContext *context, llvm::function_ref<void()> work);
  /// Says all of it, in order. Nothing is kept afterwards.
  void say(mlir::MLIRContext *context);
  /// Whether something is said about `subject` (Subjects.h).
  bool areAbout(llvm::StringRef subject);
  /// Adds a note to those about it.
  void note(llvm::StringRef subject, const std::string &text);

private:
  std::vector<mlir::Diagnostic> messages;
};

/// The module after passes, whose messages are kept in `said`; null if one
/// fails.
mlir::OwningOpRef<mlir::ModuleOp>
compileTrial(mlir::OwningOpRef<mlir::ModuleOp> module,
             llvm::function_ref<void(mlir::OpPassManager &)> build,
             KeptMessages &said);

/// A copy of a module at Emit::Collectives with its kernels formed; null if that
/// can't be done.
mlir::OwningOpRef<mlir::ModuleOp> formTrial(mlir::ModuleOp module,
                                            KeptMessages &said);
/// That module with its memory planned; null if that can't be done.
mlir::OwningOpRef<mlir::ModuleOp>
planTrial(mlir::OwningOpRef<mlir::ModuleOp> formed, const FlowOptions &options,
          KeptMessages &said);

/// One program on its way through the flow: a copy of a module with decisions
/// written on it, and what passes said of it.
class Trial {
public:
  explicit Trial(mlir::ModuleOp given) : current(given.clone()) {}

  mlir::ModuleOp module() const { return *current; }
  /// Runs passes on it; false, from then on, if one fails.
  bool run(llvm::function_ref<void(mlir::OpPassManager &)> build);
  bool hasFailed() const { return isBroken; }
  /// The program as it is now, with what was said so far; what is said from here
  /// on is kept here.
  Trial fork();
  /// The program as it is now becomes `target`, with all that was said. Failure if
  /// a pass has failed: then its errors are said.
  mlir::LogicalResult become(mlir::ModuleOp target);
  KeptMessages &messages() { return said; }

  /// Seconds of a step once kernels are formed (StepCost.h).
  double seconds() const;
  /// Bytes of the one that holds most, once memory is planned.
  int64_t bytes() const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> current; ///< also if a pass has failed
  KeptMessages said;
  bool isBroken = false;
};

/// The arena's bytes by function, one per coordinate of the stage axis, of a
/// module whose memory is planned.
llvm::StringMap<int64_t> bytesOfStep(mlir::ModuleOp planned);
/// The seconds, by function, that copies beside kernels save there.
llvm::StringMap<double> savedByCopies(mlir::ModuleOp planned);

} // namespace popt
#endif // POPT_FLOW_EVALUATE_H
