//===- Evaluator.h - How operations are evaluated -------------------------===//
//
// A Frame holds the values of one region (or function) for some ranks. Regions
// run in a frame of their own whose parent is the enclosing one; a frame may
// have fewer ranks than its parent, which is how divergence is expressed.
//
// An operation has one of two kinds of handlers in the OpTable. A local handler
// computes one rank's results from one rank's operands. A lockstep handler sees
// all ranks of the frame: control flow and collectives.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_REFERENCE_EVALUATOR_H
#define POPT_LIB_REFERENCE_EVALUATOR_H

#include "popt/Reference/FromMLIR.h"
#include "popt/Reference/Interpreter.h"
#include "popt/Reference/TensorOps.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

#include <functional>

namespace popt::reference {

class Evaluator;

/// The values of a region that is being interpreted.
struct Frame {
  const Frame *parent = nullptr;
  llvm::SmallVector<int64_t, 1> ranks; ///< ascending
  int callDepth = 0;
  /// Entry i of a value belongs to ranks[i].
  llvm::DenseMap<mlir::Value, RankTensors> values;

  /// The position of a rank, or -1.
  int64_t positionOf(int64_t rank) const;
};

using LocalResults = mlir::FailureOr<llvm::SmallVector<Tensor>>;
using LockstepResults = mlir::FailureOr<llvm::SmallVector<RankTensors>>;

/// One operation on one rank.
struct LocalCall {
  mlir::Operation *op;
  llvm::SmallVector<Tensor> operands; ///< the handler may move them away
  Evaluator &evaluator;
  const Frame &frame;
  int64_t rank;

  mlir::RankedTensorType resultType(unsigned i = 0) const;
  ElementType resultElement(unsigned i = 0) const;
  Ints resultShape(unsigned i = 0) const { return resultType(i).getShape(); }
  /// Region `i` as a function on scalars.
  Body body(unsigned i = 0) const;
  /// "is not supported for operand type ..." at the operation.
  mlir::LogicalResult unsupported() const;
  /// One result, or `unsupported`.
  LocalResults result(MaybeTensor tensor) const;
  LocalResults results(MaybeTensors tensors) const;
};

inline Shape toShape(Ints dims) { return Shape(dims.begin(), dims.end()); }

/// A constant of any dialect: its attribute `value`.
LocalResults runConstant(LocalCall &call);

/// Of an attribute with `getLhsBatchingDimensions` and so on.
template <typename Numbers> DotDims toDotDims(Numbers numbers) {
  DotDims dims;
  dims.lhsBatch = toShape(numbers.getLhsBatchingDimensions());
  dims.rhsBatch = toShape(numbers.getRhsBatchingDimensions());
  dims.lhsContract = toShape(numbers.getLhsContractingDimensions());
  dims.rhsContract = toShape(numbers.getRhsContractingDimensions());
  return dims;
}

/// One operation on all ranks of a frame.
struct LockstepCall {
  mlir::Operation *op;
  llvm::SmallVector<RankTensors> operands;
  Evaluator &evaluator;
  const Frame &frame;

  size_t numRanks() const { return frame.ranks.size(); }
};

using LocalHandler = std::function<LocalResults(LocalCall &)>;
using LockstepHandler = std::function<LockstepResults(LockstepCall &)>;

/// Operation name to handler.
class OpTable {
public:
  template <typename Handler>
  using Handlers = std::initializer_list<std::pair<llvm::StringRef, Handler>>;

  void add(llvm::StringRef name, LocalHandler handler);
  void add(Handlers<LocalHandler> handlers);
  void addLockstep(Handlers<LockstepHandler> handlers);
  /// Each is the handler of the operation that it takes.
  template <typename... Ops>
  void add(LocalResults (*...run)(Ops, LocalCall &)) {
    (add(Ops::getOperationName(), typed(run)), ...);
  }
  template <typename... Ops>
  void add(LockstepResults (*...run)(Ops, LockstepCall &)) {
    (addLockstep({{Ops::getOperationName(), typed(run)}}), ...);
  }
  /// The operations return their operand(s): annotations.
  void addIdentity(std::initializer_list<llvm::StringRef> names);

  struct Entry {
    LocalHandler local;
    LockstepHandler lockstep;
    bool isIdentity = false;
  };
  const Entry *find(llvm::StringRef name) const;
  std::vector<std::string> names() const;
  /// All families.
  static const OpTable &get();

private:
  template <typename Results, typename Op, typename Call>
  static auto typed(Results (*run)(Op, Call &)) {
    return [run](Call &call) { return run(mlir::cast<Op>(call.op), call); };
  }

  llvm::StringMap<Entry> entries;
};

// One per file of lib/Reference/Ops.
void registerChloOps(OpTable &table);
void registerCollectiveOps(OpTable &table);
void registerContractionOps(OpTable &table);
void registerControlFlowOps(OpTable &table);
void registerDistOps(OpTable &table);
void registerElementwiseOps(OpTable &table);
void registerIndexingOps(OpTable &table);
void registerMathOps(OpTable &table);
void registerReductionOps(OpTable &table);
void registerSdyOps(OpTable &table);
void registerShapeOps(OpTable &table);

/// Interprets the operations of a module.
class Evaluator {
public:
  /// `mesh` is null for one rank.
  Evaluator(mlir::ModuleOp module, const Mesh *mesh,
            const InterpreterOptions &options);

  const Mesh *mesh() const { return meshOrNull; }
  const InterpreterOptions &options() const { return opts; }
  mlir::ModuleOp module() const { return root; }
  mlir::Operation *lookup(mlir::SymbolRefAttr symbol);

  /// Runs a function in a new frame. `op` is blamed for errors.
  LockstepResults call(mlir::Operation *op, mlir::func::FuncOp func,
                       llvm::SmallVector<RankTensors> arguments,
                       llvm::ArrayRef<int64_t> ranks, int callDepth);
  /// Runs a one-block region for `ranks`, a subset of the frame's; returns what
  /// its terminator yields.
  LockstepResults runRegion(mlir::Region &region,
                            llvm::SmallVector<RankTensors> arguments,
                            const Frame &frame, llvm::ArrayRef<int64_t> ranks);
  Body makeBody(mlir::Region &region, const Frame &frame, int64_t rank);
  /// Runs one operation of a block on the frame's values and adds its results.
  mlir::LogicalResult runInFrame(mlir::Operation &op, Frame &frame);
  mlir::FailureOr<RankTensors> read(mlir::Value value, const Frame &frame);

private:
  LockstepResults runBlock(mlir::Block &block, Frame &frame);
  mlir::FailureOr<llvm::SmallVector<RankTensors>>
  readOperands(mlir::Operation &op, const Frame &frame);
  LockstepResults runOp(LockstepCall &call);
  LockstepResults runLocal(const OpTable::Entry &entry, LockstepCall &call);
  /// Values of a block that no operation after the key reads.
  using Deaths =
      llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>>;
  const Deaths &deathsIn(mlir::Block &block);

  mlir::ModuleOp root;
  const Mesh *meshOrNull;
  const InterpreterOptions &opts;
  mlir::SymbolTableCollection symbols;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<Deaths>> deaths;
};

} // namespace popt::reference
#endif // POPT_LIB_REFERENCE_EVALUATOR_H
