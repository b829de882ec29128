//===- GpuMapping.h - Kernels run by the threads of a GPU -----------------===//
//
// A kernel becomes launches, one after the other on one stream, all with the
// same parameters:
//
//   func.func @k(%x: memref<4096xf32>, %r: memref<4096xf32>, %rank: index)
//       attributes {popt.entry, popt.launch_of = "k", popt.grid = 4 : i64, ...} {
//     %i = 256 * %ctaid + %tid
//     scf.if %i < 1024 {
//       vector.load %x[4 * %i] {alignment = 16} : vector<4xf32>   ...
//
//  - Every nest is a launch of its own: what one stores, the next may read.
//    Within it threads share nothing but the data of a team.
//    Nests that do not wait for one another share a launch (GpuLaunches.cpp).
//  - A nest is flat: a thread computes 16 bytes' worth of neighbouring elements
//    and derives its indices from the number of the first.
//  - Where a nest reads an operand across its lines, a block computes a tile:
//    its threads read the operand along its lines into shared memory first.
//    Operands that rows would read across lines are transposed into scratch
//    memory before (GpuTranspose.cpp).
//  - A reduction is evaluated once, into scratch memory, and not where each
//    thread needs it. A row is one team's: a warp, or a block where it is long.
//    The members' parts are combined in shuffles and, of a block, in shared
//    memory; all members then have the result. Other computations on the row
//    follow in the same launch, if rows are many enough to fill the device.
//  - Few long rows, columns, and few long sums of a contraction are reduced in
//    two launches: parts of them into scratch memory, then the parts.
//  - What has an order (sort, scatter, triangular solve) is divided into tasks
//    that do not touch one another; a task is one thread. A warp whose tasks
//    want the same few of many iterations looks for them 32 at a time.
//
// The geometry and with it the order of every sum follow from shapes alone, so
// equal programs give equal bits on every device and run.
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_KERNELS_GPUMAPPING_H
#define POPT_LIB_KERNELS_GPUMAPPING_H

#include "KernelMapping.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace popt {

/// Threads that run in step.
constexpr int64_t warp = 32;

class GpuMapping : public KernelMapping {
public:
  explicit GpuMapping(KernelEmitter &e) : KernelMapping(e) {}

  void launch(llvm::function_ref<void()> emit) override;
  void launchInOrder(llvm::function_ref<void()> emit) override;
  void nest(llvm::ArrayRef<int64_t> extents,
            const KernelEmitter::NestBody &body,
            const KernelEmitter::NestBody &atDepth) override;
  void nestOverElements(
      mlir::ValueRange values,
      const std::function<void(const LinearForm &)> &body) override;
  void nestOfTasks(llvm::ArrayRef<int64_t> extents,
                   const KernelEmitter::NestBody &body) override;
  int64_t tasksTogether() const override { return warp; }
  void nestOfFew(llvm::ArrayRef<int64_t> extents, bool isTogether,
                 const KernelEmitter::NestBody &enter,
                 llvm::function_ref<mlir::Value()> isWanted,
                 llvm::function_ref<void()> body) override;
  void prepare() override;
  void emitNests(llvm::ArrayRef<unsigned> group) override;
  void finish() override;
  KernelEmitter::Storage scratch(int64_t count, mlir::Type element) override;

  KernelEmitter::Values fold(llvm::ArrayRef<int64_t> extents, unsigned lanes,
                             mlir::ValueRange initial,
                             const KernelEmitter::FoldBody &body) override;
  bool isShared() const override;
  void noteTasks(mlir::Operation *op, int64_t tasks, int64_t work) override;
  void noteSerial(mlir::Operation *reduce) override;
  Elem combine(Elem part, Combine combine) override;
  Elems foldInOrder(
      int64_t count, llvm::function_ref<Elems(const LinearForm &)> elementsAt,
      llvm::function_ref<Elems(llvm::ArrayRef<Elem>, llvm::ArrayRef<Elem>)>
          combine) override;
  void onFirstThread(llvm::function_ref<void()> emit) override;

  unsigned chooseLanes(int64_t) const override { return 0; }
  unsigned accumulatorLanes(unsigned, int64_t count) const override {
    return sharing && sharing->team ? lanesFor(count, sharing->team)
                                    : lanesFor(count);
  }
  llvm::MaybeAlign alignmentOf(const LinearForm &at,
                               mlir::VectorType type) const override;
  mlir::Value readThroughTile(const KernelEmitter::Storage &from,
                              const LinearForm &at) override;
  bool isParallel() const override { return true; }

private:
  /// Code between two starts of a kernel, to be cut out by `finish`.
  struct Launch {
    mlir::Operation *region;
    int64_t grid = 0, block = 1;
  };

  /// The workers that divide the folds of a scope among themselves.
  struct Sharing {
    unsigned level; ///< of that scope
    mlir::Value worker;
    int64_t workers;
    /// Threads that combine their parts, all of one warp or block; 0: each part
    /// stays with its worker.
    int64_t team = 0;
    mlir::Value member; ///< of the team
  };
  /// Results of a kernel and where they go.
  struct Stores {
    llvm::SmallVector<mlir::Value> values;
    llvm::SmallVector<KernelEmitter::Storage> to;
  };

  /// The dimensions of a nest that tiles divide.
  struct TileDims {
    /// Some of them, outermost first, and how many elements they number.
    struct Group {
      llvm::SmallVector<unsigned, 2> dims;
      llvm::SmallVector<int64_t, 2> extents;
      int64_t count = 1;
      bool operator==(const Group &o) const { return dims == o.dims; }
    };
    Group lines;                   ///< neighbours in what is read
    Group places;                  ///< neighbours in what is written
    int64_t height = 0, width = 0; ///< lines and places of a tile
    bool operator==(const TileDims &o) const {
      return lines == o.lines && places == o.places;
    }
  };
  /// The part of a nest that a block computes.
  struct Tile {
    TileDims dims;
    mlir::Value firstLine, firstPlace; ///< of the tile
    mlir::Value toLine, toPlace;       ///< of the thread's element, in the tile
    /// Of its place in each dimension.
    llvm::SmallVector<SymbolId> lineSymbols, placeSymbols;
    /// Operands of which a tile is read.
    struct Read {
      mlir::Value from;
      LinearForm base;
      llvm::SmallVector<int64_t> strides; ///< of the places' dimensions
      mlir::Value buffer;
    };
    llvm::SmallVector<Read, 2> reads;
  };

  /// Lanes that divide rows of `count` elements, of the narrowest operand as
  /// many as an access has; 0 for none.
  unsigned lanesFor(int64_t count) const;
  /// The same for a row that a team divides: fewer rather than idle members.
  unsigned lanesFor(int64_t count, int64_t team) const;
  mlir::Value memberOf(mlir::Operation *id);
  /// Divides `count` elements among the threads of the launch, `lanes` each
  /// (0: one each).
  void spread(int64_t count, unsigned lanes,
              llvm::function_ref<void(const LinearForm &)> body);
  /// The same, in vectors if that works out.
  void spreadInVectors(int64_t count, unsigned lanes,
                       llvm::function_ref<void(const LinearForm &)> body);
  mlir::Value threadOf(int64_t block);
  mlir::Value memberIn(int64_t team);
  /// Runs `body` for each of `count` tasks by a team: the number of the task.
  void spreadTeams(int64_t count, int64_t team,
                   llvm::function_ref<void(const LinearForm &)> body);
  /// A loop over `count` elements with the stride of all workers: worker w
  /// takes elements w, w + workers, ... (`lanes` at a time).
  KernelEmitter::Values stridedLoop(int64_t count, unsigned lanes,
                                    mlir::Value worker, int64_t workers,
                                    mlir::ValueRange initial,
                                    const KernelEmitter::LoopBody &body);
  /// The guard of what has just been opened belongs to the vector attempt.
  void noteOpened(mlir::Operation *op);
  mlir::Value shuffle(mlir::Value value, int64_t distance);
  mlir::Value sharedMemory(mlir::Type element, int64_t count);
  /// The values of each warp of a team, in order, in each of its threads: a
  /// block's exchange through shared memory.
  llvm::SmallVector<Elems> valuesOfWarps(llvm::ArrayRef<Elem> elems);

  /// Stores one element of each.
  void storeAt(const Stores &stores, const LinearForm &at);
  /// Stores them tile by tile if that lets an operand be read along its lines.
  bool tryTiles(const Stores &stores);
  bool tryTiles(const Stores &stores, llvm::ArrayRef<int64_t> extents,
                const TileDims &dims);
  /// How a nest over these extents reads what is transposed; nothing where its
  /// neighbours stay neighbours, or they are few.
  static std::optional<TileDims> tileDims(mlir::Value transposed,
                                          llvm::ArrayRef<int64_t> extents);
  mlir::Value fillTile(const KernelEmitter::Storage &from,
                       const LinearForm &base, llvm::ArrayRef<int64_t> strides);
  mlir::scf::ForOp overTile();
  mlir::Value inTile(mlir::Type element, mlir::Value line, mlir::Value place);
  mlir::Value tileMemory(mlir::Type element);
  mlir::Value existsInTile(mlir::Value line, mlir::Value place);
  /// Stores values of equal counts in one nest.
  void emitTogether(const Stores &stores);
  /// Stores one value per row of `length` elements, then the rows' elements.
  void emitRows(const Stores &rows, const Stores &full, int64_t numRows,
                int64_t length);
  /// True if rows of this length are one team's work each.
  static bool fitsTeams(int64_t rows, int64_t length);
  /// False if a reduction did not come out as one of rows.
  bool tryRows(const Stores &rows, const Stores &full, int64_t numRows,
               int64_t length);
  /// True if a contraction's sums are better divided among threads.
  static bool isLongContraction(mlir::Operation *op);
  static llvm::SmallVector<mlir::Operation *> reductionsOf(mlir::Block &block);
  static bool dependsOn(mlir::Value value, mlir::Value what);
  static bool dependsOn(mlir::Value value, mlir::Operation *reduce);
  static bool readsInPlace(mlir::Value value, mlir::Operation *reduce,
                           llvm::DenseSet<mlir::Value> &seen);
  void storeTransposed();
  void evaluate(mlir::Operation *reduce);
  /// Stores what a reduction gives, or what is computed from it in place.
  void emitReduction(mlir::Operation *reduce, const Stores &stores);
  void emitLongRows(mlir::Operation *reduce, const Stores &stores,
                    int64_t parts);
  int64_t partsOfColumns(llvm::ArrayRef<int64_t> kept, int64_t length) const;
  /// Sums over columns, or of a contraction, in two launches.
  void emitColumns(mlir::Operation *op, const Stores &stores, int64_t parts);
  void markStored(const Stores &stores);
  /// The reductions that the last nest evaluates on the way, row by row.
  void findRowReductions();
  bool mayShare(unsigned result) const;
  /// Launches that do not wait for one another: one in the end.
  using Wave = llvm::SmallVector<Launch, 1>;
  llvm::SmallVector<Wave> makeWaves();
  void cut(const Wave &wave, unsigned number);

  llvm::SmallVector<Launch> launches;
  /// The one being written.
  Launch *current = nullptr;
  std::optional<Sharing> sharing;
  std::optional<Tile> tile;
  llvm::SmallVector<mlir::Operation *> rowReductions;
  bool rowsFailed = false;
  unsigned sharedBuffers = 0;
  /// Memory between launches: placeholders among the arguments.
  struct Scratch {
    mlir::BlockArgument placeholder;
    int64_t offset;
  };
  llvm::SmallVector<Scratch> scratches;
  int64_t scratchBytes = 0;
};

} // namespace popt

#endif // POPT_LIB_KERNELS_GPUMAPPING_H
