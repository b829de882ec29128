//===- EmitStepEmitter.h - State of emit-step -----------------------------===//
//
// One emitter fills one table. At run time a value is an rt::Operand: its
// offset in the arena or among the constants, its shape and its strides.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_CONVERSION_EMITSTEPEMITTER_H
#define POPT_LIB_CONVERSION_EMITSTEPEMITTER_H

#include "popt/Analysis/MemoryKinds.h"
#include "popt/Conversion/EmitStep.h"
#include "popt/Dialect/Dist/Sharding.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Dialect/Step/Table.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/ProductSum.h"
#include "popt/OpModels/Routine.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// File, line, and `name` with the scope that the location gives.
rt::Location toRuntimeLocation(mlir::Location loc, llvm::StringRef name);
/// The elements as they lie in memory (i1 one byte each), or nothing.
std::optional<std::string> bytesOfConstant(mlir::ElementsAttr value);
/// Bytes of the monoid's identity.
std::string identityBytes(Monoid monoid, mlir::Type element);

/// Writes the commands of a program into a step table.
class StepEmitter {
public:
  explicit StepEmitter(mlir::ModuleOp program);
  /// One program per function.
  mlir::FailureOr<rt::StepTable>
  run(llvm::ArrayRef<mlir::func::FuncOp> functions);

private:
  enum { kArena = 0, kConstants = 1, kHost = 2 };

  // The frame (EmitStep.cpp).
  mlir::LogicalResult
  collectInterface(llvm::ArrayRef<mlir::func::FuncOp> functions);
  mlir::LogicalResult emitProgram(mlir::func::FuncOp function);
  mlir::LogicalResult emitInterface();
  mlir::LogicalResult emitBody(mlir::Block &block, int32_t body);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitYields(mlir::Operation *terminator);
  mlir::LogicalResult emit(mlir::func::CallOp call);
  mlir::LogicalResult emitView(mlir::Operation *op);
  mlir::LogicalResult emitRoutine(mlir::Operation *op,
                                  const RoutineCall &routine);
  mlir::LogicalResult emitPermuted(mlir::Operation *op,
                                   llvm::ArrayRef<int64_t> order);
  mlir::LogicalResult emitConstant(mlir::Operation *constant,
                                   mlir::ElementsAttr value);
  mlir::FailureOr<int32_t> emitNested(mlir::Region &region,
                                      const std::string &name);

  // Control flow (EmitStepControl.cpp); nothing for other operations.
  std::optional<mlir::LogicalResult> emitControl(mlir::Operation *op);
  mlir::LogicalResult emitLoop(mlir::Operation *op);
  mlir::LogicalResult emitBranches(mlir::Operation *op);

  // Scans (EmitStepScans.cpp).
  mlir::LogicalResult emitCounted(mlir::Operation *loop);
  /// True if the carried value counts iterations and need not be computed: it
  /// has no readers, or it equals the loop's iteration number, as it grows by
  /// one from 0.
  bool isCountedByLoop(mlir::Operation *loop, unsigned index);
  rt::Operand rowOf(rt::Operand stack, dist::RowElements elements,
                    mlir::RankedTensorType type);
  void emit(dist::StepUpdateOp update);
  void finish();

  // Libraries (EmitStepLibrary.cpp); nothing for other operations.
  std::optional<mlir::LogicalResult> emitLibrary(mlir::Operation *op);
  /// The product as a command of `at`.
  void emitProduct(mlir::Operation *at, mlir::Operation *product,
                   const rt::Operand &lhs, const rt::Operand &rhs,
                   const rt::Operand &out, bool adds);
  /// A call of a kernel that is a sum, which a CPU's product adds.
  void emitSum(mlir::func::CallOp call, const ProductSum &sum);
  mlir::LogicalResult emitConvolution(mlir::Operation *op);
  /// False for other custom calls (EmitStepAttention.cpp).
  bool emitAttention(mlir::Operation *op);

  // Communication and coordinates (EmitStepDist.cpp).
  mlir::LogicalResult emitDist(mlir::Operation *op);
  void emitCollective(dist::CollectiveOpInterface op);
  void emitPermute(dist::PermuteOp op);
  void emit(dist::BucketOp bucket);
  void emit(dist::AllSliceOp op);
  void emit(dist::ToPartialOp op);
  void emit(dist::AxisIndexOp op);
  void emit(dist::BlockOp op);
  mlir::LogicalResult emit(dist::TimeLoopOp loop);
  /// Communication in the links' stream.
  struct InFlight {
    int64_t beside; ///< operations that still run beside it
    int32_t event;
    mlir::Operation *op;
  };
  mlir::LogicalResult emitBeside(mlir::Operation *op, int64_t count,
                                 std::vector<InFlight> &inFlight);
  void waitForStreams(std::vector<InFlight> &inFlight);

  // Between stages (EmitStepStages.cpp).
  void emit(dist::SendOp op);
  void emit(dist::SentOp op);
  void emit(dist::RecvOp op);
  void emit(dist::ReduceStagesOp op);
  mlir::LogicalResult emit(dist::TaskOp task);
  mlir::LogicalResult emitPipeline(dist::TimeLoopOp loop);
  void emitCarried(dist::TimeLoopOp loop);
  rt::ScheduleOp
  callsOf(dist::TimeLoopOp loop,
          const llvm::DenseMap<mlir::Operation *, int32_t> &bodyOf);
  /// Waits for messages that the operation reads and that are still under way.
  void waitForMessages(mlir::Operation *op);
  int32_t eventOf(int64_t message);
  int64_t stageOf(int64_t rank) const;
  /// Ranks of this function's stage to those of another with their coordinates.
  int32_t peers(int64_t stage);
  rt::Pieces equalPieces(int64_t dim) const;
  /// `small` and `large` lay out the two sides; uneven blocks get rank tables.
  rt::Pieces pieces(int64_t dim, int64_t extent, const DimLayout &small,
                    const DimLayout &large);
  int32_t group(dist::CollectiveOpInterface op);
  int32_t rankTable(llvm::function_ref<int64_t(int64_t)> valueOf);

  rt::Command &command(mlir::Operation *op, rt::AnyOp kind,
                       std::vector<rt::Operand> operands);
  void copy(mlir::Operation *op, rt::Operand from, rt::Operand to);
  void fill(mlir::Operation *op, rt::Operand to, llvm::StringRef element);
  const rt::Operand &operandOf(mlir::Value value) { return operands[value]; }
  mlir::LogicalResult place(mlir::Value value, int64_t offset,
                            int64_t slots = -1, int64_t stride = 0);
  mlir::LogicalResult placeResults(mlir::Operation *op);
  mlir::LogicalResult addTerms(mlir::OpResult value);
  int32_t bodyOf(mlir::Operation *loop) const;
  int32_t newBody(const std::string &name);
  int32_t location(mlir::Operation *op);

  mlir::ModuleOp program;
  const bool isForGpu;
  mlir::func::FuncOp main;             ///< the one at which the emitter is
  std::optional<MemoryKinds> memories; ///< of its values
  Mesh mesh;
  rt::StepTable table;
  int64_t arenaBytes = 0, mostArenaBytes = 0;
  int64_t hostBytes = 0;                   ///< of the host's arena
  llvm::DenseMap<int64_t, int32_t> events; ///< by message
  int32_t numEvents = 0;                   ///< of this program
  /// Events of received values that have no reader yet.
  llvm::DenseMap<mlir::Value, int32_t> arriving;
  llvm::DenseMap<mlir::Value, rt::Operand> operands;
  std::map<std::string, int64_t> constants; ///< bytes to offset
  llvm::StringMap<int32_t> kernels;
  std::map<rt::Location, int32_t> locations;
  std::vector<std::vector<rt::Command>> bodies;
  std::vector<std::string> bodyNames;
  /// What a step.loop runs. Pipelined loops have none: their microbatches count.
  llvm::DenseMap<mlir::Operation *, int32_t> bodyOfLoop;
  /// What the loop of a counter computes, if it counts itself.
  llvm::DenseSet<mlir::Operation *> skipped;
  int32_t current = 0; ///< the body being filled
};

/// The operand with its dimensions in this order.
rt::Operand inOrder(const rt::Operand &from, llvm::ArrayRef<int64_t> dims);
/// Moves the operand by one more term, which may be of a loop that moves it
/// already.
void addTerm(rt::Operand &operand, rt::Term term);
/// True for what ends the condition of a loop.
bool isCondition(mlir::Operation *op);
/// True if the reader decides by the value how the step goes on.
bool isDecidedBy(mlir::OpOperand &use);

} // namespace popt

#endif // POPT_LIB_CONVERSION_EMITSTEPEMITTER_H
