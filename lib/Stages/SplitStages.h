//===- SplitStages.h - One function per coordinate of the stage axis ------===//
//
// `StageUses` says where operations run and values are read; `StageFunctions`
// builds the functions. Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_SPLITSTAGES_H
#define POPT_LIB_STAGES_SPLITSTAGES_H

#include "Availability.h"

#include "mlir/IR/IRMapping.h"

#include <map>

namespace popt {

/// Where operations run and values are read, once place-stages has given
/// places. Operations of time loops count like those around them: a carried
/// value is where its next value is computed.
class StageUses {
public:
  StageUses(mlir::func::FuncOp main, int64_t coordinates);

  /// True if every coordinate could run the operation without a message.
  bool canRunEverywhere(mlir::Operation *op) const {
    return availability.of(op) == availability.everywhere() &&
           dist::getPlace(op).empty();
  }

  PlaceSet runsAt(mlir::Operation *op) const;
  /// Where an argument lies.
  PlaceSet heldAt(mlir::BlockArgument argument) const;
  /// Where a result of the program lies.
  PlaceSet resultAt(unsigned index) const;
  PlaceSet readAt(mlir::Value value) const { return reads.lookup(value); }
  /// Operands, and values that regions read from outside.
  llvm::ArrayRef<mlir::Value> operandsOf(mlir::Operation *op) const {
    return availability.operandsOf(op);
  }

private:
  void findReads();
  void readOperands(mlir::Operation *op);
  /// Notes where arguments are read; false if nothing is new.
  bool growArguments();

  mutable mlir::func::FuncOp main; ///< a handle: asking it is not const
  Availability availability;
  llvm::SmallVector<std::optional<unsigned>> stateArguments; ///< by result
  llvm::DenseMap<mlir::Value, PlaceSet> reads;
  std::vector<PlaceSet> argumentReads;
  /// Where what time loops carry is read.
  llvm::DenseMap<mlir::Value, PlaceSet> carriedReads;
};

struct StageProgram;

/// A value of `main` that one coordinate sends to another.
struct SentValue {
  mlir::Value value;
  int64_t source, reader;
  int64_t times; ///< in a step
};
/// Warns if what is sent is state, or what updates it, at the lines of the
/// operations that take it away from where it is held or bring it back.
void warnOfStateSent(StageProgram &program, const StageUses &uses,
                     llvm::ArrayRef<SentValue> sent);

/// Builds the functions of all coordinates.
class StageFunctions {
public:
  explicit StageFunctions(StageProgram &program);
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
  void convertCombine(dist::CombineOp first);
  mlir::LogicalResult convertLoop(dist::TimeLoopOp loop);
  void reportMessages() const;
  void end();
  void publish(mlir::Value value, PlaceSet madeAt);
  mlir::Value valueAt(Stage &stage, mlir::Value value);
  mlir::Value receive(Stage &stage, mlir::Value value);

  StageProgram &program;
  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  Mesh mesh;
  int axis;
  StageUses uses;
  llvm::DenseSet<mlir::Operation *> converted; ///< with an earlier combination
  std::vector<SentValue> sent;
  std::vector<Stage> stages;
  int64_t nextMessage = 0;
};

} // namespace popt

#endif // POPT_LIB_STAGES_SPLITSTAGES_H
