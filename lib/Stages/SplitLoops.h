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
#include "popt/Interfaces/OpModel.h"
#include "popt/OpModels/CountedLoop.h"
#include "popt/OpModels/RowMoves.h"

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

/// Rows of one owner that follow one another.
struct OwnerRun {
  int64_t owner, count;
  bool operator==(const OwnerRun &o) const {
    return owner == o.owner && count == o.count;
  }
};
using OwnerRuns = llvm::SmallVector<OwnerRun>;

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
  /// True if the value has groups of layers along a dimension, and some group has
  /// layers of several coordinates.
  bool isStraddling(mlir::Value value) const {
    return straddling.contains(value);
  }

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
  /// Also of rows of a stack that have one owner alone, which are none.
  std::optional<int64_t> rowDimOf(mlir::Value value) const {
    auto known = alone.find(value);
    return find(value) || known == alone.end() ? dimOf(value)
                                               : known->second.dim;
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
  /// The owners of so many layers.
  OwnerRuns runsOf(int owners, int64_t layers) const;
  /// The type of a block.
  mlir::RankedTensorType blockType(mlir::Value value) const;
  /// The stack whose rows have these owners, -1 if any will do; nothing if all
  /// have one.
  std::optional<Stack> stackOfRows(int64_t dim, llvm::ArrayRef<int64_t> owners);

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

  // StackRows.cpp
  /// The stack whose layers have these owners; nothing if all have one.
  std::optional<Stack> stackOf(int64_t dim, const OwnerRuns &runs);
  llvm::SmallVector<int64_t> ownersOfRows(mlir::Value value, int64_t dim) const;
  void markRows(mlir::Value value, int64_t dim, llvm::ArrayRef<int64_t> owners);
  void spreadRows(mlir::Operation *op, int64_t dim, const RowMoves &moves);
  void spreadGroups(mlir::Operation *op);
  void spreadStraddling(mlir::Operation *op);

  mlir::func::FuncOp main;
  const Mesh &mesh;
  int axis;
  llvm::DenseMap<mlir::Value, Stack> found;
  /// Of rows that all have one owner.
  struct OneOwner {
    int64_t dim, owner;
  };
  llvm::DenseMap<mlir::Value, OneOwner> alone;
  llvm::SmallVector<llvm::SmallVector<int64_t>> ownerLists;
  llvm::DenseSet<mlir::Operation *> wholes;
  llvm::DenseSet<mlir::Value> straddling;
  bool changed = false;
};

/// The dimension of layers along which an operation only moves rows, and how;
/// nothing for others.
std::optional<std::pair<int64_t, RowMoves>>
rowMovesAlongLayers(mlir::Operation *op, const Stacks &stacks);

/// What a view does to layers: dimension `from` of its operand and `to` of its
/// result are so many units, of as many layers or groups each as there are.
struct Regrouping {
  int64_t from, to, units;
};
/// How a view regroups dimension `dim` of its operand or result `of`; nothing for
/// other operations, and if the other side has no such dimension.
std::optional<Regrouping> regroupingOf(mlir::Operation *op, mlir::Value of,
                                       int64_t dim);
/// True for operations on each element of one tensor.
bool isMapOfOne(mlir::Operation *op);

/// Takes layers of groups that straddle from where the layers are, as far as the
/// groups are known, and rows from what wrote them (StraddlingGroups.cpp). True if
/// there were any.
bool dissolveGroups(mlir::func::FuncOp main, const Stacks &stacks);

/// Unrolls loops that use stacks but walk along none, and those whose
/// iterations need layers of several coordinates. Of the former those that are
/// too long for that, or as long as data decides, are kept whole. True if there
/// was one. Groups and rows that one iteration leaves for another can then be
/// dissolved: `hasGroups`.
bool unrollLoopsOnStacks(mlir::func::FuncOp main, Stacks &stacks,
                         const Mesh &mesh, bool &hasGroups);

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
/// False if iterations need layers of several coordinates. Which layers they need
/// may depend on data: cutLoop has an error for that.
bool canBeCut(const CountedLoop &loop, const Stacks &stacks);

/// A constant of an integer's type.
mlir::Value buildCounter(mlir::OpBuilder &builder, mlir::Value like,
                         int64_t number);

/// Calls `found` for further stacks, with their dimensions: values that the loop
/// walks along as it does along those that are known.
void findStacksBeside(const CountedLoop &loop, Stacks &stacks,
                      llvm::function_ref<void(mlir::Value, Stack)> found);

/// Rows of a block that is not written yet: of a value, or copies of a scalar.
struct BlockRow {
  mlir::Value value;
  int64_t begin = 0, count = 0;
  bool isFill = false;
  bool isSum = false; ///< zeros are still to be added
};
using BlockRows = llvm::SmallVector<BlockRow, 2>;

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
  void warnOfPiecesPutTogether();
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

  // BlockRows.cpp
  /// Appends rows of a value along `dim`.
  void appendRows(BlockRows &rows, mlir::Value value, int64_t dim,
                  int64_t begin, int64_t count, mlir::OpBuilder &builder);
  /// The rows, and then zeros, as a tensor of `extent` of them.
  mlir::Value writeRows(const BlockRows &rows, mlir::Value like, int64_t dim,
                        int64_t extent, mlir::OpBuilder &builder);
  mlir::Value blockOf(mlir::Value stack, size_t block,
                      mlir::OpBuilder &builder);
  void setRows(mlir::Operation *op, int64_t dim, mlir::OpBuilder &builder,
               llvm::function_ref<void(BlockRows &, int64_t, int64_t)> rowsAt);
  void convertRows(mlir::Operation *op, int64_t dim, const RowMoves &moves);
  std::optional<Regrouping> groupsOf(mlir::Operation *op) const;
  void convertGroups(mlir::Operation *op, const Regrouping &groups);
  /// A sum of stacks of which one is zero wherever the other is not; false for
  /// other operations.
  bool convertSum(mlir::Operation *op);
  static mlir::Value buildZeroLike(mlir::Value value, mlir::OpBuilder &builder);

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
  void noteTogether(mlir::Value stack, mlir::Value whole, mlir::Location reader,
                    bool isResult);
  dist::ShardingAttr withoutAxis(dist::ShardingAttr sharding);

  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  const Mesh &mesh;
  int axis;
  const Stacks &stacks;
  /// Those that are null are `unwritten`: ask blockOf.
  llvm::DenseMap<mlir::Value, Blocks> blocks;
  llvm::DenseMap<mlir::Value, std::vector<BlockRows>> unwritten;
  llvm::DenseMap<mlir::Value, mlir::Value> wholes;
  int64_t numBarriers = 0; ///< whose parts are told by their number
  /// Stacks that were put together for an operation, or made by it in one piece.
  struct Together {
    mlir::Value whole;
    OwnerRuns owners;
    int64_t numLayers;
    mlir::Location reader;
    bool isResult;
  };
  llvm::SmallVector<Together> together;
  llvm::SmallVector<mlir::Operation *> dead;
};

} // namespace popt
#endif // POPT_LIB_STAGES_SPLITLOOPS_H
