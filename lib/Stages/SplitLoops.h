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

/// Which values are *stacks*: they have a dimension, that of the layers, whose
/// blocks lie at the coordinates of the stage axis. The user says it of
/// arguments, results and constraints; it spreads along the loops of operations
/// (factors) and to what scans read and write beside them.
class Stacks {
public:
  Stacks(mlir::func::FuncOp main, const Mesh &mesh, int axis)
      : main(main), mesh(mesh), axis(axis) {}
  /// A located error if what the user says cannot be.
  mlir::LogicalResult find();

  bool empty() const { return dims.empty(); }
  int64_t numBlocks() const { return mesh.axes[axis].size; }
  /// The dimension of the layers; nothing if the value is no stack.
  std::optional<int64_t> dimOf(mlir::Value value) const {
    auto known = dims.find(value);
    return known == dims.end() ? std::nullopt : std::optional(known->second);
  }
  /// Layers of a stack, and how many of them are a block: the largest, if
  /// blocks differ.
  int64_t layersOf(mlir::Value value) const;
  int64_t blockOf(mlir::Value value) const;
  /// The type of a block.
  mlir::RankedTensorType blockType(mlir::Value value) const;

private:
  mlir::LogicalResult seed(mlir::Value value, mlir::Operation *blamed,
                           const std::string &what,
                           dist::ShardingAttr sharding);
  mlir::LogicalResult checkFurtherAxes(mlir::Value value,
                                       const std::string &what,
                                       dist::ShardingAttr sharding);
  void mark(mlir::Value value, int64_t dim);
  void spread(mlir::Operation *op);
  void spreadTies(mlir::Operation *op);

  mlir::func::FuncOp main;
  const Mesh &mesh;
  int axis;
  llvm::DenseMap<mlir::Value, int64_t> dims;
  bool changed = false;
};

/// The factor of an operation that its stacks have as the dimension of layers,
/// if the operation can run on blocks of it without communication.
std::optional<unsigned> layerFactorOf(ShardingOpInterface op,
                                      const FactorRule &rule,
                                      const Stacks &stacks);

/// Iterations [begin, end) of a scan, which run at one coordinate.
struct LoopPart {
  int64_t begin, end, coordinate;
};
/// How a scan is cut.
struct LoopCut {
  /// What the body reads and writes.
  struct Access {
    mlir::Value stack; ///< in the body: carried, or from around the loop
    int64_t dim;
    StackAccess access;
  };
  llvm::SmallVector<LoopPart> parts; ///< in order
  llvm::SmallVector<Access> accesses;
};
/// A located error if the loop cannot be cut.
mlir::FailureOr<LoopCut> cutLoop(const CountedLoop &loop, const Stacks &stacks,
                                 llvm::StringRef axisName);

/// Calls `found` for further stacks, with their dimensions: values that the loop
/// walks along as it does along those that are known.
void findStacksBeside(const CountedLoop &loop, const Stacks &stacks,
                      llvm::function_ref<void(mlir::Value, int64_t)> found);

/// Writes the program on blocks.
class StackSplitter {
public:
  StackSplitter(mlir::func::FuncOp main, dist::MeshOp meshOp, const Mesh &mesh,
                int axis, const Stacks &stacks)
      : main(main), meshOp(meshOp), mesh(mesh), axis(axis), stacks(stacks),
        coordinates(mesh.axes[axis].size) {}
  mlir::LogicalResult run();

private:
  using Blocks = llvm::SmallVector<mlir::Value>; ///< one per coordinate

  void makeArguments();
  mlir::NamedAttrList describe(const mlir::NamedAttrList &old, unsigned index,
                               mlir::Value stack, int64_t coordinate);
  void writeBoundary();
  mlir::LogicalResult convert(mlir::Operation *op);
  mlir::LogicalResult convertLoop(mlir::Operation *op);
  mlir::Operation *makePart(const CountedLoop &loop, const LoopCut &cut,
                            const LoopPart &part,
                            llvm::ArrayRef<mlir::Value> chain);
  void convertTied(mlir::Operation *op);
  void convertSame(mlir::Operation *op);
  mlir::LogicalResult convertModel(ShardingOpInterface op,
                                   const FactorRule &rule, unsigned factor);
  void convertWhole(mlir::Operation *op);
  void cutResult(mlir::Value result, mlir::Value whole, int64_t dim,
                 mlir::OpBuilder &builder);
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  localise(ShardingOpInterface op, const FactorRule &rule, unsigned factor,
           int64_t coordinate);
  /// Coordinates of the stage axis as numbers in what stands after `last`.
  void nameCoordinate(mlir::Operation *last, mlir::Operation *next,
                      int64_t coordinate);
  /// The block of a stack; of any other value a slice.
  mlir::Value blockAt(mlir::Value value, int64_t dim, int64_t coordinate,
                      mlir::OpBuilder &builder);
  /// A stack in one piece.
  mlir::Value wholeOf(mlir::Value value, mlir::OpBuilder &builder);
  dist::ShardingAttr withoutAxis(dist::ShardingAttr sharding);

  mlir::func::FuncOp main;
  dist::MeshOp meshOp;
  const Mesh &mesh;
  int axis;
  const Stacks &stacks;
  int64_t coordinates;
  llvm::DenseMap<mlir::Value, Blocks> blocks;
  llvm::DenseMap<mlir::Value, mlir::Value> wholes;
  llvm::SmallVector<mlir::Operation *> dead;
};

} // namespace popt
#endif // POPT_LIB_STAGES_SPLITLOOPS_H
