//===- PlanMemoryStorages.h - Which values name which memory --------------===//
//
// Positions: operations are numbered in the order in which they stand, those in
// regions between the first and the last number of the operation around them. A
// storage is alive from the position that first writes it to the one that reads
// it last, both included; values that a loop reads from outside are read until
// the loop ends. The design is in popt/Memory/PlanMemory.h.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_MEMORY_PLANMEMORYSTORAGES_H
#define POPT_LIB_MEMORY_PLANMEMORYSTORAGES_H

#include "PlanMemorySlots.h"

#include "popt/Analysis/HeldBytes.h"
#include "popt/Analysis/MemoryKinds.h"
#include "popt/Analysis/MemoryRules.h"
#include "popt/Analysis/Positions.h"
#include "popt/Analysis/RowTerms.h"
#include "popt/Dialect/Dist/Stages.h"
#include "popt/Dialect/Step/ProgramAttrs.h"
#include "popt/Interfaces/OpModel.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace popt {

/// The value whose memory a view (or a chain of them) shows.
mlir::Value baseOf(mlir::Value value);
/// True for a call of a kernel.
bool isKernelCall(mlir::Operation *op, const mlir::SymbolTable &symbols);
/// True if the operation may write result `result` over operand `operand`.
bool mayShare(mlir::Operation *op, unsigned result, unsigned operand,
              const mlir::SymbolTable &symbols);

/// True if the operation may write result `result` over its operands in a
/// memory; `liesThere` says which values lie in it.
bool mayWriteOver(mlir::Operation *op, unsigned result,
                  llvm::function_ref<bool(mlir::Value)> liesThere,
                  const mlir::SymbolTable &symbols);
/// Block arguments of a loop's regions that are not carried: the step's number.
llvm::SmallVector<mlir::BlockArgument> ownArguments(mlir::Operation *op);
/// The values that the regions of an operation carry or return
/// (ValueTieOpInterface).
llvm::SmallVector<ValueTie> regionTies(mlir::Operation *op);
/// Those of them that are one memory: not what a pipelined loop hands from one
/// instance to the next.
llvm::SmallVector<ValueTie> replacedTies(mlir::Operation *op);

/// True for operations of whose regions one runs.
bool hasBranches(mlir::Operation *op);

/// The operand that a loop hands from step to step as it is, and leaves as this
/// result; null if there is none. All of it is one memory.
mlir::Value passedOn(mlir::OpResult result);

/// Sets `step.view` and puts copies (transposes that permute nothing) where a
/// value must leave under a name whose memory is overwritten before.
void prepareViewsAndCopies(mlir::func::FuncOp function);

/// Moves updates of stacks with what a loop carries before what makes its next
/// value.
void copyRowsFirst(mlir::func::FuncOp function,
                   const mlir::SymbolTable &symbols);

/// The position at which a use has been read.
int64_t readAt(const Positions &positions, mlir::OpOperand &use);

/// True if the use is in a branch beside the one in which the operation stands: where
/// one runs, the other doesn't.
bool isReadInOtherBranch(mlir::OpOperand &use, mlir::Operation *op,
                         const Positions &positions);

/// True if others read the value while the operation runs beside them.
bool isReadMeanwhile(mlir::Value value, mlir::Operation *op,
                     const Positions &positions);

/// Bytes of an arena that values share, and when they are in use.
struct Storage {
  Memory memory = Memory::Device;
  int64_t bytes = 0;
  /// Of a block of slots: bytes of a slot; else 0.
  int64_t stride = 0;
  /// Of what has an instance for each microbatch: its block, and its place in a
  /// frame.
  Storage *block = nullptr;
  int64_t inFrame = 0;
  int64_t begin = 0, end = 0;
  int64_t offset = -1;
  bool isArgument = false, isState = false;
  /// Of a row that is made in its stack: the update that says where.
  dist::StepUpdateOp row;
  size_t index = 0;                         ///< in Storages
  llvm::SmallVector<mlir::Value, 2> values; ///< no views

  /// What it takes in the arena.
  int64_t arenaBytes() const { return llvm::alignTo(bytes, kArenaAlignment); }
};

/// Where something lies: the byte in the first iteration of all loops, and how far
/// it moves in each iteration.
struct RowAddress {
  int64_t offset = 0;
  llvm::SmallVector<RowTerm, 2> steps;
  bool operator==(const RowAddress &o) const {
    return offset == o.offset && steps == o.steps;
  }
};

/// Where the row of an update lies in a stack.
RowAddress rowAddress(RowAddress stack, dist::StepUpdateOp update);
/// True if the update replaces one row of what its loop carries in each iteration,
/// and the iteration makes the row.
bool isRowOfIteration(dist::StepUpdateOp update);
/// True if the block's own operations, or those in their regions, make the value.
bool isMadeWithin(mlir::Value value, mlir::Block *block);
/// What would miss what the row replaces, if the row were made in the stack; null
/// if nothing does. `isStack` and `isRow` say which values lie there.
mlir::Operation *findHindrance(dist::StepUpdateOp update,
                               llvm::function_ref<bool(mlir::Value)> isStack,
                               llvm::function_ref<bool(mlir::Value)> isRow,
                               const mlir::SymbolTable &symbols);

/// All storages of a function; values that share memory are one storage.
class Storages {
public:
  /// `known`: instances that were placed for other orders of the function's own
  /// operations, or null.
  Storages(mlir::func::FuncOp function, const mlir::SymbolTable &symbols,
           LoopInstances *known = nullptr);

  /// The storage of a value, or null if it has no memory in the arena.
  Storage *find(mlir::Value value);
  /// Slots of what the tasks of the function's pipelined loops leave for
  /// others, by value.
  const llvm::MapVector<mlir::Value, InstanceSlots> &instances() const {
    return instanceSlots;
  }
  /// Gives everything its offset in the arena of its memory; returns the bytes
  /// of the device's.
  int64_t place(int64_t *out_hostBytes = nullptr);
  /// Those bytes alone, which take less time.
  int64_t placedBytes();
  /// The storage in which a row is made; null for other storages.
  Storage *stackOf(const Storage &storage) {
    dist::StepUpdateOp update = storage.row;
    return update ? find(update.getResult()) : nullptr;
  }
  /// Once placed.
  RowAddress addressOf(const Storage &storage);
  /// What has to be placed in a memory: blocks of slots and stacks, not what lies
  /// in them.
  llvm::SmallVector<Storage *> all(Memory memory = Memory::Device);
  /// Fidelity `planned` of HeldBytes.h: of the device, arguments included.
  HeldBytes held();
  /// The most of them; and at which position.
  int64_t mostAlive(int64_t *out_position = nullptr);

private:
  void add(mlir::Value value);
  void addInstances(dist::TimeLoopOp loop, LoopInstances &known);
  Storage *merge(Storage *into, Storage *from);
  /// True if nothing reads `storage` after `op` begins, and `op` may write
  /// `result` over its operand there.
  bool diesAt(Storage *storage, mlir::Operation *op, unsigned result,
              int64_t lastRead);
  int64_t lastRead(Storage *storage, int64_t before, mlir::Operation *writer);
  void sharePassedOn();
  void shareState();
  void shareLeftAlone(mlir::Operation *op);
  void shareYields(mlir::Block &block);
  void shareBeginning(Storage *carried, mlir::OpResult result);
  void placeRows();
  void shareOperands(mlir::Block &block);

  mlir::func::FuncOp function;
  const mlir::SymbolTable &symbols;
  Positions positions;
  MemoryKinds memories;
  std::vector<std::unique_ptr<Storage>> storages; ///< null: merged away
  llvm::DenseMap<mlir::Value, Storage *> storageOf;
  llvm::MapVector<mlir::Value, InstanceSlots> instanceSlots;
};

/// Writes down what is made in stacks.
void annotateRows(mlir::func::FuncOp function, Storages &storages);

/// The order with the smallest arena, the given one where it is no worse.
std::vector<mlir::Operation *> bestOrder(mlir::func::FuncOp function,
                                         const mlir::SymbolTable &symbols);
void applyOrder(mlir::func::FuncOp function,
                llvm::ArrayRef<mlir::Operation *> order);

/// The orders of a function's operations that are compared; the first is the
/// given one, except for readers of state that can precede its overwriting.
std::vector<std::vector<mlir::Operation *>>
ordersToTry(mlir::func::FuncOp function, const mlir::SymbolTable &symbols);

/// What an order for time asks of an operation.
struct OpTime {
  double seconds = 0;
  bool communicates = false;
  /// Which groups it communicates in, as a number of the caller's, and over links
  /// of which level.
  int groups = 0, level = -1;
};
/// An order in which communication runs beside operations that do not wait for
/// it. That in the same groups keeps its order; no more than `mostAlive` is alive at
/// once, if what shares memory now still does, and not more is alive now.
std::vector<mlir::Operation *>
orderForTime(mlir::func::FuncOp function, const mlir::SymbolTable &symbols,
             llvm::function_ref<OpTime(mlir::Operation *)> timeOf,
             int64_t mostAlive);

/// `@main`, or the functions of all stages; if there is none, an error.
mlir::LogicalResult forEachProgram(
    mlir::ModuleOp program,
    llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp)> visit);

/// Gives every storage an offset; arguments first. Returns the arena's bytes.
/// `onlyBytes`: offsets don't matter.
int64_t placeStorages(llvm::ArrayRef<Storage *> storages,
                      bool onlyBytes = false);
/// What storages hold, at positions up to `last`.
HeldBytes heldBytes(llvm::ArrayRef<Storage *> storages, int64_t last);

} // namespace popt

#endif // POPT_LIB_MEMORY_PLANMEMORYSTORAGES_H
