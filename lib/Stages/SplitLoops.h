//===- SplitLoops.h - Scans over layers, cut at the stage axis --*- C++ -*-===//
//
// `Stacks` finds the tensors whose layers lie along the stage axis, and
// `StackSplitter` writes the program with a block of each for every coordinate.
// Private to lib/Stages.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_STAGES_SPLITLOOPS_H
#define POPT_LIB_STAGES_SPLITLOOPS_H

#include "popt/Dialect/Dist/BoundaryAttrs.h"
#include "popt/Interfaces/CountedLoop.h"
#include "popt/Interfaces/OpModel.h"

#include "popt/Dialect/Dist/Dist.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace popt {

/// How a stack is cut: dimension `dim`, that of the layers, has a block for each
/// entry of list number `owners`.
struct Stack {
  int64_t dim;
  int owners;
  bool operator==(const Stack &o) const {
    return dim == o.dim && owners == o.owners;
  }
};

/// Which values are *stacks*: they have a dimension, that of the layers, whose
/// blocks lie at the coordinates of the stage axis. The user says it of
/// arguments, results and constraints; it spreads along the loops of operations
/// (factors) and to what scans read and write beside them.
class Stacks {
public:
  Stacks(mlir::func::FuncOp main, const Mesh &mesh, int axis)
      : main(main), mesh(mesh), axis(axis) {}
  /// A located error if what the user says cannot be. May be called again after
  /// the program has changed.
  mlir::LogicalResult find();
  /// From the next find() on this loop is like an operation that has no blocks.
  void keepWhole(mlir::Operation *loop) { wholes.insert(loop); }
  bool isWhole(mlir::Operation *loop) const { return wholes.contains(loop); }

  bool empty() const { return found.empty(); }
  /// Nothing if the value is no stack.
  std::optional<Stack> find(mlir::Value value) const {
    auto known = found.find(value);
    return known == found.end() ? std::nullopt : std::optional(known->second);
  }
  /// The dimension of the layers; nothing if the value is no stack.
  std::optional<int64_t> dimOf(mlir::Value value) const {
    std::optional<Stack> stack = find(value);
    return stack ? std::optional(stack->dim) : std::nullopt;
  }
  /// The coordinate of each block.
  llvm::ArrayRef<int64_t> ownersOf(int owners) const {
    return ownerLists[owners];
  }
  llvm::ArrayRef<int64_t> ownersOf(mlir::Value value) const {
    return ownersOf(find(value)->owners);
  }
  /// Layers of a stack, and how many of them are a block: the largest, if
  /// blocks differ.
  int64_t layersOf(mlir::Value value) const;
  int64_t blockOf(mlir::Value value) const;
  /// The type of a block.
  mlir::RankedTensorType blockType(mlir::Value value) const;

private:
  mlir::LogicalResult seed(mlir::Value value, mlir::Operation *blamed,
                           const std::string &what, dist::ShardingAttr sharding,
                           mlir::Attribute owners);
  mlir::LogicalResult checkFurtherAxes(mlir::Value value,
                                       const std::string &what,
                                       dist::ShardingAttr sharding);
  /// The number of a list. Blocks of one coordinate that are neighbours become
  /// one where that leaves blocks of one size.
  int addOwners(llvm::ArrayRef<int64_t> owners);
  void mark(mlir::Value value, Stack stack);
  void spread(mlir::Operation *op);
  void spreadTies(mlir::Operation *op);

  mlir::func::FuncOp main;
  const Mesh &mesh;
  int axis;
  llvm::DenseMap<mlir::Value, Stack> found;
  llvm::SmallVector<llvm::SmallVector<int64_t>> ownerLists;
  llvm::DenseSet<mlir::Operation *> wholes;
  bool changed = false;
};

/// Writes out loops that use stacks but walk along none; those that are too long
/// for that, or as long as data decides, are kept whole. True if there was one.
bool writeOutLoopsOnStacks(mlir::func::FuncOp main, Stacks &stacks,
                           const Mesh &mesh);

/// The factor of an operation that is the layers, and the owners of its blocks.
struct LayerFactor {
  unsigned number;
  int owners;
};
/// The factor that an operation's stacks all have as the dimension of layers, if
/// the operation can run on blocks of it without communication.
std::optional<LayerFactor> layerFactorOf(ShardingOpInterface op,
                                         const FactorRule &rule,
                                         const Stacks &stacks);

/// Iterations [begin, end) of a scan, which run at one coordinate, on one block
/// of each stack.
struct LoopPart {
  LoopPart(int64_t begin, int64_t end, int64_t coordinate)
      : begin(begin), end(end), coordinate(coordinate) {}
  int64_t begin, end, coordinate;
  /// By the body's stacks, of those that are read or written.
  llvm::SmallDenseMap<mlir::Value, int64_t> blocks;
  int64_t blockOf(mlir::Value stack) const { return blocks.lookup(stack); }
};
/// How a scan is cut.
struct LoopCut {
  /// What the body reads and writes.
  struct Access {
    mlir::Value stack;  ///< in the body: carried, or from around the loop
    mlir::Value origin; ///< the same before it was written to
    Stack how;
    StackAccess access;
  };
  llvm::SmallVector<LoopPart> parts; ///< in order
  llvm::SmallVector<Access> accesses;
};
/// A located error if the loop cannot be cut.
mlir::FailureOr<LoopCut> cutLoop(const CountedLoop &loop, const Stacks &stacks,
                                 llvm::StringRef axisName);

/// A constant of an integer's type.
mlir::Value buildCounter(mlir::OpBuilder &builder, mlir::Value like,
                         int64_t number);

/// Calls `found` for further stacks, with their dimensions: values that the loop
/// walks along as it does along those that are known.
void findStacksBeside(const CountedLoop &loop, const Stacks &stacks,
                      llvm::function_ref<void(mlir::Value, Stack)> found);

/// Writes the program on blocks.
class StackSplitter {
public:
  StackSplitter(mlir::func::FuncOp main, dist::MeshOp meshOp, const Mesh &mesh,
                int axis, const Stacks &stacks)
      : main(main), meshOp(meshOp), mesh(mesh), axis(axis), stacks(stacks) {}
  mlir::LogicalResult run();

private:
  using Blocks = llvm::SmallVector<mlir::Value>; ///< one per entry of owners

  void makeArguments();
  mlir::NamedAttrList describe(const mlir::NamedAttrList &old, unsigned index,
                               mlir::Value stack, int64_t block,
                               unsigned &numOuter);
  void writeBoundary();
  mlir::LogicalResult convert(mlir::Operation *op);
  mlir::LogicalResult convertLoop(mlir::Operation *op);
  void readBlocks(mlir::Operation *from, mlir::Operation *to,
                  const LoopCut &cut, const LoopPart &part);
  mlir::Operation *makePart(const CountedLoop &loop, const LoopCut &cut,
                            const LoopPart &part,
                            llvm::ArrayRef<mlir::Value> chain);
  void convertTied(mlir::Operation *op);
  void convertSame(mlir::Operation *op);
  mlir::LogicalResult convertModel(ShardingOpInterface op,
                                   const FactorRule &rule, LayerFactor factor);
  void convertWhole(mlir::Operation *op);
  void cutResult(mlir::Value result, mlir::Value whole,
                 mlir::OpBuilder &builder);
  mlir::FailureOr<std::optional<llvm::SmallVector<mlir::Value>>>
  localise(ShardingOpInterface op, const FactorRule &rule, LayerFactor factor,
           const Mesh &blockMesh, int64_t block);
  /// Blocks as numbers in what stands after `last`.
  void nameBlock(mlir::Operation *last, mlir::Operation *next,
                 int64_t numBlocks, int64_t block);
  /// The block of a stack; of any other value a slice.
  mlir::Value blockAt(mlir::Value value, Stack how, int64_t block,
                      mlir::OpBuilder &builder);
  /// A stack in one piece.
  mlir::Value wholeOf(mlir::Value value, mlir::OpBuilder &builder);
  dist::ShardingAttr withoutAxis(dist::ShardingAttr sharding);

  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  const Mesh &mesh;
  int axis;
  const Stacks &stacks;
  llvm::DenseMap<mlir::Value, Blocks> blocks;
  llvm::DenseMap<mlir::Value, mlir::Value> wholes;
  llvm::SmallVector<mlir::Operation *> dead;
};

} // namespace popt
#endif // POPT_LIB_STAGES_SPLITLOOPS_H
