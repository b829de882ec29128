//===- KernelEmitter.h - Loops from a kernel's tensor program -------------===//
//
// One kernel is a straight-line StableHLO function. Its results are the roots:
// for each, a loop nest over its elements is opened and the element asked for.
// `element(v, index)` finds v's defining operation, asks for the operand
// elements it needs, and emits the operation. Fusion, hoisting and row
// reductions all follow from three rules:
//
//  1. An element is emitted at the outermost nesting level at which its index
//     is defined, just before the loop that is open there, and remembered
//     there. (A row's maximum, asked for inside the loop over columns, lands
//     before that loop; its own loop is a sibling.)
//  2. An expensive element that several loops of one row need is written to a
//     row buffer once.
//  3. The innermost loop runs over vectors of neighbouring elements where all
//     that is asked for can be had as vectors, over single elements otherwise:
//     the vector form is tried first and thrown away if it does not work out.
//
// Reductions keep their accumulators in a fixed number of lanes and combine
// them in a fixed order: equal programs give equal bits on every run.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_KERNELEMITTER_H
#define POPT_LIB_KERNELS_KERNELEMITTER_H

#include "KernelIndex.h"
#include "popt/Arithmetic/KernelOps.h"
#include "popt/Interfaces/KernelOp.h"
#include "popt/Support/Tensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <functional>

namespace popt {

class GpuMapping;
class KernelMapping;

/// The features of the processor.
struct KernelEmitterOptions {
  unsigned vectorBits = 512;
  bool hasBF16 = false;
  /// Nests run as launches of a GPU (GpuMapping.h).
  bool isGpu = false;
};

/// Where elements of one value are asked for: the row-major number of the
/// element, and the index per dimension once it is needed.
struct ElementIndex {
  LinearForm linear;
  std::optional<llvm::SmallVector<LinearForm, 4>> dims;
};

/// Writes the loops of one kernel.
class KernelEmitter {
public:
  KernelEmitter(mlir::func::FuncOp kernel, mlir::func::FuncOp body,
                const KernelEmitterOptions &options);
  ~KernelEmitter();

  /// Emits the whole kernel into `body`.
  mlir::LogicalResult run();

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  Elem element(mlir::Value value, const ElementIndex &index);
  Elem elementAt(mlir::Value value, llvm::ArrayRef<LinearForm> dims);
  /// Emits an element in another way than `element` does, which finds it then.
  void emitAs(mlir::Value value, const LinearForm &linear,
              llvm::function_ref<Elem()> emit);
  /// Index per dimension of an element of a tensor of this shape.
  llvm::SmallVector<LinearForm, 4> dimsOf(const ElementIndex &index,
                                          Shape shape);
  ElementIndex indexOf(llvm::ArrayRef<LinearForm> dims, Shape shape);
  /// `yes` where the condition holds, `no` elsewhere; null holds everywhere.
  Elem choose(mlir::Value condition, Elem yes, Elem no);

  //===--------------------------------------------------------------------===//
  // Index arithmetic (KernelIndexEmit.cpp)
  //===--------------------------------------------------------------------===//

  std::pair<int64_t, int64_t> rangeOf(const LinearForm &form) const;
  unsigned levelOf(const LinearForm &form) const;
  LinearForm floorDiv(const LinearForm &form, int64_t divisor);
  LinearForm modulo(const LinearForm &form, int64_t divisor);
  LinearForm clampIndex(const LinearForm &form, int64_t low, int64_t high);
  /// An integer element as an index in [low, high] (clamped).
  LinearForm indexFromData(mlir::Value integer, bool isUnsigned, unsigned level,
                           int64_t low, int64_t high);
  /// A computed index (or vector of them) known to lie in [low, high].
  LinearForm indexOfValue(mlir::Value value, int64_t low, int64_t high);
  /// The form as `index`, or as a vector of them.
  mlir::Value materialise(const LinearForm &form);
  /// low <= form < high as i1 or a vector; null if always true.
  mlir::Value inBounds(const LinearForm &form, int64_t low, int64_t high);
  /// The index of what lies at a position of a dimension whose `extent`
  /// elements are `dilation` apart; `inside` becomes false where nothing does.
  LinearForm undilate(const LinearForm &position, int64_t extent,
                      int64_t dilation, mlir::Value &inside);
  /// Two such conditions as one.
  mlir::Value both(mlir::Value a, mlir::Value b);
  /// The lane counter in a form, if any.
  std::optional<SymbolId> laneOf(const LinearForm &form) const;
  unsigned lanesOfForm(const LinearForm &form) const;
  /// The form's value at the first lane, if from lane to lane it grows by
  /// `stride`; else null.
  mlir::Value firstLane(const LinearForm &form, int64_t stride);
  /// The form's value at the first lane if its lanes are neighbours that lie on
  /// one side of every multiple of `border`; else null.
  mlir::Value firstOfAligned(const LinearForm &form, int64_t border);
  /// A number that divides the form (at its first lane).
  int64_t multipleOf(const LinearForm &form) const;
  /// Notes that the innermost loop over a symbol should be cut at `at`, so that
  /// `form` lies on one side in each part.
  void requestCut(const LinearForm &form, int64_t at);

  //===--------------------------------------------------------------------===//
  // Memory
  //===--------------------------------------------------------------------===//

  /// A flat memref and its element type as the program knows it.
  struct Storage {
    mlir::Value memref;
    mlir::Type element;
  };
  Elem load(const Storage &from, const LinearForm &linear);
  void store(const Storage &to, const LinearForm &linear, Elem value);
  /// Stores every element of a value.
  void storeAll(mlir::Value value, const Storage &to);

  //===--------------------------------------------------------------------===//
  // Loops (KernelLoops.cpp)
  //===--------------------------------------------------------------------===//

  using Values = llvm::SmallVector<mlir::Value, 4>;
  using LoopBody = std::function<Values(const LinearForm &, mlir::ValueRange)>;
  /// for (i = low; i < high; ++i), in vectors of `lanes` if that is not 0; the
  /// last vector is masked. A loop may be emitted in parts, see requestCut.
  Values loop(int64_t low, int64_t high, unsigned lanes,
              mlir::ValueRange initial, const LoopBody &body);
  /// A loop with bounds known at run time, within [minimum, maximum).
  void dynamicLoop(mlir::Value low, mlir::Value high, int64_t minimum,
                   int64_t maximum,
                   const std::function<void(const LinearForm &)> &body);
  /// Runs `emit`, which works with lanes. If it asked for something that cannot
  /// be had as a vector, its loops are erased and the answer is false.
  bool tryVector(llvm::function_ref<void()> emit);
  /// A nest over `extents`, the innermost in vectors if that works out;
  /// `atDepth` is called before the loop of that depth is opened.
  using NestBody = std::function<void(llvm::ArrayRef<LinearForm>)>;
  void nest(llvm::ArrayRef<int64_t> extents, const NestBody &body,
            const NestBody &atDepth = nullptr);
  /// The same as loops of one thread.
  void nestOfLoops(llvm::ArrayRef<int64_t> extents, const NestBody &body,
                   const NestBody &atDepth = nullptr);
  /// The same without vectors.
  void nestInOrder(llvm::ArrayRef<int64_t> extents, const NestBody &body);
  /// Loops over `extents` that carry values, the innermost in vectors of
  /// `lanes` if that is not 0.
  using FoldBody =
      std::function<Values(llvm::ArrayRef<LinearForm>, mlir::ValueRange)>;
  Values fold(llvm::ArrayRef<int64_t> extents, unsigned lanes,
              mlir::ValueRange initial, const FoldBody &body);
  /// A nest that may read operands across their minor dimension
  /// (KernelTranspose.cpp).
  void nestWithTiles(llvm::ArrayRef<int64_t> extents, const NestBody &body);
  /// Emits at nesting level `level`.
  void atLevel(unsigned level, llvm::function_ref<void()> emit);
  unsigned depth() const { return scopes.size() - 1; }
  /// The level at which an element of this index is emitted.
  unsigned depthOf(const LinearForm &form) const;
  /// Opens a branch; elements asked for inside are not hoisted out of it.
  void conditional(mlir::Value condition, llvm::function_ref<void()> emit);
  /// The lanes a loop over `count` elements of this kernel should use.
  unsigned chooseLanes(int64_t count) const;
  /// Lanes that exist at this index; null for all.
  mlir::Value maskOf(const LinearForm &form) const;

  /// Marks the innermost vector attempt as failed.
  void failVector() { vectorFailed = true; }
  mlir::InFlightDiagnostic emitError(mlir::Operation *op);

  mlir::OpBuilder b;
  mlir::Location loc;
  KernelOps ops;
  mlir::Value rank;
  bool failed = false;
  /// How the loops are mapped to threads.
  std::unique_ptr<KernelMapping> mapping;

  /// A region (reducer, comparator) applied to scalar or vector elements.
  llvm::SmallVector<Elem> applyRegion(mlir::Region &region,
                                      llvm::ArrayRef<Elem> arguments);
  /// Storage of an argument, of a result already written, of a row buffer.
  std::optional<Storage> storageOf(mlir::Value value) const;
  Storage resultStorage(unsigned result) const { return results[result]; }
  /// Extents of a nest over the elements of `values` (equal counts),
  /// neighbouring dimensions merged where nothing below tells them apart; a new
  /// dimension begins at each of `strides`.
  llvm::SmallVector<int64_t, 4> loopExtents(mlir::ValueRange values,
                                            llvm::ArrayRef<int64_t> strides);

private:
  friend class GpuMapping;
  friend class KernelMapping;

  /// Elements emitted in the block of one loop, which may be reused there.
  struct Scope {
    mlir::Block *block;
    /// The operation that holds the next scope, if one is open.
    mlir::Operation *next = nullptr;
    bool isConditional = false;
    SymbolId counter = ~0u;
    llvm::DenseMap<mlir::Value,
                   llvm::SmallVector<std::pair<LinearForm, Elem>, 2>>
        elements;
    llvm::SmallVector<std::pair<LinearForm, mlir::Value>, 8> forms;
    /// An index divided by a constant.
    struct Quotient {
      LinearForm form;
      int64_t divisor;
      LinearForm quotient, rest;
    };
    llvm::SmallVector<Quotient, 4> quotients;
    /// A row that was computed into memory.
    struct Buffer {
      mlir::Value value;
      LinearForm row; ///< index without the row's own counter
      int64_t stride, low, high;
      Storage storage;
    };
    llvm::SmallVector<Buffer, 2> buffers;
  };
  using ScopePtr = std::shared_ptr<Scope>;

  /// high * unit + low of a form, where 0 <= low < unit.
  struct Digits {
    LinearForm high, low;
    int64_t unit;
  };
  /// Digits with which the form can be divided without dividing `low`: the unit
  /// divides the divisor. 500 i + j by 10000 is i by 20 for j < 500.
  std::optional<Digits> findDigits(const LinearForm &form,
                                   int64_t divisor) const;

  void storeElement(const Storage &to, const LinearForm &linear, Elem value);
  SymbolId newSymbol(IndexSymbol symbol);
  /// A symbol for a value that lies in [low, high].
  LinearForm symbolOf(mlir::Value value, unsigned level, int64_t low,
                      int64_t high);
  void setInsertion();
  /// Emits in a block of `op`, in a scope of its own.
  void inScope(mlir::Operation *op, mlir::Block *block,
               llvm::function_ref<void(Scope &)> emit);
  Elem emitElement(mlir::Value value, const ElementIndex &index);
  std::optional<Elem> fromRowBuffer(mlir::Value value,
                                    const LinearForm &linear);
  void findRowBuffers();
  void collectBreaks(mlir::Value value, llvm::SmallVectorImpl<int64_t> &breaks,
                     llvm::DenseSet<mlir::Value> &seen);
  void emitNests(llvm::ArrayRef<unsigned> group);
  mlir::LogicalResult emitRoots();

  mlir::func::FuncOp kernel, body;
  KernelEmitterOptions options;
  llvm::SmallVector<Storage> results;
  llvm::DenseMap<mlir::Value, Storage> stored;
  llvm::DenseSet<mlir::Value> wantsRowBuffer;
  int64_t rowBufferBytes = 0;
  unsigned widestBytes = 4;
  unsigned totalCost = 0;
  llvm::SmallVector<IndexSymbol> symbols;
  llvm::SmallVector<ScopePtr> scopes;
  bool vectorFailed = false;
  /// Loops that the innermost vector attempt has opened itself.
  struct Attempt {
    unsigned level, detour;
    llvm::SmallVector<mlir::Operation *> loops;
  };
  llvm::SmallVector<Attempt> attempts;
  /// How many atLevel calls are active.
  unsigned detours = 0;
  Values emitLoop(int64_t low, int64_t high, unsigned lanes, bool isTail,
                  int64_t loopLow, int64_t loopHigh, mlir::ValueRange initial,
                  const LoopBody &body);
  llvm::DenseMap<SymbolId, llvm::SmallVector<int64_t, 2>> cuts;

  //===--------------------------------------------------------------------===//
  // Tiles (KernelTranspose.cpp)
  //===--------------------------------------------------------------------===//

  /// A tile: lanes in columns, the loop `row` inside them.
  struct Tile {
    unsigned level = 0; ///< just outside the loop over rows
    SymbolId row = ~0u;
    struct Filled {
      mlir::Value from;
      LinearForm base;
      SymbolId row;
      mlir::Value buffer;
    };
    llvm::SmallVector<Filled, 2> filled;
  };
  std::optional<Tile> tile;
  /// The loop along the last dimension of an operand that lanes had to gather from:
  /// a tile of it would be loaded transposed.
  std::optional<SymbolId> transposedLoop;
  unsigned tileSize() const;
  bool mayTile();
  void tiledNest(llvm::ArrayRef<int64_t> extents, unsigned rowDim,
                 const NestBody &body);
  /// Lanes read through the tile; null if they cannot be.
  mlir::Value loadTransposed(const Storage &from, const LinearForm &linear);
  mlir::Value fillTile(const Storage &from, const LinearForm &base,
                       SymbolId lane);
};

//===----------------------------------------------------------------------===//
// Operation families. Each emits one element of result `number` of `op`, or
// nothing if the operation is not of the family.
//===----------------------------------------------------------------------===//

std::optional<Elem> emitShapeElement(KernelEmitter &e, mlir::OpResult value,
                                     const ElementIndex &index);
std::optional<Elem> emitGatherElement(KernelEmitter &e, mlir::Operation *op,
                                      const ElementIndex &index);
std::optional<Elem> emitContractionElement(KernelEmitter &e,
                                           mlir::Operation *op,
                                           const ElementIndex &index);
/// Products that are added up to one element of a contraction; 0 if it is none.
int64_t contractedElements(mlir::Operation *op);
/// The part of an element's sum that a worker of the current scope gets
/// (KernelMapping::fold), and the element from `count` parts.
Elem emitContractionPart(KernelEmitter &e, mlir::Operation *op,
                         const ElementIndex &index);
Elem emitContractionFromParts(
    KernelEmitter &e, mlir::Operation *op, int64_t count, unsigned lanes,
    llvm::function_ref<Elem(const LinearForm &)> part);
/// True if operands of such an operation may be read a tile at a time: their
/// elements cost nothing but reading them.
bool mayReadThroughTile(mlir::Operation *op);
/// Operations that write their results in loops of their own (scatter,
/// sort...).
bool isOwnRoot(mlir::Operation *op);
/// Emits one; `results` are the storages of its results.
void emitOwnRoot(KernelEmitter &e, mlir::Operation *op,
                 llvm::ArrayRef<KernelEmitter::Storage> results);
/// True for what `emitReduction` emits: one element takes many of an operand.
bool foldsOperands(mlir::Operation *op);
/// Reductions give all their results at once.
std::optional<llvm::SmallVector<Elem>>
emitReduction(KernelEmitter &e, mlir::Operation *op, const ElementIndex &index);

/// True if elements of the reduction can be computed in parts: one input, and a
/// monoid.
bool isSplittable(mlir::Operation *reduce);
/// True if it reduces neighbours in memory; else vectors lie across what is
/// kept.
bool reducesNeighbours(mlir::Operation *reduce);
/// True if it reduces whole rows: all inner dimensions.
bool reducesRows(mlir::Operation *reduce);
/// Elements that become one.
int64_t reducedElements(mlir::Operation *reduce);
/// The part of one element of the result that a worker of the current scope
/// gets (KernelMapping::fold).
Elem emitPart(KernelEmitter &e, mlir::Operation *reduce,
              const ElementIndex &index);
/// One element of the result from `count` parts.
Elem emitFromParts(KernelEmitter &e, mlir::Operation *reduce, int64_t count,
                   unsigned lanes,
                   llvm::function_ref<Elem(const LinearForm &)> part);

/// True if `row`, one element per block of leading dims of `full` and computed
/// on the way to it, is written before the elements of its block when a kernel
/// returns both.
bool isStoredByRows(mlir::Value row, mlir::Value full);

} // namespace popt

#endif // POPT_LIB_KERNELS_KERNELEMITTER_H
