//===- SplitStages.h - One function per coordinate of the stage axis ------===//
//
// `StageUses` says where operations run and values are read; `StageFunctions`
// builds the functions. Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_SPLITSTAGES_H
#define POPT_LIB_STAGES_SPLITSTAGES_H

#include "popt/Dialect/Dist/Stages.h"
#include "popt/Machine/Machine.h"
#include "popt/Support/Tensors.h"

#include "mlir/IR/IRMapping.h"

#include <map>
#include <set>

namespace popt {

using Places = std::set<int64_t>; ///< coordinates of the stage axis

/// Operations of time loops count like those around them: what a loop carries
/// is where its next value is made.
class StageUses {
public:
  StageUses(mlir::func::FuncOp main, int64_t coordinates);

  /// True if every coordinate could run the operation without a message.
  bool canRunEverywhere(mlir::Operation *op) const {
    return canRunAt.find(op)->second == everywhere &&
           dist::getPlace(op).empty();
  }

  Places runsAt(mlir::Operation *op) const;
  /// Where an argument lies.
  Places heldAt(mlir::BlockArgument argument) const;
  /// Where a result of the program lies.
  Places resultAt(unsigned index) const;
  const Places &readAt(mlir::Value value) { return reads[value]; }
  /// Operands, and what regions read from outside.
  llvm::ArrayRef<mlir::Value> operandsOf(mlir::Operation *op) {
    return operands[op];
  }

private:
  Places available(mlir::Value value) const;
  void findAvailable();
  bool findAvailableOnce();
  void findReads();
  void readOperands(mlir::Operation *op);
  /// Where a value is made for those who read it at `wanted`.
  Places madeFor(mlir::Value value, const Places &wanted) const;
  /// Notes where arguments are read; false if nothing is new.
  bool growArguments();

  mutable mlir::func::FuncOp main; ///< a handle: asking it is not const
  Places everywhere;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> operands;
  /// Where an operation's operands are: all of them if it has no place.
  llvm::DenseMap<mlir::Operation *, Places> canRunAt;
  llvm::DenseMap<mlir::Value, Places> reads;
  std::vector<Places> argumentReads;
  /// Of what time loops carry: where it can be, and where it is read.
  llvm::DenseMap<mlir::Value, Places> carried, carriedReads;
};

struct StageProgram;

/// Builds the functions of all coordinates.
class StageFunctions {
public:
  explicit StageFunctions(const StageProgram &program);
  mlir::LogicalResult run();

private:
  friend class TaskEmitter;
  struct Message {
    mlir::Value value; ///< of `main`
    int64_t number;
  };
  struct Stage {
    mlir::func::FuncOp function;
    std::unique_ptr<mlir::OpBuilder> builder;
    mlir::IRMapping values;              ///< of `main` to its own
    llvm::SmallVector<unsigned> results; ///< of `main`, those it has
    llvm::SmallVector<std::pair<mlir::Value, int64_t>> sent;
    std::map<int64_t, llvm::SmallVector<Message>> expected; ///< by source
  };
  void begin();
  void convert(mlir::Operation *op);
  void convertCombine(dist::CombineOp op);
  mlir::LogicalResult convertLoop(dist::TimeLoopOp loop);
  void end();
  void publish(mlir::Value value, const Places &madeAt);
  mlir::Value valueAt(Stage &stage, mlir::Value value);
  mlir::Value receive(Stage &stage, mlir::Value value);

  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  Mesh mesh;
  int axis;
  StageUses uses;
  std::vector<Stage> stages;
  int64_t nextMessage = 0;
};

} // namespace popt

#endif // POPT_LIB_STAGES_SPLITSTAGES_H
