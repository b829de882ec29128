//===- Halo.h - Elements of other blocks, only those that are needed ------===//
//
// Windows, slices, pads, reversals and concatenations move elements along a
// dimension. If that dimension is split, a coordinate needs elements that lie
// in the blocks of others: a few rows beside its own (halo), a shifted block, a
// block from the other end. All of these are one thing. For each coordinate c
// of the axes that split the dimension (numbered as dist.axis_index does), the
// compiler knows the interval of elements that c holds and the interval that it
// wants, so it knows every message: its sender, its receiver, its elements and
// their place.
//
// A Transfer is that knowledge for one dimension. Local values along it:
//
//   source   what a coordinate holds: its block, or several blocks side by side
//            (concatenate)
//   window   what a coordinate wants, of one extent everywhere: the buffer that
//            the local operation reads with padding 0
//
// and a Message says that `length` elements at `at` of the source of `from`
// belong at `place` of the window of `to`. Messages are gathered into rounds,
// in each of which a coordinate sends and receives at most once; a round is one
// dist.permute of slabs as long as its longest message. Long messages come
// first, and those of equal distance stay together, so a round usually moves
// equal slabs to equal places. Elements that stay on their coordinate are a
// round without a permute. If rounds would send as much as an all-gather, that
// is done instead.
//
// Building. Slabs are cut, sent, and put into the window, at places that may
// depend on the coordinate (tables that are indexed by dist.axis_index). Slabs
// may contain invalid elements: the end of a slab whose message is shorter, the
// padding of an uneven block. The compiler therefore simulates every
// coordinate's window and emits a mask only where an invalid element would stay
// in a position that is read. If no place depends on the coordinate the window
// is a concatenation:
//
//   %last = stablehlo.slice %x [3:4]
//   %left = dist.permute %last pairs [[0, 1], [1, 2], [2, 3]]
//   %window = stablehlo.concatenate %left, %x
//
// Elements of the window that lie outside the tensor are the operation's own
// fill (zero of a convolution, the initial value of a window reduction). The
// zeros that a permute leaves on a coordinate that receives nothing are used as
// such.
//
// Why so: docs/Rationale/Halo.md.
// Test: test/unit/OpModels/LocaliseTest.cpp (every strategy, executed) and
// test/Partition/halo.mlir (what is emitted).
//
//===----------------------------------------------------------------------===//
#ifndef POPT_LIB_OPMODELS_STABLEHLO_HALO_H
#define POPT_LIB_OPMODELS_STABLEHLO_HALO_H

#include "Models.h"

namespace popt {

/// The window of one coordinate along a dimension: its element 0 is element
/// `base`; elements from `begin` to `end` are read, others are unspecified.
struct Window {
  int64_t base = 0;
  int64_t begin = 0;
  int64_t end = 0;
};

/// Elements that go from one coordinate's source into another's window.
struct Message {
  int64_t from = 0, to = 0;
  int64_t at = 0;    ///< in the source
  int64_t place = 0; ///< in the window
  int64_t length = 0;
};

/// Messages of which no two have one sender or one receiver.
struct Round {
  int64_t extent = 0; ///< of the slabs
  bool isLocal = false;
  std::vector<std::optional<Message>> bySender, byReceiver;
};

/// The transfer along one dimension.
class Transfer {
public:
  Transfer(int64_t dim, AxisList axes, int64_t windowExtent)
      : dim(dim), axes(std::move(axes)), windowExtent(windowExtent),
        read(product(this->axes)), data(read.size()) {}

  /// Adds a value of which the coordinates hold `blocks`, and want `windows`,
  /// one or several parts each. Its local extent is `localExtent`; it comes
  /// after what was added before.
  void add(llvm::ArrayRef<DimBlock> blocks, int64_t localExtent,
           llvm::ArrayRef<std::vector<Window>> windows);
  /// The whole window is read: where no elements are, there must be the fill.
  void readAll();
  /// To be called once, after everything was added.
  void schedule();

  int64_t dim;
  AxisList axes;
  int64_t windowExtent;
  int64_t sourceExtent = 0;
  bool isGathered = false;
  std::vector<Round> rounds;
  /// Per coordinate, the part of the window that is read.
  std::vector<DimBlock> read;
  /// Per coordinate, the part of the window that has elements.
  std::vector<DimBlock> data;

  int64_t coordinates() const { return static_cast<int64_t>(read.size()); }

private:
  void addWindow(llvm::ArrayRef<DimBlock> blocks, int64_t to,
                 const Window &window);
  int64_t mostReceived() const;
  void addLocalRounds(std::vector<Message> local);
  std::vector<Message> messages;
};

/// One block per coordinate of the axes that split a dimension.
std::vector<DimBlock> blocksOf(const Mesh &mesh, const DimLayout &dim,
                               int64_t extent);
/// The same blocks as windows: those that a result wants.
std::vector<std::vector<Window>> windowsOf(llvm::ArrayRef<DimBlock> blocks);

/// Runs of `length` positions, `distance` apart: one run if they touch.
std::vector<DimBlock> runsOf(int64_t begin, int64_t count, int64_t distance,
                             int64_t length);

/// A dimension in which element i stands at i * spacing, and of which each
/// coordinate sees `length` positions from `begins` on and reads those in
/// `wanted`. The windows hold the elements; the first is `phases` after
/// `begins`.
struct SpreadWindows {
  SpreadWindows(llvm::ArrayRef<int64_t> begins,
                llvm::ArrayRef<std::vector<DimBlock>> wanted, int64_t length,
                int64_t spacing);
  std::vector<std::vector<Window>> windows;
  std::vector<int64_t> phases;
  int64_t extent = 0;
  int64_t length;
  int64_t spacing;

  bool isUniform() const { return llvm::all_equal(phases); }
};

/// Low, high and interior padding that make `length` positions of a window.
struct SpreadPadding {
  int64_t low = 0, high = 0, interior = 0;
};

/// Spreads a window by the padding that is left to the operation. If the phase
/// depends on the coordinate nothing is: the elements are spread here.
mlir::Value spread(LocaliseContext &context, mlir::Value window, int64_t dim,
                   const AxisList &axes, const SpreadWindows &windows,
                   mlir::Value fill, SpreadPadding &left);

/// Appends what the transfers send, carried out in this order on a local value
/// of this type, whose dims become those of the windows.
void addMoves(llvm::ArrayRef<Transfer> transfers,
              mlir::RankedTensorType localType,
              llvm::SmallVectorImpl<InnerMove> &moves);

/// Carries a transfer out. Without `fill`, elements outside the tensor are
/// unspecified.
mlir::Value buildTransfer(LocaliseContext &context, const Transfer &transfer,
                          mlir::Value source, mlir::Value fill);

/// A scalar i32: one of `values`, by this coordinate's number along the axes.
/// Entries without a value do not matter.
mlir::Value perCoordinate(LocaliseContext &context, const AxisList &axes,
                          llvm::ArrayRef<std::optional<int64_t>> values);

/// `size` elements of a dimension from a begin that depends on the coordinate.
mlir::Value sliceAt(LocaliseContext &context, mlir::Value value, int64_t dim,
                    const AxisList &axes,
                    llvm::ArrayRef<std::optional<int64_t>> begins,
                    int64_t size);

/// `value` where the index along `dim` is in this coordinate's range, else
/// `other` (of the same type, or a scalar).
mlir::Value selectInside(LocaliseContext &context, mlir::Value value,
                         int64_t dim, const AxisList &axes,
                         llvm::ArrayRef<DimBlock> ranges, mlir::Value other);

/// Pads one dimension.
mlir::Value padDim(LocaliseContext &context, mlir::Value value, int64_t dim,
                   int64_t low, int64_t high, int64_t interior,
                   mlir::Value fill);

/// `size` elements of one dimension from `begin`, every `stride`-th.
mlir::Value sliceDim(LocaliseContext &context, mlir::Value value, int64_t dim,
                     int64_t begin, int64_t size, int64_t stride = 1);

} // namespace popt
#endif // POPT_LIB_OPMODELS_STABLEHLO_HALO_H
